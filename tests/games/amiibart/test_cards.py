"""The shipped sets are what the rule book's last sections ask for, and every text names the numbers of its effects."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from games.amiibart.given import DICE, EVERYTHING, GAME, ME, Table, fighter, side
from quarterdeck_games.amiibart import effects as do
from quarterdeck_games.amiibart.cards import card_names as who
from quarterdeck_games.amiibart.cards.card import Card, Rarity
from quarterdeck_games.amiibart.cards.catalogue import CARDS, SETS
from quarterdeck_games.amiibart.cards.ready import DECKS
from quarterdeck_games.amiibart.cards.second.catalogue import SECOND
from quarterdeck_games.amiibart.cards.second.catalogue import SETS as SECOND_SETS
from quarterdeck_games.amiibart.effects import Which, Who
from quarterdeck_games.amiibart.triggers import When
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Element, Keyword, Kind

HERE = Path(__file__).parent
ALL = list(CARDS.values())
PLAYABLE = [card for card in ALL if card.kind not in (Kind.POWER, Kind.TOKEN)]
POWERS = [card for card in ALL if card.kind is Kind.POWER]
OF_BOTH = list(EVERYTHING.cards.values())
"""The cards of the launch set and of the second one."""

PLAYABLE_OF_BOTH = [card for card in OF_BOTH if card.kind not in (Kind.POWER, Kind.TOKEN)]
POWERS_OF_BOTH = [card for card in OF_BOTH if card.kind is Kind.POWER]
LATER = {Element.BRUTE, Element.ELECTRIC, Element.ANIMAL, Element.FIGHTER, Element.WARRIOR}
"""The Elements that the launch set has not (S0:19)."""

LAUNCHED = set(Element) - LATER
OF_ITS_OWN = {
    Element.BRUTE: "mud-ogre",
    Element.ELECTRIC: "coil-warden",
    Element.ANIMAL: "pack-wolf",
    Element.FIGHTER: "counter-puncher",
    Element.WARRIOR: "line-sergeant",
}
"""A Fighter that its Element's cards can do something for (AM-70)."""


def test_a_hundred_cards_and_twenty_three_powers() -> None:
    """S0:19, and the fact that follows from it."""
    assert (len(PLAYABLE), len(POWERS)) == (100, 23)
    assert Counter(card.element for card in PLAYABLE) == dict.fromkeys(LAUNCHED, 10)
    powers = Counter((card.element, card.primary) for card in POWERS if card.element is not Element.SPECIALTY)
    assert powers == dict.fromkeys(product(LAUNCHED - {Element.SPECIALTY}, (True, False)), 1)


def test_fifty_cards_and_ten_powers_of_the_other_five_elements() -> None:
    """S0:19, AM-74: both sets together have all fifteen Elements."""
    playable = [card for card in SECOND.cards if card.kind not in (Kind.POWER, Kind.TOKEN)]
    powers = [card for card in SECOND.cards if card.kind is Kind.POWER]
    assert (len(playable), len(powers)) == (50, 10)
    assert Counter(card.element for card in playable) == dict.fromkeys(LATER, 10)
    assert Counter((card.element, card.primary) for card in powers) == dict.fromkeys(product(LATER, (True, False)), 1)
    assert [card.name for card in SECOND.cards if card.kind is Kind.TOKEN] == ["Cub"]
    assert sum(card.rarity is Rarity.ULTRA_RARE for card in playable) == len(SECOND.printings) == 10
    assert {printing.of for printing in SECOND.printings} == {
        card.id for card in playable if card.rarity is Rarity.ULTRA_RARE
    }


@pytest.mark.parametrize("cards", [*SETS, *SECOND_SETS], ids=lambda cards: cards[0].element.value)
def test_every_element_has_its_kinds_and_rarities(cards: tuple[Card, ...]) -> None:
    """S0:11, and the last section of the rule book."""
    own = [card for card in cards if card.kind not in (Kind.POWER, Kind.TOKEN)]
    assert [sum(card.rarity is rarity for card in own) for rarity in Rarity] == [5, 3, 2]
    kinds = Counter(card.kind for card in own)
    if own[0].element is Element.SPECIALTY:
        assert kinds[Kind.HAZARD] >= 2
        assert kinds[Kind.FIGHTER] == 0
    else:
        assert kinds[Kind.FIGHTER] in (6, 7)
        assert kinds[Kind.STAGE] + kinds[Kind.HAZARD] >= 1


def test_the_scale_of_numbers_is_the_rule_books() -> None:
    """S0:60…69 fix the scale."""
    for card in PLAYABLE_OF_BOTH:
        assert 1 <= card.stars <= 4
        if card.kind is Kind.FIGHTER:
            assert (card.cost, 100 <= card.attack <= 500, 300 <= card.health <= 1200) == (1, True, True)
        else:
            assert 1 <= card.cost <= 8


def test_the_three_cards_of_the_rules_post() -> None:
    """S0:7, S0:21, S0:73."""
    assert CARDS[ab.CardId("gear-up")].element is Element.TECH
    assert CARDS[ab.CardId("dual-blast")].element is Element.DARK
    assert CARDS[ab.CardId("trip-wire")].kind is Kind.HAZARD


@pytest.mark.parametrize("word", ["Lifesteal", "Block", "Instakill", "Swift", "Void", "Forge", "Bind", "Update"])
def test_every_keyword_is_on_three_cards(word: str) -> None:
    """S0:151…167"""
    assert sum(word.lower() in card.text.lower() for card in PLAYABLE) >= 3


@pytest.mark.parametrize(
    "whens",
    [
        {When.THIS_ATTACKS, When.FRIENDLY_ATTACKS},
        {When.OPPOSING_ATTACKS},
        {When.THIS_ATTACKED, When.FRIENDLY_ATTACKED},
        {When.AFTER_THIS_ATTACKED, When.AFTER_FRIENDLY_ATTACKED},
        {When.AFTER_THIS_ATTACKS, When.AFTER_FRIENDLY_ATTACKS},
        {When.THIS_DIES},
    ],
    ids=["1", "2", "4", "6", "7", "8"],
)
def test_every_step_of_an_attack_is_used_by_two_cards(whens: set[When]) -> None:
    assert sum(any(on.when in whens for on in card.on) for card in PLAYABLE) >= 2


@pytest.mark.parametrize("part", ["used", "does", "after"], ids=["3", "5", "7"])
def test_every_step_of_a_special_attack_is_used_by_two_cards(part: str) -> None:
    assert sum(bool(getattr(attack, part)) for card in PLAYABLE for attack in card.attacks) >= 2


def test_every_word_of_the_rules_is_used() -> None:
    """The last section of the rule book, word for word."""
    attacks = [attack for card in PLAYABLE for attack in card.attacks]
    damaging = [attack for attack in attacks if any(isinstance(one, do.Damage | do.Strike) for one in attack.does)]
    at_all = [attack for attack in damaging if any(getattr(one, "who", None) == who.FOES for one in attack.does)]
    assert min(len(damaging), len(attacks) - len(damaging), len(at_all), len(damaging) - len(at_all)) >= 1
    hazards = [card.text for card in PLAYABLE if card.kind is Kind.HAZARD]
    assert {text.split()[1] for text in hazards} == {"When", "After"}, "before- and after-Hazards"
    assert {(card.is_active, card.cost > 0) for card in POWERS} == {(False, False), (True, False), (True, True)}
    assert [card.name for card in ALL if card.kind is Kind.TOKEN] == [
        *("Ember", "Sapling", "Drone", "Mark Two", "Mark Three")
    ]
    assert sum(card.kind is Kind.STAGE for card in PLAYABLE) >= 2, "Stages that clash"
    words = {type(effect) for card in ALL for effect in effects_of_all(card)}
    unused = set(get_args(do.Effect)) - words - {do.Step, do.Go}
    assert unused == set(), "returns to the deck, Energy effects and every other word"
    beside = {each.which for card in ALL for each in whos_in(card)}
    assert beside >= {Which.NEIGHBOURS, Which.BESIDE_TARGET, Which.LEFT, Which.RIGHT, Which.LEFTMOST, Which.RIGHTMOST}


def effects_of_all(card: Card) -> Iterator[Any]:
    yield from card.does
    for text in card.on:
        yield from text.does
    for forged in card.forge:
        yield from forged.does
    for attack in card.attacks:
        yield from (*attack.used, *attack.does, *attack.after)


def whos_in(card: Card) -> Iterator[Who]:
    for effect in (*effects_of_all(card), *card.auras):
        whom = getattr(effect, "who", None)
        if isinstance(whom, Who):
            yield whom


def numbers_in(value: Any) -> Iterator[int]:
    """Return every number that effect data holds."""
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, msgspec.Struct):
            for name in part.__struct_fields__:
                inner = getattr(part, name)
                if (
                    isinstance(inner, int)
                    and not isinstance(inner, bool)
                    and name != "nth"
                    and (name, inner) != ("count", 1)
                ):
                    yield abs(inner)
                elif isinstance(inner, tuple | msgspec.Struct):
                    yield from numbers_in(inner)


@pytest.mark.parametrize("card", [*PLAYABLE_OF_BOTH, *POWERS_OF_BOTH], ids=lambda card: card.id)
def test_no_card_and_no_power_is_without_a_scenario(card: Card) -> None:
    """Each Element has a file of scenarios, one for each card, named after it."""
    scenarios = (HERE / f"test_{card.element.value}.py").read_text("utf-8")
    assert f"\ndef test_{card.id.replace('-', '_')}() -> None:\n" in scenarios


def test_no_scenario_is_of_a_card_that_is_not_there() -> None:
    found = [
        name
        for element in Element
        for name in re.findall(r"^def test_(\w+)\(", (HERE / f"test_{element.value}.py").read_text("utf-8"), re.M)
    ]
    assert Counter(found) == {card.id.replace("-", "_"): 1 for card in (*PLAYABLE_OF_BOTH, *POWERS_OF_BOTH)}


@pytest.mark.parametrize("card", OF_BOTH, ids=lambda card: card.id)
def test_a_text_names_every_number_and_keyword_of_its_effects(card: Card) -> None:
    """S0:79: a Hazard is marked as one in its text."""
    data = (card.on, card.auras, card.forge, card.does, card.attacks)
    printed = {int(number) for number in re.findall(r"\d+", card.text)} | {0}
    assert {number for part in data for number in numbers_in(part)} <= printed
    for keyword in card.keywords:
        assert f"{keyword.value.capitalize()}." in card.text
    assert bool(card.text) or not any(data)
    assert card.text.startswith("Hazard. ") == (card.kind is Kind.HAZARD)
    assert ("Forge:" in card.text) == bool(card.forge)


@pytest.mark.parametrize("card", PLAYABLE_OF_BOTH, ids=lambda card: card.id)
def test_every_card_can_be_played_and_what_follows_ends(card: Card) -> None:
    """Every way to play it, and to attack with it, on a full table, where there is something to do for each (AM-70)."""
    friends = (
        fighter("a", "ember-hound", health=300),
        fighter("k", "sun-lancer", attack=100),
        fighter("t", "volt-hopper"),
        fighter(
            "m",
            "siege-roller" if card.id == "field-repairs" else OF_ITS_OWN.get(card.element, "star-reader"),
            health=300,
        ),
    )
    mine = side(*friends, library=(card.id,), discarded=("grave-bat",))
    theirs = side(fighter("b", "temple-guard"), fighter("c", "cinder-witch"), hazards=("quicksand",), powers=("echo",))
    table = Table(mine, theirs)
    of_it = [choice for choice in GAME.choices(table.state, ME) if getattr(choice, "card", None) == card.id]
    assert of_it
    for choice in of_it:
        played = GAME.fold(table.state, GAME.decide(table.state, ME, choice, DICE))
        assert card.id not in played.sides[0].library or card.id == "vanish"
        assert played.sides[0].energy <= 10
    if card.kind is Kind.FIGHTER:
        attacking = Table(side(fighter("x", card.id), fighter("k", "sun-lancer")), theirs)
        for choice in GAME.choices(attacking.state, ME):
            if getattr(choice, "piece", None) == "x":
                events = GAME.decide(attacking.state, ME, choice, DICE)
                assert isinstance(events[0], ab.Attacked)


def test_an_art_rare_is_a_printing_of_an_ultra_rare_and_no_card() -> None:
    """S0:11: there are twenty Ultra Rares, so twenty Art Rares, which are no cards beside them."""
    assert sum(card.rarity is Rarity.ULTRA_RARE for card in PLAYABLE) == 20
    assert len({card.name for card in ALL}) == len(ALL)


def test_ten_ready_decks() -> None:
    assert len(DECKS) == 10
    assert Random(1).choice(DECKS).count == 30
    assert Keyword.SWIFT in CARDS[ab.CardId("drone")].keywords
