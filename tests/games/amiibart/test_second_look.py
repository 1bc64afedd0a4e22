"""The rulings of the second look (AM-68 … AM-71): what a step, an attack, a card and a question are."""

from typing import Any

import pytest
from games.amiibart.given import Table, a, fighter, given, side
from quarterdeck_games.amiibart import effects as do
from quarterdeck_games.amiibart.cards import names as who
from quarterdeck_games.amiibart.cards.card import Card, On, SpecialAttack, power
from quarterdeck_games.amiibart.cards.card import fighter as a_fighter
from quarterdeck_games.amiibart.cards.catalogue import CARDS, LAUNCH, Catalogue
from quarterdeck_games.amiibart.effects import Aura
from quarterdeck_games.amiibart.state import Fighter
from quarterdeck_games.amiibart.triggers import When
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, Element, PieceId
from quarterdeck_protocol.names import GameName

E = Element.LIGHT


def further(*cards: Card) -> Catalogue:
    """The launch set, and cards of a host beside it."""
    return Catalogue(LAUNCH, [CardSet(game=GameName("amiibart"), id="MORE", name="More", cards=cards)])


def of(card: Card, piece: str | None = None, **changes: Any) -> Fighter:
    fresh = {"health": card.health, "fresh": False}
    return Fighter(piece=PieceId(piece or card.id), card=card.id, **{**fresh, **changes})


# What an attack says at its steps

SENTRY = a_fighter(
    "Sentry", E, 100, 500, on=(On(when=When.AFTER_OPPOSING_ATTACKS, does=(do.Damage(100, who.SUBJECT),)),)
)
DRUMMER = a_fighter("Drummer", E, 100, 500, on=(On(when=When.AFTER_FRIENDLY_ATTACKS, does=(do.Heal(100, who.THIS),)),))
BANNER = power("Banner", E, on=(On(when=When.AFTER_FRIENDLY_ATTACKS, does=(do.Heal(100, who.SUBJECT),)),))
PLAIN = SpecialAttack(
    name="Gather", cost=1, does=(do.Damage(100, who.FOE),), after=(do.Strengthen(who.THIS, attack=100),)
)
GATHERER = a_fighter(
    "Gatherer", E, 100, 500, attacks=(PLAIN,), on=(On(when=When.AFTER_THIS_ATTACKS, does=(do.Heal(100, who.THIS),)),)
)


def test_what_an_attack_says_after_it_comes_before_what_the_defender_has_to_say() -> None:
    """AM-68, S0:130: "the attacking player's trigger first"."""
    table = Table(side(fighter("w", "arch-wizard", health=100)), side(of(SENTRY, "s")), catalogue=further(SENTRY))
    table.uses("w", "s")
    assert table.happened[2:] == ["w was healed by 200", "triggered sentry", "w took 100 from sentry"]
    assert table.health("w") == 200


@pytest.mark.parametrize("left", [True, False])
def test_of_the_attacker_it_has_the_place_of_its_fighter(left: bool) -> None:
    """AM-68, AM-37: Powers, then Fighters from left to right, each with its own Ability and then its attack's text; the
    defender's come last."""
    drummer = of(DRUMMER, "d", health=300)
    gatherer = of(GATHERER, "g", health=300)
    mine = (drummer, gatherer) if left else (gatherer, drummer)
    table = Table(
        side(*mine, powers=("banner",)),
        side(of(SENTRY, "s")),
        catalogue=further(SENTRY, DRUMMER, GATHERER, BANNER),
    )
    table.uses("g", "s")
    own = ["triggered gatherer", "g was healed by 100", "g got +100 Attack"]
    beside = ["triggered drummer", "d was healed by 100"]
    assert table.happened[2:] == [
        *("triggered banner", "g was healed by 100"),
        *(beside + own if left else own + beside),
        *("triggered sentry", "g took 100 from sentry"),
    ]


# What an attack is

ARMOURED = [card.id for card in CARDS.values() if any(aura.armour for aura in card.auras)]


@pytest.mark.parametrize("armour", ["shield-captain", "the-long-wall"])
def test_damage_dealt_back_is_no_attack(armour: str) -> None:
    """AM-69, S0:124: who attacks is dealt all of it; who is attacked, basically or specially, takes less."""
    assert sorted(ARMOURED) == ["shield-captain", "the-long-wall"], "every card that speaks of damage from attacks"
    wall = {"stage": armour} if armour == "the-long-wall" else {}
    beside = ["shield-captain"] if armour == "shield-captain" else []
    attacking = given(["siege-roller", *beside], ["spear-line"], my=wall)
    attacking.attacks("siege-roller", "spear-line")
    assert attacking.happened[1:] == ["spear-line took 300 from siege-roller", "siege-roller took 300 from spear-line"]
    attacked = given(["spear-line", "spear-line"], ["siege-roller", *beside], their=wall)
    attacked.attacks("spear-line", "siege-roller")
    assert attacked.happened[1:] == ["siege-roller took 200 from spear-line", "spear-line took 300 from siege-roller"]
    attacked.uses("spear-line-2", "siege-roller")
    assert attacked.health("siege-roller") == 300


def test_lifesteal_heals_by_all_that_is_dealt_back() -> None:
    """AM-69, AM-41: what the wall of the attacker's does not take away is dealt, and stolen."""
    match = given([a("siege-roller")], [a("night-countess", health=100)], my={"stage": "the-long-wall"})
    match.attacks("siege-roller", "night-countess")
    assert match.health("night-countess") == 100 - 300 + 400


def test_armour_of_a_fighter_for_itself_does_not_hold_against_what_is_dealt_back() -> None:
    """AM-69: whoever's the card is, and whichever."""
    turtle = a_fighter("Turtle", E, 100, 900, auras=(Aura(who.THIS, armour=100),))
    table = Table(side(of(turtle, "t")), side(fighter("b", "spear-line")), catalogue=further(turtle))
    table.attacks("t", "b")
    assert table.health("t") == 600
    assert isinstance(table.events[-1], ab.AttackEnded)
    assert CardId("turtle") not in CARDS
