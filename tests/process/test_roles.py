"""A role says which background work a process does; it serves everything in any case."""

import pytest
from quarterdeck_server.app import SETTLING
from servers import live_server


@pytest.mark.parametrize(
    ("role", "runs_clocks", "looks_after_tables"), [("all", True, True), ("match", True, False), ("lobby", False, True)]
)
async def test_anything_that_a_role_does(role: str, *, runs_clocks: bool, looks_after_tables: bool) -> None:
    async with live_server(role=role) as server, server.player() as ada:
        assert server.services.matches.runs_clocks is runs_clocks
        assert server.services.tables.sweeper.is_started is looks_after_tables
        assert server.app[SETTLING].settles_matches is looks_after_tables
        opened = await ada.ask({"type": "open_table", "game": "tiny"})
        await ada.ask({"type": "add_bot", "table": opened["table"]["id"]})
        began = await ada.ask({"type": "ready", "table": opened["table"]["id"]})
        assert began["table"]["stage"] == "playing"
        assert (await ada.ask({"type": "watch_match", "match": opened["table"]["match"]}))["seat"] == 0
        shown = await ada.ask({"type": "watch_lobby"})
        assert [table["stage"] for table in shown["tables"]] == ["playing"]
