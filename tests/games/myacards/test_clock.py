"""Time: a turn has three of the table's limits, a reaction a short clock of its own, and what the house does when they
are over (MY-48, MY-60, MY-67). That the house keeps to it is in `tests/matches`."""

import pytest
from games.myacards.given import GAME, A, B, Match, begun, given
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Prompt
from quarterdeck_protocol.names import Milliseconds, Seat
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import acted_entry, returned_entry, timed_out_entry
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Expiring
from quarterdeck_testing.random_matches import BEGAN, advance, beside
from transcripts import Logbook

USUAL = Milliseconds(30_000)
WOLF, BEAVER, COBRA = "canis-lupus", "castor-fiber", "ophiophagus-hannah"
FIELD = {"0.3.0": WOLF, "0.3.1": WOLF, "1.3.0": BEAVER, "1.3.1": BEAVER}
DISCARDING = "competitive-exclusion"
"""An effect that makes the opponent discard."""


def seconds(number: int) -> Milliseconds:
    return Milliseconds(1_000 * number)


def time_of(match: Match, seat: Seat) -> tuple[int | None, int]:
    """Which turn's time stands behind what the seat is asked, and what it has for that alone."""
    return GAME.turn_of(match.state, seat), GAME.time_limit(match.state, seat, USUAL)


# What the rules say of time


def test_a_turn_has_ninety_seconds_and_nothing_in_it_has_more() -> None:
    """MY-67: placing, playing and what that asks, attacking and discarding all come out of the ninety seconds."""
    assert GAME.limits_a_turn * USUAL == seconds(90)
    match = given(FIELD, hand=["moult", *[WOLF] * 9])
    assert time_of(match, A) == (5, 0)
    match.play("moult")
    assert (match.asked, time_of(match, A)) == (A, (5, 0))
    match.choose("0.3.0").begin_attacks()
    assert time_of(match, A) == (5, 0)
    match.end_turn()
    assert (match.state.stage, time_of(match, A)) == (my.Stage.DISCARD, (5, 0))
    match.act(my.Discard(card=my.CardId(WOLF)))
    assert time_of(match, B) == (6, 0)


def test_the_opening_hand_is_no_turn() -> None:
    """MY-2, MY-67: both choose at once, each in the table's limit."""
    match = begun()
    assert [time_of(match, seat) for seat in (A, B)] == [(None, USUAL), (None, USUAL)]


def test_a_reaction_and_what_it_asks_stand_apart_from_the_turn() -> None:
    """MY-48, MY-67: of whoever reacts, and of whoever must answer the reaction."""
    match = given(FIELD, hand=[WOLF] * 3, attacking=True, their_hand=["bristling", DISCARDING])
    match.attack("0.3.0", "1.3.0")
    assert time_of(match, B) == (None, seconds(8))
    match.play("bristling")
    assert (match.asked, time_of(match, B)) == (B, (None, USUAL))
    match.choose("1.3.0").play(DISCARDING)
    assert match.state.asked is not None
    assert (match.asked, match.state.asked.prompt) == (A, Prompt.DISCARD_A_CARD)
    assert time_of(match, A) == (None, USUAL)


def test_anything_that_my_card_asks_of_the_opponent_is_none_of_my_time() -> None:
    """MY-67."""
    match = given(FIELD, hand=[DISCARDING], their_hand=[WOLF]).play(DISCARDING)
    assert (match.asked, time_of(match, B)) == (B, (None, USUAL))


@pytest.mark.parametrize(("limit", "reaction"), [(60, 8), (30, 8), (8, 8), (5, 5), (2, 2), (1, 2)])
def test_a_reaction_has_eight_seconds_less_at_a_quicker_table_and_never_so_few_that_an_order_is_cut_short(
    limit: int, reaction: int
) -> None:
    """MY-48, MY-66: where the clock ended before a standing order answers, that would tell of the order."""
    match = given(FIELD, attacking=True, their_hand=[WOLF]).attack("0.3.0", "1.3.0")
    assert GAME.time_limit(match.state, B, seconds(limit)) == seconds(reaction)


# What the house does at the end of it


@pytest.mark.parametrize("attacking", [False, True])
def test_the_end_of_a_turns_time_ends_all_of_its_phases(attacking: bool) -> None:
    """MY-60, MY-67: in one entry, and no more than that is done in the seat's name (G-9)."""
    match = given(FIELD, hand=["moult"], attacking=attacking).times_out(A)
    assert match.kinds() == [my.Lapsed, my.TurnEnded, my.TurnBegan, my.Drew]


def test_in_mid_question_the_first_answer_is_given_and_the_turn_ends_too() -> None:
    """MY-60, MY-67, MY-15: what has been begun is carried out, and too many cards are discarded by lot."""
    match = given(FIELD, hand=["moult", *[WOLF] * 12]).play("moult").times_out(A)
    assert match.more("0.3.0") != (0, 0, 0)
    assert (match.state.active_seat, match.state.asked, len(match.hand())) == (B, None, 8)


def test_the_house_stops_where_the_opponent_must_answer() -> None:
    """MY-67: what is theirs to choose is not chosen for them."""
    match = given({**FIELD, "0.3.2": "panthera-leo"}, hand=["moult"], their_hand=[WOLF]).play("moult")
    match.times_out(A)
    assert match.state.active_seat == B
    asked = given(FIELD, hand=[DISCARDING], their_hand=[WOLF]).play(DISCARDING)
    assert asked.times_out(B).state.active_seat == A, "whose card asked goes on in time of its own"


# What the house's clocks make of it


class Timed:
    """A record of a match that stands as it was laid out, and what happens at which second of it."""

    def __init__(self, match: Match) -> None:
        self.record: Record = beside(Logbook("myacards").record, match.state)
        advance(self.record, returned_entry(self.record, A), BEGAN)

    def act(self, second: int, seat: Seat, action: my.Action) -> None:
        canonical = self.record.codec.canonical(action)
        self._write(second, acted_entry(self.record, seat, action, canonical, None))

    def run_out(self, second: int, seat: Seat) -> None:
        """Let the house play, which it does at this very second and not before."""
        at = BEGAN + 1_000 * second
        assert Expiring(seat, None).entry(self.record, Milliseconds(at - 1)) is None
        assert Expiring(seat, None).entry(self.record, Milliseconds(at)) is not None
        self._write(second, timed_out_entry(self.record, seat))

    def left(self) -> dict[Seat, int]:
        """Return who is asked, and at which second their time is over."""
        return {each.seat: (each.until - BEGAN) // 1_000 for each in self.record.waiting}

    def _write(self, second: int, entry: AnyEntry) -> None:
        advance(self.record, entry, Milliseconds(BEGAN + 1_000 * second))


def test_small_actions_do_not_stretch_a_turn_and_its_end_is_the_same_after_each() -> None:
    """MY-67."""
    match = Timed(given(FIELD, hand=[WOLF, "moult"]))
    match.act(40, A, my.Place(card=my.CardId(WOLF), zones=(my.ZoneId("0.3.5"),)))
    match.act(80, A, my.BeginAttacks())
    match.act(89, A, my.Play(card=my.CardId("moult")))
    assert match.left() == {A: 90}
    match.run_out(90, A)
    assert match.left() == {B: 180}
    assert match.record.lapses == [1, 0]


def test_a_reaction_does_not_eat_the_turn() -> None:
    """MY-48, MY-67: the clock of the turn stands still in every window."""
    laid = given(FIELD, attacking=True, their_hand=[WOLF])
    match = Timed(laid)
    attack = my.Attack(piece=laid.piece("0.3.0").id, targets=(laid.piece("1.3.0").id,))
    match.act(50, A, attack)
    assert match.left() == {B: 58}
    match.run_out(58, B)
    assert match.left() == {B: 66}
    match.act(60, B, my.LetPass(until=my.Until.NOW))
    assert match.left() == {A: 100}
    match.run_out(100, A)
    assert match.left() == {B: 190}


def test_a_player_who_has_no_time_left_after_the_opponents_reaction_lets_none_run_out() -> None:
    """MY-67: the turn is over at once; it was no lapse of a seat that had not been given any time."""
    laid = given(FIELD, attacking=True, their_hand=[WOLF])
    match = Timed(laid)
    attack = my.Attack(piece=laid.piece("0.3.0").id, targets=(laid.piece("1.3.0").id,))
    match.act(91, A, attack)  # a moment faster than the house
    match.act(93, B, my.LetPass(until=my.Until.NOW))
    match.act(94, B, my.LetPass(until=my.Until.NOW))
    assert match.left() == {A: 94}
    match.run_out(94, A)
    assert match.left() == {B: 184}
    assert match.record.lapses == [0, 0]
