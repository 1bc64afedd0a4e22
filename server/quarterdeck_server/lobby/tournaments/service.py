"""Commands about tournaments. Each appends events to the log of one tournament, in one commit."""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.tournaments import (
    BeginTournamentRound,
    CreateTournament,
    EndTournament,
    EntrantStage,
    JoinTournament,
    RemoveEntrant,
    RuleTournamentResult,
    TournamentFormat,
    TournamentId,
    TournamentStage,
    TournamentSummary,
)
from quarterdeck_protocol.lobby.tournaments import Tournament as TournamentShown
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.ratings.lookup import RatingLookup
from quarterdeck_server.lobby.tables import setups
from quarterdeck_server.lobby.tables.model import reused
from quarterdeck_server.lobby.tournaments.draws import deck_hash
from quarterdeck_server.lobby.tournaments.tournament_log import (
    WIN,
    AnyEvent,
    Created,
    Ended,
    Joined,
    Left,
    Removed,
    RoundOrdered,
    Ruled,
    Settings,
    Tournament,
    TournamentRecord,
    state_of,
)
from quarterdeck_server.lobby.tournaments.tournament_store import TournamentStore
from quarterdeck_server.lobby.tournaments.tournament_view import people_of, summary_of, view_of

MOST_DIRECTED = 5
"""Limit of tournaments that one player directs at a time."""

SEATS = 2


class TournamentService:
    """The tournaments of this server. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        games: Mapping[str, AnyGame],
        ratings: RatingLookup,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._store = TournamentStore(documents)
        self._games = games
        self._ratings = ratings
        self._now = now
        self._chance = chance

    async def listed(self) -> tuple[TournamentSummary, ...]:
        """Return the list of tournaments."""
        return tuple(map(summary_of, await self._store.listed()))

    async def shown(self, tournament: TournamentId) -> TournamentShown:
        """Return a tournament as everybody may see it."""
        _, record = await self._store.read(tournament)
        return await self._shown(record)

    async def create(self, player: Player, message: CreateTournament) -> TournamentShown:
        """Make a tournament. If the same command is repeated, there is still only one."""
        await self._registered(player, Text("Guests cannot make tournaments. Create an account first."))
        game = self._game(message.game)
        if message.format is TournamentFormat.OTHER:
            text = Text("This format is unknown; use one of: {known}.", known=TournamentFormat.SWISS.value)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.format")
        options = setups.options_for(game, SEATS, message.options)
        settings = Settings(
            name=message.name,
            game=message.game,
            format=message.format,
            options=Raw(msgspec.json.encode(options)),
            time_limit=Milliseconds(message.time_limit),
            rounds=message.rounds,
            most_entrants=message.most_entrants,
            starts_at=None if message.starts_at is None else Milliseconds(message.starts_at),
            between_rounds=None if message.between_rounds is None else Milliseconds(message.between_rounds),
            bots=message.bots,
        )
        id_ = TournamentId(id_by(player.id, message.ref, self._chance))
        seed = self._chance.token_bytes(32)
        commitment = hashlib.sha256(seed).hexdigest()

        async def step() -> TournamentRecord:
            seen = await self._store.find(id_)
            if seen.record is not None:
                before = state_of(seen.record)
                if (before.director, before.settings) != (player.id, settings):
                    raise reused(message.ref)
                return seen.record
            mine = [each for each in await self._store.listed() if each.director == player.id and each.seed is None]
            if len(mine) >= MOST_DIRECTED:
                text = Text(
                    "You direct {most} tournaments, the limit for one player: end one first.", most=MOST_DIRECTED
                )
                raise CommandRefused(RefusalCode.TOO_MANY, text, "$.type", remaining=0)
            created = Created(at=self._now(), by=player.id, settings=settings, commitment=commitment)
            record = TournamentRecord(id=id_, seed=seed.hex(), ref=message.ref, log=())
            return await self._store.append(seen, record, [created])

        return await self._shown(await again(step))

    async def join(self, player: Player, message: JoinTournament) -> TournamentShown:
        """Let a player enter, come back, or bring another deck before the first round."""
        player = await self._registered(player, Text("Guests cannot enter tournaments. Create an account first."))
        _, record = await self._store.read(message.tournament)
        settings = state_of(record).settings
        game = self._game(settings.game)
        options = msgspec.json.decode(settings.options, type=game.options)
        deck = setups.deck_for(game, SEATS, options, message.deck)
        ratings = await self._ratings.public_ratings([player.id], [settings.game])
        rating = ratings[player.id, settings.game].number

        async def step() -> TournamentRecord:
            seen, record = await self._store.read(message.tournament)
            state = state_of(record)
            locked = deck if deck is None else deck_hash(record.seed, player.id, deck)
            before = state.entrants.get(player.id)
            if before is not None and before.stage is EntrantStage.IN and before.deck_hash == locked:
                return record
            _check_entry(state, player, locked)
            decks = {each: kept for each, kept in record.decks.items() if each != player.id}
            with_deck = msgspec.structs.replace(record, decks=decks if deck is None else {**decks, player.id: deck})
            joined = Joined(at=self._now(), player=player.id, rating=rating, deck_hash=locked)
            return await self._store.append(seen, with_deck, [joined])

        return await self._shown(await again(step))

    async def leave(self, player: PlayerId, tournament: TournamentId) -> TournamentShown:
        """Let a player leave. Repeating it changes nothing."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            entrant = state.entrants.get(player)
            if entrant is None or entrant.stage is not EntrantStage.IN:
                return ()
            _check_current(state)
            return (Left(at=self._now(), player=player),)

        return await self._changed(tournament, decide)

    # Commands of the director

    async def begin_round(self, player: PlayerId, message: BeginTournamentRound) -> TournamentShown:
        """Order the next round."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            _check_director(state, player)
            if message.round <= max(state.ordered, len(state.rounds)):
                return ()
            _check_current(state)
            if state.rounds and not state.rounds[-1].is_over:
                raise _wrong_stage(Text("The last round is not over yet."), "$.round")
            if message.round != len(state.rounds) + 1 or message.round > state.settings.rounds:
                raise _wrong_stage(Text("The next round is {round}.", round=len(state.rounds) + 1), "$.round")
            if len(state.playing) < SEATS:
                raise _wrong_stage(Text("A round needs two players."), "$.round")
            return (RoundOrdered(at=self._now(), by=player, round=message.round),)

        return await self._changed(message.tournament, decide)

    async def rule(self, player: PlayerId, message: RuleTournamentResult) -> TournamentShown:
        """Rule the result of a match of the last round."""
        halves = tuple(each // 50 for each in message.points)
        if any(each % 50 for each in message.points) or sum(halves) > WIN:
            text = Text("Points are 0, 50 or 100 each, and at most 100 together.")
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.points")

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            _check_director(state, player)
            _check_current(state)
            pairing = state.rounds[-1].named(message.match) if state.rounds else None
            if pairing is None:
                text = Text("The newest round has no match with the id `{match}`.", match=message.match)
                raise CommandRefused(RefusalCode.UNKNOWN_MATCH, text, "$.match")
            if (pairing.halves, pairing.ruling) == (halves, message.why):
                return ()
            return (Ruled(at=self._now(), match=message.match, halves=halves, by=player, why=message.why),)

        return await self._changed(message.tournament, decide)

    async def remove(self, player: PlayerId, message: RemoveEntrant) -> TournamentShown:
        """Remove a player."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            _check_director(state, player)
            entrant = state.entrants.get(message.player)
            if entrant is None:
                text = Text("This player has not entered the tournament.")
                raise CommandRefused(RefusalCode.UNKNOWN_PLAYER, text, "$.player")
            if entrant.stage is EntrantStage.REMOVED:
                return ()
            _check_current(state)
            return (Removed(at=self._now(), player=message.player, by=player, why=message.why),)

        return await self._changed(message.tournament, decide)

    async def end(self, player: PlayerId, message: EndTournament) -> TournamentShown:
        """End a tournament."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            _check_director(state, player)
            if state.seed is not None:
                return ()
            return (Ended(at=self._now(), seed=record.seed, by=player, why=message.why),)

        return await self._changed(message.tournament, decide)

    async def _changed(
        self, tournament: TournamentId, decide: Callable[[TournamentRecord, Tournament], Sequence[AnyEvent]]
    ) -> TournamentShown:
        return await self._shown(await self._store.change(tournament, decide))

    async def _shown(self, record: TournamentRecord) -> TournamentShown:
        state = state_of(record)
        people = people_of(state)
        accounts = await ACCOUNTS.read_many(self._documents, people)
        return view_of(state, {each: shown_as(each, account) for each, account in zip(people, accounts, strict=True)})

    async def _registered(self, player: Player, text: Text) -> Player:
        """Return a player as stored: a connection learns a moment later that its guest has registered. Raises
        `CommandRefused` for guests."""
        stored = shown_as(player.id, (await ACCOUNTS.read(self._documents, [player.id]))[0])
        if stored.kind is PlayerKind.GUEST:
            raise CommandRefused(RefusalCode.NOT_REGISTERED, text, "$.type")
        return stored

    def _game(self, name: GameName) -> AnyGame:
        game = self._games.get(name)
        if game is None:
            raise unknown_game(name, self._games)
        return game


def _check_entry(state: Tournament, player: Player, locked: str | None) -> None:
    """Raise `CommandRefused` if a player may not enter with this deck."""
    _check_current(state)
    before = state.entrants.get(player.id)
    if before is not None and before.stage is EntrantStage.REMOVED:
        text = Text("The director has removed you from this tournament.")
        raise CommandRefused(RefusalCode.TOURNAMENT_CLOSED, text, "$.tournament")
    if before is None and not state.takes_entries:
        raise _wrong_stage(Text("Half of the rounds are paired: nobody can enter any more."), "$.tournament")
    if before is not None and state.rounds and before.deck_hash != locked:
        raise _wrong_stage(Text("Decks are locked since the first round: come back with the same deck."), "$.deck")
    if player.kind is PlayerKind.BOT and not state.settings.bots:
        raise _wrong_stage(Text("Programs cannot enter this tournament."), "$.tournament")
    if before is None and len(state.entrants) >= state.settings.most_entrants:
        text = Text("The tournament is full: it has {most} players.", most=state.settings.most_entrants)
        raise CommandRefused(RefusalCode.TOO_MANY, text, "$.tournament", remaining=0)


def _check_current(state: Tournament) -> None:
    if state.stage in (TournamentStage.ENDED, TournamentStage.CANCELLED):
        raise _wrong_stage(Text("This tournament is over."), "$.tournament")


def _check_director(state: Tournament, player: PlayerId) -> None:
    if state.director != player:
        text = Text("Only the director of this tournament may do this.")
        raise CommandRefused(RefusalCode.NOT_THE_DIRECTOR, text, "$.tournament")


def _wrong_stage(text: Text, where: str) -> CommandRefused:
    return CommandRefused(RefusalCode.TOURNAMENT_CLOSED, text, where)
