"""Tables with owned decks: a deck may contain only copies that its player owns (S0:29), and these copies are reserved
("held") during a match.

Ownership is checked whenever players choose a deck or say `ready`, so that they get a refusal at once. It is checked
again in the commit that begins the match, or begins to reveal entropy for it. That commit holds the copies. They are
released by the commit that records the end of the match or the refusal of its deal. An index lists the holds that no
process has released.

Powers, and all other cards beside the deck, belong to everybody (S0:27). The server's bots own everything.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial

from quarterdeck_games import AnyGame
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.tables import CollectionRule, TableStage
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text, sentences

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.collection.holdings import Hold, HoldId, HoldKind
from quarterdeck_server.lobby.collection.ledger import Ledger, Posting, Release
from quarterdeck_server.lobby.collection.movements import Copies, Face, face_of
from quarterdeck_server.lobby.collections import NOTHING, Commit, ExtraWrites
from quarterdeck_server.lobby.documents import Document, DocumentStore, IndexEntry
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS, UNSETTLED
from quarterdeck_server.lobby.tables import setups
from quarterdeck_server.lobby.tables.documents import TABLES
from quarterdeck_server.lobby.tables.model import TableRecord

HELD = "held_matches"
"""The index of held copies by match, table and player, with the time of the next check of the match."""

FIRST_LOOK = 15 * 60_000
NEXT_LOOK = 30 * 60_000
MOST_LOOKED_AT = 50


class OwnedDecks:
    """Ownership checks and reservations ("holds") for decks at tables. Every method raises `CommandRefused` and
    `Unavailable`."""

    def __init__(self, ledger: Ledger, documents: DocumentStore, games: Mapping[str, AnyGame]) -> None:
        self._ledger = ledger
        self._documents = documents
        self._games = games

    def check_rule(self, rule: CollectionRule, game: AnyGame) -> None:
        """Raise `CommandRefused` if no table of this game can have this rule."""
        if rule is CollectionRule.OTHER:
            known = ", ".join(each for each in CollectionRule if each is not CollectionRule.OTHER)
            text = Text("This rule for the cards of decks is unknown; use one of: {known}.", known=known)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.collection")
        if rule is CollectionRule.OWNED and game.decks is None:
            text = Text("Players bring no decks to {title}, so there are no cards to own.", title=game.title)
            raise CommandRefused(RefusalCode.BAD_OPTIONS, text, "$.collection", [text])

    async def check(self, table: TableRecord, player: Player, deck: Deck | None) -> None:
        """Raise `CommandRefused` if a player's deck at this table contains copies that the player does not own, or has
        on offer."""
        if deck is not None and _is_owned(table) and player.bot is None:
            await self._ledger.prepared(Posting(holds=(_hold(table, player, deck),), where="$.deck"))

    async def check_ready(self, table: TableRecord, player: Player, deck: Deck | None) -> None:
        """Check the deck of a player who says `ready` in the same way: the given deck, otherwise the one chosen before,
        otherwise the ready deck of the seat."""
        seat = table.seat_of(player.id)
        game = self._games[table.game]
        if seat is not None and _is_owned(table) and game.decks is not None:
            brought = table.places[seat].deck if deck is None else deck
            await self.check(table, player, game.decks.of_seat(seat) if brought is None else brought)

    async def held(self, table: TableRecord) -> ExtraWrites:
        """Return the writes that reserve the played copies, for the commit that begins the match of a full and ready
        table."""
        if not _is_owned(table):
            return NOTHING
        decks = setups.setup_of(self._games[table.game], table).decks
        played = {
            seat: _hold(table, place.player, deck)
            for seat, (place, deck) in enumerate(zip(table.places, decks, strict=True))
            if place.player is not None and place.player.bot is None
        }
        look = Milliseconds(self._ledger.now + FIRST_LOOK)
        listed = tuple(IndexEntry(HELD, _member(table.match, table.id, hold.player), look) for hold in played.values())
        try:
            prepared = await self._ledger.prepared(Posting(holds=tuple(played.values())))
        except CommandRefused as refused:
            seats = [seat for seat, hold in played.items() if not await self._can_be_held(hold)]
            raise _cannot_begin_with(seats or list(played)) from refused
        return prepared.plus(ExtraWrites(indexed=listed))

    async def _can_be_held(self, hold: Hold) -> bool:
        try:
            await self._ledger.prepared(Posting(holds=(hold,)))
        except CommandRefused:
            return False
        return True

    async def released(self, table: TableRecord) -> ExtraWrites:
        """Return the store writes that release the reserved copies of cards, after the end of a table's match or if it
        will never begin."""
        if not _is_owned(table):
            return NOTHING
        freed = tuple(Release(player, _hold_of(table.match)) for player in sorted(table.people))
        listed = tuple(IndexEntry(HELD, _member(table.match, table.id, each.player), None) for each in freed)
        return (await self._ledger.prepared(Posting(releases=freed))).plus(ExtraWrites(indexed=listed))

    async def sweep(self) -> None:
        """Check the reservations of copies that are due, and release those of matches that have ended."""
        now = self._ledger.now
        for member, _ in await self._documents.listed(HELD, most=MOST_LOOKED_AT, high=now):
            match, table, player = member.split(" ")
            resumes = await self._goes_on(MatchId(match), TableId(table))
            at = Milliseconds(now + NEXT_LOOK) if resumes else None
            posting = Posting(releases=() if resumes else (Release(PlayerId(player), _hold_of(MatchId(match))),))
            looked: Commit[None] = Commit(None, indexed=[IndexEntry(HELD, member, at)])
            await self._ledger.post(posting, (), partial(_with, looked))

    async def _goes_on(self, match: MatchId, table: TableId) -> bool:
        (settled,) = await MATCH_RESULTS.read(self._documents, [match])
        if settled is not None:
            return False
        if await self._documents.number_of(UNSETTLED, match) is not None:
            return True
        (record,) = await TABLES.read(self._documents, [table])
        if record is None or record.match != match:
            return False
        return record.may_begin or record.stage in (TableStage.REVEALING, TableStage.PLAYING)


def _cannot_begin_with(seats: Sequence[int]) -> CommandRefused:
    """Return the refusal of a match that cannot begin with the decks at these seats. It may be sent to an opponent, so
    it names no card and no reason (decision 81). The owner gets both on choosing a deck or saying `ready`."""
    faults = [
        Text(
            "The deck at seat {seat} cannot be played right now: its player has to send `ready` again or "
            "choose another deck.",
            seat=seat,
        )
        for seat in seats
    ]
    return CommandRefused(RefusalCode.BAD_DECK, sentences(faults), "$.table", faults)


def _is_owned(table: TableRecord) -> bool:
    return table.collection is CollectionRule.OWNED


def _hold(table: TableRecord, player: Player, deck: Deck) -> Hold:
    copies = copies_of(table.game, deck)
    return Hold(id=_hold_of(table.match), player=player.id, kind=HoldKind.MATCH, copies=copies)


def _hold_of(match: MatchId) -> HoldId:
    return HoldId(f"match:{match}")


def _member(match: MatchId, table: TableId, player: PlayerId) -> str:
    return f"{match} {table} {player}"


def copies_of(game: GameName, deck: Deck) -> Copies:
    """Return the copies that a deck uses, in the printings that it names. Cards that are kept beside the deck are left
    out."""
    copies: Counter[Face] = Counter()
    for card, count in deck.cards:
        copies[face_of(game, card)] += count
    return copies


def _with(beside: Commit[None], _: list[Document | None]) -> Commit[None]:
    return beside
