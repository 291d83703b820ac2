"""The tables of what was found say just what the findings say."""

from msgspec import structs

from assay.analysis.model import ClaimRuling, Skipped
from assay.analysis.several import Several
from assay.analysis.variants import METRICS
from assay.tables.catalogue import TABLES
from assay.tables.metrics import MEANINGS, unit_of
from tests.tables.made_several import commands, ladder, probes


def column(several: Several, table: str, name: str) -> list[object]:
    return TABLES[table](several).column(name).plain


def test_a_comparison_keeps_its_ratio_interval_verdict_and_caveats() -> None:
    found = commands().runs[0].findings.comparisons
    for name in ("metric", "role", "ratio", "low", "high", "level", "rounds", "verdict", "bound", "rounds_needed"):
        assert column(commands(), "comparisons", name) == [getattr(one, name) for one in found]
    assert column(commands(), "comparisons", "wins") == [one.wins.value if one.wins else None for one in found]
    caveats = column(commands(), "comparisons", "caveats")
    assert "trials of new failed" in str(caveats[0])


def test_a_split_has_three_estimates_and_says_whether_its_gate_passed() -> None:
    found = ladder().runs[0].findings.splits
    assert found
    for name in ("speed_up", "scaling", "extra_work"):
        assert column(ladder(), "splits", name) == [getattr(one, name).value for one in found]
        assert column(ladder(), "splits", f"{name}_low") == [getattr(one, name).low for one in found]
        assert column(ladder(), "splits", f"{name}_high") == [getattr(one, name).high for one in found]
    assert column(ladder(), "splits", "gate_passed") == [one.gate_passed for one in found]


def test_scaling_stands_beside_the_ceiling_and_a_missing_ceiling_is_unknown() -> None:
    found = probes().runs[0].findings.scaling
    assert column(probes(), "scaling", "scaling") == [one.scaling.value for one in found]
    assert column(probes(), "scaling", "ceiling") == [one.ceiling.value for one in found]
    bare = [structs.replace(one, ceiling=None, of_ceiling=None) for one in found]
    run = probes().runs[0]
    without = Several((structs.replace(run, findings=structs.replace(run.findings, scaling=tuple(bare))),))
    assert column(without, "scaling", "ceiling") == [None] * len(bare)
    assert column(without, "scaling", "of_ceiling_low") == [None] * len(bare)


def test_how_variants_ran_and_who_waited_are_rows_by_variant() -> None:
    findings = probes().runs[0].findings
    assert column(probes(), "concurrency", "word") == [one.word for one in findings.concurrency]
    assert column(probes(), "threads", "mapping") == [one.word for one in findings.threads]
    assert column(probes(), "responses", "mean") == [one.mean.median for one in findings.responses]
    assert column(probes(), "responses", "elapsed_ns") == [one.elapsed.median for one in findings.responses]
    assert column(probes(), "responses", "elapsed_ratio")[0] is None


def test_a_variant_has_the_median_of_every_metric_it_measured() -> None:
    found = commands().runs[0].findings.variants
    for metric in METRICS:
        expected = [one.metrics[metric].median if metric in one.metrics else None for one in found]
        assert column(commands(), "variants", metric) == expected
    assert column(commands(), "variants", "command") == ["./old", "./new"]
    assert column(probes(), "variants", "unit")[:1] == ["count"]
    assert column(commands(), "variants", "failures") == [0, 1]


def test_every_metric_that_a_table_shows_has_a_meaning_and_times_have_a_unit() -> None:
    assert set(METRICS) <= set(MEANINGS)
    assert unit_of("cpu_ns") == "ns"
    assert unit_of("peak_memory_bytes") == "bytes"
    assert unit_of("mean_response") == "ratio"
    assert unit_of("switches") == ""


def test_claims_and_what_was_left_out_are_told_in_full() -> None:
    claim = ClaimRuling(
        "loop-1", "Somebody 2020", "Table 1", "It gets slower.", "artefact", "here", "0.3", "1.97", "why"
    )
    claim = structs.replace(
        claim, evidence=("Table 1: 4.2 s", "page 7: the loop"), caveats=("one machine",), value=1.97
    )
    run = commands().runs[0]
    findings = structs.replace(run.findings, claims=(claim,), skipped=(Skipped("x", "no such tool", "install it"),))
    several = Several((structs.replace(run, findings=findings),))
    assert column(several, "claims", "ruling") == ["artefact"]
    assert column(several, "claims", "evidence") == ["Table 1: 4.2 s; page 7: the loop"]
    assert column(several, "claims", "caveats") == ["one machine"]
    assert column(several, "claims", "low") == [None]
    assert column(several, "skipped", "remedy") == ["install it"]
    assert column(several, "skipped", "expected") == [False]


def test_the_machine_is_told_with_what_it_did_meanwhile() -> None:
    assert column(commands(), "machines", "steal_share") == [commands().runs[0].findings.machine.steal_share]
    assert column(commands(), "machines", "simulated") == [False]
    assert column(commands(), "machines", "cpus_allowed") == [None]
    assert column(probes(), "machines", "cpus_allowed") == [2]
    assert column(commands(), "machines", "facts") == ["cpus: 2"]


def test_a_number_beyond_all_numbers_is_unknown() -> None:
    run = commands().runs[0]
    wild = tuple(structs.replace(one, high=float("inf"), ratio=float("nan")) for one in run.findings.comparisons)
    several = Several((structs.replace(run, findings=structs.replace(run.findings, comparisons=wild)),))
    assert set(column(several, "comparisons", "high")) == {None}
    assert set(column(several, "comparisons", "ratio")) == {None}
