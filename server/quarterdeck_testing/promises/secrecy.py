"""Tests that hidden facts cannot reach a viewer, and that the state is never sent."""

import asyncio
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_games import AnyGame
from quarterdeck_games.dice import key_of
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.messages import Update
from quarterdeck_protocol.names import MatchId, Milliseconds, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.chain import link_key_of
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.log import NEVER, Head
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.projection import Happened, replay_frame, update_frame
from quarterdeck_server.matches.record import Record
from quarterdeck_server.storage.memory import MemoryStore

from quarterdeck_testing.made_up_actions import some_action
from quarterdeck_testing.plans import plans, usual_plan
from quarterdeck_testing.profiles import runs_of_profile
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.promises.checked_matches import (
    glance,
    has_cards_of,
    repeated,
    rules_refusal,
    sampled,
)
from quarterdeck_testing.random_matches import (
    Playing,
    advance,
    beside,
    finished,
    frame_of,
    opened,
    played,
    refusal,
)
from quarterdeck_testing.world import World

SAME_REFUSAL = "the refusal of a viewer's mistake must not depend on facts hidden from the viewer"
STEPS_IN_ANOTHER_WORLD = 40
MOST_TRIED = 12
"""Most choices of a moment that are tried in both worlds."""

BETWEEN_REQUESTS = 8
"""Number of entries that a running match takes in before its transcript is requested again: each time it reads them
all."""


@runs_of_profile
@given(data=st.data())
@promise("hidden information reaches nobody")
def test_two_worlds_that_differ_in_what_you_may_not_see_are_one_to_you(world: World, data: st.DataObject) -> None:
    """Two worlds that differ only in hidden facts give a viewer the same bytes at any moment and for any
    next entry: the view, the choices, the refusals of mistakes, the event and the replay."""
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 3)
    for playing in sampled(plan):
        if playing.is_over:
            continue
        entry = playing.peeked()
        here = playing.record
        offered = playing.all_choices
        tried = chance.sample(offered, min(MOST_TRIED, len(offered)))
        tried += [some_action(playing.game, chance) for _ in range(5)]
        for viewer in playing.viewers:
            hidden = playing.world.another(playing.state, viewer, entry.events, chance)
            there = beside(here, hidden)
            assert has_cards_of(playing.world, hidden, playing.state), (
                "`another` must return a state with the same cards"
            )
            assert glance(there, viewer) == glance(here, viewer), (
                "`view` and `choices` must not depend on facts hidden from the viewer (here is the real state, "
                "on the left the one of `another`)"
            )
            if viewer is not None:
                for action in tried:
                    raw = here.codec.canonical(action)
                    assert refusal(there, viewer, raw) == refusal(here, viewer, raw), SAME_REFUSAL
                    assert rules_refusal(there, viewer, action) == rules_refusal(here, viewer, action), SAME_REFUSAL
            before = beside(here, playing.state)
            entries = {"here": entry, "there": _repeated_elsewhere(world, there, entry)}
            at = Milliseconds(here.at + 1)
            for record, what in ((before, entries["here"]), (there, entries["there"])):
                advance(record, what, at)
            assert frame_of(there, viewer, entries["there"]) == frame_of(before, viewer, entries["here"]), (
                "`redact` and `view` of the next entry must not depend on facts hidden from the viewer"
            )
            again = [replay_frame(before, viewer, entries["here"]), replay_frame(there, viewer, entries["there"])]
            assert wire.encode(again[0]) == wire.encode(again[1]), (
                "a replay must not show a viewer more than the match did"
            )
            if viewer is not None:
                assert there.unchanged_since[viewer] == before.unchanged_since[viewer], (
                    "hidden facts must not decide which actions are refused as stale"
                )


@runs_of_profile
@given(data=st.data())
@promise("hidden information reaches nobody")
def test_another_world_stays_the_same_to_you_until_a_card_is_shown(world: World, data: st.DataObject) -> None:
    """The frames of two worlds that differ only in hidden facts stay equal, over many entries, until the rules reveal a
    card."""
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 4)
    for playing in sampled(plan):
        viewer = chance.choice(playing.viewers)
        here = playing.beside(Random(plan.chance + 5))
        there = beside(here.record, playing.world.another(playing.state, viewer, (), chance))
        for _ in range(STEPS_IN_ANOTHER_WORLD):
            if here.is_over:
                break
            entry = here.next_entry()
            try:
                other = repeated(world, there, entry)
            except IllegalAction:
                assert entry.seat != viewer, (
                    "the actions that a viewer may take must not depend on facts hidden from the viewer"
                )
                break
            here.take(entry)
            advance(there, other, here.record.at)
            if frame_of(there, viewer, other) == frame_of(here.record, viewer, entry):
                continue
            alike = sum(1 for _ in _while_alike(playing.game, viewer, zip(entry.events, other.events, strict=False)))
            first = entry.events[alike : alike + 1], other.events[alike : alike + 1]
            if first == ((), ()):
                uncovered = any(playing.world.uncovers(event, viewer) for event in entry.events)
                assert uncovered, "a view may show a hidden fact only after an event for which `uncovers` is true"
            else:
                kinds, others = ([type(event).__name__ for event in events] for events in first)
                assert kinds == others, "the kind of the next event must not depend on hidden facts"
                revealed = all(playing.world.reveals(event, viewer) for event in first[0])
                assert revealed, (
                    f"an event may depend on hidden facts only if `reveals` is true for it, unlike these: {first}"
                )
            break


@runs_of_profile
@given(data=st.data())
@promise("hidden information reaches nobody")
def test_an_event_is_told_alike_whatever_is_hidden_in_it(world: World, data: st.DataObject) -> None:
    """Hidden parts leave no trace in the events of two worlds that differ only in hidden facts."""
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 7)
    game = plan.rules
    whole = finished(plan)
    for entry in whole.entries:
        for viewer in whole.viewers:
            for event in entry.events:
                other = world.other_event(event, viewer, chance)
                told, untold = (wire.encode(game.redact(each, viewer)) for each in (event, other))
                assert told == untold, (
                    "`redact` must return the same for a viewer, regardless of the hidden parts of an event"
                )


def _repeated_elsewhere(world: World, there: Record, entry: AnyEntry) -> AnyEntry:
    try:
        return repeated(world, there, entry)
    except IllegalAction as illegal:
        raise AssertionError(
            "`another` must not change facts on which the next entry depends, such as a card that is played\n"
            f"after `another`, the same action is refused: {illegal}"
        ) from None


def _while_alike(game: AnyGame, viewer: Viewer, pairs: Any) -> Iterator[None]:
    for here, there in pairs:
        if game.redact(here, viewer) != game.redact(there, viewer):
            return
        yield None


@runs_of_profile
@given(data=st.data())
@promise("hidden information reaches nobody")
def test_no_frame_holds_a_hidden_face_or_a_secret(world: World, data: st.DataObject) -> None:
    """No frame's text contains a card face that the viewer may not know, a seed, a key, or a share of entropy."""
    plan = data.draw(plans(world))
    how = opened(plan)
    seed = bytes.fromhex(how.seed)
    secrets = [how.seed, key_of(seed, how.match, how.entropy).hex(), link_key_of(seed, how.match).hex(), *how.entropy]
    secrets += ["seal", "SEAL"]
    for playing in played(plan):
        entry = playing.entries[-1]
        for viewer in playing.viewers:
            text = update_frame(
                playing.record, viewer, Happened(Version(entry.version - 1), entry.events), playing.record.at
            ).decode()
            unsuspicious = re.sub(world.harmless, "", text)
            found = [secret for secret in secrets if secret in unsuspicious]
            assert found == [], "a frame must not contain a seed, key, entropy or sealed state"
            shown = set(re.findall(playing.world.face, text)) - playing.world.faces(playing.state, viewer, entry.events)
            assert shown == set(), "a frame must not contain a card face that the viewer may not know"


@runs_of_profile
@given(data=st.data())
@promise("hidden information reaches nobody")
def test_nothing_is_asked_of_a_seat_out_of_turn_and_the_refusal_is_the_same_for_all_actions(
    world: World, data: st.DataObject
) -> None:
    """A seat that is not asked for a decision learns nothing from refusals, not even that its input is a
    valid action."""
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 6)
    for playing in sampled(plan):
        for seat in playing.record.seats:
            if playing.record.choices[seat]:
                continue
            tried = [some_action(playing.game, chance) for _ in range(5)] + playing.all_choices
            refusals = {refusal(playing.record, seat, playing.record.codec.canonical(action)) for action in tried}
            assert len(refusals) == 1, "out of turn, every action must get the same refusal"
            code = RefusalCode.MATCH_OVER if playing.is_over else RefusalCode.NOT_YOUR_TURN
            codes = [each[0] for each in refusals if each is not None]
            assert codes == [code], f"out of turn, an action must be refused with {code.value}"


@promise("hidden information reaches nobody")
def test_a_transcript_with_its_seed_is_refused_until_the_match_has_ended(world: World) -> None:
    """The log contains the seed, so nobody gets it before the end: neither at the beginning of the match,
    nor in the middle, nor when only the last entry is missing."""
    asyncio.run(_refuses_the_transcript_of_a_running_match(world))


async def _refuses_the_transcript_of_a_running_match(world: World) -> None:
    store, whole = MemoryStore(), finished(usual_plan(world))
    match, seed = whole.record.opened.match, whole.record.opened.seed
    matches = Matches({world.game.name: world.game}, store.log, {})
    for stamped in whole.log:
        over = stamped.version == len(whole.log)
        if stamped.version > 1 and (over or stamped.version % BETWEEN_REQUESTS == 2):
            refused = await _refused(matches, match)
            assert refused is not None, "a request for the transcript of a running match must be refused"
            assert refused.code is RefusalCode.NOT_OVER_YET, (
                "a request for the transcript of a running match must be refused with not_over_yet"
            )
            assert seed not in str(refused), "the refusal must not contain the seed"
        head = Head(version=Version(stamped.version - 1))
        await store.log.append(match, head, stamped.entry, NEVER, over=over)
    transcript = await matches.transcript(match)
    assert seed in transcript.entries[0].entry, "the transcript of a finished match must contain its seed"
    assert transcript.result == whole.record.result, "the transcript must contain the result"
    await matches.close()


async def _refused(matches: Matches, match: MatchId) -> CommandRefused | None:
    try:
        await matches.transcript(match)
    except CommandRefused as refused:
        return refused
    return None


def _refuses(encode: Callable[[Any], Any], leak: Any) -> bool:
    try:
        encode(leak)
    except TypeError:
        return True
    return False


@promise("hidden information reaches nobody")
def test_the_encoder_refuses_a_state_however_it_is_wrapped(world: World) -> None:
    playing = Playing(usual_plan(world))
    state, record = playing.state, playing.record
    update = Update[Any, Any, Any](
        match=record.opened.match,
        game=record.opened.game,
        version=record.version,
        since=Version(0),
        at=record.at,
        now=record.at,
        seat=None,
        players=record.players,
        waiting=(),
        link="",
        result=None,
        events=(),
        view=state,
        choices=(),
    )
    replaced = msgspec.structs.replace
    bare = replaced(update, view=None)
    for leak in (
        state,
        [state],
        {"state": state},
        update,
        replaced(bare, events=(state,)),
        replaced(bare, choices=(state,)),
        replaced(bare, view={"deep": [state]}),
    ):
        for encode in (wire.encode, msgspec.to_builtins):
            assert _refuses(encode, leak), "a state must derive from `Secret`, so that the encoder refuses it"
    wire.encode(bare)
