"""Standing orders (MY-66): obeyed by whichever process is there, after a delay that tells nothing; told to nobody."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matches.processes import ADA, BO, MATCH, Process, Processes, Watcher, processes, settle
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED as MYACARDS
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Until
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import MatchId, Milliseconds, Seat, Version
from quarterdeck_server.matches.entries import acted_entry, timed_out_entry
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.standing_orders import LONGEST, SHORTEST, Delays, order_key_of
from quarterdeck_server.matches.submissions import Obeying
from quarterdeck_server.verification.findings import DoesNotFollow, Kind
from quarterdeck_server.verification.transcript_check import verify
from servers import SEED, Message, opening
from transcripts import Logbook, relinked, with_entry

GAME = GAMES["myacards"]
DECKS = ("packs-and-sisters", "orders-in-rows")
READY = tuple([MYACARDS.decks[deck] for deck in DECKS])
WINDOW = 8_000


def next_action(record: Record, seat: Seat) -> Any:
    """Return what brings the match to attacks that can be reacted to: both place in columns 0 and 1, then attack."""
    offered: Sequence[Any] = record.choices[seat]
    wanted = [f"{seat}.3.{column}" for column in (0, 1)]
    placed = [
        replace(one, zones=(zone,), one_of=None)
        for one in offered
        if isinstance(one, my.Place)
        for zone in wanted
        if zone in one.zones
    ]
    attacks = [one for one in offered if isinstance(one, my.Attack)]
    first = [one for one in offered if isinstance(one, my.KeepHand | my.BeginAttacks | my.Discard)]
    return next(iter([*placed, *attacks, *first, *[one for one in offered if isinstance(one, my.EndTurn)], offered[0]]))


class Played:
    """A match on one record, played by hand to the first window."""

    def __init__(self) -> None:
        self.book = Logbook("myacards", decks=DECKS)
        self.to_the_next_window()

    @property
    def record(self) -> Record:
        return self.book.record

    @property
    def attacked(self) -> Seat:
        window: Seat = self.record.state.window
        return window

    def to_the_next_window(self) -> None:
        while self.record.state.window is None:
            (seat, *_) = self.book.asked()
            self.act(seat, next_action(self.record, seat))

    def act(self, seat: Seat, action: my.Action, after: int = 1_000) -> None:
        canonical = self.record.codec.canonical(action)
        self.book.write(acted_entry(self.record, seat, action, canonical, None), after)

    def let_pass(self, until: Until) -> None:
        self.act(self.attacked, my.LetPass(until=until))

    def ordered(self) -> int:
        """Let the attacked seat give an order, and return how long that waits at the next window."""
        self.let_pass(Until.CALL)
        assert self.record.state.window is not None, "after the attack"
        return self.record.obeys_at[self.attacked] - self.record.at


# The delay


def test_delays_are_of_one_distribution_from_four_tenths_of_a_second_to_one_and_a_half() -> None:
    """MY-66: evenly, each number of milliseconds between as likely as another, both ends included."""
    key = order_key_of(bytes(32), MatchId("m"))
    drawn = [Delays(key, Version(version)).drawn() for version in range(1, 20_001)]
    assert (min(drawn), max(drawn)) == (SHORTEST, LONGEST) == (400, 1_500)
    tenths = [sum(low <= one < low + 110 for one in drawn) for low in range(400, 1_500, 110)]
    assert all(abs(count - 2_000) < 200 for count in tenths), tenths


def test_a_delay_depends_on_the_secret_seed_and_the_entry_and_on_nothing_else() -> None:
    """MY-66: who holds what, what was attacked and which order it is make no difference."""
    played = Played()
    order = played.ordered()
    other = Played()
    other.let_pass(Until.ATTACK)
    assert other.record.obeys_at[other.attacked] - other.record.at == order
    drawn = Delays(order_key_of(bytes(range(32)), played.record.opened.match), played.record.version).drawn()
    assert order == drawn
    assert Delays(order_key_of(bytes(32), played.record.opened.match), played.record.version).drawn() != drawn


# What is told


def updates(frames: Sequence[Message]) -> list[Message]:
    """Return frames but for their links, which are keyed, so that nobody can tell anything from them before the end
    (`chain.py`), and for the clock of the process that has sent them."""
    return [{name: value for name, value in frame.items() if name not in ("link", "now")} for frame in frames]


class Duel:
    """A match in a process, with everybody watching, and what each of them was told."""

    def __init__(self, several: Processes, process: Process) -> None:
        self.several = several
        self.process = process
        self.watching: list[Watcher] = []

    async def begun(self, decks: Sequence[Deck] = READY, seed: str = SEED) -> None:
        how = opening("match", [ADA, BO], game="myacards", time_limit=30_000)
        await self.process.matches.begin(replace(how, rules=GAME.version, decks=tuple(decks), seed=seed))
        self.watching = [await self.process.watch(viewer) for viewer in (Seat(0), Seat(1), None)]

    @property
    def record(self) -> Record:
        return self.watching[0].match.record

    async def act(self, seat: Seat, action: my.Action) -> None:
        self.several.pass_time(700)
        await self.act_now(seat, action)

    async def act_now(self, seat: Seat, action: my.Action) -> None:
        message = Act(match=MATCH, seen=self.record.version, action=msgspec.Raw(msgspec.json.encode(action)))
        watcher = self.watching[seat]
        watcher.match.act(seat, watcher.viewing, message, watcher.refused.append)
        await settle()
        assert watcher.refused == []

    async def to_the_next_window(self) -> None:
        while self.record.state.window is None:
            (seat, *_) = [seat for seat in self.record.seats if self.record.choices[seat]]
            await self.act(seat, next_action(self.record, seat))

    async def obey(self) -> None:
        """Let the process look at the moment when the order answers."""
        await self.process.matches.sweep()
        await settle()

    def heard_by(self, *viewers: int) -> list[Message]:
        return updates([frame for viewer in viewers for frame in self.watching[viewer].received])


@given(seed=st.integers(0, 2**32))
async def test_a_player_who_attacks_and_whoever_watches_is_told_the_same_by_order_and_by_hand(seed: int) -> None:
    """MY-66: byte for byte, with every clock, and at whatever time; what the orders are, and that one is withdrawn."""
    chance = random.Random(seed)
    async with processes() as ordering, processes() as acting:
        ordered, by_hand = Duel(ordering, await ordering.start()), Duel(acting, await acting.start())
        for duel in (ordered, by_hand):
            await duel.begun()
            await duel.to_the_next_window()
        attacked = ordered.record.state.window
        others = (1 - attacked, 2)
        until = chance.choice([Until.ATTACK, Until.TURN, Until.CALL])
        await ordered.act(attacked, my.LetPass(until=until))
        await by_hand.act(attacked, my.LetPass(until=Until.NOW))
        obeyed = 0
        for _ in range(6):
            assert ordered.heard_by(*others) == by_hand.heard_by(*others)
            assert ordered.heard_by(attacked) != by_hand.heard_by(attacked)
            if ordered.record.state.window is None:
                (seat, *_) = [seat for seat in ordered.record.seats if ordered.record.choices[seat]]
                action = next_action(ordered.record, seat)
                assert type(action) is type(next_action(by_hand.record, seat))
                withdraws = my.EndTurnWatching() in ordered.record.choices[seat] and isinstance(action, my.EndTurn)
                await ordered.act(seat, my.EndTurnWatching() if withdraws and chance.random() < 0.5 else action)
                await by_hand.act(seat, action)
            elif attacked in ordered.record.obeys_at:
                wait = ordered.record.obeys_at[attacked] - ordered.record.at
                assert SHORTEST <= wait <= LONGEST
                for each in (ordering, acting):
                    each.pass_time(wait)
                await ordered.obey()
                await by_hand.act_now(attacked, my.LetPass(until=Until.NOW))
                obeyed += 1
            else:
                for duel in (ordered, by_hand):
                    await duel.act(attacked, my.LetPass(until=Until.NOW))
        assert ordered.heard_by(*others) == by_hand.heard_by(*others)
        assert obeyed, "or this says nothing"
        assert ordering.causes().count("Obeyed") == obeyed
        assert "Obeyed" not in acting.causes()


UNABLE = ("castor-fiber", "tapirus-terrestris", "pteropus-vampyrus", "anax-imperator", "myotis-myotis", "tyto-alba")
"""Entities that stand in neither deck: who holds these instead of what may be played in a window can do nothing
there."""


def without_reactions(deck: Deck) -> Deck:
    """Return a deck with entities in the places of all that may be played in a window: the shuffle is the same."""
    cards = MYACARDS.cards
    return replace(
        deck,
        cards=tuple(
            [
                (card if cards[card].is_entity else UNABLE[at % len(UNABLE)], count)
                for at, (card, count) in enumerate(deck.cards)
            ]
        ),
    )


class Course:
    """What is told of one course of a match, in one of several worlds, by whichever hand and order."""

    def __init__(self, duel: Duel) -> None:
        self.duel = duel
        self.could: list[bool] = []
        """Per window whether the hand holds something that may be played there."""

        self.waits: dict[int, int] = {}
        """For each window that the order answers how long it waited."""

    async def play(self, attacked: Seat, until: Until, windows: int) -> list[Message]:
        """Play so many windows, of which the first is answered by giving the order; return what all others hear."""
        duel = self.duel
        while True:
            record = duel.record
            if record.state.window is None:
                (seat, *_) = [seat for seat in record.seats if record.choices[seat]]
                await duel.act(seat, next_action_of_both(record, seat))
                continue
            seat = record.state.window
            drawn = Delays(order_key_of(bytes.fromhex(record.opened.seed), MATCH), record.version).drawn()
            if seat == attacked:
                self.could.append(any(isinstance(one, my.Play) for one in record.choices[attacked]))
            if attacked in record.obeys_at:
                self.waits[len(self.could)] = record.obeys_at[attacked] - record.at
                assert duel.several.memory.logs[MATCH].due == record.at + drawn == record.obeys_at[attacked]
                duel.several.pass_time(drawn)
                await duel.obey()
            else:
                duel.several.pass_time(drawn)
                gives = seat == attacked and len(self.could) == 1
                await duel.act_now(seat, my.LetPass(until=until if gives else Until.NOW))
            if len(self.could) == windows:
                return duel.heard_by(1 - attacked, 2)


def next_action_of_both(record: Record, seat: Seat) -> Any:
    """Return what is done in all worlds: nothing with a card that stands in the place of a reaction."""
    kept = [one for one in record.choices[seat] if getattr(one, "card", None) not in UNABLE]
    choices, record.choices = record.choices, [kept if each == seat else () for each in record.seats]
    try:
        return next_action(record, seat)
    finally:
        record.choices = choices


@pytest.mark.parametrize("number", [3, 4, 6])  # matches of four windows and more
async def test_worlds_over_the_hand_and_over_the_kind_of_order_are_alike_to_everybody_else(number: int) -> None:
    """MY-66: whether or not the hand could react, and whatever was ordered: every byte, their order, every clock, and
    how long each order waits, as it is drawn and as the store is told of it."""
    seed = bytes([number] * 32).hex()
    told: dict[tuple[bool, Until], list[Message]] = {}
    courses: dict[tuple[bool, Until], Course] = {}
    attacked = await attacked_first(seed)
    worlds = [(able, until) for able in (True, False) for until in (Until.ATTACK, Until.TURN, Until.CALL)]
    for able, until in worlds:
        decks = [without_reactions(deck) if seat == attacked and not able else deck for seat, deck in enumerate(READY)]
        async with processes() as several:
            duel = Duel(several, await several.start())
            await duel.begun(decks, seed)
            courses[able, until] = Course(duel)
            told[able, until] = await courses[able, until].play(attacked, until, windows=4)
    first = courses[True, Until.CALL]
    assert all(frames == told[True, Until.CALL] for frames in told.values())
    assert list(first.waits) == [2, 3, 4]
    for course in courses.values():
        assert 2 in course.waits, "what is left of the attack, at least"
        assert course.waits.items() <= first.waits.items()
    assert all(SHORTEST <= wait <= LONGEST for wait in first.waits.values())
    assert [any(courses[able, Until.CALL].could) for able in (True, False)] == [True, False], "or this says nothing"


async def attacked_first(seed: str) -> Seat:
    """Return who is attacked first in a match of this seed."""
    async with processes() as several:
        duel = Duel(several, await several.start())
        await duel.begun(READY, seed)
        while duel.record.state.window is None:
            (seat, *_) = [seat for seat in duel.record.seats if duel.record.choices[seat]]
            await duel.act(seat, next_action_of_both(duel.record, seat))
        window: Seat = duel.record.state.window
        return window


async def test_the_window_of_an_ordered_seat_is_told_with_its_usual_clock_and_the_order_to_its_own_seat() -> None:
    """MY-48, MY-66."""
    async with processes() as several:
        duel = Duel(several, await several.start())
        await duel.begun()
        await duel.to_the_next_window()
        attacked = duel.record.state.window
        await duel.act(attacked, my.LetPass(until=Until.TURN))
        for watcher in duel.watching:
            (waiting,) = watcher.latest["waiting"]
            assert waiting == {"seat": attacked, "until": several.hand.time + WINDOW, "bank": 0, "absent": False}
        orders = [watcher.latest["view"].get("passes") for watcher in duel.watching]
        assert orders == ["turn" if watcher.viewing.seat == attacked else None for watcher in duel.watching]
        heard = [[one for one in each.latest["events"] if one["type"] == "passed"] for each in duel.watching]
        assert [one["until"] for (one,) in heard] == orders


# Whichever process is there


async def test_an_order_is_obeyed_once_by_whichever_process_is_left_and_not_before_its_time() -> None:
    """MY-66: the moment stands in the log and the seed; the store wakes whoever looks."""
    async with processes() as several:
        duel = Duel(several, await several.start())
        await duel.begun()
        await duel.to_the_next_window()
        attacked = duel.record.state.window
        await duel.act(attacked, my.LetPass(until=Until.CALL))
        due = duel.record.obeys_at[attacked]
        assert several.memory.logs[MATCH].due == due, "long before the clock of the window"
        await duel.process.matches.close()  # it has died
        others = [await several.start() for _ in range(3)]
        for other in others[1:]:
            assert (await other.match()).record.obeys_at == {attacked: due}
        before = several.causes()
        several.pass_time(due - several.hand.time - 1)
        for other in others:
            await other.matches.sweep()
        await settle()
        assert several.causes() == before
        several.pass_time(1)
        for other in others:
            await other.matches.sweep()
        await settle()
        assert several.causes() == [*before, "Obeyed"]
        for other in others:
            assert not (await other.match()).record.choices[attacked]


async def test_a_player_who_has_given_an_order_may_be_quicker_than_it() -> None:
    """MY-66: the seat is asked like any other, and what it does counts; the order waits anew at the next point."""
    async with processes() as several:
        duel = Duel(several, await several.start())
        await duel.begun()
        await duel.to_the_next_window()
        attacked = duel.record.state.window
        await duel.act(attacked, my.LetPass(until=Until.TURN))
        due = duel.record.obeys_at[attacked]
        several.pass_time(1)
        await duel.act_now(attacked, my.LetPass(until=Until.NOW))
        assert duel.record.state.window is None
        several.pass_time(due - several.hand.time)
        await duel.obey()
        assert "Obeyed" not in several.causes()
        assert duel.record.obeys_at == {}


async def test_that_the_other_comes_back_meanwhile_draws_no_other_delay() -> None:
    """The clock of a seat runs on when others are heard of, and so does its order's."""
    async with processes() as several:
        duel = Duel(several, await several.start())
        await duel.begun()
        await duel.to_the_next_window()
        attacked = duel.record.state.window
        foe = Seat(1 - attacked)
        duel.record.lapses[foe] = 1  # it had been late, and has only now come back
        await duel.act(attacked, my.LetPass(until=Until.CALL))
        due = duel.record.obeys_at[attacked]
        several.pass_time(100)
        await duel.process.watch(foe)
        await settle()
        assert several.causes()[-1] == "Returned"
        assert duel.record.obeys_at == {attacked: due}
        assert several.memory.logs[MATCH].due == due


def test_while_a_seat_is_away_its_orders_rest() -> None:
    """Everybody is told of a lapse. An order that answered after it would tell of itself: the seat would never be
    absent."""
    played = Played()
    played.ordered()
    attacked = played.attacked
    played.book.write(timed_out_entry(played.record, attacked), WINDOW)
    played.to_the_next_window()
    assert GAME.has_order(played.record.state, attacked)
    assert (played.record.is_away(attacked), played.record.obeys_at) == (True, {})
    played.book.come_back(attacked)
    assert SHORTEST <= played.record.obeys_at[attacked] - played.record.at <= LONGEST


def test_a_bot_of_the_house_that_has_given_an_order_thinks_as_long_as_ever() -> None:
    """It has one delay for everything, and nobody may tell from it which of its answers was ordered."""
    played = Played()
    attacked = played.attacked
    players = [replace(player, bot="random") for player in played.record.opened.players]
    played.record.opened = replace(played.record.opened, players=tuple(players), bot_delay=Milliseconds(3_000))
    played.let_pass(Until.CALL)
    assert played.record.obeys_at == {attacked: played.record.until[attacked]} == {attacked: played.record.at + 3_000}


# The transcript


def transcript_with(wait: Callable[[Played, int], int]) -> Any:
    played = Played()
    order = played.ordered()
    attacked = played.attacked
    played.book.obey(attacked, wait(played, order))
    played.book.resign(0)
    return played.book.transcript()


def test_a_transcript_with_an_order_that_was_obeyed_follows() -> None:
    for late in (0, 1, 2_000):
        transcript = transcript_with(lambda _, order, late=late: order + late)  # type: ignore[misc]  # bound now
        assert verify(transcript, GAMES).causes["obeyed"] == 1


def test_an_order_that_was_obeyed_a_moment_too_early_or_was_never_given_does_not_follow() -> None:
    """MY-66: the delay is part of what a transcript shows."""
    with pytest.raises(DoesNotFollow, match="order had 1 ms to wait") as found:
        verify(transcript_with(lambda _, order: order - 1), GAMES)
    assert found.value.kind is Kind.CLOCK
    transcript = transcript_with(lambda _, order: order)
    number = next(number for number, stored in enumerate(transcript.entries, 1) if '"call"' in stored.entry)
    never = with_entry(
        transcript, number, lambda stored: replace(stored, entry=stored.entry.replace('"call"', '"now"'))
    )
    with pytest.raises(DoesNotFollow, match="no standing order") as forged:
        verify(relinked(never), GAMES)
    assert forged.value.kind is Kind.CAUSE


def test_an_order_that_is_no_more_writes_nothing() -> None:
    """Two processes may notice the same moment; so may one after the match has ended."""
    played = Played()
    order = played.ordered()
    submission = Obeying(played.attacked)
    assert submission.entry(played.record, Milliseconds(played.record.at + order - 1)) is None
    entry = submission.entry(played.record, Milliseconds(played.record.at + order))
    assert entry is not None
    played.book.write(entry, order)
    assert submission.entry(played.record, Milliseconds(played.record.at + 10_000)) is None
