"""A program checks that no sentence of the rules has escaped its test."""

import re
from pathlib import Path

import pytest

SENTENCES = [f"S2:{line}" for line in range(4, 33)]
RULINGS = [f"DD-{number}" for number in range(1, 41)]


def _cited() -> set[str]:
    here = Path(__file__)
    texts = [file.read_text("utf-8") for file in here.parent.glob("test_*.py") if file != here]
    return {citation for text in texts for citation in re.findall(r"\b(?:S2:\d+|DD-\d+)\b", text)}


@pytest.mark.parametrize("citation", [*SENTENCES, *RULINGS])
def test_each_is_cited_by_a_test(citation: str) -> None:
    assert citation in _cited()
