"""Tournaments in three worlds: while results are hidden, everything that anybody may ask is the same, whoever has won,
and also if no match has ended.

The files, the lists, the notices (from which webhooks of players derive), the bounds of final places and the tables of
other players are compared.
"""

import copy
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from lobby.tournament_world import TournamentWorld, refused
from quarterdeck_protocol.lobby.notices import NoticeKind
from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.lobby.tournaments import TournamentFormat, TournamentId
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables.hidden_ends import seen_by
from quarterdeck_server.lobby.tables.model import shown as shown_table
from quarterdeck_server.lobby.tournaments.reports.tournament_report import Edition, has_report, report_of
from quarterdeck_server.lobby.tournaments.tournament_files import pairings_csv, standings_csv
from quarterdeck_server.lobby.tournaments.tournament_pages import Page

DELAY = 30_000
FORMATS: dict[str, dict[str, Any]] = {
    "swiss": {},
    "accelerated": {"accelerated": True},
    "series": {"best_of": 3},
    "when ready": {"when_ready": True, "between_rounds": None},
    "cut": {"rounds": 1, "cut_to": 2},
    "round robin": {"format": TournamentFormat.ROUND_ROBIN, "rounds": 5, "most_entrants": 6},
    "bracket": {"format": TournamentFormat.SINGLE_ELIMINATION, "third_place": True, "most_entrants": 8},
    "double": {"format": TournamentFormat.DOUBLE_ELIMINATION, "rounds": 12, "most_entrants": 6},
    "pods": {"format": TournamentFormat.PODS, "game": "density-deck"},
    "arena": {"format": TournamentFormat.ARENA, "rounds": 1, "duration": 3_600_000},
}


def _another(world: TournamentWorld) -> TournamentWorld:
    """Return a world that goes on from how this one stands."""
    other = TournamentWorld()
    other.hand.time = world.hand.time
    vars(other.store.memory.documents).update(copy.deepcopy(vars(world.store.memory.documents)))
    other.begun += world.begun
    other.over |= world.over
    return other


async def _answers(world: TournamentWorld, id_: TournamentId, players: list[Player]) -> Mapping[str, bytes]:
    """Return all that anybody may ask about a tournament."""
    shown = await world.service.shown(id_, is_whole=True)
    answers = {
        "list": msgspec.json.encode(await world.service.listed()),
        "standings": standings_csv(shown).encode(),
        "pairings": pairings_csv(shown).encode(),
        "begun": msgspec.json.encode(world.begun),
    }
    for edition in Edition if has_report(shown) else ():
        answers[edition.name] = str(report_of(shown, edition)).encode()
    for player in players:
        answers[f"shown to {player.id}"] = msgspec.json.encode(await world.service.shown(id_, player.id))
        for from_row in (1, 2, 4):
            page = Page(rows=2, from_row=from_row, from_pairing=from_row)
            rows = await world.service.shown(id_, player.id, page=page)
            answers[f"rows from {from_row} shown to {player.id}"] = msgspec.json.encode(rows)
        inbox = await world.inboxes.page(player.id)  # players know how their own matches have ended
        notices = [each for each in inbox.notices if each.kind is not NoticeKind.MATCH_ENDED]
        answers[f"notices of {player.id}"] = msgspec.json.encode(notices)
    try:
        await world.service.check_in(players[0].id, id_, 2)
        answers["ready"] = b"yes"
    except CommandRefused as refusal:
        answers["ready"] = f"{refusal.code} {refusal.where}".encode()
    tables = world.process.rounds._matches._tables
    for opened in world.begun:
        table = await tables.repository.find(TableId(opened.match))
        assert table is not None
        for viewer in (None, *(each.id for each in players if each not in opened.players)):
            seen = shown_table(seen_by(table, viewer, world.hand()), to=viewer)
            assert (seen.tournament, seen.spectator_delay) == (id_, SpectatorDelay.HALF_A_MINUTE)
            answers[f"table of {opened.match} shown to {viewer}"] = msgspec.json.encode(seen)
    if shown.seed is None:
        assert (await refused(world.service.logged(id_)))[1] == "?as"
    return answers


@pytest.mark.parametrize("name", FORMATS)
async def test_nothing_tells_who_has_won_before_the_delay(name: str) -> None:
    start = TournamentWorld()
    players = [await start.lobby.somebody() for _ in range(6)]
    delay = SpectatorDelay.HALF_A_MINUTE
    id_ = (await start.made(players[0], spectator_delay=delay, **FORMATS[name])).summary.id
    await start.joined(id_, players)
    await start.order(players[0], id_, 1)
    await start.sweep()
    assert start.begun
    worlds = start, _another(start), _another(start)
    for world, step in zip(worlds[:2], (1, -1), strict=True):
        for opened in list(world.begun):
            await world.finish(opened, [*range(1, len(opened.players) + 1)][::step], hidden=DELAY)
            await world.process.rounds._matches._tables.sweeper.match_over(TableId(opened.match), opened.match)
    for step in (0, 1, DELAY // 2, DELAY // 2 - 2):
        for world in worlds:
            world.hand.move(step)
            await world.sweep()
        here, *others = [await _answers(world, id_, players) for world in worlds]
        for there in others:
            assert here == there, [each for each in here if here[each] != there[each]]
    for world in worlds:
        await world.move_on()
    here, *others = [await _answers(world, id_, players) for world in worlds]
    assert here not in others, "afterwards the worlds differ"
