"""Tests that a match can be restored from its log."""

from collections.abc import Mapping
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games import AnyGame
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_games.state_codec import keep, recall
from quarterdeck_protocol.fairness.draws import Draw, DrawKind
from quarterdeck_protocol.names import Version
from quarterdeck_server.matches.openings import empty_record, record_of
from quarterdeck_server.matches.record import MOST_REFS, Record
from quarterdeck_server.matches.snapshot_writer import fields_of
from quarterdeck_server.matches.snapshots import snapshot_in

from quarterdeck_testing.plans import plans
from quarterdeck_testing.profiles import runs_of_profile
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.promises.checked_matches import repeated
from quarterdeck_testing.random_matches import beside, finished, played
from quarterdeck_testing.world import World

SHOWN = "the random draw {!r} must give the outcome in the event's field that the draw names"


@runs_of_profile
@given(data=st.data())
@promise("the log is the match: from it alone, another process gets the same state")
def test_events_survive_json_and_fold_to_the_live_state(world: World, data: st.DataObject) -> None:
    """Another process that applies the stored events gets the same match in all parts. The same is true from
    a snapshot at any version and the entries since."""
    live = finished(data.draw(plans(world)))
    games: dict[str, AnyGame] = {live.plan.game: live.plan.rules}
    folded, opened = record_of(games, live.log[0]), None
    taken_at = data.draw(st.integers(0, len(live.log) - 1), label="the version of the snapshot")
    for stamped in live.log[1:]:
        if folded.version == taken_at:
            opened = _opened_from_snapshot(games, folded)
        folded.read(stamped)
        if opened is not None:
            opened.read(stamped)
    assert keep(folded.state) == keep(live.state), "the stored events must give the state of the live match"
    assert _comparable(folded) == _comparable(live.record), "clocks, choices and result must follow from the stored log"
    if opened is not None:
        assert keep(opened.state) == keep(live.state), (
            "a snapshot and the later entries must give the state of the live match"
        )
        assert _comparable(opened) == _comparable(live.record), "clocks and choices must also follow from the snapshot"


def _opened_from_snapshot(games: Mapping[str, AnyGame], record: Record) -> Record:
    snapshot = snapshot_in(fields_of(record, Version(0)), MOST_REFS)
    opened = empty_record(games, snapshot.opened)
    opened.take_up(snapshot)
    assert _comparable(opened) == _comparable(record), (
        "a match opened from a snapshot must equal the match before the snapshot"
    )
    return opened


def _comparable(record: Record) -> dict[str, Any]:
    action = record.last_action if record.may_take_back else None
    facts = {field: value for field, value in vars(record).items() if field not in ("_boards", "last_action", "state")}
    return facts | {"state": keep(record.state), "action": action}


@runs_of_profile
@given(data=st.data())
@promise("every random draw can be repeated from the seed without the rules")
def test_every_draw_is_noted_and_can_be_made_again_without_the_rules(world: World, data: st.DataObject) -> None:
    """A verifier with only the log and the seed can repeat every recorded random draw, and gets the shown results."""
    whole = finished(data.draw(plans(world)))
    how = whole.record.opened
    key = key_of(bytes.fromhex(how.seed), how.match, how.entropy)
    for entry in whole.entries:
        dice = Dice(key, entry.version)
        events = msgspec.json.decode(msgspec.json.encode(entry.events))
        for draw in msgspec.json.decode(entry.draws or b"[]", type=list[Draw]):
            outcome = _drawn_again(dice, draw)
            assert dice.draws[-1].words == draw.words, "a random draw must follow from the seed and its note alone"
            shown = [] if draw.at is msgspec.UNSET else [_at(events, place) for place in draw.at]
            if not shown:
                assert outcome == draw.outcome, f"the random draw {draw.purpose!r} must give the recorded outcome"
            elif draw.kind is DrawKind.SHUFFLE:
                assert list(outcome) == [card for part in shown for card in part], SHOWN.format(draw.purpose)
            else:
                assert [outcome] == shown, SHOWN.format(draw.purpose)


def _drawn_again(dice: Dice, draw: Draw) -> Any:
    if isinstance(draw.of, int):
        return dice.roll(draw.of, draw.purpose)
    return (dice.shuffled if draw.kind is DrawKind.SHUFFLE else dice.pick)(draw.of, draw.purpose)


def _at(events: Any, place: str) -> Any:
    for part in place.split("/")[1:]:
        events = events[int(part) if isinstance(events, list) else part]
    return events


@runs_of_profile
@given(data=st.data())
@promise("the log is the match: from it alone, another process gets the same state")
def test_the_same_seed_and_actions_give_the_same_log(world: World, data: st.DataObject) -> None:
    """The same seed and the same actions give a log with equal bytes."""
    plan = data.draw(plans(world))
    log, again = finished(plan).log, finished(plan).log
    assert log == again, "the same seed and actions must give the same log: use no chance except `Dice`"


@runs_of_profile
@given(data=st.data())
@promise("the log is the match: from it alone, another process gets the same state")
def test_a_state_survives_being_kept_at_every_version(world: World, data: st.DataObject) -> None:
    """A stored state can be restored at every version, even in the middle of a question. It asks the same
    question and gives the same answers."""
    for playing in played(data.draw(plans(world))):
        recalled = recall(playing.game, keep(playing.state))
        assert recalled == playing.state, "a state must be the same after it was stored and read again"
        assert keep(recalled) == keep(playing.state), "a state that was read again must be stored with the same bytes"
        choices = [playing.game.choices(recalled, seat) for seat in playing.record.seats]
        assert choices == playing.record.choices, "a state that was read again must offer the same choices"
        if not playing.is_over:
            entry = playing.peeked()
            again = beside(playing.record, recalled)
            stored = again.codec.stored(repeated(world, again, entry))
            assert stored == playing.record.codec.stored(entry), (
                "a state that was read again must give the same entry for the next action"
            )
