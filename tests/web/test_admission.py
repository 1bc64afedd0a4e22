"""The host decides who may come: registration, guests, and a private server that tells strangers nothing."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, get_args

import aiohttp
import msgspec
import pytest
from quarterdeck_protocol.lobby.site import GuestAccess, Registration
from quarterdeck_protocol.messages import AnyFromClient
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.docs_build.scenes.site import HARBOUR
from quarterdeck_server.site.access_policy import SHUT, Admission
from quarterdeck_server.web.http.private_server import OF_ONES_ACCOUNT as OWN_PATHS
from quarterdeck_server.web.http.private_server import is_public
from quarterdeck_server.web.scopes import ENDING, FREE_OF_TERMS, OF_ONES_ACCOUNT
from servers import PASSWORD, LiveServer, Message, live_server
from site_folders import NAMED, write_site
from structlog.testing import capture_logs
from web.challenge_cases import challenged, me
from web.object_rules import IN_ONES_OWN_ACCOUNT, LISTS, ROWS, Row
from web.owned_objects import GUEST, NOBODY, OWNER, OwnedObjects, made_up, owned_objects
from web.test_object_access import COMMANDS, told
from web.test_scopes import EXAMPLES

TABLE = {"type": "open_table", "game": "tiny"}


def admit(
    server: LiveServer, registration: Registration = Registration.OPEN, guests: GuestAccess = GuestAccess.ON
) -> None:
    """Put a policy in force, as a change of the site does."""
    site = msgspec.structs.replace(HARBOUR, admission=Admission(registration, guests))
    server.services.site.put_in_force(site)


@contextlib.asynccontextmanager
async def private_world() -> AsyncIterator[OwnedObjects]:
    """A server full of objects that has just become private, with a stranger and a guest who have come back."""
    async with owned_objects() as world:
        admit(world.server, Registration.CLOSED, GuestAccess.OFF)
        async with world.server.line() as nobody, world.server.line() as guest:
            world.lines |= {NOBODY: nobody, GUEST: guest}
            signed_in = await guest.sign_in(token=world.tokens[GUEST])
            assert signed_in["scopes"] == []
            world.tokens[GUEST] = signed_in["token"]
            yield world


async def test_a_private_server_gives_strangers_and_guests_one_answer_for_each_object() -> None:
    async with private_world() as world:
        rows = [*ROWS, *IN_ONES_OWN_ACCOUNT, *(Row(name, said, ()) for name, said in LISTS.items())]
        faults, asked = [], 0
        for row in rows:
            path = row.operation.partition(" ")[2]
            if row.operation in OF_ONES_ACCOUNT or path in OWN_PATHS or (path and is_public(path)):
                continue
            for asker in (NOBODY, GUEST):
                before = world.state()
                there = await told(world, asker, row, row.said)
                missing = await told(world, asker, row, row.said, named=made_up)
                if (there.get("code"), there) != ("not_signed_in", missing) or world.state() != before:
                    faults.append(f"{asker}: {row.operation} {row.said}: {there}, and of nothing {missing}")
                asked += 1
        assert faults == []
        assert asked > 300
        assert (await told(world, OWNER, Row("list_tables", {}, ()), {}))["tables"]


async def test_every_command_of_strangers_and_guests_is_refused_alike_on_a_private_server() -> None:
    async with private_world() as world:
        for tag in COMMANDS.keys() - OF_ONES_ACCOUNT:
            example: dict[str, Any] = msgspec.json.decode((EXAMPLES / f"{tag}.json").read_bytes())
            for asker in (NOBODY, GUEST):
                answer = await world.ask(asker, {**example, "ref": tag})
                assert (answer.get("code"), answer.get("where")) == ("not_signed_in", "$.type"), (asker, tag, answer)
                assert answer["text"] == "Only players with an account may come in. Sign in with yours."


def test_anything_that_needs_no_admission_are_commands() -> None:
    assert {str(kind.__struct_config__.tag) for kind in get_args(AnyFromClient)} >= OF_ONES_ACCOUNT


async def test_a_server_that_becomes_private_ends_what_strangers_and_guests_see() -> None:
    async with (
        live_server() as server,
        server.line() as stranger,
        server.line() as guest,
        server.line() as member,
        aiohttp.ClientSession(server.url) as http,
        http.get("/v1/lobby/events") as events,
    ):
        await stranger.ask({"type": "watch_lobby"})
        token = (await guest.sign_in())["token"]
        await member.sign_in()
        await member.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        admit(server, guests=GuestAccess.OFF)
        assert (await events.content.read()).startswith(b"retry: ")
        for line in (stranger, guest):
            assert await line.closed() == 1012
        assert (await member.ask(TABLE))["type"] == "table_changed"
        async with server.line() as again:
            token = (await again.sign_in(token=token))["token"]
            assert (await again.ask({"type": "list_tables"}))["code"] == "not_signed_in"
            assert (await again.ask({"type": "get_account"}))["type"] == "account"
            assert (await again.ask({"type": "get_export"}))["type"] == "export"
            assert (await again.ask({"type": "register", "name": "Bo", "password": PASSWORD}))["type"] == "account"
            assert (await again.ask({"type": "list_tables"}))["type"] == "tables"
            for path in ("/v1/games", "/v1/tables"):
                async with http.get(path, headers={"Authorization": f"Bearer {token}"}) as answer:
                    assert answer.status == 200


@pytest.mark.parametrize("registration", [Registration.OPEN, Registration.APPROVAL, Registration.INVITE])
async def test_a_private_server_gives_guests_names_of_its_own(registration: Registration) -> None:
    async with live_server() as server, server.person("Ada"):
        admit(server, registration, GuestAccess.OFF)
        for wish in ("Ada", "4da", "Nobody"):
            async with server.line() as guest:
                name = (await guest.ask({"type": "sign_in", "name": wish}))["player"]["name"]
                assert name.startswith("Guest "), wish
                refused = {"ref": "a", "type": "change_account", "password": PASSWORD, "new_name": wish}
                assert (await guest.ask(refused))["code"] == "not_registered"


async def test_an_account_keeps_its_name_until_it_is_approved() -> None:
    async with live_server() as server, contextlib.AsyncExitStack() as stack:
        await stack.enter_async_context(server.person("Ada"))
        admit(server, Registration.APPROVAL, GuestAccess.OFF)
        bo = await stack.enter_async_context(server.player("Whoever"))
        assert (await bo.ask({"type": "register", "name": "Bo", "password": PASSWORD}))["state"] == "waiting"
        change = {"type": "change_account", "password": PASSWORD}
        answers = [await bo.ask({**change, "new_name": name, "ref": "a"}) for name in ("Ada", "4da", "Nobody")]
        assert {(each["code"], each["where"], each["text"]) for each in answers} == {
            ("approval_pending", "$.new_name", "Your account waits for approval.")
        }
        assert (await bo.ask({**change, "new_password": "another walk by the sea"}))["type"] == "account"


async def test_a_guest_who_may_only_watch_sees_and_neither_plays_nor_talks() -> None:
    async with live_server() as server, server.line() as guest, server.line() as stranger:
        admit(server, guests=GuestAccess.WATCH)
        signed_in = await guest.sign_in()
        assert signed_in["scopes"] == ["lobby:read"]
        for command in (
            TABLE,
            {"type": "say", "where": "lobby", "text": "hi"},
            {"type": "seek", "games": ["tiny"]},
            {"type": "make_bot", "name": "Engine"},
            {"type": "get_collection"},
            {"type": "avoid", "player": "a" * 16, "how": "mute"},
        ):
            refused = await guest.ask(command)
            assert (refused["code"], refused["text"]) == (
                "not_registered",
                "Guests may only watch here. Create an account to take part.",
            ), command
        for command in ({"type": "list_tables"}, {"type": "join_chat", "where": "lobby"}, {"type": "get_account"}):
            assert (await guest.ask(command))["type"] != "refused", command
        assert (await stranger.ask({"type": "list_tables"}))["type"] == "tables"
        headers = {"Authorization": f"Bearer {signed_in['token']}"}
        async with aiohttp.ClientSession(server.url, headers=headers) as http:
            async with http.post("/v1/commands", json=TABLE | {"ref": "a"}) as answer:
                assert (answer.status, (await answer.json())["code"]) == (400, "not_registered")
            async with http.get("/v1/me/collection") as answer:
                assert (await answer.json())["code"] == "not_registered"
        assert (await guest.ask({"type": "register", "name": "Ada", "password": PASSWORD}))["type"] == "account"
        assert (await guest.ask(TABLE))["type"] == "table_changed"


def test_anything_that_ends_what_was_begun_needs_no_terms_either() -> None:
    assert COMMANDS.keys() >= ENDING
    assert FREE_OF_TERMS >= ENDING


@pytest.mark.parametrize("access", ["guest", "applicant"])
async def test_each_command_of_a_player_who_may_only_watch_reads_or_ends(access: str) -> None:
    """Every command is refused for the access of the player, or reads, ends something or concerns the account."""
    async with live_server(messages_per_second=100_000) as server, server.line() as line:
        token = (await line.sign_in("Dee"))["token"]
        admit(server, Registration.APPROVAL, GuestAccess.WATCH if access == "guest" else GuestAccess.ON)
        if access == "applicant":
            assert (await line.ask({"type": "register", "name": "Dee", "password": PASSWORD}))["state"] == "waiting"
        refused = "not_registered" if access == "guest" else "approval_pending"
        for tag, kind in COMMANDS.items():
            if tag in OF_ONES_ACCOUNT:
                continue
            example: dict[str, Any] = msgspec.json.decode((EXAMPLES / f"{tag}.json").read_bytes())
            answer = await line.ask({**example, "ref": tag})
            is_refused = answer.get("code") == refused and answer["where"] == "$.type"
            reads = kind.open_to is None or "lobby:read" in kind.open_to
            assert is_refused == (not reads and tag not in ENDING), (tag, answer)
        assert token


@pytest.mark.parametrize("ends", ["resign", "act"])
@pytest.mark.parametrize("registers", [False, True])
async def test_a_guest_at_play_goes_on_when_the_policy_changes_or_a_registration_waits(
    ends: str, registers: bool
) -> None:
    async with live_server() as server, server.person("Ada") as ada, server.line() as guest:
        player = (await guest.sign_in("Dee"))["player"]
        await server.begin("match", [player, (await ada.ask({"type": "get_account"}))["player"]])
        if registers:
            admit(server, Registration.APPROVAL)
            assert (await guest.ask({"type": "register", "name": "Dee", "password": PASSWORD}))["state"] == "waiting"
        else:
            admit(server, guests=GuestAccess.WATCH)
        if ends == "resign":
            assert (await guest.ask({"type": "resign", "match": "match"}))["result"] is not None
            return
        act = {"type": "act", "match": "match", "seen": 1, "action": {"type": "pass"}}
        before = await guest.ask({**act, "ref": "before"})
        await guest.ask({"type": "watch_match", "match": "match"})
        after = await guest.ask({**act, "ref": "after"})
        assert {each.get("code") for each in (before, after)}.isdisjoint({"not_registered", "approval_pending"})


async def test_no_challenge_and_no_search_of_a_guest_leads_to_a_match_where_guests_only_watch() -> None:
    async with live_server() as server, server.person("Ada") as ada, server.player("Dee") as dee:
        await ada.ask({"type": "set_challengers", "by": "everybody"})
        challenge = (await challenged(dee, await me(ada)))["challenge"]["id"]
        await dee.ask({"type": "seek", "games": [{"game": "tiny"}]})
        admit(server, guests=GuestAccess.WATCH)
        refused = await ada.ask({"type": "accept_challenge", "challenge": challenge})
        assert (refused["code"], refused["where"]) == ("not_accepting", "$.challenge")
        await server.services.quick_match.matchmaking.put_out([PlayerId(await me(dee)), PlayerId(await me(ada))])
        await dee.until(lambda heard: bool(heard["type"] == "ticket_changed" and heard.get("ticket") is None))
        admit(server)
        accepted = await ada.ask({"type": "accept_challenge", "challenge": challenge})
        assert accepted["challenge"]["stage"] == "accepted"


async def test_where_registration_is_closed_guests_play_and_nobody_registers() -> None:
    async with live_server() as server, server.line() as line:
        await line.sign_in("Ada")
        await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        admit(server, Registration.CLOSED)
        assert (await line.ask({"type": "register", "name": "Bo", "password": PASSWORD}))[
            "code"
        ] == "already_registered"
        async with server.line() as guest:
            await guest.sign_in("Cy")
            refused = await guest.ask({"type": "register", "name": "Bo", "password": PASSWORD})
            assert (refused["code"], refused["text"]) == ("registration_closed", "This server makes no new accounts.")
            assert (await guest.ask(TABLE))["type"] == "table_changed"
        admit(server, Registration.CLOSED, GuestAccess.OFF)
        async with server.line() as guest:
            assert (await guest.ask({"type": "sign_in"}))["code"] == "registration_closed"


@pytest.mark.parametrize(
    ("key", "value", "right"), [("registration", "later", "open"), ("guests", "off and on", "on, watch, off")]
)
async def test_the_policy_is_part_of_the_site_and_changes_while_the_server_runs(
    tmp_path: Path, key: str, value: str, right: str
) -> None:
    write_site(tmp_path, {"site.toml": f'{NAMED}registration = "closed"\nguests = "watch"\n'})
    async with live_server(site=str(tmp_path)) as server, server.line() as line:
        site = (await line.ask({"type": "hello"}))["site"]
        assert (site["registration"], site["guests"]) == ("closed", "watch")
        async with aiohttp.ClientSession(server.url) as http, http.get("/.well-known/quarterdeck") as answer:
            assert (await answer.json())["site"]["guests"] == "watch"
        write_site(tmp_path, {"site.toml": f'{NAMED}{key} = "{value}"\n'})
        with capture_logs() as logs:
            await server.services.site.refresh()
        assert (
            f"site.toml, line 2: `{key}`: Invalid enum value '{value}'; it must be one of {right}" in logs[0]["fault"]
        )
        assert server.services.site.admission.registration is Registration.CLOSED
        write_site(tmp_path, {"site.toml": NAMED})
        await server.services.site.refresh()
        told_of: Message = await line.until(lambda message: bool(message["type"] == "site_changed"))
        assert (told_of["site"]["registration"], told_of["site"]["guests"]) == ("open", "on")


async def test_a_process_that_cannot_read_its_site_lets_nobody_new_in(tmp_path: Path) -> None:
    with capture_logs():
        async with live_server(site=str(tmp_path)) as server, server.line() as line:
            assert server.services.site.admission is SHUT
            site = (await line.ask({"type": "hello"}))["site"]
            assert (site["registration"], site["guests"]) == ("closed", "off")
            assert (await line.ask({"type": "list_tables"}))["code"] == "not_signed_in"
