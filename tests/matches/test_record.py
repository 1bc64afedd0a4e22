"""The record of a match: what a fold of its log knows besides the game's own state."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec
import pytest
from msgspec import Raw
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import Game, IllegalAction, Phrases, Secret, Setup
from quarterdeck_protocol.messages import Act, Away, Resign, Result
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, Ref, Seat, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Entry, Opened, Resigned, TimedOut
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import opening_entry, resigned_entry, returned_entry, timed_out_entry
from quarterdeck_server.matches.log import Deadline, Stamped
from quarterdeck_server.matches.openings import UnplayableError, record_of
from quarterdeck_server.matches.projection import Happened, UpdateBuilder, shown_to, update_frame
from quarterdeck_server.matches.record import LAPSES_UNTIL_ABSENT, Record
from quarterdeck_server.matches.submissions import (
    Acting,
    AlreadyDone,
    Behind,
    Expiring,
    Resigning,
    Returning,
    Submission,
)
from quarterdeck_testing.random_matches import BEGAN
from transcripts import Logbook

A, B = Seat(0), Seat(1)
LIMIT = Milliseconds(30_000)


# A game in which both seats are asked at once; whoever has put down waits for the other.


class Down(msgspec.Struct, frozen=True, kw_only=True, tag="put"):
    """Put a number down."""

    number: int


class PutDown(msgspec.Struct, frozen=True, kw_only=True, tag="put_down"):
    seat: Seat
    number: int


class Turned(msgspec.Struct, frozen=True, kw_only=True, tag="turned"):
    """Both have put down: a new round begins."""


class Gone(msgspec.Struct, frozen=True, kw_only=True, tag="gone"):
    seat: Seat


class Table(msgspec.Struct, frozen=True, kw_only=True):
    rounds: int


class Nothing(msgspec.Struct, frozen=True, kw_only=True):
    pass


class State(Secret, frozen=True, kw_only=True):
    down: tuple[int | None, ...] = (None, None)
    rounds: int = 0
    gone: Seat | None = None


Happening = PutDown | Turned | Gone


class Both(Game[State, Down, Happening, Table]):
    """Two seats choose at the same time; a seat that has chosen has nothing to do until the other has."""

    name: ClassVar[str] = "both"
    title: ClassVar[str] = "Both"
    version: ClassVar[int] = 1
    seats: ClassVar[range] = range(2, 3)
    options = Nothing
    actions = Down
    events = Happening
    views = Table
    states = State
    phrases: ClassVar[Phrases] = Phrases(actions={}, events={}, things={}, rules="")

    def blank(self, setup: Setup) -> State:
        return State()

    def start(self, state: State, dice: Dice) -> Sequence[Happening]:
        return (Turned(),)

    def choices(self, state: State, seat: Seat) -> Sequence[Down]:
        if self.result(state) or state.down[seat] is not None:
            return ()
        return (Down(number=1), Down(number=2))

    def decide(self, state: State, seat: Seat, action: Down, dice: Dice) -> Sequence[Happening]:
        if action not in self.choices(state, seat):
            raise IllegalAction("Only 1 and 2 can be put down.", "B-1")
        put = PutDown(seat=seat, number=action.number)
        return (put,) if state.down[1 - seat] is None else (put, Turned())

    def evolve(self, state: State, event: Happening) -> State:
        match event:
            case PutDown():
                down = [*state.down]
                down[event.seat] = event.number
                return State(down=tuple(down), rounds=state.rounds)
            case Turned():
                return State(rounds=state.rounds + 1)
            case Gone():
                return State(down=state.down, rounds=state.rounds, gone=event.seat)

    def timed_out(self, state: State, seat: Seat, dice: Dice) -> Sequence[Happening]:
        return self.decide(state, seat, Down(number=1), dice)

    def resigned(self, state: State, seat: Seat, dice: Dice) -> Sequence[Happening]:
        return (Gone(seat=seat),)

    def returned(self, state: State, seat: Seat) -> Sequence[Happening]:
        return ()

    def view(self, state: State, viewer: Viewer) -> Table:
        return Table(rounds=state.rounds)

    def redact(self, event: Happening, viewer: Viewer) -> Happening:
        return event

    def result(self, state: State) -> Result | None:
        if state.gone is not None:
            return Result(places=(2, 1) if state.gone == A else (1, 2), reason="gone")
        return Result(places=(1, 1), reason="done") if state.rounds > 9 else None


GAME = Both()


def the_opening(**more: object) -> Opened:
    players = tuple(Player(id=PlayerId(name), name=name) for name in ("ada", "bo"))
    how = Opened(
        match=MatchId("match"),
        game=GameName("both"),
        rules=1,
        players=players,
        options=Raw(b"{}"),
        time_limit=LIMIT,
        seed="5eed" * 16,
        entropy=("", ""),
        bot_delay=Milliseconds(700),
    )
    return msgspec.structs.replace(how, **more)


class Log:
    """A record, and the log that it is the fold of."""

    def __init__(self, **more: object) -> None:
        self.record = Record(the_opening(**more), GAME)
        self.stored: list[Stamped] = []
        self.deadlines: list[Deadline] = []
        self.write(opening_entry(self.record), 0)

    def write(self, entry: AnyEntry, after: int) -> None:
        """Store an entry so many milliseconds after the one before, and take it in."""
        at = Milliseconds((self.record.at or BEGAN) + after)
        stamped = Stamped(entry.version, self.record.codec.stored(entry), at)
        foreseen = self.record.foresee(entry)
        self.deadlines.append(foreseen.deadline)
        self.record.advance(foreseen, stamped)
        self.stored.append(stamped)

    def does(self, submission: Submission, after: int = 1_000) -> None:
        """Let a submission be written."""
        entry = submission.entry(self.record, Milliseconds(self.record.at + after))
        assert entry is not None
        self.write(entry, after)

    def acting(self, seat: Seat, number: int = 1, ref: str | None = None, seen: int | None = None) -> Acting:
        message = Act(
            match=self.record.opened.match,
            seen=self.record.version if seen is None else Version(seen),
            action=Raw(b'{"type":"put","number":%d}' % number),
            ref=None if ref is None else Ref(ref),
        )
        return Acting(seat, message, self.record)

    def folded(self) -> Record:
        """Return what another process makes of the stored bytes."""
        record = record_of({"both": GAME}, self.stored[0])
        for stamped in self.stored[1:]:
            record.read(stamped)
        return record

    def refusal(self, submission: Submission) -> RefusalCode:
        with pytest.raises(CommandRefused) as refused:
            submission.entry(self.record, self.record.at)
        return refused.value.code


# The fold


def test_a_fold_of_the_stored_bytes_is_the_record() -> None:
    log = Log()
    log.does(log.acting(A, ref="one"))
    log.does(log.acting(B, 2, ref="one"))
    for _ in range(LAPSES_UNTIL_ABSENT):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 30_000)
    log.write(returned_entry(log.record, A), 5)
    assert vars(log.folded()) == vars(log.record)


def test_to_foresee_changes_nothing() -> None:
    log = Log()
    before = {name: repr(value) for name, value in vars(log.record).items()}
    for seat in (A, B):
        entry = log.acting(seat, ref="x").entry(log.record, log.record.at)
        log.record.foresee(entry)
        log.record.foresee(resigned_entry(log.record, seat, None))
        log.record.foresee(timed_out_entry(log.record, seat))
    assert {name: repr(value) for name, value in vars(log.record).items()} == before


def test_a_log_begins_with_its_opening() -> None:
    log = Log()
    log.does(log.acting(A))
    with pytest.raises(msgspec.ValidationError, match="opened"):
        record_of({"both": GAME}, log.stored[1])


def test_a_match_of_other_rules_is_not_opened() -> None:
    """What it would fold to is not what was played."""
    with pytest.raises(UnplayableError, match="version"):
        record_of({"both": GAME}, Log(rules=2).stored[0])
    with pytest.raises(UnplayableError, match="not installed"):
        record_of({}, Log().stored[0])


@pytest.mark.parametrize("bytes_", [b"", b"{}", b"[]", b'{"version":1}', b"\xff"])
def test_anything_that_is_no_entry_is_not_taken_in(bytes_: bytes) -> None:
    log = Log()
    before = repr(vars(log.record))
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
        log.record.read(Stamped(Version(2), bytes_, BEGAN))
    assert repr(vars(log.record)) == before


# Clocks


def test_a_clock_starts_when_a_seat_is_asked() -> None:
    log = Log()
    assert log.record.until == [BEGAN + LIMIT, BEGAN + LIMIT]
    assert log.deadlines[-1] == Deadline(None, LIMIT)


def test_a_clock_runs_on_while_others_act() -> None:
    """A's acting gives B no more time; and A, who waits now, has no clock."""
    log = Log()
    log.does(log.acting(A), after=10_000)
    assert log.record.until == [None, BEGAN + LIMIT]
    assert log.deadlines[-1] == Deadline(Milliseconds(BEGAN + LIMIT), None)
    assert [waiting.seat for waiting in log.record.waiting] == [B]


def test_a_clock_starts_again_when_a_seat_is_asked_again() -> None:
    log = Log()
    log.does(log.acting(A), after=10_000)
    log.does(log.acting(B), after=15_000)
    assert log.record.until == [BEGAN + 25_000 + LIMIT] * 2
    assert log.deadlines[-1] == Deadline(None, LIMIT)


def test_a_clock_runs_out_with_its_turn_and_starts_again_with_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever brings that next turn about. Here a turn is over as soon as somebody has put down."""
    monkeypatch.setattr(Both, "limits_a_turn", 3)
    monkeypatch.setattr(Both, "time_limit", lambda *_: Milliseconds(0))
    monkeypatch.setattr(Both, "turn_of", lambda _, state, seat: sum(down is not None for down in state.down))
    log = Log()
    assert log.record.until == [BEGAN + 3 * LIMIT] * 2
    log.does(log.acting(A), after=80_000)
    assert log.record.until == [None, BEGAN + 80_000 + 3 * LIMIT]
    assert log.deadlines[-1] == Deadline(None, Milliseconds(3 * LIMIT))
    assert vars(log.folded()) == vars(log.record)


def test_the_earlier_of_two_clocks_is_the_deadline() -> None:
    """One runs on from before, the other starts with the entry: the store is told both."""
    log = Log()
    for _ in range(LAPSES_UNTIL_ABSENT):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 1_000)
    assert log.record.is_absent(A)
    log.does(log.acting(B))
    log.write(returned_entry(log.record, A), 7_000)
    assert log.record.until == [log.record.at + LIMIT, None]
    assert log.deadlines[-1] == Deadline(None, LIMIT)


def test_a_return_starts_the_clock_of_who_is_back_and_no_other() -> None:
    log = Log()
    for _ in range(LAPSES_UNTIL_ABSENT):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 1_000)
    asked = log.record.until[B]
    assert log.record.until[A] == log.record.at, "the house plays on at once for who is absent"
    log.write(returned_entry(log.record, A), 7_000)
    assert log.record.until == [log.record.at + LIMIT, asked]
    assert log.deadlines[-1] == Deadline(asked, LIMIT)


def test_a_bot_thinks_as_long_as_it_is_told_and_is_never_absent() -> None:
    bot = Player(id=PlayerId("bot"), name="Bot", bot="random")
    log = Log(players=(bot, Player(id=PlayerId("bo"), name="Bo")))
    assert log.record.until == [BEGAN + 700, BEGAN + LIMIT]
    log.does(log.acting(A))
    assert log.record.lapses == [0, 0]


@pytest.mark.parametrize(("bot", "expected"), [("random", LIMIT), (None, 8_000)])
def test_a_short_window_lasts_a_whole_limit_where_only_bots_of_the_server_wait(
    monkeypatch: pytest.MonkeyPatch, bot: str | None, expected: int
) -> None:
    """MY-48, AM-65, decision 0005."""
    monkeypatch.setattr(Both, "time_limit", lambda *_: Milliseconds(8_000))
    opponent = Player(id=PlayerId("opponent"), name="Opponent", bot=bot)
    log = Log(players=(Player(id=PlayerId("ann"), name="Ann"), opponent))
    assert log.record.until[A] == BEGAN + expected


def test_a_decision_without_time_of_its_own_has_none_against_bots_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """AM-65, MY-67: the clock of the turn stands behind it."""
    monkeypatch.setattr(Both, "time_limit", lambda *_: Milliseconds(0))
    log = Log(players=(Player(id=PlayerId("ann"), name="Ann"), Player(id=PlayerId("bot"), name="Bot", bot="random")))
    assert log.record.until[A] == BEGAN


BANK = Milliseconds(120_000)


def banks_of(log: Log) -> list[Milliseconds]:
    return [clock.bank for clock in log.record.clocks]


def test_a_bank_stands_behind_each_limit_and_is_used_up_once() -> None:
    """AF-48: what is taken beyond a limit is gone from the bank; what is taken within it costs nothing."""
    log = Log(time_bank=BANK)
    assert log.record.until == [BEGAN + LIMIT + BANK] * 2
    assert log.deadlines[-1] == Deadline(None, Milliseconds(LIMIT + BANK))
    log.does(log.acting(A), after=LIMIT - 1)
    log.does(log.acting(B), after=20_001)
    assert banks_of(log) == [BANK, BANK - 20_000]
    assert [waiting.bank for waiting in log.record.waiting] == banks_of(log)
    assert log.record.until == [log.record.at + LIMIT + BANK, log.record.at + LIMIT + BANK - 20_000]
    assert vars(log.folded()) == vars(log.record)


def test_a_player_who_runs_out_of_time_has_used_the_whole_bank() -> None:
    log = Log(time_bank=BANK)
    log.does(log.acting(B))
    assert Expiring(A, None).entry(log.record, Milliseconds(BEGAN + LIMIT + BANK - 1)) is None
    log.write(timed_out_entry(log.record, A), LIMIT + BANK - 1_000)
    assert banks_of(log) == [0, BANK]
    assert log.record.until == [log.record.at + LIMIT, log.record.at + LIMIT + BANK]


def test_bots_and_the_absent_have_no_bank() -> None:
    bot = Player(id=PlayerId("bot"), name="Bot", bot="random")
    log = Log(players=(bot, Player(id=PlayerId("bo"), name="Bo")), time_bank=BANK)
    assert log.record.until[A] == BEGAN + 700
    log = Log(time_bank=BANK)
    for _ in range(LAPSES_UNTIL_ABSENT):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 1_000)
    assert log.record.until[A] == log.record.at


def test_a_player_who_is_absent_for_longer_than_the_games_grace_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """AF-49, AM-66, MY-60: all in all in one match, and coming back stops the count."""
    monkeypatch.setattr(Both, "grace", Milliseconds(90_000))
    log = Log()

    def absent(for_so_long: int) -> AnyEntry | None:
        for _ in range(LAPSES_UNTIL_ABSENT):
            log.does(log.acting(B))
            log.write(timed_out_entry(log.record, A), 1_000)
        log.does(log.acting(B), after=for_so_long - 1_000)
        return Expiring(A, None).entry(log.record, Milliseconds(log.record.at + 1_000))

    first = absent(50_000)
    assert log.record.away() == (Away(seat=A, back_by=Milliseconds(log.record.at + 41_000)),)
    assert first is not None
    assert first.cause == TimedOut()
    log.write(returned_entry(log.record, A), 0)
    assert log.record.absent_since[A] is None
    assert log.record.away() == ()
    log.does(log.acting(A))
    late = absent(39_000)
    assert late is not None
    assert late.cause == TimedOut()
    last = Expiring(A, None).entry(log.record, Milliseconds(log.record.at + 5_000))
    assert last is not None
    assert (last.cause, last.seat) == (Resigned(), A)
    log.write(last, 5_000)
    assert log.record.result == Result(places=(2, 1), reason="gone")
    assert vars(log.folded()) == vars(log.record)


def test_a_seat_is_idle_if_its_time_ran_out_and_not_if_it_has_only_resigned() -> None:
    book = Logbook("tiny")
    (seat,) = book.asked()
    book.run_out(seat)
    assert seat in book.record.idle
    book.resign(seat)
    assert seat not in book.record.idle
    away = Logbook("amfibido")
    while not away.record.has_used_its_grace(A, away.record.at):
        away.run_out(away.asked()[0])
    away.resign(A)
    assert A in away.record.idle
    back = Logbook("amfibido")
    while not back.record.is_absent(A):
        back.run_out(back.asked()[0])
    back.come_back(A)
    assert (back.record.lapses[A], A in back.record.idle) == (0, True), "a player who looks has done nothing"
    while A not in back.asked():
        back.act(back.asked()[0])
    back.act(A)
    assert A not in back.record.idle


def test_a_match_is_unplayed_if_nobody_acts_or_one_resigns_before_both_have() -> None:
    for acts, resigns, is_unplayed in ((0, False, True), (0, True, True), (1, False, False), (1, True, True)):
        book = Logbook("tiny")
        for _ in range(acts):
            book.act(book.asked()[0])
        if resigns:
            book.resign(book.asked()[0])
        assert book.record.is_unplayed is is_unplayed, (acts, resigns)
    book = Logbook("tiny")
    for _ in range(2):
        book.act(book.asked()[0])
    book.resign(book.asked()[0])
    assert not book.record.is_unplayed


def test_updates_name_who_is_away_until_an_update_says_that_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Both, "grace", Milliseconds(90_000))
    log = Log()
    for _ in range(LAPSES_UNTIL_ABSENT):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 1_000)
    happened = Happened(log.record.version, ())
    gone = shown_to(log.record, B)
    assert b'"away":[{"seat":0,"back_by":' in update_frame(log.record, None, happened, log.record.at)
    log.write(returned_entry(log.record, A), 0)
    builder = UpdateBuilder(log.record, happened, log.record.at)
    assert b'"away":[]' in builder.patch(gone, shown_to(log.record, B), None)
    assert b'"away"' not in builder.whole(B, None)


def test_without_a_grace_the_house_plays_to_the_end() -> None:
    log = Log()
    for _ in range(LAPSES_UNTIL_ABSENT):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 1_000)
    log.does(log.acting(B), after=10_000_000)
    entry = Expiring(A, None).entry(log.record, Milliseconds(log.record.at + 1_000))
    assert entry is not None
    assert entry.cause == TimedOut()


def test_when_it_is_over_no_clock_runs() -> None:
    log = Log()
    log.does(Resigning(A, Resign(match=log.record.opened.match)))
    assert log.record.result is not None
    assert log.record.until == [None, None]
    assert log.record.waiting == ()
    assert log.deadlines[-1] == Deadline(None, None)


def test_time_that_has_not_run_out_is_nobodys_to_play() -> None:
    log = Log()
    until = log.record.until[A]
    assert until is not None
    assert Expiring(A, None).entry(log.record, Milliseconds(until - 1)) is None
    assert Expiring(A, None).entry(log.record, until) is not None
    log.does(log.acting(A))
    assert Expiring(A, None).entry(log.record, Milliseconds(until + 1)) is None, "who has answered is not late"


# Absence


def test_so_many_lapses_in_a_row_make_a_seat_absent_and_acting_ends_it() -> None:
    log = Log()
    for lapses in range(1, LAPSES_UNTIL_ABSENT + 1):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 30_000)
        assert (log.record.lapses[A], log.record.is_absent(A)) == (lapses, lapses == LAPSES_UNTIL_ABSENT)
        assert not log.record.is_absent(B), "another seat's lapses are its own"
    log.does(log.acting(A))
    assert (log.record.lapses[A], log.record.is_absent(A)) == (0, False)


def test_a_lapse_between_actions_is_forgotten() -> None:
    log = Log()
    for _ in range(3):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 30_000)
        log.does(log.acting(B))
        log.does(log.acting(A))
    assert log.record.lapses == [0, 0]


def test_only_who_is_absent_returns() -> None:
    log = Log()
    assert Returning(A).entry(log.record, log.record.at) is None
    for _ in range(LAPSES_UNTIL_ABSENT):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 30_000)
    assert Returning(A).entry(log.record, log.record.at) is not None
    assert Returning(B).entry(log.record, log.record.at) is None


# What is on offer still, and what not


def test_others_acting_does_not_make_a_seat_s_choices_stale() -> None:
    log = Log()
    seen = log.record.version
    log.does(log.acting(A))
    assert log.record.unchanged_since == [2, 1]
    assert log.acting(B, seen=seen).entry(log.record, log.record.at).version == 3


def test_the_same_choices_asked_again_are_not_the_same_question() -> None:
    """What A chose between in the first round looks like what it is asked in the second, and is another thing."""
    log = Log()
    seen = log.record.version
    log.does(log.acting(A))
    log.does(log.acting(B))
    assert log.record.choices[A] == (Down(number=1), Down(number=2))
    assert log.refusal(log.acting(A, seen=seen)) is RefusalCode.STALE
    assert log.refusal(log.acting(B, seen=seen)) is RefusalCode.STALE


def test_anything_that_the_house_has_played_makes_a_late_action_stale() -> None:
    log = Log()
    late = log.acting(A)
    log.write(timed_out_entry(log.record, A), 30_000)
    assert log.refusal(late) is RefusalCode.STALE


def test_a_return_takes_no_choice_away() -> None:
    log = Log()
    for _ in range(LAPSES_UNTIL_ABSENT):
        log.does(log.acting(B))
        log.write(timed_out_entry(log.record, A), 30_000)
    seen = log.record.version
    log.write(returned_entry(log.record, A), 1)
    assert log.acting(A, seen=seen).entry(log.record, log.record.at).seat == A


def test_a_version_from_the_future_must_be_read_first() -> None:
    log = Log()
    with pytest.raises(Behind):
        log.acting(A, seen=log.record.version + 1).entry(log.record, log.record.at)


def test_a_player_who_has_nothing_to_choose_is_told_so() -> None:
    log = Log()
    log.does(log.acting(A))
    assert log.refusal(log.acting(A)) is RefusalCode.NOT_YOUR_TURN


# Refs


def test_a_ref_is_done_once_and_answered_from_where_it_stands() -> None:
    log = Log()
    log.does(log.acting(A, ref="one"))
    log.does(log.acting(B))
    with pytest.raises(AlreadyDone) as done:
        log.acting(A, ref="one").entry(log.record, log.record.at)
    assert done.value.version == 2
    with pytest.raises(AlreadyDone):
        log.acting(A, ref="one", seen=99).entry(log.folded(), log.record.at)


def test_a_ref_names_one_action_however_it_is_written() -> None:
    """The same action in other words is the same; another action under the same ref is refused."""
    log = Log()
    log.does(log.acting(A, ref="one"))
    spaced = Act(match=MatchId("match"), seen=Version(1), action=Raw(b' {"number" : 1, "type":"put"}'), ref=Ref("one"))
    with pytest.raises(AlreadyDone):
        Acting(A, spaced, log.record).entry(log.record, log.record.at)
    unknown = Act(
        match=MatchId("match"), seen=Version(1), action=Raw(b'{"type":"put","number":1,"x":0}'), ref=Ref("one")
    )
    with pytest.raises(CommandRefused, match="There is no field `x` in `put`"):
        Acting(A, unknown, log.record).entry(log.record, log.record.at)
    assert log.refusal(log.acting(A, 2, ref="one")) is RefusalCode.REF_REUSED
    assert log.refusal(Resigning(A, Resign(match=MatchId("match"), ref=Ref("one")))) is RefusalCode.REF_REUSED


def test_the_refs_of_two_seats_have_nothing_to_do_with_each_other() -> None:
    log = Log()
    log.does(log.acting(A, ref="one"))
    log.does(log.acting(B, 2, ref="one"))
    assert {seat for seat, _ in log.record.done} == {A, B}


def test_a_ref_is_answered_after_the_end_too() -> None:
    log = Log()
    log.does(log.acting(A, ref="one"))
    log.does(Resigning(B, Resign(match=MatchId("match"), ref=Ref("bye"))))
    with pytest.raises(AlreadyDone):
        log.acting(A, ref="one").entry(log.record, log.record.at)
    with pytest.raises(AlreadyDone):
        Resigning(B, Resign(match=MatchId("match"), ref=Ref("bye"))).entry(log.record, log.record.at)
    assert log.refusal(log.acting(A, ref="two")) is RefusalCode.MATCH_OVER
    assert log.refusal(Resigning(A, Resign(match=MatchId("match")))) is RefusalCode.MATCH_OVER


def test_anything_that_was_refused_has_used_up_no_ref() -> None:
    log = Log()
    with pytest.raises(IllegalAction):
        log.acting(A, 7, ref="one").entry(log.record, log.record.at)
    log.does(log.acting(A, 1, ref="one"))
    assert log.record.done[A, Ref("one")].version == 2


def test_an_entry_keeps_its_ref_in_its_bytes() -> None:
    log = Log()
    log.does(log.acting(A, ref="one"))
    entry = msgspec.json.decode(log.stored[-1].entry, type=Entry[Raw])
    assert (entry.seat, entry.ref) == (A, "one")
