"""Everything that a client may have to say has words."""

import re
from typing import Any, get_args

import msgspec
import pytest
from games.density_deck.given import GAME
from quarterdeck_client.phrases import PhraseBook, Phrases
from quarterdeck_protocol.games import density_deck
from quarterdeck_protocol.games.density_deck import Action, Event, RoundBegan
from quarterdeck_server.cards.rule_books import phrases_of

PHRASES = GAME.phrases
RULES = phrases_of(GAME).rules
KINDS = [*get_args(Action), *get_args(Event)]


def tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def test_every_action_and_every_event_has_a_phrase_and_nothing_else_has() -> None:
    assert set(PHRASES.actions) == {tag(kind) for kind in get_args(Action)}
    assert set(PHRASES.events) == {tag(kind) for kind in get_args(Event)}


@pytest.mark.parametrize("kind", KINDS, ids=tag)
def test_every_placeholder_is_a_field(kind: Any) -> None:
    phrase = {**PHRASES.actions, **PHRASES.events}[tag(kind)]
    assert set(re.findall(r"{(\w+)", phrase)) <= set(kind.__struct_fields__)


def test_a_phrase_never_needs_a_field_that_a_viewer_may_not_see() -> None:
    for secret, phrase in (("card", "drew"), ("pile", "reshuffled"), ("hands", "dealt")):
        assert f"{{{secret}}}" not in PHRASES.events[phrase]


STRUCTS = {
    "card": density_deck.Card,
    "taken": density_deck.Taken,
    "showings": density_deck.Showing,
    "winners": density_deck.Winner,
    "score": density_deck.Score,
    "subtracted": density_deck.Subtraction,
    "prospects": density_deck.Prospect,
}


@pytest.mark.parametrize("name", sorted(PHRASES.things))
def test_every_placeholder_of_a_thing_is_a_field_of_it(name: str) -> None:
    fields = STRUCTS.get(name, density_deck.Card).__struct_fields__
    assert set(re.findall(r"{(\w+)}", PHRASES.things[name])) <= set(fields)


def test_every_object_in_a_phrase_has_words_of_its_own() -> None:
    said = " ".join((*PHRASES.actions.values(), *PHRASES.events.values(), *PHRASES.things.values()))
    for name in ("card", "showings", "winners", "hand", "score", "discard"):
        assert f"{{{name}}}" in said
        assert name in PHRASES.things


def test_the_price_of_a_lost_fight_is_said_where_there_may_be_one() -> None:
    """DD-42"""
    phrasing = PhraseBook(Phrases(events=PHRASES.events), ["Ann"])
    said = [
        phrasing.event(msgspec.json.encode(RoundBegan(round=round_, damage=damage, surrender_cost=1)))
        for round_, damage in ((1, None), (2, 2))
    ]
    assert said == ["Round 1. Surrendering costs 1 life.", "Round 2. Surrendering costs 1 life, a lost fight 2."]


def test_the_rules_page_says_what_stays_hidden_and_what_a_transcript_opens() -> None:
    """DD-43, DD-6, DD-37, DD-39: and how long one is waited for."""
    page = " ".join(RULES.split())
    for needed in ("stays hidden", "face down", "transcript", "30 seconds"):
        assert needed in page


def test_the_rules_in_brief_fit_on_a_page() -> None:
    assert RULES.startswith("# Density Deck\n")
    assert 30 <= len(RULES.splitlines()) <= 60
    assert all(len(line) <= 120 for line in RULES.splitlines())
