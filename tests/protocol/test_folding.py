"""Texts are folded as `folding-vectors.json` says, which other languages read too."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import quarterdeck_protocol
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_protocol import folding
from quarterdeck_protocol.folding import are_same, finds, folded, searchable, spelt_out, words_sought

FILE = Path(quarterdeck_protocol.__file__).parent.parent / "folding-vectors.json"
VECTORS = json.loads(FILE.read_bytes())
TEXTS = [vector["text"] for vector in VECTORS["texts"]]


@pytest.mark.parametrize("vector", VECTORS["texts"], ids=lambda vector: ascii(vector["text"]))
def test_a_text_is_folded_as_the_vector_says(vector: dict[str, Any]) -> None:
    text = vector["text"]
    assert {
        "text": text,
        "folded": folded(text),
        "spelt_out": spelt_out(text),
        "searchable": searchable(text),
    } == vector


@pytest.mark.parametrize("vector", VECTORS["questions"], ids=lambda vector: ascii(vector["question"]))
def test_a_question_finds_what_the_vector_says(vector: dict[str, Any]) -> None:
    words = words_sought(vector["question"])
    assert [text for text in TEXTS if finds(words, searchable(text))] == vector["finds"]


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Adélie penguin", ["adelie penguin", "ADÉLIE PENGUIN", "Ade\u0301lie-penguin", "ａｄｅｌｉｅ penguin"]),
        ("Löwe", ["löwe", "loewe", "lowe", "LÖWE", "LOEWE"]),
        ("Daubenton’s bat", ["Daubenton's bat", "daubentons bat", "DAUBENTON´S BAT", "Daubenton`s\u00a0bat"]),
        ("Mentha × piperita", ["mentha x piperita", "Mentha ✕ piperita", "MENTHA X PIPERITA"]),
        ("Cæsar", ["caesar", "CÆSAR"]),
        ("Grüße", ["gruesse", "grusse", "GRÜẞE"]),
        ("Fire-breather", ["fire breather", "Fire\u2011breather", "fire–breather", "ﬁre\u200b breather"]),
    ],
)
def test_a_name_is_the_same_however_it_is_typed(name: str, typed: list[str]) -> None:
    assert [text for text in typed if not are_same(name, text)] == []
    assert [text for text in typed if not finds(words_sought(text), searchable(name))] == []


@pytest.mark.parametrize(("one", "other"), [("doe", "do"), ("Löwe", "Lawe"), ("true", "tru"), ("cat", "cats")])
def test_other_names_stay_others(one: str, other: str) -> None:
    assert not are_same(one, other)


def test_a_word_of_german_or_english_that_ends_with_e_is_no_umlaut() -> None:
    """`doe` finds no `dog`, as it would if every `oe` were an `o`."""
    assert not finds(words_sought("doe"), searchable("The dog lies down"))


def test_every_character_has_as_many_words_in_both_forms() -> None:
    for code in (*range(0x3000), *range(0x3000, sys.maxunicode, 97)):
        text = f"a{chr(code)}b"
        assert len(words_sought(text)) == len(folded(text).split()), hex(code)
    assert len(folding._CHARACTERS) <= folding.MOST_REMEMBERED


@given(st.text())
def test_a_folded_text_is_folded(text: str) -> None:
    once = folded(text)
    assert folded(once) == once
    assert finds(words_sought(text), searchable(text))
