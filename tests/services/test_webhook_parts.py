"""Webhooks of players at a real server reach real receivers, with what each player may know."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.webhooks.outbox import DELIVERIES
from quarterdeck_server.storage.memory import Memory, MemoryStore, the_time
from servers import PASSWORD, SOON, Line, LiveServer, Message, live_server, soon
from web.chat_cases import sanctioned
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
    async with (
        world(tmp_path, status(410), memory := Memory()) as (server, receiving),
        receiver(lambda _: status(204)) as another,
        server.player("Ada") as ada,
    ):
        async with server.player("Bo") as bo:
            me = await signed_up(ada, "Ada")
            hook = (await made(ada, receiving))["webhook"]["id"]
            await made(ada, another)
            await ada.ask({"type": "watch_notices"})
            await played(ada, bo)
        heard = await ada.until(lambda heard: heard.get("notice", {}).get("kind") == "webhook_disabled")
        assert (heard["notice"]["webhook"], heard["notice"]["reason"]) == (hook, "410")
        shown = {each["id"]: each for each in (await ada.ask({"type": "list_webhooks"}))["webhooks"]}[hook]
        assert (shown["disabled_at"] is not None, shown["why"]) == (True, "410")
        assert {each.message["type"] for each in await another.until(2)} == {"match.ended", "account"}
        assert told(memory, f"{me}:{hook}") == ["match.ended"], "not of itself, which would be a dead letter"
        change = {"type": "change_webhook", "webhook": hook}
        first = (await ada.ask({**change, "change": "rotate"}))["key"]
        assert (await ada.ask({**change, "change": "rotate"}))["key"] != first
        assert (await ada.ask({**change, "change": "enable"}))["webhook"]["disabled_at"] is None
        exported = await ada.ask({"type": "get_export"})
        assert [each["url"] for each in exported["webhooks"]] == [receiving.url, another.url]
        assert (await ada.ask({**change, "change": "delete"}))["webhook"] is None
        assert (await ada.ask({**change, "change": "replay"}))["code"] == "unknown_webhook"


async def test_a_repeated_command_makes_one_webhook_and_shows_no_later_key(tmp_path: Path) -> None:
    async with world(tmp_path) as (server, receiving), server.player("Ada") as ada:
        await signed_up(ada, "Ada")
        first = await made(ada, receiving, ref="one")
        assert (await made(ada, receiving, ref="one"))["key"] == first["key"]
        noted = (await ada.ask({"type": "get_notices"}))["notices"]
        assert [each["reason"] for each in noted] == ["webhook_added"]
        for other in ({"language": "de"}, {"signature": "ed25519"}, {"form": "discord"}, {"table": "none"}):
            assert (await made(ada, receiving, ref="one", **other))["code"] == "ref_reused", other
        change = {"type": "change_webhook", "webhook": first["webhook"]["id"], "change": "rotate"}
        second = (await ada.ask({**change, "ref": "two"}))["key"]
        assert second != first["key"]
        assert (await ada.ask({**change, "ref": "two"}))["key"] == second, "the first key signs for a day"
        assert (await made(ada, receiving, ref="one"))["key"] is None
        assert (await ada.ask({**change, "ref": "three"}))["key"] not in (first["key"], second)


WRONG = (
    "javascript:alert(1)",
    "file:///etc/passwd",
    "https://",
    "https://a b",
    "https://a.example:99999",
    "http://a@b",
)


async def test_addresses_of_inner_networks_are_addresses_too(tmp_path: Path) -> None:
    async with world(tmp_path) as (server, _), server.player("Ada") as ada:
        await signed_up(ada, "Ada")
        for url in WRONG:
            refused = await ada.ask({"type": "create_webhook", "url": url})
            assert (refused["code"], refused["where"]) == ("malformed", "$.url"), url


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


async def begun(table: Message, *lines: Line) -> str:
    """Begin a match of the players at a table, the first of whom watches it. Return the match."""
    for line in lines:
        await line.ask({"type": "ready", "table": table["id"]})
    shown = await lines[0].until(
        lambda heard: heard.get("table", {}).get("id") == table["id"] and heard["table"]["stage"] == "playing"
    )
    await lines[0].ask({"type": "watch_match", "match": shown["table"]["match"]})
    return str(shown["table"]["match"])


def told(memory: Memory, player: str) -> list[str]:
    """Return the types of all events that were written for the webhooks of a player."""
    documents = memory.documents._documents.items()
    written = [DELIVERIES.of(each.document) for key, each in documents if key.kind == "webhook"]
    return [each.kind for each in written if each is not None and each.hook.startswith(f"own:{player}")]


async def test_a_webhook_ends_with_the_access_of_its_player(tmp_path: Path) -> None:
    ahead = [0]
    memory = Memory(lambda: Milliseconds(the_time() + ahead[0]))
    async with contextlib.AsyncExitStack() as stack:
        server, receiving = await stack.enter_async_context(world(tmp_path, memory=memory))
        ada, bo, cy, di = [await stack.enter_async_context(server.player(name)) for name in ("Ada", "Bo", "Cy", "Di")]
        await signed_up(ada, "Ada")
        bo_id, _, di_id = [await signed_up(line, name) for line, name in ((bo, "Bo"), (cy, "Cy"), (di, "Di"))]
        table = (await ada.ask({"type": "open_table", "game": "tiny", "access": "unlisted"}))["table"]
        await bo.ask({"type": "sit", "code": table["code"]})
        for line in (ada, bo):
            await made(line, receiving, table=table["id"])
        await ada.ask({"type": "kick", "table": table["id"], "seat": 1})
        await cy.ask({"type": "sit", "code": table["code"]})
        match = await begun(table, ada, cy)
        await ada.ask({"type": "resign", "match": match})
        await receiving.until(2)
        assert told(memory, bo_id) == [], "thrown out"
        club = (await di.ask({"type": "create_club", "name": "Readers", "access": "open"}))["club"]["summary"]["id"]
        for line in (ada, bo, cy):
            await line.ask({"type": "join_club", "club": club})
        await di.ask({"type": "set_club_role", "club": club, "player": bo_id, "role": "organiser"})
        for line in (bo, di):
            await made(line, receiving, club=club)
        await cy.ask({"type": "avoid", "player": bo_id, "how": "block"})
        opening = {"type": "open_table", "game": "tiny", "club": club, "spectator_delay": "30s"}
        table = (await ada.ask(opening))["table"]
        await receiving.until(4)
        assert told(memory, bo_id) == ["table.opened"]
        await cy.ask({"type": "sit", "table": table["id"]})
        match = await begun(table, cy, ada)
        await cy.ask({"type": "resign", "match": match})
        await cy.ask({"type": "stand", "table": table["id"]})
        ahead[0] = 40_000
        await receiving.until(6)
        assert told(memory, di_id) == ["table.opened", "match.begun", "match.ended"]
        assert told(memory, bo_id) == ["table.opened"], "a player of the match had blocked Bo"
        await sanctioned(server, bo_id, SanctionKind.BAN)
        await ada.ask({**opening, "ref": "2"})
        await receiving.until(7)
        assert told(memory, bo_id) == ["table.opened"], "banned"
