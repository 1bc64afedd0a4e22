"""Further sets of MYACARDS: what may stand on a card, everything that may not at once, and whole matches with them."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from games.myacards.given import given as field_of
from games.sets.wildly import fields_of, value_of
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect
from quarterdeck_games.card_sets import written
from quarterdeck_games.dice import Dice
from quarterdeck_games.myacards.catalogue.lineages import TERRAINS
from quarterdeck_games.myacards.catalogue.shipped import FIRST, SHIPPED
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.faces import Catalogue
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.myacards.sets import MyacardsSets
from quarterdeck_games.myacards.state import State
from quarterdeck_games.set_rules import SetsRefused, Source, read_sets
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.names import GameName, Seat, Version

RULES = MyacardsSets()
EXAMPLE = Path(__file__).parents[3] / "deploy" / "cards" / "moorland.json"
MOOSE: dict[str, Any] = {
    "id": "alces-alces",
    "number": 1,
    "name": "Alces alces",
    "kind": "active",
    "english": "Moose",
    "sets": ["EUK", "ANI", "CHO", "MAM", "ART", "CEV", "CAO", "ALC"],
    "affinities": ["forest"],
    "attack": 4,
    "defense": 6,
    "speed": 2,
}
ALCES = {"code": "ALC", "rank": "genus", "name": "Alces"}
STORM: dict[str, Any] = {
    "id": "storm",
    "number": 2,
    "name": "Storm",
    "kind": "event",
    "text": "Each active card has −1 SPD for good.",
    "does": [{"type": "every", "who": {"side": "any"}, "does": {"type": "chip", "speed": -1}}],
}


def read(*cards: dict[str, Any], **fields: Any) -> Catalogue:
    value = {"game": "myacards", "id": "TEST", "name": "Test", "cards": list(cards), "taxa": [ALCES], **fields}
    catalogue = read_sets(RULES, [Source("test.json", value)])
    assert isinstance(catalogue, Catalogue)
    return catalogue


def wrong(*cards: dict[str, Any], **fields: Any) -> list[str]:
    with pytest.raises(SetsRefused) as refused:
        read(*cards, **fields)
    return [str(fault).removeprefix("test.json, ") for fault in refused.value.faults]


def test_the_first_set_keeps_what_is_asked_of_every_set() -> None:
    assert list(RULES.wrong_with_set(FIRST, SHIPPED)) == []
    for card in FIRST.cards:
        assert list(RULES.wrong_with_card(card, SHIPPED, frozenset())) == []


def test_the_first_set_is_the_same_after_being_written_and_read() -> None:
    assert msgspec.json.decode(written(FIRST), type=CardSet[Card]) == FIRST


def test_a_set_brings_its_own_genera_and_faces() -> None:
    catalogue = read(MOOSE, STORM)
    assert catalogue.taxa["ALC"].name == "Alces"
    assert catalogue.faces[my.CardId("alces-alces")].stats == (4, 6, 2)
    assert set(catalogue.cards) == {*SHIPPED.cards, "alces-alces", "storm"}
    assert Myacards(catalogue).faces is catalogue.faces
    assert "storm" not in Myacards().faces


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({**MOOSE, "attack": 13}, "“alces-alces”, attack: A statistic is from 0 to 12, not 13."),
        ({**MOOSE, "sacrifices": 4}, "“alces-alces”, sacrifices: A card needs from 0 to 3 sacrifices, not 4."),
        (
            {**MOOSE, "sets": [*MOOSE["sets"][:-1], "XYZ"]},
            "“alces-alces”, sets[7]: Nobody has said what “XYZ” stands for: it is in the `taxa` of no set.",
        ),
        (
            {**MOOSE, "sets": ["ANI", "EUK"]},
            "“alces-alces”, sets: Sets stand from the broadest to the narrowest: domain, kingdom",
        ),
        (
            {**MOOSE, "sets": ["EUK", "ANI", "CHO", "MAM", "CAR", "CAO", "ALC"]},
            "“alces-alces”, sets[5]: On Rangifer tarandus “CAO” stands under EUK ANI CHO MAM ART CEV.",
        ),
        ({**MOOSE, "sets": []}, "“alces-alces”, sets: An active card has from 1 to 9 classification sets (S4:27)."),
        ({**MOOSE, "affinities": ["moon"]}, "“alces-alces”, affinities[0]: “moon” is none of these: forest, grassland"),
        ({**MOOSE, "junior_of": "unicorn"}, "“alces-alces”, junior_of: There is no active card “unicorn”."),
        ({**MOOSE, "junior_of": "canis-latrans"}, "“alces-alces”, junior_of: Canis latrans is a Junior itself."),
        ({**STORM, "attack": 3}, "“storm”, attack: Only an active card has statistics, not a card of kind event."),
        ({**STORM, "text": ""}, "“storm”, text: A card that does something says so."),
        ({**STORM, "does": []}, "“storm”: This card of kind event does nothing."),
        ({**STORM, "name": "Wildfire"}, "“storm”, name: There is another card with the name “Wildfire”."),
        ({**STORM, "does": [{"type": "draw", "cards": 40}]}, "“storm”, does[0].cards: This is from 1 to 8, not 40."),
        (
            {**STORM, "does": [{"type": "every", "who": {"reach": "near"}, "does": {"type": "remove"}}]},
            "“storm”, does[0].who.reach: What is done once has no column of its own.",
        ),
        (
            {**STORM, "does": [{"type": "chosen", "who": {"kinds": ["event"]}, "does": {"type": "shift"}}]},
            "“storm”, does[0].who.kinds: This can be done only to cards of kind active, support.",
        ),
        ({**STORM, "does": [{"type": "win"}]}, "“storm”, does[0].type: “win” is no word for this; there are: chosen"),
        (
            {**STORM, "laws": [{"type": "guards", "who": {"taxon": "XYZ"}}]},
            "“storm”, laws[0].who.taxon: Nobody has said what “XYZ” stands for.",
        ),
    ],
)
def test_anything_that_is_wrong_is_said_with_card_and_field(card: dict[str, Any], says: str) -> None:
    faults = wrong(card)
    assert faults[0].startswith(says), faults


def test_a_code_is_given_once() -> None:
    faults = wrong(MOOSE, taxa=[ALCES, {"code": "MAM", "rank": "clan", "name": "Mammals"}, {**ALCES, "code": "al"}])
    assert [fault.partition(":")[0] for fault in faults] == ["taxa[1].rank", "taxa[1].code", "taxa[2].code"]


def test_a_ready_deck_of_a_set_must_be_one() -> None:
    deck = {"id": "moose", "name": "Moose", "cards": {"alces-alces": 5, "unicorn": 1}}
    assert wrong(MOOSE, decks=[deck]) == [
        "“moose”, cards: A deck has from 45 to 200 cards, not 6 (S4:67).",
        "“moose”, cards: No more than 4 of Alces alces may be in a deck, not 5 (S4:74).",
        "“moose”, cards: There is no card “unicorn”.",
    ]


def test_a_card_of_a_set_moves_every_card_that_it_means_each_to_its_first_free_zone() -> None:
    """No shipped card does this to every card: only a set can."""
    shifts = {"type": "every", "who": {"side": "own", "kinds": ["active"]}, "does": {"type": "shift"}}
    match = field_of({"0.3.0": "canis-lupus", "0.3.1": "canis-lupus"}, hand=["spring-dispersal"])
    catalogue = read(MOOSE, {**STORM, "does": [shifts]})
    mine = msgspec.structs.replace(match.state.sides[0], hand=(my.CardId("storm"),))
    match.state = msgspec.structs.replace(match.state, catalogue=catalogue, sides=(mine, match.state.sides[1]))
    match.play("storm")
    moved = [event for event in match.happened if isinstance(event, my.Moved)]
    assert [event.zone for event in moved] == ["0.3.2", "0.3.0"]


def test_the_example_set_plays_a_match() -> None:
    """Both play its ready deck to the end, its own cards before all others."""
    value = msgspec.json.decode(EXAMPLE.read_bytes())
    catalogue = read_sets(RULES, [Source(EXAMPLE.name, {name: value[name] for name in value if name != "$schema"})])
    assert isinstance(catalogue, Catalogue)
    game, ours = Myacards(catalogue), {card.id for card in catalogue.further[0].cards}
    deck = catalogue.decks["the-moor"]
    state = game.blank(game.setup(2, my.Options(turn_cap=60), [deck, deck]))
    state = game.fold(state, game.start(state, Dice(b"moor", Version(1))))
    came: set[str] = set()
    version = 1
    while game.result(state) is None:
        version += 1
        seat = next(seat for seat in (Seat(0), Seat(1)) if game.choices(state, seat))
        choices = game.choices(state, seat)
        choice = next((each for each in choices if getattr(each, "card", "") in ours), choices[0])
        came.update({getattr(choice, "card", "")} & ours if isinstance(choice, my.Place | my.Play) else ())
        state = game.fold(state, game.decide(state, seat, choice, Dice(b"moor", Version(version))))
    assert came == ours


# Whatever passes can be played


def leaf(chance: Random, name: str, kind: inspect.Type) -> Any:
    if name == "affinity":
        return chance.choice(("", *TERRAINS))
    if name == "taxon":
        return chance.choice(("", "MAM", "CAR", "PLA"))
    assert isinstance(kind, inspect.IntType), name
    return chance.choice((-2, -1, 1, 2, 3))


def wild_cards(chance: Random) -> Iterator[Card]:
    """Return cards with random texts, of all kinds but the active ones, as far as the rules of sets let them pass."""
    fields, number = fields_of(Card), 0
    while True:
        number += 1
        kind = chance.choice(("support", "dominion", "event", "effect"))
        card: dict[str, Any] = {"id": f"wild-{number}", "number": number, "name": f"The Wild {number}", "kind": kind}
        for name in ("does", "laws") if kind in ("event", "effect") and chance.random() < 0.5 else ("laws",):
            card[name] = value_of(chance, fields[name], leaf, name)
        made = msgspec.convert({**card, "text": "Wild."}, Card)
        if not list(RULES.wrong_with_card(made, SHIPPED, frozenset())):
            yield made


def test_enough_of_the_vocabulary_comes_up() -> None:
    cards = wild_cards(Random(1))
    words = set(re.findall(r'"type":"(\w+)"', str([msgspec.json.encode(next(cards)) for _ in range(400)])))
    assert len(words) >= 26


@given(st.integers(0, 2**32))
def test_no_card_that_passes_is_wrong_in_the_middle_of_a_match(seed: int) -> None:
    chance = Random(seed)
    cards = wild_cards(chance)
    wild = tuple([next(cards) for _ in range(40)])
    catalogue = Catalogue(FIRST, [CardSet(game=GameName("myacards"), id="WILD", name="Wild", cards=wild)])
    game = Myacards(catalogue)
    active = [card.id for card in FIRST.cards if card.kind is my.Kind.ACTIVE and not card.sacrifices]
    deck = Deck(cards=tuple([(card, 1) for card in (*active[:40], *(each.id for each in wild))]))
    state = game.blank(game.setup(2, my.Options(turn_cap=40, opening_hand=8), [deck, deck]))
    state = game.fold(state, game.start(state, Dice(b"", Version(1))))
    for number in range(150):
        offered = [(seat, choice) for seat in (Seat(0), Seat(1)) for choice in game.choices(state, seat)]
        if not offered:
            break
        playing = [each for each in offered if isinstance(each[1], my.Play | my.Place)]
        seat, choice = chance.choice(playing if playing and chance.random() < 0.7 else offered)
        if isinstance(choice, my.Place):
            choice = my.Place(card=choice.card, zones=choice.zones[:1])  # where it is a pattern
        if isinstance(choice, my.Attack):
            choice = my.Attack(piece=choice.piece, targets=choice.targets[:1])
        state = game.fold(state, game.decide(state, seat, choice, Dice(b"", Version(number + 2))))
        assert [held_by(state, seat) for seat in (0, 1)] == [80, 80], "a card was lost or doubled"
        assert set(game.view(state, Seat(0)).faces) <= set(catalogue.cards)


def held_by(state: State, seat: int) -> int:
    """Count a seat's cards."""
    side = state.sides[seat]
    return (
        len(side.hand)
        + len(side.deck)
        + len(side.oblivion)
        + sum(piece is not None and piece.seat == seat for piece in state.board)
    )
