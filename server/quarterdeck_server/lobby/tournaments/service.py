"""Commands of players about tournaments. Each appends events to the log of one tournament, in one commit."""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec import UNSET
from quarterdeck_games import AnyGame
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.lobby.tournaments import (
    LONGEST_NAME,
    CreateTournament,
    EntrantStage,
    JoinTournament,
    TournamentEntry,
    TournamentId,
    TournamentSummary,
)
from quarterdeck_protocol.lobby.tournaments import Tournament as TournamentShown
from quarterdeck_protocol.names import GameName, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import Player, PlayerKind
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, touched
from quarterdeck_server.lobby.chance import Chance, id_by
from quarterdeck_server.lobby.clubs.memberships import ClubMemberships
from quarterdeck_server.lobby.collections import ExtraWrites, again
from quarterdeck_server.lobby.documents import DocumentStore, Unchanged
from quarterdeck_server.lobby.moderation.audit import AUDIT_ENTRIES, inspection_mark
from quarterdeck_server.lobby.ratings.lookup import RatingLookup
from quarterdeck_server.lobby.tables import setups
from quarterdeck_server.lobby.tables.model import reused
from quarterdeck_server.lobby.tournaments.appeals.service import Appeals
from quarterdeck_server.lobby.tournaments.director_orders import (
    TOO_LATE,
    ByRole,
    DirectorOrders,
    check_current,
    check_going_on,
    said,
    wrong_stage,
)
from quarterdeck_server.lobby.tournaments.draws import deck_hash
from quarterdeck_server.lobby.tournaments.format_rules import settings_of
from quarterdeck_server.lobby.tournaments.formats.next_field import waits_for_players
from quarterdeck_server.lobby.tournaments.sealed.allowed_decks import check_deck
from quarterdeck_server.lobby.tournaments.sealed.sealed_packs import packs_of
from quarterdeck_server.lobby.tournaments.tournament_log import (
    AnyEvent,
    CheckedIn,
    Created,
    Ended,
    Joined,
    Left,
    PlayersEvent,
    Settings,
    TournamentRecord,
)
from quarterdeck_server.lobby.tournaments.tournament_pages import Page
from quarterdeck_server.lobby.tournaments.tournament_readings import TournamentReadings
from quarterdeck_server.lobby.tournaments.tournament_state import (
    HOLDING_A_PLACE,
    SEATS,
    EntrantState,
    Tournament,
    state_of,
)
from quarterdeck_server.lobby.tournaments.tournament_store import TournamentStore
from quarterdeck_server.lobby.tournaments.tournament_view import summary_of

MOST_DIRECTED = 5
"""Limit of tournaments that one person directs at a time, with those of the person's bots."""

MOST_ROWS = 4
"""Limit of players who have entered, with those who have left, for each place of a tournament."""

MOST_ENTRIES = 20
"""Limit of the entries of one person in a tournament, with those after leaving. The log keeps each of them."""


class TournamentService:
    """The tournaments of this server. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        games: Mapping[str, AnyGame],
        ratings: RatingLookup,
        clubs: ClubMemberships,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._store = TournamentStore(documents)
        self._readings = TournamentReadings(documents)
        self.orders = DirectorOrders(documents, self._readings, now)
        self.appeals = Appeals(documents, self.orders, self._readings, now)
        self._games = games
        self._ratings = ratings
        self._clubs = clubs
        self._now = now
        self._chance = chance

    async def listed(self) -> tuple[TournamentSummary, ...]:
        """Return the list of tournaments."""
        return tuple([summary_of((await self._readings.of(each)).state) for each in await self._store.listed()])

    async def shown(
        self,
        tournament: TournamentId,
        viewer: PlayerId | None = None,
        *,
        is_whole: bool = False,
        page: Page | None = None,
    ) -> TournamentShown:
        """Return a tournament as everybody may see it: of an arena the first players, or all if it is to be shown
        `is_whole`, and the viewer's own row. Of a large tournament of another format, only a `page`."""
        _, record = await self._store.read(tournament)
        if viewer is not None and not is_whole:
            return await self._shown(record, viewer, page)
        return await self._readings.shown(record, viewer, is_whole=is_whole, page=page)

    async def _shown(self, record: TournamentRecord, viewer: PlayerId, page: Page | None = None) -> TournamentShown:
        """Return a tournament as one of its players may see it, with the own packs of a sealed one."""
        view, state = await self._readings.shown(record, viewer, page=page), (await self._readings.of(record)).state
        sealed = state.settings.rules.sealed
        if sealed is None or viewer not in state.entrants or self._now() < (state.build_from or 0):
            return view
        return msgspec.structs.replace(view, own_packs=packs_of(record.seed, record.id, viewer, sealed))

    async def logged(self, tournament: TournamentId) -> tuple[TournamentShown, tuple[AnyEvent, ...]]:
        """Return a tournament that has ended, with its log. The owners of programs, and the log of a tournament whose
        name is withheld, stay on the server."""
        _, record = await self._store.read(tournament)
        end = next((each for each in record.log if isinstance(each, Ended)), None)
        if end is None or end.is_withheld is True:
            raise wrong_stage(Text("The log is public after the end of a tournament."), "?as")
        events = (
            msgspec.structs.replace(each, owner=UNSET) if isinstance(each, PlayersEvent) else each
            for each in record.log
        )
        return await self._readings.shown(record, is_whole=True), tuple(events)

    async def of_table(self, table: TableId | None) -> Tournament | None:
        """Return the tournament of a table; `None` for other tables. It is known by the id of the table."""
        id_, dash, _ = (table or "").partition("-")
        record = (await self._store.find(TournamentId(id_))).record if dash else None
        return None if record is None else (await self._readings.of(record)).state

    async def check(self, player: Player, message: CreateTournament) -> None:
        """Raise `CommandRefused` if the player could not make this tournament now."""
        await self._settings(player, message, None)

    async def _settings(
        self, player: Player, message: CreateTournament, role: ByRole | None
    ) -> tuple[Player, Settings]:
        """Return the maker as stored, and the settings. Raises `CommandRefused`."""
        player = await self._registered(player, Text("Guests cannot make tournaments. Create an account first."))
        if message.rated:
            if role is None:
                text = Text("Only moderators can make rated tournaments.")
                raise CommandRefused(RefusalCode.MISSING_ROLE, text, "$.rated")
            await role()
        game = self._game(message.game)
        name = await said(self._documents, player, message.name, LONGEST_NAME, "$.name", self._now())
        settings = settings_of(game, message, name, self._now())
        if message.club is not None and not await self._clubs.includes(message.club, player):
            raise CommandRefused(RefusalCode.UNKNOWN_CLUB, Text("You are in no club with this id."), "$.club")
        return player, settings

    async def create(self, player: Player, message: CreateTournament, *, role: ByRole | None = None) -> TournamentShown:
        """Make a tournament. If the same command is repeated, there is still only one. Only a player with
        the `role` of a moderator can make a rated one."""
        player, settings = await self._settings(player, message, role)
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
            person = player.owner or player.id
            account = await touched(self._documents, person)
            if await self._store.directed_by(person) >= MOST_DIRECTED:
                text = Text(
                    "You and your bots direct {most} tournaments, the limit: end one first.", most=MOST_DIRECTED
                )
                raise CommandRefused(RefusalCode.TOO_MANY, text, "$.type", remaining=0)
            created = Created(
                at=self._now(), by=player.id, owner=player.owner, settings=settings, commitment=commitment
            )
            record = TournamentRecord(id=id_, seed=seed.hex(), ref=message.ref, log=())
            return await self._store.append(seen, record, [created], ExtraWrites((account,)))

        return await self._readings.shown(await again(step))

    async def join(self, player: Player, message: JoinTournament) -> TournamentShown:
        """Let a player enter, come back, or bring another deck before the first round."""
        player = await self._registered(player, Text("Guests cannot enter tournaments. Create an account first."))
        _, record = await self._store.read(message.tournament)
        settings = state_of(record).settings
        game = self._game(settings.game)
        options = msgspec.json.decode(settings.options, type=game.options)
        brought = setups.deck_for(game, SEATS, options, message.deck)
        await check_deck(self._documents, game, record, player, brought, self._now())
        ratings = await self._ratings.public_ratings([player.id], [settings.game])
        rating = ratings[player.id, settings.game].number
        club = settings.rules.club
        is_member = club is None or await self._clubs.includes(club, player)

        async def step() -> TournamentRecord:
            seen, record = await self._store.read(message.tournament)
            state = state_of(record)
            deck = _locked_again(state, record.decks.get(player.id), brought)
            locked = deck if deck is None else deck_hash(record.seed, player.id, deck)
            before = state.entrants.get(player.id)
            if before is not None and before.stage is EntrantStage.IN and before.deck_hash == locked:
                return record
            if before is not None and before.stage is EntrantStage.WAITING and before.deck_hash == locked:
                return record
            _check_entry(state, player, locked)
            has_not_looked = await self._not_looked(state, player)
            is_waiting = before is not None and before.stage is EntrantStage.WAITING
            holds = before is not None and before.stage in HOLDING_A_PLACE
            waits = not holds and (is_waiting or state.is_full)
            if not is_member and (before is None or before.stage is not EntrantStage.IN):
                raise wrong_stage(Text("This tournament is for the members of a club."), "$.tournament")
            if before is None:
                _check_rules(state, player, rating)
            if waits and not is_waiting:
                _check_waiting_list(state)
            decks = {each: kept for each, kept in record.decks.items() if each != player.id}
            with_deck = msgspec.structs.replace(record, decks=decks if deck is None else {**decks, player.id: deck})
            joined = Joined(
                at=self._now(),
                player=player.id,
                rating=rating,
                deck_hash=locked,
                owner=player.owner,
                waits=waits or UNSET,
            )
            own = {each.player for each in _entries_of(state, player)}
            entries = sum(isinstance(each, Joined) and each.player in own for each in record.log)
            if entries >= MOST_ENTRIES:
                text = Text("You have entered this tournament {most} times, which is the limit.", most=MOST_ENTRIES)
                raise CommandRefused(RefusalCode.TOO_MANY, text, "$.tournament", remaining=0)
            return await self._store.append(seen, with_deck, [joined], ExtraWrites((has_not_looked,)))

        return await self._shown(await again(step), player.id)

    async def _not_looked(self, state: Tournament, player: Player) -> Unchanged:
        """Return the condition that a person has not looked at matches of a tournament as a moderator. Raises
        `CommandRefused` for one who has."""
        mark = AUDIT_ENTRIES.key(inspection_mark(state.id, player.owner or player.id))
        if (await self._documents.read([mark]))[0] is not None:
            text = Text("You have looked at matches of this tournament as a moderator: you cannot play in it.")
            raise CommandRefused(RefusalCode.CONFLICT_OF_INTEREST, text, "$.tournament")
        return Unchanged(mark, 0)

    async def check_in(self, player: PlayerId, tournament: TournamentId, round_: int | None = None) -> TournamentShown:
        """Let a player check in before the first round, or be ready for a later one. Repeating it changes nothing."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            entrant, opens = state.entrants.get(player), state.check_in_from
            if entrant is None or entrant.stage is not EntrantStage.IN:
                raise wrong_stage(Text("Enter the tournament before you check in."), "$.tournament")
            if round_ is not None:
                return _readied(state, entrant, round_, self._now())
            if entrant.checked_in:
                return ()
            check_current(state)
            if opens is None or state.begun_rounds or self._now() < opens:
                raise wrong_stage(Text("Nobody checks in to this tournament now."), "$.tournament")
            return (CheckedIn(at=self._now(), player=player),)

        return await self._shown(await self._store.change(tournament, decide), player)

    async def leave(self, player: PlayerId, tournament: TournamentId) -> TournamentShown:
        """Let a player leave. Repeating it changes nothing."""

        def decide(record: TournamentRecord, state: Tournament) -> Sequence[AnyEvent]:
            entrant = state.entrants.get(player)
            if entrant is None or entrant.stage not in {*HOLDING_A_PLACE, EntrantStage.WAITING}:
                return ()
            check_going_on(state, player)
            return (Left(at=self._now(), player=player),)

        return await self._shown(await self._store.change(tournament, decide), player)

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


def _readied(state: Tournament, entrant: EntrantState, round_: int, now: Milliseconds) -> Sequence[AnyEvent]:
    """Return the event of a ready player of a round. Raises `CommandRefused`."""
    if round_ <= max(entrant.ready_for, state.begun_rounds):
        return ()
    check_current(state)
    if state.rounds and not state.rounds[-1].is_over:
        raise wrong_stage(Text("The last round is not over yet."), "$.round")
    if not waits_for_players(state) or round_ != len(state.rounds) + 1:
        raise wrong_stage(Text("No round waits for its players now."), "$.round")
    return (CheckedIn(at=now, player=entrant.player, round=round_),)


def _check_entry(state: Tournament, player: Player, locked: str | None) -> None:
    """Raise `CommandRefused` if a player may not enter with this deck."""
    check_going_on(state, player.id)
    if (player.owner or player.id) in state.deciders:
        text = Text(
            "You have decided about players, results or the time of a round here: you cannot play in this tournament."
        )
        raise CommandRefused(RefusalCode.CONFLICT_OF_INTEREST, text, "$.tournament")
    before, mine = state.entrants.get(player.id), _entries_of(state, player)
    if any(each.stage in {EntrantStage.REMOVED, EntrantStage.DISQUALIFIED} for each in mine):
        text = Text("The director has removed you from this tournament.")
        raise CommandRefused(RefusalCode.TOURNAMENT_CLOSED, text, "$.tournament")
    if before is None and not state.takes_entries:
        raise wrong_stage(TOO_LATE, "$.tournament")
    if before is not None and state.is_running and before.deck_hash != locked:
        raise wrong_stage(Text("Decks are locked since the first round: come back with the same deck."), "$.deck")
    if player.kind is PlayerKind.BOT and not state.settings.bots:
        raise wrong_stage(Text("Programs cannot enter this tournament."), "$.tournament")
    others = [each for each in mine if each is not before]
    if any(each.stage in {EntrantStage.IN, EntrantStage.WAITING} for each in others):
        text = Text("A person enters once, alone or with one bot: another entry of yours must leave first.")
        raise wrong_stage(text, "$.tournament")
    has_packs = state.settings.rules.sealed is not None
    if others and before is None and (state.is_running or state.begun_rounds or has_packs):
        text = Text("A person enters once, alone or with one bot: come back with your first entry.")
        raise wrong_stage(text, "$.tournament")


def _check_rules(state: Tournament, player: Player, rating: int) -> None:
    """Raise `CommandRefused` if the tournament is not for this player."""
    rules = state.settings.rules
    if rules.entry is TournamentEntry.INVITED and player.id not in state.invited:
        raise wrong_stage(Text("This tournament is for invited players."), "$.tournament")
    least, most = rules.least_rating or 0, rules.most_rating
    if rating < least or (most is not None and rating > most):
        text = Text("This tournament is for other ratings: yours is {rating}.", rating=rating)
        raise wrong_stage(text, "$.tournament")


def _check_waiting_list(state: Tournament) -> None:
    """Raise `CommandRefused` if no player can wait for a place."""
    most = state.settings.most_entrants
    if not state.settings.rules.waiting_list or not state.takes_entries or len(state.waiting_list) >= most:
        text = Text("The tournament is full: it has {most} players.", most=most)
        raise CommandRefused(RefusalCode.TOO_MANY, text, "$.tournament", remaining=0)
    if len(state.entrants) >= MOST_ROWS * most:
        text = Text("Too many players have entered this tournament and left it.")
        raise CommandRefused(RefusalCode.TOO_MANY, text, "$.tournament", remaining=0)


def _entries_of(state: Tournament, player: Player) -> list[EntrantState]:
    """Return the entries of a person: the own one, and those of the person's bots."""
    return [each for each in state.entrants.values() if each.owner == (player.owner or player.id)]


def _locked_again(state: Tournament, locked: Deck | None, brought: Deck | None) -> Deck | None:
    """Return the deck of an entry. Since the first round, the locked one stays if the player brings the same cards in
    another form, or nothing."""
    if locked is None or not state.is_running:
        return brought
    is_same = brought is None or _cards(brought) == _cards(locked)
    return locked if is_same else brought


def _cards(deck: Deck) -> tuple[tuple[str, ...], list[str]]:
    return deck.all_cards, sorted(deck.beside)
