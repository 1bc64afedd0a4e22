"""Everything that is kept about a player, as they may have it."""

import msgspec

from quarterdeck_protocol.accounts import Account, TokenOffered
from quarterdeck_protocol.chat import Line, Reason, Where
from quarterdeck_protocol.collection import CopiesMoved, OwnedCopies, Pack, PackOpened
from quarterdeck_protocol.kept_decks import KeptDeck
from quarterdeck_protocol.moderation import DeedKind, SanctionKind
from quarterdeck_protocol.names import GameName, Milliseconds, TableId, TicketId
from quarterdeck_protocol.sides import FromServer, Player
from quarterdeck_protocol.standings import GameStanding, Met, Played
from quarterdeck_protocol.tables import RefusedDeal
from quarterdeck_protocol.trades import Trade
from quarterdeck_protocol.wishes import FoundBy, WishedCard


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
    """What one had said there oneself."""


class SanctionSuffered(msgspec.Struct, frozen=True, kw_only=True):
    """A sanction that is in force against oneself."""

    kind: SanctionKind
    why: str
    at: Milliseconds
    until: Milliseconds | None
    """`null` for good."""

    address: bool
    """Whether guests from one's addresses are shut out with it."""


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
    """Whom one met last."""


class Export(FromServer, frozen=True, kw_only=True, tag="export"):
    """Answers `get_export`: all data that the server keeps about the player, except secrets and reports that others
    made to the moderators. The newest is first. Of matches, lines and deeds there are as many as fit into one frame;
    over plain HTTP, all."""

    account: Account
    """Also whom one avoids, and one's bots."""

    tokens: tuple[TokenOffered, ...]
    games: tuple[GameStanding, ...]
    matches: tuple[Played, ...]
    before: Milliseconds | None
    """Where `get_history` goes on; `null` if these are all."""

    met: tuple[MetWith, ...] = ()
    """How one has fared against everybody whom one met in these matches."""

    lines: tuple[LineSaid, ...] = ()
    """What one has said within 24 hours."""

    reports: tuple[ReportMade, ...] = ()
    """Those of the last 30 days."""

    sanctions: tuple[SanctionSuffered, ...] = ()
    deeds: tuple[DeedDone, ...] = ()
    came_from: tuple[CameFrom, ...] = ()
    sought: Sought | None = None
    """`null` for whoever has not sought within a day."""

    tables: tuple[TableId, ...] = ()
    """At which one has sat down within a day, as far as it is counted."""

    refused_deals: tuple[RefusedDeal, ...] = ()
    """The deals that were refused because one had not revealed the entropy that one had bound."""

    collection: tuple[OwnedCopies, ...] = ()
    """The copies of cards that one owns."""

    movements: tuple[CopiesMoved, ...] = ()
    """How they have come and gone."""

    packs: tuple[Pack, ...] = ()
    """The packs that one has not opened."""

    opened_packs: tuple[PackOpened, ...] = ()
    """Those that one has opened, as far as their movements are told."""

    trades: tuple[Trade, ...] = ()
    """Those that are open, and those that have ended, as far as they are kept."""

    wishes: tuple[WishedCard, ...] = ()
    """What stands on one's wish list."""

    found_by: FoundBy = FoundBy.NOBODY
    """Who may find one by it, and by what one has to trade."""

    decks: tuple[KeptDeck, ...] = ()
    """The decks that one keeps in one's account."""
