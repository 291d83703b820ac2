"""Changes inputs a little, as accidents, editors and other programs do; everything is drawn from one `Random`."""

import json
from random import Random

ODD_NUMBERS = (
    0, 1, -1, 2, 7, 63, 64, 255, 256, 4096, 99_999, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64, 10**40,
    0.0, -0.0, 0.5, 1e-308, 1e308, -1e308, 1e999,
)  # fmt: skip
ODD_TEXTS = (
    "", " ", "0", "-1", "1e5", "nan", "inf", "NaN", "None", "true", "cpus", "1..cpus", "min(cpus, 4)", "0*cpus/0", "\n",
    "\t", "\x00", "\x1b[2J", "é", "\u202e", "\U0001f600", "\ud7ff", "٣", "²", "../..", "/", "*", "[", "[!]", "{", "}",
    "{build}", "{0}", "{x!r}", "%s", "a" * 300, "(" * 50, "9" * 5000, "model", "serial", "thread", "ok", "timed",
)  # fmt: skip
PIECES = (
    b"{", b"}", b"[", b"]", b'"', b"'''", b'"""', b",", b":", b"=", b"\n", b"\r", b"\x00", b"\\", b"\\ud800",
    b"\\u0000", b"\xff", b"\xc3\x28", b"\xef\xbb\xbf", b"\xf4\x8f\xbf\xbf", b"null", b"true", b"NaN", b"Infinity",
    b"-", b"0", b"1e999", b"9" * 40, b"9" * 5000, b"[" * 2000, b'{"a":' * 500, b"( ", b")", b"**", b"..", b"0x", b"inf",
    b"1979-05-27", b"nan",
)  # fmt: skip
WORDS = tuple(
    b"mean median sum cell row column steps where join harmonic logarithm not and or if else lambda ratio".split()
)


def mutated(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    """The content after one to four changes of one kind or another."""
    for _ in range(draw.choice((1, 1, 1, 2, 2, 4))):
        content = draw.choice(CHANGES)(content, draw, others)
    return content


def _flip(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    if not content:
        return content
    place = draw.randrange(len(content))
    return content[:place] + bytes([draw.randrange(256)]) + content[place + 1 :]


def _insert(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    place = draw.randint(0, len(content))
    return content[:place] + draw.choice(PIECES + WORDS) + content[place:]


def _remove(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    place = draw.randint(0, len(content))
    return content[:place] + content[place + draw.choice((1, 1, 2, 5, 20, 200)) :]


def _cut(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    return content[: draw.randint(0, len(content))]


def _lines(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    """A line gone, doubled, moved, or taken from elsewhere."""
    lines = content.split(b"\n")
    place = draw.randrange(len(lines))
    match draw.randrange(5):
        case 0:
            del lines[place]
        case 1:
            lines.insert(place, lines[place])
        case 2:
            lines.insert(draw.randrange(len(lines)), lines.pop(place))
        case 3:
            lines.insert(place, draw.choice(draw.choice(others or [content]).split(b"\n")))
        case _:
            other = draw.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
    return b"\n".join(lines)


def _number(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    """A run of digits replaced."""
    digits = [place for place in range(len(content)) if content[place : place + 1].isdigit()]
    if not digits:
        return content
    begin = end = draw.choice(digits)
    while end < len(content) and content[end : end + 1] in b"0123456789.eE":
        end += 1
    return content[:begin] + str(draw.choice(ODD_NUMBERS)).encode() + content[end:]


def _quoted(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    """A text between quotes replaced, by an odd one or by another of the same file."""
    parts = content.split(b'"')
    if len(parts) < 3:
        return content
    place = draw.randrange(1, len(parts), 2)
    known = [part for part in parts[1::2] if part]
    odd = draw.choice(ODD_TEXTS).encode("utf-8", "surrogatepass")
    parts[place] = draw.choice(known) if known and draw.random() < 0.5 else odd
    return b'"'.join(parts)


def _value(content: bytes, draw: Random, others: list[bytes]) -> bytes:
    """A value somewhere in a line of JSON replaced, taken away, or given another name."""
    lines = content.split(b"\n")
    place = draw.randrange(len(lines))
    try:
        whole = json.loads(lines[place])
    except (ValueError, RecursionError):
        return content
    spots = _spots(whole)
    if not spots:
        return content
    where, key = draw.choice(spots)
    _change(where, key, draw)
    lines[place] = json.dumps(whole, separators=(",", ":"), ensure_ascii=draw.random() < 0.5).encode(
        "utf-8", "surrogatepass"
    )
    return b"\n".join(lines)


def _spots(whole: object) -> list[tuple[object, object]]:
    found: list[tuple[object, object]] = []
    waiting = [whole]
    while waiting:
        here = waiting.pop()
        items = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, value in items:
            found.append((here, key))
            waiting.append(value)
    return found


def _change(where: object, key: object, draw: Random) -> None:
    old = where[key]  # type: ignore[index]
    match draw.randrange(9):
        case 0:
            del where[key]  # type: ignore[attr-defined]
        case 1 if isinstance(where, dict):
            where[str(draw.choice(ODD_TEXTS))] = where.pop(key)
        case 2 if isinstance(where, list):
            where.insert(draw.randint(0, len(where)), old)
        case 3:
            where[key] = [old] if draw.random() < 0.5 else {"a": old}  # type: ignore[index]
        case 4 | 5 if isinstance(old, str):
            where[key] = draw.choice(ODD_TEXTS)  # type: ignore[index]
        case 4 | 5 | 6 if isinstance(old, int | float):
            where[key] = draw.choice(ODD_NUMBERS[:-1])  # type: ignore[index]
        case 7:
            where[key] = draw.choice((None, True, False, [], {}, "", 0))  # type: ignore[index]
        case _:
            other, name = draw.choice(_spots(where))
            where[key] = json.loads(json.dumps(other[name]))  # type: ignore[index]


OFTEN = (_lines, _number, _quoted)
CHANGES = (_flip, _insert, _remove, _cut, *OFTEN, *OFTEN, _value, _value, _value, _value)
