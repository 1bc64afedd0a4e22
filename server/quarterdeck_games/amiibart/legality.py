"""Reasons why an action is refused in Amiibart TCG: a sentence for the player, and the rule."""

from typing import assert_never

from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, CardId, Kind, PieceId, Pieces, Stage
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.amiibart.cards.card import Card, all_effects, choices_of, effects_of, forges
from quarterdeck_games.amiibart.changes import has_something_to_do
from quarterdeck_games.amiibart.choices import basic_targets, ways_of_attack
from quarterdeck_games.amiibart.effects import Effect
from quarterdeck_games.amiibart.queries import ways_of_text
from quarterdeck_games.amiibart.state import (
    FIGHTERS_A_TURN,
    Fighter,
    State,
    card_of,
    empty_slots,
    face_among,
    find,
    may_attack,
)
from quarterdeck_games.game import IllegalAction


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise `IllegalAction` unless this seat may take this action now."""
    if state.ended is not None:
        raise IllegalAction(Text("The match is over."), "S0:49")
    if state.asked is not None:
        _check_answer(state, seat, action)
        return
    if seat != state.turn_seat or state.stage is Stage.NOT_BEGUN:
        raise IllegalAction(Text("It is your opponent's turn."), "S0:47")
    if state.stage is Stage.TURN_ONE and not isinstance(action, ab.PlayFighter):
        raise IllegalAction(Text("In Turn One you may only put three Fighters into play."), "S0:39")
    match action:
        case ab.PlayFighter():
            _check_fighter(state, seat, action)
        case ab.PlaySpell():
            card = _in_library(state, seat, action.card, Kind.SPELL)
            _check_forge(card, action.forge)
            _check_energy(state, seat, card.cost)
            _check_played(state, seat, card, effects_of(card, action.forge), action.targets)
        case ab.PlayHazard():
            card = _in_library(state, seat, action.card, Kind.HAZARD)
            if face_among(state, state.sides[seat].hazards, action.card) is not None:
                raise IllegalAction(Text("You already have this Hazard in play."), "S0:73")
            _check_energy(state, seat, card.cost)
        case ab.PlayStage():
            _check_energy(state, seat, _in_library(state, seat, action.card, Kind.STAGE).cost)
        case ab.Attack():
            _check_attack(state, seat, action.piece)
            if action.target not in basic_targets(state, seat):
                raise IllegalAction(Text("Attack an opposing Fighter; one with Block comes first."), "S0:155")
        case ab.UseAttack():
            _check_special(state, seat, action)
        case ab.UsePower():
            _check_power(state, seat, action)
        case ab.EndTurn():
            pass
        case ab.Choose():
            raise IllegalAction(Text("You are not asked for anything."), "AM-57")
        case _:
            assert_never(action)


def _check_answer(state: State, seat: Seat, action: Action) -> None:
    asked = state.asked
    if asked is None or asked.seat != seat:
        raise IllegalAction(Text("Your opponent must choose first."), "AM-57")
    if not isinstance(action, ab.Choose) or action.piece not in asked.options:
        raise IllegalAction(Text("Choose one of the Fighters you were offered."), "AM-57")


def _in_library(state: State, seat: Seat, name: CardId, kind: Kind) -> Card:
    if name not in state.sides[seat].library:
        raise IllegalAction(Text("This card is not in your deck, or has been played."), "S0:33")
    card = card_of(state, name)
    if card.kind is not kind:
        raise IllegalAction(
            Text(
                "{name} is a {kind}, not a {wanted}.",
                name=Text(card.name),
                kind=Text(card.kind.value),
                wanted=Text(kind.value),
            ),
            "S0:17",
        )
    return card


def _check_energy(state: State, seat: Seat, cost: int) -> None:
    energy = state.sides[seat].energy
    if cost > energy:
        raise IllegalAction(Text("This costs {cost} Energy, and you have {energy}.", cost=cost, energy=energy), "S0:57")


def _check_forge(card: Card, forge: int | None) -> None:
    if forge not in forges(card):
        raise IllegalAction(Text("Choose one of the Forge effects on the card, if it has any."), "S0:163")


def _check_fighter(state: State, seat: Seat, action: ab.PlayFighter) -> None:
    card = _in_library(state, seat, action.card, Kind.FIGHTER)
    _check_forge(card, action.forge)
    if action.slot not in empty_slots(state, seat):
        raise IllegalAction(Text("A Fighter is played into an empty slot of yours, from 1 to 5."), "S0:118")
    if state.stage is Stage.TURN_ONE:
        return
    if state.sides[seat].fighters_played >= FIGHTERS_A_TURN:
        raise IllegalAction(Text("You have played two Fighters in this turn already."), "S0:118")
    _check_energy(state, seat, card.cost)


def _check_attack(state: State, seat: Seat, piece: PieceId) -> Fighter:
    found = find(state, piece)
    if found is None or found[0] != seat:
        raise IllegalAction(Text("This is not a Fighter of yours in play."), "S0:122")
    fighter = found[2]
    if fighter.attacked:
        raise IllegalAction(Text("This Fighter has attacked in this turn already."), "S0:128")
    if not may_attack(state, fighter):
        raise IllegalAction(Text("A Fighter may not attack in the turn in which it comes into play."), "S0:89")
    return fighter


def _check_special(state: State, seat: Seat, action: ab.UseAttack) -> None:
    fighter = _check_attack(state, seat, action.piece)
    attacks = card_of(state, fighter.card).attacks
    if not 0 <= action.attack < len(attacks):
        raise IllegalAction(Text("This Fighter has no such attack."), "S0:122")
    attack = attacks[action.attack]
    _check_energy(state, seat, attack.cost)
    _check_targets(state, seat, action.piece, all_effects(attack), action.targets)


def _check_power(state: State, seat: Seat, action: ab.UsePower) -> None:
    side = state.sides[seat]
    if action.power not in side.powers or not card_of(state, action.power).is_active:
        raise IllegalAction(Text("This is not an Active Power of yours."), "S0:60")
    if action.power in side.used:
        raise IllegalAction(Text("An Active Power is used once a turn."), "S0:60")
    power = card_of(state, action.power)
    _check_energy(state, seat, power.cost)
    _check_played(state, seat, power, power.does, action.targets)


def _check_played(state: State, seat: Seat, card: Card, does: tuple[Effect, ...], targets: Pieces) -> None:
    _check_targets(state, seat, None, does, targets)
    if not has_something_to_do(state, seat, card, does, targets):
        raise IllegalAction(Text("{name} would have nothing to do there.", name=Text(card.name)), "AM-70")


def _check_targets(
    state: State,
    seat: Seat,
    attacker: PieceId | None,
    does: tuple[Effect, ...],
    targets: Pieces,
) -> None:
    choosing = choices_of(does)
    ways = ways_of_text(state, seat, choosing) if attacker is None else ways_of_attack(state, seat, choosing, attacker)
    if targets not in ways:
        raise IllegalAction(Text("It needs other targets than these; each must be in play as it is declared."), "AM-58")
