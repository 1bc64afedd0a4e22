"""Notices over connections: only after they were asked for, in any process, and to nobody else."""

from collections.abc import Sequence

from matches.processes import Hand
from quarterdeck_server.app import TURN_NOTICES
from quarterdeck_server.lobby.notices.turn_notices import MILLISECONDS_OPEN
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.rate_limit.quotas import NOTICES
from servers import PASSWORD, Line, Message, live_server


async def resigned(leaving: Line, others: Sequence[Line], table: Message | None = None) -> Message:
    """Play a match of `tiny` that the first of these players leaves, and return its table."""
    opened: Message = (await leaving.ask({"type": "open_table", "game": "tiny", "seats": 2}))["table"]
    for other in others:
        await other.ask({"type": "sit", "table": opened["id"]})
    for line in (leaving, *others):
        await line.ask({"type": "ready", "table": opened["id"]})
    await leaving.ask({"type": "resign", "match": opened["match"]})
    return opened


def is_notice(message: Message) -> bool:
    return bool(message["type"] == "noticed")


async def test_the_end_of_a_match_is_noticed_at_every_process_by_those_who_asked() -> None:
    memory = Memory()
    async with (
        live_server(MemoryStore(memory)) as here,
        live_server(MemoryStore(memory)) as there,
        here.line() as ada,
        there.line() as elsewhere,
        here.line() as bo,
        here.line() as eve,
    ):
        await ada.sign_in("Whoever")
        await ada.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        await elsewhere.ask({"type": "sign_in", "name": "Ada", "password": PASSWORD})
        for line, name in ((bo, "Bo"), (eve, "Eve")):
            await line.sign_in(name)
        earlier = (await elsewhere.ask({"type": "watch_notices"}))["notices"]
        assert [each["reason"] for each in earlier] == ["new_device"]
        assert (await eve.ask({"type": "watch_notices"}))["notices"] == []
        table = await resigned(ada, [bo])
        notice = (await elsewhere.until(is_notice))["notice"]
        assert (notice["kind"], notice["match"], notice["game"]) == ("match_ended", table["match"], "tiny")
        assert (notice["place"], notice["reason"]) == (2, "left")
        await bo.until(lambda message: message["type"] == "rated")
        assert not any(map(is_notice, [*await bo.quiet(), *bo.heard, *await eve.quiet(), *eve.heard]))
        assert not any(map(is_notice, ada.heard)), "an old client of protocol 1 sees nothing new"
        page = await ada.ask({"type": "get_notices"})
        assert (page["notices"], page["unread"], page["read"], page["before"]) == ([notice, *earlier], 2, "0", None)
        read = await ada.ask({"type": "read_notices", "up_to": notice["id"]})
        assert (read["read"], read["unread"]) == (notice["id"], 0)
        again = await elsewhere.ask({"type": "watch_notices", "after": "0"})
        assert (again["notices"], again["unread"]) == ([notice, *earlier], 0), "the same id, however often"
        assert (await elsewhere.ask({"type": "watch_notices"}))["notices"] == []
        refused = await elsewhere.ask({"type": "watch_notices", "after": "01"})
        assert (refused["code"], refused["where"]) == ("malformed", "$.after")


async def test_another_player_on_the_same_connection_gets_only_their_own() -> None:
    async with live_server() as server, server.line() as line, server.line() as bo:
        first = await line.sign_in("Ada")
        await line.ask({"type": "watch_notices"})
        await line.ask({"type": "sign_out"})
        await line.sign_in("Eve")
        async with server.line() as ada:
            await ada.sign_in(token=(await ada.ask({"type": "sign_in", "name": "Ada"}))["token"])
            assert first["player"]["id"]
            await bo.sign_in("Bo")
            await resigned(ada, [bo])
        assert not any(map(is_notice, [*await line.quiet(), *line.heard]))


async def test_a_caller_who_asks_again_and_again_is_slowed_down() -> None:
    async with live_server(quotas="on", clock=lambda: 0.0) as server, server.line() as ada:
        await ada.sign_in("Ada")
        for _ in range(NOTICES.at_once):
            assert (await ada.ask({"type": "get_notices"}))["type"] == "notices"
        refused = await ada.ask({"type": "get_notices"})
        assert (refused["code"], refused["remaining"]) == ("too_many", 0)


async def test_a_turn_is_noticed_unless_the_player_follows_the_match_at_any_process() -> None:
    hand = Hand()
    memory = Memory(hand)
    async with (
        live_server(MemoryStore(memory)) as here,
        live_server(MemoryStore(memory)) as there,
        here.person("Ada") as ada,
        there.person("Bo") as bo,
    ):
        lines = {"Ada": ada, "Bo": bo}
        opened = (await ada.ask({"type": "open_table", "game": "tiny", "seats": 2, "time_limit": 3_600_000}))["table"]
        await bo.ask({"type": "sit", "table": opened["id"]})
        for line in lines.values():
            await line.ask({"type": "ready", "table": opened["id"]})
            await line.ask({"type": "watch_notices"})

        async def sweep() -> None:
            for _ in range(2):
                hand.move(MILLISECONDS_OPEN)
                for server in (there, here):
                    server.services.matches.clock.correct(hand.time)
                    await server.services.attendance.count()
                await here.app[TURN_NOTICES].sweep()

        update = await bo.ask({"type": "watch_match", "match": opened["match"]})
        await ada.ask({"type": "watch_match", "match": opened["match"]})
        names = [player["name"] for player in update["players"]]
        name = names[update["waiting"][0]["seat"]]
        await sweep()
        assert not any(map(is_notice, await lines[name].quiet()))
        await lines[name].ask({"type": "unwatch_match", "match": opened["match"]})
        await sweep()
        notice = (await lines[name].until(is_notice))["notice"]
        expected = ("your_turn", opened["match"], update["waiting"][0]["until"])
        assert (notice["kind"], notice["match"], notice["until"]) == expected
        others = [line for each, line in lines.items() if each != name]
        assert not any(map(is_notice, [*await others[0].quiet(), *others[0].heard]))
