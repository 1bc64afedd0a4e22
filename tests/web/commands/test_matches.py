"""Who watches a match over a real socket: moderators at once if they say why, and no more than may."""

import asyncio
import contextlib
from typing import Any

import aiohttp
import pytest
from matches.processes import Hand
from quarterdeck_protocol.names import MatchId, PlayerId
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import live_server, soon
from web.moderators_office import PASSWORD, Office, offices

BOTS = [{"id": f"bot-{number}", "name": f"Random {number}", "bot": "random"} for number in range(2)]


async def test_a_moderator_who_says_why_is_told_at_once_and_the_audit_log_has_it() -> None:
    async with offices() as office:
        await office.here.begin("m", [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}], spectator_delay="3min")
        watch = {"type": "watch_match", "match": "m"}
        assert (await office.admin.ask(dict(watch)))["code"] == "not_shown_yet"
        refused = await office.bo.ask({**watch, "live": "I am curious"})
        assert refused["code"] == "missing_role"
        shown = await office.admin.ask({**watch, "live": "a report of signals", "ref": "look"})
        assert (shown["type"], shown["version"], "delay" in shown) == ("update", 1, False)
        again = await office.admin.ask({**watch, "live": "a report of signals", "ref": "look"})
        assert again["type"] == "update"
        status, audit = await office.ask("audit")
        assert status == 200
        looks = [deed for deed in audit["deeds"] if deed["what"] == "watch_live"]
        assert [(deed["detail"], deed["why"]) for deed in looks] == [("match m", "a report of signals")]
        await office.admin.ask({"type": "unwatch_match", "match": "m"})
        assert (await office.admin.ask(dict(watch)))["code"] == "not_shown_yet"


async def test_a_live_look_that_is_refused_does_not_stand_in_the_audit_log() -> None:
    async with offices() as office:
        await office.here.begin("m", [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}])
        opened = await office.bo.ask({"type": "open_table", "game": "tiny", "access": "unlisted"})
        table = {"table": opened["table"]["id"]}
        await office.bo.ask({"type": "add_bot", **table})
        await office.bo.ask({"type": "ready", **table})
        closed = {"type": "watch_match", "match": opened["table"]["match"], "live": "I am curious"}
        assert (await office.admin.ask(dict(closed)))["code"] == "no_spectators"
        for match in ("m", closed["match"], "never"):  # who may not look live is not told what there is
            refused = await office.bo.ask({**closed, "match": match})
            assert (refused["code"], refused["where"]) == ("missing_role", "$.live")
        assert [deed["what"] for deed in (await office.ask("audit"))[1]["deeds"]] == ["first_admin"]


async def test_a_caller_who_signs_out_is_told_no_more_at_once() -> None:
    async with offices() as office:
        await office.here.begin("m", [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}], spectator_delay="3min")
        await office.admin.ask({"type": "watch_match", "match": "m", "live": "a report of signals"})
        await office.admin.ask({"type": "sign_out"})
        held = await office.here.services.matches.open(MatchId("m"))
        assert held.watching_here == 1
        await office.here.services.matches.sweep()
        assert not [heard for heard in await office.admin.quiet() if heard["type"] == "update"]
        assert (await office.admin.ask({"type": "watch_match", "match": "m"}))["code"] == "not_shown_yet"


async def test_a_caller_who_is_told_at_once_sees_it_through_nobodys_eyes() -> None:
    hidden: dict[str, Any] = {"spectator_delay": "3min", "perspectives": "during"}
    async with offices() as office:
        await office.here.begin("m", [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}], **hidden)
        watch = {"type": "watch_match", "match": "m"}
        refused = await office.admin.ask({**watch, "live": "a report of signals", "seat": 0})
        assert (refused["code"], refused["where"]) == ("malformed", "$.seat")
        status, audit = await office.ask("audit")
        assert (status, [deed for deed in audit["deeds"] if deed["what"] == "watch_live"]) == (200, [])
        shown = await office.admin.ask({**watch, "live": "a report of signals"})
        assert (shown["type"], "through" in shown, "delay" in shown) == ("update", False, False)
        refused = await office.admin.ask({**watch, "seat": 0})
        assert (refused["code"], refused["where"]) == ("malformed", "$.seat")
        held = await office.here.services.matches.open(MatchId("m"))
        assert held.watching_here == 1
        assert not [heard for heard in await office.admin.quiet() if heard["type"] == "update"]


async def test_through_whose_eyes_it_was_seen_is_forgotten_by_who_comes_to_sit_there() -> None:
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.line() as line:
        ada = await line.sign_in("Ada")
        async with server.player("Bo") as bo:
            agreed: dict[str, Any] = {"spectator_delay": "3min", "perspectives": "during", "time_limit": 3_600_000}
            await server.begin("m", [ada["player"], BOTS[0]], **agreed)
            hand.move(200_000)
            await server.services.matches.sweep()
            watch = {"type": "watch_match", "match": "m", "seat": 1}
            assert (await bo.ask(dict(watch)))["through"] == 1
            await bo.sign_in(token=ada["token"])
            shown = await bo.ask({"type": "watch_match", "match": "m"})
            assert (shown["seat"], "through" in shown, "delay" in shown) == (0, False, False)
            assert (await bo.ask(dict(watch)))["code"] == "not_your_seat"


async def test_a_match_that_has_ended_is_seen_through_each_pair_of_eyes_by_who_may_see_it_again() -> None:
    async with live_server(MemoryStore(Memory(Hand()))) as server, server.line() as line, server.player("Bo") as bo:
        ada = await line.sign_in("Ada")
        await server.begin("m", [ada["player"], BOTS[0]], time_limit=3_600_000)
        watch = {"type": "watch_match", "match": "m", "seat": 1}
        assert (await bo.ask(dict(watch)))["code"] == "not_agreed"
        await line.ask({"type": "resign", "match": "m"})
        shown = await bo.ask(dict(watch))
        assert (shown["type"], shown["through"], shown["result"] is not None) == ("update", 1, True)


async def _made_moderator(office: Office) -> Office:
    order = {"player": office.bo_id, "why": "a good eye"}
    await office.bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
    status, deed = await office.ask("roles", {**order, "roles": ["moderator"]})
    assert status == 200, deed
    return office


async def test_a_caller_who_is_a_moderator_no_more_is_told_no_more_at_once() -> None:
    async with offices() as office:
        await _made_moderator(office)
        ada = (await office.admin.ask({"type": "get_account"}))["player"]
        await office.here.begin("m", [ada, BOTS[0]], spectator_delay="30s", time_limit=3_600_000)
        playing = await office.admin.ask({"type": "watch_match", "match": "m"})
        watch = {"type": "watch_match", "match": "m", "live": "a report of signals"}
        assert (await office.bo.ask(dict(watch)))["type"] == "update"
        status, _ = await office.ask("roles", {"player": office.bo_id, "why": "too curious", "roles": []})
        assert status == 200
        ended = await office.bo.until(lambda heard: heard["type"] == "match_unwatched")
        assert (ended["match"], ended["code"], ended["ref"]) == ("m", "missing_role", None)
        resigned = await office.admin.ask({"type": "resign", "match": "m"})
        assert (resigned["type"], resigned["version"] > playing["version"]) == ("update", True)
        held = await office.there.services.matches.open(MatchId("m"))
        while not held.is_over:
            await office.bo.ask({"type": "ping"})
        assert not [heard for heard in await office.bo.quiet() if heard["type"] in ("update", "update_patch")]
        assert (await office.bo.ask(dict(watch)))["code"] == "missing_role"
        assert (await office.bo.ask({"type": "watch_match", "match": "m"}))["code"] == "not_shown_yet"


async def test_a_caller_who_ceases_to_be_a_moderator_while_they_ask_is_refused() -> None:
    async with offices() as office:
        await _made_moderator(office)
        await office.here.begin("m", [*BOTS], spectator_delay="3min")
        there = office.there.services
        look_live, looked, went_on = there.looks.note_live_watch, asyncio.Event(), asyncio.Event()

        async def look_slowly(*given: Any) -> None:
            await look_live(*given)
            looked.set()
            await went_on.wait()

        with pytest.MonkeyPatch.context() as patching:
            patching.setattr(there.looks, "note_live_watch", look_slowly)
            asking = asyncio.ensure_future(office.bo.ask({"type": "watch_match", "match": "m", "live": "a report"}))
            await looked.wait()
            status, _ = await office.ask("roles", {"player": office.bo_id, "why": "too curious", "roles": []})
            assert status == 200
            (connection,) = there.presence.of(PlayerId(office.bo_id))
            while connection.identity is None or connection.identity.roles:  # noqa: ASYNC110 - a task of its own ends it
                await asyncio.sleep(0)
            went_on.set()
            assert (await asking)["code"] == "missing_role"
        assert (await there.matches.open(MatchId("m"))).watching_here == 0


async def test_no_more_watch_a_match_than_may_and_who_plays_is_not_counted() -> None:
    async with (
        live_server(MemoryStore(Memory(Hand())), spectators_per_match=1) as server,
        server.player("Ada") as ada,
        server.player("Bo") as bo,
        server.player("Cy") as cy,
    ):
        player = (await ada.ask({"type": "get_account"}))["player"]
        await server.begin("m", [player, BOTS[0]], time_limit=3_600_000)
        watch = {"type": "watch_match", "match": "m"}
        assert (await bo.ask({"type": "hello"}))["limits"]["spectators"] == 1
        assert [(await line.ask(dict(watch)))["type"] for line in (bo, ada)] == ["update"] * 2
        assert (await cy.ask(dict(watch)))["code"] == "too_many_spectators"
        status, refused = await server.get("/v1/matches/m/events")
        assert (status, refused["code"]) == (409, "too_many_spectators")
        await bo.ask({"type": "unwatch_match", "match": "m"})
        assert (await cy.ask(dict(watch)))["type"] == "update"


async def test_one_address_does_not_keep_all_places_of_a_match_from_others() -> None:
    async with (
        live_server(spectators_per_match=4, trusted_proxies=1) as server,
        contextlib.AsyncExitStack() as stack,
        aiohttp.ClientSession() as http,
    ):
        await server.begin("m", [{"id": "ada", "name": "Ada"}, BOTS[0]], time_limit=3_600_000)
        watch = {"type": "watch_match", "match": "m"}
        crowd = [await stack.enter_async_context(server.line()) for _ in range(4)]
        for line in crowd:
            assert (await line.ask(dict(watch)))["type"] == "update"
        events = f"{server.url}/v1/matches/m/events"
        async with http.get(events, headers={"X-Forwarded-For": "192.0.2.9"}) as stream:
            assert stream.status == 200
            told = await crowd[-1].until(lambda heard: heard["type"] == "match_unwatched")
            assert (told["match"], told["code"]) == ("m", "too_many_spectators")
            assert "your address has more" in told["text"]
            assert (await server.services.matches.open(MatchId("m"))).watching_here == 4
            assert (await crowd[-1].ask(dict(watch)))["code"] == "too_many_spectators"
            async with http.get(events, headers={"X-Forwarded-For": "192.0.2.9"}) as second:
                assert second.status == 200
                await crowd[-2].until(lambda heard: heard["type"] == "match_unwatched")
                async with http.get(events, headers={"X-Forwarded-For": "192.0.2.9"}) as third:
                    assert (third.status, (await third.json())["code"]) == (409, "too_many_spectators")
        await soon(lambda: server.services.matches.watched().get(MatchId("m")) == 2)
        assert (await crowd[-1].ask(dict(watch)))["type"] == "update", "it is followed anew"
