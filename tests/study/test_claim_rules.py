"""What the keys of a rule that measures must be together; each mistake is named with its place."""

import pytest

from assay.errors import StudyError
from assay.study.claims import read_claims

CLAIMS = """
[source]
name = "Somebody 2020"
title = "Threads"
what = "counts"

[[claim]]
id = "mine-1"
place = "p"
claim = "c"
published = "p"
measure = "m"
basis = "here"
here = "h"
why = "w"
if_true = "t"
if_artefact = "a"
[claim.rule]
"""


def problems(rule):
    try:
        read_claims({"mine/claims.toml": CLAIMS + rule})
    except StudyError as error:
        return "\n".join(error.problems)
    return ""


@pytest.mark.parametrize(
    "rule",
    [
        'kind = "scaling, here"\nsplit = "O2 step 0"\nclaimed = "scales"',
        'kind = "scaling, here"\nvariant = "c/*"\nclaimed = "scales"\nagainst = "ceiling"\nreaches = 0.95',
        'kind = "scaling, here"\nsplit = "python/*"\nclaimed = "no gain"',
        'kind = "equal scaling, here"\nsplits = ["java/*", "c/*"]',
        'kind = "equal scaling, here"\nsplits = ["java/*"]\nclaimed = "differ"\nwithin = 0.1',
        'kind = "not parallel, here"\nvariant = "python/*"',
        'kind = "kernel threads, here"\nvariant = "go/*"\nfewer = true',
        'kind = "response, here"\nvariant = "go/*"\nat_most = 7.3',
    ],
)
def test_a_rule_that_fits_is_read(rule):
    assert problems(rule) == ""


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ('kind = "scaling, here"\nclaimed = "scales"', "expected either split or variant, found neither"),
        ('kind = "scaling, here"\nsplit = "a"\nvariant = "b"\nclaimed = "scales"', "found both"),
        ('kind = "scaling, here"\nsplit = "a"\nclaimed = "flies"', 'claimed: unknown "flies"'),
        ('kind = "scaling, here"\nsplit = "a"\nclaimed = "scales"\nagainst = "ceiling"', "give a pattern of variants"),
        ('kind = "scaling, here"\nvariant = "a"\nclaimed = "scales"\nagainst = "sky"', 'against: unknown "sky"'),
        ('kind = "equal scaling, here"\nsplits = ["a"]\nclaimed = "scales"', 'claimed: unknown "scales"'),
        ('kind = "response, here"\nvariant = "a"', "expected at_least, at_most or both, found neither"),
        ('kind = "ratio, here"\nbaseline = "a"\ncandidate = "b"', "expected at_least, at_most or both, found neither"),
    ],
)
def test_a_rule_that_does_not_fit_is_refused_with_its_place(rule, said):
    found = problems(rule)
    assert said in found
    assert "mine-1" in found
