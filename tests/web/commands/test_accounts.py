"""Accounts over a real WebSocket: what one connection does, and what others notice of it."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest
from matches.processes import Hand
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.messages import Ping
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import FromClient, Scope
from quarterdeck_server.lobby.accounts.documents import ACCOUNTS, TOKENS
from quarterdeck_server.lobby.accounts.tokens import hashed
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.rate_limit.quotas import NEW_GUEST, TAKE_UP
from quarterdeck_server.web.scopes import may
from servers import SOON, Line, LiveServer, Message, live_server

PASSWORD, ANOTHER = "a long walk by the sea", "nine green bottles"


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(messages_per_second=100_000) as running:
        yield running


async def person(line: Line, name: str = "Ada") -> str:
    """Make somebody with an account; gives their id."""
    await line.sign_in("Whoever")
    account = await line.ask({"type": "register", "name": name, "password": PASSWORD})
    return str(account["player"]["id"])


async def test_the_newest_connection_of_a_session_goes_on_and_the_older_one_is_told(server: LiveServer) -> None:
    async with server.line() as older, server.line() as newer:
        signed_in = await older.sign_in("Ada")
        again = await newer.sign_in(token=signed_in["token"])
        assert again["player"] == signed_in["player"]
        assert await older.closed() == CloseCode.TAKEN_UP_ELSEWHERE
        assert (await newer.ask({"type": "get_account"}))["player"]["name"] == "Ada"


async def test_a_caller_who_has_lost_the_password_comes_back_with_a_code_and_everybody_else_goes(
    server: LiveServer,
) -> None:
    async with server.line() as lost, server.line() as back, server.line() as third:
        await lost.sign_in("Whoever")
        account = await lost.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        codes = account["recovery_codes"]
        assert (len(codes), account["recovery_codes_left"]) == (8, 8)
        assert (await lost.ask({"type": "get_account"}))["recovery_codes"] == []
        await third.sign_in("Whoever")  # who becomes somebody else on this connection
        for line in (back, third):
            command = {"type": "recover_account", "name": "ada", "code": codes.pop(), "new_password": ANOTHER}
            signed_in = await line.ask(command)
            assert (signed_in["type"], signed_in["player"]) == ("signed_in", account["player"])
        await lost.until(lambda heard: heard["type"] == "signed_out")
        await back.until(lambda heard: heard["type"] == "signed_out")
        assert (await third.ask({"type": "get_account"}))["recovery_codes_left"] == 6
        again = await third.ask({"type": "make_recovery_codes", "password": ANOTHER})
        assert set(again["recovery_codes"]).isdisjoint(codes)
        used = {"type": "recover_account", "name": "Ada", "code": codes[0], "new_password": "five gold rings"}
        assert (await back.ask(used))["code"] == "wrong_password"


async def test_a_banned_player_does_not_come_in_with_a_code(server: LiveServer) -> None:
    async with server.person("Judge") as judge, server.line() as ada:
        await server.services.moderation.make_first_admin("Judge")
        await ada.sign_in("Whoever")
        account = await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        token = (await judge.ask({"type": "make_token", "scopes": ["moderate"]}))["token"]
        order = {"player": account["player"]["id"], "kind": "ban", "why": "-"}
        headers = {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession(headers=headers) as http:
            await http.post(f"{server.url}/v1/moderation/sanctions", json=order)
        async with server.line() as back:
            code = account["recovery_codes"][0]
            command = {"type": "recover_account", "name": "Ada", "code": code, "new_password": ANOTHER}
            assert (await back.ask(command))["code"] == "banned"


async def test_so_it_is_when_the_newest_comes_to_another_process() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory)) as here,
        live_server(MemoryStore(memory)) as there,
        here.line() as older,
        there.line() as newer,
    ):
        token = (await older.sign_in("Ada"))["token"]
        await newer.sign_in(token=token)
        assert await older.closed() == CloseCode.TAKEN_UP_ELSEWHERE


async def test_a_player_who_goes_on_elsewhere_keeps_the_seat_at_a_table(server: LiveServer) -> None:
    async with server.line() as older, server.line() as newer:
        token = (await older.sign_in("Ada"))["token"]
        table = (await older.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
        await older.ask({"type": "ready", "table": table})
        await newer.sign_in(token=token)
        await older.closed()
        looked = await newer.ask({"type": "watch_table", "table": table})
        assert [place["ready"] for place in looked["table"]["places"]] == [True, False]


@pytest.mark.parametrize("signs_in_first", [True, False])
async def test_a_guest_who_has_a_seat_in_a_match_is_remembered_for_longer(
    server: LiveServer, signs_in_first: bool
) -> None:
    async with server.line() as first, server.line() as line, server.player("Bo") as bo:
        me = await first.sign_in("Ada")
        await server.begin("m", [me["player"], (await bo.ask({"type": "get_account"}))["player"]])
        if signs_in_first:
            await line.sign_in(token=me["token"])
        await line.ask({"type": "watch_match", "match": "m"})
        if not signs_in_first:
            await line.sign_in(token=me["token"])
        async with asyncio.timeout(SOON):
            while (await server.services.players.find(me["player"]["id"])).has_played is False:  # type: ignore[union-attr]
                await line.ask({"type": "hello"})


async def test_anything_that_is_watched_while_signing_out_is_seen_by_nobody_in_particular(server: LiveServer) -> None:
    async with server.line() as mine, server.line() as other:
        players = [(await line.sign_in(name))["player"] for line, name in ((mine, "Ada"), (other, "Bo"))]
        await server.begin("m", players)
        assert (await mine.ask({"type": "watch_match", "match": "m"}))["seat"] == 0
        await mine.ask({"type": "sign_out"})
        assert (await mine.ask({"type": "watch_match", "match": "m"}))["seat"] is None


async def test_signing_out_everywhere_is_told_everywhere(server: LiveServer) -> None:
    async with server.line() as here, server.line() as there:
        await person(here)
        await there.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        assert (await here.ask({"type": "sign_out", "everywhere": True}))["type"] == "signed_out"
        assert (await there.next())["type"] == "signed_out"
        assert (await there.ask({"type": "get_account"}))["code"] == "not_signed_in"


async def test_a_caller_who_signs_out_again_because_the_answer_was_lost_is_signed_out(server: LiveServer) -> None:
    async with server.player("Ada") as line:
        for _ in range(2):
            assert (await line.ask({"type": "sign_out"}))["type"] == "signed_out"


async def test_a_program_is_signed_out_when_its_token_expires(server: LiveServer) -> None:
    async with server.person("Ada") as ada, server.line() as line:
        token = (await ada.ask({"type": "make_token", "scopes": ["play"]}))["token"]
        documents, name = server.services.players._documents, hashed(token)
        await line.sign_in(token=token)
        [page] = await documents.read([TOKENS.key(name)])
        record = TOKENS.of(page)
        assert record is not None
        soon = Milliseconds(await documents.now() + 1_500)
        await documents.commit([TOKENS.put(name, page, msgspec.structs.replace(record, until=soon))])
        server.services.presence._missed()  # so that the connection knows the new time
        assert (await line.next())["type"] == "signed_out"
        assert (await line.ask({"type": "get_account"}))["code"] == "not_signed_in"


async def test_a_token_that_is_revoked_is_worth_nothing_at_once(server: LiveServer) -> None:
    async with server.line() as here, server.line() as program:
        await person(here)
        made = await here.ask({"type": "make_token", "scopes": ["play"], "label": "laptop"})
        await program.sign_in(token=made["token"])
        assert (await here.ask({"type": "revoke_token", "id": made["made"]["id"]}))["tokens"] == []
        assert (await program.next())["type"] == "signed_out"


async def test_another_name_is_seen_at_the_next_table(server: LiveServer) -> None:
    async with server.line() as line:
        await person(line)
        await line.ask({"type": "change_account", "password": PASSWORD, "new_name": "Countess"})
        opened = await line.ask({"type": "open_table", "game": "tiny"})
        assert opened["table"]["places"][0]["player"]["name"] == "Countess"
        assert opened["table"]["places"][0]["player"]["kind"] == "person"


async def test_a_bot_is_marked_wherever_it_is_shown(server: LiveServer) -> None:
    async with server.line() as owner, server.line() as program:
        await person(owner)
        bot = (await owner.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]
        made = await owner.ask({"type": "make_token", "scopes": ["play", "lobby:host"], "bot": bot["id"]})
        signed_in = await program.sign_in(token=made["token"])
        assert (signed_in["player"]["kind"], signed_in["scopes"]) == ("bot", ["play", "lobby:host"])
        table = (await program.ask({"type": "open_table", "game": "tiny"}))["table"]
        assert table["places"][0]["player"]["kind"] == "bot"


async def test_house_bots_are_marked_as_bots_too(server: LiveServer) -> None:
    async with server.line() as line:
        await line.sign_in()
        table = (await line.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
        places = (await line.ask({"type": "add_bot", "table": table}))["table"]["places"]
        assert (places[1]["player"]["kind"], places[1]["player"]["bot"]) == ("bot", "random")


async def test_a_caller_who_is_deleted_is_nobody_on_every_connection(server: LiveServer) -> None:
    async with server.line() as here, server.line() as there:
        await person(here)
        await there.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        assert (await here.ask({"type": "delete_account", "password": PASSWORD}))["type"] == "signed_out"
        assert (await there.next())["type"] == "signed_out"
        assert (await there.ask({"type": "sign_in", "name": "Ada"}))["player"]["kind"] == "guest"
        answer = await there.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        assert answer["code"] == "wrong_password"


class TestSaidAgain:
    """Because the answer was lost: what was carried out is answered, and what was not is refused."""

    async def test_deleting_a_bot_and_revoking_a_token(self, server: LiveServer) -> None:
        async with server.line() as line:
            await person(line)
            bot = (await line.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
            made = await line.ask({"type": "make_token", "scopes": ["play"]})
            revoked, deleted = [], []
            for _ in range(2):
                revoked.append(await line.ask({"type": "revoke_token", "id": made["made"]["id"], "ref": "r"}))
                deleted.append(await line.ask({"type": "delete_bot", "bot": bot, "ref": "d"}))
            assert (revoked[0], deleted[0]) == (revoked[1], deleted[1])
            assert (revoked[1]["tokens"], deleted[1]["bots"]) == ([], [])
            assert (await line.ask({"type": "revoke_token", "id": made["made"]["id"]}))["code"] == "unknown_token"
            assert (await line.ask({"type": "delete_bot", "bot": bot}))["code"] == "unknown_player"

    async def test_is_answered_on_the_next_connection_too_and_to_nobody_else(self, server: LiveServer) -> None:
        async with server.line() as line, server.line() as next_line, server.line() as other:
            await person(line)
            await person(other, "Bo")
            bot = (await line.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
            await line.ask({"type": "delete_bot", "bot": bot, "ref": "d"})
            await next_line.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
            assert (await next_line.ask({"type": "delete_bot", "bot": bot, "ref": "d"}))["type"] == "account"
            assert (await other.ask({"type": "delete_bot", "bot": bot, "ref": "d"}))["code"] == "unknown_player"

    @pytest.mark.parametrize(
        "farewell", [{"type": "delete_account", "password": PASSWORD}, {"type": "sign_out", "everywhere": True}]
    )
    async def test_a_farewell(self, server: LiveServer, farewell: Message) -> None:
        async with server.line() as line, server.line() as next_line:
            await person(line)
            token = (await line.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD}))["token"]
            for _ in range(2):
                assert (await line.ask({**farewell}))["type"] == "signed_out"
            assert (await next_line.ask({"type": "sign_in", "token": token}))["code"] == "unknown_token"
            assert (await next_line.ask({**farewell}))["type"] == "signed_out"

    @pytest.mark.parametrize(
        "farewell", [{"type": "delete_account", "password": PASSWORD}, {"type": "sign_out", "everywhere": True}]
    )
    async def test_a_farewell_that_was_not_carried_out_is_not_said_to_be(
        self, server: LiveServer, farewell: Message
    ) -> None:
        async with server.line() as line, server.line() as stranger:
            await person(line)
            await line.ask({"type": "sign_out"})
            for each in (line, stranger):
                assert (await each.ask({**farewell}))["code"] == "not_signed_in"
            await stranger.ask({"type": "sign_in", "token": "made up"})
            assert (await stranger.ask({**farewell}))["code"] == "not_signed_in"
            signed_in = await stranger.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
            assert signed_in["type"] == "signed_in"


class TestQuotas:
    async def test_each_refusal_of_what_is_counted_tells_how_many_are_left(self) -> None:
        async with live_server(quotas="on", clock=lambda: 0.0) as server, server.line() as line:
            wrong = {"type": "sign_in", "name": "Nobody", "password": PASSWORD}
            remaining = [(await line.ask({**wrong}))["remaining"] for _ in range(6)]
            assert remaining == [4, 3, 2, 1, 0, 0]
            bad_name = {"type": "sign_in", "name": "\u200b"}
            remaining = [(await line.ask({**bad_name}))["remaining"] for _ in range(2)]
            assert remaining == [NEW_GUEST.at_once - 1, NEW_GUEST.at_once - 2]
            assert (await line.ask({"type": "sign_in", "token": "made up"}))["remaining"] == TAKE_UP.at_once - 1
            assert (await line.ask({"type": "get_account"}))["remaining"] is None

    async def test_they_are_told_in_the_welcome_and_a_refusal_says_when_to_come_back(self) -> None:
        async with live_server(quotas="on", clock=lambda: 0.0) as server, server.line() as line:
            by_code = {quota["code"]: quota for quota in (await line.ask({"type": "hello"}))["limits"]["quotas"]}
            assert by_code["registrations"]["per"] == "address"
            for number in range(by_code["registrations"]["at_once"]):
                await line.sign_in()
                await line.ask({"type": "register", "name": f"Name {number}", "password": PASSWORD})
            refused = await line.ask({"type": "register", "name": "Another", "password": PASSWORD})
            assert (refused["code"], refused["remaining"]) == ("too_many", 0)
            assert 0 < refused["retry_in"] <= 60_000

    async def test_each_address_has_its_own_behind_a_proxy_that_is_trusted(self) -> None:
        async with live_server(quotas="on", clock=lambda: 0.0, trusted_proxies=1) as server:
            codes = []
            answer: Message = {}
            for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1, 192.0.2.2"):
                async with server.line(headers={"X-Forwarded-For": address}) as line:
                    for _ in range(11 if address == "192.0.2.1" else 1):
                        answer = await line.ask({"type": "sign_in", "name": "Nobody", "password": address})
                    codes.append(answer["code"])
            assert codes == ["too_many", "wrong_password", "wrong_password"]

    async def test_a_caller_who_has_a_network_of_ipv6_has_them_once(self) -> None:
        store = MemoryStore(Memory(Hand()))
        async with live_server(store, quotas="on", clock=lambda: 0.0, trusted_proxies=1) as server:
            codes = []
            for host in range(11):
                async with server.line(headers={"X-Forwarded-For": f"2001:db8::{host:x}"}) as line:
                    codes.append((await line.ask({"type": "sign_in", "name": "Nobody", "password": f"{host}"}))["code"])
            assert codes == ["wrong_password"] * 5 + ["slow_down"] * 5 + ["too_many"]
            async with server.line(headers={"X-Forwarded-For": "2001:db8:0:1::1"}) as line:
                answer = await line.ask({"type": "sign_in", "name": "Nobody", "password": "x"})
                assert answer["code"] == "wrong_password"

    async def test_a_password_is_not_compared_more_often_by_changing_the_account(self) -> None:
        async with live_server(quotas="on", clock=lambda: 0.0) as server, server.line() as line:
            await person(line)
            change = {"type": "change_account", "password": PASSWORD}
            codes = [(await line.ask({**change})).get("code") for _ in range(11)]
            assert codes == [None] * 10 + ["too_many"]

    async def test_they_can_be_lifted(self, server: LiveServer) -> None:
        async with server.line() as line:
            assert (await line.ask({"type": "hello"}))["limits"]["quotas"] == []


class TestScopes:
    def test_a_command_that_nobody_has_thought_of_is_closed(self) -> None:
        class New(FromClient, frozen=True, kw_only=True, tag="new"):
            """Something that is added later."""

        assert not may(New(), tuple(Scope), is_program=True)
        assert may(New(), tuple(Scope), is_program=False)

    def test_a_command_without_scopes_is_open_to_every_program(self) -> None:
        assert may(Ping(), (), is_program=True)

    async def test_a_caller_who_may_play_sees_where_and_what(self, server: LiveServer) -> None:
        async with server.line() as owner, server.line() as program, server.player("Bo") as bo:
            me = await person(owner)
            made = await owner.ask({"type": "make_token", "scopes": ["play"]})
            await program.sign_in(token=made["token"])
            players = [{"id": me, "name": "Ada"}, (await bo.ask({"type": "get_account"}))["player"]]
            await server.begin("m", players)
            assert (await program.ask({"type": "watch_match", "match": "m"}))["seat"] == 0
            assert (await program.ask({"type": "list_tables"}))["code"] == "missing_scope"


class TestConnections:
    async def test_that_become_somebody_else_while_they_are_signed_out_stay_that(self, server: LiveServer) -> None:
        async with server.line() as mine, server.line() as other, server.line() as ended:
            bo = await other.sign_in("Bo")
            cy = (await ended.sign_in("Cy"))["player"]
            me = await mine.sign_in("Ada")
            await server.begin("m", [me["player"], cy])
            await server.begin("n", [bo["player"], cy])
            for match, seat in (("m", 0), ("n", None)):
                assert (await mine.ask({"type": "watch_match", "match": match}))["seat"] == seat
            (connection,) = server.services.presence.of(me["player"]["id"])
            connection.signed_out()  # told, but not yet carried out, when the next command comes
            await mine.send({"type": "sign_in", "token": bo["token"], "ref": "bo"})
            assert (await mine.answer("bo"))["player"] == bo["player"]
            assert (await mine.ask({"type": "get_account"}))["player"] == bo["player"]
            for match, seat in (("m", None), ("n", 0)):
                assert (await mine.ask({"type": "watch_match", "match": match}))["seat"] == seat

    async def test_that_missed_that_their_session_ended_find_out(self, server: LiveServer) -> None:
        async with server.line() as mine:
            me = await mine.sign_in("Ada")
            account = me["player"]["id"]
            documents = server.services.players._documents
            (page,) = await documents.read([ACCOUNTS.key(account)])
            await documents.commit([ACCOUNTS.drop(account, page)])  # as if nothing had been told
            server.services.presence._missed()
            assert (await mine.next())["type"] == "signed_out"
            assert (await mine.ask({"type": "get_account"}))["code"] == "not_signed_in"

    async def test_whose_session_is_taken_up_while_they_sign_in_elsewhere_do_not_keep_it(
        self, server: LiveServer
    ) -> None:
        async with server.line() as older, server.line() as newer:
            token = (await older.sign_in("Ada"))["token"]
            for number in range(20):  # they are wrong, and wait for it
                await older.send({"type": "sign_in", "name": f"Nobody {number}", "password": PASSWORD})
            await newer.sign_in(token=token)
            assert await older.closed() == CloseCode.TAKEN_UP_ELSEWHERE
