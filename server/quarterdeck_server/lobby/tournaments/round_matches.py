"""Matches of a paired round: each has a table, and begins as any other. Its players are notified when it has begun."""

import secrets
from collections.abc import Callable

from quarterdeck_protocol.lobby.notices import Notice, NoticeKind
from quarterdeck_protocol.lobby.tables import Access, ReplayAccess, TableStage
from quarterdeck_protocol.names import MatchId, Milliseconds, PlayerId, TableId
from quarterdeck_protocol.recess import RecessRule
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.undo import UndoRule

from quarterdeck_server.lobby.accounts.accounts import shown_as
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS
from quarterdeck_server.lobby.chance import Chance, fresh_seed
from quarterdeck_server.lobby.collections import again
from quarterdeck_server.lobby.documents import Document, DocumentStore, Unchanged
from quarterdeck_server.lobby.event_bus import notification
from quarterdeck_server.lobby.notices.inbox import EMPTY, INBOXES, NO_ID, added
from quarterdeck_server.lobby.notices.notifications import InboxesChanged
from quarterdeck_server.lobby.ratings.documents import MATCH_RESULTS
from quarterdeck_server.lobby.tables import transitions
from quarterdeck_server.lobby.tables.composition import LobbyTables
from quarterdeck_server.lobby.tables.model import PlaceRecord, TableRecord
from quarterdeck_server.lobby.tournaments.pairing_state import Game
from quarterdeck_server.lobby.tournaments.tournament_log import TournamentRecord
from quarterdeck_server.lobby.tournaments.tournament_state import Tournament


def _is_notified(inbox: Document | None, match: MatchId) -> bool:
    """True if a player has the notice that a match has begun."""
    notices = (INBOXES.of(inbox) or EMPTY).notices
    return any(each.kind is NoticeKind.ROUND_PAIRED and each.match == match for each in notices)


class RoundMatches:
    """Begins the matches of rounds. Everything here raises `CommandRefused` and `Unavailable`."""

    def __init__(
        self,
        documents: DocumentStore,
        tables: LobbyTables,
        now: Callable[[], Milliseconds],
        chance: Chance = secrets,
    ) -> None:
        self._documents = documents
        self._tables = tables
        self._now = now
        self._chance = chance

    async def unless_paused(self) -> Unchanged:
        """Return the condition that no pause of new matches has begun."""
        await self._tables.repository.pause.refresh()
        return await self._tables.repository.pause.unless_paused()

    async def begin(self, record: TournamentRecord, state: Tournament) -> None:
        """Begin all matches of the last round or wave that are due. Idempotent: matches that have begun are left as
        they are."""
        due = state.due_games
        players = [player for each in due for player in each.players]
        accounts = await ACCOUNTS.read_many(self._documents, players)
        known = {each: shown_as(each, account) for each, account in zip(players, accounts, strict=True)}
        for game in due:
            await self._begin(record, state, game, known)

    async def _begin(
        self, record: TournamentRecord, state: Tournament, game: Game, known: dict[PlayerId, Player]
    ) -> None:
        match = game.match

        async def step() -> TableRecord | None:
            table = self._table(record, state, game, known)
            before = await self._tables.repository.find(table.id)
            if before is not None:
                return before
            (result,) = await MATCH_RESULTS.read(self._documents, [match])
            if result is not None:
                return None  # played already, and its table is gone
            await self._tables.repository.write(table, gone=False)
            return table

        async def begun() -> None:
            """Begin the match, and notify its players in the commit that marks it as begun: whoever follows a notice
            finds the match. The sweep of tables, which knows no tournaments, may have begun it; then they are notified
            now."""
            table = await self._tables.repository.find(TableId(match))
            if table is None:
                return
            notice = Notice(
                id=NO_ID,
                kind=NoticeKind.ROUND_PAIRED,
                at=self._now(),
                match=match,
                game=table.game,
                tournament=state.id,
                round=state.begun_rounds,
            )
            stored = await self._documents.read([INBOXES.key(player) for player in game.players])
            inboxes = dict(zip(game.players, stored, strict=True))
            if table.may_begin:
                beside = added(inboxes, [(player, notice) for player in game.players])
                await self._tables.service.begin_seated(table, beside, game.players)
                return
            unnotified = tuple(player for player, inbox in inboxes.items() if not _is_notified(inbox, match))
            if unnotified and table.stage is not TableStage.GATHERING:
                noted = added(inboxes, [(player, notice) for player in unnotified])
                await self._documents.commit(noted.changes, (), notification(InboxesChanged(unnotified)))

        table = await again(step)
        if table is not None:
            await self._tables.service.note_seats(table)
            await again(begun)

    def _table(
        self,
        record: TournamentRecord,
        state: Tournament,
        game: Game,
        known: dict[PlayerId, Player],
    ) -> TableRecord:
        """Return the table of a match, with all players ready."""
        seed, commitment = fresh_seed(self._chance)
        settings = state.settings
        has_decks = any(player in record.decks for player in game.players)
        return transitions.with_host(
            TableRecord(
                id=TableId(game.match),
                game=settings.game,
                options=settings.options,
                time_limit=settings.time_limit,
                places=tuple(
                    PlaceRecord(player=known[player], ready=True, deck=record.decks.get(player))
                    for player in game.players
                ),
                match=game.match,
                seed=seed,
                commitment=commitment,
                opening=commitment,
                opened_at=self._now(),
                access=Access.PUBLIC,
                replays=ReplayAccess.NOBODY if has_decks else None,  # decks are locked: see `replay_access.py`
                undo_rule=UndoRule.NEVER,
                recess=RecessRule.NEVER,
                spectator_delay=settings.rules.spectator_delay,
                rated=settings.rules.rated,
            )
        )
