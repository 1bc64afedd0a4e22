"""Acceptance of a challenge: one commit with the table of its match, and both players ready.

So whichever process dies, an accepted challenge has a match, and no other answer changes anything afterwards.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.social.challenges import AcceptChallenge, AcceptChallengeLink, Challenge, ChallengeStage
from quarterdeck_protocol.lobby.tables import Access
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.sides import Player, PlayerKind

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.lobby.accounts.accounts import owes
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.challenges.challenge_records import (
    CHALLENGERS,
    NEW,
    ChallengeRecord,
    check_open,
    not_accepting,
    notice_of,
    over,
    would_be_unrated,
)
from quarterdeck_server.lobby.challenges.challenge_writes import changed, keys_of, known_players
from quarterdeck_server.lobby.challenges.open_challenges import OpenChallenges
from quarterdeck_server.lobby.chance import Chance, fresh_seed
from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites, again
from quarterdeck_server.lobby.documents import Document, DocumentStore
from quarterdeck_server.lobby.moderation.eligibility import Eligibility, EligibilityChecks
from quarterdeck_server.lobby.tables import setups, transitions
from quarterdeck_server.lobby.tables.composition import LobbyTables
from quarterdeck_server.lobby.tables.model import PlaceRecord, TableRecord
from quarterdeck_server.store_errors import Conflict


class Found(NamedTuple):
    """A challenge that a player wants to accept, as it was read."""

    record: ChallengeRecord
    seen: Document | None
    """The document of the challenge; `None` if the challenge is stored with the acceptance only."""

    beside: ExtraWrites = NOTHING
    """Further writes of the acceptance."""


class Acceptance:
    """Accepts challenges. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        games: Mapping[str, AnyGame],
        tables: LobbyTables,
        now: Callable[[], Milliseconds],
        chance: Chance,
    ) -> None:
        self._documents = documents
        self._open = OpenChallenges(documents, now)
        self._games = games
        self._tables = tables
        self._eligibility = EligibilityChecks(documents)
        self._now = now
        self._chance = chance

    async def begin(
        self,
        player: PlayerId,
        found: Callable[[], Awaitable[Found]],
        message: AcceptChallenge | AcceptChallengeLink,
        terms: str | None,
        *,
        guests_play: bool,
    ) -> Challenge:
        """Accept the challenge that `found` reads, and begin its match. If it is accepted already, nothing changes. The
        challenger must not owe an acceptance of the version `terms` of the terms of use, and be no guest unless
        `guests_play`."""
        record, _, _ = await found()
        if record.stage is ChallengeStage.ACCEPTED:
            return await self._shown(record)
        check_open(record, self._now())
        table_id = TableId(self._chance.token_hex(10))
        match = MatchId(self._chance.token_hex(12))
        code = await self._tables.service.make_code(table_id)
        begun: list[TableRecord] = []

        async def step() -> Challenge:
            record, seen, extra = await found()
            if record.stage is ChallengeStage.ACCEPTED:
                return await self._shown(record)
            now = self._now()
            check_open(record, now)
            permit = await self._eligibility.of(record.players, now)
            record = msgspec.structs.replace(record, people=people_of(record.players, permit))
            stored = await self._documents.read(keys_of(record))
            if stored[0] != seen:
                raise Conflict("the challenge was changed meanwhile")
            if permit.parts([(each,) for each in record.players]):
                raise over()  # as if it had been cancelled: `keep_apart` has not reached it yet
            (responsible,) = await ACCOUNTS.read(self._documents, [record.people[0]])
            has_guest = any(each.kind is PlayerKind.GUEST for each in permit.playing.values())
            if permit.gone or owes(responsible, terms) or (has_guest and not guests_play):
                raise not_accepting("$.challenge")
            after = msgspec.structs.replace(record, stage=ChallengeStage.ACCEPTED, table=table_id, match=match)
            table = self._table(after, message.deck, permit.playing, code, now)
            challenger = record.other(player)
            own = CHALLENGERS.of(stored[2]) or NEW
            most = None if own.bot is None else own.bot.at_once
            extra = extra.plus(await self._tables.service.room_for(table_id, player, most))
            extra = extra.plus(await self._room_of_challenger(table_id, challenger))
            known = known_players(record, permit)
            unrated = self._open.unrated(after, known, stored[5])
            if message.only_rated and (unrated := unrated or await self._open.unrated_for_addresses(record)):
                raise would_be_unrated(unrated)
            shown = after.shown(known, unrated, now)
            notices = [(challenger, notice_of(shown, NoticeKind.CHALLENGE_ANSWERED, now))]
            kept = changed(after, stored, notices, now).plus(extra)
            paused = await self._tables.repository.pause.unless_paused()
            beside = kept.plus(ExtraWrites((*permit.while_unchanged, paused)))
            await self._tables.repository.write(table, gone=False, beside=beside, inboxes=(challenger,))
            begun.append(table)
            return shown

        self._tables.repository.pause.check()
        shown = await again(step)
        if begun:
            await self._tables.service.begin_seated(begun[-1])
        return shown

    async def _shown(self, record: ChallengeRecord) -> Challenge:
        (found,) = await self._open.read((record.id,))
        return found

    async def _room_of_challenger(self, table: TableId, challenger: PlayerId) -> ExtraWrites:
        """Return the write that records the challenger's seat. Raises the common refusal if the challenger sits at too
        many tables. It does not tell the accepter why."""
        try:
            return await self._tables.service.room_for(table, challenger)
        except CommandRefused:
            raise not_accepting("$.challenge") from None

    def _table(
        self,
        record: ChallengeRecord,
        deck: str | None,
        playing: Mapping[PlayerId, Player],
        code: str,
        now: Milliseconds,
    ) -> TableRecord:
        """Return the table of an accepted challenge, with both players ready."""
        game = game_of(record.game, self._games)
        brought = setups.deck_for(game, 2, setups.options_for(game, 2, record.options), deck)
        first, second = (
            PlaceRecord(player=playing[player], ready=True, deck=own)
            for player, own in zip(record.players, (record.deck, brought), strict=True)
        )
        seat = self._chance.randbelow(2) if record.seat is None else record.seat
        seed, commitment = fresh_seed(self._chance)
        return transitions.with_host(
            TableRecord(
                id=record.table or TableId(""),
                game=record.game,
                options=record.options,
                time_limit=record.time_limit,
                places=(second, first) if seat else (first, second),
                match=record.match or MatchId(""),
                seed=seed,
                commitment=commitment,
                opening=commitment,
                opened_at=now,
                rated=record.rated,
                access=Access.UNLISTED,
                code=code,
            )
        )


def game_of(name: GameName, games: Mapping[str, AnyGame]) -> AnyGame:
    """Return a game of this server. Raises `CommandRefused` if there is none of this name."""
    game = games.get(name)
    if game is None:
        raise unknown_game(name, games)
    return game


def people_of(players: tuple[PlayerId, PlayerId], permit: Eligibility) -> tuple[PlayerId, PlayerId]:
    """Return the person of each of two players: the owner if a player is a bot."""
    first, second = (
        player if (known := permit.playing.get(player)) is None else known.owner or player for player in players
    )
    return first, second
