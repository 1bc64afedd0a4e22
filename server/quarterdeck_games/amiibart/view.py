"""Views of Amiibart TCG: everything is visible (AM-7) and the same for all viewers. Only the tasks behind a question
are not sent."""

from collections import Counter

from quarterdeck_protocol.games.amiibart import Asked, Event, FighterView, Question, SeatView, View
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.effects import AskedInFull
from quarterdeck_games.amiibart.queries import attack_of
from quarterdeck_games.amiibart.state import (
    TURN_ONE,
    TURNS,
    Fighter,
    State,
    is_losing_empty,
    is_losing_idle,
    keywords_of,
    may_attack,
)
from quarterdeck_games.two_seats import SEATS


def view(state: State) -> View:
    """Return the state of the match as everybody may see it."""
    asked = state.asked
    return View(
        stage=state.stage,
        turn=state.turn,
        turn_cap=state.options.turn_cap,
        turn_seat=state.turn_seat if state.stage in (TURN_ONE, TURNS) else None,
        question=None if asked is None else Question(seat=asked.seat, about=asked.about, options=asked.options),
        sudden_death=state.sudden,
        seats=tuple([_seat(state, seat) for seat in SEATS]),
    )


def _seat(state: State, seat: Seat) -> SeatView:
    side = state.sides[seat]
    at_turn = state.stage is TURNS and seat == state.turn_seat
    return SeatView(
        seat=seat,
        energy=side.energy,
        tokens=side.tokens,
        slots=tuple(
            [None if one is None else _fighter(state, seat, slot, one) for slot, one in enumerate(side.slots, 1)]
        ),
        powers=side.powers,
        used=side.used,
        hazards=side.hazards,
        stage=side.stage,
        library=dict(Counter(side.library)),
        discarded=side.discarded,
        removed=side.removed,
        fighters_played=side.fighters_played,
        idle=side.idle,
        drained=side.drained,
        must_play_fighter=at_turn and is_losing_empty(state, seat),
        must_act=at_turn and is_losing_idle(state, seat),
    )


def _fighter(state: State, seat: Seat, slot: int, fighter: Fighter) -> FighterView:
    return FighterView(
        piece=fighter.piece,
        card=fighter.card,
        seat=seat,
        slot=slot,
        attack=attack_of(state, seat, slot, fighter),
        health=fighter.health,
        keywords=keywords_of(state, fighter),
        may_attack=seat == state.turn_seat and state.stage is TURNS and may_attack(state, fighter),
    )


def redact(event: Event) -> Event:
    """Return the event as viewers receive it: a question is sent without its following tasks."""
    if isinstance(event, AskedInFull):
        return Asked(seat=event.seat, about=event.about, options=event.options)
    return event
