"""An invisible player is an offline one on every surface: two worlds that differ only in that are told apart nowhere.

In both worlds Bo has chosen to be invisible, follows Ada, and has watched, read and listened to what there is. In one
of them he then leaves. Ada, whom he follows and who follows him, asks for everything that could tell the two apart.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import msgspec
import pytest
from lobby.people import follow, noted, people, seen_by
from servers import Line, LiveServer, Message, live_server
from web.challenge_cases import me

TIME = 10**12
"""Numbers from this one on are times, which differ between two runs."""


class World:
    """A server with Ada, who asks, with Bo, who is invisible or offline, and with a match that both watch."""

    def __init__(self, server: LiveServer, ada: Line, cy: Line, token: str, names: Mapping[str, str]) -> None:
        self.server = server
        self.ada = ada
        self.cy = cy
        self.token = token
        self.names = names

    async def told(self, command: Message) -> Message:
        return await self.ada.ask({**command, "ref": "asked"})

    async def got(self, path: str) -> object:
        return (await self.server.get(path, self.token))[1]

    async def first_event(self, path: str) -> object:
        """Return the first event of a stream."""
        async with aiohttp.ClientSession() as http, http.get(self.server.url + path) as response:
            async for line in response.content:
                if line.startswith(b"data:"):
                    return msgspec.json.decode(line[5:])
        raise AssertionError(path)


@asynccontextmanager
async def world(*, is_here: bool) -> AsyncIterator[World]:
    async with live_server(luck=7) as server, people(server, "Ada", "Cy", "Di") as (ada, cy, di), server.line() as bo:
        await bo.sign_in("Whoever")
        signed = await bo.ask({"type": "register", "name": "Bo", "password": "a long walk by the sea"})
        his = signed["player"]["id"]
        await seen_by(bo, "nobody")
        await follow(ada, bo)
        await follow(bo, ada)
        table = (await cy.ask({"type": "open_table", "game": "tiny", "seats": 2}))["table"]["id"]
        await di.ask({"type": "sit", "table": table})
        await cy.ask({"type": "ready", "table": table})
        match = (await di.ask({"type": "ready", "table": table}))["table"]["match"]
        await ada.ask({"type": "send_private_message", "player": his, "text": "Are you there?"})
        for command in (
            {"type": "watch_lobby"},
            {"type": "watch_match", "match": match},
            {"type": "watch_table", "table": table},
            {"type": "watch_notices"},
            {"type": "join_chat", "where": "lobby"},
            {"type": "join_chat", "where": "match", "id": match},
            {"type": "get_conversation", "player": await me(ada)},
            {"type": "read_conversation", "player": await me(ada), "up_to": str(10**15)},
            {"type": "read_notices", "up_to": str(10**15)},
        ):
            assert (await bo.ask(command))["type"] != "refused", command
        if not is_here:
            await bo.ask({"type": "sign_out"})
            await bo.socket.close()
        token = (await ada.ask({"type": "make_token", "scopes": ["play", "lobby:read"], "label": "http"}))["token"]
        await noted(server)
        await server.services.attendance.count()
        names = {"player": his, "match": match, "table": table, "ada": await me(ada)}
        yield World(server, ada, cy, token, names)


Asked = Callable[[World], Awaitable[object]]


def told(command: Message) -> Asked:
    """Return the question that a command asks, with the names of the world in braces."""

    def named(world: World, value: Any) -> Any:
        return value.format(**world.names) if isinstance(value, str) else value

    return lambda world: world.told({key: named(world, value) for key, value in command.items()})


def got(path: str) -> Asked:
    return lambda world: world.got(path.format(**world.names))


def event(path: str) -> Asked:
    return lambda world: world.first_event(path.format(**world.names))


async def update_after_an_act(world: World) -> object:
    """Return the next update of the match that Ada watches."""
    await world.told({"type": "watch_match", "match": world.names["match"]})
    await world.cy.ask({"type": "resign", "match": world.names["match"]})
    return await world.ada.until(lambda heard: heard["type"] == "update" and heard["result"] is not None)


async def news_of_the_lobby(world: World) -> object:
    """Return the next change of the list of tables."""
    await world.told({"type": "watch_lobby"})
    await world.cy.ask({"type": "open_table", "game": "tiny", "seats": 2})
    return (await world.ada.until(lambda heard: heard["type"] == "lobby_changed"))["online"]


async def attendance_of_another_process(world: World) -> object:
    """Return the number of players that this process reports to others."""
    attendance = world.server.services.attendance
    return attendance._players(), dict(attendance._watched())


async def names_in_metrics(world: World) -> object:
    """Return whether the metrics name the player: they have numbers for operators, and no label of a player."""
    async with aiohttp.ClientSession() as http, http.get(world.server.url + "/metrics") as response:
        return world.names["player"] in await response.text()


SURFACES: Mapping[str, Asked] = {
    "list of followed players": told({"type": "get_following"}),
    "answer to follow": told({"type": "follow", "player": "{player}"}),
    "greeting": told({"type": "hello"}),
    "list of tables": told({"type": "list_tables"}),
    "live list of tables": told({"type": "watch_lobby"}),
    "list of tables over HTTP": got("/v1/tables"),
    "live list over HTTP": event("/v1/lobby/events"),
    "table": told({"type": "watch_table", "table": "{table}"}),
    "spectators of a match": told({"type": "watch_match", "match": "{match}"}),
    "spectators over HTTP": event("/v1/matches/{match}/events"),
    "chat of the lobby": told({"type": "join_chat", "where": "lobby"}),
    "chat of a match": told({"type": "join_chat", "where": "match", "id": "{match}"}),
    "profile": told({"type": "get_profile", "player": "{player}"}),
    "profile over HTTP": got("/v1/players/{player}"),
    "history": told({"type": "get_history", "player": "{player}"}),
    "head to head": told({"type": "get_head_to_head", "player": "{player}", "other": "{ada}"}),
    "ladder": told({"type": "get_ladder", "game": "tiny"}),
    "list of bots": told({"type": "list_bots"}),
    "challenge": told({"type": "create_challenge", "player": "{player}", "game": "tiny"}),
    "list of challenges": told({"type": "get_challenges"}),
    "private message": told({"type": "send_private_message", "player": "{player}", "text": "Hello?"}),
    "conversation, read or not": told({"type": "get_conversation", "player": "{player}"}),
    "list of conversations": told({"type": "get_conversations"}),
    "notices": told({"type": "get_notices"}),
    "report": told({"type": "report", "player": "{player}", "reason": "spam"}),
    "quick match": told({"type": "seek", "games": ["tiny"]}),
    "traders": told({"type": "find_traders", "who": "has", "game": "amiibart-tcg", "card": "none"}),
    "export": told({"type": "get_export"}),
    "seats": told({"type": "get_seats"}),
    "counts for other processes": attendance_of_another_process,
    "metrics": names_in_metrics,
    "news of the live list": news_of_the_lobby,
    "spectators in an update": update_after_an_act,
    "answer to unfollow": told({"type": "unfollow", "player": "{player}"}),
    "block": told({"type": "avoid", "player": "{player}", "how": "block"}),
}


RANDOM = re.compile(r"[0-9a-f]{16,}")
"""Ids and commitments, which differ between two runs."""


def timeless(told: object) -> object:
    """Return an answer without its times, and without the ids made by chance."""
    match told:
        case dict():
            return {timeless(key): timeless(value) for key, value in told.items()}
        case list() | tuple():
            return [timeless(each) for each in told]
        case int() if told >= TIME:
            return "a time"
        case str():
            return "an id" if re.fullmatch(r"\d{13,16}", told) else RANDOM.sub("an id", told)  # an id may be all digits
        case _:
            return told


async def answers(*, is_here: bool) -> dict[str, object]:
    """Return the answers of all surfaces, asked one after the other: those that change something come last."""
    async with world(is_here=is_here) as one:
        return {name: timeless(await asked(one)) for name, asked in SURFACES.items()}


async def test_an_invisible_player_is_an_offline_one_on_every_surface() -> None:
    assert len(SURFACES) >= 30
    offline, invisible = await answers(is_here=False), await answers(is_here=True)
    for name in SURFACES:
        assert invisible[name] == offline[name], name


@pytest.mark.parametrize("by", ["nobody", "everybody"])
async def test_the_counts_have_only_visible_players(by: str) -> None:
    async with live_server() as server, people(server, "Ada", "Bo") as (ada, bo):
        await seen_by(bo, by)
        expected = 1 if by == "nobody" else 2
        assert (await ada.ask({"type": "watch_lobby"}))["online"] == expected


PROBES: tuple[Message, ...] = (
    {"type": "get_following"},
    {"type": "follow", "player": "{ada}"},
    {"type": "send_private_message", "player": "{ada}", "text": "Why?"},
    {"type": "create_challenge", "player": "{ada}", "game": "tiny"},
    {"type": "get_profile", "player": "{ada}"},
    {"type": "get_head_to_head", "player": "{ada}", "other": "{bo}"},
    {"type": "unfollow", "player": "{ada}"},
    {"type": "get_following"},
    {"type": "follow", "player": "{ada}"},
    {"type": "get_conversations"},
    {"type": "get_notices"},
    {"type": "list_tables"},
)
"""What Bo asks to find out whether Ada has blocked him."""


async def probed(*, blocks: bool) -> list[object]:
    """Return the answers to all probes, after Ada has blocked Bo, or has only stopped following him and hides."""
    async with live_server(luck=7) as server, people(server, "Ada", "Bo") as (ada, bo):
        names = {"ada": await me(ada), "bo": await me(bo)}
        await follow(ada, bo)
        await follow(bo, ada)
        await ada.ask({"type": "set_challengers", "by": "nobody"})
        since = (await bo.ask({"type": "get_following"}))["players"][0]["since"]
        if blocks:
            await ada.ask({"type": "avoid", "player": names["bo"], "how": "block"})
        else:
            await ada.ask({"type": "unfollow", "player": names["bo"]})
            await seen_by(ada, "nobody")
        await noted(server)
        answers = []
        for probe in PROBES:
            named = {key: value.format(**names) for key, value in probe.items()}
            answers.append(await bo.ask({**named, "ref": "asked"} if "text" in probe else named))
        kept = [each["since"] for each in answers[0]["players"]], answers[1]["followed"]["since"]
        return [kept == ([since], since), *map(timeless, answers)]


async def test_a_block_tells_the_blocked_player_nothing() -> None:
    blocked, not_blocked = await probed(blocks=True), await probed(blocks=False)
    assert blocked[0] is True
    for probe, one, other in zip(("times", *PROBES), blocked, not_blocked, strict=True):
        assert one == other, probe


OF_A_THIRD = sorted(
    set(SURFACES) - {"spectators over HTTP", "spectators in an update", "news of the live list", "metrics"}
)
"""What a third player asks about two others."""


async def overheard(text: str | None) -> dict[str, object]:
    """Return what a third player learns who follows two others, after one has written this to the other or nothing."""
    async with live_server(luck=7) as server, people(server, "Ada", "Bo", "Cy") as (ada, bo, cy):
        names = {"ada": await me(ada), "player": await me(bo), "match": "none", "table": "none"}
        for one, other in ((ada, bo), (bo, ada), (cy, ada), (cy, bo)):
            await seen_by(one, "everybody")
            await follow(one, other)
        await cy.ask({"type": "watch_notices"})
        if text is not None:
            sent = await ada.ask({"type": "send_private_message", "player": names["player"], "text": text})
            read = {"type": "read_conversation", "player": names["ada"], "up_to": sent["message"]["id"]}
            assert (await bo.ask(read))["type"] == "conversation_read"
        await noted(server)
        token = (await cy.ask({"type": "make_token", "scopes": ["lobby:read"], "label": "http"}))["token"]
        third = World(server, cy, bo, token, names)
        told: dict[str, object] = {
            "by itself": await cy.quiet(),
            "a conversation": await third.told({"type": "get_conversation", "player": names["ada"]}),
        }
        told |= {name: await SURFACES[name](third) for name in OF_A_THIRD}
        async with aiohttp.ClientSession() as http, http.get(server.url + "/metrics") as response:
            assert text is None or text not in await response.text()
        return {name: timeless(each) for name, each in told.items()}


async def test_private_messages_tell_a_third_player_nothing() -> None:
    nothing = await overheard(None)
    for text in ("Meet me at the old mill.", "Trade you the black cat?"):
        found = await overheard(text)
        for name, each in nothing.items():
            assert found[name] == each, name
