"""The promises that every game keeps, tried on random matches of it: tests for the package of any game.

A test module imports all of them and says which games shall keep them, each with what the tests must know of it:

    from quarterdeck_games.testing.promises import *

    KEPT_BY = [World(game=Nim(), most_actions=…)]
"""

import asyncio
import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw
from quarterdeck_protocol import wire
from quarterdeck_protocol.messages import Result, Update
from quarterdeck_protocol.names import Milliseconds, Seat, Version, Viewer
from quarterdeck_protocol.open_choices import field_left_open
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcript import Acted, Obeyed, Resigned, Returned, TimedOut
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.chain import link_key_of
from quarterdeck_server.matches.log import NEVER, Head
from quarterdeck_server.matches.matches import Matches
from quarterdeck_server.matches.projection import Happened, replay_frame, update_frame
from quarterdeck_server.matches.record import (
    AnyEntry,
    Record,
    obeyed_entry,
    record_of,
    resigned_entry,
    returned_entry,
    timed_out_entry,
)
from quarterdeck_server.rule_books import phrases_of
from quarterdeck_server.storage.memory import MemoryStore

from quarterdeck_games import AnyGame
from quarterdeck_games.dice import key_of
from quarterdeck_games.game import IllegalAction, Phrases
from quarterdeck_games.state_codec import keep, recall
from quarterdeck_games.testing.made_up_actions import kinds_of, some_action
from quarterdeck_games.testing.plans import Manner, Plan, every_choice_of, plans, some_plan, usual_plan
from quarterdeck_games.testing.profiles import as_often_as_the_profile_says
from quarterdeck_games.testing.random_matches import (
    Playing,
    act,
    advance,
    beside,
    finished,
    frame_of,
    is_on_offer,
    opened,
    played,
    refusal,
)
from quarterdeck_games.testing.world import World, parts_of

__all__ = [
    "test_a_match_in_which_everybody_sleeps_ends",
    "test_a_match_with_any_options_and_further_cards_goes_on_to_its_end",
    "test_a_seat_may_come_back_at_any_moment",
    "test_a_seat_may_leave_at_any_moment_and_the_others_play_on",
    "test_a_setup_that_cannot_be_played_is_faulted_with_the_place",
    "test_a_state_survives_being_kept_at_every_version",
    "test_a_transcript_with_its_seed_is_refused_until_the_match_has_ended",
    "test_an_event_is_told_alike_whatever_is_hidden_in_it",
    "test_another_world_stays_the_same_to_you_until_a_card_is_shown",
    "test_events_survive_json_and_fold_to_the_live_state",
    "test_every_choice_on_offer_is_accepted",
    "test_every_frame_is_in_the_shapes_that_the_game_declares",
    "test_every_option_that_the_tests_try_can_be_played",
    "test_no_frame_holds_a_hidden_face_or_a_secret",
    "test_nothing_is_asked_of_a_seat_out_of_turn_and_the_refusal_is_the_same_for_all_actions",
    "test_phrases_say_every_action_and_every_event",
    "test_the_encoder_refuses_a_state_however_it_is_wrapped",
    "test_the_house_can_play_for_any_seat_at_any_moment",
    "test_the_other_worlds_of_these_tests_are_other_worlds",
    "test_the_same_seed_and_actions_give_the_same_log",
    "test_the_seats_of_a_match_are_numbered_from_nought",
    "test_two_worlds_that_differ_in_what_you_may_not_see_are_one_to_you",
    "test_until_there_is_a_result_some_seat_has_a_choice",
    "test_what_is_no_action_at_all_is_refused_with_the_place",
    "test_whatever_is_not_on_offer_is_refused_and_changes_nothing",
]

STATES_PER_MATCH = 10
STEPS_IN_ANOTHER_WORLD = 40


def sampled(plan: Plan) -> Iterator[Playing]:
    """Stop by at some versions of a match, which the plan chooses: its first and last, before and after every kind of
    event that it has, and some others."""
    chance = Random(plan.chance + 1)
    whole = finished(plan)
    versions: dict[type, list[Version]] = {}
    for entry in whole.entries:
        for event in entry.events:
            versions.setdefault(type(event), []).append(entry.version)
    length = len(whole.log)
    stops = {1, length, *(chance.randint(1, length) for _ in range(STATES_PER_MATCH))}
    for each in versions.values():
        version = chance.choice(each)
        stops |= {version - 1, version}
    for playing in played(plan):
        if playing.record.version in stops:
            yield playing


def settled(playing: Playing, entry: AnyEntry) -> Any:
    """Return the state that an entry leads to, having checked all that must hold of every entry of a running match."""
    game, world = playing.game, playing.world
    assert entry.events or isinstance(entry.cause, Returned), "every accepted action causes at least one event"
    assert playing.record.codec.entry(playing.record.codec.stored(entry)) == entry, "an entry survives JSON"
    state = game.fold(playing.state, entry.events)
    assert world.cards(state) == world.deck(playing.plan.setup), "cards are neither lost nor doubled"
    result = game.result(state)
    asked = [seat for seat in playing.record.seats if game.choices(state, seat)]
    if result is None:
        assert asked, "until there is a result, some seat has a choice"
    else:
        assert asked == [], "when it is over nobody is asked for anything"
        _check_places(result, len(playing.record.seats))
    return state


def play_to_the_end(playing: Playing) -> None:
    """Play, checking every entry on the way."""
    most = playing.world.most_actions(playing.plan.setup.options, playing.plan.setup.seats)
    while not playing.is_over:
        entry = playing.next_entry()
        expected = settled(playing, entry)
        playing.take(entry)
        assert playing.state == expected, "what is taken in is what was foreseen"
        assert playing.actions <= most, "every match ends"
        for seat in playing.record.gone:
            assert not playing.record.choices[seat], "who has left is asked for nothing"
    assert all(until is None for until in playing.record.until), "when it is over no clock runs on"


def _check_places(result: Result, seats: int) -> None:
    """Every seat has a place; those that share one leave out as many after it."""
    assert len(result.places) == seats
    assert all(place == 1 + sum(other < place for other in result.places) for place in result.places)


# A match goes on, and ends


@as_often_as_the_profile_says
@given(data=st.data())
def test_until_there_is_a_result_some_seat_has_a_choice(world: World, data: st.DataObject) -> None:
    """Promises 1, 4, 7 and 10, whatever the seats do: act, dawdle, or leave."""
    play_to_the_end(Playing(data.draw(plans(world))))


@as_often_as_the_profile_says
@given(data=st.data())
def test_a_match_in_which_everybody_sleeps_ends(world: World, data: st.DataObject) -> None:
    """Promise 10, when the house plays for every seat."""
    play_to_the_end(Playing(data.draw(plans(world, Manner.SLEEPS))))


@as_often_as_the_profile_says
@given(data=st.data())
def test_a_seat_may_leave_at_any_moment_and_the_others_play_on(world: World, data: st.DataObject) -> None:
    """Promises 1, 4, 7 and 10: it is asked for nothing from then on, and does not win."""
    for playing in sampled(data.draw(plans(world, Manner.ACTS, Manner.DAWDLES))):
        for seat in [] if playing.is_over else playing.record.seats:
            without = playing.beside(Random(seat))
            entry = resigned_entry(without.record, seat, None)
            settled(without, entry)
            without.take(entry)
            play_to_the_end(without)
            assert without.record.result is not None
            assert without.record.result.places[seat] > 1


@as_often_as_the_profile_says
@given(data=st.data())
def test_the_house_can_play_for_any_seat_at_any_moment(world: World, data: st.DataObject) -> None:
    """Promises 1, 4 and 7 for a seat whose time runs out, whenever that is."""
    for playing in sampled(data.draw(plans(world))):
        for seat in playing.asked:
            settled(playing, timed_out_entry(playing.record, seat))


@as_often_as_the_profile_says
@given(data=st.data())
def test_a_seat_may_come_back_at_any_moment(world: World, data: st.DataObject) -> None:
    """Promises 1 and 7 for a seat that was away, and that its return takes nobody's choices away."""
    for playing in sampled(data.draw(plans(world, Manner.DAWDLES))):
        for seat in [] if playing.is_over else playing.record.seats:
            state = settled(playing, returned_entry(playing.record, seat))
            assert [playing.game.choices(state, each) for each in playing.record.seats] == playing.record.choices


# What is on offer, and nothing else


@as_often_as_the_profile_says
@given(data=st.data())
def test_every_choice_on_offer_is_accepted(world: World, data: st.DataObject) -> None:
    """Promise 2, and 1, 4 and 7 for each of them."""
    for playing in sampled(data.draw(plans(world))):
        for seat in playing.asked:
            choices = playing.record.choices[seat]
            assert list(choices) == list(playing.game.choices(playing.state, seat)), "choices come in a fixed order"
            written = [bytes(playing.record.codec.canonical(choice)) for choice in choices]
            assert len(set(written)) == len(written), "no choice is offered twice"
            for choice, raw in zip(choices, written, strict=True):
                assert playing.record.codec.action(Raw(raw)) == choice, "a choice can be sent as it was told"
                if field_left_open(choice) is not None:
                    code, _, _ = refusal(playing.record, seat, Raw(raw)) or (None, "", None)
                    assert code == RefusalCode.INCOMPLETE, "nothing is left to the house"
                for action in parts_of(choice):
                    assert refusal(playing.record, seat, playing.record.codec.canonical(action)) is None
                    settled(playing, act(playing.record, seat, action))


@as_often_as_the_profile_says
@given(data=st.data())
def test_whatever_is_not_on_offer_is_refused_and_changes_nothing(world: World, data: st.DataObject) -> None:
    """Promise 3: well-typed nonsense, and all that was ever on offer to anybody, from every seat."""
    plan = data.draw(plans(world))
    ever = sorted(
        {bytes(playing.record.codec.canonical(choice)) for playing in sampled(plan) for choice in playing.all_choices}
    )
    chance = Random(plan.chance + 2)
    for playing in sampled(plan):
        before = keep(playing.state)
        actions = [playing.record.codec.action(Raw(raw)) for raw in ever]
        actions += [some_action(playing.game, chance) for _ in range(20)]
        for seat in playing.record.seats:
            for action in actions:
                if is_on_offer(playing, seat, action) or field_left_open(action) is not None:
                    continue  # what leaves something open never comes through the door
                with pytest.raises(IllegalAction) as refused:
                    playing.game.decide(playing.state, seat, action, playing.record.next_dice())
                assert str(refused.value).endswith((".", "!")), "the reason is a sentence"
                assert refused.value.rule, "and cites a rule"
        assert keep(playing.state) == before


NO_ACTIONS = [b"{}", b"[]", b"null", b"7", b'{"type":"what"}', b'{"type":null}', b'"', b"", b"{" * 9, b'{"type"']


@pytest.mark.parametrize("raw", NO_ACTIONS, ids=repr)
def test_what_is_no_action_at_all_is_refused_with_the_place(world: World, raw: bytes) -> None:
    """Promise 3, for what is not even well typed."""
    playing = Playing(usual_plan(world))
    refused = refusal(playing.record, playing.asked[0], Raw(raw))
    assert refused is not None
    code, _, where = refused
    assert (code, (where or "")[:8]) == (RefusalCode.MALFORMED, "$.action")


# The log is the match


@as_often_as_the_profile_says
@given(data=st.data())
def test_events_survive_json_and_fold_to_the_live_state(world: World, data: st.DataObject) -> None:
    """Promise 5: what another process folds from the stored bytes is the match, with all that is kept of it."""
    live = finished(data.draw(plans(world)))
    folded = record_of({live.plan.game: live.plan.rules}, live.log[0])
    for stamped in live.log[1:]:
        folded.read(stamped)
    assert keep(folded.state) == keep(live.state)
    assert _kept_of(folded) == _kept_of(live.record)


def _kept_of(record: Record) -> dict[str, Any]:
    return {field: value for field, value in vars(record).items() if field != "state"} | {"state": keep(record.state)}


@as_often_as_the_profile_says
@given(data=st.data())
def test_the_same_seed_and_actions_give_the_same_log(world: World, data: st.DataObject) -> None:
    """Promise 8, to the byte."""
    plan = data.draw(plans(world))
    assert finished(plan).log == finished(plan).log


@as_often_as_the_profile_says
@given(data=st.data())
def test_a_state_survives_being_kept_at_every_version(world: World, data: st.DataObject) -> None:
    """Promise 9: in the middle of a question too; what is recalled is asked the same and answers the same."""
    for playing in played(data.draw(plans(world))):
        recalled = recall(playing.game, keep(playing.state))
        assert recalled == playing.state
        assert keep(recalled) == keep(playing.state)
        assert [playing.game.choices(recalled, seat) for seat in playing.record.seats] == playing.record.choices
        if not playing.is_over:
            entry = playing.peeked()
            again = beside(playing.record, recalled)
            assert again.codec.stored(repeated(world, again, entry)) == playing.record.codec.stored(entry)


# What you may not see cannot reach you


@as_often_as_the_profile_says
@given(data=st.data())
def test_two_worlds_that_differ_in_what_you_may_not_see_are_one_to_you(world: World, data: st.DataObject) -> None:
    """Promise 6: at any moment, whatever comes next, the viewer's bytes are the same: what it may look at, what it may
    do, how its mistakes are refused, what it hears of the next entry, and what a replay shows of it."""
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 3)
    for playing in sampled(plan):
        if playing.is_over:
            continue
        entry = playing.peeked()
        here = playing.record
        nonsense = [some_action(playing.game, chance) for _ in range(5)] + playing.all_choices
        for viewer in playing.viewers:
            hidden = playing.world.another(playing.state, viewer, entry.events, chance)
            there = beside(here, hidden)
            assert playing.world.cards(hidden) == playing.world.cards(playing.state)
            assert glance(there, viewer) == glance(here, viewer)
            if viewer is not None:
                for action in nonsense:
                    raw = here.codec.canonical(action)
                    assert refusal(there, viewer, raw) == refusal(here, viewer, raw)
                    assert _rules_refusal(there, viewer, action) == _rules_refusal(here, viewer, action)
            before = beside(here, playing.state)
            told = {"here": entry, "there": repeated(world, there, entry)}
            at = Milliseconds(here.at + 1)
            for record, what in ((before, told["here"]), (there, told["there"])):
                advance(record, what, at)
            assert frame_of(there, viewer, told["there"]) == frame_of(before, viewer, told["here"])
            again = [replay_frame(before, viewer, told["here"]), replay_frame(there, viewer, told["there"])]
            assert wire.encode(again[0]) == wire.encode(again[1]), "who sees it again sees no more of it"
            if viewer is not None:
                assert there.unchanged_since[viewer] == before.unchanged_since[viewer], "staleness tells nothing"


@as_often_as_the_profile_says
@given(data=st.data())
def test_another_world_stays_the_same_to_you_until_a_card_is_shown(world: World, data: st.DataObject) -> None:
    """Promise 6, over many entries: the frames first differ where the rules lay something open, and nowhere else."""
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
                assert entry.seat != viewer, "what you can do does not depend on what you may not see"
                break
            here.take(entry)
            advance(there, other, here.record.at)
            if frame_of(there, viewer, other) == frame_of(here.record, viewer, entry):
                continue
            alike = sum(1 for _ in _while_alike(playing.game, viewer, zip(entry.events, other.events, strict=False)))
            first = entry.events[alike : alike + 1], other.events[alike : alike + 1]
            if first == ((), ()):
                assert any(playing.world.uncovers(event, viewer) for event in entry.events)
            else:
                assert [type(event) for event in first[0]] == [type(event) for event in first[1]]
                assert all(playing.world.reveals(event, viewer) for event in first[0]), first
            break


def _rules_refusal(record: Record, seat: Seat, action: Any) -> tuple[str, str] | None:
    """Return how the rules themselves refuse an action, also where the house would not have asked them."""
    try:
        record.game.decide(record.state, seat, action, record.next_dice())
    except IllegalAction as illegal:
        return str(illegal), illegal.rule
    return None


@as_often_as_the_profile_says
@given(data=st.data())
def test_an_event_is_told_alike_whatever_is_hidden_in_it(world: World, data: st.DataObject) -> None:
    """Promise 6, for the events themselves: what is left out leaves no trace."""
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 7)
    game = plan.rules
    whole = finished(plan)
    for entry in whole.entries:
        for viewer in whole.viewers:
            for event in entry.events:
                other = world.other_event(event, viewer, chance)
                assert wire.encode(game.redact(other, viewer)) == wire.encode(game.redact(event, viewer))


def _while_alike(game: AnyGame, viewer: Viewer, pairs: Any) -> Iterator[None]:
    for here, there in pairs:
        if game.redact(here, viewer) != game.redact(there, viewer):
            return
        yield None


def test_the_other_worlds_of_these_tests_are_other_worlds(world: World) -> None:
    """Guards the tests above: where something is hidden, the other world must differ."""
    if world.another is World.another:  # nothing is hidden
        return
    chance = Random(1)
    tried = [
        world.another(playing.state, viewer, playing.peeked().events, chance) != playing.state
        for playing in islice(played(usual_plan(world)), 10)
        for viewer in playing.viewers
    ]
    assert sum(tried) > 0.9 * len(tried)


@as_often_as_the_profile_says
@given(data=st.data())
def test_no_frame_holds_a_hidden_face_or_a_secret(world: World, data: st.DataObject) -> None:
    """Promise 6, searched for in the text of every frame: no face that the viewer may not know, no seed, no key, and
    nobody's share of entropy."""
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
            assert [secret for secret in secrets if secret in unsuspicious] == []
            allowed = playing.world.faces(playing.state, viewer, entry.events)
            assert set(re.findall(playing.world.face, text)) <= allowed


@as_often_as_the_profile_says
@given(data=st.data())
def test_every_frame_is_in_the_shapes_that_the_game_declares(world: World, data: st.DataObject) -> None:
    """A client that knows the game's schema can read whatever it is told: also what was left out of an event."""
    game = world.game
    update: Any = Update
    decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(update[game.actions, game.events, game.views])
    for playing in sampled(data.draw(plans(world))):
        for viewer in playing.viewers:
            frame = playing.frame(viewer)
            assert wire.encode(decoder.decode(frame)) == frame


@as_often_as_the_profile_says
@given(data=st.data())
def test_nothing_is_asked_of_a_seat_out_of_turn_and_the_refusal_is_the_same_for_all_actions(
    world: World, data: st.DataObject
) -> None:
    """Promise 6: whoever is not asked learns nothing by trying, not even whether the action would be one."""
    plan = data.draw(plans(world))
    chance = Random(plan.chance + 6)
    for playing in sampled(plan):
        for seat in playing.record.seats:
            if playing.record.choices[seat]:
                continue
            tried = [some_action(playing.game, chance) for _ in range(5)] + playing.all_choices
            told = {refusal(playing.record, seat, playing.record.codec.canonical(action)) for action in tried}
            assert len(told) == 1
            code = RefusalCode.MATCH_OVER if playing.is_over else RefusalCode.NOT_YOUR_TURN
            assert [each[0] for each in told if each is not None] == [code]


def test_a_transcript_with_its_seed_is_refused_until_the_match_has_ended(world: World) -> None:
    """Promise 6: the seed is in the log, and the log is nobody's before the end."""
    asyncio.run(_refuses_the_transcript_of_a_running_match(world))


async def _refuses_the_transcript_of_a_running_match(world: World) -> None:
    store, whole = MemoryStore(), finished(usual_plan(world))
    match, seed = whole.record.opened.match, whole.record.opened.seed
    matches = Matches({world.game.name: world.game}, store.log, {})
    for stamped in whole.log:
        over = stamped.version == len(whole.log)
        if stamped.version > 1:
            with pytest.raises(CommandRefused) as refused:
                await matches.transcript(match)
            assert refused.value.code is RefusalCode.NOT_OVER_YET
            assert seed not in str(refused.value)
        head = Head(version=Version(stamped.version - 1))
        await store.log.append(match, head, stamped.entry, NEVER, over=over)
    transcript = await matches.transcript(match)
    assert seed in transcript.entries[0].entry
    assert transcript.result == whole.record.result
    await matches.close()


# The state stays inside


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
        with pytest.raises(TypeError):
            wire.encode(leak)
        with pytest.raises(TypeError):
            msgspec.to_builtins(leak)
    wire.encode(bare)


# Everything can be said and set


def test_phrases_say_every_action_and_every_event(world: World) -> None:
    """Every tag has a phrase, no phrase is left over, and every `{field}` is one of the type's fields."""
    game = world.game
    for phrases, union in ((game.phrases.actions, game.actions), (game.phrases.events, game.events)):
        kinds = {str(kind.__struct_config__.tag): kind for kind in kinds_of(union)}
        assert set(phrases) == set(kinds)
        for tag, kind in kinds.items():
            assert _fields_of(phrases[tag]) <= set(kind.__struct_fields__)
            for field in _fields_of(phrases[tag]):
                _check_that_it_can_be_said(game.phrases, kind, field)
    assert phrases_of(game).rules.strip()


def _fields_of(phrase: str) -> set[str]:
    return set(re.findall(r"\{(\w+)", phrase))


def _check_that_it_can_be_said(phrases: Phrases, kind: Any, field: str) -> None:
    """An object in a phrase needs a phrase itself, for its type or for the name of the field."""
    shape = msgspec.inspect.type_info(kind)
    assert isinstance(shape, msgspec.inspect.StructType)
    inner = next(each.type for each in shape.fields if each.name == field)
    while isinstance(inner, msgspec.inspect.VarTupleType | msgspec.inspect.ListType):
        inner = inner.item_type
    if isinstance(inner, msgspec.inspect.StructType):
        assert inner.tag in phrases.things or field in phrases.things, f"{field} of {kind.__name__} cannot be said"


def test_a_setup_that_cannot_be_played_is_faulted_with_the_place(world: World) -> None:
    game = world.game
    assert list(game.check(game.setup(game.seats[-1], game.options()))) == []
    for seats in (-1, 0, game.seats[0] - 1, game.seats[-1] + 1, 10**9):
        faults = game.check(game.setup(seats, game.options()))
        assert "$.seats" in [fault.path for fault in faults]


@as_often_as_the_profile_says
@given(data=st.data())
def test_every_option_that_the_tests_try_can_be_played(world: World, data: st.DataObject) -> None:
    plan = data.draw(plans(world))
    assert list(plan.rules.check(plan.setup)) == []


@pytest.mark.parametrize("hosted", [False, True])
def test_a_match_with_any_options_and_further_cards_goes_on_to_its_end(world: World, hosted: bool) -> None:
    """Every choice that an option has with every other; numbers as low and as high as the tests set them."""
    for number, options in enumerate(every_choice_of(world)):
        seats = world.game.seats[number % len(world.game.seats)]
        plan = some_plan(
            world,
            seats=seats,
            options=options,
            decks=number,
            seed=number,
            chance=number,
            manner=Manner.ACTS,
            hosted=hosted,
        )
        assert list(plan.rules.check(plan.setup)) == []
        assert finished(plan).record.result is not None


def repeated(world: World, record: Record, entry: AnyEntry) -> AnyEntry:
    """Return the entry that the same cause makes here. Raises `IllegalAction`."""
    seat = entry.seat
    assert seat is not None
    match entry.cause:
        case Acted(action=action):
            return act(record, seat, record.codec.action(action))
        case TimedOut():
            return timed_out_entry(record, seat)
        case Resigned():
            return resigned_entry(record, seat, None)
        case Returned():
            return returned_entry(record, seat)
        case Obeyed():  # where no order stands, whoever is asked does by hand what it would have done
            return obeyed_entry(record, seat) if seat in record.obeys_at else act(record, seat, world.by_hand)
        case _:
            raise AssertionError("a match is opened once")


def glance(record: Record, viewer: Viewer) -> bytes:
    """Return what a viewer is told that asks how the match stands."""
    return update_frame(record, viewer, Happened(record.version, ()), record.at)


def test_the_seats_of_a_match_are_numbered_from_nought(world: World) -> None:
    assert Playing(usual_plan(world)).record.seats == [Seat(number) for number in range(world.game.seats[-1])]
