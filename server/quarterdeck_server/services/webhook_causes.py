"""Causes of webhooks: tables that open, and matches that begin and end, as far as everybody may know of them."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_protocol.lobby.tables import Access, TableStage
from quarterdeck_protocol.names import GameName, Milliseconds

from quarterdeck_server.lobby.collections import NOTHING, ExtraWrites
from quarterdeck_server.lobby.ratings.match_results import FinishedMatch, MatchResultRecord, SeatRecord
from quarterdeck_server.lobby.ratings.rating_model import shown
from quarterdeck_server.lobby.tables.model import TableRecord
from quarterdeck_server.lobby.tournaments.tournament_state import Tournament
from quarterdeck_server.lobby.webhooks.hook_messages import Happening, HookPlayer, players_of
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
        seated = [place.player for place in table.places if place.player is not None]
        begins = table.stage is TableStage.PLAYING
        if not begins and (table.is_sought or len(seated) == len(table.places)):
            return NOTHING  # quick match has opened it for players that it has found already
        now = self._now()
        happening = Happening(
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
        is_public = table.access is Access.PUBLIC and (table.spectators or not begins)
        writes = self._outbox.written(happening) if is_public else NOTHING
        if not begins and not table.club:
            return writes  # a webhook of the table cannot be there yet
        return writes.plus(self._outbox.kept_for_players(happening, watched=table.spectators or not begins))

    def of_match(self, finished: FinishedMatch, result: MatchResultRecord) -> ExtraWrites:
        """Return the writes about a match that has ended. They are sent when spectators may know the result."""
        places = () if finished.result is None else finished.result.places
        players = players_of(finished.players, places)
        ended = Happening(
            kind=HookEvent.MATCH_ENDED,
            at=finished.ended,
            visible_from=max(finished.ended, finished.others_from),
            game=finished.game,
            title=self._title(finished.game),
            table=finished.table,
            match=finished.match,
            seq=2,
            players=players,
            rated=result.unrated is None,
        )
        happenings = [ended]
        if result.unrated is None:
            rated = [_rated(*each) for each in zip(players, result.seats, strict=True)]
            happenings.append(replace(ended, kind=HookEvent.MATCH_RATED, seq=3, players=tuple(rated)))
        writes = NOTHING
        for each in happenings:
            if finished.is_public:
                writes = writes.plus(self._outbox.written(each))
            if finished.table is not None:
                writes = writes.plus(self._outbox.kept_for_players(each, watched=finished.has_spectators))
        return writes

    def of_report(self, report: str) -> ExtraWrites:
        """Return the writes about a report to the moderators. They name nobody."""
        now = self._now()
        return self._outbox.written(
            Happening(kind=HookEvent.REPORT_FILED, at=now, visible_from=now, seq=1, report=report)
        )

    def of_tournament(self, state: Tournament, round_: int | None) -> ExtraWrites:
        """Return the writes about a round that is paired, or about the end of a tournament. Of a club's tournament and
        of an arena, whose waves are many, nothing is written."""
        if state.settings.rules.club is not None or (round_ is not None and state.arena is not None):
            return NOTHING
        now = self._now()
        return self._outbox.written(
            Happening(
                kind=HookEvent.TOURNAMENT_ENDED if round_ is None else HookEvent.ROUND_PAIRED,
                at=now,
                visible_from=now,
                game=state.settings.game,
                title=self._title(state.settings.game),
                seq=1,
                tournament=state.id,
                name=state.name,
                round=round_,
            )
        )

    def _title(self, game: GameName) -> str:
        found = self._games.get(game)
        return game if found is None else found.title


def _rated(player: HookPlayer, seat: SeatRecord) -> HookPlayer:
    """Return a player with the ratings before and after a match."""
    if seat.before is None or seat.after is None:
        return player
    return replace(player, before=shown(seat.before).number, rating=shown(seat.after).number)
