"""One seat's clock: what a decision, a turn and a bank have, in which order it goes, and when the store must look."""

from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.matches.log import Deadline
from quarterdeck_server.matches.seat_clock import Given, SeatClock, TurnClock

NOON = Milliseconds(1_800_000_000_000)
TURN = TurnClock(turn=7, limit=Milliseconds(90_000))
NEXT = TurnClock(turn=9, limit=Milliseconds(90_000))
IN_TURN = Given(Milliseconds(0), TURN, bank=True)
QUESTION = Given(Milliseconds(10_000), TURN, bank=True)
IN_NEXT = Given(Milliseconds(0), NEXT, bank=True)
ASIDE = Given(Milliseconds(10_000), bank=True)


def after(milliseconds: int) -> Milliseconds:
    return Milliseconds(NOON + milliseconds)


def clock(bank: int = 0) -> SeatClock:
    return SeatClock(bank=Milliseconds(bank))


def asked_again(before: SeatClock, at: Milliseconds, for_what: Given) -> SeatClock:
    again = before.started(at, for_what)
    assert again == before.stopped(at).started(at, for_what), "with an answer in between, or with nothing"
    return again


def test_many_small_decisions_do_not_stretch_a_turn() -> None:
    one = clock().started(NOON, IN_TURN)
    for seconds in range(1, 90):
        one = asked_again(one, after(1_000 * seconds), IN_TURN)
        assert one.until == after(90_000)


def test_another_turn_has_all_of_its_time() -> None:
    one = asked_again(clock().started(NOON, IN_TURN), after(80_000), IN_NEXT)
    assert one.until == after(80_000 + 90_000)
    assert asked_again(one, after(81_000), IN_NEXT).until == one.until


def test_a_decision_of_its_own_time_is_answered_before_the_turn_is_drawn_on() -> None:
    """Ten seconds are added and not saved up: what is not used of them is gone, what is used beyond is the turn's."""
    one = asked_again(clock().started(NOON, IN_TURN), after(30_000), QUESTION)
    assert one.until == after(100_000)
    assert asked_again(one, after(34_000), IN_TURN).until == after(94_000)
    assert asked_again(one, after(60_000), IN_TURN).until == after(100_000)


def test_anything_that_is_asked_beside_the_turn_leaves_the_turn_alone() -> None:
    """In somebody else's turn, with nothing left of one's own or much."""
    one = clock().started(NOON, IN_TURN).stopped(after(50_000))
    aside = one.started(after(60_000), ASIDE)
    assert aside.until == after(70_000)
    assert asked_again(aside, after(69_000), IN_TURN).until == after(69_000 + 40_000)


def test_a_clock_that_stands_still_loses_nothing() -> None:
    one = clock().started(NOON, IN_TURN).stopped(after(50_000))
    assert one.stopped(after(500_000)) == one
    assert one.started(after(500_000), IN_TURN).until == after(540_000)


def test_the_bank_comes_last() -> None:
    one = asked_again(clock(120_000).started(NOON, QUESTION), after(105_000), IN_TURN)
    assert (one.turn_left, one.bank) == (0, 115_000)
    assert (one.until, one.bank_offered) == (after(220_000), 115_000)


def test_another_turn_does_not_run_on_in_the_time_of_the_last() -> None:
    one = clock().started(NOON, IN_TURN)
    assert one.goes_on_with(QUESTION)
    assert one.goes_on_with(ASIDE)
    assert not one.goes_on_with(IN_NEXT)
    assert not one.stopped(after(1)).goes_on_with(IN_TURN)


def test_a_player_who_is_asked_with_nothing_left_had_no_time() -> None:
    one = clock().started(NOON, IN_TURN)
    assert one.had_time
    assert not asked_again(one, after(90_000), IN_TURN).had_time


spans = st.sampled_from([0, 1, 700, 10_000, 30_000]).map(Milliseconds)
turns = st.sampled_from([None, TURN, NEXT])
kinds = st.builds(Given, spans, turns, st.just(True))
pasts = st.lists(st.tuples(kinds, st.integers(0, 10_000)), max_size=6)
BOT = Given(Milliseconds(700))
ABSENT = Given(Milliseconds(0))


@given(st.sampled_from([0, 5_000, 120_000]), st.sampled_from([IN_TURN, ABSENT]), pasts, kinds)
def test_the_store_is_told_exactly_when_the_fold_will_say_that_time_is_up(
    bank: int, first: Given, past: list[tuple[Given, int]], next_one: Given
) -> None:
    """Before the entry has its time, and without the script's knowing anything of turns and banks."""
    one, at = clock(bank).started(NOON, first), NOON
    for for_what, share in past:
        one, at = asked_again(one, _during(one, at, share), for_what), _during(one, at, share)
    for share in (0, 1, 3_333, 9_999, 10_000):
        then = _during(one, at, share)
        assert _earlier(one.due(next_one, ran_out=False), then) == asked_again(one, then, next_one).until
    still = one.stopped(at)
    assert _earlier(still.due(next_one, ran_out=False), at) == still.started(at, next_one).until


@given(st.sampled_from([0, 5_000]), kinds, st.one_of(kinds, st.just(ABSENT)), st.integers(0, 3_000))
def test_after_a_time_out_too(bank: int, first: Given, next_one: Given, late: int) -> None:
    one = clock(bank).started(NOON, first)
    assert one.until is not None
    then = Milliseconds(one.until + late)
    assert _earlier(one.due(next_one, ran_out=True), then) == asked_again(one, then, next_one).until


def test_a_bot_has_its_delay_each_time_and_nothing_else() -> None:
    one = clock(120_000).started(NOON, BOT)
    assert one.until == after(700)
    assert asked_again(one, after(650), BOT).until == after(1_350)
    assert one.due(BOT, ran_out=False) == Deadline(None, Milliseconds(700))


def _during(one: SeatClock, at: Milliseconds, share: int) -> Milliseconds:
    """Return a time at which the clock runs: so many ten-thousandths of what there is."""
    assert one.until is not None
    return Milliseconds(at + (one.until - at) * share // 10_000)


def _earlier(deadline: Deadline, at: Milliseconds) -> Milliseconds:
    """What `append.lua` makes of a deadline."""
    ends = [deadline.until, None if deadline.limit is None else at + deadline.limit]
    return Milliseconds(min(end for end in ends if end is not None))
