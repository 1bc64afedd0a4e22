"""Every way in which a command about talk is refused: who asks, what, and with which code."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from quarterdeck_protocol.lobby.moderation import SanctionKind, SanctionOrder
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_server.lobby.accounts.identities import Identity
from servers import Line, LiveServer, Message

LOBBY: Message = {"type": "say", "where": "lobby"}

CLOCK_LAG = 10_000
"""Milliseconds by which the clock of a busy process may be behind the one that set an end."""


class People(Protocol):
    """Those of a scene who are needed here."""

    server: LiveServer
    me: Line
    bo: Line
    stranger: Line
    """Connected, but not signed in."""

    players: list[Message]

    async def table(self, name: str, *bots: str, sit_both: bool = False) -> str:
        """Open a table."""
        ...


async def an_admin(server: LiveServer) -> Identity:
    """Return somebody who has just become an admin."""
    players = server.services.players
    identity, token = await players.welcome(None)
    name = f"Warden {identity.player.id[:8]}"
    await players.register(identity.player.id, name, "a long walk by the sea")
    await server.services.moderation.make_first_admin(name, force=True)
    return await players.holder(token)


async def sanctioned(server: LiveServer, player: str, kind: SanctionKind, **more: Any) -> None:
    """Let a moderator do this to a player."""
    order = SanctionOrder(player=PlayerId(player), kind=kind, why="far too loud", **more)
    await server.services.moderation.sanction(await an_admin(server), order)


async def _muted(here: People) -> Message:
    await sanctioned(here.server, here.players[0]["id"], SanctionKind.MUTE, seconds=60)
    return {**LOBBY, "text": "hello"}


async def _banned_who_comes_again(here: People) -> Message:
    token = (await here.stranger.sign_in("Cy"))["token"]
    who = (await here.stranger.ask({"type": "get_account"}))["player"]["id"]
    await here.stranger.ask({"type": "sign_in", "name": "Somebody else"})
    await sanctioned(here.server, who, SanctionKind.BAN)
    return {"type": "sign_in", "token": token}


async def _guest_from_a_banned_address(here: People) -> Message:
    who = (await here.stranger.sign_in("Cy"))["player"]["id"]
    await here.stranger.ask({"type": "sign_in", "name": "Somebody else"})
    await sanctioned(here.server, who, SanctionKind.BAN, seconds=60, address=True)
    return {"type": "sign_in", "name": "Cy again"}


async def _reported_again(here: People) -> Message:
    report = {"type": "report", "player": here.players[1]["id"], "reason": "spam"}
    await here.me.ask({**report})
    return report


async def _reporting_oneself(here: People) -> Message:
    return {"type": "report", "player": here.players[0]["id"], "reason": "name"}


async def _speaking_where_others_sit(here: People) -> Message:
    table = await here.table("mine")
    await here.stranger.sign_in("Cy")
    return {"type": "say", "where": "table", "id": table, "text": "hello"}


async def _another_line_under_the_same_ref(here: People) -> Message:
    await here.me.ask({**LOBBY, "text": "hello", "ref": "done"})
    return {**LOBBY, "text": "goodbye", "ref": "done"}


async def _listening_everywhere(here: People) -> Message:
    for number in range(64):
        await here.server.begin(f"talk-{number}", here.players)
        await here.me.ask({"type": "join_chat", "where": "match", "id": f"talk-{number}"})
    return {"type": "join_chat", "where": "lobby"}


Asking = Callable[[Any], Awaitable[Message]]

CASES: Mapping[str, tuple[RefusalCode, str, Asking | Message, bool]] = {
    "nothing to say": (RefusalCode.MALFORMED, "$.text", {**LOBBY}, False),
    "words and a phrase": (RefusalCode.MALFORMED, "$.text", {**LOBBY, "text": "hello", "phrase": "hello"}, False),
    "a phrase that there is not": (RefusalCode.MALFORMED, "$.phrase", {**LOBBY, "phrase": "en_garde"}, False),
    "a place that there is not": (RefusalCode.MALFORMED, "$.where", {**LOBBY, "where": "moon", "text": "hello"}, False),
    "no table in particular": (RefusalCode.MALFORMED, "$.id", {**LOBBY, "where": "table", "text": "hello"}, False),
    "one of many lobbies": (RefusalCode.MALFORMED, "$.id", {**LOBBY, "id": "second", "text": "hello"}, False),
    "a line of nothing": (RefusalCode.TEXT_NOT_ALLOWED, "$.text", {**LOBBY, "text": "  "}, False),
    "a line that is too long": (RefusalCode.TEXT_NOT_ALLOWED, "$.text", {**LOBBY, "text": "a" * 301}, False),
    "two lines in one": (RefusalCode.TEXT_NOT_ALLOWED, "$.text", {**LOBBY, "text": "one\ntwo"}, False),
    "a line for everybody by nobody": (RefusalCode.NOT_SIGNED_IN, "$.type", {**LOBBY, "text": "hello"}, True),
    "a nobody who listens": (RefusalCode.NOT_SIGNED_IN, "$.type", {"type": "join_chat", "where": "lobby"}, True),
    "a table that is not there": (
        RefusalCode.UNKNOWN_TABLE,
        "$.table",
        {"type": "join_chat", "where": "table", "id": "nowhere"},
        False,
    ),
    "a match that is not there": (
        RefusalCode.UNKNOWN_MATCH,
        "$.match",
        {"type": "say", "where": "match", "id": "nowhere", "text": "hello"},
        False,
    ),
    "a word at a table of others": (RefusalCode.NOT_AT_TABLE, "$.id", _speaking_where_others_sit, True),
    "an ear that was not there": (RefusalCode.NOT_LISTENING, "$.id", {"type": "leave_chat", "where": "lobby"}, False),
    "too many ears": (RefusalCode.WATCHING_TOO_MANY, "$.where", _listening_everywhere, False),
    "another line under the same ref": (RefusalCode.REF_REUSED, "$.ref", _another_line_under_the_same_ref, False),
    "a chat message of a muted player": (RefusalCode.MUTED, "$.text", _muted, False),
    "a banned player": (RefusalCode.BANNED, "$.type", _banned_who_comes_again, True),
    "a guest from where somebody was banned": (RefusalCode.BANNED, "$.type", _guest_from_a_banned_address, True),
    "the same report again": (RefusalCode.ALREADY_REPORTED, "$.player", _reported_again, False),
    "a report of nobody": (
        RefusalCode.UNKNOWN_PLAYER,
        "$.player",
        {"type": "report", "player": "nobody", "reason": "spam"},
        False,
    ),
    "a report of oneself": (RefusalCode.NOT_YOURSELF, "$.player", _reporting_oneself, False),
}
"""The code, the place, the command (or how it comes to it), and whether a stranger gives it."""
