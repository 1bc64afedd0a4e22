"""Moderation over plain HTTP, and what the players notice of it, in every process."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import structlog
from quarterdeck_protocol.close_codes import CloseCode
from quarterdeck_protocol.lobby.moderation import SanctionKind
from servers import Message
from web.chat_cases import CLOCK_LAG, sanctioned
from web.moderators_office import LOBBY, PASSWORD, Office, offices


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    async with offices() as office:
        yield office


async def test_a_caller_who_is_kicked_in_another_process_is_put_out_and_may_come_back(office: Office) -> None:
    await office.sanction("disconnect")
    assert await office.bo.closed() == CloseCode.DISCONNECTED
    async with office.there.line() as again:
        assert (await again.sign_in(token=office.bo_token))["player"]["id"] == office.bo_id


async def test_a_caller_who_is_banned_is_put_out_everywhere_and_comes_in_nowhere(office: Office) -> None:
    await office.sanction("ban", seconds=3600)
    assert await office.bo.closed() == CloseCode.BANNED
    for server in (office.here, office.there):
        async with server.line() as again:
            refused = await again.ask({"type": "sign_in", "token": office.bo_token})
            assert (refused["code"], "far too loud" in refused["text"]) == ("banned", True)
            assert 0 < refused["retry_in"] <= 3_600_000 + CLOCK_LAG
            for command in ({"type": "seek", "games": ["tiny"]}, {"type": "open_table", "game": "tiny"}):
                assert (await again.ask(command))["code"] == "not_signed_in"


async def test_a_caller_who_is_banned_while_nothing_was_heard_is_put_out_when_it_is(office: Office) -> None:
    office.stores[1].noting.is_deaf = True
    await office.sanction("ban")
    await office.bo.quiet()
    office.stores[1].noting.is_deaf = False
    office.memory.leave()
    office.memory.come_back()
    assert await office.bo.closed() == CloseCode.BANNED


async def test_a_moderator_helps_who_has_lost_password_and_codes(office: Office) -> None:
    await office.bo.ask({"type": "register", "name": "Bo Peep", "password": PASSWORD})
    order = {"player": office.bo_id, "why": "asked in person", "ref": "reset-1"}
    status, done = await office.ask("password-reset", order)
    assert (status, done["deed"]["what"], done["deed"]["whom"]["name"]) == (200, "reset_password", "Bo Peep")
    await office.bo.until(lambda heard: heard["type"] == "signed_out")
    assert (await office.ask("password-reset", order))[1] == {"deed": done["deed"], "code": None}
    log = (await office.ask("audit"))[1]
    assert [deed["what"] for deed in log["deeds"]] == ["reset_password", "first_admin"]
    assert done["code"] not in str(log)
    async with office.there.line() as line:
        old = {"type": "sign_in", "name": "Bo Peep", "password": PASSWORD}
        assert (await line.ask(old))["code"] == "wrong_password"
        new = {"type": "recover_account", "name": "Bo Peep", "code": done["code"], "new_password": "five gold rings"}
        assert (await line.ask(new))["player"]["id"] == office.bo_id
        assert (await line.ask({"type": "get_account"}))["recovery_codes_left"] == 0


async def test_a_password_that_nobody_has_is_not_reset_nor_that_of_another_moderator(office: Office) -> None:
    status, problem = await office.ask("password-reset", {"player": office.bo_id, "why": "-"})
    assert (status, problem["code"], problem["where"]) == (400, "not_registered", "$.player")
    me = (await office.admin.ask({"type": "get_account"}))["player"]["id"]
    assert (await office.ask("password-reset", {"player": me, "why": "-"}))[1]["code"] == "not_yourself"
    assert (await office.ask("password-reset", {"player": "nobody", "why": "-"}))[1]["code"] == "unknown_player"
    await office.bo.ask({"type": "register", "name": "Bo Peep", "password": PASSWORD})
    roles = {"player": office.bo_id, "roles": ["moderator"], "why": "-"}
    assert (await office.ask("roles", roles))[0] == 200
    token = (await office.bo.ask({"type": "make_token", "scopes": ["moderate"]}))["token"]
    status, problem = await office.ask("password-reset", {"player": me, "why": "-"}, token=token)
    assert problem["code"] == "missing_role"


async def test_a_match_of_somebody_banned_goes_on_by_its_clock(office: Office) -> None:
    players = [(await line.ask({"type": "get_account"}))["player"] for line in (office.bo, office.admin)]
    await office.here.begin("m", players, time_limit=50)
    await office.admin.ask({"type": "watch_match", "match": "m"})
    await office.sanction("ban")
    assert await office.bo.closed() == CloseCode.BANNED
    over = await office.admin.until(lambda heard: heard["type"] == "update" and heard["result"] is not None)
    assert len(over["result"]["places"]) == 2


async def test_a_caller_who_is_banned_is_nobody_over_http_from_then_on(office: Office) -> None:
    assert (await office.ask_at("me/export", token=office.bo_token))[0] == 200
    await office.sanction("ban", seconds=60)
    status, problem = await office.ask_at("me/export", token=office.bo_token)
    assert (status, problem["code"], problem["retry_in"] > 0) == (403, "banned", True)


async def test_nobody_waits_for_who_is_banned(office: Office) -> None:
    tables = [
        (await line.ask({"type": "open_table", "game": "tiny"}))["table"]["id"] for line in (office.admin, office.bo)
    ]
    await office.bo.ask({"type": "sit", "table": tables[0]})
    for line in (office.bo, office.admin):
        await line.ask({"type": "seek", "games": ["tiny"]})
    offer = (await office.admin.until(lambda heard: heard["type"] == "offer_changed"))["offer"]
    assert (await office.bo.ask({"type": "accept", "offer": offer["id"]}))["offer"]["has_accepted"]
    await sanctioned(office.here, office.bo_id, SanctionKind.BAN)  # by another admin
    over = await office.admin.until(
        lambda heard: heard["type"] == "offer_changed" and heard["offer"]["stage"] != "open"
    )
    assert over["offer"]["stage"] == "failed"
    back = await office.admin.until(lambda heard: heard["type"] == "ticket_changed" and heard["ticket"] is not None)
    assert (back["ticket"]["stage"], back["ticket"]["offer"]) == ("waiting", None)
    places = (await office.admin.ask({"type": "watch_table", "table": tables[0]}))["table"]["places"]
    assert [place["player"] and place["player"]["name"] for place in places] == ["Ada", None]
    assert (await office.admin.ask({"type": "watch_table", "table": tables[1]}))["code"] == "unknown_table"


async def test_a_caller_who_is_banned_keeps_the_seat_where_they_play(office: Office) -> None:
    table = (await office.admin.ask({"type": "open_table", "game": "tiny"}))["table"]["id"]
    await office.bo.ask({"type": "sit", "table": table})
    for line in (office.bo, office.admin):
        await line.ask({"type": "ready", "table": table})
    await sanctioned(office.here, office.bo_id, SanctionKind.BAN)  # by another admin
    places = (await office.admin.ask({"type": "watch_table", "table": table}))["table"]["places"]
    assert [place["player"]["name"] for place in places] == ["Ada", "Bo"]


async def played(office: Office) -> str:
    """Let a match be played to its end at a table of Bo's; gives the table."""
    table = (await office.bo.ask({"type": "open_table", "game": "tiny"}))["table"]
    await office.admin.ask({"type": "sit", "table": table["id"]})
    for line in (office.bo, office.admin):
        await line.ask({"type": "ready", "table": table["id"]})
    await office.admin.ask({"type": "resign", "match": table["match"]})
    await office.admin.until(
        lambda heard: heard["type"] == "table_changed" and heard["table"]["stage"] == "over" and heard["ref"] is None
    )
    return str(table["id"])


async def test_a_caller_who_was_banned_while_they_played_has_no_seat_at_the_rematch(office: Office) -> None:
    table = await played(office)
    await office.sanction("ban")
    again = (await office.admin.ask({"type": "rematch", "table": table}))["table"]
    names = [place["player"] and place["player"]["name"] for place in again["places"]]
    assert (names, again["host"]) == (["Ada", None], again["places"][0]["player"]["id"])


async def test_a_bot_whose_owner_was_banned_meanwhile_has_no_seat_at_the_rematch(office: Office) -> None:
    await office.bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
    (bot,) = (await office.bo.ask({"type": "make_bot", "name": "Bo's Engine"}))["bots"]
    made = await office.bo.ask({"type": "make_token", "scopes": ["play", "lobby:read"], "bot": bot["id"]})
    table = (await office.admin.ask({"type": "open_table", "game": "tiny"}))["table"]
    async with office.there.line() as engine:
        await engine.sign_in(token=made["token"])
        await engine.ask({"type": "sit", "table": table["id"]})
        for line in (engine, office.admin):
            await line.ask({"type": "ready", "table": table["id"]})
        await office.admin.ask({"type": "resign", "match": table["match"]})
        await office.sanction("ban")
    again = (await office.admin.ask({"type": "rematch", "table": table["id"]}))["table"]
    assert [place["player"] and place["player"]["name"] for place in again["places"]] == [None, "Ada"]


async def test_a_caller_who_was_renamed_after_the_match_sits_under_that_name_at_the_rematch(office: Office) -> None:
    table = await played(office)
    await office.bo.ask({"type": "sign_out"})
    assert (await office.ask("rename", {"player": office.bo_id, "name": "Polite", "why": "rude"}))[0] == 200
    again = (await office.admin.ask({"type": "rematch", "table": table}))["table"]
    assert [place["player"]["name"] for place in again["places"]] == ["Ada", "Polite"]


async def test_guests_from_the_same_address_stay_out_if_that_is_wished(office: Office) -> None:
    await office.sanction("ban", address=True, seconds=3600)
    async with office.here.line() as line:
        assert (await line.ask({"type": "sign_in", "name": "Bo again"}))["code"] == "banned"
        answer = await line.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        assert answer["type"] == "signed_in"
    deed = (await office.ask("revoke", {"player": office.bo_id, "kind": "ban", "why": "a mistake"}))[1]
    assert (deed["what"], deed["whom"]["name"], deed["by"]["name"]) == ("revoke_ban", "Bo", "Ada")
    async with office.there.line() as line:
        await line.sign_in(token=office.bo_token)
        await line.sign_in("Bo's friend")


async def test_another_name_given_by_a_moderator_is_seen_at_once(office: Office) -> None:
    await office.bo.ask({"type": "open_table", "game": "tiny"})
    order = {"player": office.bo_id, "name": "Polite", "why": "rude"}
    assert (await office.ask("rename", order))[1]["detail"] == "Bo → Polite"
    await office.bo.quiet()
    assert (await office.bo.ask({**LOBBY, "text": "hello"}))["line"]["player"]["name"] == "Polite"
    (shown,) = (await office.admin.ask({"type": "list_tables"}))["tables"]
    assert shown["places"][0]["player"]["name"] == "Polite"


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


@pytest.mark.parametrize("is_over", [False, True])
async def test_a_moderator_who_plays_reads_of_their_match_when_it_is_over(office: Office, is_over: bool) -> None:
    players = [(await line.ask({"type": "get_account"}))["player"] for line in (office.bo, office.admin)]
    await office.here.begin("m", players)
    match = {"where": "match", "id": "m"}
    async with office.there.player("Cy") as spectator, office.there.player("Di") as other:
        cy = (await spectator.ask({"type": "get_account"}))["player"]["id"]
        await spectator.ask({"type": "say", **match, "text": "Bo has two aces"})
        await other.ask({"type": "report", "player": cy, "reason": "cheating", "text": "two aces, says Cy", **match})
    if is_over:
        await office.admin.ask({"type": "resign", "match": "m"})
    (filed,) = (await office.ask("reports"))[1]["reports"]
    assert filed["withheld"] is not is_over
    assert ("aces" in str(filed)) is is_over
    assert (filed["player"]["name"], filed["place"]) == ("Cy", "m")


async def test_a_moderator_whose_bot_plays_reads_as_little(office: Office) -> None:
    await office.admin.ask({"type": "make_bot", "name": "Engine"})
    (bot,) = (await office.admin.ask({"type": "get_account"}))["bots"]
    bo = (await office.bo.ask({"type": "get_account"}))["player"]
    await office.here.begin("m", [bo, bot])
    match = {"where": "match", "id": "m"}
    async with office.there.player("Cy") as spectator, office.there.player("Di") as other:
        cy = (await spectator.ask({"type": "get_account"}))["player"]["id"]
        await spectator.ask({"type": "say", **match, "text": "Bo has two aces"})
        await other.ask({"type": "report", "player": cy, "reason": "cheating", **match})
    assert (await office.ask("reports"))[1]["reports"][0]["lines"] == []


async def test_anything_that_was_done_stands_in_the_log_and_in_the_players_file(office: Office) -> None:
    await office.sanction("mute", seconds=60)
    await office.sanction("disconnect")
    log = (await office.ask("audit?most=2"))[1]
    assert [(deed["what"], deed["whom"]["name"], deed["why"]) for deed in log["deeds"]] == [
        ("disconnect", "Bo", "far too loud"),
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
    ("sanctions", {"player": "x", "kind": "disconnect", "why": "-"}),
    ("revoke", {"player": "x", "kind": "ban", "why": "-"}),
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
        assert (status, problem["code"], problem["where"]) == (403, "banned", "Authorization")


@pytest.mark.parametrize(
    ("path", "order", "status", "code", "where"),
    [
        ("sanctions", {"kind": "ban"}, 400, "malformed", "$.player"),
        ("sanctions", {"player": "x", "kind": "exile", "why": "-"}, 400, "malformed", "$.kind"),
        ("sanctions", {"player": "x", "kind": "ban", "why": ""}, 400, "malformed", "$.why"),
        ("sanctions", {"player": "x", "kind": "ban", "why": "-"}, 404, "unknown_player", "$.player"),
        ("revoke", {"player": "BO", "kind": "mute", "why": "-"}, 409, "not_sanctioned", "$.kind"),
        ("rename", {"player": "BO", "name": "Ada", "why": "-"}, 409, "name_taken", "$.name"),
        ("roles", {"player": "BO", "roles": ["admin"], "why": "-"}, 400, "not_registered", "$.player"),
        ("players", None, 400, "malformed", "?name"),
        ("players?name=Nobody", None, 404, "unknown_player", "?name"),
        ("reports?before=yesterday", None, 400, "malformed", "?before"),
        ("reports?state=lost", None, 400, "malformed", "?state"),
        ("audit?most=1000", None, 400, "malformed", "?most"),
        ("audit?before=yesterday", None, 400, "malformed", "?before"),
        ("audit?before=%C2%B2-x", None, 400, "malformed", "?before"),
        ("players/%ff%0a", None, 404, "unknown_player", "$.player"),
    ],
)
async def test_anything_that_is_wrong_with_an_order_is_said(
    office: Office, path: str, order: Message | None, status: int, code: str, where: str
) -> None:
    if order is not None and order.get("player") == "BO":
        order = {**order, "player": office.bo_id}
    answered, problem = await office.ask(path, order)
    assert (answered, problem["code"], problem["where"]) == (status, code, where)
    assert problem["detail"].endswith((".", "`"))


async def test_an_order_may_come_in_parts_but_not_be_too_long(office: Office) -> None:
    async def in_parts(*parts: bytes) -> AsyncIterator[bytes]:
        for part in parts:
            yield part
            await asyncio.sleep(0)  # so that each is a part of its own

    order = f'"{office.bo_id}", "kind": "disconnect", "why": "loud"'.encode()
    assert (await office.ask_at("moderation/sanctions", in_parts(b'{"player": ', order, b"}")))[0] == 200
    status, problem = await office.ask_at("moderation/sanctions", in_parts(b'{"why": "', b"a" * 70_000, b'"}'))
    assert (status, problem["code"]) == (413, "too_large")


async def test_no_log_tells_what_was_said_or_where_anybody_comes_from(office: Office) -> None:
    with structlog.testing.capture_logs() as logged:
        await office.bo.ask({**LOBBY, "text": "a-line-for-nobody's-log"})
        await office.admin.ask({"type": "report", "player": office.bo_id, "reason": "spam", "where": "lobby"})
        await office.sanction("ban", address=True)
        await office.bo.closed()
        async with office.here.line() as line:
            await line.ask({"type": "sign_in", "name": "Bo again"})
    stored = b" ".join(store.noting.written for store in office.stores)
    audit = str(await office.ask("audit")) + str(await office.ask(f"players/{office.bo_id}"))
    assert "a-line" not in str(logged) + audit
    assert "127.0.0.1" not in str(logged) + audit + stored.decode()
