"""A pause of all servers over two processes: nothing begins in either, what runs goes on to its end, and it is told."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from scrapes import scraped, series
from servers import Line, Message
from web.moderators_office import Office, offices

ON = {"is_on": True, "why": "a new version"}
OFF = {"is_on": False, "why": "done"}


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with offices() as office:
        yield office


async def opened_by(line: Line) -> Message:
    """Return a table of two seats at which this player sits."""
    table: Message = (await line.ask({"type": "open_table", "game": "tiny", "seats": 2, "ref": "opened"}))["table"]
    return table


async def ready_at(line: Line, table: Message) -> Message:
    """Return what somebody is answered who is ready there."""
    return await line.ask({"type": "ready", "table": table["id"]})


async def play_out(match: str, *lines: Line) -> None:
    """Let those who sit there play a match to its end."""
    for line in lines:
        await line.ask({"type": "watch_match", "match": match})
    answer = await lines[0].ask({"type": "resign", "match": match})
    assert answer["result"] is not None
    for line in lines[1:]:
        await line.until(lambda heard: heard["type"] == "update" and heard["result"] is not None)


async def settled(office: Office) -> None:
    """Wait until every match that has ended is."""
    while (await office.ask("pause"))[1]["running"]:  # noqa: ASYNC110 - it is settled behind everybody's back
        await asyncio.sleep(0.01)


async def test_nothing_begins_in_any_process_and_what_runs_goes_on_to_its_end(office: Office) -> None:
    running, waiting = await opened_by(office.bo), (await office.admin.ask({"type": "open_table", "game": "tiny"}))
    await office.admin.ask({"type": "sit", "table": running["id"]})
    await ready_at(office.admin, running)
    match = (await ready_at(office.bo, running))["table"]["match"]
    status, deed = await office.ask("pause", {**ON, "ref": "1"})
    assert (status, deed["what"], deed["by"]["name"], deed["whom"]) == (200, "pause", "Ada", None)
    status, stands = await office.ask("pause")
    assert (stands["is_on"], stands["running"], stands["by"]["name"]) == (True, 1, "Ada")
    refused = [
        await office.bo.ask({"type": "open_table", "game": "tiny"}),
        await office.bo.ask({"type": "seek", "games": ["tiny"]}),
        await ready_at(office.admin, waiting["table"]),
    ]
    assert {each["code"] for each in refused} == {"paused"}
    assert (await office.bo.ask({"type": "open_table", "game": "tiny", "seats": 2, "ref": "opened"}))["table"][
        "id"
    ] == running["id"], "what was done before is answered as before"
    await play_out(match, office.bo, office.admin)
    await settled(office)
    again = await office.bo.ask({"type": "rematch", "table": running["id"]})
    assert again["code"] == "paused"
    assert (await office.ask("pause", {**OFF, "ref": "2"}))[1]["what"] == "resume"
    again = await office.bo.ask({"type": "rematch", "table": running["id"]})
    assert again["table"]["stage"] == "gathering", again


async def test_readiness_and_metrics_tell_it_in_every_process(office: Office) -> None:
    for order, begin in ((ON, True), (OFF, False)):
        await office.ask("pause", order)
        for server in (office.here, office.there):
            pause = server.services.pause
            await pause.refresh()
            ready = {"status": "ready", "new_matches": not begin, "archive": None}
            assert await server.get("/readyz") == (200, ready), "it can serve, whatever begins"
            assert scraped(server)[series("quarterdeck_paused")] == begin


async def test_only_an_admin_may_and_the_same_order_is_carried_out_once(office: Office) -> None:
    status, refused = await office.ask("pause", ON, token=office.bo_token)
    assert (status, refused["code"]) == (403, "missing_role")
    first = await office.ask("pause", {**ON, "ref": "1"})
    await office.ask("pause", {**OFF, "ref": "2"})
    assert await office.ask("pause", {**ON, "ref": "1"}) == first
    assert not (await office.ask("pause"))[1]["is_on"], "an order that comes late again does nothing"
    log = (await office.ask("audit"))[1]
    assert sorted(deed["what"] for deed in log["deeds"]) == ["first_admin", "pause", "resume"]
