"""What an action causes: checked, paid for, carried out with all that follows, and judged at the end (G-2)."""

from collections.abc import Sequence
from typing import assert_never

from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, Event, Pieces, Reason, Stage
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart import attacks, flow, legality
from quarterdeck_games.amiibart.cards.card import choices_of
from quarterdeck_games.amiibart.choices import END_TURN, choices
from quarterdeck_games.amiibart.effects import Go, PlayOn, Task
from quarterdeck_games.amiibart.evolve import evolve
from quarterdeck_games.amiibart.resolution import HOUSE, Resolution
from quarterdeck_games.amiibart.resolve import run
from quarterdeck_games.amiibart.state import State, card_of
from quarterdeck_games.game import Scribe


def decide(state: State, seat: Seat, action: Action) -> Sequence[Event]:
    """Say what an action causes. Raises `IllegalAction`."""
    legality.check(state, seat, action)
    desk = Resolution(state)
    match action:
        case ab.PlayFighter():
            _play(desk, seat, ab.CardId(action.card), action.slot, (), action.forge)
        case ab.PlaySpell():
            _play(desk, seat, action.card, None, action.targets, action.forge)
        case ab.PlayHazard() | ab.PlayStage():
            _play(desk, seat, action.card, None, (), None)
        case ab.Attack():
            attacks.begin(desk, seat, action.piece, None, (action.target,))
        case ab.UseAttack():
            attacks.begin(desk, seat, action.piece, action.attack, action.targets)
        case ab.UsePower():
            _use_power(desk, seat, action)
        case ab.EndTurn():
            desk.go(seat, PlayOn.ENDING_TURN, PlayOn.END_TURN)
        case ab.Choose():
            _answer(desk, seat, action)
        case _:
            assert_never(action)
    return finished(desk)


def finished(desk: Resolution) -> Sequence[Event]:
    """Carry out all that is left; when nothing is, see who has lost, and let Turn One go on by itself."""
    while True:
        run(desk)
        if desk.state.asked is not None or desk.state.ended is not None:
            break
        if flow.judge(desk, {}) or not flow.turn_one_is_done(desk.state):
            break
        desk.go(desk.state.turn_seat, PlayOn.ENDING_TURN, PlayOn.END_TURN)
    return tuple(desk.scribe.events)


def _play(desk: Resolution, seat: Seat, card: ab.CardId, slot: int | None, targets: Pieces, forge: int | None) -> None:
    cost = 0 if desk.state.stage is Stage.TURN_ONE else card_of(desk.state, card).cost  # AM-8
    desk.record(ab.CardPlayed(seat=seat, card=card, cost=cost, slot=slot, targets=targets, forge=forge))
    for step in (PlayOn.BEFORE_PLAY, PlayOn.PLAY, PlayOn.AFTER_PLAY):
        desk.agenda.append(
            Task(does=(Go(step),), seat=seat, card=HOUSE, played=card, slot=slot, targets=targets, forge=forge)
        )


def _use_power(desk: Resolution, seat: Seat, action: ab.UsePower) -> None:
    power = card_of(desk.state, action.power)
    desk.record(ab.PowerUsed(seat=seat, power=action.power, cost=power.cost, targets=action.targets))
    desk.go(seat, PlayOn.BEFORE_POWER)
    chosen = choices_of(power.does)
    desk.agenda.append(Task(does=power.does, seat=seat, card=action.power, targets=action.targets, chosen_for=chosen))
    desk.go(seat, PlayOn.AFTER_POWER)


def _answer(desk: Resolution, seat: Seat, action: ab.Choose) -> None:
    asked = desk.state.asked
    assert asked is not None  # noqa: S101 - it has been checked
    desk.record(ab.Answered(seat=seat, piece=action.piece))
    desk.agenda = [desk.answered(asked.then[0], action.piece), *asked.then[1:]]


def start(desk: Resolution, first: Seat) -> Sequence[Event]:
    flow.begin_turn(desk, first)
    return finished(desk)


def timed_out(state: State, seat: Seat) -> Sequence[Event]:
    """What is asked is answered with the left-most Fighter (AM-57). If it is the seat's own turn, that is over as well:
    the time of the turn stands behind every choice in it, so all of it has gone (AM-65). Turn One needs its three
    Fighters first: those that can be played first, into the left-most slots.

    It stops where the opponent must choose; whoever has no time left is played for again after that.
    """
    scribe: Scribe[State, Event] = Scribe(evolve, state)
    scribe.record(ab.Lapsed(seat=seat))
    while offered := choices(scribe.state, seat):
        action = END_TURN if END_TURN in offered else offered[0]
        for event in decide(scribe.state, seat, action):
            scribe.record(event)
        if seat != state.turn_seat or scribe.state.turn != state.turn:
            break
    return tuple(scribe.events)


def resigned(seat: Seat) -> Sequence[Event]:
    """Whoever concedes loses at once (AM-66, G-10)."""
    places = (2, 1) if seat == 0 else (1, 2)
    return (ab.Left(seat=seat), ab.MatchEnded(places=places, reason=Reason.LEFT))
