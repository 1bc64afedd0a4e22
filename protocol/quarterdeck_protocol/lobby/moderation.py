"""Messages of moderators over HTTP: reports, sanctions, the audit log."""

from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.chat import Line, Reason, Where
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.lobby.trades import AnyTrade
from quarterdeck_protocol.names import Count, DeedId, GameName, MatchId, Milliseconds, PlayerId, ReportId
from quarterdeck_protocol.sides import Player, ShortRef, ShortText

YEAR = 366 * 24 * 60 * 60

Why = Annotated[str, Meta(min_length=1, max_length=200)]
AnyPlayerId = Annotated[PlayerId, Meta(min_length=1, max_length=64)]


class Role(StrEnum):
    """Rights of a player besides playing."""

    ADMIN = "admin"
    """All rights of a moderator, and the assignment of roles."""

    MODERATOR = "moderator"
    """Read reports and the audit log, and sanction players who have no role."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a role that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "Role":
        return cls.OTHER


class SanctionKind(StrEnum):
    """Sanctions against a player."""

    MUTE = "mute"
    """They say nothing but phrases."""

    DISCONNECT = "disconnect"
    """Their connections are closed, once; they may come back."""

    BAN = "ban"
    """They do not come in."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a sanction that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "SanctionKind":
        return cls.OTHER


class DeedKind(StrEnum):
    """Kinds of a moderator's deeds."""

    MUTE = "mute"
    DISCONNECT = "disconnect"
    BAN = "ban"
    REVOKE_MUTE = "revoke_mute"
    REVOKE_BAN = "revoke_ban"
    RENAME = "rename"
    RESET_PASSWORD = "reset_password"  # noqa: S105 - what was done
    ROLES = "roles"
    RESOLVE = "resolve"
    PAUSE = "pause"
    RESUME = "resume"
    FIRST_ADMIN = "first_admin"
    """On the command line of the machine where the store is."""

    VOID_MATCH = "void_match"
    """The house itself gave a match up, because its rules had failed; `detail` says which."""

    WATCH_LIVE = "watch_live"
    """A match was looked at without the delay that its spectators have; `detail` says which."""

    FREEZE_TRADE = "freeze_trade"
    """A trade was frozen; `detail` says which."""

    UNFREEZE_TRADE = "unfreeze_trade"
    """The same is frozen no longer."""

    MAKE_CODES = "make_codes"
    """A batch of claim codes was made; `detail` is its id."""

    REVOKE_CODES = "revoke_codes"
    """A batch of claim codes was taken back; `detail` is its id."""

    CLAIM_CODE = "claim_code"
    """A player has claimed a code; `detail` has the id of the batch and the number of the code. It stands in the
    history of the batch, not among the deeds of moderators."""

    REFUSED = "refused"
    """An order was refused, because the moderator shares a running match, a table, an offer, a party or a trade with
    the player; `detail` names the order and the shared thing."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a deed that is newer than itself."""

    @classmethod
    def _missing_(cls, value: object) -> "DeedKind":
        return cls.OTHER


class _Order(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ref: ShortRef | None = None
    """The sender's name for this order: sent again under the same name it is done once."""


class SanctionOrder(_Order, frozen=True, kw_only=True):
    """Sanction a player, and the bots of their own."""

    player: AnyPlayerId
    kind: SanctionKind
    why: Why
    """The player is told."""

    seconds: Annotated[int, Meta(ge=1, le=10 * YEAR)] | None = None
    """For how long; `null` for good. A disconnection has no length."""

    address: bool = False
    """Of a ban: true if guests from the player's recent addresses are shut out too; for 30 days at most."""


class RevokeOrder(_Order, frozen=True, kw_only=True):
    """End a mute or a ban before its time."""

    player: AnyPlayerId
    kind: SanctionKind
    why: Why


class RenameOrder(_Order, frozen=True, kw_only=True):
    """Return a player another name."""

    player: AnyPlayerId
    name: ShortText
    why: Why


class RolesOrder(_Order, frozen=True, kw_only=True):
    """Let a player have these roles and no others; only an admin may."""

    player: AnyPlayerId
    roles: tuple[Role, ...]
    why: Why


class ResetPasswordOrder(_Order, frozen=True, kw_only=True):
    """Help a player that has lost password and codes. Their password, sessions and recovery codes are worth nothing any
    more, and they get a new code. The moderator has to make sure that the request comes from that player."""

    player: AnyPlayerId
    why: Why


class PasswordReset(msgspec.Struct, frozen=True, kw_only=True):
    """Answers a `ResetPasswordOrder`."""

    deed: "Deed"
    code: str | None
    """The recovery code, to be passed on to the player, and never shown again; `null` if the order was carried out
    before: give another one, under another `ref`, if the code was lost."""


class ResolveOrder(_Order, frozen=True, kw_only=True):
    """Say that a report has been dealt with."""

    verdict: Why


class PauseOrder(_Order, frozen=True, kw_only=True):
    """Let no match begin from now on, on all servers, or let them begin again; only an admin may."""

    is_on: bool
    """True if the pause begins, false if it ends."""

    why: Why


class FreezeOrder(_Order, frozen=True, kw_only=True):
    """Freeze a trade, so that neither of the two can accept it or counter it for now, or let it go on. Nothing moves by
    it, either of the two may still cancel it, and its time goes on."""

    trade: AnyTrade
    """The trade by its id."""

    is_frozen: bool
    """True if it is frozen from now on, false if no longer."""

    why: Why


class MatchPause(msgspec.Struct, frozen=True, kw_only=True):
    """Pause of new matches, and the number of running ones."""

    is_on: bool
    """True if all servers pause: no match begins, and running ones go on to their ends."""

    is_on_here: bool
    """True if the answering process pauses by itself."""

    running: Count
    """Number of matches that have begun on all servers and are not settled yet."""

    at: Milliseconds | None = None
    """Since when it is so; `null` if there never was a pause."""

    by: Player | None = None
    why: str = ""


AnyOrder = (
    SanctionOrder
    | RevokeOrder
    | RenameOrder
    | RolesOrder
    | ResetPasswordOrder
    | ResolveOrder
    | PauseOrder
    | FreezeOrder
)


class Sanction(msgspec.Struct, frozen=True, kw_only=True):
    """A sanction that is in force."""

    kind: SanctionKind
    why: str
    by: Player
    at: Milliseconds
    until: Milliseconds | None
    """`null` for good."""

    address: bool


class PlayerFile(msgspec.Struct, frozen=True, kw_only=True):
    """The moderators' view of a player."""

    player: Player
    since: Milliseconds
    roles: tuple[str, ...]
    sanctions: tuple[Sanction, ...]


class FiledReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report as moderators see it."""

    id: ReportId
    at: Milliseconds
    by: Player
    player: Player
    reason: Reason
    text: str
    where: Where | None
    place: str | None
    """Which table or match."""

    lines: tuple[Line, ...]
    """The latest lines there."""

    withheld: bool = False
    """True if the text and the lines are left out because you play in that match; they are shown when it is over."""

    resolved_at: Milliseconds | None = None
    resolved_by: Player | None = None
    verdict: str | None = None


class FiledReports(msgspec.Struct, frozen=True, kw_only=True):
    """Reports, newest first."""

    reports: tuple[FiledReport, ...]
    before: str | None
    """The cursor for the next page; `null` if there is none."""


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the audit log. There is no way to change or remove one."""

    id: DeedId
    at: Milliseconds
    by: Player | None
    """`null` for a person with access to the machine of the store, and for the house itself."""

    what: DeedKind
    whom: Player | None
    why: str
    until: Milliseconds | None = None
    """The end of a mute or ban; `null` for good."""

    detail: str = ""
    """The names, the roles, the report: further details."""


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """Two players with recent matches in one game that moved no rating, as those of a farm would not."""

    players: tuple[Player, Player]
    game: GameName
    why: Unrated
    matches: Count
    """Number of those matches."""

    since: Milliseconds
    """The end of the first of them."""

    last: Milliseconds
    """The end of the newest of them."""

    newest: tuple[MatchId, ...]
    """The newest of them, newest first."""


class Patterns(msgspec.Struct, frozen=True, kw_only=True):
    """Patterns, newest first."""

    patterns: tuple[Pattern, ...]
    before: Milliseconds | None
    """The cursor for the next page; `null` if there is none."""


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """The audit log, newest first."""

    deeds: tuple[Deed, ...]
    before: str | None
    """The cursor for the next page; `null` if there is none."""
