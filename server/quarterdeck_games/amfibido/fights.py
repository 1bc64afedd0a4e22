"""The three fights of a round in Amfibido, computed from one unchanged state, and the card texts that they trigger
(S3:171, AF-20, AF-21)."""

from collections.abc import Mapping, Sequence

from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.card import KnocksOut, When
from quarterdeck_games.amfibido.continuous_effects import LosesDouble
from quarterdeck_games.amfibido.effects import Order, Task
from quarterdeck_games.amfibido.power import power_of
from quarterdeck_games.amfibido.queries import Pieces, contender, one_of, words_of
from quarterdeck_games.amfibido.resolution import HOUSE, Resolution
from quarterdeck_games.amfibido.state import (
    DOJOS,
    LOST,
    ROUNDS_TO_WIN,
    WON,
    Equipment,
    Fighter,
    State,
    card_of,
    dojo_at,
    fighters,
    find,
)
from quarterdeck_games.two_seats import SEATS, other

_ITSELF, _WINNER, _OPPONENT = KnocksOut.ITSELF, KnocksOut.WINNER, KnocksOut.OPPONENT
_WHENS: Mapping[af.Outcome | None, Sequence[When]] = {WON: (When.WON,), LOST: (When.LOST,)}
"""The triggers of each outcome."""

_WON_ROUND = (When.WON_ROUND,)


def fought(state: State, silent: Pieces) -> af.Fought:
    """Return the fights of a round. The seat that wins more of them wins the round (S3:182…190, AF-25)."""
    fights = tuple([_fight(state, dojo, silent) for dojo in DOJOS])
    won = [sum(1 for fight in fights if fight.winner_seat == seat) for seat in SEATS]
    winner = None if won[0] == won[1] else SEATS[0] if won[0] > won[1] else SEATS[1]
    return af.Fought(round=state.round, fights=fights, winner_seat=winner)


def _fight(state: State, dojo: int, silent: Pieces) -> af.Fight:
    """Return the result of the fight in a dojo. The higher total wins. A fighter without an opponent wins without a
    fight. Without fighters, or with equal totals, it is a draw (S3:173…180)."""
    sides: list[af.Power | None] = []
    for seat in SEATS:
        fighter = contender(state, seat, dojo, silent)
        sides.append(None if fighter is None else power_of(state, seat, dojo, fighter, silent))
    one, two = sides
    if one is None and two is None:
        winner = None
    elif one is None or two is None:
        winner = SEATS[1] if one is None else SEATS[0]
    else:
        winner = None if one.total == two.total else SEATS[0] if one.total > two.total else SEATS[1]
    return af.Fight(dojo=dojo, sides=(one, two), winner_seat=winner)


def score(resolution: Resolution, result: af.Fought, silent: Pieces) -> None:
    """Advance the winner of the round on the score path: by two steps if the loser has a card that doubles the loss,
    never more, and not at all in a drawn round (S3:192, AF-23, AF-24)."""
    winner = result.winner_seat
    if winner is None:
        return
    state = resolution.state
    doubles = [
        fighter.card
        for _, fighter in fighters(state, other(winner))
        if one_of(words_of(fighter, silent), LosesDouble) is not None
    ]
    points = min(ROUNDS_TO_WIN, state.sides[winner].points + (2 if doubles else 1))
    resolution.record(af.Scored(seat=winner, points=points, by=doubles[0] if doubles else None))


def knock_out(resolution: Resolution, result: af.Fought, silent: Pieces) -> None:
    """Record the knocked-out fighters: by the keyword, by a card's text about its own fight, or by both (AF fact 15,
    AF-37)."""
    state = resolution.state
    fallen: dict[af.PieceId, tuple[Seat, af.CardId, af.CardId]] = {}
    for fight in result.fights:
        for seat in SEATS:
            mine, theirs = fight.sides[seat], fight.sides[other(seat)]
            if mine is None:
                continue
            for by in _knocked_out_by(state, seat, mine, theirs, fight, silent):
                fallen.setdefault(mine.piece, (seat, mine.card, by))
    for piece, (seat, card, by) in fallen.items():
        resolution.record(af.KnockedOut(seat=seat, card=card, piece=piece, by=by))


def _knocked_out_by(
    state: State, seat: Seat, mine: af.Power, theirs: af.Power | None, fight: af.Fight, silent: Pieces
) -> list[af.CardId]:
    by = []
    if card_of(mine.card).knocks_out is _ITSELF and mine.piece not in silent:
        by.append(mine.card)
    if theirs is None:
        return by
    if fight.winner_seat == other(seat) and theirs.knockout:
        by.append(theirs.card)
    won = fight.winner_seat == seat
    if card_of(theirs.card).knocks_out is _WINNER and won and theirs.piece not in silent:
        by.append(theirs.card)
    found = find(state, other(seat), theirs.piece)
    if found is not None and isinstance(found[1], Fighter):
        by += [one.card for one in found[1].combos if card_of(one.card).knocks_out is _OPPONENT]
    return by


def after_fights(resolution: Resolution, result: af.Fought, silent: Pieces) -> None:
    """Trigger the texts that wait for the end of fights: first those of the starting player. Each player chooses the
    order of their own (AF-20)."""
    state = resolution.state
    for seat in (state.starter, other(state.starter)):
        waiting = tuple(_set_off(state, seat, result, silent))
        if waiting:
            resolution.last(Task(does=(Order(waiting),), seat=seat, card=HOUSE))


def _set_off(state: State, seat: Seat, result: af.Fought, silent: Pieces) -> list[Task]:
    waiting = []
    for number, fighter in fighters(state, seat):
        whens = _WHENS.get(fighter.outcome, ())
        things: tuple[Fighter | Equipment, ...] = (fighter, *dojo_at(state, seat, number).equipment)
        for thing in things:
            if thing.piece not in silent:
                waiting += _tasks(seat, thing, whens, fighter.piece)
        if result.winner_seat == seat and fighter.piece not in silent:
            waiting += _tasks(seat, fighter, _WON_ROUND, fighter.piece)
    sensei = state.sides[seat].sensei
    if sensei is not None and all(fight.winner_seat == seat for fight in result.fights):
        waiting += [Task(does=on.does, seat=seat, card=sensei) for on in card_of(sensei).triggers(When.SWEPT)]
    return waiting


def _tasks(seat: Seat, thing: Fighter | Equipment, whens: Sequence[When], about: af.PieceId) -> list[Task]:
    """Return the tasks of a card's texts that are triggered for the fighter of this fight."""
    return [
        Task(does=on.does, seat=seat, card=thing.card, piece=thing.piece, about=about)
        for when in whens
        for on in card_of(thing.card).triggers(when)
    ]
