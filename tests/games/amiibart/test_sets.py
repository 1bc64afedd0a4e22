"""Further sets of Amiibart TCG: what may stand on a card, everything that may not at once, and playing with them."""

import re
from random import Random
from typing import Any

import msgspec
import pytest
from games.amiibart.wild import wild_cards
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games.amiibart import actions
from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.cards.catalogue import LAUNCH, SHIPPED
from quarterdeck_games.amiibart.cards.second.catalogue import SECOND
from quarterdeck_games.amiibart.deck_rules import ELEMENTS
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.amiibart.sets import AmiibartSets
from quarterdeck_games.amiibart.state import State
from quarterdeck_games.card_sets import written
from quarterdeck_games.dice import Dice
from quarterdeck_games.set_rules import SetsRefused, Source, read_sets, source_of
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.names import GameName, Seat, Version

RULES = AmiibartSets()
SPELL: dict[str, Any] = {
    "id": "paper-rain",
    "number": 1,
    "name": "Paper Rain",
    "kind": "spell",
    "element": "light",
    "text": "Deal 100 damage to each opposing Fighter.",
    "cost": 2,
    "does": [{"type": "damage", "amount": 100, "who": {"which": "all"}}],
}
FIGHTER: dict[str, Any] = {
    "id": "paper-knight",
    "number": 2,
    "name": "Paper Knight",
    "kind": "fighter",
    "element": "light",
    "cost": 1,
    "attack": 100,
    "health": 300,
}


def read(*cards: dict[str, Any], **fields: Any) -> Catalogue:
    value = {"game": "amiibart", "id": "TEST", "name": "Test", "cards": list(cards), **fields}
    catalogue = read_sets(RULES, [Source("test.json", value)])
    assert isinstance(catalogue, Catalogue)
    return catalogue


def wrong(*cards: dict[str, Any], **fields: Any) -> list[str]:
    with pytest.raises(SetsRefused) as refused:
        read(*cards, **fields)
    return [str(fault).removeprefix("test.json, ") for fault in refused.value.faults]


def test_the_launch_set_keeps_what_is_asked_of_every_set() -> None:
    for card in LAUNCH.cards:
        assert list(RULES.wrong_with_card(card, SHIPPED, frozenset())) == []


def test_the_launch_set_is_the_same_after_being_written_and_read() -> None:
    assert msgspec.json.decode(written(LAUNCH), type=CardSet[Card]) == LAUNCH


def test_a_set_stands_beside_the_launch_set_and_changes_nothing_of_it() -> None:
    catalogue = read(SPELL, FIGHTER)
    assert [one.id for one in catalogue.sets] == ["AB1", "TEST"]
    assert catalogue.cards["paper-rain"].cost == 2
    assert set(catalogue.cards) == {*SHIPPED.cards, "paper-rain", "paper-knight"}
    assert "paper-rain" not in SHIPPED.cards
    assert Amiibart().catalogue is SHIPPED


@pytest.mark.parametrize("element", ab.Element)
def test_a_hosts_set_prints_cards_of_every_element_and_fighters_of_specialty(element: ab.Element) -> None:
    """AM-73, S0:19: nine of such a Fighter are no third Element in a deck of two."""
    names = ("Paper Knight", "Paper Squire", "Paper Page")
    ids = [name.lower().replace(" ", "-") for name in names]
    cards = [
        {**FIGHTER, "id": name, "number": number, "name": called, "element": element.value}
        for number, (name, called) in enumerate(zip(ids, names, strict=True), 1)
    ]
    catalogue = read(*cards)
    assert {catalogue.cards[name].element for name in ids} == {element}
    twelve = tuple([(name, 4) for name in ids])
    others = (("candle-squire", 4), ("sun-lancer", 4), ("rally", 4), ("thrown-stone", 4), ("bandage", 2))
    deck = Deck(cards=(*twelve, *others), beside=("old-drill", "fair-exchange"))
    assert list(RULES.wrong_with_deck(deck, catalogue)) == []
    third = Deck(cards=(*twelve, *others[:-1], ("scorch", 2)), beside=deck.beside)
    said = [fault for fault in RULES.wrong_with_deck(third, catalogue) if "at most two Elements" in fault]
    of_its_own = element not in (ab.Element.SPECIALTY, ab.Element.LIGHT, ab.Element.FIRE)
    assert bool(said) is of_its_own
    assert not of_its_own or str(ELEMENTS[element]) in said[0]


def test_the_second_set_is_held_to_what_sets_of_hosts_are_and_is_read_as_the_very_same() -> None:
    """AM-74"""
    assert RULES.optional == (SECOND,)
    catalogue = read_sets(RULES, [source_of(SECOND)])
    assert catalogue.further == (SECOND,)
    assert set(catalogue.decks) - set(SHIPPED.decks) == {deck.id for deck in SECOND.decks}
    assert len(SECOND.decks) == 7
    assert SECOND.id not in [one.id for one in SHIPPED.sets]


def test_every_card_and_power_of_both_sets_is_in_a_ready_deck() -> None:
    """AM-74: what stands in none is never measured."""
    catalogue = read_sets(RULES, [source_of(SECOND)])
    listed = {card for deck in catalogue.decks.values() for card in (*deck.beside, *[card for card, _ in deck.cards])}
    assert {name for name, card in catalogue.cards.items() if card.kind is not ab.Kind.TOKEN} - listed == set()


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ({**SPELL, "stars": 5}, "“paper-rain”, stars: A card has from 1 to 4 stars (S0:29), not 5."),
        ({**SPELL, "cost": 11}, "“paper-rain”, cost: A cost is from 0 to 10 Energy (S0:45), not 11."),
        ({**FIGHTER, "cost": 0}, "“paper-knight”, cost: A Fighter costs 1 Energy (S0:118), not 0."),
        ({**FIGHTER, "health": 0}, "“paper-knight”, health: Health is from 1 to 3,000, not 0."),
        ({**SPELL, "id": "Paper Rain"}, "“Paper Rain”, id: An id has at most 40 small letters and digits, with"),
        ({**SPELL, "id": "scorch"}, "“scorch”, id: There is another card with this id."),
        ({**SPELL, "name": "Scorch"}, "“paper-rain”, name: There is another card with the name “Scorch”."),
        ({**SPELL, "number": 0}, "“paper-rain”, number: A number in a set is from 1 to 8,191, not 0."),
        ({**SPELL, "text": "Rain."}, "“paper-rain”, text: The text does not name a number of what the card does: 100."),
        ({**SPELL, "kind": "stage"}, "“paper-rain”, does: Only a Spell or an Active Power does something by itself"),
        (
            {**SPELL, "does": [{"type": "summon", "card": "paper-boat"}]},
            "“paper-rain”, does[0].card: There is no Token “paper-boat” to summon.",
        ),
        (
            {**SPELL, "does": [{"type": "summon", "card": "scorch"}]},
            "“paper-rain”, does[0].card: There is no Token “scorch” to summon.",
        ),
        (
            {**SPELL, "does": [{"type": "bespoke", "name": "win"}]},
            "“paper-rain”, does[0].name: “win” is no bespoke word; there are: returned_pain.",
        ),
        (
            {**SPELL, "does": [{"type": "destroy", "who": {"which": "all", "folk": "Boat"}}]},
            "“paper-rain”, does[0].who.folk: No card is of the type “Boat”.",
        ),
        (
            {**SPELL, "does": [{"type": "burn", "amount": 100}]},
            "“paper-rain”, does[0].type: “burn” is no word for this; there are: bespoke, bind, break_hazards",
        ),
        ({**SPELL, "does": [{"type": "step", "number": 5}]}, "“paper-rain”, does[0].type: “step” is no word for this;"),
        ({**SPELL, "colour": "red"}, "“paper-rain”, colour: There is no such field; there are: id, number, name"),
        ({**SPELL, "element": "water"}, "“paper-rain”, element: “water” is none of these: dark, light"),
        ({**SPELL, "cost": "two"}, "“paper-rain”, cost: This is a whole number, not “two”."),
    ],
)
def test_anything_that_is_wrong_is_said_with_card_and_field(card: dict[str, Any], says: str) -> None:
    faults = wrong(card)
    assert faults[0].startswith(says), faults


def test_everything_that_is_wrong_is_said_at_once() -> None:
    """Shapes, numbers, names, printings and decks: of all cards, in one go."""
    printing = {"id": "paper-rain-art", "number": 1, "of": "paper-storm", "rarity": "art_rare"}
    deck = {"id": "paper", "name": "Paper", "cards": {"paper-knight": 4}, "beside": []}
    faults = wrong(
        {**SPELL, "does": [{"type": "burn"}, {"type": "heal", "amount": "much", "who": {"which": "nobody"}}]},
        {**FIGHTER, "stars": 9, "number": 1, "keywords": ["swift"]},
        {**FIGHTER, "id": "paper-squire", "number": 3},
        printings=[printing],
        decks=[deck],
        taxa=[{"code": "ABC", "rank": "genus", "name": "Papyrus"}],
    )
    places = [fault.partition(":")[0] for fault in faults]
    assert places == [
        "“paper-rain”, does[0].type",
        "“paper-rain”, does[1].amount",
        "“paper-rain”, does[1].who.which",
        "“paper-rain-art”, number",
        "“paper-squire”, name",
        "taxa",
        "“paper-knight”, stars",
        "“paper-knight”, text",
        "“paper-rain-art”, of",
        *["“paper”, cards"] * len([place for place in places if place == "“paper”, cards"]),
    ]
    assert places.count("“paper”, cards") >= 2


@pytest.mark.parametrize("name", ["x", "lower", "TOO-LONG-A-NAME", "AB1"])
def test_a_set_has_a_short_id_of_its_own(name: str) -> None:
    assert wrong(SPELL, id=name)[0].startswith("id: ")


def test_a_set_without_its_fields_is_refused() -> None:
    with pytest.raises(SetsRefused, match="The field `cards` is missing"):
        read_sets(RULES, [Source("test.json", {"game": "amiibart", "id": "TEST", "name": "Test"})])


# Whatever passes can be played


def test_enough_of_the_vocabulary_comes_up() -> None:
    cards = wild_cards(Random(1))
    words = set(re.findall(r'"type":"(\w+)"', str([msgspec.json.encode(next(cards)) for _ in range(400)])))
    assert len(words) >= 18


@given(st.integers(0, 2**32))
def test_no_card_that_passes_is_wrong_in_the_middle_of_a_match(seed: int) -> None:
    chance = Random(seed)
    cards = wild_cards(chance)
    wild = tuple([next(cards) for _ in range(40)])
    catalogue = Catalogue(LAUNCH, [CardSet(game=GameName("amiibart"), id="WILD", name="Wild", cards=wild)])
    game = Amiibart(catalogue)
    own = [ab.CardId(card.id) for card in wild if card.kind is not ab.Kind.POWER]
    powers = [ab.CardId(card.id) for card in wild if card.kind is ab.Kind.POWER][:2]
    library = tuple(sorted([*own, *[ab.CardId("sun-lancer")] * 4]))
    state = State(catalogue=catalogue, options=ab.Options(turn_cap=20))
    resolution = Resolution(state)
    resolution.record(ab.CoinFlipped(starting_seat=Seat(0), libraries=(library,) * 2, powers=(tuple(powers),) * 2))
    state = game.fold(state, actions.start(resolution, Seat(0)))
    for number in range(250):
        offered = [(seat, choice) for seat in (Seat(0), Seat(1)) for choice in game.choices(state, seat)]
        if not offered:
            break
        playing = [each for each in offered if not isinstance(each[1], ab.EndTurn)]
        seat, choice = chance.choice(playing if playing and chance.random() < 0.8 else offered)
        events = game.decide(state, seat, choice, Dice(b"", Version(number + 1)))
        state = game.fold(state, events)
        assert events
        assert [held_by(state, seat) for seat in (0, 1)] == [len(library)] * 2, "a card was lost or doubled"


def held_by(state: State, seat: int) -> int:
    """Count a seat's cards, Tokens apart."""
    side, faces = state.sides[seat], state.catalogue.cards
    in_play = [one for one in side.slots if one is not None and faces[one.card].kind is not ab.Kind.TOKEN]
    piles = (side.library, side.discarded, side.removed, side.resolving, side.hazards, in_play)
    return sum(len(pile) for pile in piles) + (side.stage is not None)
