"""Tests that a match always continues and ends."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from quarterdeck_server.matches.entries import resigned_entry, returned_entry, timed_out_entry

from quarterdeck_testing.plans import Manner, plans
from quarterdeck_testing.profiles import runs_of_profile
from quarterdeck_testing.promises.broken_promise import promise
from quarterdeck_testing.promises.checked_matches import play_to_the_end, sampled, settled
from quarterdeck_testing.random_matches import Playing
from quarterdeck_testing.world import World


@runs_of_profile
@given(data=st.data())
@promise("every match goes on to its end, whatever the players do")
def test_until_there_is_a_result_some_seat_has_a_choice(world: World, data: st.DataObject) -> None:
    """Some seat has a choice until there is a result, whether seats act, wait or leave."""
    play_to_the_end(Playing(data.draw(plans(world))))


@runs_of_profile
@given(data=st.data())
@promise("every match goes on to its end, whatever the players do")
def test_a_match_in_which_everybody_sleeps_ends(world: World, data: st.DataObject) -> None:
    """A match ends if the server plays for every seat."""
    play_to_the_end(Playing(data.draw(plans(world, Manner.SLEEPS))))


@runs_of_profile
@given(data=st.data())
@promise("every match goes on to its end, whatever the players do")
def test_a_seat_may_leave_at_any_moment_and_the_others_play_on(world: World, data: st.DataObject) -> None:
    """A player may leave at any moment. The seat then has no more decisions and does not win."""
    for playing in sampled(data.draw(plans(world, Manner.ACTS, Manner.DAWDLES))):
        for seat in [] if playing.is_over else playing.record.seats:
            without = playing.beside(Random(seat))
            entry = resigned_entry(without.record, seat, None)
            settled(without, entry)
            without.take(entry)
            play_to_the_end(without)
            result = without.record.result
            assert result is not None, "a match must also end after a seat has left"
            assert result.places[seat] > 1, "a seat that has left must not win"


@runs_of_profile
@given(data=st.data())
@promise("every match goes on to its end, whatever the players do")
def test_the_house_can_play_for_any_seat_at_any_moment(world: World, data: st.DataObject) -> None:
    """A seat may run out of time at any moment, and the server can then play for it."""
    for playing in sampled(data.draw(plans(world))):
        for seat in playing.asked:
            settled(playing, timed_out_entry(playing.record, seat))


@runs_of_profile
@given(data=st.data())
@promise("every match goes on to its end, whatever the players do")
def test_a_seat_may_come_back_at_any_moment(world: World, data: st.DataObject) -> None:
    """A player who was absent may come back at any moment. The return does not take away anybody's choices."""
    for playing in sampled(data.draw(plans(world, Manner.DAWDLES))):
        for seat in [] if playing.is_over else playing.record.seats:
            state = settled(playing, returned_entry(playing.record, seat))
            choices = [playing.game.choices(state, each) for each in playing.record.seats]
            assert choices == playing.record.choices, "`returned` must not remove choices"
