"""Submissions to the log of a match: requests for one entry. A seat acts, leaves or returns, its standing order
answers, or its time runs out.

Each kind of submission checks itself against the current match when it is handled, which may be later than it was sent.
The result is the entry to write, or the reason why there is none.
"""

from abc import ABC, abstractmethod
from typing import NamedTuple, Protocol

import msgspec
from msgspec import Raw
from quarterdeck_protocol.encoding import strict_json
from quarterdeck_protocol.messages import Act, RawUpdate, Resign
from quarterdeck_protocol.names import Epoch, Milliseconds, Ref, Seat, Version, Viewer
from quarterdeck_protocol.open_choices import field_left_open
from quarterdeck_protocol.recess import RecessEntry, RecessMatch
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text
from quarterdeck_protocol.undo import AnswerUndo, AskUndo, UndoStep

from quarterdeck_server.command_refused import CommandRefused, against_the_rules
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import (
    acted_entry,
    lost_entry,
    obeyed_entry,
    resigned_entry,
    returned_entry,
    timed_out_entry,
    voided_entry,
)
from quarterdeck_server.matches.projection import Happened, update_frame
from quarterdeck_server.matches.record import Record, recess_key, undo_key
from quarterdeck_server.matches.undo.recess import ended_entry, recess_entry
from quarterdeck_server.matches.undo.steps import in_recess, undo_answered_entry, undo_asked_entry


class Behind(Exception):  # noqa: N818 - a state of affairs
    """Error: the sender knows a version of the match that this process has not read yet."""


class AlreadyDone(Exception):  # noqa: N818 - a state of affairs
    """Error: the same command was already carried out, at this version."""

    def __init__(self, version: Version) -> None:
        super().__init__(version)
        self.version = version


class Bot(Protocol):
    """Interface of a bot of the server. It sees only what a player sees."""

    def choose(self, update: RawUpdate) -> Raw:
        """Return the bot's action. The update has at least one choice."""
        ...


class Question(NamedTuple):
    """A decision that the match waits for. The fields identify it."""

    epoch: Epoch
    asked_at: Version
    """The version since which the seat has had these choices."""


def question_to(record: Record, seat: Seat) -> Question | None:
    """Return the decision that the match waits for from this seat; `None` if there is none."""
    if record.result is not None or not record.choices[seat]:
        return None
    return Question(record.epoch, record.unchanged_since[seat])


class Submission(ABC):
    """A request for one entry in the log of a match."""

    __slots__ = ("due", "ref", "seat", "tries")

    is_a_players = False
    """True if a player submits it, false if the server does."""

    needs_time = True
    """True if `entry` reads the store's time."""

    version_field = "$.seen"
    """The JSON path of the version that its sender knows."""

    seat: Viewer
    """The seat that it concerns; `None` if it concerns the match."""

    def __init__(self, seat: Viewer, ref: Ref | None = None) -> None:
        self.seat = seat
        self.ref = ref
        self.tries = 0
        self.due: Milliseconds | None = None
        """Time at which it should be written, if a clock caused it."""

    @abstractmethod
    def entry(self, record: Record, now: Milliseconds) -> AnyEntry | None:
        """Return the entry to write; `None` if there is nothing to do any more.

        Raises `CommandRefused`, `IllegalAction`, `AlreadyDone` or `Behind`.
        """


class SeatSubmission(Submission):
    """A submission (a request for a log entry) that concerns one seat."""

    __slots__ = ()

    seat: Seat

    def _refuse_repeats(self, record: Record, action: bytes | None) -> None:
        if self.ref is None or (done := record.done.get((self.seat, self.ref))) is None:
            return
        if done.action != action:
            raise CommandRefused(
                RefusalCode.REF_REUSED,
                Text("You have already used `{ref}` for another command.", ref=self.ref),
                "$.ref",
            )
        raise AlreadyDone(done.version)


class Acting(SeatSubmission):
    """Submission: a player takes an action."""

    is_a_players = True
    needs_time = False

    __slots__ = ("_action", "_canonical", "_epoch", "_seen")

    def __init__(self, seat: Seat, message: Act, record: Record) -> None:
        """Make the submission of an action. Raises `CommandRefused` if the game does not know the action."""
        super().__init__(seat, message.ref)
        self._seen = message.seen
        self._epoch = message.epoch
        try:
            self._action, self._canonical = record.codec.sent_action(message.action)
        except strict_json.NotAsExpected as wrong:
            raise CommandRefused(RefusalCode.MALFORMED, *wrong.fault) from wrong

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry:
        self._refuse_repeats(record, self._canonical)
        if record.result is not None:
            raise _ended()
        if self._epoch is not None and self._epoch != record.epoch:
            if self._epoch > record.epoch:
                raise Behind
            raise CommandRefused(
                RefusalCode.STALE, Text("The match went back to the last version that the store still has."), "$.epoch"
            )
        if self._seen > record.version:
            raise Behind
        if self._seen < record.unchanged_since[self.seat]:
            raise CommandRefused(
                RefusalCode.STALE,
                Text(
                    "The choices of version {seen} are out of date; the match is at version {version}.",
                    seen=self._seen,
                    version=record.version,
                ),
                "$.seen",
            )
        if not record.choices[self.seat]:
            if record.frozen is not None:
                raise in_recess()
            raise CommandRefused(RefusalCode.NOT_YOUR_TURN, Text("It is not your turn."), "$.action")
        left_open = field_left_open(self._action)
        if left_open is not None:
            raise CommandRefused(
                RefusalCode.INCOMPLETE,
                Text(
                    "The server does not choose for you: send one of `{left_open}`, and leave out `one_of`.",
                    left_open=left_open,
                ),
                f"$.action.{left_open}",
            )
        return acted_entry(record, self.seat, self._action, Raw(self._canonical), self.ref)


class Resigning(SeatSubmission):
    """Submission: a player leaves the match for good."""

    is_a_players = True

    __slots__ = ()

    def __init__(self, seat: Seat, message: Resign) -> None:
        super().__init__(seat, message.ref)

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry:
        self._refuse_repeats(record, None)
        if record.result is not None:
            raise _ended()
        if self.seat in record.gone:
            raise against_the_rules(Text("You have already left this match."), record.opened.game, "G-10")
        return resigned_entry(record, self.seat, self.ref)


class AskingUndo(SeatSubmission):
    """Submission: a player asks to take the last action back."""

    is_a_players = True
    version_field = "$.action"

    __slots__ = ("_action",)

    def __init__(self, seat: Seat, message: AskUndo) -> None:
        super().__init__(seat, message.ref)
        self._action = message.action

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry:
        self._refuse_repeats(record, undo_key(UndoStep(action=self._action)))
        if record.result is not None:
            raise _ended()
        if self._action > record.version:
            raise Behind
        return undo_asked_entry(record, self.seat, self._action, self.ref)


class AnsweringUndo(SeatSubmission):
    """Submission: a player answers the request of another seat to take its action back."""

    is_a_players = True
    version_field = "$.action"

    __slots__ = ("_action", "_answer")

    def __init__(self, seat: Seat, message: AnswerUndo) -> None:
        super().__init__(seat, message.ref)
        self._action = message.action
        self._answer = message.answer

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry:
        self._refuse_repeats(record, undo_key(UndoStep(action=self._action, answer=self._answer)))
        if record.result is not None:
            raise _ended()
        if self._action > record.version:
            raise Behind
        return undo_answered_entry(record, self.seat, self._action, self._answer, self.ref)


class Recessing(SeatSubmission):
    """Submission: a player asks for a recess, answers such a request, or resumes."""

    is_a_players = True

    __slots__ = ("_step",)

    def __init__(self, seat: Seat, message: RecessMatch) -> None:
        super().__init__(seat, message.ref)
        self._step = message.step

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry:
        self._refuse_repeats(record, recess_key(RecessEntry(step=self._step)))
        if record.result is not None:
            raise _ended()
        return recess_entry(record, self.seat, self._step, self.ref)


class EndingRecess(Submission):
    """Submission: the time of a recess is up."""

    __slots__ = ()

    def __init__(self, due: Milliseconds) -> None:
        super().__init__(None)
        self.due = due

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry | None:
        return None if record.result is not None else ended_entry(record, now)


class Returning(SeatSubmission):
    """Submission: a player is back, after the server has played for the seat."""

    __slots__ = ()

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry | None:
        if record.result is not None or not record.is_away(self.seat):
            return None
        return returned_entry(record, self.seat)


class Expiring(SeatSubmission):
    """Submission: a seat's time has run out. The server plays for the seat, or makes its player leave the match after
    too long an absence. A bot of the server usually acts in this way."""

    __slots__ = ("_bot",)

    def __init__(self, seat: Seat, bot: Bot | None, due: Milliseconds | None = None) -> None:
        super().__init__(seat)
        self._bot = bot
        self.due = due

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry | None:
        until = record.until[self.seat]
        if record.result is not None or until is None or until > now:
            return None
        if self._bot is None and record.has_used_its_grace(self.seat, now):
            return resigned_entry(record, self.seat, None)
        if self._bot is None:
            return timed_out_entry(record, self.seat)
        return _bots_entry(record, self.seat, _chosen(self._bot, record, self.seat, now))


class BotActing(SeatSubmission):
    """Submission: a bot of the server acts after a search."""

    __slots__ = ("_answer", "_bot", "_question")

    def __init__(self, seat: Seat, bot: Bot, question: Question, answer: Raw | None) -> None:
        """Make the submission of a bot's action. If `answer` is `None`, the bot takes its quick choice without a
        search."""
        super().__init__(seat)
        self._bot = bot
        self._question = question
        self._answer = answer

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry | None:
        if question_to(record, self.seat) != self._question:
            return None  # somebody was faster, or the store has forgotten that it was asked
        answer = self._answer
        return _bots_entry(record, self.seat, _chosen(self._bot, record, self.seat, now) if answer is None else answer)


class Obeying(SeatSubmission):
    """Submission: the server answers for a seat by its standing order, an instruction that the player left in
    advance."""

    __slots__ = ()

    def __init__(self, seat: Seat, due: Milliseconds | None = None) -> None:
        super().__init__(seat)
        self.due = due

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry | None:
        at = record.obeys_at.get(self.seat)
        if record.result is not None or at is None or at > now:
            return None
        return obeyed_entry(record, self.seat)


class NotingLoss(Submission):
    """Submission: the server records that the store has lost log entries that this process knew. If a process knows of
    a larger loss than the recorded one, it adds another record."""

    __slots__ = ("_known",)

    def __init__(self, known: Record) -> None:
        """Make the submission that records a loss. Even a process that misses no entries records an increased epoch, if
        no process has recorded it yet. Otherwise the same random numbers could be used again."""
        super().__init__(None)
        self._known = known

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry | None:
        noted, known = record.lost, self._known
        if record.result is not None:
            return None
        if known.epoch < record.epoch and known.parts_from(record) < known.version:
            is_noted = noted is not None and noted.epoch >= record.epoch and noted.was >= known.version
            return None if is_noted else lost_entry(record, known)
        is_noted = record.epoch <= (0 if noted is None else noted.epoch)
        return None if is_noted else lost_entry(record, record)


class Voiding(Submission):
    """Submission: the server voids a match whose rules have failed. The match ends without a result."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(None)

    def entry(self, record: Record, now: Milliseconds) -> AnyEntry | None:
        return None if record.result is not None else voided_entry(record)


def _chosen(bot: Bot, record: Record, seat: Seat, now: Milliseconds) -> Raw:
    frame = update_frame(record, seat, Happened(record.version, ()), now)
    return bot.choose(msgspec.json.decode(frame, type=RawUpdate))


def _bots_entry(record: Record, seat: Seat, chosen: Raw) -> AnyEntry:
    action = record.codec.action(chosen)
    return acted_entry(record, seat, action, record.codec.canonical(action), None)


def _ended() -> CommandRefused:
    return CommandRefused(RefusalCode.MATCH_OVER, Text("This match has ended."), "$.match")
