"""Who is a bot is marked as one wherever a player is shown: in every message and every answer over HTTP, while it is
there and when it is gone."""

from collections.abc import Iterator
from typing import Any, get_args

import aiohttp
import msgspec
from quarterdeck_protocol.lobby.moderation import Audit, FiledReports, PlayerFile
from quarterdeck_protocol.messages import AnyFromServer
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.transcripts.transcript import Transcript
from servers import LiveServer, Message, live_server
from web.commands.test_ratings import play_on, rated_news

PASSWORD = "a long walk by the sea"


def shown_in(said: Any, player: str) -> Iterator[Any]:
    """Return every place in which a player is shown."""
    if isinstance(said, dict):
        if said.get("id") == player:
            yield said
        for each in said.values():
            yield from shown_in(each, player)
    elif isinstance(said, list):
        for each in said:
            yield from shown_in(each, player)
    elif isinstance(said, str) and said.startswith("{"):  # an entry of a transcript, as it is stored
        yield from shown_in(msgspec.json.decode(said), player)


def structs_in(kind: Any, seen: set[Any]) -> set[Any]:
    """Return all structs that are part of a type."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
        seen.add(kind)
        for field in msgspec.structs.fields(kind):
            structs_in(field.type, seen)
    for part in getattr(kind, "__args__", ()):
        structs_in(part, seen)
    return seen


def test_a_caller_who_is_shown_is_shown_as_a_player() -> None:
    kinds: set[Any] = set()
    for said in (AnyFromServer, PlayerFile, FiledReports, Audit, Transcript):
        structs_in(said, kinds)
    by_id = {
        f"{kind.__name__}.{field.name}"
        for kind in kinds
        for field in msgspec.structs.fields(kind)
        if PlayerId in (field.type, *get_args(field.type))
    }
    of_the_command = {
        f"{each}.player" for each in ("ConversationDeleted", "ConversationRead", "PrivateMessageSent", "Unfollowed")
    }
    of_the_command.add("Tournament.invited")
    of_tournaments = {"Tournament.awaited", "Tournament.cut", "TournamentGame.players", "TournamentPairing.players"}
    shown_beside = {"Table.host", "Trade.cancelled_by", "PrivateMessage.sender", *of_tournaments}
    assert by_id == {"Player.id", "Player.owner"} | of_the_command | shown_beside, (
        "the answer repeats whom the command named, and all others are shown as players in the same message"
    )


async def answers(server: LiveServer, bearer: str, bot: str, bo: str, match: str) -> dict[str, Any]:
    """Return all that can be had over HTTP about a match of two, and about the bot in it."""
    paths = (
        f"/v1/players/{bo}/matches",
        f"/v1/players/{bo}/against/{bot}",
        f"/v1/matches/{match}",
        "/v1/moderation/reports",
        "/v1/moderation/audit",
        "/v1/me/export",
    )
    found = {}
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {bearer}"}) as http:
        for path in paths:
            async with http.get(server.url + path) as response:
                found[path] = await response.json()
                assert response.status == 200, (path, found[path])
    return found


async def test_a_players_bot_is_marked_wherever_it_is_shown() -> None:
    async with (
        live_server(messages_per_second=100_000) as server,
        server.line() as owner,
        server.line() as engine,
        server.line() as bo,
    ):
        await owner.sign_in()
        account = await owner.ask({"type": "register", "name": "Ada", "password": PASSWORD})
        session = await bo.sign_in("Bo")
        await bo.ask({"type": "register", "name": "Bo", "password": PASSWORD})
        await server.services.moderation.make_first_admin("Bo")
        bot = (await owner.ask({"type": "make_bot", "name": "Engine"}))["bots"][0]["id"]
        scopes = ["play", "lobby:read", "lobby:host"]
        made = await owner.ask({"type": "make_token", "scopes": scopes, "bot": bot})
        await engine.sign_in(token=made["token"])
        person = session["player"]["id"]
        for line in (owner, bo):
            await line.ask({"type": "watch_lobby"})
            await line.ask({"type": "join_chat", "where": "lobby"})
        table = (await engine.ask({"type": "open_table", "game": "tiny", "rated": True, "spectator_delay": "none"}))[
            "table"
        ]
        await bo.ask({"type": "list_tables"})
        await bo.ask({"type": "sit", "table": table["id"]})
        for line in (bo, engine):
            await line.ask({"type": "ready", "table": table["id"]})
        await owner.ask({"type": "watch_match", "match": table["match"]})
        await engine.ask({"type": "say", "where": "lobby", "text": "I compute"})
        await play_on(table["match"], engine, bo)
        await rated_news(bo, table["match"])
        await bo.ask({"type": "avoid", "player": bot, "how": "block"})
        for line in (owner, bo):
            await line.ask({"type": "report", "player": bot, "reason": "cheating", "where": "lobby"})
            await line.ask({"type": "get_profile", "player": bot})
            await line.ask({"type": "list_tokens"})

        async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {session['token']}"}) as http:
            order = {"player": bot, "kind": "mute", "why": "too loud", "seconds": 60}
            async with http.post(f"{server.url}/v1/moderation/sanctions", json=order) as response:
                assert response.status == 200, await response.text()
            async with http.get(f"{server.url}/v1/moderation/players/{bot}") as response:
                assert (await response.json())["player"]["kind"] == "bot"

        async def ask_about_the_bot() -> None:
            for line in (owner, bo):
                await line.ask({"type": "get_account"})
                await line.ask({"type": "get_history", "player": person})
                await line.ask({"type": "get_head_to_head", "player": person, "other": bot})
                await line.ask({"type": "get_export"})
                await line.ask({"type": "leave_chat", "where": "lobby"})
                await line.ask({"type": "join_chat", "where": "lobby"})

        await ask_about_the_bot()
        await owner.ask({"type": "delete_bot", "bot": bot})
        await engine.until(lambda heard: heard["type"] == "signed_out")
        before = len(bo.heard)
        await ask_about_the_bot()
        heard: list[Message] = [*owner.heard, *bo.heard, *engine.heard]
        kinds = {message["type"] for message in heard if list(shown_in(message, bot))}
        kinds_heard = (
            "account tokens token_made signed_in table_changed tables lobby_changed update said profile history"
        )
        assert kinds >= {*kinds_heard.split(), "chat_joined", "head_to_head", "export"}
        over_http = await answers(server, session["token"], bot, person, table["match"])
        for said in (*heard, *over_http.values()):
            for shown in shown_in(said, bot):
                assert shown["kind"] == "bot", said
        gone = {message["type"] for message in bo.heard[before:] if list(shown_in(message, bot))}
        assert gone >= {"account", "history", "head_to_head"}
        assert [path for path, said in over_http.items() if not list(shown_in(said, bot))] == []
        assert account["player"]["kind"] == "person"
