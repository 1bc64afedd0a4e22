"""A program checks that no sentence of the rules has escaped its test."""

import re
from pathlib import Path

import pytest

LINES = [
    *range(8, 12),
    *range(15, 24),
    *range(27, 31),
    *range(34, 45),
    *range(48, 55),
    *range(58, 62),
    *range(65, 77),
    *range(80, 94),
    *range(97, 101),
    *range(104, 111),
    *range(114, 134),
    *range(137, 141),
]
"""The lines of the published text that say something; the others are headings."""

SENTENCES = [f"S4:{line}" for line in LINES]
RULINGS = [f"MY-{number}" for number in range(1, 70)]


def _cited() -> set[str]:
    here = Path(__file__)
    texts = [file.read_text("utf-8") for file in here.parent.glob("test_*.py") if file != here]
    return {citation for text in texts for citation in re.findall(r"\b(?:S4:\d+|MY-\d+)\b", text)}


@pytest.mark.parametrize("citation", [*SENTENCES, *RULINGS])
def test_each_is_cited_by_a_test(citation: str) -> None:
    assert citation in _cited()
