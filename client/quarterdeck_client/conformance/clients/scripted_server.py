"""A scripted server for one player at tables with bots. It accepts any kind of client, follows PROTOCOL.md except where
its script differs, and tolerates faults that another requirement checks."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

import msgspec
from aiohttp import WSMsgType, web
from quarterdeck_protocol.encoding.whole_numbers import in_digits
from quarterdeck_protocol.encoding.wire import PROTOCOL_VERSION, SUBPROTOCOL

from quarterdeck_client.conformance.clients.scripted_connection import Message, ScriptedConnection
from quarterdeck_client.conformance.clients.scripted_match import ScriptedMatch
from quarterdeck_client.conformance.clients.scripted_table import BOT, PLAYER, ScriptedTable

NOW = 1_800_000_000_000
DAY = 86_400_000
MESSAGES_PER_SECOND = 100
MESSAGES_AT_ONCE = 200
CLOSING = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)

Obeying = Callable[[ScriptedConnection, Message], Coroutine[Any, Any, None]]


class ServerScript(Protocol):
    """The hooks of a server's script. `Script` implements them for a server that does nothing unusual."""

    turns: int
    compresses: bool

    def handshake(self, request: web.Request) -> None: ...

    def refusal_of_handshake(self) -> int | None: ...

    async def opened(self, connection: ScriptedConnection) -> None: ...

    async def receives(self, connection: ScriptedConnection, command: Message) -> bool: ...

    def gets_news(self, connection: ScriptedConnection, match: ScriptedMatch) -> bool: ...

    async def sends(self, connection: ScriptedConnection, message: Message) -> None: ...

    async def asked(self, connection: ScriptedConnection, match: ScriptedMatch) -> None: ...

    def gone(self, connection: ScriptedConnection) -> None: ...


class ScriptedServer:
    """The scripted server to which the client under check connects, with a script for one requirement."""

    def __init__(self, script: ServerScript, game: str) -> None:
        self.script = script
        self.game = game
        self.connections: list[ScriptedConnection] = []
        self.attempts = 0
        """Number of attempts to connect, including refused ones."""

        self.received: list[Message] = []
        self.frames: list[bytes] = []
        self.tokens: list[str] = []
        self.addresses: list[str] = []
        """Every path that the client requested, with its query."""

        self.tables: dict[str, ScriptedTable] = {}
        self.ended = asyncio.Event()
        """Set when the server has sent the end of a match."""

        self._offer: ScriptedTable | None = None
        self._by_ref: dict[str, ScriptedTable] = {}
        self._acted: dict[str, tuple[ScriptedMatch, int]] = {}
        self._obeying: dict[str, Obeying] = {
            "hello": self._hello,
            "sign_in": self._sign_in,
            "open_table": self._open_table,
            "add_bot": self._add_bot,
            "sit": self._at_table,
            "watch_table": self._at_table,
            "ready": self._ready,
            "list_tables": self._list_tables,
            "watch_lobby": self._watch_lobby,
            "get_seats": self._get_seats,
            "join_chat": self._join_chat,
            "seek": self._seek,
            "accept": self._accept,
            "watch_match": self._watch_match,
            "unwatch_match": self._unwatch_match,
            "act": self._act,
            "reveal": self._reveal,
            "ping": self._ping,
        }

    @property
    def newest(self) -> ScriptedConnection | None:
        """The connection on which the client signed in last."""
        return next(
            (
                connection
                for connection in reversed(self.connections)
                if connection.is_signed_in and not connection.is_over
            ),
            None,
        )

    @property
    def is_played_out(self) -> bool:
        """True if at least one match has begun and all matches have ended."""
        matches = self.matches()
        return bool(matches) and all(match.is_over for match in matches)

    def matches(self) -> list[ScriptedMatch]:
        """Return all scripted matches that have begun."""
        return [table.match for table in self.tables.values() if table.match is not None]

    def application(self) -> web.Application:
        """Return the server as an aiohttp application."""
        app = web.Application()
        app.router.add_get("/v1/socket", self._carry)
        app.router.add_get("/v1/games", self._games)
        app.router.add_get("/v1/games/{game}", self._one_game)
        return app

    def forget_refs(self) -> None:
        """Forget the `ref`s of the last run, so that a client that wrongly uses them again still plays to the end."""
        self._by_ref.clear()

    async def refuse(
        self, connection: ScriptedConnection, command: Message, code: str, text: str, **fields: Any
    ) -> None:
        """Refuse a command of the client."""
        refused = {"type": "refused", "ref": command.get("ref"), "code": code, "text": text, "where": None}
        rest: Message = {"match": None, "table": None, "retry_in": None, "remaining": None, "faults": []}
        await self.script.sends(connection, {**refused, **rest, **fields})

    async def send_to_all(self, match: ScriptedMatch) -> None:
        """Send the state of the match as an update to all connections."""
        for connection in self.connections:
            if self.script.gets_news(connection, match):
                await self.script.sends(connection, match.update())
        if (newest := self.newest) is not None and match.is_asked:
            await self.script.asked(newest, match)

    def keep_silently(self, match: ScriptedMatch, command: Message) -> None:
        """Carry out an `act` of the client, let the other seats act, and send no answer."""
        match.act(command.get("action"))
        if isinstance(ref := command.get("ref"), str):
            self._acted[ref] = (match, match.version)
        match.answer_of_others()

    def acted_twice(self) -> list[str]:
        """Return a fault for each update on which the client acted more than once, with different refs."""
        faults = []
        first: dict[tuple[str, tuple[int, int]], Message] = {}
        for said in self.received:
            for match in self.matches():
                if said.get("type") != "act" or said.get("match") != match.id:
                    continue
                chosen = match.chosen_at(said.get("action"))
                if chosen is not None and first.setdefault((match.id, chosen), said).get("ref") != said.get("ref"):
                    refs = f"{first[match.id, chosen].get('ref')} and {said.get('ref')}"
                    faults.append(f"The client acted twice on version {chosen[1]}, under the refs {refs}.")
        return faults

    # Connections

    async def _carry(self, request: web.Request) -> web.StreamResponse:
        self.attempts += 1
        self.addresses.append(request.path_qs)
        self.script.handshake(request)
        if (status := self.script.refusal_of_handshake()) is not None:
            return web.json_response({"status": status, "title": "Service Unavailable"}, status=status)
        socket = web.WebSocketResponse(protocols=(SUBPROTOCOL,), autoping=False, compress=self.script.compresses)
        await socket.prepare(request)
        connection = ScriptedConnection(len(self.connections) + 1, request, socket)
        self.connections.append(connection)
        await self.script.opened(connection)
        while not connection.is_over:
            frame = await socket.receive()
            if frame.type in CLOSING:
                break
            await self._take(connection, frame.type, frame.data)
        connection.is_over = True
        self.script.gone(connection)
        return socket

    async def _take(self, connection: ScriptedConnection, kind: WSMsgType, said: Any) -> None:
        match kind:
            case _ if connection.is_dead:
                pass
            case WSMsgType.PING:
                await connection.socket.pong(said)
            case WSMsgType.PONG:
                connection.pongs.append(bytes(said))
            case _:
                frame = said.encode() if isinstance(said, str) else bytes(said)
                self.frames.append(frame)
                await self._obey(connection, frame)

    async def _obey(self, connection: ScriptedConnection, frame: bytes) -> None:
        try:
            command = msgspec.json.decode(in_digits(frame), type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            await self.refuse(connection, {}, "not_json", "This is not a JSON object.")
            return
        self.received.append(command)
        if await self.script.receives(connection, command):
            return
        if (
            command.get("type") not in ("hello", "sign_in", "list_tables", "watch_lobby")
            and not connection.is_signed_in
        ):
            await self.refuse(connection, command, "not_signed_in", "This needs a player: sign in first.")
            return
        obeying = self._obeying.get(str(command.get("type")))
        if obeying is None:
            text = "This server is scripted: there are tables, quick match and matches, and nothing else."
            await self.refuse(connection, command, "missing_scope", text)
        else:
            await obeying(connection, command)

    # Who one is

    async def _hello(self, connection: ScriptedConnection, command: Message) -> None:
        connection.form = str(command.get("updates", "whole"))
        limits = {
            "message_bytes": 65_536,
            "messages_per_second": MESSAGES_PER_SECOND,
            "messages_at_once": MESSAGES_AT_ONCE,
            "watched_matches": 64,
            "history": 200,
            "tables_per_player": 0,
            "tables_per_address": 0,
            "quotas": [],
        }
        await self.script.sends(
            connection,
            {
                "type": "welcome",
                "ref": command.get("ref"),
                "server": "quarterdeck conform",
                "protocol": PROTOCOL_VERSION,
                "limits": limits,
                "games": [self._offered()],
                "now": NOW,
                "capabilities": [],
            },
        )

    async def _sign_in(self, connection: ScriptedConnection, command: Message) -> None:
        token = command.get("token")
        if token is not None and token not in self.tokens:
            await self.refuse(connection, command, "unknown_token", "Nobody has this session token.")
            return
        for other in self.connections:
            if token is not None and other is not connection and other.is_signed_in and not other.is_over:
                await other.close(4001)
        self.tokens.append(secrets.token_urlsafe(16))
        connection.is_signed_in = True
        seats = [table.seat() for table in self.tables.values() if not table.is_over]
        await self.script.sends(
            connection,
            {
                "type": "signed_in",
                "ref": command.get("ref"),
                "player": PLAYER,
                "token": self.tokens[-1],
                "scopes": ["play", "lobby:read", "lobby:host", "moderate"],
                "seats": seats,
            },
        )

    async def _get_seats(self, connection: ScriptedConnection, command: Message) -> None:
        seats = [table.seat() for table in self.tables.values() if not table.is_over]
        said = {"type": "seats", "ref": command.get("ref"), "seats": seats, "ticket": None, "offer": None, "now": NOW}
        await self.script.sends(connection, said)

    # Tables

    async def _open_table(self, connection: ScriptedConnection, command: Message) -> None:
        ref = command.get("ref")
        table = self._by_ref.get(str(ref)) if ref is not None else None
        if table is None:
            table = ScriptedTable(str(command.get("game", self.game)), int(command.get("seats") or 2))
            self.tables[table.id] = table
            if ref is not None:
                self._by_ref[str(ref)] = table
        await self.script.sends(connection, table.changed(ref))

    async def _add_bot(self, connection: ScriptedConnection, command: Message) -> None:
        table = await self._table_of(connection, command)
        if table is not None:
            table.add_bot(command.get("ref"))
            await self.script.sends(connection, table.changed(command.get("ref")))

    async def _at_table(self, connection: ScriptedConnection, command: Message) -> None:
        table = await self._table_of(connection, command)
        if table is not None:
            await self.script.sends(connection, table.changed(command.get("ref")))

    async def _ready(self, connection: ScriptedConnection, command: Message) -> None:
        table = await self._table_of(connection, command)
        if table is not None:
            table.begin(self.script.turns)
            await self.script.sends(connection, table.changed(command.get("ref")))

    async def _reveal(self, connection: ScriptedConnection, command: Message) -> None:
        table = await self._table_of(connection, command)
        if table is None:
            return
        if not table.reveals(command.get("entropy")):
            await self.refuse(
                connection,
                command,
                "wrong_entropy",
                "This entropy does not match the hash that you sent before the match.",
                where="$.entropy",
            )
            return
        table.begin(self.script.turns)
        await self.script.sends(connection, table.changed(command.get("ref")))

    async def _ping(self, connection: ScriptedConnection, command: Message) -> None:
        await self.script.sends(connection, {"type": "pong", "ref": command.get("ref")})

    async def _table_of(self, connection: ScriptedConnection, command: Message) -> ScriptedTable | None:
        table = self.tables.get(str(command.get("table")))
        if table is None:
            await self.refuse(connection, command, "unknown_table", "There is no table with this id, or it was closed.")
        return table

    async def _list_tables(self, connection: ScriptedConnection, command: Message) -> None:
        await self.script.sends(connection, {"type": "tables", "ref": command.get("ref"), "tables": []})

    async def _watch_lobby(self, connection: ScriptedConnection, command: Message) -> None:
        await self.script.sends(
            connection, {"type": "lobby_snapshot", "ref": command.get("ref"), "tables": [], "total": 0}
        )

    async def _join_chat(self, connection: ScriptedConnection, command: Message) -> None:
        where = {"where": command.get("where"), "id": command.get("id")}
        await self.script.sends(connection, {"type": "chat_joined", "ref": command.get("ref"), **where, "lines": []})

    # Quick match

    async def _seek(self, connection: ScriptedConnection, command: Message) -> None:
        wished = command.get("games") or [{"game": self.game}]
        table = self._offer = ScriptedTable(str(wished[0].get("game", self.game)), 2)
        table.add_bot(None)
        await self.script.sends(connection, table.ticket(command.get("ref"), NOW))
        await self.script.sends(connection, table.offer(None, NOW, "open"))

    async def _accept(self, connection: ScriptedConnection, command: Message) -> None:
        table = self._offer
        if table is None or command.get("offer") != table.offer_id:
            await self.refuse(connection, command, "unknown_offer", "This player has no offer with this id.")
            return
        self.tables[table.id] = table
        table.begin(self.script.turns)
        await self.script.sends(connection, table.offer(command.get("ref"), NOW, "begun"))
        await self.script.sends(
            connection, {"type": "ticket_changed", "ref": None, "ticket": None, "ended": "begun", "now": NOW}
        )
        await self.script.sends(connection, table.changed(None))

    # Matches

    async def _watch_match(self, connection: ScriptedConnection, command: Message) -> None:
        match = await self._match_of(connection, command)
        if match is not None:
            connection.watched.add(match.id)
            since = command.get("since")
            since = since if isinstance(since, int) else match.version
            await self.script.sends(connection, match.update(command.get("ref"), since))
            if match.is_asked:
                await self.script.asked(connection, match)

    async def _unwatch_match(self, connection: ScriptedConnection, command: Message) -> None:
        connection.watched.discard(str(command.get("match")))
        said = {"type": "match_unwatched", "ref": command.get("ref"), "match": command.get("match")}
        await self.script.sends(connection, said)

    async def _match_of(self, connection: ScriptedConnection, command: Message) -> ScriptedMatch | None:
        match = next((match for match in self.matches() if match.id == command.get("match")), None)
        if match is None:
            await self.refuse(
                connection, command, "unknown_match", "There is no match with this id, or it was removed."
            )
        return match

    async def _act(self, connection: ScriptedConnection, command: Message) -> None:
        match = await self._match_of(connection, command)
        if match is None:
            return
        ref = command.get("ref")
        if isinstance(ref, str) and ref in self._acted:
            match, version = self._acted[ref]
            await self.script.sends(connection, match.update(ref, version - 1))
            return
        chosen = match.chosen_at(command.get("action"))
        if not match.is_asked or (chosen is not None and chosen != match.asked_at):
            text = "What was on offer then is not on offer any more."
            await self.refuse(connection, command, "stale", text, where="$.seen", match=match.id)
            return
        match.act(command.get("action"))
        if isinstance(ref, str):
            self._acted[ref] = (match, match.version)
        await self.script.sends(connection, match.update(ref))
        if match.is_over:
            self.ended.set()
            return
        match.answer_of_others()
        await self.send_to_all(match)

    # Over plain HTTP

    def _offered(self) -> Message:
        return {
            "name": self.game,
            "title": "A game without rules",
            "version": 1,
            "least_seats": 2,
            "most_seats": 4,
            "default_seats": 2,
            "bots": [BOT],
            "default_bot": BOT,
            "decks": [],
            "bot_titles": [],
            "deck_titles": [],
            "limits_a_turn": 0,
        }

    async def _games(self, request: web.Request) -> web.Response:
        self.addresses.append(request.path_qs)
        return web.json_response({"games": [self._offered()]})

    async def _one_game(self, request: web.Request) -> web.Response:
        self.addresses.append(request.path_qs)
        phrases: Message = {"actions": {"lay": "Lay {card}"}, "events": {"laid": "{seat} lays {card}."}, "things": {}}
        return web.json_response({"offer": self._offered(), "phrases": phrases, "schema": {}})
