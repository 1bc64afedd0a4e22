"""Automatic flow of Amiibart TCG: the playing of cards, the end of turns, and the loss of the match."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import CardId, DoubleLoss, PieceId, Reason
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import choices_of, effects_of
from quarterdeck_games.amiibart.effects import Go, PlayOn, Task
from quarterdeck_games.amiibart.faces import ENERGY
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.state import (
    FIGHTERS_IN_TURN_ONE,
    TOKENS_THAT_LOSE,
    TURN_ONE,
    State,
    card_of,
    empty_slots,
    find,
    has_fighters,
    idle_turns,
    is_losing_empty,
    is_losing_idle,
)
from quarterdeck_games.amiibart.trigger_order import POWER_USED, conditions, hazards, own, texts
from quarterdeck_games.amiibart.triggers import When
from quarterdeck_games.two_seats import DRAW, SEATS, lost_by, other

_PLAYED_NOW, _WHEN_PLAYED = (Go(PlayOn.PLAY),), (Go(PlayOn.AFTER_PLAY),)
_THIS_PLAYED = When.THIS_PLAYED
_TURN_BEGINS, _TURN_ENDS = (When.TURN_BEGINS,), (When.TURN_ENDS,)
_PLAYED = conditions(opponent=When.OPPOSING_PLAYED)
_SPELL = conditions(opponent=When.OPPOSING_SPELL)
_FIGHTER_PLAYED = conditions(When.FRIENDLY_PLAYED, When.OPPOSING_PLAYED)
_SPELL_PLAYED = conditions(When.FRIENDLY_SPELL, When.OPPOSING_SPELL)
_AFTER_PLAYED = conditions(opponent=When.AFTER_OPPOSING_PLAYED)
_AFTER_SPELL = conditions(opponent=When.AFTER_OPPOSING_SPELL)
_AFTER_POWER = conditions(opponent=When.AFTER_OPPOSING_POWER)


def go(resolution: Resolution, task: Task, effect: Go) -> None:
    """Take an automatic step of the game."""
    STEPS[effect.to](resolution, task)


def declare(resolution: Resolution, task: Task) -> None:
    """Carry out a played card: first the opponent's Hazards that are triggered before it (S0:69), then the card itself,
    then its consequences."""
    resolution.last(replace(task, does=_WHEN_PLAYED))
    tripped = _tripped_before(resolution, task)
    if tripped:
        resolution.first(*tripped, replace(task, does=_PLAYED_NOW))
    else:  # as nearly always
        _play(resolution, task)


def _before_play(resolution: Resolution, task: Task) -> None:
    resolution.first(*_tripped_before(resolution, task))


def _tripped_before(resolution: Resolution, task: Task) -> list[Task]:
    if not _counts(resolution, task):
        return []
    whens = _PLAYED if _is_fighter(resolution, task) else _SPELL
    return hazards(resolution.state, whens[task.seat], None, task.played)


def _before_power(resolution: Resolution, task: Task) -> None:
    resolution.first(*hazards(resolution.state, POWER_USED[task.seat], None, None))


def _after_power(resolution: Resolution, task: Task) -> None:
    whens = _AFTER_POWER[task.seat]
    resolution.first(*hazards(resolution.state, whens, None, None), *texts(resolution.state, whens, None, None))


def _ending_turn(resolution: Resolution, task: Task) -> None:
    resolution.first(*texts(resolution.state, {task.seat: _TURN_ENDS}, None, None))


def _is_fighter(resolution: Resolution, task: Task) -> bool:
    return task.played is not None and task.played in resolution.state.catalogue.fighters


def _counts(resolution: Resolution, task: Task) -> bool:
    """True if a played card counts as a Spell for Hazards. A Stage does not, but a Hazard does (AM-50)."""
    return task.played is not None and task.played not in resolution.state.catalogue.stages


def _play(resolution: Resolution, task: Task) -> None:
    """Let the announced card come into play or take effect, if it still can (AM-54)."""
    seat, card = task.seat, task.played
    assert card is not None  # noqa: S101 - a card is being played
    if card in resolution.state.catalogue.fighters:
        _enter(resolution, task, card)
        return
    if card in resolution.state.catalogue.spells:
        does = effects_of(card_of(resolution.state, card), task.forge)
        chosen = choices_of(does)
        wasted = bool(task.targets) and all(find(resolution.state, piece) is None for piece in task.targets)
        if wasted:
            resolution.record(ab.SpellDone(seat=seat, card=card, wasted=True))
        else:
            resolution.first(Task(does=does, seat=seat, card=card, targets=task.targets, chosen_for=chosen))
    elif card in resolution.state.catalogue.hazards:
        resolution.record(ab.HazardSet(seat=seat, card=card))
    else:
        resolution.record(ab.StageSet(seat=seat, card=card))


def _enter(resolution: Resolution, task: Task, card: CardId) -> None:
    """Put a played Fighter into its slot. If the slot was filled meanwhile, it takes the left-most empty one; without
    one, it goes back (AM-54)."""
    slot = task.slot
    if slot is None or resolution.state.sides[task.seat].slots[slot - 1] is not None:
        free = empty_slots(resolution.state, task.seat)
        if not free:
            resolution.record(ab.Wasted(seat=task.seat, card=card))
            return
        slot = free[0]
    piece = PieceId(f"f{resolution.state.pieces + 1}")
    resolution.record(ab.FighterEntered(seat=task.seat, card=card, piece=piece, slot=slot))
    at = next(n for n, later in enumerate(resolution.agenda) if later.played == card)
    resolution.agenda[at] = replace(resolution.agenda[at], piece=piece, slot=slot)


def _after_play(resolution: Resolution, task: Task) -> None:
    """Trigger the texts after a card was played: its own first, then those of the player's other cards, then the
    opponent's, and at last Hazards that come after it (AM-55)."""
    seat, card = task.seat, task.played
    assert card is not None  # noqa: S101 - a card is being played
    state = resolution.state
    if _is_fighter(resolution, task):
        if task.piece is None or task.slot is None:
            return
        mine = own(state, seat, card, task.piece, task.slot, _THIS_PLAYED, task.piece)
        if task.forge is not None:
            does = card_of(resolution.state, card).forge[task.forge].does
            forged = Task(does=does, seat=seat, card=card, piece=task.piece, slot=task.slot, choosing=choices_of(does))
            mine.append(replace(forged, subject=task.piece, starts=True))
        whens, after = _FIGHTER_PLAYED[seat], _AFTER_PLAYED[seat]
    else:
        if card in state.sides[seat].resolving:
            resolution.record(ab.SpellDone(seat=seat, card=card))
        if not _counts(resolution, task):
            return
        mine = []
        whens, after = _SPELL_PLAYED[seat], _AFTER_SPELL[seat]
    heard = texts(state, whens, task.piece, card)
    resolution.first(*mine, *heard, *hazards(state, after, task.piece, card), *texts(state, after, task.piece, card))


def _end_turn(resolution: Resolution, task: Task) -> None:
    seat = task.seat
    empty = resolution.state.stage is not TURN_ONE and is_losing_empty(resolution.state, seat)
    idle = is_losing_idle(resolution.state, seat)
    resolution.record(ab.TurnEnded(seat=seat, idle=idle_turns(resolution.state, seat)))
    at_end: dict[Seat, Reason] = {}
    if empty:
        at_end[seat] = Reason.NO_FIGHTERS
    elif idle:
        at_end[seat] = Reason.IDLE
    if judge(resolution, at_end):
        return
    if resolution.state.turn >= resolution.state.options.turn_cap:
        resolution.record(ab.MatchEnded(places=DRAW, reason=Reason.TURN_CAP))
        return
    begin_turn(resolution, other(seat))


def begin_turn(resolution: Resolution, seat: Seat) -> None:
    """Begin a turn: Energy is reset to 10 (AM-13). In Turn One the Powers come into play, and all cards are free (AM-8,
    AM-9)."""
    turn = resolution.state.turn + 1
    energy = 0 if turn <= len(SEATS) else ENERGY - resolution.state.sides[seat].drained
    resolution.record(ab.TurnBegan(seat=seat, turn=turn, energy=energy))
    if turn <= len(SEATS):
        resolution.record(ab.PowersRevealed(seat=seat, powers=resolution.state.sides[seat].powers))
    else:
        resolution.first(*texts(resolution.state, {seat: _TURN_BEGINS}, None, None))


def turn_one_is_done(state: State) -> bool:
    """True if Turn One is complete: three Fighters have been played, or there is no empty slot left (S0:39)."""
    if state.stage is not TURN_ONE:
        return False
    side = state.sides[state.turn_seat]
    return side.fighters_played >= FIGHTERS_IN_TURN_ONE or not empty_slots(state, state.turn_seat)


def judge(resolution: Resolution, at_end: dict[Seat, Reason]) -> bool:
    """End the match if a player has lost it now, with the loser and the reason. Return true if it has ended. Losses are
    checked only here (AM-27, G-2)."""
    state = resolution.state
    first, second = state.sides
    if (
        first.library
        and second.library
        and first.tokens < TOKENS_THAT_LOSE
        and second.tokens < TOKENS_THAT_LOSE
        and not (at_end or state.cut or state.ended)
    ):
        return False  # as nearly always
    lost = dict(at_end)
    for seat in SEATS:
        side = state.sides[seat]
        enough = side.tokens >= TOKENS_THAT_LOSE
        if state.sudden:
            enough = enough and side.tokens > state.sides[other(seat)].tokens
        if enough:
            lost[seat] = Reason.DEATH_TOKENS
        elif not side.library and not has_fighters(state, seat):
            lost.setdefault(seat, Reason.NOTHING_LEFT)
    if state.cut and not state.chosen:
        resolution.record(ab.MatchEnded(places=DRAW, reason=Reason.LOOP))
    elif len(lost) == 1:
        (loser, reason) = next(iter(lost.items()))
        resolution.record(ab.MatchEnded(places=lost_by(loser), reason=reason))
    elif lost and set(lost.values()) == {Reason.DEATH_TOKENS} and state.options.double_loss is DoubleLoss.SUDDEN_DEATH:
        resolution.record(ab.SuddenDeath())
        return False
    elif lost:
        resolution.record(ab.MatchEnded(places=DRAW, reason=next(iter(lost.values()))))
    return bool(resolution.state.ended)


STEPS: Mapping[PlayOn, Callable[[Resolution, Task], None]] = {
    PlayOn.BEFORE_PLAY: _before_play,
    PlayOn.PLAY: _play,
    PlayOn.AFTER_PLAY: _after_play,
    PlayOn.BEFORE_POWER: _before_power,
    PlayOn.AFTER_POWER: _after_power,
    PlayOn.ENDING_TURN: _ending_turn,
    PlayOn.END_TURN: _end_turn,
}
"""The function that continues the game at each step: a table, for there are two steps in every action."""
