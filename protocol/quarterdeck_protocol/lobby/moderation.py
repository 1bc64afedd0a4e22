"""Messages of moderators over HTTP: reports, sanctions, the audit log."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.chat import Line, Reason, Where
from quarterdeck_protocol.lobby.clubs import AnyClub
from quarterdeck_protocol.lobby.collection.trades import AnyTrade
from quarterdeck_protocol.lobby.ratings import Unrated
from quarterdeck_protocol.names import Count, DeedId, GameName, MatchId, Milliseconds, PlayerId, ReportId
from quarterdeck_protocol.open_enum import OpenEnum
from quarterdeck_protocol.sides import Player, ShortRef, ShortText

YEAR = 366 * 24 * 60 * 60

Why = Annotated[str, Meta(min_length=1, max_length=200)]
Seconds = Annotated[int, Meta(ge=1, le=10 * YEAR)]
AnyPlayerId = Annotated[PlayerId, Meta(min_length=1, max_length=64)]


class Role(OpenEnum):
    """Roles of a player, such as moderator."""

    ADMIN = "admin"
    """The operator: has all rights of the other roles, and assigns roles."""

    MODERATOR = "moderator"
    """Reads reports and the audit log, and sanctions players without a role."""

    ORGANISER = "organiser"
    """Makes announcements, invites and claim codes."""

    VIEWER = "viewer"
    """Reads the state of the server, and nothing about one player."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a role that is newer than itself."""


class SanctionKind(OpenEnum):
    """Sanctions against a player."""

    MUTE = "mute"
    """A mute: the player can send phrases only."""

    DISCONNECT = "disconnect"
    """A disconnection: the player's connections are closed once. The player may reconnect."""

    BAN = "ban"
    """A ban: the player cannot sign in."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a sanction that is newer than itself."""


class DeedKind(OpenEnum):
    """Kinds of entries in the audit log."""

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
    """The first admin was appointed, on the command line of the machine with the store."""

    VOID_MATCH = "void_match"
    """The server aborted a match because its rules failed; `detail` names the match."""

    WATCH_LIVE = "watch_live"
    """A moderator watched a match without the spectator delay; `detail` names the match."""

    FREEZE_TRADE = "freeze_trade"
    """A trade was frozen; `detail` names the trade."""

    UNFREEZE_TRADE = "unfreeze_trade"
    """A trade was unfrozen; `detail` names the trade."""

    MAKE_CODES = "make_codes"
    """A batch of claim codes was made; `detail` is its id."""

    REVOKE_CODES = "revoke_codes"
    """A batch of claim codes was revoked; `detail` is its id."""

    MAKE_INVITE = "make_invite"
    """An invite was made; `detail` is its id."""

    REVOKE_INVITE = "revoke_invite"
    """An invite was revoked; `detail` is its id."""

    APPROVE = "approve"
    """An account that waited was approved."""

    REJECT = "reject"
    """An account that waited was rejected."""

    ANNOUNCE = "announce"
    """An announcement was made; `detail` is its id."""

    REMOVE_ANNOUNCEMENT = "remove_announcement"
    """An announcement was removed; `detail` is its id."""

    RENAME_CLUB = "rename_club"
    """A club was renamed; `detail` is its id."""

    CLOSE_CLUB = "close_club"
    """A club was closed; `detail` is its id."""

    END_TOURNAMENT = "end_tournament"
    """A moderator ended the tournament of another player; `detail` has its id and name."""

    APPEAL = "appeal"
    """A player appealed against a ruling of a tournament; `detail` has its id and the number of the appeal."""

    ANSWER_APPEAL = "answer_appeal"
    """A director or moderator answered an appeal; `detail` has the id of the tournament, the number and the answer."""

    CLAIM_CODE = "claim_code"
    """A player claimed a code; `detail` has the id of the batch and the number of the code. The entry is in the history
    of the batch, not in the log of moderators' actions."""

    INSPECT_MATCH = "inspect_match"
    """A moderator looked at a match with the eyes of a seat; `detail` names both."""

    REFUSED = "refused"
    """An order was refused, because the moderator shares a running match, a table, an offer, a party or a trade with
    the player; `detail` names the order and the shared thing. Or a player gave an order in a tournament of another
    director; that entry is only among those of the player."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a deed that is newer than itself."""


class _Order(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    ref: ShortRef | None = None
    """The sender's name for this order. An order repeated under the same name is carried out once."""


class SanctionOrder(_Order, frozen=True, kw_only=True):
    """Sanction a player, and the bots of their own."""

    player: AnyPlayerId
    kind: SanctionKind
    why: Why
    """The reason. The player is shown it."""

    seconds: Seconds | None = None
    """The length of the sanction; `null` if permanent. A disconnection has no length."""

    address: bool = False
    """Of a ban: true if guests from the player's recent addresses are shut out too; for 30 days at most."""


class RevokeOrder(_Order, frozen=True, kw_only=True):
    """End a mute or a ban before its time."""

    player: AnyPlayerId
    kind: SanctionKind
    why: Why


class RenameOrder(_Order, frozen=True, kw_only=True):
    """Change the name of a player."""

    player: AnyPlayerId
    name: ShortText
    why: Why


class ClubOrder(_Order, frozen=True, kw_only=True):
    """Rename or close a club that breaks the rules. A closed club is deleted."""

    club: AnyClub
    name: ShortText | None = None
    """The new name; without it, the club is closed."""

    why: Why


class RolesOrder(_Order, frozen=True, kw_only=True):
    """Set the roles of a player, replacing all earlier ones. Admins only."""

    player: AnyPlayerId
    roles: tuple[Role, ...]
    why: Why


class ResetPasswordOrder(_Order, frozen=True, kw_only=True):
    """Reset the access of a player that has lost the password and the recovery codes. The password, all sessions and
    all recovery codes become invalid, and the answer has a new recovery code. The moderator must verify that the
    request comes from the player."""

    player: AnyPlayerId
    why: Why


class PasswordReset(msgspec.Struct, frozen=True, kw_only=True):
    """Answers a `ResetPasswordOrder`."""

    deed: "Deed"
    code: str | None
    """The recovery code for the player. It is never shown again. `null` if the order was carried out before: if the
    code is lost, send another order under another `ref`."""


class ResolveOrder(_Order, frozen=True, kw_only=True):
    """Mark a report as resolved."""

    verdict: Why


LONGEST_REASON = 200
PauseReason = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON)]


class PauseDetails(msgspec.Struct, frozen=True, kw_only=True):
    """The reason and the expected end of a pause, as all players read them."""

    reason: str | None = None
    """Plain text of one line: show it as such. `null` for none."""

    until: Milliseconds | None = None
    """The expected end; `null` if it is open."""


class PauseOrder(_Order, frozen=True, kw_only=True):
    """Pause or resume the start of new matches on all servers. Admins only."""

    is_on: bool
    """True if the pause begins, false if it ends."""

    why: Why
    """The reason. It is kept in the audit log, for moderators alone."""

    reason: PauseReason | None = None
    """The reason that all players read; `null` for none."""

    until: Milliseconds | None = None
    """The expected end, that all players read; `null` if it is open. The pause does not end by itself."""


class FreezeOrder(_Order, frozen=True, kw_only=True):
    """Freeze a trade or unfreeze it. Neither player can accept or counter a frozen trade. Either player may still
    cancel it, and its time still runs. Nothing moves."""

    trade: AnyTrade
    """The id of the trade."""

    is_frozen: bool
    """True to freeze the trade, false to unfreeze it."""

    why: Why


class MatchPause(msgspec.Struct, frozen=True, kw_only=True):
    """Pause of new matches, and the number of running ones."""

    is_on: bool
    """True if all servers are paused: no match begins, and running matches continue."""

    is_on_here: bool
    """True if the answering process is paused on its own."""

    running: Count
    """Number of matches that have begun on all servers and are not settled yet."""

    at: Milliseconds | None = None
    """The time of the last change; `null` if there never was a pause."""

    by: Player | None = None
    why: str = ""
    details: PauseDetails | None = None
    """The reason and the expected end that all players read; `null` if there are none."""


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
    """A mute or ban that is in force."""

    kind: SanctionKind
    why: str
    by: Player
    at: Milliseconds
    until: Milliseconds | None
    """The end of the sanction; `null` if permanent."""

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
    """The id of the table or match."""

    lines: tuple[Line, ...]
    """The latest chat lines there."""

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
    """An entry of the audit log. Entries cannot be changed or removed."""

    id: DeedId
    at: Milliseconds
    by: Player | None
    """The moderator; `null` for an operator with access to the machine of the store, and for the server itself."""

    what: DeedKind
    whom: Player | None
    why: str
    until: Milliseconds | None = None
    """The end of a mute or ban; `null` if permanent."""

    detail: str = ""
    """Further details, such as names, roles or the report."""


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """A pair of players with recent matches in one game that changed no rating: a possible sign of rating farming."""

    players: tuple[Player, Player]
    game: GameName
    why: Unrated
    matches: Count
    """Number of those matches."""

    since: Milliseconds
    """The time at which the first of these matches ended."""

    last: Milliseconds
    """The time at which the latest of these matches ended."""

    newest: tuple[MatchId, ...]
    """The latest of these matches, newest first."""


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
