"""The record of a match: its state, computed from its log. Running matches and the verification of old matches use this
same code.

There are two methods, `foresee` and `advance`. `foresee` computes the effect of a log entry and changes nothing.
`advance` is the only place where a match changes. The writer of an entry first calls `foresee`, because the deadline is
stored together with the entry, and calls `advance` when the entry is stored. A reader calls both at once.

A seat's clock starts when the match waits for the seat's decision. It starts again after each of the seat's decisions,
but not when another seat acts. So each seat uses only its own time (`seat_clock.py`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_games.dice import Dice, key_after_a_loss, key_of
from quarterdeck_games.game import Setup
from quarterdeck_games.state_codec import keep, recall, shape_of
from quarterdeck_protocol.messages import Away, Result, Waiting
from quarterdeck_protocol.names import Count, Epoch, Milliseconds, Ref, Seat, Version, Viewer
from quarterdeck_protocol.recess import Recess, RecessEntry, RecessState, RecessStep
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.transcripts.transcript import Acted, HistoryLost, Opened, Resigned, Returned, TimedOut, Voided
from quarterdeck_protocol.undo import Undo, UndoAnswer, UndoState, UndoStep

from quarterdeck_server.matches.chain import FIRST_LINK, Links, Trail, link_key_of
from quarterdeck_server.matches.codec import AnyEntry, codec_of
from quarterdeck_server.matches.faults import Unprinted
from quarterdeck_server.matches.log import Deadline, Head, Stamped, next_digest
from quarterdeck_server.matches.seat_clock import Frozen, Given, SeatClock, TurnClock
from quarterdeck_server.matches.snapshots import (
    MatchState,
    Part,
    RefDone,
    Snapshot,
    StoredAction,
    StoredRecess,
    StoredUndo,
    UnusableSnapshot,
    parts_of,
)
from quarterdeck_server.matches.standing_orders import Delays, order_key_of
from quarterdeck_server.matches.undo.last_action import LastAction
from quarterdeck_server.search_position import CLOCKS

LAPSES_UNTIL_ABSENT = 3
LONGEST_RECESS = 600_000
"""Milliseconds after which the server ends a recess."""
MOST_REFS = 4096
"""Maximum number of commands of a match that are stored by their `ref`. Only the newest commands are kept."""

VOID = Result(places=(), reason="void")
"""Result of a match that the server had to void."""


class Foreseen(Unprinted, eq=False):
    """The computed effect of a log entry on a match, before the entry is applied."""

    entry: AnyEntry
    step: UndoStep | RecessEntry | None
    """The step of an undo or a recess that the entry records."""

    state: Any
    choices: list[Sequence[Any]]
    result: Result | None
    lapses: int
    """Number of times in a row that the time of the entry's seat has run out, after this entry."""

    starting: dict[Seat, Given]
    """The seats whose clocks start with this entry, and the time that each gets."""

    obeying: dict[Seat, Milliseconds | None]
    """The seats whose standing orders will answer for them, and the time from this entry until then; `None` if the
    order is waiting already."""

    deadline: Deadline
    """Time at which a process must look at the match again."""


class Done(msgspec.Struct, frozen=True):
    """A command of a client that was carried out under a `ref`: the version that it led to, and its action (`None` if
    the player left the match). For a command about an undo, the action is its cause."""

    version: Version
    action: bytes | None


class Record:
    """The state of a match, computed from the log entries so far. A new record is empty, without the first entry."""

    state: Any
    rules_shown: Count | UnsetType
    """The version of the rules, if it differs from the version for new matches."""

    version: Version
    epoch: Epoch
    """The history of the match to which this record belongs; it never changes."""

    digest: str
    """Digest of all entries, as the store has it; empty if the entries were read without digests."""

    lost: HistoryLost | None
    """The newest recorded loss of entries by the store; `None` if there is none."""

    unchanged_since: list[Version]
    """For each seat, the version since which its choices have been the same."""

    lapses: list[int]
    """For each seat, the number of times in a row that its time has run out."""

    absent_since: list[Milliseconds | None]
    """For each absent seat, the time since when the server plays for it at once; `None` if the seat is present."""

    waiting: tuple[Waiting, ...]
    """The seats that the match waits for."""

    next_until: Milliseconds | None
    """Time of the server's next action: the first seat's time runs out, or a standing order answers. `None` if no
    seat is asked for a decision. Must not be sent to viewers."""

    obeys_at: dict[Seat, Milliseconds]
    """For each seat whose standing order will answer, the time of that. Must not be sent to viewers (MY-66)."""

    gone: set[Seat]
    """The seats whose players have left for good."""

    last_action: LastAction | None
    """The newest action, as long as it may be taken back. `None` after any other entry with an effect."""

    undo: Undo | None
    """The request to take it back; with state `done` or `declined` only at the version of the last answer."""

    offers_undo: bool
    """True if the server lets players take actions back."""

    has_undo: bool
    """True if actions of this match can be taken back by consent."""

    undo_requests: list[int]
    """For each seat, the number of its requests."""

    recess: Recess | None
    """The recess, or the request for one; with state `declined` or `over` only at that version."""

    recess_requests: list[int]
    """For each seat, the number of its requests."""

    frozen: Frozen | None
    """The clocks while a recess lasts."""

    acted: list[int]
    """For each seat, the number of its actions."""

    notes_draws: bool
    """True if the entries record their random draws. A match that an older server began continues without."""

    _absences: list[Milliseconds]
    """For each seat, the total time of its earlier absences."""

    _faces_bots_alone: list[bool]
    """For each seat, true if all other seats belong to the server's bots."""

    _boards: tuple[tuple[Any, Any], tuple[Any, Any]]
    """Two states, the newer one last, and the parts of their views that are the same for all viewers."""

    def __init__(self, opened: Opened, game: AnyGame, epoch: Epoch = Epoch(0)) -> None:  # noqa: B008 - a number
        """Make the record of a match that has no entries yet. Raises `msgspec.DecodeError` if the match's options do
        not fit the game."""
        seed = bytes.fromhex(opened.seed)
        self.opened = opened
        self.game = game
        self.codec = codec_of(game)
        self.seats = [Seat(number) for number in range(len(opened.players))]
        setup = Setup(seats=len(self.seats), options=self.codec.options(opened.options), decks=opened.decks)
        self.state = game.blank(setup)
        self.rules_shown = UNSET
        self.version, self.epoch, self.digest = Version(0), epoch, ""
        self.at = self.began_at = Milliseconds(0)
        self.link, self.trail, self.lost = FIRST_LINK, Trail(), None
        self.result: Result | None = None
        self.choices: list[Sequence[Any]] = [() for _ in self.seats]
        self.unchanged_since = [Version(0) for _ in self.seats]
        self.clocks = [SeatClock(bank=opened.time_bank) for _ in self.seats]
        self.lapses = [0 for _ in self.seats]
        self.absent_since = [None for _ in self.seats]
        self._absences = [Milliseconds(0) for _ in self.seats]
        self.waiting, self.next_until, self.obeys_at = (), None, {}
        self.gone = set()
        self.last_action, self.undo, self.offers_undo = None, None, True
        self.has_undo = not opened.rated and opened.undo_rule is UNSET
        self.undo_requests = [0 for _ in self.seats]
        self.recess, self.frozen = None, None
        self.recess_requests = [0 for _ in self.seats]
        self.acted = [0 for _ in self.seats]
        self.done: dict[tuple[Seat, Ref], Done] = {}
        self.notes_draws = True
        self._boards = ((None, None), (None, None))
        self._dice_key = key_of(seed, opened.match, opened.entropy)
        self._links = Links(link_key_of(seed, opened.match))
        self._order_key = order_key_of(seed, opened.match)
        people = sum([player.bot is None for player in opened.players])
        self._faces_bots_alone = [people == (player.bot is None) for player in opened.players]

    @property
    def players(self) -> tuple[Player, ...]:
        return self.opened.players

    @property
    def until(self) -> list[Milliseconds | None]:
        """For each seat, the time at which its clock runs out; `None` if the match does not wait for the seat."""
        return [clock.until for clock in self.clocks]

    @property
    def next_version(self) -> Version:
        return Version(self.version + 1)

    @property
    def head(self) -> Head:
        """The end of the log, if the log ends with this record's newest entry."""
        return Head(self.epoch, self.version, self.digest)

    def had_link(self, version: Version, link: str) -> bool:
        """True if the match had this hash-chain link at this version."""
        return self.trail.has(version, link)

    def parts_from(self, other: "Record") -> Version:
        """Return the newest version up to which two records of the same match have the same log entries."""
        return self.trail.shared_with(other.trail)

    def lost_refs(self, seat: Seat, now: "Record") -> tuple[Ref, ...]:
        """Return the `ref`s of a seat's commands that this record contains and another record lacks, in their order."""
        shared = self.parts_from(now)
        return tuple(
            ref
            for (whose, ref), done in self.done.items()
            if whose == seat and done.version > shared and (whose, ref) not in now.done
        )

    def stamped(self, at: Milliseconds, entry: bytes) -> Stamped:
        """Return the next log entry in its stored form, as if it were written at this time."""
        return Stamped(Version(self.version + 1), entry, at, next_digest(self.digest, at, entry))

    def is_continued_by(self, stamped: Stamped) -> bool:
        """True if this stored entry is the next one of this record's history, and does not belong to another history of
        the same length."""
        is_next = stamped.version == self.next_version
        return is_next and stamped.digest in ("", next_digest(self.digest, stamped.at, stamped.entry))

    def is_headed_by(self, stamped: Stamped) -> bool:
        """True if this stored entry is the newest one of this record's history."""
        return stamped.version == self.version and (stamped.digest in ("", self.digest) or not self.digest)

    def next_dice(self) -> Dice:
        """Return the source of random numbers for the next log entry."""
        return Dice(self._dice_key, Version(self.version + 1))

    def seats_to_agree(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that have to agree if this seat takes an action back: all others whose players have not
        left. The bots of the house agree at once; programs of players answer as people do."""
        return tuple(
            [
                other
                for other, player in zip(self.seats, self.players, strict=True)
                if other != seat and player.bot is None and other not in self.gone
            ]
        )

    def is_away(self, seat: Seat) -> bool:
        """True if the server has played for this seat because its time ran out, and the seat has not acted since."""
        return self.lapses[seat] > 0

    def is_absent(self, seat: Seat) -> bool:
        """True if the server plays for this seat without waiting, until the player is back."""
        return self.lapses[seat] >= LAPSES_UNTIL_ABSENT

    @property
    def is_unplayed(self) -> bool:
        """True if no seat has acted, or if a player has resigned although not every seat has."""
        return not (all(self.acted) if self.gone else any(self.acted))

    @property
    def idle(self) -> tuple[Seat, ...]:
        """The seats whose players did nothing while their time ran out. A player who resigns is there; one who came
        back and did nothing is not."""
        is_late = [lapses or absence for lapses, absence in zip(self.lapses, self._absences, strict=True)]
        return tuple([seat for seat in self.seats if not self.acted[seat] and is_late[seat]])

    def view(self, viewer: Viewer) -> Any:
        """Return the state of the match as a viewer may see it. The first call also computes the parts that are equal
        for all viewers of this state. Raises any error of the game's view."""
        state = self.state
        of, board = self._boards[1]
        return self.game.view_on(board if of is state else self._board_of(state), state, viewer)

    def _board_of(self, state: Any) -> Any:
        """Return the part of the view of a state that all viewers share. Those of the two newest states are kept."""
        older, (of, board) = self._boards
        if of is state:
            return board
        if older[0] is state:
            return older[1]
        board = self.game.board(state)
        self._boards = (self._boards[-1], (state, board))
        return board

    @property
    def may_take_back(self) -> bool:
        """True if nobody has learned anything by the newest action."""
        return self.last_action is not None and self.last_action.is_open(self.game, self.seats, self._board_of)

    def foresee(self, entry: AnyEntry) -> Foreseen:
        """Compute the effect of this log entry on the match. Nothing changes."""
        game, actor, cause, clocks = self.game, entry.seat, entry.cause, self.clocks
        last, undo, ran_out, lapses = None, None, False, 0
        if isinstance(cause, Acted):
            undo = cause.undo or cause.recess or None
            if undo is not None:
                actor = None  # a request or an answer is no decision of the match
                if isinstance(undo, RecessEntry):
                    if self._recess_after(undo, entry.seat).state is RecessState.ON:
                        return self._foresee_standstill(entry, undo)
                elif undo.back_to is not UNSET and (last := self.last_action) is not None:
                    clocks = _clocks_before(last)
        elif isinstance(cause, Voided):  # the rules are not asked: it is they that have failed
            return Foreseen(entry, None, self.state, [() for _ in self.seats], VOID, 0, {}, {}, Deadline())
        elif isinstance(cause, TimedOut):
            ran_out, lapses = True, 0 if actor is None else self._lapses_after(actor)
        elif isinstance(cause, HistoryLost):
            clocks = self._stopped_clocks()
        state = game.fold(self.state, entry.events) if last is None else last.before
        result = game.result(state)
        choices = [game.choices(state, seat) for seat in self.seats]
        if self.frozen is not None:
            if isinstance(cause, Returned):
                return self._foresee_standstill(entry, undo)
            return self._foresee_resumed(entry, undo, state, result, choices, self.frozen)
        starting: dict[Seat, Given] = {}
        ordered: list[Seat] = []
        due: list[Deadline] = []
        for seat, offered in zip(self.seats, choices, strict=True):
            if not offered:
                continue
            clock, mine = clocks[seat], actor == seat
            lapsed = lapses if mine else self.lapses[seat]
            given = self._given(state, seat, lapsed)
            if not mine and clock.goes_on_with(given):
                due.append(Deadline(clock.until, None))
            else:
                starting[seat] = given
                due.append(clock.due(given, ran_out=mine and ran_out))
            if not lapsed and game.has_order(state, seat):
                ordered.append(seat)
        obeying = self._foresee_orders(entry, ordered, starting) if ordered else {}
        for seat, span in obeying.items():
            due.append(Deadline(None, span) if span is not None else Deadline(self.obeys_at[seat]))
        deadline = due[0] if len(due) == 1 else _earliest(due)
        return Foreseen(entry, undo, state, choices, result, lapses, starting, obeying, deadline)

    def _foresee_standstill(self, entry: AnyEntry, step: UndoStep | RecessEntry | None) -> Foreseen:
        """Compute the effect of an entry with which a recess begins or lasts: nobody is asked for anything."""
        state, until = self.game.fold(self.state, entry.events), Deadline(None, Milliseconds(LONGEST_RECESS))
        if self.frozen is not None:
            until = Deadline(Milliseconds(self.frozen.at + LONGEST_RECESS), None)
        return Foreseen(entry, step, state, [() for _ in self.seats], None, 0, {}, {}, until)

    def _foresee_resumed(
        self,
        entry: AnyEntry,
        step: UndoStep | RecessEntry | None,
        state: Any,
        result: Result | None,
        choices: list[Sequence[Any]],
        frozen: Frozen,
    ) -> Foreseen:
        """Compute the effect of an entry that ends a recess: each decision has the time that it had. A decision that is
        new, because a player has left, has a new clock."""
        starting: dict[Seat, Given] = {}
        obeying: dict[Seat, Milliseconds | None] = {}
        due: list[Deadline] = []
        for seat, offered in zip(self.seats, choices, strict=True):
            if not offered:
                continue
            clock, given = frozen.clocks[seat], self._given(state, seat, self.lapses[seat])
            if clock.until is not None and clock.goes_on_with(given):
                due.append(Deadline(None, Milliseconds(max(0, clock.until - frozen.at))))
            else:
                starting[seat] = given
                due.append(clock.due(given, ran_out=False))
            if seat in frozen.obeys_at and seat not in starting:
                obeying[seat] = Milliseconds(max(0, frozen.obeys_at[seat] - frozen.at))
                due.append(Deadline(None, obeying[seat]))
        return Foreseen(
            entry,
            step,
            state,
            result=result,
            choices=choices,
            lapses=0,
            starting=starting,
            obeying=obeying,
            deadline=_earliest(due),
        )

    def _recess_after(self, entry: RecessEntry, seat: Viewer) -> Recess:
        """Return the recess after a step of a seat, or of the server."""
        recess = self.recess
        if entry.step is RecessStep.ASK and seat is not None:
            missing = self.seats_to_agree(seat)
            recess = Recess(seat=seat, state=RecessState.ASKED, missing=missing)
        elif recess is None:
            raise ValueError("there is no recess")
        elif entry.step is RecessStep.DECLINE:
            return replace(recess, state=RecessState.DECLINED, missing=())
        elif entry.step is UNSET:
            return replace(recess, state=RecessState.OVER, missing=(), until=None)
        else:
            recess = replace(recess, missing=tuple([other for other in recess.missing if other != seat]))
        if recess.missing:
            return recess
        if recess.state is RecessState.ON:
            return replace(recess, state=RecessState.OVER, until=None)
        people = [each for each, player in zip(self.seats, self.players, strict=True) if player.bot is None]
        return replace(recess, state=RecessState.ON, missing=tuple([each for each in people if each not in self.gone]))

    def _note_recess(self, entry: RecessEntry, seat: Viewer, ref: Ref | None) -> None:
        """Record a step of a recess: its first moment stops the clocks, and its end lets them go on."""
        if ref is not None and seat is not None:
            self._note_done(seat, ref, Done(self.version, recess_key(entry)))
        if entry.step is RecessStep.ASK and seat is not None:
            self.recess_requests[seat] += 1
        recess, frozen = self._recess_after(entry, seat), self.frozen
        if recess.state is RecessState.ON and frozen is None:
            self.frozen = Frozen(self.at, [*self.clocks], self.obeys_at)
            self.obeys_at = {}
            recess = replace(recess, until=Milliseconds(self.at + LONGEST_RECESS))
        self.recess = recess
        if recess.state is RecessState.OVER and frozen is not None:
            self._thaw(frozen)

    def _thaw(self, frozen: Frozen) -> None:
        """Let the clocks go on from the newest entry with the time that they had."""
        self.clocks, self.frozen = [clock.moved(self.at - frozen.at) for clock in frozen.clocks], None

    def _foresee_orders(
        self, entry: AnyEntry, ordered: Sequence[Seat], starting: Mapping[Seat, Given]
    ) -> dict[Seat, Milliseconds | None]:
        """Return the seats for which standing orders answer after this log entry, each with the time from then on;
        `None` if the order is already waiting. A standing order is an instruction that a player left in advance.

        Only present seats with an order are included. All viewers see that a seat is absent, and its orders are
        suspended meanwhile. If an order answered for an absent seat, viewers could infer that there is an order,
        because the seat would then not count as absent.
        """
        obeying: dict[Seat, Milliseconds | None] = {}
        delays: Delays | None = None
        for seat in ordered:
            given = starting.get(seat)
            if given is None:
                if seat in self.obeys_at:
                    obeying[seat] = None
            elif self.players[seat].bot is not None:
                obeying[seat] = min(given.own, self.opened.bot_delay)
            else:
                delays = delays or Delays(self._order_key, entry.version)
                obeying[seat] = min(given.own, delays.drawn())
        return obeying

    def advance(self, foreseen: Foreseen, stamped: Stamped) -> None:
        """Apply the next log entry. This is the only place where a match changes."""
        entry, version = foreseen.entry, stamped.version
        cause, seat = entry.cause, entry.seat
        if isinstance(cause, HistoryLost):
            self.lost = cause
            self.clocks = self._stopped_clocks()
            self._dice_key = key_after_a_loss(self._dice_key)
        before, undo = self.state, foreseen.step
        self._advance_to(stamped)
        self.state, self.result = foreseen.state, foreseen.result
        if self.recess is not None:
            self._leave_recess(entry, undo)
        if undo is not None:
            self._note_step(undo, seat, entry.ref)
        elif seat is None:
            if isinstance(cause, Opened):
                self.began_at = stamped.at
                self.notes_draws = entry.draws is not UNSET
        else:
            self.lapses[seat] = foreseen.lapses
            action = None
            if isinstance(cause, Acted):
                self.acted[seat] += 1
                action = bytes(cause.action)
            elif isinstance(cause, Resigned):
                self.gone.add(seat)
            if entry.ref is not None:
                self._note_done(seat, entry.ref, Done(version, action))
            if self.absent_since[seat] is not None or foreseen.lapses:
                self._note_absence(seat)
        if foreseen.obeying or self.obeys_at:
            self.obeys_at = {
                seat: self.obeys_at[seat] if span is None else Milliseconds(stamped.at + span)
                for seat, span in foreseen.obeying.items()
            }
        self._ask_seats(foreseen)
        is_back = isinstance(cause, Returned)
        if (is_back or undo is not None) and self.frozen is not None:
            self.next_until = Milliseconds(self.frozen.at + LONGEST_RECESS)
        if undo is not None:
            return
        if seat is not None and not is_back:
            self.unchanged_since[seat] = version
        if not is_back or entry.events:
            self._note_last_action(entry, before)
        elif self.undo is not None and self.undo.state is not UndoState.ASKED:
            self.undo = None

    def _note_last_action(self, entry: AnyEntry, before: Any) -> None:
        """Record the newest action if it may be one that can be taken back, after every entry with an effect."""
        self.undo = self.last_action = None
        if not self.has_undo or not isinstance(entry.cause, Acted) or entry.seat is None:
            return
        if entry.draws is UNSET and self.notes_draws:  # then no chance was in it
            made = self.state, entry.events
            self.last_action = LastAction(self.version, entry.seat, self.at, before, tuple(self.clocks), made)

    def _leave_recess(self, entry: AnyEntry, step: UndoStep | RecessEntry | None) -> None:
        """End a request or a recess with an entry that is no step of it; a player who is back ends neither."""
        recess, frozen, seat = self.recess, self.frozen, entry.seat
        if recess is None or isinstance(step, RecessEntry):
            return
        is_idle = step is not None or isinstance(entry.cause, Returned)
        if frozen is not None:
            if not is_idle:
                self.recess = replace(recess, state=RecessState.OVER, missing=(), until=None)
                self._thaw(frozen)
        elif recess.state is not RecessState.ASKED or (
            not is_idle and (seat is None or seat == recess.seat or seat in recess.missing)
        ):
            self.recess = None

    def _note_step(self, step: UndoStep | RecessEntry, seat: Viewer, ref: Ref | None) -> None:
        """Record a step of an undo or a recess."""
        if isinstance(step, RecessEntry):
            if self.undo is not None and self.undo.state is not UndoState.ASKED:
                self.undo = None
            self._note_recess(step, seat, ref)
        elif seat is not None:
            self._note_undo(step, seat, ref)

    def _note_undo(self, step: UndoStep, seat: Seat, ref: Ref | None) -> None:
        """Record a request to take the last action back, or an answer to it."""
        last, undo = self.last_action, self.undo
        if ref is not None:
            self._note_done(seat, ref, Done(self.version, undo_key(step)))
        if step.answer is UNSET:
            self.undo_requests[seat] += 1
            missing = self.seats_to_agree(seat)
            undo = Undo(seat=seat, action=step.action, state=UndoState.ASKED, missing=missing)
        elif undo is not None and step.answer is UndoAnswer.AGREE:
            missing = tuple([other for other in undo.missing if other != seat])
            undo = replace(undo, agreed=(*undo.agreed, seat), missing=missing)
        elif undo is not None:
            undo, self.last_action = replace(undo, state=UndoState.DECLINED, missing=()), None
        if step.back_to is not UNSET and last is not None and undo is not None:
            undo = replace(undo, state=UndoState.DONE)
            self.clocks, self.last_action = _clocks_before(last), None
            self.unchanged_since = [self.version for _ in self.seats]
        self.undo = undo

    def _note_done(self, seat: Seat, ref: Ref, done: Done) -> None:
        self.done[seat, ref] = done
        if len(self.done) > MOST_REFS:
            del self.done[next(iter(self.done))]

    def _ask_seats(self, foreseen: Foreseen) -> None:
        """Compute the current choices of each seat, and start, stop or continue the seats' clocks. It is one loop over
        the seats, because it runs for every log entry."""
        at, clocks, starting, before = self.at, self.clocks, foreseen.starting, self.choices
        waiting: list[Waiting] = []
        next_until = min(self.obeys_at.values()) if self.obeys_at else None
        for seat, offered in zip(self.seats, foreseen.choices, strict=True):
            if offered != before[seat]:
                self.unchanged_since[seat] = self.version
            clock = clocks[seat]
            if not offered:
                if clock.until is not None:
                    clocks[seat] = clock.stopped(at)
                continue
            if seat in starting:
                clock = clocks[seat] = clock.started(at, starting[seat])
            until = clock.until
            if until is not None:
                bank, absent = Milliseconds(until - clock.turn_ends), self.lapses[seat] >= LAPSES_UNTIL_ABSENT
                waiting.append(Waiting(seat=seat, until=until, bank=bank, absent=absent))
                if next_until is None or until < next_until:
                    next_until = until
        self.waiting, self.next_until = tuple(waiting), next_until
        self.choices = foreseen.choices

    def parts(self, since: Version) -> list[Part]:
        """Return the snapshot parts for the log entries after this version; the last one may be incomplete. Parts hold
        the data that only grows."""
        done: list[RefDone] = []
        for (seat, ref), each in reversed(self.done.items()):  # the newest are the last
            if each.version <= since:
                break
            done.append(RefDone(seat, ref, each.version, each.action))
        return parts_of(bytes(self.trail), done[::-1], since)

    def state_for_snapshot(self, rest: Part) -> MatchState:
        """Return the state of the match for a snapshot; `rest` is its incomplete part. Only running matches have
        snapshots."""
        return MatchState(
            epoch=self.epoch,
            version=self.version,
            digest=self.digest,
            at=self.at,
            link=self.link,
            dice_key=self._dice_key,
            shape=shape_of(self.game.states),
            state=keep(self.state),
            lost=self.lost,
            unchanged_since=self.unchanged_since,
            clocks=self.clocks,
            lapses=self.lapses,
            absent_since=self.absent_since,
            absences=self._absences,
            waiting=self.waiting,
            next_until=self.next_until,
            obeys_at=self.obeys_at,
            gone=self.gone,
            began_at=self.began_at,
            acted=self.acted,
            notes_draws=self.notes_draws,
            rest=rest,
            undo=self._undo_for_snapshot(),
            recess=StoredRecess(self.recess_requests, self.recess, self.frozen),
        )

    def _undo_for_snapshot(self) -> StoredUndo:
        last, action = self.last_action, None
        if last is not None and self.may_take_back:
            action = StoredAction(last.version, last.seat, last.at, keep(last.before), last.clocks)
        return StoredUndo(self.undo_requests, self.undo, action)

    def take_up(self, snapshot: Snapshot) -> None:
        """Load the state of the match from a snapshot instead of computing it from the log entries. Raises
        `msgspec.DecodeError` if the game cannot read the state, and `UnusableSnapshot` if it was written by a server
        with other state types."""
        stood = snapshot.standing
        if stood.shape != shape_of(self.game.states):
            raise UnusableSnapshot("the form of states has changed since it was written")
        self.state = recall(self.game, stood.state)
        self.choices = [self.game.choices(self.state, seat) for seat in self.seats]
        self.version, self.digest, self.at, self.link = stood.version, stood.digest, stood.at, stood.link
        self.trail, self.lost, self._dice_key = Trail(snapshot.trail), stood.lost, stood.dice_key
        self.unchanged_since, self.clocks, self.lapses = stood.unchanged_since, stood.clocks, stood.lapses
        self.absent_since, self._absences = stood.absent_since, stood.absences
        self.obeys_at, self.gone = stood.obeys_at, stood.gone
        self.began_at, self.acted, self.notes_draws = stood.began_at, stood.acted, stood.notes_draws
        self.done = {(each.seat, each.ref): Done(each.version, each.action) for each in snapshot.done}
        self.waiting, self.next_until = stood.waiting, stood.next_until
        if stood.recess is not None:
            self.recess_requests, self.recess, self.frozen = (
                stood.recess.requests,
                stood.recess.recess,
                stood.recess.frozen,
            )
        if self.frozen is not None:
            self.choices = [() for _ in self.seats]
        if stood.undo is not None:
            self.undo_requests, self.undo, last = stood.undo.requests, stood.undo.undo, stood.undo.action
            if last is not None:
                before = recall(self.game, last.before)
                self.last_action = LastAction(last.version, last.seat, last.at, before, tuple(last.clocks))

    def read(self, stamped: Stamped) -> AnyEntry:
        """Decode and apply the next log entry, which another process has stored. Raises `msgspec.DecodeError`."""
        entry = self.codec.entry(stamped.entry)
        self.advance(self.foresee(entry), stamped)
        return entry

    def pass_over(self, stamped: Stamped) -> None:
        """Skip the next log entry of a voided match, because the rules could not compute its effect. Only the version
        advances."""
        self._advance_to(stamped)

    def _advance_to(self, stamped: Stamped) -> None:
        self.version, self.at, self.digest = stamped.version, stamped.at, stamped.digest
        self.link = self._links.after(self.link, stamped.at, stamped.entry)
        self.trail.add(self.link)

    def _stopped_clocks(self) -> list[SeatClock]:
        """Return the seats' clocks, stopped at the newest log entry. No seat loses time after that entry."""
        return [clock if clock.until is None else clock.stopped(self.at) for clock in self.clocks]

    def _lapses_after(self, seat: Seat) -> int:
        """Return how often in succession a seat's time has run out, including this time."""
        return self.lapses[seat] + self.clocks[seat].had_time  # who has none left in a turn does not let it run out

    def _note_absence(self, seat: Seat) -> None:
        """Record the start of a seat's absence or, when the absence ends, add its length to the total."""
        since, is_absent = self.absent_since[seat], self.is_absent(seat)
        if is_absent and since is None:
            self.absent_since[seat] = self.at
        elif not is_absent and since is not None:
            self._absences[seat] = Milliseconds(self._absences[seat] + self.at - since)
            self.absent_since[seat] = None

    def away(self) -> tuple[Away, ...]:
        """Return the absent seats, each with the end of its grace."""
        if self.result is not None or self.absent_since.count(None) == len(self.seats):
            return ()
        grace = self.game.grace
        return tuple(
            Away(seat=seat, back_by=None if grace is None else Milliseconds(since + grace - self._absences[seat]))
            for seat, since in zip(self.seats, self.absent_since, strict=True)
            if since is not None
        )

    def has_used_its_grace(self, seat: Seat, now: Milliseconds) -> bool:
        """True if a seat has been absent for longer than the game allows."""
        grace, since = self.game.grace, self.absent_since[seat]
        return grace is not None and since is not None and self._absences[seat] + now - since >= grace

    def _given(self, state: Any, seat: Seat, lapses: int) -> Given:
        """Return the time that a seat gets for its decision in this state. A bot gets little time unless it searches;
        an absent seat gets none."""
        bot = self.opened.players[seat].bot
        if bot is not None:
            delay, longest = self.opened.bot_delay, CLOCKS.get(bot)
            if longest is None:
                return Given(delay)
            return Given(max(delay, min(longest, self.game.time_limit(state, seat, self.opened.time_limit))))
        if lapses >= LAPSES_UNTIL_ABSENT:
            return Given(Milliseconds(0))
        limit, turn = self.opened.time_limit, self.game.turn_of(state, seat)
        clock = None if turn is None else TurnClock(turn, Milliseconds(self.game.limits_a_turn * limit))
        own = self.game.time_limit(state, seat, limit)
        if own and self._faces_bots_alone[seat]:  # 0005: a short window protects a person who waits; here nobody does
            own = max(own, limit)
        return Given(own, clock, bank=True)


def _clocks_before(last: LastAction) -> list[SeatClock]:
    """Return the seats' clocks for the state before an action that is taken back. The player who acted has used the
    time until the action; the time since then is charged to nobody."""
    return [clock if clock.until is None else clock.stopped(last.at) for clock in last.clocks]


def recess_key(entry: RecessEntry) -> bytes:
    """Return a key that differs for two different steps of a recess that were sent under one `ref`."""
    return b"recess " + msgspec.json.encode(entry)


def undo_key(step: UndoStep) -> bytes:
    """Return a key that differs for two different steps of an undo that were sent under one `ref`."""
    return msgspec.json.encode(replace(step, back_to=UNSET))


def _earliest(due: Sequence[Deadline]) -> Deadline:
    """Return the earliest deadline of all seats' clocks."""
    untils = [each.until for each in due if each.until is not None]
    limits = [each.limit for each in due if each.limit is not None]
    return Deadline(min(untils, default=None), min(limits, default=None))
