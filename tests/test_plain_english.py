"""Docstrings and documents are plain English: few clauses with who, what or whether, and short sentences.

Folders that are not rewritten yet are listed, and their numbers may only fall.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

import pytest
from prose import (
    LEAST_WORDS,
    clauses_per_thousand,
    comments_of_scripts,
    docstrings,
    documents,
    has_clause,
    is_riddle,
    median_sentence,
    names_of_tests,
    opens_with_clause,
    opens_without_agent,
)

MOST_IN_DOCSTRINGS = 8.0
"""Clauses in 1,000 words of a folder's docstrings. Six comparable projects have 0.4 to 2.9."""

MOST_OPENINGS = 0.02
"""The part of a folder's docstrings that opens with such a clause."""

MOST_IN_COMMENTS = 5.0
"""The same in comments of JavaScript, which had 31.6 and 43.7 before they were rewritten."""

MOST_IN_DOCUMENTS, MEDIAN_SENTENCE = 6.0, 15

MOST_NAMES_WITHOUT_AGENT, MOST_RIDDLES = 0.02, 0.28
"""The parts of all test names that open with who or what, and that have such a word anywhere. They may only fall."""

FOLDERS = (
    "client/quarterdeck_client",
    "client",
    "deploy",
    "protocol/quarterdeck_protocol",
    "server/quarterdeck_games",
    "server/quarterdeck_server/evaluation",
    "server/quarterdeck_server/lobby/collection",
    "server/quarterdeck_server/lobby/matchmaking",
    "server/quarterdeck_server/lobby/tables",
    "server/quarterdeck_server/lobby",
    "server/quarterdeck_server/web",
    "server/quarterdeck_server/commands",
    "server/quarterdeck_server/docs_build",
    "server/quarterdeck_server",
    "server/quarterdeck_testing",
    "server",
)
"""Folders, a part before the whole."""


@cache
def _by_folder() -> Mapping[str, Sequence[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in docstrings():
        found[next(folder for folder in FOLDERS if name.startswith(f"{folder}/"))].append(text)
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_are_plain(folder: str) -> None:
    texts = _by_folder().get(folder, [])
    assert texts, "a folder without docstrings has gone or moved"
    assert clauses_per_thousand("\n\n".join(texts)) <= MOST_IN_DOCSTRINGS
    assert sum(map(opens_with_clause, texts)) / len(texts) <= MOST_OPENINGS


@pytest.mark.parametrize("folder", ["client/javascript/src/", "client/web/src/"])
def test_comments_of_scripts_are_plain(folder: str) -> None:
    texts = [text for name, text in comments_of_scripts() if name.startswith(folder)]
    assert len(texts) > 400
    assert clauses_per_thousand("\n\n".join(texts)) <= MOST_IN_COMMENTS
    assert sum(map(opens_with_clause, texts)) / len(texts) <= MOST_OPENINGS


def test_documents_are_plain() -> None:
    over = {
        name
        for name, text in documents()
        if len(text.split()) >= LEAST_WORDS
        and (clauses_per_thousand(text) > MOST_IN_DOCUMENTS or median_sentence(text) > MEDIAN_SENTENCE)
    }
    assert over == set()


def test_names_of_tests_state_behaviour() -> None:
    names = [name for _, name in names_of_tests()]
    assert sum(map(opens_without_agent, names)) / len(names) <= MOST_NAMES_WITHOUT_AGENT
    assert sum(map(is_riddle, names)) / len(names) <= MOST_RIDDLES


def test_the_measure_finds_riddles() -> None:
    assert opens_without_agent("test_who_leaves_is_told")
    assert not opens_without_agent("test_a_player_who_leaves_loses")
    assert is_riddle("test_a_player_who_leaves_loses")
    assert not is_riddle("test_a_hazard_resolves_before_the_spell_that_triggered_it")
    assert opens_with_clause("Whether anybody follows it.")
    assert not opens_with_clause("What is a seat? A place in a match.")
    assert has_clause("Tell whoever follows.")
    assert not has_clause("True if any connection follows the match.")
    assert clauses_per_thousand("Who is told what " * 10) == 500
    assert median_sentence("One two three four five. One two three four five six seven.") == 6
