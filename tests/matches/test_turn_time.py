"""The time of a whole turn (AM-65), in matches that are played: every process finds the same end of it in the log."""

import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matches.processes import ADA, BO, MATCH, Process, Processes, Watcher, processes, settle
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_protocol.games.amiibart import EndTurn
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import Milliseconds, Seat, Version
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import acted_entry, timed_out_entry
from quarterdeck_server.matches.log import Deadline, Stamped
from quarterdeck_server.matches.openings import record_of
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Expiring
from quarterdeck_server.verification.findings import DoesNotFollow, Kind
from quarterdeck_server.verification.transcript_check import verify
from servers import opening
from transcripts import Logbook, relinked, with_entry

GAME = GAMES["amiibart"]
TURN, CHOICE = 90_000, 10_000
DECKS = ("armoury", "vigil")
"""The first one's Muster asks at the end of every turn."""


class Played:
    """A match in which seats take their time, played to its end by chance; the house plays as soon as it may."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.book = Logbook("amiibart", decks=DECKS)
        self.pace = self.chance.choice((0.02, 0.1, 0.3))
        self.taken: Counter[tuple[int, Seat, bool]] = Counter()
        """How long each seat has been waited for in each turn; and whether the turn was its own."""

        self.choices: Counter[tuple[int, Seat, bool]] = Counter()
        """How often it was asked for a forced choice there."""

        self.late: list[Version] = []
        """The entries with which the house has played."""

        while self.record.result is None:
            self._go_on()

    @property
    def record(self) -> Record:
        return self.book.record

    def _go_on(self) -> None:
        record = self.record
        (waiting,) = record.waiting
        left = waiting.until - record.at
        after = left if self.chance.random() < 0.05 else int(left * self.chance.random() * 2 * self.pace)
        here = record.state.turn, waiting.seat, waiting.seat == record.state.turn_seat
        self.choices[here] += record.state.asked is not None
        self.taken[here] += after
        entry = self._entry(waiting.seat, is_late=after == left)
        deadline = record.foresee(entry).deadline
        self.book.write(entry, after)
        assert _earlier(deadline, record.at) == record.next_until, "the store looks when the fold says that time is up"

    def _entry(self, seat: Seat, *, is_late: bool) -> AnyEntry:
        record, until = self.record, self.record.until[seat]
        if is_late:
            assert until is not None
            assert Expiring(seat, None).entry(record, Milliseconds(until - 1)) is None
            self.late.append(record.next_version)
            return timed_out_entry(record, seat)
        action = self.chance.choice(record.choices[seat])
        return acted_entry(record, seat, action, record.codec.canonical(action), None)

    def stored(self) -> list[Stamped]:
        numbered = enumerate(self.book.stored, 1)
        return [Stamped(Version(number), each.entry.encode(), each.at) for number, each in numbered]


def _earlier(deadline: Deadline, at: Milliseconds) -> Milliseconds | None:
    """What `append.lua` makes of a deadline."""
    ends = [deadline.until, None if deadline.limit is None else Milliseconds(at + deadline.limit)]
    return min((end for end in ends if end is not None), default=None)


matches = st.builds(Played, st.integers(0, 2**32))


@given(matches)
def test_no_turn_takes_longer_than_its_time_and_its_choices(played: Played) -> None:
    """AM-65, however much is done in it; and in the other's turn a seat has nothing but ten seconds a choice."""
    for here, taken in played.taken.items():
        (_, _, is_own) = here
        assert taken <= TURN * is_own + CHOICE * played.choices[here], here


@given(matches)
def test_a_player_who_reads_the_log_has_the_same_clocks(played: Played) -> None:
    """A second process, and the same one started anew, at any version."""
    stored = played.stored()
    live = record_of(GAMES, stored[0])
    started_anew = played.chance.randrange(1, len(stored))
    for stamped in stored[1:]:
        live.read(stamped)
        if stamped.version == started_anew:
            again = record_of(GAMES, stored[0])
            for each in stored[1:started_anew]:
                again.read(each)
            assert vars(again) == vars(live)
    assert vars(live) == vars(played.record)


@given(matches)
def test_a_transcript_with_turns_that_ran_out_follows(played: Played) -> None:
    transcript = played.book.transcript()
    assert verify(transcript, GAMES).causes.get("timed_out", 0) == len(played.late)


def test_a_turn_that_was_cut_short_by_a_moment_does_not_follow() -> None:
    """Though more than any one decision may take had gone: the turn had a millisecond left."""
    book = Logbook("amiibart", decks=DECKS)
    (first,) = book.asked()
    book.act(first, after=80_000)
    book.run_out(first, after=9_999)
    book.resign(0)
    with pytest.raises(DoesNotFollow, match="had 1 ms left") as found:
        verify(book.transcript(), GAMES)
    assert (found.value.kind, found.value.version) == (Kind.CLOCK, 3)
    mended = with_entry(book.transcript(), 3, lambda stored: replace(stored, at=Milliseconds(stored.at + 1)))
    assert verify(relinked(mended), GAMES).causes["timed_out"] == 1


# In several processes


async def begun(several: Processes) -> tuple[Process, Process]:
    """Begin a match in one process, and give that and another."""
    one, other = await several.start(), await several.start()
    how = opening("match", [ADA, BO], game="amiibart", time_limit=30_000)
    decks = GAME.setup(2, GAME.options()).decks
    await one.matches.begin(replace(how, rules=GAME.version, decks=decks))
    return one, other


def plays(watcher: Watcher, choice: int = 0) -> None:
    """Let a seat do what it is offered."""
    record = watcher.match.record
    action = msgspec.Raw(msgspec.json.encode(record.choices[watcher.seat][choice]))
    message = Act(match=MATCH, seen=record.version, action=action)
    watcher.match.act(watcher.seat, watcher.viewing, message, watcher.refused.append)


async def test_all_processes_tell_the_same_end_of_a_turn_and_one_of_them_ends_it() -> None:
    async with processes() as several:
        one, other = await begun(several)
        mine = await one.on_turn()
        elsewhere = await other.watch(Seat(1 - mine.seat))
        began = several.hand.time
        for seconds in (30, 25):
            several.pass_time(1_000 * seconds)
            plays(mine)
            await settle()
            assert mine.refused == []
            for update in (mine.latest, elsewhere.latest):
                assert update["waiting"] == [{"seat": mine.seat, "until": began + TURN, "bank": 0, "absent": False}]
            assert several.memory.logs[MATCH].due == began + TURN
        later = await several.start()
        fresh = await later.match()
        assert fresh.record.clocks == mine.match.record.clocks == elsewhere.match.record.clocks
        several.pass_time(34_000)
        await later.matches.sweep()
        await settle()
        assert several.causes() == ["Opened", "Acted", "Acted"]
        several.pass_time(1_000)
        for process in several.started:
            await process.matches.sweep()
        await settle()
        assert several.causes() == ["Opened", "Acted", "Acted", "TimedOut"]
        turn = [{"seat": elsewhere.seat, "until": began + 2 * TURN, "bank": 0, "absent": False}]
        assert mine.latest["waiting"] == elsewhere.latest["waiting"] == turn


async def test_coming_back_gives_no_more_time_for_the_turn() -> None:
    """The house had ended the turn before; of this one a second has gone, and stays gone."""
    async with processes() as several:
        one, _ = await begun(several)
        mine = await one.on_turn()
        other = await one.watch(Seat(1 - mine.seat))
        several.pass_time(TURN)
        mine.match.run_clock()
        await settle()
        while other.match.record.choices[other.seat]:
            plays(other)
            await settle()
        began = several.hand.time
        assert mine.latest["waiting"][0] == {"seat": mine.seat, "until": began + TURN, "bank": 0, "absent": False}
        several.pass_time(1_000)
        back = await one.watch(mine.seat)
        await settle()
        assert several.causes()[-1] == "Returned"
        assert back.latest["waiting"][0]["until"] == began + TURN
        plays(back, choice=mine.match.record.choices[mine.seat].index(EndTurn()))
        await settle()
        assert (back.refused, back.latest["waiting"][0]["seat"]) == ([], other.seat)
