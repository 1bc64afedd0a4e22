"""A program checks that no rule has escaped its test."""

import re
from pathlib import Path

import pytest

LINES = """7 11 17 19 21 23 25 29 33 35 37 39 41 45 46 47 49 51 53 55 57 60 63 65 67 69 71 73 79 82 86 89 91 93 116 118
120 122 124 126 128 130 134 135 136 137 138 139 140 141 145 147 149 153 155 157 159 161 163 165 167"""
"""The lines of the published text that say a rule; the others tell of plans, packs and where things are printed."""

SENTENCES = [f"S0:{line}" for line in LINES.split()]
RULINGS = [f"AM-{number}" for number in range(1, 76)]


def _cited() -> set[str]:
    here = Path(__file__)
    texts = [file.read_text("utf-8") for file in here.parent.glob("test_*.py") if file != here]
    return {citation for text in texts for citation in re.findall(r"\b(?:S0:\d+|AM-\d+)\b", text)}


@pytest.mark.parametrize("citation", [*SENTENCES, *RULINGS])
def test_each_is_cited_by_a_test(citation: str) -> None:
    assert citation in _cited()
