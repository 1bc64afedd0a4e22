"""Export of all data that the server keeps about a player."""

import msgspec

from quarterdeck_protocol.lobby.accounts import Account, LinkedIdentity, Passkey, TokenOffered
from quarterdeck_protocol.lobby.admission import Invite
from quarterdeck_protocol.lobby.chat import Line, Reason, Where
from quarterdeck_protocol.lobby.clubs import ClubId, ClubRole
from quarterdeck_protocol.lobby.collection.owned_copies import CopiesMoved, OwnedCopies, Pack, PackOpened
from quarterdeck_protocol.lobby.collection.trades import Trade
from quarterdeck_protocol.lobby.collection.wishes import FoundBy, WishedCard
from quarterdeck_protocol.lobby.kept_decks import KeptDeck
from quarterdeck_protocol.lobby.moderation import DeedKind, SanctionKind
from quarterdeck_protocol.lobby.notices import Notice
from quarterdeck_protocol.lobby.sign_in.email_address import EmailAddress
from quarterdeck_protocol.lobby.sign_in.sessions import OwnSession
from quarterdeck_protocol.lobby.social.challenges import Challenge, ChallengedBy, RatingBand
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.lobby.social.private_messages import PrivateMessage
from quarterdeck_protocol.lobby.standings import GameStanding, Met, Played
from quarterdeck_protocol.lobby.tables import RefusedDeal
from quarterdeck_protocol.lobby.webhooks import Webhook
from quarterdeck_protocol.names import GameName, Milliseconds, TableId, TicketId
from quarterdeck_protocol.sides import FromServer, Player


class MetWith(msgspec.Struct, frozen=True, kw_only=True):
    """The player's record against another player."""

    player: Player
    games: tuple[Met, ...]


class LineSaid(msgspec.Struct, frozen=True, kw_only=True):
    """A chat line that the player has sent."""

    where: Where
    id: str | None
    line: Line


class ReportMade(msgspec.Struct, frozen=True, kw_only=True):
    """A report that the player has made."""

    at: Milliseconds
    player: Player
    reason: Reason
    text: str
    where: Where | None
    place: str | None
    """The id of the table or match."""

    lines: tuple[Line, ...]
    """The player's own lines there."""


class SanctionSuffered(msgspec.Struct, frozen=True, kw_only=True):
    """A mute or ban that is in force against the player."""

    kind: SanctionKind
    why: str
    at: Milliseconds
    until: Milliseconds | None
    """The end of the sanction; `null` if permanent."""

    address: bool
    """True if the sanction also bans guests from the player's addresses."""


class DeedDone(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the audit log: an action of a moderator against the player, or of the player as a moderator."""

    at: Milliseconds
    what: DeedKind
    whom: Player | None
    by_oneself: bool
    why: str
    until: Milliseconds | None
    detail: str


class CameFrom(msgspec.Struct, frozen=True, kw_only=True):
    """A record of an address that the player connected from."""

    mark: str
    """A mark that identifies an address; the address itself is not stored."""

    at: Milliseconds


class OfferMissed(msgspec.Struct, frozen=True, kw_only=True):
    """An offer of quick match that the player declined or did not answer."""

    at: Milliseconds
    declined: bool


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """Data that quick match keeps about a player."""

    ticket: TicketId | None
    games: tuple[GameName, ...]
    """The games of the ticket."""

    since: Milliseconds | None
    missed: tuple[OfferMissed, ...]
    last: tuple[Player, ...]
    """The latest opponents."""


class ExportedConversation(msgspec.Struct, frozen=True, kw_only=True):
    """The private messages with one player."""

    player: Player
    """The other player."""

    messages: tuple[PrivateMessage, ...]
    """The messages, oldest first."""


class FollowedSince(msgspec.Struct, frozen=True, kw_only=True):
    """A player whom the player follows."""

    player: Player
    since: Milliseconds
    """The time from which the player is followed."""


class ExportedClub(msgspec.Struct, frozen=True, kw_only=True):
    """A club of the player."""

    club: ClubId
    """The id."""

    name: str
    """The name; empty if the player may not know it any more."""

    role: ClubRole
    """The role of the player."""

    announcements: tuple[str, ...] = ()
    """The texts of the player's announcements that the club keeps."""


class Export(FromServer, frozen=True, kw_only=True, tag="export"):
    """The answer to `get_export`: all data that the server keeps about the player, except secrets and reports by other
    players. Lists are newest first. Matches, lines and audit log entries are cut to what fits into one frame; the
    export over HTTP has all of them."""

    account: Account
    """The account, with avoided players and the player's bots."""

    tokens: tuple[TokenOffered, ...]
    games: tuple[GameStanding, ...]
    against_bots: tuple[GameStanding, ...] = ()
    """The standings among bots, as in `profile`."""

    matches: tuple[Played, ...]
    before: Milliseconds | None
    """The cursor for `get_history`; `null` if there are no further matches."""

    met: tuple[MetWith, ...] = ()
    """The player's record against every opponent in these matches."""

    lines: tuple[LineSaid, ...] = ()
    """The player's chat lines of the last 24 hours."""

    reports: tuple[ReportMade, ...] = ()
    """The player's reports of the last 30 days."""

    sanctions: tuple[SanctionSuffered, ...] = ()
    deeds: tuple[DeedDone, ...] = ()
    came_from: tuple[CameFrom, ...] = ()
    sought: Sought | None = None
    """Data of quick match; `null` if the player has not searched for a day."""

    tables: tuple[TableId, ...] = ()
    """The tables at which the player took a seat within the last day, as far as they are counted."""

    refused_deals: tuple[RefusedDeal, ...] = ()
    """The deals that were refused because the player had not revealed their bound share of entropy."""

    collection: tuple[OwnedCopies, ...] = ()
    """The copies of cards that the player owns."""

    movements: tuple[CopiesMoved, ...] = ()
    """The movements of these copies."""

    packs: tuple[Pack, ...] = ()
    """The player's unopened packs."""

    opened_packs: tuple[PackOpened, ...] = ()
    """The opened packs, as far back as their movements are listed."""

    trades: tuple[Trade, ...] = ()
    """The player's open trades, and the ended ones that are still kept."""

    wishes: tuple[WishedCard, ...] = ()
    """The entries of the wish list."""

    found_by: FoundBy = FoundBy.NOBODY
    """The players that may find this player by wish list and free copies."""

    decks: tuple[KeptDeck, ...] = ()
    """The decks saved in the player's account."""

    notices: tuple[Notice, ...] = ()
    """The notices in the player's inbox."""

    challenges: tuple[Challenge, ...] = ()
    """The player's open challenges, sent and received."""

    rating_bands: tuple[RatingBand, ...] = ()
    """The bands of ratings of players that may challenge the player."""

    challenged_by: ChallengedBy = ChallengedBy.REGISTERED
    """The players that may challenge the player."""

    following: tuple[FollowedSince, ...] = ()
    """The players whom the player follows. Who follows the player is not told."""

    conversations: tuple[ExportedConversation, ...] = ()
    """The private messages that the player has not deleted."""

    clubs: tuple[ExportedClub, ...] = ()
    """The player's clubs, with applications and invitations."""

    webhooks: tuple[Webhook, ...] = ()
    """The player's webhooks."""

    linked: tuple[LinkedIdentity, ...] = ()
    """The identities of providers by which the player signs in."""

    passkeys: tuple[Passkey, ...] = ()
    """The passkeys of the player, oldest first."""

    email: EmailAddress | None = None
    """The e-mail addresses of the player; `null` if there are none."""

    sessions: tuple[OwnSession, ...] = ()
    """The sessions of the player, last used first."""

    seen_by: SeenBy = SeenBy.FOLLOWED
    """The players that see the player's presence."""

    invited_by: Player | None = None
    """The player whose invite this account was made with; `null` without one."""

    invites: tuple[Invite, ...] = ()
    """The invites that the player has made as a moderator, with the players that they brought."""
