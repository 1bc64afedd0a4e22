"""Webhooks of players at a real server reach real receivers, with what each player may know."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, SOON, Line, LiveServer, Message, live_server, soon
from webhook_receivers import Receiver, receiver, status

KEY = "whsec_" + "QUFB" * 8


@contextlib.asynccontextmanager
async def world(
    folder: Path, answer: bytes = status(204), memory: Memory | None = None
) -> AsyncIterator[tuple[LiveServer, Receiver]]:
    """A server whose players have webhooks, also in inner networks, and a receiver."""
    file = folder / "webhooks.toml"
    file.write_text(f'[players]\nkey = "{KEY}"\ninner = true\n')
    async with (
        receiver(lambda _: answer) as receiving,
        live_server(MemoryStore(memory or Memory()), webhooks=str(file)) as server,
    ):
        yield server, receiving


async def signed_up(line: Line, name: str) -> str:
    """Register a player, and return the id."""
    player = (await line.sign_in(name))["player"]["id"]
    await line.ask({"type": "register", "name": name, "password": PASSWORD})
    return str(player)


async def made(line: Line, receiving: Receiver, **subject: str) -> Message:
    """Make a webhook, and return the answer."""
    answer: Message = await line.ask({"type": "create_webhook", "url": receiving.url, **subject})
    return answer


async def played(ada: Line, bo: Line, **options: Message | str | bool) -> Message:
    """Play a match at a new table of Ada until she resigns."""
    table: Message = (await ada.ask({"type": "open_table", "game": "tiny", **options}))["table"]
    entering = {"code": table["code"]} if table["code"] else {"table": table["id"]}
    await bo.ask({"type": "sit", **entering})
    for line in (ada, bo):
        await line.ask({"type": "ready", "table": table["id"]})
    begun = await ada.until(lambda heard: heard.get("table", {}).get("stage") == "playing")
    await ada.ask({"type": "watch_match", "match": begun["table"]["match"]})
    await ada.ask({"type": "resign", "match": begun["table"]["match"]})
    return table


async def test_a_player_is_told_of_a_challenge_and_of_the_end_of_a_match(tmp_path: Path) -> None:
    async with world(tmp_path) as (server, receiving), server.player("Ada") as ada, server.player("Bo") as bo:
        ada_id = await signed_up(ada, "Ada")
        await signed_up(bo, "Bo")
        assert (await made(ada, receiving))["key"].startswith("whsec_")
        await bo.ask({"type": "create_challenge", "player": ada_id, "game": "tiny"})
        await played(ada, bo, access="unlisted")
        told = [request.message for request in await receiving.until(2)]
        assert {each["type"] for each in told} == {"challenge", "match.ended"}
        notices = {each["data"]["notice"]["kind"]: each["data"]["notice"] for each in told}
        assert notices["challenged"]["challenge"]["challenger"]["name"] == "Bo"
        assert notices["match_ended"]["place"] == 2


async def test_a_club_is_told_of_its_tables_and_nobody_who_has_left_it(tmp_path: Path) -> None:
    async with world(tmp_path) as (server, receiving), server.player("Ada") as ada, server.player("Bo") as bo:
        await signed_up(ada, "Ada")
        bo_id = await signed_up(bo, "Bo")
        club = (await ada.ask({"type": "create_club", "name": "Readers", "access": "open"}))["club"]["summary"]["id"]
        await bo.ask({"type": "join_club", "club": club})
        assert (await made(bo, receiving, club=club))["code"] == "not_the_organiser"
        await ada.ask({"type": "set_club_role", "club": club, "player": bo_id, "role": "organiser"})
        await made(bo, receiving, club=club, form="discord", language="de")
        await made(ada, receiving, club=club)
        opening = {"type": "open_table", "game": "tiny", "club": club}
        await ada.ask({**opening, "ref": "1"})
        assert any("eröffnet" in each.body for each in await receiving.until(2))
        await ada.ask({"type": "set_club_role", "club": club, "player": bo_id, "role": "member"})
        for number, ref in enumerate(("2", "3")):
            table = (await ada.ask({**opening, "ref": ref}))["table"]["id"]
            requests = await receiving.until(3 + number)
            assert requests[-1].message["data"]["table"] == table
        assert len([each for each in receiving.requests if "content" in each.message]) == 1, "Bo organises no more"


async def test_a_webhook_of_a_table_tells_its_matches_in_order(tmp_path: Path) -> None:
    async with world(tmp_path) as (server, receiving), server.player("Ada") as ada, server.player("Bo") as bo:
        await signed_up(ada, "Ada")
        await signed_up(bo, "Bo")
        table = (await ada.ask({"type": "open_table", "game": "tiny", "access": "unlisted"}))["table"]
        assert (await made(bo, receiving, table=table["id"]))["code"] == "unknown_table"
        await made(ada, receiving, table=table["id"])
        await bo.ask({"type": "sit", "code": table["code"]})
        for line in (ada, bo):
            await line.ask({"type": "ready", "table": table["id"]})
        match = (await ada.until(lambda heard: heard.get("table", {}).get("stage") == "playing"))["table"]["match"]
        await ada.ask({"type": "watch_match", "match": match})
        await ada.ask({"type": "resign", "match": match})
        data = [(each.message["type"], each.message["data"]["seq"]) for each in await receiving.until(2)]
        assert data == [("match.begun", 1), ("match.ended", 2)]


async def test_its_owner_is_told_when_a_webhook_is_disabled_and_reads_its_dead_letters(tmp_path: Path) -> None:
    async with world(tmp_path, status(410)) as (server, receiving), server.player("Ada") as ada:
        async with server.player("Bo") as bo:
            await signed_up(ada, "Ada")
            hook = (await made(ada, receiving))["webhook"]["id"]
            await ada.ask({"type": "watch_notices"})
            await played(ada, bo)
        heard = await ada.until(lambda heard: heard.get("notice", {}).get("kind") == "webhook_disabled")
        assert (heard["notice"]["webhook"], heard["notice"]["reason"]) == (hook, "410")
        (shown,) = (await ada.ask({"type": "list_webhooks"}))["webhooks"]
        assert (shown["disabled_at"] is not None, shown["why"]) == (True, "410")
        change = {"type": "change_webhook", "webhook": hook}
        first = (await ada.ask({**change, "change": "rotate"}))["key"]
        assert (await ada.ask({**change, "change": "rotate"}))["key"] != first
        assert (await ada.ask({**change, "change": "enable"}))["webhook"]["disabled_at"] is None
        exported = await ada.ask({"type": "get_export"})
        assert [each["url"] for each in exported["webhooks"]] == [receiving.url]
        assert (await ada.ask({**change, "change": "delete"}))["webhook"] is None
        assert (await ada.ask({**change, "change": "replay"}))["code"] == "unknown_webhook"


async def test_nothing_of_a_deleted_account_is_kept(tmp_path: Path) -> None:
    memory = Memory()
    async with world(tmp_path, status(500), memory) as (server, receiving), server.player("Ada") as ada:
        async with server.player("Bo") as bo:
            await signed_up(ada, "Ada")
            await made(ada, receiving)
            await played(ada, bo)
        await receiving.until(1)
        await ada.ask({"type": "delete_account", "password": PASSWORD})

        def is_clean() -> bool:
            return {key.kind for key in memory.documents._documents}.isdisjoint({"webhook", "player_webhooks"})

        async with asyncio.timeout(SOON):
            await soon(is_clean)
