"""Tests that results which are reused equal results that are computed again."""

from collections.abc import Iterator, Sequence
from functools import reduce
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games.game import IllegalAction
from quarterdeck_games.state_codec import keep
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.names import Seat
from quarterdeck_server.matches.entries import opening_entry, resigned_entry, returned_entry, timed_out_entry
from quarterdeck_server.matches.record import Record

from quarterdeck_testing.made_up_actions import some_action
from quarterdeck_testing.plans import plans
from quarterdeck_testing.profiles import runs_of_profile
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.promises.checked_matches import sampled
from quarterdeck_testing.random_matches import Playing
from quarterdeck_testing.world import World, parts_of


@runs_of_profile
@given(data=st.data())
@promise("shortcuts for speed give the same results as the full computation")
def test_anything_that_is_reused_is_what_would_be_worked_out_again(world: World, data: st.DataObject) -> None:
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 3)
    for playing in sampled(plan):
        for state, events in _decisions(playing):
            _is_folded_alike(playing, state, events)
        for seat in playing.record.seats:
            actions = [parts_of(choice)[0] for choice in playing.record.choices[seat]]
            actions = chance.sample(actions, min(3, len(actions)))
            for action in (*actions, some_action(playing.game, chance)):
                told, anew = (_judged(playing, seat, action, told=told) for told in (True, False))
                assert told == anew, "`decide_among` must return what `decide` returns"
                if not isinstance(told, str):
                    _is_folded_alike(playing, playing.state, told)
        _is_shown_alike(playing, chance)


def _decisions(playing: Playing) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Yield the decisions that the server makes for seats at this moment, each with its state."""
    record = playing.record
    if record.version == 1:
        empty = Record(record.opened, playing.game)
        yield empty.state, opening_entry(empty).events
    for seat in playing.asked:
        yield record.state, timed_out_entry(record, seat).events
    for seat in [] if playing.is_over else record.seats:
        yield record.state, returned_entry(record, seat).events
        if seat not in record.gone:
            yield record.state, resigned_entry(record, seat, None).events


def _is_folded_alike(playing: Playing, state: Any, events: Any) -> None:
    anew = reduce(playing.game.evolve, events, state)
    assert keep(playing.game.fold(state, events)) == keep(anew), (
        "`scribe.decision()` must have the state that results from its events"
    )


def _judged(playing: Playing, seat: Seat, action: Any, *, told: bool) -> Sequence[Any] | str:
    """Return the events of an action, or the reason of its refusal."""
    record, game = playing.record, playing.game
    try:
        if told:
            return game.decide_among(record.choices[seat], record.state, seat, action, record.next_dice())
        return game.decide(record.state, seat, action, record.next_dice())
    except IllegalAction as refused:
        return f"{refused.text} {refused.rule}"


def _is_shown_alike(playing: Playing, chance: Random) -> None:
    game, state = playing.game, playing.state
    board = game.board(state)
    for viewer in chance.sample(playing.viewers, len(playing.viewers)):
        alone = wire.encode(game.view(state, viewer))
        assert wire.encode(game.view_on(board, state, viewer)) == alone, (
            "`view_on` with the shared `board` must return the same as `view`"
        )
        assert wire.encode(playing.record.view(viewer)) == alone, "the server must send the result of `view`"
