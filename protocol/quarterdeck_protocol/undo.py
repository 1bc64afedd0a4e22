"""Messages about undo by consent: a player asks to take the last action back, and the other players agree or not."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from quarterdeck_protocol.names import MatchId, Seat, Version
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import FromClient, Scope


class UndoState(OpenEnum):
    """States of a request to take an action back."""

    POSSIBLE = "possible"
    """The viewer may ask. Only the seat that acted is sent this state."""

    ASKED = "asked"
    """The seat has asked, and answers are missing. The request ends with the next action of any seat."""

    DONE = "done"
    """All have agreed: with this version the match is as it was before the action."""

    DECLINED = "declined"
    """A seat has declined: nothing has changed."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a state that is newer than itself."""


class UndoRule(OpenEnum):
    """Rules of a match about undo by consent."""

    NEVER = "never"
    """No action can be taken back, as in a match of a tournament."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a rule that is newer than itself."""


class UndoAnswer(StrEnum):
    """Answers to a request to take an action back."""

    AGREE = "agree"
    """The seat agrees."""

    DECLINE = "decline"
    """The seat declines."""


class Undo(msgspec.Struct, frozen=True, kw_only=True):
    """A request to take an action back, or the possibility of one."""

    seat: Seat
    """The seat whose action it is."""

    action: Version
    """The version to which the action led."""

    state: UndoState
    """How the request stands."""

    agreed: tuple[Seat, ...] = ()
    """The seats that have agreed so far. Bots of the house agree without being asked and are left out."""

    missing: tuple[Seat, ...] = ()
    """The seats whose answer is missing: each sends `answer_undo`."""


class UndoStep(msgspec.Struct, frozen=True, kw_only=True):
    """A step of an undo in the log of a match: a request, or an answer to it."""

    action: Version
    """The version to which the action led that is to be taken back."""

    answer: UndoAnswer | UnsetType = UNSET
    """The answer; absent in the request."""

    back_to: Version | UnsetType = UNSET
    """The version whose state the match has again with this entry, the one before the action. Only in the last missing
    agreement, or in the request if nobody else has to agree."""


class AskUndo(FromClient, frozen=True, kw_only=True, tag="ask_undo"):
    """Ask to take back the last action of the match, which must be the sender's own. Answered by `update`. Only for
    servers with the capability `undo`."""

    open_to = (Scope.PLAY,)

    match: Annotated[MatchId, Meta(max_length=64)]
    action: Version
    """The version to which the action led: `undo.action` of the newest update."""


class AnswerUndo(FromClient, frozen=True, kw_only=True, tag="answer_undo"):
    """Answer the request of another seat to take its action back. Answered by `update`. The last missing agreement puts
    the match back."""

    open_to = (Scope.PLAY,)

    match: Annotated[MatchId, Meta(max_length=64)]
    action: Version
    """The version to which the action led: `undo.action` of the newest update."""

    answer: UndoAnswer
    """The sender's answer."""
