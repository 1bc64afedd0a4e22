"""Messages about a recess by consent: a running match in which all clocks stand until the players go on."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from quarterdeck_protocol.names import MatchId, Milliseconds, Seat
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import FromClient, Scope


class RecessState(OpenEnum):
    """States of a recess."""

    ASKED = "asked"
    """A seat has asked, and answers are missing. The request ends with the next action of the seat, of a seat whose
    answer is missing, or of the server for one of them."""

    ON = "on"
    """All have agreed: no seat has choices, and no clock runs."""

    DECLINED = "declined"
    """A seat has declined: nothing has changed."""

    OVER = "over"
    """The match goes on with this version: each clock has the time that it had."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a state that is newer than itself."""


class RecessRule(OpenEnum):
    """Rules of a match about a recess. Without one, unrated matches have a recess, and rated ones have none."""

    NEVER = "never"
    """No recess, as in a match of a tournament."""

    CONSENT = "consent"
    """A recess by consent, also if the match is rated."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a rule that is newer than itself."""


class RecessStep(StrEnum):
    """Steps of a seat towards a recess and out of it."""

    ASK = "ask"
    """The seat asks for a recess."""

    AGREE = "agree"
    """The seat agrees to the request of another."""

    DECLINE = "decline"
    """The seat declines the request of another."""

    RESUME = "resume"
    """The seat is ready to go on. The match goes on when all are."""


class Recess(msgspec.Struct, frozen=True, kw_only=True):
    """A recess, or a request for one."""

    seat: Seat
    """The seat that has asked."""

    state: RecessState
    """How it stands."""

    missing: tuple[Seat, ...] = ()
    """The seats whose answer is missing: each sends `recess_match` with `agree` or `decline`; during the recess, the
    seats that have not resumed. Bots of the house agree and resume without being asked."""

    until: Milliseconds | None = None
    """The time at which the server lets the match go on; `null` unless the match is in recess."""


class RecessEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a recess in the log of a match."""

    step: RecessStep | UnsetType = UNSET
    """The seat's step; absent if the server has ended the recess, because its time was up."""


class RecessMatch(FromClient, frozen=True, kw_only=True, tag="recess_match"):
    """Ask for a recess, answer such a request, or resume. Answered by `update`. Only for servers with the capability
    `recess`."""

    open_to = (Scope.PLAY,)

    match: Annotated[MatchId, Meta(max_length=64)]
    step: RecessStep
    """The sender's step."""
