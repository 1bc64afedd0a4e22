"""Time: a turn has ninety seconds, a forced choice ten of its own, and what the house does when they are over (AM-65).

What is said here of a seat is what the rules say of the clock; that the house keeps to it is in `tests/matches`.
"""

import pytest
from games.amiibart.given import DICE, GAME, ME, THEM, Table, a, fighter, given, side
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Reason, Stage
from quarterdeck_protocol.names import Milliseconds, Seat
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import acted_entry, returned_entry, timed_out_entry
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Expiring
from quarterdeck_testing.random_matches import BEGAN, advance, beside
from transcripts import Logbook

USUAL = Milliseconds(30_000)


def seconds(number: int) -> Milliseconds:
    return Milliseconds(1_000 * number)


def asked_in_their_turn() -> Table:
    """My attack has set off their Widow's Pension, and they must choose whom it heals."""
    theirs = [a("ash-phoenix", health=100), a("moss-golem", health=100), a("grave-bat", health=100)]
    table = given(["sun-lancer", "alley-cat", "moss-golem"], theirs, their={"powers": ("widows-pension",)})
    table.attacks("alley-cat", "ash-phoenix")
    return table


def asked_in_my_turn() -> Table:
    """My turn ends, and I must choose whom my Muster strengthens."""
    table = Table(
        side(fighter("a", "moss-golem"), fighter("b", "moss-golem"), powers=("muster",)),
        side(fighter("c", "moss-golem"), fighter("d", "moss-golem")),
    )
    table.ends()
    return table


def answered(table: Table) -> None:
    """Leave nobody with a question."""
    table.does(GAME.choices(table.state, table.acting)[0], goes_on=True)


# What the rules say of time


def test_a_turn_has_ninety_seconds_and_nothing_in_it_has_more() -> None:
    """AM-65: attacks, cards and Powers all come out of the ninety seconds."""
    table = given(["moss-golem"], ["moss-golem"])
    assert GAME.limits_a_turn * USUAL == seconds(90)
    assert (GAME.turn_of(table.state, ME), GAME.time_limit(table.state, ME, USUAL)) == (9, 0)
    table.attacks("moss-golem", "moss-golem-2")
    assert (GAME.turn_of(table.state, ME), GAME.time_limit(table.state, ME, USUAL)) == (9, 0)
    table.ends()
    assert (GAME.turn_of(table.state, THEM), GAME.time_limit(table.state, THEM, USUAL)) == (10, 0)


def test_turn_one_is_a_turn() -> None:
    """S0:39, AM-65."""
    state = GAME.blank(GAME.setup(2, ab.Options()))
    state = GAME.fold(state, GAME.start(state, DICE))
    assert GAME.turn_of(state, state.turn_seat) == 1


def test_a_forced_choice_in_their_own_turn_has_ten_seconds_more() -> None:
    """AM-65"""
    table = asked_in_my_turn()
    assert (table.acting, GAME.time_limit(table.state, ME, USUAL)) == (ME, seconds(10))
    assert GAME.turn_of(table.state, ME) == 9
    answered(table)


def test_a_forced_choice_in_the_opponents_turn_has_ten_seconds_and_no_turn() -> None:
    """AM-65"""
    table = asked_in_their_turn()
    assert (table.acting, GAME.time_limit(table.state, THEM, USUAL)) == (THEM, seconds(10))
    assert GAME.turn_of(table.state, THEM) is None
    answered(table)


@pytest.mark.parametrize(("limit", "turn", "choice"), [(60, 180, 20), (15, 45, 5), (86_400, 259_200, 28_800)])
def test_a_slower_or_quicker_table_has_as_much_more_or_less(limit: int, turn: int, choice: int) -> None:
    """AM-65 speaks of the usual table, whose limit is thirty seconds."""
    table = asked_in_my_turn()
    assert GAME.limits_a_turn * seconds(limit) == seconds(turn)
    assert GAME.time_limit(table.state, ME, seconds(limit)) == seconds(choice)
    answered(table)


# What the house does at the end of it


def test_the_end_of_time_ends_the_turn() -> None:
    """AM-65, and no more than that is done in the seat's name, G-9."""
    table = given(["moss-golem"], ["moss-golem"], hand=["ember-hound"])
    events = GAME.timed_out(table.state, ME, DICE)
    assert [type(event) for event in events] == [ab.Lapsed, ab.TurnEnded, ab.TurnBegan]
    assert GAME.fold(table.state, events).turn_seat == THEM


def test_in_mid_question_the_left_most_is_chosen_and_the_turn_ends_too() -> None:
    """AM-57, AM-65: one entry, and what the end of the turn asks is answered with it."""
    mine = side(fighter("a", "moss-golem"), fighter("b", "moss-golem"), powers=("muster",))
    table = Table(mine, side(fighter("c", "moss-golem")))
    state = GAME.fold(table.state, GAME.timed_out(table.state, ME, DICE))
    assert [one.attack for one in state.sides[0].slots if one] == [100, 0]
    assert (state.turn_seat, state.asked) == (THEM, None)


def test_anything_that_is_due_in_the_opponents_turn_is_chosen_and_the_turn_goes_on() -> None:
    """AM-57, AM-65."""
    table = asked_in_their_turn()
    events = GAME.timed_out(table.state, THEM, DICE)
    state = GAME.fold(table.state, events)
    assert events[:2] == (ab.Lapsed(seat=THEM), ab.Answered(seat=THEM, piece=table.piece("ember")))
    assert (state.turn, state.turn_seat, state.asked) == (9, ME, None)
    assert GAME.choices(state, ME)
    answered(table)


def test_turn_one_is_ended_with_the_fighters_that_come_first() -> None:
    """S0:39, AM-65: without three Fighters it cannot end."""
    library = ("alley-cat", "moss-golem", "sun-lancer", "thorn-bastion")
    table = Table(side(library=library), side(), stage=Stage.TURN_ONE, turn=1)
    table.plays("sun-lancer", 3)
    state = GAME.fold(table.state, GAME.timed_out(table.state, ME, DICE))
    assert [None if one is None else one.card for one in state.sides[0].slots] == [
        "alley-cat",
        "moss-golem",
        "sun-lancer",
        None,
        None,
    ]
    assert (state.turn, state.turn_seat) == (2, THEM)


def test_three_turns_that_only_the_clock_has_ended_lose() -> None:
    """AM-24, AM-65."""
    table = given(["moss-golem"], ["moss-golem"])
    for turns in range(3):
        assert table.state.ended is None, turns
        table.state = GAME.fold(table.state, GAME.timed_out(table.state, ME, DICE))
        if table.state.ended is None:
            table.ends(THEM)
    assert (table.state.ended, table.state.places) == (Reason.IDLE, (2, 1))


# What the house's clocks make of it


class Timed:
    """A record of a match that stands as a table does, at the beginning of my turn, and what happens at which second of
    it."""

    def __init__(self, table: Table) -> None:
        self.record: Record = beside(Logbook("amiibart").record, table.state)
        advance(self.record, returned_entry(self.record, ME), BEGAN)

    def act(self, second: int, seat: Seat, action: ab.Action) -> None:
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


def attack(table: Table, attacker: str, target: str) -> ab.Attack:
    return ab.Attack(piece=table.piece(attacker), target=table.piece(target))


def test_small_actions_do_not_stretch_a_turn() -> None:
    """AM-65: every attack is answered with the same end of time."""
    table = given(["moss-golem", "iron-snail"], ["moss-golem"])
    match = Timed(table)
    match.act(40, ME, attack(table, "moss-golem", "moss-golem-2"))
    assert match.left() == {ME: 90}
    match.act(89, ME, attack(table, "iron-snail", "moss-golem-2"))
    assert match.left() == {ME: 90}
    match.run_out(90, ME)
    assert match.left() == {THEM: 180}


def test_a_forced_choice_of_the_opponent_does_not_eat_the_turn() -> None:
    """AM-65: they have ten seconds, and my turn's clock stands still meanwhile."""
    theirs = [a("ash-phoenix", health=100), a("moss-golem", health=100), a("grave-bat", health=100)]
    table = given(["sun-lancer", "alley-cat"], theirs, their={"powers": ("widows-pension",)})
    match = Timed(table)
    match.act(50, ME, attack(table, "alley-cat", "ash-phoenix"))
    assert match.left() == {THEM: 60}
    match.run_out(60, THEM)
    assert match.left() == {ME: 100}
    match.run_out(100, ME)
    assert match.left() == {THEM: 190}


def test_a_forced_choice_in_my_turn_adds_its_ten_seconds_and_saves_none_up() -> None:
    """AM-65"""
    table = given(["moss-golem", "moss-golem"], ["moss-golem"], my={"powers": ("muster",)})
    match = Timed(table)
    match.act(80, ME, ab.EndTurn())
    assert match.left() == {ME: 100}
    match.act(99, ME, ab.Choose(piece=table.piece("moss-golem-2")))
    assert match.left() == {THEM: 189}


def test_a_forced_choice_in_my_turn_that_is_not_made_is_made_by_the_house() -> None:
    """AM-57, AM-65: after its ten seconds and what was left of the turn."""
    table = given(["moss-golem", "moss-golem"], ["moss-golem"], my={"powers": ("muster",)})
    match = Timed(table)
    match.act(80, ME, ab.EndTurn())
    match.run_out(100, ME)
    assert match.left() == {THEM: 190}
    assert match.record.lapses == [1, 0]


def test_a_player_who_has_no_time_left_after_the_opponents_choice_lets_none_run_out() -> None:
    """AM-65: the turn is over at once; it was no lapse of a seat that had not been given any time."""
    theirs = [a("ash-phoenix", health=100), a("moss-golem", health=100), a("grave-bat", health=100)]
    table = given(["sun-lancer", "alley-cat"], theirs, their={"powers": ("widows-pension",)})
    match = Timed(table)
    match.act(91, ME, attack(table, "alley-cat", "ash-phoenix"))  # a moment faster than the house
    match.act(95, THEM, ab.Choose(piece=table.piece("grave-bat")))
    assert match.left() == {ME: 95}
    match.run_out(95, ME)
    assert match.left() == {THEM: 185}
    assert match.record.lapses == [0, 0]
