"""What is said of a match in words: every sentence of whole playthroughs, as a client without rules says it.

Sentences are said from a game's phrases alone. No card and no piece is called by its id, one is one, and of two choices
that differ one can tell which is which.
"""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from games.worlds import WORLDS
from protocol.test_marks import leaves, plain, schema_of
from quarterdeck_client.phrases import NOTHING, PhraseBook, Phrases
from quarterdeck_games import GAMES
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_protocol.names import Viewer
from quarterdeck_testing.made_up_actions import some_action
from quarterdeck_testing.plans import Manner, Plan
from quarterdeck_testing.random_matches import Playing, played, refusal

NAMES = ("amfibido", "density-deck")
WORD = re.compile(r"[\w.-]*\w")
PLAIN_WORDS = {"hand", "deck", "revealed", "looked_at", "cooldown", "discard"}
"""Zones of Amfibido, which are called what they are."""

MATCHES = 6
ONE_OF_MANY = re.compile(r"\b1 (?!is\b|goes\b|has\b|makes\b)[a-z]+s\b")
PIECE = re.compile(r"\b[a-z]+(-[a-z]+)*-\d+\b")
IDS = re.compile(rf"\b({'|'.join(sorted(CARDS, key=len, reverse=True))})\b")


def plan(name: str, number: int) -> Plan:
    game = GAMES[name]
    manners: tuple[Manner, ...] = (Manner.ACTS, Manner.DAWDLES, Manner.LEAVES)
    manner = manners[number % 3]
    seats = game.seats[number % len(game.seats)]
    return Plan(
        world=WORLDS[name], setup=game.setup(seats, game.options()), seed=number, chance=2 * number + 1, manner=manner
    )


def phrasing(playing: Playing) -> PhraseBook:
    phrases = playing.game.phrases
    book = Phrases(actions=phrases.actions, events=phrases.events, things=phrases.things)
    return PhraseBook(book, ["Ann", "Ben", "Cy", "Di"])


@cache
def sentences(name: str) -> tuple[tuple[str, str], ...]:
    """Return every sentence of some matches with the type of what it says, each once."""
    return tuple(dict.fromkeys(_sentences(name)))


def _sentences(name: str) -> Iterator[tuple[str, str]]:
    for number in range(MATCHES):
        for playing in played(plan(name, number)):
            said = phrasing(playing)
            for viewer in playing.viewers:
                for event in playing.entries[-1].events:
                    redacted = playing.game.redact(event, viewer)
                    yield _tag(redacted), said.event(msgspec.json.encode(redacted))
            for choice in playing.all_choices:
                yield _tag(choice), said.action(msgspec.json.encode(choice))


def _tag(event: Any) -> str:
    return str(type(event).__struct_config__.tag)


@pytest.mark.parametrize("name", NAMES)
def test_one_of_anything_is_said_as_one(name: str) -> None:
    assert [said for _, said in sentences(name) if ONE_OF_MANY.search(said)] == []


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_called_by_its_id(name: str) -> None:
    assert [said for _, said in sentences(name) if PIECE.search(said) or IDS.search(said) or "_" in said] == []


@pytest.mark.parametrize("name", ["amfibido", "amiibart", "density-deck", "myacards"])
def test_no_sentence_has_an_id_of_a_card_a_piece_or_a_zone(name: str) -> None:
    """Ids are whatever the schema marks as such in what was told until then; pieces are said as they stand in the view
    of the same update."""
    schema, ids = plain(schema_of(name)), set()
    spoken = 0
    for number in range(2):
        for playing in played(plan(name, number)):
            for viewer in playing.viewers:
                view = msgspec.json.encode(playing.game.view(playing.state, viewer))
                heard = [playing.game.redact(event, viewer) for event in playing.entries[-1].events]
                published = [msgspec.json.encode(event) for event in heard if event is not None]
                offered = [] if viewer is None else playing.record.choices[viewer]
                choices = [msgspec.json.encode(choice) for choice in offered]
                for part, frames in (("View", [view]), ("Event", published), ("Action", choices)):
                    for frame in frames:
                        found = leaves(schema, {"$ref": f"#/$defs/Game{part}"}, msgspec.json.decode(frame), "")
                        named = (leaf for leaf in found if leaf.mark in ("card", "piece", "zone"))
                        ids |= {leaf.value for leaf in named if isinstance(leaf.value, str)} - PLAIN_WORDS
                said = phrasing(playing).at(view)
                for sentence in (*map(said.event, published), *map(said.action, choices)):
                    assert not ids & set(WORD.findall(sentence)), sentence
                    spoken += 1
    assert spoken > 500
    assert name == "density-deck" or len(ids) > 20


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_has_a_gap(name: str) -> None:
    """What a viewer is not told, or what there is not, has words too."""
    assert [said for tag, said in sentences(name) if NOTHING in said and tag not in ("fought",)] == []


@pytest.mark.parametrize("name", NAMES)
def test_of_two_choices_one_can_tell_which_is_which(name: str) -> None:
    for number in range(MATCHES):
        for playing in played(plan(name, number)):
            said = phrasing(playing)
            for choices in playing.record.choices:
                sentences = {said.action(msgspec.json.encode(choice)): choice for choice in choices}
                assert len(sentences) == len({_but_for_ids(choice) for choice in choices})


def _but_for_ids(choice: Any) -> str:
    """Two cards of one name in one place are as good as each other."""
    fields = msgspec.to_builtins(choice)
    return str({name: value for name, value in fields.items() if name not in ("piece", "replaces", "swaps")})


def test_a_refusal_names_no_piece_by_its_id() -> None:
    """Amfibido, whatever is sent; what somebody has made up is not said back to them either."""
    chance = Random(3)
    for number in range(MATCHES):
        for playing in played(plan("amfibido", number)):
            actions = [some_action(playing.game, chance) for _ in range(3)] + playing.all_choices
            for seat in playing.record.seats:
                for action in actions:
                    refused = refusal(playing.record, seat, playing.record.codec.canonical(action))
                    if refused is not None:
                        assert not PIECE.search(refused[1]), refused
                        assert not IDS.search(refused[1]), refused


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_card_that_a_view_of_amfibido_names_has_its_face_beside_it(viewer: Viewer) -> None:
    """So that no client makes a name from an id."""
    for number in range(MATCHES):
        for playing in played(plan("amfibido", number)):
            view = playing.game.view(playing.state, viewer)
            seen = msgspec.to_builtins(view)
            faces = set(seen.pop("faces"))
            assert {card for card in _strings(seen) if card in CARDS and card not in ("spawn", "switcheroo")} <= faces


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for inner in value.values():
                yield from _strings(inner)
        case list() | tuple():
            for inner in value:
                yield from _strings(inner)
        case _:
            pass
