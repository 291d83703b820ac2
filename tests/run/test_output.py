from assay.run.output import kept_output, last_words


def test_the_same_bytes_have_the_same_fingerprint_and_others_do_not():
    assert kept_output(b"a\n", 2) == kept_output(b"a\n", 2)
    assert kept_output(b"a\n", 2).sha256 != kept_output(b"b\n", 2).sha256


def test_more_than_was_kept_is_said():
    assert kept_output(b"abc", 4).truncated
    assert not kept_output(b"abc", 3).truncated


def test_only_the_first_lines_stand_in_the_record():
    assert kept_output(b"\n".join(b"%d" % n for n in range(100)), 0).head == "0\n1\n2\n3\n4"


def test_a_line_without_end_is_cut():
    assert len(kept_output(b"x" * 100_000, 100_000).head) == 200


def test_nothing_that_moves_a_cursor_is_kept():
    assert "\x1b" not in kept_output(b"\x1b[2Jcleared", 11).head
    assert "\x1b" not in last_words(b"\x1b[31mred")


def test_the_last_lines_that_say_anything_are_the_last_words():
    assert last_words(b"one\ntwo\nthree\nfour\n\n  \n") == "two / three / four"
    assert last_words(b"") == ""


def test_bytes_that_are_not_text_do_no_harm():
    assert last_words(b"\xff\xfe broken") == "\ufffd\ufffd broken"
