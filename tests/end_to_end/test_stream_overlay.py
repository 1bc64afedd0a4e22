"""An overlay for streams: the player's own eyes, as late as the player and the table say, and nothing else."""

import contextlib
from collections.abc import AsyncIterator

import pytest
from matches.processes import Hand
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, Line, LiveServer, Message, live_server
from web.http.test_spectator_routes import Reader, reading

OVERLAY = "/v1/overlay/events"
SECONDS = 60


async def overlay_of(line: Line, delay: int = SECONDS) -> Message:
    """Return a token for an overlay of a new player."""
    await line.ask({"type": "register", "name": "Ada", "password": PASSWORD})
    return await line.ask({"type": "make_token", "scopes": ["overlay"], "overlay_delay": delay})


async def begun(line: Line, **options: object) -> str:
    """Begin a match with a bot of the server; return its id."""
    opened = await line.ask({"type": "open_table", "game": "myacards", "time_limit": 3_600_000, **options})
    table = opened["table"]["id"]
    await line.ask({"type": "add_bot", "table": table})
    began = await line.ask({"type": "ready", "table": table})
    assert began["table"]["stage"] == "playing"
    return str(began["table"]["match"])


async def passed(server: LiveServer, hand: Hand, seconds: int) -> None:
    """Let time go by, and have the process look at the clock."""
    hand.move(1000 * seconds)
    await server.services.matches.sweep()


@contextlib.asynccontextmanager
async def streamed(**options: object) -> AsyncIterator[tuple[LiveServer, Hand, Line, Message, str]]:
    """A player with an overlay in a match."""
    hand = Hand()
    async with live_server(MemoryStore(Memory(hand))) as server, server.player("Ada") as ada:
        made = await overlay_of(ada)
        yield server, hand, ada, made, await begun(ada, **options)


def opened(server: LiveServer, made: Message) -> contextlib.AbstractAsyncContextManager[Reader]:
    return reading(server, OVERLAY, Authorization=f"Bearer {made['token']}")


async def refused(server: LiveServer, made: Message) -> tuple[int, str]:
    status, answer = await server.get(OVERLAY, made["token"])
    return status, answer.get("code", "")


@pytest.mark.parametrize(("options", "behind"), [({}, SECONDS), ({"spectator_delay": "3min"}, 180)])
async def test_an_overlay_sees_the_players_hand_after_the_longer_of_both_delays(
    options: dict[str, str], behind: int
) -> None:
    async with streamed(**options) as (server, hand, ada, made, match):
        own = await ada.ask({"type": "watch_match", "match": match})
        await passed(server, hand, behind - 10)
        assert await refused(server, made) == (409, "not_shown_yet")
        await passed(server, hand, 15)
        async with opened(server, made) as overlay:
            _, _, first = await overlay.next()
            assert (first["through"], first["seat"], first["delay"]) == (own["seat"], None, 1000 * behind)
            assert (first["choices"], first["view"]) == ([], own["view"])
            async with server.player("Eva") as eva:
                assert (await eva.ask({"type": "watch_match", "match": match}))["view"] != own["view"]
            act = {"type": "act", "match": match, "seen": own["version"], "action": own["choices"][0]}
            acted = await ada.ask(act)
            await passed(server, hand, behind + 5)
            _, _, then = await overlay.next()
            while then["version"] < acted["version"]:
                _, _, then = await overlay.next()
            assert (then["version"], then["view"]) == (acted["version"], acted["view"])
            assert server.services.matches.here(match).watching_here == 0  # type: ignore[arg-type, union-attr]


@pytest.mark.parametrize(
    ("options", "expected"),
    [({"spectators": False}, (403, "no_spectators")), ({"spectator_delay": "end"}, (409, "not_shown_yet"))],
)
async def test_an_overlay_shows_nothing_of_a_match_that_spectators_may_not_see(
    options: dict[str, object], expected: tuple[int, str]
) -> None:
    async with streamed(**options) as (server, hand, _, made, _):
        await passed(server, hand, 700)
        assert await refused(server, made) == expected


async def test_a_token_for_an_overlay_opens_nothing_else_and_ends_when_it_is_revoked() -> None:
    async with streamed() as (server, hand, ada, made, _), server.line() as other:
        assert (await other.ask({"type": "sign_in", "token": made["token"]}))["code"] == "missing_scope"
        for path in ("/v1/me/seats", "/v1/me/export", "/v1/me/notices", "/v1/me/collection"):
            status, answer = await server.get(path, made["token"])
            assert (status, answer["code"]) == (403, "missing_scope"), path
        play = await ada.ask({"type": "make_token", "scopes": ["play"]})
        assert await refused(server, play) == (403, "missing_scope")
        await passed(server, hand, SECONDS + 5)
        async with opened(server, made) as overlay:
            await overlay.next()
            await ada.ask({"type": "revoke_token", "id": made["made"]["id"]})
            with pytest.raises(EOFError):
                await overlay.next()
        assert await refused(server, made) == (401, "unknown_token")


async def test_a_token_for_an_overlay_has_no_other_scope_and_only_it_has_a_delay() -> None:
    async with live_server() as server, server.player("Ada") as ada:
        assert (await overlay_of(ada, 0))["made"]["overlay_delay"] == 0
        for wrong, where in (
            ({"scopes": ["overlay", "play"]}, "$.scopes"),
            ({"scopes": ["play"], "overlay_delay": 5}, "$.overlay_delay"),
            ({"scopes": ["overlay"], "overlay_delay": 601}, "$.overlay_delay"),
        ):
            answer = await ada.ask({"type": "make_token", **wrong})
            assert (answer["code"], answer["where"]) == ("malformed", where)
