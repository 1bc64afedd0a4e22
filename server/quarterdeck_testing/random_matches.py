"""Random matches of any game, played with the server's own match record. Every entry is stored and applied."""

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_games.game import IllegalAction
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, Ref, Seat, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Opened, Returned
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.matches.chain import FIRST_LINK
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import (
    acted_entry,
    obeyed_entry,
    opening_entry,
    resigned_entry,
    returned_entry,
    timed_out_entry,
)
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.openings import with_card_sets
from quarterdeck_server.matches.projection import Happened, update_frame
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Acting

from quarterdeck_testing.plans import Manner, Plan
from quarterdeck_testing.world import parts_of

GOES_ON = "while there is no result, `choices` must offer something to at least one seat"
ENDS = "every match must end within `most_actions` of the world"
LIMIT = Milliseconds(30_000)
BEGAN = Milliseconds(1_700_000_000_000)


class Playing:
    """A random match of a test, up to the current log entry."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = plan.rules
        self.world = plan.world
        self.chance = Random(plan.chance)
        self.log: list[Stamped] = []
        self.entries: list[AnyEntry] = []
        self.record = Record(opened(plan), self.game)
        self.actions = 0
        """Number of actions that seats have made, or the server for them."""

        self._now = BEGAN
        self._liking: dict[str, float] = {}
        self.take(opening_entry(self.record))

    @property
    def state(self) -> Any:
        return self.record.state

    @property
    def is_over(self) -> bool:
        return self.record.result is not None

    @property
    def asked(self) -> list[Seat]:
        """The seats that have a choice in the random match."""
        return [seat for seat in self.record.seats if self.record.choices[seat]]

    @property
    def all_choices(self) -> list[Any]:
        """The choices of all seats in the random match."""
        return [choice for choices in self.record.choices for choice in choices]

    @property
    def viewers(self) -> list[Viewer]:
        return [*self.record.seats, None]

    def take(self, entry: AnyEntry) -> None:
        """Store an entry and apply it, as the server does."""
        self._now = Milliseconds(self._now + self.chance.randrange(1, 2_000))
        stamped = Stamped(entry.version, self.record.codec.stored(entry), self._now)
        self.record.advance(self.record.foresee(entry), stamped)
        self.log.append(stamped)
        self.entries.append(entry)
        self.actions += not isinstance(entry.cause, Opened | Returned)

    def next_entry(self) -> AnyEntry:
        """Return the next log entry, by random choice and the plan's behaviour of seats. Nothing changes."""
        manner = self.plan.manner
        staying = [seat for seat in self.record.seats if seat not in self.record.gone]
        if manner is Manner.LEAVES and self.chance.random() < 0.02:
            return resigned_entry(self.record, self.chance.choice(staying), None)
        if manner is Manner.DAWDLES and self.chance.random() < 0.1:
            absent = [seat for seat in staying if self.record.is_absent(seat)]
            if absent:
                return returned_entry(self.record, self.chance.choice(absent))
        assert self.asked, GOES_ON
        seat = self.chance.choice(self.asked)
        if seat in self.record.obeys_at and self.chance.random() < 0.6:
            return obeyed_entry(self.record, seat)
        if manner is Manner.SLEEPS or (manner is Manner.DAWDLES and self.chance.random() < 0.3):
            return timed_out_entry(self.record, seat)
        return act(self.record, seat, self._liked(seat))

    def _liked(self, seat: Seat) -> Any:
        """Return a choice of a seat that this match prefers. Each match prefers some kinds of actions, and in half of
        the matches seats take long."""
        offered = self.record.choices[seat]
        if self.plan.leaves_open:
            offered = self.world.left_open(offered)
        kinds = [type(choice).__name__ for choice in offered]
        for kind in kinds:
            if kind not in self._liking:
                slow = self.plan.chance % 2 and kind in self.world.hasty
                self._liking[kind] = 0.001 if slow else self.chance.choice((0.01, 0.1, 1, 1, 4))
        liked = self.chance.choices(offered, [self._liking[kind] for kind in kinds])[0]
        parts = parts_of(liked)
        return parts[0] if len(parts) == 1 else self.chance.choice(parts)

    def peeked(self) -> AnyEntry:
        """Return the next log entry, without using up random numbers."""
        before, liking = self.chance.getstate(), dict(self._liking)
        entry = self.next_entry()
        self.chance.setstate(before)
        self._liking = liking
        return entry

    def kept(self) -> "Playing":
        """Return a copy of this match in its present state."""
        other = copy.copy(self)
        other.record = copy.copy(self.record)
        for name, value in vars(self.record).items():
            if isinstance(value, list | dict | set | bytearray):
                setattr(other.record, name, copy.copy(value))
        other.log, other.entries = list(self.log), list(self.entries)
        other.chance, other._liking = Random(), dict(self._liking)
        other.chance.setstate(self.chance.getstate())
        return other

    def beside(self, chance: Random) -> "Playing":
        """Return a copy of this match that continues with other random numbers."""
        other = copy.copy(self)
        other.record = beside(self.record, self.state)
        other.log, other.entries = list(self.log), list(self.entries)
        other.chance, other._liking = chance, {}
        return other

    def frame(self, viewer: Viewer) -> bytes:
        """Return the viewer's frame of the newest log entry."""
        return frame_of(self.record, viewer, self.entries[-1])


def opened(plan: Plan) -> Opened:
    """Return the opening of a match of this plan, as the server makes it."""
    seats = range(plan.setup.seats)
    how = Opened(
        match=MatchId("match"),
        game=plan.game,
        rules=plan.rules.version,
        players=tuple(Player(id=PlayerId(f"player-{seat}"), name=f"Player {seat}") for seat in seats),
        options=Raw(msgspec.json.encode(plan.setup.options)),
        time_limit=LIMIT,
        seed=seed_of(plan).hex(),
        entropy=tuple(f"whispered-by-{seat}" for seat in seats),
        decks=plan.setup.decks,
    )
    return with_card_sets(how, plan.rules)


def seed_of(plan: Plan) -> bytes:
    return plan.seed.to_bytes(8, "big") * 4


def played(plan: Plan) -> Iterator[Playing]:
    """Play a match to its end, and yield it at every version."""
    playing = Playing(plan)
    most = plan.world.most_actions(plan.setup.options, plan.setup.seats)
    while True:
        assert playing.actions <= most, ENDS
        yield playing
        if playing.is_over:
            return
        playing.take(playing.next_entry())


def finished(plan: Plan) -> Playing:
    """Return a match that was played to its end."""
    *_, playing = played(plan)
    return playing


def act(record: Record, seat: Seat, action: Any) -> AnyEntry:
    """Return the log entry of an action. Raises `IllegalAction`."""
    return acted_entry(record, seat, action, record.codec.canonical(action), None)


def refusal(record: Record, seat: Seat, action: Raw) -> tuple[str, str, str | None] | None:
    """Submit an action in the way that all actions take; return the refusal, or `None` if it is accepted."""
    message = Act(match=record.opened.match, seen=record.version, action=action, ref=Ref("ref"))
    try:
        Acting(seat, message, record).entry(record, record.at)
    except CommandRefused as refusing:
        return refusing.code, str(refusing), refusing.where
    except IllegalAction as illegal:
        return RefusalCode.ILLEGAL, str(illegal), illegal.rule
    return None


def beside(record: Record, state: Any) -> Record:
    """Return a copy of a record that has this state."""
    other = copy.copy(record)
    other.state = state
    other.choices = [record.game.choices(state, seat) for seat in record.seats]
    other.unchanged_since = list(record.unchanged_since)
    other.clocks = list(record.clocks)
    other.lapses = list(record.lapses)
    other.gone = set(record.gone)
    ordered = [seat for seat in record.seats if other.choices[seat] and record.game.has_order(state, seat)]
    other.obeys_at = {seat: record.obeys_at.get(seat, record.at) for seat in ordered if not record.is_away(seat)}
    other.done = dict(record.done)
    return other


def advance(record: Record, entry: AnyEntry, at: Milliseconds) -> None:
    """Apply a log entry, as the server does."""
    record.advance(record.foresee(entry), Stamped(entry.version, record.codec.stored(entry), at))


def frame_of(record: Record, viewer: Viewer, entry: AnyEntry) -> bytes:
    """Return the viewer's frame of an entry without its hash-chain link. The link is a keyed hash that tells the viewer
    nothing (`chain.py`)."""
    unlinked = copy.copy(record)
    unlinked.link = FIRST_LINK
    return update_frame(unlinked, viewer, Happened(Version(entry.version - 1), entry.events), record.at)


def is_on_offer(playing: Playing, seat: Seat, action: Any) -> bool:
    covers: Callable[[Any, Any], bool] = playing.world.covers
    return any(covers(choice, action) for choice in playing.record.choices[seat])
