"""Export of all stored data about a player. Every kind of document is either included or listed with the reason why
not."""

import asyncio
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

import msgspec
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.accounts import LinkedIdentity
from quarterdeck_protocol.lobby.export import (
    CameFrom,
    DeedDone,
    Export,
    FollowedSince,
    LineSaid,
    MetWith,
    OfferMissed,
    ReportMade,
    SanctionSuffered,
    Sought,
)
from quarterdeck_protocol.lobby.social.follow_lists import SeenBy
from quarterdeck_protocol.lobby.standings import Played
from quarterdeck_protocol.names import Milliseconds, PlayerId

from quarterdeck_server.lobby import stored_kinds
from quarterdeck_server.lobby.accounts.address_marks import MARKS, AddressMarksRecord
from quarterdeck_server.lobby.accounts.bot_accounts import BotAccounts
from quarterdeck_server.lobby.accounts.documents import DECKS
from quarterdeck_server.lobby.accounts.players import Players
from quarterdeck_server.lobby.admission.invite_orders import InviteOrders
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges
from quarterdeck_server.lobby.chat import lines
from quarterdeck_server.lobby.chat.reports import Reports
from quarterdeck_server.lobby.chat.service import ChatService
from quarterdeck_server.lobby.clubs.memberships import ClubMemberships
from quarterdeck_server.lobby.collection.owned_copies import OwnedCopyList
from quarterdeck_server.lobby.collection.packs import PackService
from quarterdeck_server.lobby.collection.trades import TradeService
from quarterdeck_server.lobby.collection.wishes import WishService
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.followed_players.follow_lists import FollowLists
from quarterdeck_server.lobby.kept_decks import KeptDecks
from quarterdeck_server.lobby.mail.mail_records import EMAILS, EmailRecord
from quarterdeck_server.lobby.matchmaking.repository import MatchmakingRepository
from quarterdeck_server.lobby.moderation.audit import AuditLog, is_of_a_report
from quarterdeck_server.lobby.moderation.documents import SANCTIONS
from quarterdeck_server.lobby.moderation.sanction_rules import SanctionsRecord
from quarterdeck_server.lobby.notices.inbox import EMPTY, INBOXES
from quarterdeck_server.lobby.player_webhooks.service import WebhookService
from quarterdeck_server.lobby.private_messages.service import PrivateMessages
from quarterdeck_server.lobby.programs.session_list import SessionList
from quarterdeck_server.lobby.ratings.standings import Standings
from quarterdeck_server.lobby.sign_on.identity_links import LINKS_OF, LinksRecord
from quarterdeck_server.lobby.sign_on.passkey_records import PASSKEYS, PasskeysRecord
from quarterdeck_server.lobby.tables.seat_limits import SEATED_TABLES, SeatedTablesRecord, of_player

Piece = TypeVar("Piece")

MOST_IN_A_FRAME = 200
"""Limit of matches, chat messages and moderation acts in an export over a socket."""

MOST_AT_ONCE = 40
"""Size of a batch that is processed in one turn of the event loop: opponents whose results are read (a document for
each game), and entries of a list that are encoded. A player of a year has met thousands of opponents."""

EXPORTED: Mapping[str, str] = MappingProxyType(
    {
        "account": "account",
        "addresses": "came_from",
        stored_kinds.AUDIT_ENTRY: "deeds",
        "code_claims": "deeds",
        "challenge": "challenges",
        "challenger": "challenged_by",
        "club": "clubs",
        "club_memberships": "clubs",
        "collection": "collection",
        "conversation": "conversations",
        "decks": "decks",
        "email": "email",
        "identity_links": "linked",
        "follow_list": "following",
        "inbox": "notices",
        "invite": "invites",
        stored_kinds.CHAT_LINE: "lines",
        "meetings": "met",
        "movement": "movements",
        "opened_pack": "opened_packs",
        "packs": "packs",
        "passkeys": "passkeys",
        "player_webhooks": "webhooks",
        "program_link": "tokens",
        stored_kinds.MATCH_RESULT: "matches",
        "refused_deal": "refused_deals",
        "report": "reports",
        "reporter": "reports",
        "sanctions": "sanctions",
        "seeker": "sought",
        stored_kinds.SEATED_TABLES: "tables",
        "sessions": "sessions",
        "standing": "games",
        "ticket": "sought",
        "token": "tokens",
        "trade": "trades",
        "trader": "trades",
        "wish_list": "wishes",
    }
)
"""The kinds of documents in an export, each with its field there. Of all tokens, only those made for programs are
included. A session's token is known only to its holder; the list of sessions has no secret."""

NOT_EXPORTED: Mapping[str, str] = MappingProxyType(
    {
        "second_factor": "is a secret; whether there is one is in `account`",
        "app_code": "is the hash of a code that an app exchanges within a minute; its token is exported",
        "app_device": "is the hash of a code of an app that waits for ten minutes; its token is exported",
        "app_refresh": "is the hash of a secret of an app; its token is exported",
        "linked_identity": "leads from the hash of an identity at a provider to its account",
        "passkey_challenge": "waits for five minutes, under a hash, for the answer of a passkey, which is exported",
        "sign_on": "is an attempt to sign in of the last ten minutes, under a hash; its account is exported",
        "address_key": "holds the key of the marks, and names nobody",
        "last_backup": "is the time of a backup, and about no player",
        "announcements": "are texts of operators for everybody; who made one is in the audit log, which is exported",
        "attendance": "counts for half a minute who is at a process and who watches, and names nobody",
        stored_kinds.LOGIN_ATTEMPTS: "counts wrong passwords of an hour, under a hash from which nobody can be found",
        "banned_address": "goes with a ban, which is exported and says so",
        "challenge_counts": "counts a person's challenges against their limits; the challenges are exported",
        "challenge_link": "leads for two days from the hash of a token to a challenge; its match is exported",
        "code": "leads from the hash of a code to its batch, and names nobody",
        "code_batch": "says what codes give; which moderator made it is in the audit log, which is exported",
        "code_guesses": "counts for an hour, under a player or the mark of an address, codes that there are not",
        "coin_flip": "is public for a day: the seed of a coin, and who called which side",
        "device_request": "waits for ten minutes for an answer; what came of it is in `tokens`",
        "program_answer": "repeats for a quarter of an hour an answer that the player has got",
        "ended": "says for a month, under the id of a session, that it has ended",
        "email_holders": "leads from the hash of an address to its accounts; the address is exported",
        "email_link": "is the hash of the secret of a mail, for 60 days at most; the address is exported",
        "first_gift": "says for a day, under the mark of an address, that somebody there was given packs",
        "invitation": "leads from a code to a table, and names nobody",
        "mail": "waits until it is sent, for three days at most; the address is exported",
        "name": "leads from a name to its account, which is exported",
        "offer": "lives for seconds; what has come of it is in `sought` and in the matches",
        "pace": "says for a while how soon one may say more, or ask for another mail",
        "pause": "says whether matches begin; which moderator said so is in the audit log, which is exported",
        "pack_pool": "lists cards from which packs are drawn, and names nobody",
        "pattern": "says for a month whose matches with each other were not rated; the matches are exported with why",
        "party": "leads from a code to a ticket, which is exported",
        "receipt": "says for a day, under a hash, that a command was carried out",
        "reporting": "says for an hour, under a hash, that one cannot report again; the report is exported",
        "server_keys": "are the server's own, by which it signs, and name nobody",
        "waiting_gate": "says for a minute when an account began to wait, and names nobody",
        "tournament": "is public, and names its players by ids only; their names go with the account",
        "tournament_schedule": "makes public tournaments each week, and goes with the account of its maker",
        "tournament_lease": "says until when a process works on a tournament, and names nobody",
        "table": "lives for a day after its last change; at which tables one sits is in `tables`",
        "turn_sweep": "says for a minute which process notifies players of their turns, and names nobody",
        "webhook": "is an event for a webhook, kept until it is delivered; its owner reads it with `get_deliveries`",
        "webhook_happened": "is an event that waits until webhooks may tell it; its match is exported",
        "webhook_state": "says whether a receiver takes events; the webhooks of a player are exported with it",
        "visits": "counts for a day, under the mark of an address, what moved a rating; the matches are exported",
        stored_kinds.LAST_ROUND: "says when the last round was, and names nobody",
    }
)
"""The kinds of documents that are not in an export, each with the reason. A reported player does not learn of the
report: only its author gets it."""


async def encoded(export: Export) -> bytes:
    """Return an export in its sent form. Long parts are encoded in many iterations of the event loop and freed one by
    one, because freeing all of it at the end would block the loop too."""
    long = {
        name: deque(_pieces(each))
        for name in export.__struct_fields__
        if isinstance(each := getattr(export, name), tuple) and len(each) > MOST_AT_ONCE
    }
    rest = msgspec.structs.replace(export, **dict.fromkeys(long, ()))
    del export, each
    return wire.encode(msgspec.structs.replace(rest, **{name: await _encoded(pieces) for name, pieces in long.items()}))


async def _encoded(pieces: deque[Sequence[object]]) -> msgspec.Raw:
    """Return these pieces as one encoded list. The pieces are removed, so that their memory is freed."""
    parts = []
    while pieces:
        parts.append(wire.encode(pieces.popleft())[1:-1])
        await asyncio.sleep(0)
    return msgspec.Raw(b"[%b]" % b",".join(parts))


def _pieces(each: Sequence[Piece]) -> Iterator[Sequence[Piece]]:
    return (each[at : at + MOST_AT_ONCE] for at in range(0, len(each), MOST_AT_ONCE))


@dataclass(frozen=True, slots=True)
class ConductSources:
    """The services with a player's chat messages, reports and sanctions."""

    chat: ChatService
    reports: Reports
    log: AuditLog
    challenges: OpenChallenges
    follow_lists: FollowLists
    private_messages: PrivateMessages
    invites: InviteOrders
    clubs: ClubMemberships


@dataclass(frozen=True, slots=True)
class CollectionSources:
    """The services that know a player's copies of cards, packs, trades and wishes, for the export of the player's
    data."""

    owned_copies: OwnedCopyList
    packs: PackService
    trades: TradeService
    wishes: WishService


class Exports:
    """Collects everything that the server stores about a player, for the export of it."""

    def __init__(
        self,
        documents: DocumentStore,
        players: Players,
        programs: BotAccounts,
        standings: Standings,
        decks: KeptDecks,
        conduct: ConductSources,
        collection: CollectionSources,
        webhooks: WebhookService,
    ) -> None:
        self._documents = documents
        self._players = players
        self._programs = programs
        self._sessions = SessionList(documents)
        self._standings = standings
        self._chat = conduct.chat
        self._reports = conduct.reports
        self._log = conduct.log
        self._challenges = conduct.challenges
        self._invites = conduct.invites
        self._follow_lists = conduct.follow_lists
        self._clubs = conduct.clubs
        self._webhooks = webhooks
        self._private_messages = conduct.private_messages
        self._decks = decks
        self._owned_copies = collection.owned_copies
        self._packs = collection.packs
        self._trades = collection.trades
        self._wishes = collection.wishes

    async def export(self, player: PlayerId, most: int | None) -> Export:
        """Return all data about a player. `most` limits the entries of long lists; `None` is no limit. Raises
        `CommandRefused` if the player does not exist any more, or `Unavailable`."""
        account = await self._standings.find(player, None)
        matches, before = await self._matches(player, most)
        profile = await self._standings.profile(account, account.id)
        (sanctions, marks, sat, decks, inbox, links, passkeys, email), now = await asyncio.gather(
            self._documents.read(
                [
                    SANCTIONS.key(player),
                    MARKS.key(player),
                    SEATED_TABLES.key(of_player(player)),
                    DECKS.key(player),
                    INBOXES.key(player),
                    LINKS_OF.key(player),
                    PASSKEYS.key(player),
                    EMAILS.key(player),
                ]
            ),
            self._documents.now(),
        )
        movements, opened_packs = await self._owned_copies.all_movements(player, most)
        wishes = await self._wishes.listed(player)
        challenges = await self._challenges.listed(player)
        own_account = await self._players.find(player)
        return Export(
            collection=(await self._owned_copies.listed(player)).copies,
            movements=movements,
            packs=(await self._packs.listed(player)).packs,
            opened_packs=opened_packs,
            trades=await self._trades.all_of(player, most),
            wishes=wishes.wishes,
            found_by=wishes.found_by,
            account=await self._players.shown(player),
            tokens=await self._programs.tokens(player),
            games=profile.games,
            against_bots=profile.against_bots,
            matches=tuple(matches),
            before=before,
            met=await self._met(player, matches),
            lines=await self._lines(player, most),
            reports=await self._reports_of(player),
            sanctions=tuple(
                SanctionSuffered(
                    kind=each.kind, why=each.why, at=each.at, until=each.until, address=bool(each.addresses)
                )
                for each in (SANCTIONS.of(sanctions) or SanctionsRecord()).in_force(now)
            ),
            deeds=await self._deeds(player, most),
            came_from=tuple(CameFrom(mark=mark, at=at) for mark, at in (MARKS.of(marks) or AddressMarksRecord()).marks),
            sought=await self._sought(player),
            tables=(SEATED_TABLES.of(sat) or SeatedTablesRecord(())).tables,
            refused_deals=(await self._standings.refused_deals(account)).deals,
            decks=self._decks.shown(DECKS.of(decks)),
            challenges=(*challenges.received, *challenges.sent),
            rating_bands=challenges.rating_bands,
            challenged_by=challenges.challenged_by,
            invited_by=await self._invites.inviter(None if own_account is None else own_account.invite),
            invites=await self._invites.of(player),
            following=tuple(
                FollowedSince(player=each.player, since=each.since)
                for each in await self._follow_lists.listed(profile.player)
            ),
            conversations=await self._private_messages.all_of(player),
            clubs=await self._clubs.all_of(player),
            webhooks=await self._webhooks.all_of(player),
            linked=tuple(
                LinkedIdentity(provider=each.provider, since=each.since)
                for each in (LINKS_OF.of(links) or LinksRecord()).links
            ),
            email=None
            if email is None or own_account is None
            else (EMAILS.of(email) or EmailRecord()).shown(own_account.era),
            passkeys=tuple(each.shown for each in (PASSKEYS.of(passkeys) or PasskeysRecord()).passkeys),
            sessions=await self._sessions.of(player),
            seen_by=SeenBy.FOLLOWED if own_account is None else own_account.seen_by,
            notices=tuple(reversed((INBOXES.of(inbox) or EMPTY).lasting(now))),
        )

    async def _matches(self, player: PlayerId, most: int | None) -> tuple[list[Played], Milliseconds | None]:
        matches: list[Played] = []
        before: Milliseconds | None = None
        while True:
            page, before = await self._standings.matches_of(player, before, MOST_IN_A_FRAME if most is None else most)
            matches += page
            if before is None or most is not None:
                return matches, before

    async def _met(self, player: PlayerId, matches: Sequence[Played]) -> tuple[MetWith, ...]:
        others = dict.fromkeys(
            seat.player
            for match in matches
            for seat in match.seats
            if seat.player.bot is None and seat.player.id != player
        )
        met: list[MetWith] = []
        for some in _pieces(list(others)):
            read = await self._standings.met(player, [other.id for other in some], player)
            met += [MetWith(player=other, games=games) for other, games in zip(some, read, strict=True) if games]
        return tuple(met)

    async def _lines(self, player: PlayerId, most: int | None) -> tuple[LineSaid, ...]:
        said = await self._chat.lines_of(player, most)
        return tuple(
            LineSaid(where=line.place.where, id=line.place.id, line=lines.shown(line)) for line in reversed(said)
        )

    async def _reports_of(self, player: PlayerId) -> tuple[ReportMade, ...]:
        reports = await self._reports.made_by(player)
        shown = await self._players.known([report.player for report in reports])
        return tuple(
            ReportMade(
                at=report.at,
                player=shown[report.player],
                reason=report.reason,
                text=report.text,
                where=report.where,
                place=report.place,
                lines=tuple(lines.shown(line) for line in report.lines if line.player.id == player),
            )
            for report in reports
        )

    async def _deeds(self, player: PlayerId, most: int | None) -> tuple[DeedDone, ...]:
        # A report is known to whoever resolved it, or was not to resolve it, and not to whom it was about.
        deeds = [
            deed for deed in await self._log.concerning(player, most) if deed.by == player or not is_of_a_report(deed)
        ]
        shown = await self._players.known([deed.whom for deed in deeds if deed.whom is not None])
        return tuple(
            DeedDone(
                at=deed.at,
                what=deed.what,
                whom=None if deed.whom is None else shown[deed.whom],
                by_oneself=deed.by == player,
                why=deed.why,
                until=deed.until,
                detail=deed.detail,
            )
            for deed in deeds
        )

    async def _sought(self, player: PlayerId) -> Sought | None:
        repository = MatchmakingRepository(self._documents)
        seeker = (await repository.seekers([player]))[0]
        if seeker.record is None:
            return None
        ticket = None if seeker.record.ticket is None else (await repository.tickets([seeker.record.ticket]))[0].record
        shown = await self._players.known(seeker.record.last)
        return Sought(
            ticket=seeker.record.ticket,
            games=() if ticket is None else tuple(wish.game for wish in ticket.wishes),
            since=None if ticket is None else ticket.since,
            missed=tuple(OfferMissed(at=each.at, declined=each.declined) for each in seeker.record.missed),
            last=tuple(shown.values()),
        )
