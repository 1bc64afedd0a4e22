"""Everything that is kept about a player, as they may have it."""

import msgspec

from quarterdeck_protocol.lobby.accounts import Account, TokenOffered
from quarterdeck_protocol.lobby.chat import Line, Reason, Where
from quarterdeck_protocol.lobby.collection import CopiesMoved, OwnedCopies, Pack, PackOpened
from quarterdeck_protocol.lobby.kept_decks import KeptDeck
from quarterdeck_protocol.lobby.moderation import DeedKind, SanctionKind
from quarterdeck_protocol.lobby.standings import GameStanding, Met, Played
from quarterdeck_protocol.lobby.tables import RefusedDeal
from quarterdeck_protocol.lobby.trades import Trade
from quarterdeck_protocol.lobby.wishes import FoundBy, WishedCard
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
    """A report that one has made."""

    at: Milliseconds
    player: Player
    reason: Reason
    text: str
    where: Where | None
    place: str | None
    """Which table or match."""

    lines: tuple[Line, ...]
    """The player's own lines there."""


class SanctionSuffered(msgspec.Struct, frozen=True, kw_only=True):
    """A sanction that is in force against oneself."""

    kind: SanctionKind
    why: str
    at: Milliseconds
    until: Milliseconds | None
    """`null` for good."""

    address: bool
    """True if guests from the player's addresses are shut out with it."""


class DeedDone(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the audit log: a moderator's deed against the player, or the player's own deed as a moderator."""

    at: Milliseconds
    what: DeedKind
    whom: Player | None
    by_oneself: bool
    why: str
    until: Milliseconds | None
    detail: str


class CameFrom(msgspec.Struct, frozen=True, kw_only=True):
    """That one came from somewhere."""

    mark: str
    """By this an address is known again; the address itself is not kept."""

    at: Milliseconds


class OfferMissed(msgspec.Struct, frozen=True, kw_only=True):
    """An offer of quick match that one did not take up."""

    at: Milliseconds
    declined: bool


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """Data that quick match keeps about a player."""

    ticket: TicketId | None
    games: tuple[GameName, ...]
    """Those of the ticket."""

    since: Milliseconds | None
    missed: tuple[OfferMissed, ...]
    last: tuple[Player, ...]
    """The opponents met last."""


class Export(FromServer, frozen=True, kw_only=True, tag="export"):
    """Answers `get_export`: all data that the server keeps about the player, except secrets and reports that others
    made to the moderators. The newest is first. Of matches, lines and deeds there are as many as fit into one frame;
    over plain HTTP, all."""

    account: Account
    """Including avoided players and the player's bots."""

    tokens: tuple[TokenOffered, ...]
    games: tuple[GameStanding, ...]
    matches: tuple[Played, ...]
    before: Milliseconds | None
    """The cursor for `get_history`; `null` if these are all."""

    met: tuple[MetWith, ...] = ()
    """The player's record against every opponent in these matches."""

    lines: tuple[LineSaid, ...] = ()
    """The player's lines within 24 hours."""

    reports: tuple[ReportMade, ...] = ()
    """Those of the last 30 days."""

    sanctions: tuple[SanctionSuffered, ...] = ()
    deeds: tuple[DeedDone, ...] = ()
    came_from: tuple[CameFrom, ...] = ()
    sought: Sought | None = None
    """`null` for a player without a search within a day."""

    tables: tuple[TableId, ...] = ()
    """At which one has sat down within a day, as far as it is counted."""

    refused_deals: tuple[RefusedDeal, ...] = ()
    """The deals that were refused because one had not revealed the entropy that one had bound."""

    collection: tuple[OwnedCopies, ...] = ()
    """The copies of cards that one owns."""

    movements: tuple[CopiesMoved, ...] = ()
    """Their movements."""

    packs: tuple[Pack, ...] = ()
    """The packs that one has not opened."""

    opened_packs: tuple[PackOpened, ...] = ()
    """The opened packs, as far back as their movements are listed."""

    trades: tuple[Trade, ...] = ()
    """Those that are open, and those that have ended, as far as they are kept."""

    wishes: tuple[WishedCard, ...] = ()
    """The entries of the wish list."""

    found_by: FoundBy = FoundBy.NOBODY
    """The players that may find the owner by it, and by tradable copies."""

    decks: tuple[KeptDeck, ...] = ()
    """The decks that one keeps in one's account."""
