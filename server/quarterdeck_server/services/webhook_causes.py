"""Causes of webhooks: tables that open, and matches that begin and end, as far as everybody may know of them."""

from collections.abc import Callable, Mapping

from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.names import GameName, Milliseconds

from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites
from quarterdeck_server.lobby.ratings.match_results import FinishedMatch, MatchResultRecord
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.webhooks.hook_messages import Happening, players_of
from quarterdeck_server.lobby.webhooks.hooks import HookEvent
from quarterdeck_server.lobby.webhooks.outbox import Outbox


class WebhookCauses:
    """Writes the events of webhooks in the commits of their causes."""

    def __init__(self, outbox: Outbox, games: Mapping[str, AnyGame], now: Callable[[], Milliseconds]) -> None:
        self._outbox = outbox
        self._games = games
        self._now = now

    def of_table(self, table: TableRecord) -> ExtraWrites:
        """Return the writes about a table that was opened, or whose match begins."""
        if table.access is not Access.PUBLIC:
            return NOTHING
        seated = [place.player for place in table.places if place.player is not None]
        begins = table.stage is TableStage.PLAYING
        if not begins and (table.is_sought or len(seated) == len(table.places)):
            return NOTHING  # quick match has opened it for players that it has found already
        if begins and not table.spectators:
            return NOTHING
        now = self._now()
        return self._outbox.written(
            Happening(
                kind=HookEvent.MATCH_BEGUN if begins else HookEvent.TABLE_OPENED,
                at=now,
                visible_from=now,
                game=table.game,
                title=self._title(table.game),
                table=table.id,
                match=table.match if begins else None,
                seq=1,
                players=players_of(seated),
                free=None if begins else len(table.places) - len(seated),
                rated=table.rated,
            )
        )

    def of_match(self, finished: FinishedMatch, result: MatchResultRecord) -> ExtraWrites:
        """Return the writes about a match that has ended. They are sent when spectators may know the result."""
        if not finished.is_public:
            return NOTHING
        places = () if finished.result is None else finished.result.places
        return self._outbox.written(
            Happening(
                kind=HookEvent.MATCH_ENDED,
                at=finished.ended,
                visible_from=max(finished.ended, finished.others_from),
                game=finished.game,
                title=self._title(finished.game),
                table=finished.table,
                match=finished.match,
                seq=2,
                players=players_of(finished.players, places),
                rated=result.unrated is None,
            )
        )

    def _title(self, game: GameName) -> str:
        found = self._games.get(game)
        return game if found is None else found.title
