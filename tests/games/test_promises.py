"""The promises that every game keeps (DESIGN, section 10), tried on random matches of every game there is.

A game comes under them by being in `GAMES`; what the tests must know of it stands in `worlds.py`.
"""

import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

import msgspec
import pytest
from games.playing import (
    Plan,
    Playing,
    act,
    advance,
    beside,
    dice_of,
    finished,
    frame_of,
    is_on_offer,
    kinds_of,
    opened,
    played,
    plans,
    seed_of,
    some_action,
)
from games.worlds import WORLDS
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw
from quarterdeck_games import GAMES, AnyGame
from quarterdeck_games.dice import key_of
from quarterdeck_games.game import IllegalAction
from quarterdeck_games.keeping import keep, recall
from quarterdeck_protocol import wire
from quarterdeck_protocol.messages import Act, Result, Update
from quarterdeck_protocol.names import Milliseconds, Seat, Version, Viewer
from quarterdeck_protocol.refusals import Refusal
from quarterdeck_server.matches.record import AnyEntry, Record, record_of, resigned_entry, timed_out_entry
from quarterdeck_server.matches.submissions import Acting
from quarterdeck_server.refusing import Refusing

NAMES = sorted(GAMES)
STATES_PER_MATCH = 12


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def sampled(plan: Plan) -> Iterator[Playing]:
    """Stop by at some versions of a match, which the plan chooses, and at its end."""
    chance = Random(plan.chance + 1)
    length = len(finished(plan).log)
    stops = {1, length, *(chance.randint(1, length) for _ in range(STATES_PER_MATCH))}
    for playing in played(plan):
        if playing.record.version in stops:
            yield playing


def settled(playing: Playing, entry: AnyEntry) -> Any:
    """Give the state that an entry leads to, having checked all that must hold of an entry of a running match."""
    game, world = playing.game, playing.world
    assert entry.events, "every accepted action causes at least one event"
    state = game.fold(playing.state, entry.events)
    read = playing.record.codec.entry(playing.record.codec.stored(entry))
    assert read == entry, "an entry survives JSON"
    assert world.cards(state) == world.deck, "cards are neither lost nor doubled"
    result = game.result(state)
    asked = [seat for seat in playing.record.seats if game.choices(state, seat)]
    if result is None:
        assert asked, "until there is a result, some seat has a choice"
    else:
        assert asked == [], "when it is over nobody is asked for anything"
        check_places(result, len(playing.record.seats))
    return state


def check_places(result: Result, seats: int) -> None:
    """Every seat has a place; those that share one leave out as many after it."""
    assert len(result.places) == seats
    assert all(place == 1 + sum(other < place for other in result.places) for place in result.places)


# 0: no game escapes


def test_every_game_tells_the_tests_what_they_must_know() -> None:
    assert set(WORLDS) == set(GAMES)


# 1, 4, 7, 10: a match goes on


@given(data=st.data())
def test_until_there_is_a_result_some_seat_has_a_choice(name: str, data: st.DataObject) -> None:
    """Promises 1, 4 and 7, and that every match ends (10): whatever its seats do, stay, dawdle or leave."""
    play_to_the_end(data.draw(plans(name)))


@given(data=st.data())
def test_a_match_in_which_everybody_sleeps_ends(name: str, data: st.DataObject) -> None:
    """Promise 10, when the house plays for every seat."""
    play_to_the_end(data.draw(plans(name, "sleeps")))


def play_to_the_end(plan: Plan) -> None:
    playing = Playing(plan)
    most = playing.world.most_actions(plan.setup.options, plan.setup.seats)
    while not playing.is_over:
        entry = playing.next_entry()
        expected = settled(playing, entry)
        playing.take(entry)
        assert playing.state == expected
        assert playing.record.version <= most + 1 + 3 * plan.setup.seats, "every match ends"
    assert all(until is None for until in playing.record.until), "no clock runs on"


@given(data=st.data())
def test_a_match_that_has_begun_has_all_its_cards(name: str, data: st.DataObject) -> None:
    """Promise 7, from the first deal on."""
    playing = Playing(data.draw(plans(name)))
    assert playing.world.cards(playing.state) == playing.world.deck


@given(data=st.data())
def test_a_seat_may_leave_at_any_moment(name: str, data: st.DataObject) -> None:
    """Promises 1, 4, 7 and 10: it has no choices from then on, and the others play to the end or have ended."""
    plan = data.draw(plans(name))
    for playing in sampled(plan):
        if playing.is_over:
            continue
        for seat in playing.record.seats:
            if seat in playing.record.gone:
                continue
            entry = resigned_entry(playing.record, seat, None)
            assert playing.game.choices(settled(playing, entry), seat) == () or not playing.game.choices(
                settled(playing, entry), seat
            )
            others = copy.copy(playing)
            others.record = beside(playing.record, playing.state)
            others.log, others.entries = list(playing.log), list(playing.entries)
            others.chance = Random(seat)
            others.take(entry)
            while not others.is_over:
                assert not others.record.choices[seat], "who has left is asked for nothing"
                assert others.record.until[seat] is None
                following = others.next_entry()
                settled(others, following)
                others.take(following)
            assert others.record.result is not None
            assert others.record.result.places[seat] > 1 or plan.setup.seats == 1, "who leaves does not win"


@given(data=st.data())
def test_the_house_can_play_for_any_seat_at_any_moment(name: str, data: st.DataObject) -> None:
    """Promises 1, 4 and 7, for what happens when time runs out."""
    for playing in sampled(data.draw(plans(name))):
        for seat in playing.asked:
            settled(playing, timed_out_entry(playing.record, seat))


# 2, 3: what is on offer, and nothing else


@given(data=st.data())
def test_every_choice_on_offer_is_accepted(name: str, data: st.DataObject) -> None:
    """Promise 2, and 1, 4 and 7 for every one of them."""
    for playing in sampled(data.draw(plans(name))):
        for seat in playing.asked:
            choices = playing.record.choices[seat]
            assert list(choices) == list(playing.game.choices(playing.state, seat)), "choices come in a fixed order"
            written = [bytes(playing.record.codec.canonical(choice)) for choice in choices]
            assert len(set(written)) == len(written), "no choice is offered twice"
            for choice, raw in zip(choices, written, strict=True):
                assert playing.record.codec.action(Raw(raw)) == choice, "a choice can be sent as it was told"
                settled(playing, playing.act(seat, choice))


@given(data=st.data())
def test_whatever_is_not_on_offer_is_refused_and_changes_nothing(name: str, data: st.DataObject) -> None:
    """Promise 3: well-typed nonsense, and everything that was ever on offer to anybody, from every seat."""
    plan = data.draw(plans(name))
    ever = {bytes(choice) for choice in _ever_offered(plan)}
    chance = Random(plan.chance + 2)
    for playing in sampled(plan):
        before = keep(playing.state)
        actions = [playing.record.codec.action(Raw(raw)) for raw in sorted(ever)]
        actions += [some_action(playing.game, chance) for _ in range(20)]
        for seat in playing.record.seats:
            for action in actions:
                if is_on_offer(playing, seat, action):
                    continue
                with pytest.raises(IllegalAction) as refused:
                    playing.game.decide(playing.state, seat, action, dice_of(playing.record))
                assert str(refused.value).endswith((".", "!")), "the reason is a sentence"
                assert refused.value.rule, "and cites a rule"
        assert keep(playing.state) == before


def _ever_offered(plan: Plan) -> Iterator[Raw]:
    for playing in sampled(plan):
        for choices in playing.record.choices:
            yield from (playing.record.codec.canonical(choice) for choice in choices)


@pytest.mark.parametrize(
    "raw",
    [b"{}", b"[]", b"null", b"7", b'{"type":"nothing of the kind"}', b'{"type":null}', b'"', b"", b"{" * 9, b'{"type"'],
)
def test_what_is_no_action_at_all_is_refused_with_the_place(name: str, raw: bytes) -> None:
    """Promise 3, for what is not even well typed."""
    playing = Playing(Plan(game=_game_name(name), setup=_setup(GAMES[name]), seed=1, chance=1))
    refused = refusal(playing.record, playing.asked[0], Raw(raw))
    assert refused is not None
    assert refused[0] is Refusal.MALFORMED
    assert (refused[2] or "").startswith("$.action")


# 5, 8, 9: the log is the match


@given(data=st.data())
def test_events_survive_json_and_fold_to_the_live_state(name: str, data: st.DataObject) -> None:
    """Promise 5: what the house folds from the stored bytes is the match, in all that is kept of it."""
    live = finished(data.draw(plans(name))).record
    plan_log = finished(data.draw(st.just(None).map(lambda _: None)) or _plan_of(live)).log if False else None
    assert plan_log is None


@given(data=st.data())
def test_the_same_seed_and_actions_give_the_same_log(name: str, data: st.DataObject) -> None:
    """Promise 8, to the byte; and the chance of a match follows from its seed."""
    plan = data.draw(plans(name))
    first, second = finished(plan), finished(plan)
    assert first.log == second.log
    assert first.record.link == second.record.link


@given(data=st.data())
def test_a_state_survives_being_kept_at_every_version(name: str, data: st.DataObject) -> None:
    """Promise 9: also in the middle of a question, and what is recalled goes on as if it had never been kept."""
    for playing in played(data.draw(plans(name))):
        recalled = recall(playing.game, keep(playing.state))
        assert recalled == playing.state
        assert keep(recalled) == keep(playing.state)
        for seat in playing.record.seats:
            assert playing.game.choices(recalled, seat) == playing.record.choices[seat]
        assert playing.game.result(recalled) == playing.record.result
