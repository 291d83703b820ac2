"""What all variants of a question have in common is said once."""

from assay.analysis.model import VariantSummary
from assay.analysis.short_names import ShortNames, short_names, split_names
from tests.analysis.driven import findings


def named(*variants):
    """Each (levels, how) as a variant of the question."""
    made = [
        VariantSummary(f"v{n}", "", "ok", 1, 0, {}, levels=tuple(levels.split(", ")) if levels else (), how=how)
        for n, (levels, how) in enumerate(variants)
    ]
    return short_names(findings(variants=made), [one.variant for one in made])


def test_what_differs_is_the_name_and_what_does_not_is_said_of_all():
    found = named(("c, count, lines 0", "2 threads"), ("c, count, lines 5", "2 threads"))
    assert found == ShortNames({"v0": "lines 0", "v1": "lines 5"}, "c count, 2 threads")


def test_where_one_would_have_no_name_how_it_is_run_stays():
    found = named(("c, count", "2 threads"), ("c, count, nice 10", "2 threads"))
    assert found == ShortNames({"v0": "2 threads", "v1": "nice 10, 2 threads"}, "c count")


def test_languages_keep_their_names_and_lose_their_workload():
    found = named(("c, count", "2 threads"), ("java, count", "2 virtual threads"))
    assert found == ShortNames({"v0": "c, 2 threads", "v1": "java, 2 virtual threads"}, "count")


def test_variants_that_could_not_be_told_apart_keep_their_own_names():
    assert named(("c", "serial"), ("c", "serial")) == ShortNames({}, "")


def test_one_alone_keeps_its_own_name():
    assert named(("c, count", "serial")) == ShortNames({}, "")


def test_a_factor_that_all_have_a_word_for_is_not_named():
    found = named(("python, step 1 of 5, scope module", "serial"), ("python, step 4 of 5, scope function", "serial"))
    assert found == ShortNames({"v0": "module, step 1 of 5", "v1": "function, step 4 of 5"}, "python, serial")


def test_a_factor_that_reads_well_keeps_its_word():
    found = named(("c, to file", "2 threads"), ("c, to stderr", "2 threads"))
    assert found.names == {"v0": "to file", "v1": "to stderr"}


def test_splits_keep_their_place_on_the_ladder_and_lose_what_all_have_alike():
    made = [
        VariantSummary(f"v{n}", "", "ok", 1, 0, {}, levels=("c", build, "step 5 of 5"), how="2 threads")
        for n, build in enumerate(("O2", "O0"))
    ]
    found = split_names(findings(variants=made), ["v0", "v1"])
    assert found == {"v0": "O2, step 5 of 5", "v1": "O0, step 5 of 5"}
