"""Who watches a match over a real socket: moderators at once if they say why, and no more than may."""

from matches.processes import Hand
from quarterdeck_protocol.names import MatchId
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import live_server
from web.moderators_office import offices

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


async def test_who_signs_out_is_told_no_more_at_once() -> None:
    async with offices() as office:
        await office.here.begin("m", [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}], spectator_delay="3min")
        await office.admin.ask({"type": "watch_match", "match": "m", "live": "a report of signals"})
        await office.admin.ask({"type": "sign_out"})
        held = await office.here.services.matches.open(MatchId("m"))
        assert held.watching_here == 1
        await office.here.services.matches.sweep()
        assert not [heard for heard in await office.admin.quiet() if heard["type"] == "update"]
        assert (await office.admin.ask({"type": "watch_match", "match": "m"}))["code"] == "not_shown_yet"


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
