"""The rulings of the second look (AM-68 … AM-71): what a step, an attack, a card and a question are."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from games.amiibart.given import GAME, ME, Fielded, Table, a, fighter, given, pieces, side
from games.amiibart.wild import wild_state
from hypothesis import given as given_chance
from hypothesis import strategies as st
from msgspec.structs import replace
from quarterdeck_games.amiibart import effects as do
from quarterdeck_games.amiibart.cards import card_names as who
from quarterdeck_games.amiibart.cards.card import Card, On, SpecialAttack, choices_of, effects_of, forges, power, spell
from quarterdeck_games.amiibart.cards.card import fighter as a_fighter
from quarterdeck_games.amiibart.cards.catalogue import CARDS, LAUNCH
from quarterdeck_games.amiibart.changes import has_something_to_do, makes_a_difference
from quarterdeck_games.amiibart.effects import Aura, Effect, Side, Task, Which, Who
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_games.amiibart.queries import eligible, ways_of_text
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.resolve import carry_out, run
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.amiibart.state import Fighter, State
from quarterdeck_games.amiibart.triggers import When
from quarterdeck_protocol.catalogue import CardSet
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, Element, Kind, PieceId, Pieces
from quarterdeck_protocol.names import GameName, Seat
from quarterdeck_server.cards.host_sets import games_with

E = Element.LIGHT
DEPLOY = Path(__file__).parents[3] / "deploy"


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


def test_anything_that_an_attack_says_after_it_comes_before_what_the_defender_has_to_say() -> None:
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
        side(*mine, powers=("banner",)), side(of(SENTRY, "s")), catalogue=further(SENTRY, DRUMMER, GATHERER, BANNER)
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
    assert attacked.health("siege-roller") == 400


def test_lifesteal_heals_by_all_that_is_dealt_back() -> None:
    """AM-69, AM-41: what the wall of the attacker's does not take away is dealt, and stolen."""
    match = given([a("siege-roller")], [a("night-countess", health=100)], my={"stage": "the-long-wall"})
    match.attacks("siege-roller", "night-countess")
    assert match.health("night-countess") == 100 - 300 + 300


def test_armour_of_a_fighter_for_itself_does_not_hold_against_what_is_dealt_back() -> None:
    """AM-69: whoever's the card is, and whichever."""
    turtle = a_fighter("Turtle", E, 100, 900, auras=(Aura(who.THIS, armour=100),))
    table = Table(side(of(turtle, "t")), side(fighter("b", "spear-line")), catalogue=further(turtle))
    table.attacks("t", "b")
    assert table.health("t") == 600
    assert isinstance(table.events[-1], ab.AttackEnded)
    assert CardId("turtle") not in CARDS


# What has nothing to do


@pytest.mark.parametrize(
    ("card", "mine", "theirs", "targets"),
    [
        ("backstab", ["moss-golem"], [], ()),
        ("fire-rain", ["moss-golem"], [], ()),
        ("world-fire", [], [], ()),
        ("judgement", ["moss-golem"], [], ()),
        ("deluge", ["moss-golem"], [], ()),
        ("arcane-bolt", ["moss-golem"], ["alley-cat"], ("alley-cat",)),
        ("bandage", ["moss-golem", a("grave-bat", health=100)], [], ("moss-golem",)),
        ("spring-rain", ["moss-golem"], [a("grave-bat", health=100)], ()),
        ("field-repairs", [a("moss-golem", health=100)], [], ()),
        ("rally", [], ["alley-cat"], ()),
        ("gear-up", ["moss-golem"], [], ()),
        ("plain-truth", ["moss-golem"], ["alley-cat"], ("alley-cat",)),
        ("poisoned-blade", ["silent-widow"], [], ("silent-widow",)),
        ("second-wind", ["moss-golem"], [], ()),
        ("open-grave", ["moss-golem"], [], ()),
        ("clean-sweep", ["moss-golem"], ["alley-cat"], ()),
    ],
)
def test_a_spell_with_nothing_to_do_is_not_on_offer(
    card: str, mine: Fielded, theirs: Fielded, targets: tuple[str, ...]
) -> None:
    """AM-70: no opposing Fighter, nobody hurt, nothing to recover, to break or to bind."""
    match = given(mine, theirs, hand=[card])
    assert not match.may_cast(card, *targets)
    assert match.refuses(ab.PlaySpell(card=CardId(card), targets=pieces(*targets))) == "AM-70"
    assert ab.EndTurn() in GAME.choices(match.state, ME)


@pytest.mark.parametrize(
    ("power", "mine", "targets"), [("green-thumb", ["moss-golem"] * 5, ()), ("assembly-line", ["moss-golem"] * 5, ())]
)
def test_a_power_with_nothing_to_do_is_not_on_offer(power: str, mine: Fielded, targets: tuple[str, ...]) -> None:
    """AM-70"""
    match = given(mine, [], my={"powers": (power,)})
    assert not match.may_invoke(power, *targets)
    assert match.refuses(ab.UsePower(power=CardId(power))) == "AM-70"
    assert given(mine[1:], [], my={"powers": (power,)}).may_invoke(power, *targets)


def test_one_of_several_effects_is_enough() -> None:
    """AM-70: every effect; what of it is impossible is not done (G-5)."""
    full = given(["moss-golem"], ["alley-cat"], hand=["unravel", "entangle"])
    assert full.may_cast("unravel", "alley-cat"), "nothing to bind, and 100 damage"
    assert full.may_cast("entangle", "moss-golem")
    hazard = given([], [], hand=["clean-sweep"], their={"hazards": ("quicksand",)})
    assert hazard.may_cast("clean-sweep"), "a Hazard and no Stage"
    tech = given(["moss-golem", "drone"], [], hand=["gear-up"])
    assert tech.may_cast("gear-up")


def test_energy_is_gained_where_there_is_room_for_it_once_the_cost_is_paid() -> None:
    """AM-70: a Double Shift with 10 Energy has 9 when it resolves; what costs nothing would have 10."""
    gift = spell("Gift", E, 0, does=(do.GainEnergy(1),))
    table = Table(side(library=("double-shift", "gift")), side(), catalogue=further(gift))
    assert table.may_cast("double-shift")
    assert not table.may_cast("gift")
    drained = Table(side(library=("time-slip",)), side(drained=10))
    assert not drained.may_cast("time-slip"), "they will have none as it is"


def changes(state: State, seat: Seat, card: Card, does: tuple[Effect, ...], targets: Pieces) -> bool:
    """Carry effects out by themselves, once they are paid for, and see whether one changes the table."""
    sides = list(state.sides)
    sides[seat] = replace(sides[seat], energy=sides[seat].energy - card.cost)
    resolution = Resolution(replace(state, sides=(sides[0], sides[1])))
    task = Task(does=does, seat=seat, card=card.id, targets=targets, chosen_for=choices_of(does))
    for effect in does:
        before = resolution.state.sides
        carry_out(resolution, task, effect)
        if resolution.state.sides != before:
            return True
    return False


@given_chance(st.integers(0, 2**32))
def test_anything_that_is_said_to_have_nothing_to_do_changes_nothing_and_everything_else_does(seed: int) -> None:
    """AM-70, whatever stands on a card, and whatever on the table: the one file is held against the other."""
    chance = Random(seed)
    state = wild_state(chance)
    for card in state.catalogue.cards.values():
        for forge in forges(card):
            does = effects_of(card, forge)
            if card.kind not in (Kind.SPELL, Kind.POWER) or not does or card.cost > state.sides[ME].energy:
                continue
            ways = list(ways_of_text(state, ME, choices_of(does)))
            for targets in chance.sample(ways, min(5, len(ways))):
                expected = changes(state, ME, card, does, targets)
                assert has_something_to_do(state, ME, card, does, targets) is expected, (card, targets)


@given_chance(st.integers(0, 2**32))
def test_anything_that_is_on_offer_changes_something_and_the_turn_can_always_be_ended(seed: int) -> None:
    """AM-70: a match never lacks a choice, and no Energy is spent on a Spell or a Power for nothing."""
    state = wild_state(Random(seed))
    game = Amiibart(state.catalogue)
    offered = game.choices(state, ME)
    assert ab.EndTurn() in offered
    for choice in offered:
        match choice:
            case ab.PlaySpell():
                card = state.catalogue.cards[choice.card]
                assert changes(state, ME, card, effects_of(card, choice.forge), choice.targets)
            case ab.UsePower():
                card = state.catalogue.cards[choice.power]
                assert changes(state, ME, card, card.does, choice.targets)
            case _:
                pass


def test_a_spell_of_a_hosts_set_with_nothing_to_do_is_not_on_offer() -> None:
    """AM-70: Sudden Gust deals damage to opposing Fighters and strengthens Kites."""
    kites = games_with(DEPLOY / "cards")["amiibart"]
    assert isinstance(kites, Amiibart)
    for mine, theirs, may in (([], ["alley-cat"], True), (["moss-golem"], [], False)):
        beside = [[fighter(name, name) for name in names] for names in (mine, theirs)]
        table = Table(side(*beside[0], library=("sudden-gust",)), side(*beside[1]), catalogue=kites.catalogue)
        assert table.may_cast("sudden-gust") is may


# What is asked

FIRST_LIGHT = {"powers": ("first-light",)}


def test_whom_to_heal_is_not_asked_where_nobody_is_hurt() -> None:
    """AM-71: the house answers, and the log says so."""
    match = given(["moss-golem", "alley-cat"], [], hand=["torch-runner"], my=FIRST_LIGHT)
    match.plays("torch-runner")
    assert match.asked == []
    assert match.events[2:] == [
        ab.HouseChose(seat=ME, about=CardId("first-light"), piece=PieceId("moss-golem"), card=CardId("moss-golem")),
        ab.Triggered(seat=ME, card=CardId("first-light")),
    ]
    hurt = given(["moss-golem", a("alley-cat", health=200)], [], hand=["torch-runner"], my=FIRST_LIGHT)
    hurt.plays("torch-runner")
    assert hurt.asked == ["moss-golem", "alley-cat", "torch-runner"], "one is hurt, so whom is a decision"
    hurt.chooses("alley-cat")
    assert hurt.of_kind(ab.HouseChose) == []


def test_anything_that_is_done_before_counts_for_what_is_asked() -> None:
    """AM-71: nobody is hurt yet as the question comes up, but will be."""
    storm = power(
        "Storm", E, on=(On(when=When.TURN_ENDS, does=(do.Damage(100, who.FRIENDS), do.Heal(100, who.FRIEND))),)
    )
    calm = power("Calm", E, on=(On(when=When.TURN_ENDS, does=(do.Heal(100, who.FRIEND), do.Damage(100, who.FOES))),))
    for card, asks in ((storm, True), (calm, False)):
        table = Table(
            side(fighter("a", "moss-golem"), fighter("b", "moss-golem"), powers=(card.id,)),
            side(fighter("c", "moss-golem")),
            catalogue=further(card),
        )
        table.ends()
        assert bool(table.asked) is asks, card.id
        if asks:
            table.chooses("b")
        assert table.health("b") == 800


def test_a_hazard_that_comes_between_counts_as_well() -> None:
    """AM-71, S0:149: a Null Field deals damage between the choice and the healing."""
    match = given(["moss-golem", "alley-cat"], [], my={"powers": ("steady-hands",)}, their={"hazards": ("null-field",)})
    match.ends()
    assert match.asked == ["moss-golem", "alley-cat"]
    match.chooses("moss-golem")
    assert (match.health("moss-golem"), match.health("alley-cat")) == (800, 200)


@pytest.mark.parametrize("hurt", [0, 100])
def test_of_two_choices_only_those_are_asked_that_matter(hurt: int) -> None:
    """AM-71: whom to heal is no question where nobody is hurt; whom to hurt is one."""
    both = power("Both", E, on=(On(when=When.TURN_ENDS, does=(do.Heal(100, who.FRIEND), do.Damage(100, who.FOE))),))
    table = Table(
        side(fighter("a", "moss-golem"), fighter("b", "moss-golem", health=800 - hurt), powers=(both.id,)),
        side(fighter("c", "moss-golem"), fighter("d", "moss-golem")),
        catalogue=further(both),
    )
    table.ends()
    if hurt:
        assert table.asked == ["a", "b"]
        table.chooses("b")
    assert table.asked == ["c", "d"]
    table.chooses("d")
    assert (table.health("b"), table.health("d")) == (800, 700)


def test_two_of_one_kind_are_one_question() -> None:
    """AM-71: whoever is chosen first cannot be chosen second."""
    second = Who(Which.CHOSEN, Side.FRIENDLY, nth=1)
    nurse = power("Nurse", E, on=(On(when=When.TURN_ENDS, does=(do.Heal(100, who.FRIEND), do.Damage(100, second))),))
    table = Table(
        side(fighter("a", "moss-golem"), fighter("b", "moss-golem"), powers=(nurse.id,)),
        side(),
        catalogue=further(nurse),
    )
    table.ends()
    assert table.asked == ["a", "b"], "who is not healed is hurt"
    table.chooses("a")
    assert (table.health("a"), table.health("b")) == (800, 700)


def outcome(state: State, task: Task, piece: PieceId) -> object:
    """Answer a text's question, and every later one with the first; what the table is then."""
    resolution = Resolution(state)
    resolution.agenda = [resolution.answered(task, piece)]
    run(resolution)
    while resolution.state.asked is not None and resolution.state.ended is None:
        asked = resolution.state.asked
        resolution.record(ab.Answered(seat=asked.seat, piece=asked.options[0]))
        resolution.agenda = [resolution.answered(asked.then[0], asked.options[0]), *asked.then[1:]]
        run(resolution)
    return resolution.state.sides


@given_chance(st.integers(0, 2**32))
def test_anything_that_the_house_answers_makes_no_difference(seed: int) -> None:
    """AM-71, with any words, on any table: whatever had been answered, all would be the same."""
    chance = Random(seed)
    state = wild_state(chance)
    for card in state.catalogue.cards.values():
        for on in card.on if card.kind is Kind.POWER else ():
            task = Task(does=on.does, seat=ME, card=card.id, choosing=choices_of(on.does), starts=True)
            if not task.choosing:
                continue
            options = [one[2].piece for one in eligible(state, task.choosing[0], ME, None)]
            if len(options) > 1 and not makes_a_difference(state, task):
                assert len({repr(outcome(state, task, piece)) for piece in options}) == 1, (card, options)
