"""Consequences of an action in Amiibart TCG: it is checked, paid for and carried out completely. At the end, a loss of
the match is checked (G-2)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, Event, Pieces, Reason
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart import attacks, flow, legality
from quarterdeck_games.amiibart.cards.card import choices_of
from quarterdeck_games.amiibart.choices import END_TURN, choices
from quarterdeck_games.amiibart.effects import PlayOn, Task
from quarterdeck_games.amiibart.evolve import evolve
from quarterdeck_games.amiibart.resolution import HOUSE, Resolution
from quarterdeck_games.amiibart.resolve import run
from quarterdeck_games.amiibart.state import TURN_ONE, State, card_of
from quarterdeck_games.game import Scribe
from quarterdeck_games.two_seats import lost_by


def decide(state: State, seat: Seat, action: Action, offered: Sequence[Action] = ()) -> Sequence[Event]:
    """Return the consequences of this action. If the choices are known, it need not be checked again. Raises
    `IllegalAction`."""
    if action not in offered:
        legality.check(state, seat, action)
    resolution = Resolution(state)
    ACTS[type(action)](resolution, seat, action)
    return finished(resolution)


def finished(resolution: Resolution) -> Sequence[Event]:
    """Do all remaining tasks. When none is left, check for a lost match, and end Turn One if it is complete."""
    while True:
        run(resolution)
        if resolution.state.asked is not None or resolution.state.ended is not None:
            break
        if flow.judge(resolution, {}) or not flow.turn_one_is_done(resolution.state):
            break
        resolution.go(resolution.state.turn_seat, PlayOn.ENDING_TURN, PlayOn.END_TURN)
    return resolution.decision()


def _play_fighter(resolution: Resolution, seat: Seat, action: ab.PlayFighter) -> None:
    _play(resolution, seat, action.card, action.slot, (), action.forge)


def _play_spell(resolution: Resolution, seat: Seat, action: ab.PlaySpell) -> None:
    _play(resolution, seat, action.card, None, action.targets, action.forge)


def _play_other(resolution: Resolution, seat: Seat, action: ab.PlayHazard | ab.PlayStage) -> None:
    _play(resolution, seat, action.card, None, (), None)


def _attack(resolution: Resolution, seat: Seat, action: ab.Attack) -> None:
    attacks.begin(resolution, seat, action.piece, None, (action.target,))


def _use_attack(resolution: Resolution, seat: Seat, action: ab.UseAttack) -> None:
    attacks.begin(resolution, seat, action.piece, action.attack, action.targets)


def _end_turn(resolution: Resolution, seat: Seat, action: ab.EndTurn) -> None:
    resolution.go(seat, PlayOn.ENDING_TURN, PlayOn.END_TURN)


def _play(
    resolution: Resolution, seat: Seat, card: ab.CardId, slot: int | None, targets: Pieces, forge: int | None
) -> None:
    cost = 0 if resolution.state.stage is TURN_ONE else card_of(resolution.state, card).cost  # AM-8
    resolution.record(ab.CardPlayed(seat=seat, card=card, cost=cost, slot=slot, targets=targets, forge=forge))
    flow.declare(resolution, Task(does=(), seat=seat, card=HOUSE, played=card, slot=slot, targets=targets, forge=forge))


def _use_power(resolution: Resolution, seat: Seat, action: ab.UsePower) -> None:
    power = card_of(resolution.state, action.power)
    resolution.record(ab.PowerUsed(seat=seat, power=action.power, cost=power.cost, targets=action.targets))
    resolution.go(seat, PlayOn.BEFORE_POWER)
    chosen = choices_of(power.does)
    resolution.last(Task(does=power.does, seat=seat, card=action.power, targets=action.targets, chosen_for=chosen))
    resolution.go(seat, PlayOn.AFTER_POWER)


def _answer(resolution: Resolution, seat: Seat, action: ab.Choose) -> None:
    asked = resolution.state.asked
    assert asked is not None  # noqa: S101 - it has been checked
    resolution.record(ab.Answered(seat=seat, piece=action.piece))
    resolution.last(resolution.answered(asked.then[0], action.piece), *asked.then[1:])


def start(resolution: Resolution, first: Seat) -> Sequence[Event]:
    flow.begin_turn(resolution, first)
    return finished(resolution)


def timed_out(state: State, seat: Seat) -> Sequence[Event]:
    """Play for a seat that ran out of time. An open question is answered with the left-most Fighter (AM-57). If it is
    the seat's own turn, the turn ends too, because all decisions in a turn share its time (AM-65). In Turn One three
    Fighters must be played first: the playable ones, into the left-most slots.

    This stops if the opponent must choose. If the seat has no time left afterwards, the server plays for it again.
    """
    scribe: Scribe[State, Event] = Scribe(evolve, state)
    scribe.record(ab.Lapsed(seat=seat))
    while offered := choices(scribe.state, seat):
        action = END_TURN if END_TURN in offered else offered[0]
        for event in decide(scribe.state, seat, action, offered):
            scribe.record(event)
        if seat != state.turn_seat or scribe.state.turn != state.turn:
            break
    return scribe.decision()


def resigned(seat: Seat) -> Sequence[Event]:
    """Return the consequences of a concession: the seat loses at once (AM-66, G-10)."""
    return (ab.Left(seat=seat), ab.MatchEnded(places=lost_by(seat), reason=Reason.LEFT))


ACTS: Mapping[type[Any], Callable[[Resolution, Seat, Any], None]] = {
    ab.PlayFighter: _play_fighter,
    ab.PlaySpell: _play_spell,
    ab.PlayHazard: _play_other,
    ab.PlayStage: _play_other,
    ab.Attack: _attack,
    ab.UseAttack: _use_attack,
    ab.UsePower: _use_power,
    ab.EndTurn: _end_turn,
    ab.Choose: _answer,
}
"""The function for each action: a table like that of the words in `resolve`, and for the same reason."""
