"""Of every game that is offered it is judged what its viewers may not know."""

from collections.abc import Callable
from typing import Any

import pytest
from client.conformance.broken_server import BrokenServer, Fault, Message
from client.conformance.server_faults import changed_update
from quarterdeck_client.conformance.points import Verdict
from quarterdeck_client.conformance.servers.redaction import NOBODYS, OWN
from quarterdeck_client.conformance.servers.server_check import check_server
from quarterdeck_games import GAMES
from servers import live_server

FOR_TWO = sorted(name for name, game in GAMES.items() if game.listed and 2 in game.seats)


async def judged(fault: Fault) -> list[str]:
    """Return what is said of a server of ours that is broken so."""
    async with live_server(luck=1) as server, BrokenServer(server.url, fault).running() as url:
        report = await check_server(url, only=["redaction"], patience=60.0)
    [finding] = report.findings
    assert (finding.verdict is Verdict.PASSED) is (not finding.words)
    return list(finding.words)


def of(game: str, change: Callable[[Message], Any]) -> Callable[[Message], Any]:
    return lambda update: change(update) if update["game"] == game and update["result"] is None else None


@pytest.mark.parametrize("game", FOR_TWO)
async def test_anything_that_a_spectator_of_any_game_alone_is_told_is_too_much(game: str) -> None:
    words = await judged(changed_update(of(game, lambda update: update["view"].update(peeked=["a card"])), None))
    assert words == [f"In {game}, a spectator was told `view.peeked` as not both seats were."]


@pytest.mark.parametrize(
    ("game", "kind", "field"),
    [("density-deck", "drew", "card"), ("amfibido", "sensei_dealt", "senseis"), ("myacards", "hand_dealt", "cards")],
)
async def test_anything_that_another_seat_was_dealt_is_too_much(game: str, kind: str, field: str) -> None:
    def tell(update: Message) -> None:
        for event in update["events"]:
            if event["type"] == kind:
                event[field] = "a card"

    words = await judged(changed_update(of(game, tell), 1))
    assert words == [f"In {game}, seat 1 was told `{field}` of `{kind}` of another seat."]


def test_every_event_and_field_that_is_written_down_is_one_of_the_game() -> None:
    for secrets in (OWN, NOBODYS):
        for game, events in secrets.items():
            kinds = {kind.__struct_config__.tag: kind for kind in GAMES[game].published_events.__args__}
            for kind, fields in events.items():
                assert set(fields) <= set(kinds[kind].__struct_fields__), (game, kind)
