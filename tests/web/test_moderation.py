"""Moderation over plain HTTP, and what the players notice of it, in every process."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import structlog
from houses import InHouse, Line, Message, house
from quarterdeck_protocol.closing import CloseCode
from quarterdeck_server.storage.memory import Memory, MemoryStore

PASSWORD = "a long walk by the sea"
LOBBY = {"type": "say", "where": "lobby"}


class Office:
    """Two processes on one store, an admin at the one, a player at the other."""

    def __init__(self, here: InHouse, there: InHouse, memory: Memory, admin: Line, bo: Line) -> None:
        self.here = here
        self.there = there
        self.memory = memory
        self.admin = admin
        self.bo = bo
        self.token = ""
        self.bo_id = ""
        self.bo_token = ""

    async def ask(self, path: str, order: Message | None = None, *, token: str | None = None) -> tuple[int, Any]:
        """Ask in the admin's name; with an order, give it."""
        headers = {"Authorization": f"Bearer {self.token if token is None else token}"}
        url = f"{self.here.url}/v1/moderation/{path}"
        async with aiohttp.ClientSession(headers=headers) as http:
            asking = http.get(url) if order is None else http.post(url, json=order)
            async with asking as response:
                return response.status, await response.json(content_type=None)

    async def sanction(self, kind: str, **more: Any) -> Message:
        order = {"player": self.bo_id, "kind": kind, "why": "far too loud", **more}
        status, deed = await self.ask("sanctions", order)
        assert status == 200, deed
        return dict(deed)

    async def program(self, *scopes: str) -> str:
        """Give a token of the admin's for a program."""
        made = await self.admin.ask({"type": "make_token", "scopes": list(scopes)})
        return str(made["token"])


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    memory = Memory()
    async with contextlib.AsyncExitStack() as stack:
        here = await stack.enter_async_context(house(MemoryStore(memory)))
        there = await stack.enter_async_context(house(MemoryStore(memory)))
        admin, bo = [await stack.enter_async_context(each.line()) for each in (here, there)]
        office = Office(here, there, memory, admin, bo)
        office.token = (await admin.sign_in("Whoever"))["token"]
        await admin.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await there.house.moderation.make_first_admin("Ada")
        office.bo_token = (await bo.sign_in("Bo"))["token"]
        office.bo_id = (await bo.ask({"type": "get_account"}))["player"]["id"]
        yield office


async def test_who_is_kicked_in_another_process_is_put_out_and_may_come_back(office: Office) -> None:
    await office.sanction("kick")
    assert await office.bo.closed() == CloseCode.KICKED
    async with office.there.line() as again:
        assert (await again.sign_in(token=office.bo_token))["player"]["id"] == office.bo_id


async def test_who_is_banned_is_put_out_everywhere_and_comes_in_nowhere(office: Office) -> None:
    await office.sanction("ban", seconds=3600)
    assert await office.bo.closed() == CloseCode.BANNED
    for server in (office.here, office.there):
        async with server.line() as again:
            refused = await again.ask({"type": "sign_in", "token": office.bo_token})
            assert (refused["code"], "far too loud" in refused["text"]) == ("banned", True)
            assert 0 < refused["retry_in"] <= 3_600_000
            for command in ({"type": "seek", "games": ["tiny"]}, {"type": "open_table", "game": "tiny"}):
                assert (await again.ask(command))["code"] == "not_signed_in"


async def test_who_is_banned_while_nothing_was_heard_is_put_out_when_it_is(office: Office) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(office.memory, "tell", lambda told: None)
        await office.sanction("ban")
        await office.bo.quiet()
    office.memory.leave()
    office.memory.come_back()
    assert await office.bo.closed() == CloseCode.BANNED


async def test_a_match_of_somebody_banned_goes_on_by_its_clock(office: Office) -> None:
    players = [(await line.ask({"type": "get_account"}))["player"] for line in (office.bo, office.admin)]
    await office.here.begin("m", players, time_limit=50)
    await office.admin.ask({"type": "watch", "match": "m"})
    await office.sanction("ban")
    assert await office.bo.closed() == CloseCode.BANNED
    over = await office.admin.until(lambda heard: heard["type"] == "update" and heard["result"] is not None)
    assert len(over["result"]["places"]) == 2


async def test_guests_from_the_same_address_stay_out_if_that_is_wished(office: Office) -> None:
    await office.sanction("ban", address=True, seconds=3600)
    async with office.here.line() as line:
        assert (await line.ask({"type": "sign_in", "name": "Bo again"}))["code"] == "banned"
        answer = await line.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        assert answer["type"] == "signed_in"
    deed = (await office.ask("lift", {"player": office.bo_id, "kind": "ban", "why": "a mistake"}))[1]
    assert (deed["what"], deed["whom"]["name"], deed["by"]["name"]) == ("lift_ban", "Bo", "Ada")
    async with office.there.line() as line:
        await line.sign_in(token=office.bo_token)
        await line.sign_in("Bo's friend")


async def test_another_name_given_by_a_moderator_is_seen_at_once(office: Office) -> None:
    order = {"player": office.bo_id, "name": "Polite", "why": "rude"}
    assert (await office.ask("rename", order))[1]["detail"] == "Bo → Polite"
    await office.bo.quiet()
    assert (await office.bo.ask({**LOBBY, "text": "hello"}))["line"]["player"]["name"] == "Polite"


async def test_a_report_reaches_the_moderators_with_its_lines(office: Office) -> None:
    await office.bo.ask({**LOBBY, "text": "buy my cards"})
    report = {"type": "report", "player": office.bo_id, "reason": "spam", "text": "again", "where": "lobby"}
    id_ = (await office.admin.ask(report))["report"]
    (filed,) = (await office.ask("reports"))[1]["reports"]
    assert (filed["id"], filed["player"]["name"], filed["by"]["name"]) == (id_, "Bo", "Ada")
    assert [line["text"] for line in filed["lines"]] == ["buy my cards"]
    status, deed = await office.ask(f"reports/{id_}/resolve", {"verdict": "muted for a day"})
    assert (status, deed["what"], deed["detail"]) == (200, "resolve", f"report {id_}")
    assert (await office.ask("reports"))[1]["reports"] == []
    (resolved,) = (await office.ask("reports?state=resolved"))[1]["reports"]
    assert (resolved["verdict"], resolved["resolved_by"]["name"]) == ("muted for a day", "Ada")
    assert (await office.ask("reports/nowhere/resolve", {"verdict": "-"}))[1]["code"] == "unknown_report"


async def test_no_report_shows_what_its_reporter_could_not_hear(office: Office) -> None:
    players = [(await line.ask({"type": "get_account"}))["player"] for line in (office.bo, office.admin)]
    await office.here.begin("m", players)
    await office.bo.ask({"type": "say", "where": "match", "id": "m", "text": "between us"})
    report = {"type": "report", "player": office.bo_id, "reason": "abuse", "where": "match", "id": "m"}
    async with office.there.player("Cy") as spectator:
        await spectator.ask({**report})
    assert (await office.ask("reports"))[1]["reports"][0]["lines"] == []


async def test_what_was_done_stands_in_the_log_and_in_the_players_file(office: Office) -> None:
    await office.sanction("mute", seconds=60)
    await office.sanction("kick")
    log = (await office.ask("audit?most=2"))[1]
    assert [(deed["what"], deed["whom"]["name"], deed["why"]) for deed in log["deeds"]] == [
        ("kick", "Bo", "far too loud"),
        ("mute", "Bo", "far too loud"),
    ]
    (first,) = (await office.ask(f"audit?before={log['before']}"))[1]["deeds"]
    assert (first["what"], first["by"]) == ("first_admin", None)
    file = (await office.ask(f"players/{office.bo_id}"))[1]
    assert [(each["kind"], each["by"]["name"]) for each in file["sanctions"]] == [("mute", "Ada")]
    assert (await office.ask("players?name=ada"))[1]["roles"] == ["admin"]


async def test_a_role_is_there_at_once_and_so_is_its_loss(office: Office) -> None:
    async with office.there.line() as line:
        token = (await line.sign_in("Whoever"))["token"]
        account = await line.ask({"type": "register", "name": "Mo", "password": PASSWORD})
        order = {"player": account["player"]["id"], "why": "kind"}
        assert (await office.ask("audit", token=token))[1]["code"] == "missing_role"
        assert (await office.ask("roles", {**order, "roles": ["moderator"]}))[0] == 200
        assert (await office.ask("audit", token=token))[0] == 200
        assert (await office.ask("roles", {**order, "roles": ["admin"]}, token=token))[1]["code"] == "missing_role"
        assert (await office.ask("roles", {**order, "roles": []}))[0] == 200
        assert (await office.ask("audit", token=token))[0] == 403


PATHS = [
    ("audit", None),
    ("reports", None),
    ("players?name=Ada", None),
    ("players/x", None),
    ("sanctions", {"player": "x", "kind": "kick", "why": "-"}),
    ("lift", {"player": "x", "kind": "ban", "why": "-"}),
    ("rename", {"player": "x", "name": "Y", "why": "-"}),
    ("roles", {"player": "x", "roles": [], "why": "-"}),
    ("reports/x/resolve", {"verdict": "-"}),
]


@pytest.mark.parametrize(("path", "order"), PATHS)
async def test_nobody_moderates_without_a_token_its_scope_and_the_role(
    office: Office, path: str, order: Message | None
) -> None:
    status, problem = await office.ask(path, order, token="")
    assert (status, problem["code"]) == (401, "not_signed_in")
    status, problem = await office.ask(path, order, token=office.bo_token)
    assert (status, problem["code"]) == (403, "missing_role")
    status, problem = await office.ask(path, order, token=await office.program("play", "lobby:read", "lobby:host"))
    assert (status, problem["code"]) == (403, "missing_scope")
    status, problem = await office.ask(path, order, token=await office.program("moderate"))
    assert status in (200, 404)


async def test_a_moderator_who_is_banned_moderates_no_more(office: Office) -> None:
    async with office.there.line() as line:
        token = (await line.sign_in("Whoever"))["token"]
        mo = (await line.ask({"type": "register", "name": "Mo", "password": PASSWORD}))["player"]["id"]
        await office.ask("roles", {"player": mo, "roles": ["moderator"], "why": "kind"})
        await office.sanction("ban", player=mo)
        status, problem = await office.ask("audit", token=token)
        assert (status, problem["code"]) == (403, "banned")


@pytest.mark.parametrize(
    ("path", "order", "status", "code", "where"),
    [
        ("sanctions", {"kind": "ban"}, 400, "malformed", "$"),
        ("sanctions", {"player": "x", "kind": "exile", "why": "-"}, 400, "malformed", "$.kind"),
        ("sanctions", {"player": "x", "kind": "ban", "why": ""}, 400, "malformed", "$.why"),
        ("sanctions", {"player": "x", "kind": "ban", "why": "-"}, 404, "unknown_player", "$.player"),
        ("lift", {"player": "BO", "kind": "mute", "why": "-"}, 409, "not_sanctioned", "$.kind"),
        ("rename", {"player": "BO", "name": "Ada", "why": "-"}, 409, "name_taken", "$.name"),
        ("roles", {"player": "BO", "roles": ["admin"], "why": "-"}, 400, "not_registered", "$.player"),
        ("players?name=Nobody", None, 404, "unknown_player", "name"),
        ("reports?state=lost", None, 400, "malformed", "state"),
        ("audit?most=1000", None, 400, "malformed", "most"),
        ("audit?before=yesterday", None, 400, "malformed", "before"),
    ],
)
async def test_what_is_wrong_with_an_order_is_said(
    office: Office, path: str, order: Message | None, status: int, code: str, where: str
) -> None:
    if order is not None and order.get("player") == "BO":
        order = {**order, "player": office.bo_id}
    answered, problem = await office.ask(path, order)
    assert (answered, problem["code"], problem["where"]) == (status, code, where)
    assert problem["detail"].endswith((".", "`"))


async def test_no_log_tells_what_was_said_or_where_anybody_comes_from(office: Office) -> None:
    with structlog.testing.capture_logs() as logged:
        await office.bo.ask({**LOBBY, "text": "a-line-for-nobody's-log"})
        await office.admin.ask({"type": "report", "player": office.bo_id, "reason": "spam", "where": "lobby"})
        await office.sanction("ban", address=True)
        await office.bo.closed()
        async with office.here.line() as line:
            await line.ask({"type": "sign_in", "name": "Bo again"})
    pages = office.memory.pages._pages.values()  # there is no other way to see everything that is kept
    kept = b" ".join(stored.page.kept + " ".join(stored.page.key).encode() for stored in pages)
    audit = str(await office.ask("audit")) + str(await office.ask(f"players/{office.bo_id}"))
    assert "a-line" not in str(logged) + audit
    assert "127.0.0.1" not in str(logged) + audit + kept.decode()
