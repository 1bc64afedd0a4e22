"""Every printed text is held against what its card does: whom it is aimed at, when, at what cost, in which words.

What is expected is read from the print alone, as a player reads it.
"""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from games.amiibart.given import CARDS, GAME, ME, Table, fighter, side
from quarterdeck_games.amiibart.cards.card import Card
from quarterdeck_games.amiibart.effects import Bind, Give, Summon, Update
from quarterdeck_games.amiibart.state import Fighter, State
from quarterdeck_games.amiibart.triggers import When
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Element, Keyword, Kind

ALL = list(CARDS.values())
PLAYABLE = [card for card in ALL if card.kind not in (Kind.POWER, Kind.TOKEN)]

AIMED = re.compile(
    r"\b(?P<side>[Aa]n opposing|[Aa] friendly|any)(?: (?P<kind>[A-Z]\w+))? (?P<noun>Fighter|Knight|Boxer)\b"
)
"""How a text says that somebody is to be chosen; "the opposing Fighter with the least Health" is not."""

PHRASES = {
    When.THIS_ATTACKS: "When this Fighter attacks, ",
    When.FRIENDLY_ATTACKS: "When another friendly Fighter attacks, ",
    When.OPPOSING_ATTACKS: "When an opposing Fighter attacks, ",
    When.THIS_ATTACKED: "When this Fighter is attacked, ",
    When.FRIENDLY_ATTACKED: r"When (another|a) friendly Fighter is attacked, ",
    When.AFTER_THIS_ATTACKED: "After this Fighter is attacked, ",
    When.AFTER_FRIENDLY_ATTACKED: "After another friendly Fighter is attacked, ",
    When.AFTER_THIS_ATTACKS: "After this Fighter attacks, ",
    When.AFTER_OPPOSING_ATTACKS: "After an opposing Fighter attacks, ",
    When.AFTER_FRIENDLY_ATTACKS: "After another friendly Fighter attacks, ",
    When.THIS_DIES: "When this dies, ",
    When.OPPOSING_DIES: "Whenever an opposing Fighter dies, ",
    When.FRIENDLY_DIES: r"Whenever (another|a) friendly Fighter dies, ",
    When.THIS_PLAYED: "When this Fighter is played, ",
    When.FRIENDLY_PLAYED: r"Whenever you play (another \w+|a) Fighter, ",
    When.OPPOSING_PLAYED: "Whenever your opponent plays a Fighter, ",
    When.AFTER_OPPOSING_PLAYED: "After the opponent plays a Fighter, ",
    When.FRIENDLY_SPELL: "Whenever you play a Spell, ",
    When.OPPOSING_SPELL: r"When(ever)? (your|the) opponent plays a Spell, ",
    When.AFTER_OPPOSING_SPELL: r"After (your|the) opponent plays a Spell, ",
    When.OPPOSING_POWER: "When the opponent uses a Power, ",
    When.TURN_BEGINS: "At the start of your turn, ",
    When.TURN_ENDS: "At the end of your turn, ",
}
"""How a text says when it comes into effect: the rule sheet's own words for the steps of an attack (S0:134…141)."""


def effects_in(card: Card) -> Iterator[Any]:
    for part in (card.does, *[on.does for on in card.on], *[one.does for one in card.forge]):
        yield from part
    for attack in card.attacks:
        yield from (*attack.used, *attack.does, *attack.after)


@pytest.mark.parametrize("card", [card for card in ALL if card.on], ids=lambda card: card.id)
def test_a_text_says_when_it_comes_into_effect(card: Card) -> None:
    assert [on.when for on in card.on if not re.search(PHRASES[on.when], card.text)] == []
    spoken = [when for when, phrase in PHRASES.items() if re.search(phrase, card.text)]
    assert len(spoken) >= len(card.on)
    if card.kind is Kind.FIGHTER:
        assert not re.search(r"(When|Whenever|After) a friendly Fighter", card.text), "another one"


@pytest.mark.parametrize("card", [card for card in PLAYABLE if card.attacks], ids=lambda card: card.id)
def test_a_special_attack_says_its_name_its_cost_and_its_step(card: Card) -> None:
    """S0:122, S0:136, S0:140"""
    for attack in card.attacks:
        assert f"{attack.name} ({attack.cost} Energy): " in card.text
    assert any(attack.used for attack in card.attacks) == ("When this Attack is used, " in card.text)
    assert any(attack.after for attack in card.attacks) == ("After it, " in card.text)


@pytest.mark.parametrize("card", [card for card in ALL if card.kind is Kind.POWER], ids=lambda card: card.id)
def test_an_active_power_says_its_cost_and_a_passive_one_has_none(card: Card) -> None:
    """S0:60"""
    assert re.findall(r"^(\d) Energy: ", card.text) == ([str(card.cost)] if card.is_active else [])
    assert bool(card.on) is not card.is_active
    assert card.is_active or card.cost == 0


@pytest.mark.parametrize("card", ALL, ids=lambda card: card.id)
def test_a_text_says_what_it_binds_updates_gives_and_summons(card: Card) -> None:
    """S0:151…167; a Token is not in anybody's deck, so a text prints its Attack, Health and keywords."""
    effects = list(effects_in(card))
    kinds = {type(effect) for effect in effects}
    assert (Bind in kinds) == bool(re.search(r"\b[Bb]ind\b", card.text))
    assert (Update in kinds) == bool(re.search(r"\b[Uu]pdate\b", card.text))
    assert (Summon in kinds) == bool(re.search(r"\b[Ss]ummon\b", card.text))
    for effect in effects:
        if isinstance(effect, Give):
            assert effect.keyword.value.capitalize() in card.text
        if isinstance(effect, Update | Summon):
            token = CARDS[effect.card if isinstance(effect, Summon) else effect.into]
            words = ", ".join([f"{token.attack}/{token.health}", *[word.value.capitalize() for word in token.keywords]])
            assert re.search(rf"\ban? {token.name} \({words}\)", card.text)
    assert ("this turn" in card.text) == any(getattr(effect, "until_end", False) for effect in effects)


# Whom it may be aimed at

MINE = ("moss-golem", "hollow-monk", "temple-guard", "ember-hound", "anvil-twin")
THEIRS = ("alley-cat", "volt-hopper", "page-of-runes", "sapling")
SOURCES = [card for card in ALL if card.attacks or card.does or card.kind is Kind.SPELL]


def table_for(card: Card) -> Table:
    """A table with Fighters of the card's own Element and of others, on which no text has nothing to do (AM-70); no
    opposing one has Block."""
    mine = [_worn(f"m{slot}", name) for slot, name in enumerate(MINE, 1)]
    theirs = [_worn(f"t{slot}", name) for slot, name in enumerate(THEIRS, 1)]
    if card.kind is Kind.FIGHTER:
        mine[0] = _worn("m1", card.id)
    own = {
        Element.TANK: "siege-roller",
        Element.TECH: "volt-hopper",
        Element.ASSASSIN: "knife-juggler",
        Element.MAGIC: "star-reader",
        Element.BRUTE: "mud-ogre",
        Element.ELECTRIC: "coil-warden",
        Element.ANIMAL: "pack-wolf",
        Element.FIGHTER: "counter-puncher",
        Element.WARRIOR: "line-sergeant",
    }
    if card.element in own:
        mine[3] = _worn("m4", own[card.element])
    if any(isinstance(effect, Summon) for effect in card.does):
        del mine[4]
    beside = side(*mine, library=(card.id,), powers=(card.id,), discarded=("grave-bat",))
    return Table(beside, side(*theirs, hazards=("quicksand",)))


def _worn(piece: str, card: str) -> Fighter:
    """A Fighter that can be healed, bound and given keywords."""
    return fighter(piece, card, health=50, attack=100)


def targets_of(action: Any, card: Card) -> tuple[str, ...] | None:
    match action:
        case ab.PlaySpell() if action.card == card.id:
            return tuple(action.targets)
        case ab.UsePower() if action.power == card.id:
            return tuple(action.targets)
        case ab.UseAttack() if card.kind is Kind.FIGHTER and action.piece == "m1":
            return tuple(action.targets)
        case _:
            return None


def meant(state: State, words: re.Match[str]) -> set[str]:
    """Return whom a player would say that these words may mean."""
    whose = {"an opposing": "t", "a friendly": "m", "any": "mt"}[words["side"].lower()]
    found = set()
    for slots in (state.sides[0].slots, state.sides[1].slots):
        for one in slots:
            if one is not None and one.piece[0] in whose:
                face = CARDS[one.card]
                of_kind = words["kind"] is None or face.element.value == words["kind"].lower()
                if of_kind and (words["noun"] == "Fighter" or words["noun"] in face.types):
                    found.add(str(one.piece))
    return found


@pytest.mark.parametrize("card", SOURCES, ids=lambda card: card.id)
def test_whom_a_text_may_be_aimed_at_is_what_it_says(card: Card) -> None:
    table = table_for(card)
    texts = card.text.split("; or ") if card.forge else [card.text]
    offered: dict[int, set[tuple[str, ...]]] = {number: set() for number in range(len(texts))}
    for action in GAME.choices(table.state, ME):
        targets = targets_of(action, card)
        if targets is not None:
            offered[getattr(action, "forge", None) or 0].add(targets)
    for number, text in enumerate(texts):
        wanted = [meant(table.state, words) for words in AIMED.finditer(text)]
        assert all(wanted), "the table has somebody for each"
        if text.endswith(" to another."):
            wanted *= 2
        expected = {targets for targets in product(*wanted) if len(set(targets)) == len(targets)}
        assert offered[number] == expected


# What it costs


@pytest.mark.parametrize("card", PLAYABLE, ids=lambda card: card.id)
def test_with_exactly_enough_energy_it_can_be_played_and_with_one_less_it_cannot(card: Card) -> None:
    """S0:57"""
    for energy, playable in ((card.cost, True), (card.cost - 1, False)):
        own = {Element.ANIMAL: "pack-wolf", Element.WARRIOR: "line-sergeant"}
        there = (*MINE[:1], own.get(card.element, "volt-hopper"), "siege-roller", "star-reader")
        mine = [_worn(f"m{slot}", name) for slot, name in enumerate(there, 1)]
        theirs = [fighter("t1", "moss-golem"), fighter("t2", "alley-cat")]
        beside = side(*mine, library=(card.id,), energy=energy, discarded=("grave-bat",))
        table = Table(beside, side(*theirs, hazards=("quicksand",)))
        plays = [one for one in GAME.choices(table.state, ME) if getattr(one, "card", None) == card.id]
        assert bool(plays) is playable
        if plays:
            table.does(plays[0])
            assert table.of_kind(ab.CardPlayed)[0].cost == card.cost
            assert table.energy() == sum(event.amount for event in table.of_kind(ab.EnergyChanged))


def test_the_words_of_these_tests_are_the_words_of_the_set() -> None:
    """Every trigger that the set uses has a phrase here, and every phrase is on a card."""
    assert set(PHRASES) == {on.when for card in ALL for on in card.on}
    assert {keyword.value.capitalize() for keyword in Keyword} <= {
        word for card in ALL for word in re.findall(r"[A-Z]\w+", card.text)
    }
