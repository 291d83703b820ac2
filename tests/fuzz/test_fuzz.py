"""Whatever is read comes out as a value or as a sentence: kept inputs, changed ones, and some built from the ground up.

A few of each here; `ASSAY_EXAMPLES=100000` makes them many, and `python benchmarks/fuzz.py` throws millions.
"""

import json
import os
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.study.formula import FUNCTIONS, LOOK_UPS, FormulaError, work_out
from assay.study.model import FIXED_FACTORS, Study
from assay.study.tables import parse_table
from tests.fuzz import targets
from tests.fuzz.mutation import ODD_NUMBERS, ODD_TEXTS, mutated
from tests.fuzz.watch import watched

EXAMPLES = int(os.environ.get("ASSAY_EXAMPLES", "40"))
SLOW_TO_START = {"words"}
"""A verb imports what it needs when it is first called."""


def corpus(name):
    return targets.HERE / "corpus" / targets.SAME_AS.get(name, name)


KEPT = [(name, path.name) for name in targets.TARGETS for path in sorted(corpus(name).iterdir())]
often = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))


@pytest.fixture(autouse=True, scope="module")
def tidy():
    yield
    targets.tidy()


def tried(name, content):
    act = targets.TARGETS[name]
    return act(content) if name in SLOW_TO_START else watched(act, content)[0]


@pytest.mark.parametrize(("name", "kept"), KEPT)
def test_an_input_that_was_kept_is_a_value_or_a_sentence(name, kept):
    assert tried(name, (corpus(name) / kept).read_bytes())


MADE_WHOLE = {
    "study": "ladder.toml", "claims": "rules.toml", "records": "ladder.jsonl", "launcher": "two-runs", "words": "plan"
}  # fmt: skip


@pytest.mark.parametrize(("name", "kept"), MADE_WHOLE.items())
def test_an_input_that_is_right_is_not_refused(name, kept):
    assert tried(name, (corpus(name) / kept).read_bytes()) != targets.REFUSED


def test_a_conversation_that_is_right_is_not_refused():
    assert "read" in {tried("probe", content) for content in targets.inputs_of("probe")}


@pytest.mark.parametrize("name", targets.TARGETS)
@often
@given(seed=st.integers(0, 2**32))
def test_a_changed_input_is_a_value_or_a_sentence(name, seed):
    draw, beginnings = Random(seed), targets.inputs_of(name)
    tried(name, mutated(draw.choice(beginnings), draw, beginnings))


leaves = st.one_of(
    st.sampled_from([repr(number) for number in ODD_NUMBERS]),
    st.sampled_from(
        ["a", "b", "series", "unknown", "True", '"text"', 'cell("table", "one", "a_s")', "column('table','b')"]
    ),
)
formulas = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "**", "<", "==", " and ", " or ", "%", "@"]), inner).map(
            lambda parts: f"({parts[0]}{parts[1]}{parts[2]})"
        ),
        st.tuples(st.sampled_from([*FUNCTIONS, *LOOK_UPS, "print"]), st.lists(inner, max_size=3)).map(
            lambda call: f"{call[0]}({', '.join(call[1])})"
        ),
        inner.map(lambda text: f"-{text}"),
        inner.map(lambda text: f"[{text}, {text}]"),
    ),
    max_leaves=12,
)
TABLE = parse_table("table", "name,a_s,b\none,1,x\ntwo,2.5,3\n")


@often
@given(text=formulas)
def test_any_formula_gives_numbers_or_says_why_not(text):
    names = {"a": 2.0, "b": -0.5, "series": (1.0, 2.0, 0.0)}

    def act(content):
        try:
            work_out(content.decode(), {"table": TABLE}, names)
        except FormulaError as error:
            return str(error)
        return "a value"

    assert watched(act, text.encode())[0]


values = st.recursive(
    st.one_of(st.sampled_from(ODD_TEXTS), st.integers(-(2**70), 2**70), st.floats(), st.booleans()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from([*FIXED_FACTORS, "name", "question", "kind", "steps", "variants"]), inner, max_size=4
        ),
    ),
    max_leaves=8,
)


def toml(value):
    """A value as a TOML file has it, all tables in one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value) if isinstance(value, str) else repr(value)


@often
@given(table=st.dictionaries(st.sampled_from(Study.__struct_fields__), values, max_size=8))
def test_any_table_as_a_study_is_planned_or_refused(table):
    text = "".join(f"{key} = {toml(value)}\n" for key, value in table.items())
    tried("study", text.encode("utf-8", "surrogatepass"))


lines = st.dictionaries(st.sampled_from(["kind", "record", "reason", "count", "values", "ok"]), values, max_size=5)


@often
@given(objects=st.lists(lines, max_size=4))
@pytest.mark.parametrize("name", ["probe", "records", "launcher"])
def test_any_lines_of_json_are_a_value_or_a_sentence(name, objects):
    tried(name, b"".join(json.dumps(one).encode() + b"\n" for one in objects))
