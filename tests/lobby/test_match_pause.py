"""A pause as each process keeps to it, whether it has heard of it or not."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from quarterdeck_server.lobby import match_pause
from servers import Line, Message, soon
from web.moderators_office import Office, offices

ON = {"is_on": True, "why": "a new version"}
OFF = {"is_on": False, "why": "done"}


@pytest.fixture
async def office(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Office]:
    """Two processes that look for a pause by themselves once, and then only when they are told."""
    monkeypatch.setattr(match_pause, "SECONDS_BETWEEN_READS", 3600.0)
    async with offices() as office:
        yield office


async def opened_by(line: Line) -> Message:
    """Return a table of two seats at which this player sits."""
    table: Message = (await line.ask({"type": "open_table", "game": "tiny", "seats": 2, "ref": "opened"}))["table"]
    return table


async def ready_at(line: Line, table: Message) -> Message:
    """Return what somebody is answered who is ready there."""
    return await line.ask({"type": "ready", "table": table["id"]})


async def let_begin(line: Line, command: Message) -> Message:
    """Return what is answered to a command once its process has heard that matches begin again."""
    while True:
        answer = await line.ask({name: value for name, value in command.items() if name != "ref"})
        if answer.get("code") != "paused":
            return answer
        await asyncio.sleep(0.01)


def knows_of_it(office: Office) -> bool:
    """Whether the process where the player is knows of a pause."""
    return office.there.services.pause.is_on


async def test_a_process_that_has_not_heard_of_it_begins_nothing(office: Office) -> None:
    table = await opened_by(office.bo)
    await office.admin.ask({"type": "sit", "table": table["id"]})
    await ready_at(office.admin, table)
    office.stores[1].noting.is_deaf = True
    await office.ask("pause", ON)
    assert not knows_of_it(office)
    assert (await ready_at(office.bo, table))["code"] == "paused"
    assert knows_of_it(office), "by what it was answered"
    assert (await office.ask("pause"))[1]["running"] == 0
    await office.ask("pause", OFF)
    office.stores[1].noting.is_deaf = False
    office.memory.leave()
    office.memory.come_back()
    answer = await let_begin(office.bo, {"type": "ready", "table": table["id"]})
    assert answer["table"]["stage"] == "playing"


async def test_players_read_the_reason_and_the_expected_end_until_the_pause_is_over(office: Office) -> None:
    details = {"reason": "A new version comes.", "until": 1_900_000_000_000}
    await office.bo.ask({"type": "hello", "client": "test"})
    for order, told in (
        ({**ON, **details}, details),
        ({**ON, "reason": "It takes longer."}, {"reason": "It takes longer.", "until": None}),
        (ON, None),
        ({**ON, **details}, details),
        ({**OFF, **details}, None),
    ):
        await office.ask("pause", order)
        heard = await office.bo.until(lambda each: bool(each["type"] == "pause_changed"))
        assert (heard["paused"], heard["pause"]) == (order["is_on"], told)
        assert (await office.bo.ask({"type": "hello", "client": "test"}))["pause"] == told
        assert (await office.ask("pause"))[1]["details"] == told


async def test_a_reason_must_be_one_visible_line(office: Office) -> None:
    for reason in ("a\nb", " ", "\u200b"):
        status, answer = await office.ask("pause", {**ON, "reason": reason})
        assert (status, answer["code"], answer["where"]) == (400, "text_not_allowed", "$.reason")
    assert not knows_of_it(office)


async def test_a_bot_that_would_be_the_last_one_does_not_begin_it(office: Office) -> None:
    table = await opened_by(office.bo)
    await ready_at(office.bo, table)
    await office.ask("pause", ON)
    add = {"type": "add_bot", "table": table["id"], "bot": "random"}
    assert (await office.bo.ask(add))["code"] == "paused"
    await office.ask("pause", OFF)
    answer = await let_begin(office.bo, add)
    assert answer["table"]["stage"] == "playing"


def tells(*, paused: bool) -> Callable[[Message], bool]:
    """Return what knows the news that a pause has begun, or ended."""
    return lambda heard: heard["type"] == "pause_changed" and heard["paused"] is paused


async def test_a_player_who_is_connected_hears_when_it_begins_and_when_it_ends(office: Office) -> None:
    async with office.there.line() as stranger, office.there.line() as silent:
        for line in (office.bo, stranger):
            assert (await line.ask({"type": "hello"}))["paused"] is False
        await office.ask("pause", ON)
        for line in (office.bo, stranger):
            await line.until(tells(paused=True))
        assert (await silent.ask({"type": "hello"}))["paused"] is True, "who comes later is told at once"
        await office.ask("pause", ON)
        await office.ask("pause", OFF)
        for line in (office.bo, stranger, silent):
            heard = await line.until(lambda heard: heard["type"] == "pause_changed")
            assert heard["paused"] is False, "nobody is told twice"


async def test_a_player_who_has_heard_of_it_by_the_way_tells_it_too(office: Office) -> None:
    table = await opened_by(office.bo)
    await office.bo.ask({"type": "hello"})
    await office.bo.ask({"type": "add_bot", "table": table["id"], "bot": "random"})
    office.stores[1].noting.is_deaf = True
    await office.ask("pause", ON)
    assert (await ready_at(office.bo, table))["code"] == "paused"
    assert any(tells(paused=True)(heard) for heard in office.bo.heard)


async def test_a_pause_of_one_process_is_told_there_and_one_of_the_house_besides_it_changes_nothing(
    office: Office,
) -> None:
    assert (await office.bo.ask({"type": "hello"}))["paused"] is False
    office.there.services.pause.set_here(True)
    await office.bo.until(tells(paused=True))
    await office.ask("pause", ON)
    await soon(lambda: office.there.services.pause.is_on_everywhere)
    office.there.services.pause.set_here(False)
    assert await office.bo.quiet() == []
    await office.ask("pause", OFF)
    await office.bo.until(tells(paused=False))


async def test_a_player_who_has_left_is_told_nothing(office: Office) -> None:
    pause = office.there.services.pause
    async with office.there.line() as line:
        await line.ask({"type": "hello"})
        assert pause.subscribers == 1
    await soon(lambda: pause.subscribers == 0)
