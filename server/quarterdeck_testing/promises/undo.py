"""Tests that an action can be taken back only if nobody has learned anything by it."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.undo import UndoAnswer
from quarterdeck_server.matches.undo.steps import undo_answered_entry, undo_asked_entry

from quarterdeck_testing.plans import plans
from quarterdeck_testing.profiles import runs_of_profile
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.promises.checked_matches import repeated
from quarterdeck_testing.random_matches import Playing, advance, beside, frame_of, played
from quarterdeck_testing.world import World


@runs_of_profile
@given(data=st.data())
@promise("an action can be taken back only if nobody has learned anything by it")
def test_an_action_that_can_be_taken_back_has_shown_nothing_hidden(world: World, data: st.DataObject) -> None:
    """An action that can be taken back is possible, and shows every viewer the same, in every world that was like this
    one to the viewer before it. Afterwards all views and choices are those from before it."""
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 6)
    before: Playing | None = None
    for playing in played(plan):
        if before is not None and playing.record.may_take_back:
            check_that_nothing_was_learned(before, playing, chance)
            check_taking_back(before, playing.kept())
        before = playing.kept()


def check_that_nothing_was_learned(before: Playing, after: Playing, chance: Random) -> None:
    entry, world = after.entries[-1], after.world
    for viewer in after.viewers:
        there = beside(before.record, world.another(before.state, viewer, (), chance))
        try:
            again = repeated(world, there, entry)
        except IllegalAction:
            raise AssertionError("an action that depends on a hidden fact must not be open to be taken back") from None
        advance(there, again, after.record.at)
        assert frame_of(there, viewer, again) == frame_of(after.record, viewer, entry), (
            "an action that shows a viewer a hidden fact must not be open to be taken back: name every hidden fact in "
            "`hidden_cards`"
        )


def check_taking_back(before: Playing, after: Playing) -> None:
    last = after.record.last_action
    assert last is not None, "the last action must be there"
    after.take(undo_asked_entry(after.record, last.seat, last.version, None))
    while after.record.undo is not None and after.record.undo.missing:
        seat = after.record.undo.missing[0]
        after.take(undo_answered_entry(after.record, seat, last.version, UndoAnswer.AGREE, None))
    assert after.state == before.state, "the state must be the one from before the action"
    for viewer in after.viewers:
        assert after.record.view(viewer) == before.record.view(viewer), (
            "the view must be the one from before the action"
        )
    assert after.record.choices == before.record.choices, "the choices must be those from before the action"
