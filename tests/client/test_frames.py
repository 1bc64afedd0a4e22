"""What no server could answer is refused by the SDK itself, with its documented error, before anything is sent."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from quarterdeck_client import Client, RefusedError, UsageError
from quarterdeck_client.fields import Fields
from quarterdeck_client.frames import check_share, frame_of, json_of
from quarterdeck_client.game_types import _encoded
from quarterdeck_client.lobby.moderation import Moderators
from quarterdeck_protocol.lobby.chat import Say, Where
from quarterdeck_protocol.lobby.matchmaking import Seek, SoughtGame
from quarterdeck_protocol.lobby.tables import ListTables
from quarterdeck_protocol.names import GameName, PlayerId, Ref, TableId
from quarterdeck_protocol.refusals import RefusalCode
from servers import SOON, LiveServer

HALF = "half \ud83d"


def refused(error: RefusedError) -> tuple[RefusalCode, str | None]:
    return error.code, error.where


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (Say(where=Where.LOBBY, text=HALF), "$.text"),
        (Seek(games=(GameName("tiny"), SoughtGame(game=GameName("amiibart"), deck=HALF))), "$.games[1].deck"),
        (ListTables(ref=Ref(HALF)), "$.ref"),
        (ListTables(ref=Ref("")), "$.ref"),
        (ListTables(ref=Ref("r" * 65)), "$.ref"),
        (ListTables(ref=7), "$.ref"),  # type: ignore[arg-type]  # as it may come from somewhere else
    ],
)
def test_a_command_that_no_server_could_answer_is_refused_with_its_place(command: Any, where: str) -> None:
    with pytest.raises(RefusedError) as error:
        frame_of(command)
    assert refused(error.value) == (RefusalCode.MALFORMED, where)


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"note": HALF}, "$.action.note"),
        ({HALF: 1}, "$.action"),
        ({"cells": [1, (2, HALF)]}, "$.action.cells[1][1]"),
        (Fields({"note": HALF}), "$.action.note"),
    ],
)
def test_so_is_a_part_that_a_game_reads(value: Any, where: str) -> None:
    with pytest.raises(RefusedError) as error:
        json_of(value, "$.action", lambda each: each.as_json())
    assert refused(error.value) == (RefusalCode.MALFORMED, where)


def _circular() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


@pytest.mark.parametrize(
    "value", [object(), _circular(), {"note": object()}, {(1, 2): 3}, 1j], ids=["object", "circle", "part", "key", "1j"]
)
def test_a_value_that_is_not_json_is_a_mistake_of_the_program(value: Any) -> None:
    for hook in (None, _encoded):
        with pytest.raises(UsageError, match=r"`\$.action` cannot be sent as JSON"):
            json_of(value, "$.action", hook)
    with pytest.raises(UsageError):
        frame_of(Say(where=Where.LOBBY, text=value))


def test_whole_characters_are_written_as_they_are() -> None:
    assert json_of({"note": "\U0001f600 whole"}, "$") == '{"note":"\U0001f600 whole"}'.encode()


@pytest.mark.parametrize("share", [HALF, "x" * 65])
def test_a_share_of_entropy_that_could_not_be_revealed_is_not_bound(share: str) -> None:
    with pytest.raises(RefusedError) as error:
        check_share(share)
    assert refused(error.value) == (RefusalCode.MALFORMED, "$.entropy")
    check_share("\U0001f600" * 64)


async def test_anything_that_takes_a_text_raises_the_documented_error_and_the_client_goes_on(
    server: LiveServer,
) -> None:
    async with asyncio.timeout(SOON), Client(server.url, name="Ada") as ada:
        table = await ada.tables.open("tiny")
        calls: list[Callable[[], Awaitable[Any]]] = [
            lambda: ada.chat.say(Where.LOBBY, HALF),
            lambda: ada.tables.read_deck("amiibart", f"4 {HALF}"),
            lambda: ada.tables.open("tiny", options={"note": HALF}),
            lambda: ada.tables.ready(table.id, HALF),
            lambda: ada.tables.sit(TableId(HALF)),
            lambda: ada.account.register(HALF, "a long walk by the sea"),
            lambda: ada.transcript(HALF),
            lambda: ada.cards(HALF),
            lambda: Moderators(server.url, "none").rename(PlayerId("p"), HALF, "because"),
            lambda: Moderators(server.url, "none").named(HALF),
        ]
        for call in calls:
            with pytest.raises(RefusedError):
                await call()
        assert (await ada.find_cards(HALF)).total == 0
        assert (await ada.tables.list())[0].id == table.id


async def test_a_name_with_half_a_character_lets_nobody_in(server: LiveServer) -> None:
    with pytest.raises(RefusedError) as error:
        async with Client(server.url, name=HALF):
            raise AssertionError("somebody is in")
    assert refused(error.value) == (RefusalCode.MALFORMED, "$.name")
