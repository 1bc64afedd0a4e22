"""A server with real objects of one player, and everybody who may ask for them: `tests/web/test_object_access.py`."""

import contextlib
import hashlib
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

import aiohttp
import msgspec
from matches.processes import Hand
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Scope
from quarterdeck_server.lobby.accounts.tokens import EVERYTHING
from quarterdeck_server.lobby.matchmaking.rounds import BETWEEN_ROUNDS
from quarterdeck_server.storage.memory import Memory, MemoryStore
from servers import PASSWORD, WITH_WEBHOOKS, Line, LiveServer, Message, live_server
from web.trade_cases import FIRST, GAME, SECOND, give, of
from yarl import URL

OWNER: Final = "owner"
MATE: Final = "mate"
"""Sits at the tables of the owner, plays the matches, and is the other side of the trade and the offer."""

STRANGER: Final = "stranger"
GUEST: Final = "guest"
BLOCKED: Final = "blocked"
"""Is blocked by the owner."""

SPECTATOR: Final = "spectator"
"""Has been let in at the owner's tables with code and password, and looks on."""

BOT: Final = "bot"
"""The owner's bot, with a token of all scopes."""

MODERATOR: Final = "moderator"
NOBODY: Final = "nobody"
CALLED = {OWNER: "Ada", MATE: "Bo", STRANGER: "Cy", GUEST: "Dee", BLOCKED: "Eve", SPECTATOR: "Fay", MODERATOR: "Mo"}
PRIVATE = frozenset(
    {
        "batch",
        "challenge",
        "code",
        "closed_match",
        "club",
        "deck",
        "hidden",
        "invite",
        "offer",
        "opened_pack",
        "own_report",
        "pack",
        "report",
        "strangers_code",
        "session",
        "token",
        "trade",
        "webhook",
    }
)
"""The objects of which nobody else hears in a list."""

PEOPLE: Final = (OWNER, MATE, STRANGER, GUEST, BLOCKED, SPECTATOR, BOT, MODERATOR, NOBODY)

SCOPES = EVERYTHING
TOKENS: Mapping[str, Scope] = {f"{OWNER} with {scope}": scope for scope in SCOPES}
"""Programs of the owner, each with one scope."""

ASKERS = (*PEOPLE, *TOKENS)

PASSING = frozenset(
    {
        *("addresses", "attempts", "attendance", "online", "pace", "seekers", "wave"),
        *("tournament_lease", "tournaments_due", "turn_sweep"),
    }
)
"""Documents and indexes that say who is here and how often they ask, and nothing of any object."""

SEATS = 3
PLAYED_FOR_LONG = 86_400_000


class OwnedObjects:
    """A server, everybody's connection and token, and the ids of the owner's objects."""

    def __init__(self, server: LiveServer, memory: Memory, hand: Hand, http: aiohttp.ClientSession) -> None:
        self.server = server
        self.lines: dict[str, Line] = {}
        self.tokens: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        self._memory = memory
        self.documents = MemoryStore(memory).documents
        self._hand = hand
        self._http = http

    async def ask(self, asker: str, command: Message) -> Message:
        """Ask over the socket; return the answer without its `ref`."""
        answer = await self.lines[asker].ask(dict(command))
        return {name: value for name, value in answer.items() if name != "ref"}

    async def call(self, asker: str, method: str, path: str, body: Message | None) -> tuple[int, Any]:
        """Ask over HTTP; return the status and the answer."""
        headers = {"Authorization": f"Bearer {self.tokens[asker]}"} if asker in self.tokens else {}
        url = URL(f"{self.server.url}{path}", encoded=True)
        async with self._http.request(method, url, json=body, headers=headers) as response:
            if response.content_type == "text/event-stream":
                retry, first = [await response.content.readuntil(b"\n\n") for _ in range(2)]
                return response.status, {"events": (retry + first).decode()}
            answer = await response.read()
            return response.status, {} if response.content_type in (
                "image/png",
                "application/x-ndjson",
            ) else msgspec.json.decode(answer)

    def state(self) -> dict[object, object]:
        """Return how everything stands that is kept: documents by their revision, indexes, the ends of the logs."""
        rows = self._memory.documents
        documents: dict[object, object] = {
            key: each.document.revision for key, each in rows._documents.items() if key.kind not in PASSING
        }
        indexes: dict[object, object] = {
            name: tuple(members.items()) for name, members in rows._indexes.items() if name not in PASSING
        }
        return {**documents, **indexes, **{match: log.head for match, log in self._memory.logs.items()}}

    async def disturbed(self) -> list[Message]:
        """Return what owner and mate have been told since they were asked last."""
        return [heard for name in (OWNER, MATE) for heard in await self.lines[name].quiet()]

    async def prepare(self) -> None:
        """Let everybody sign in, and the owner and the mate make all objects."""
        self.server.services.packs.settings = msgspec.structs.replace(self.server.services.packs.settings, per_day=1)
        for name in PEOPLE:
            if name in CALLED:
                await self._sign_in(name)
        await self._appoint()
        await self._make_programs()
        await self.ask(OWNER, {"type": "avoid", "player": self.ids[BLOCKED], "how": "block"})
        await self._own_cards()
        for name, options in (("hidden", {"access": "unlisted"}), ("open", {}), ("locked", _LOCKED)):
            await self._gather(name, options)
        for name, options in (("closed_match", {"access": "unlisted"}), ("open_match", {})):
            await self._play(name, options)
        own = await self.made(STRANGER, {"type": "open_table", "game": "tiny", "access": "unlisted"})
        self.ids["strangers_code"] = own["table"]["code"]
        challenging = {"type": "create_challenge", "player": self.ids[MATE], "game": "tiny"}
        self.ids["challenge"] = (await self.made(OWNER, challenging))["challenge"]["id"]
        tournament = {"type": "create_tournament", "name": "Friday", "game": "tiny", "rounds": 3}
        self.ids["tournament"] = (await self.made(OWNER, tournament))["tournament"]["summary"]["id"]
        club = {"type": "create_club", "name": "Readers", "access": "private"}
        self.ids["club"] = (await self.made(OWNER, club))["club"]["summary"]["id"]
        there = {"club": self.ids["club"]}
        await self.made(OWNER, {"type": "invite_to_club", "player": self.ids[MATE], **there})
        await self.made(MATE, {"type": "join_club", **there})
        hook = {"type": "create_webhook", "url": "https://hooks.example.org/x", **there}
        self.ids["webhook"] = (await self.made(OWNER, hook))["webhook"]["id"]
        await self._be_offered_a_match()
        await self._report()
        for place in ("hidden", "open"):
            await self.made(OWNER, {"type": "join_chat", "where": "table", "id": self.ids[place]})
        for match in ("closed_match", "open_match"):
            await self.made(OWNER, {"type": "join_chat", "where": "match", "id": self.ids[match]})
            await self.made(OWNER, {"type": "watch_match", "match": self.ids[match]})
        await self.disturbed()

    async def made(self, asker: str, command: Message) -> Message:
        """Ask what must not be refused."""
        answer = await self.ask(asker, command)
        assert answer["type"] != "refused", (asker, command, answer)
        return answer

    async def _sign_in(self, name: str) -> None:
        signed_in = await self.lines[name].sign_in(CALLED[name])
        self.ids[name], self.tokens[name] = signed_in["player"]["id"], signed_in["token"]
        self.ids[f"name of {name}"] = CALLED[name]
        if name != GUEST:
            await self.made(name, {"type": "register", "name": CALLED[name], "password": PASSWORD})

    async def _appoint(self) -> None:
        """Give the moderator that role, by an admin who is nobody else here."""
        async with self.server.line() as line:
            self.tokens["admin"] = (await line.sign_in("Root"))["token"]
            await line.ask({"type": "register", "name": "Root", "password": PASSWORD})
            await self.server.services.moderation.make_first_admin("Root")
            codes = {"type": "make_codes", "label": "fair", "gift": {"packs": [{"game": GAME, "count": 2}]}}
            made = await line.ask({**codes, "codes": 2, "uses": 9})
            self.ids |= {"batch": made["batch"]["id"], "code": made["codes"][0]}
            invited = (await self.call("admin", "POST", "/v1/moderation/invites", {"why": "a friend"}))[1]
            self.ids["invite"] = invited["invite"]["id"]
            order = {"player": self.ids[MODERATOR], "roles": ["moderator"], "why": "they are fair"}
            assert (await self.call("admin", "POST", "/v1/moderation/roles", order))[0] == 200

    async def _make_programs(self) -> None:
        bots = (await self.made(OWNER, {"type": "make_bot", "name": "The engine"}))["bots"]
        self.ids["bot"] = bots[0]["id"]
        wanted: dict[str, Message] = {BOT: {"scopes": SCOPES, "bot": self.ids["bot"]}}
        wanted |= {name: {"scopes": [scope]} for name, scope in TOKENS.items()}
        for name, said in wanted.items():
            made = await self.made(OWNER, {"type": "make_token", **said})
            self.tokens[name] = made["token"]
            await self.lines[name].sign_in(token=made["token"])
        spare = await self.made(OWNER, {"type": "make_token", "scopes": ["play"]})
        self.ids["token"] = spare["made"]["id"]
        async with self.server.line() as elsewhere:
            await elsewhere.ask({"type": "sign_in", "name": CALLED[OWNER], "password": PASSWORD})
        sessions = (await self.made(OWNER, {"type": "list_sessions"}))["sessions"]
        self.ids["session"] = next(each["id"] for each in sessions if not each["is_present"])

    async def _own_cards(self) -> None:
        for name, card in ((OWNER, FIRST), (MATE, SECOND)):
            await give(self.server, PlayerId(self.ids[name]), card, 9)
        claimed = await self.made(OWNER, {"type": "claim_code", "code": self.ids["code"]})
        self.ids["pack"], self.ids["opened_pack"] = (pack["id"] for pack in claimed["packs"])
        await self.made(OWNER, {"type": "open_pack", "pack": self.ids["opened_pack"], "entropy": "mine"})
        self.ids["deck"] = "Mine and nobody else's"
        await self.made(OWNER, {"type": "keep_deck", "game": GAME, "name": self.ids["deck"], "deck": "bulwark"})
        offer = {"type": "offer_trade", "player": self.ids[MATE], "gives": of(FIRST), "takes": of(SECOND)}
        self.ids["trade"] = (await self.made(OWNER, offer))["trade"]["id"]

    async def _gather(self, name: str, options: Message) -> None:
        """Open a table with a free seat, where the mate sits, too, and the spectator looks on."""
        opening = {"type": "open_table", "game": "density-deck", "seats": SEATS, **options}
        self.ids[name], let_in = await self._opened(opening, options)
        await self.made(MATE, {"type": "sit", "table": self.ids[name], **let_in})
        await self.made(SPECTATOR, {"type": "watch_table", "table": self.ids[name], **let_in})

    async def _play(self, name: str, options: Message) -> None:
        opening = {"type": "open_table", "game": "tiny", "time_limit": PLAYED_FOR_LONG, **options}
        table, let_in = await self._opened(opening, options)
        await self.made(MATE, {"type": "sit", "table": table, **let_in})
        await self.made(SPECTATOR, {"type": "watch_table", "table": table, **let_in})
        await self.made(OWNER, {"type": "ready", "table": table})
        begun = await self.made(MATE, {"type": "ready", "table": table})
        assert begun["table"]["stage"] == "playing", begun
        self.ids[name] = begun["table"]["match"]

    async def _opened(self, opening: Message, options: Message) -> tuple[str, Message]:
        """Return a table of the owner's, and what lets others in."""
        table = (await self.made(OWNER, opening))["table"]
        shown = {name: value for name, value in options.items() if name == "password"}
        return table["id"], shown if table.get("code") is None else {"code": table["code"]}

    async def _be_offered_a_match(self) -> None:
        for name in (OWNER, MATE):
            await self.made(name, {"type": "seek", "games": ["tiny"]})
        self._hand.move(BETWEEN_ROUNDS)
        told = await self.lines[OWNER].until(lambda heard: heard["type"] == "offer_changed")
        self.ids["offer"] = told["offer"]["id"]

    async def _report(self) -> None:
        """Let the mate report the owner, and the owner the moderator."""
        for name, by, whom in (("report", MATE, OWNER), ("own_report", OWNER, MODERATOR)):
            filed = await self.made(by, {"type": "report", "player": self.ids[whom], "reason": "spam"})
            self.ids[name] = filed["report"]
        self.ids["cursor"] = f"{self._memory.now()}-{self.ids['report']}"


_LOCKED: Message = {"access": "password", "password": "between us"}


def made_up(id_: str) -> str:
    """Return an id like this one, of nothing."""
    kept = len(id_) - min(8, len(id_) - 1)
    return id_[:kept] + hashlib.sha256(id_.encode()).hexdigest()[: len(id_) - kept]


@contextlib.asynccontextmanager
async def owned_objects() -> AsyncIterator[OwnedObjects]:
    """Run a server whose clock stands still, with all of this."""
    hand = Hand()
    memory = Memory(hand)
    settings: Message = {"messages_per_second": 100_000, "packs_account_age": 0, "trades_account_age": 0}
    settings["webhooks"] = WITH_WEBHOOKS
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(live_server(MemoryStore(memory), **settings))
        http = await stack.enter_async_context(aiohttp.ClientSession())
        world = OwnedObjects(server, memory, hand, http)
        for asker in ASKERS:
            world.lines[asker] = await stack.enter_async_context(server.line())
        await world.prepare()
        yield world
