"""A whole server in memory that behaves the same every time, and the people that talk to it: one for each scene.

Nothing here is made up: sessions, lobby and matches are the server's own. Only the parts that must repeat are replaced:
a clock that stands still between two commands, and fixed values instead of chance.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence

import msgspec
from argon2 import PasswordHasher
from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_games import GAMES
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.matchmaking import Offer, OfferChanged
from quarterdeck_protocol.lobby.standings import Rated
from quarterdeck_protocol.lobby.tables import LobbyChanged, Table, TableChanged, TableStage
from quarterdeck_protocol.messages import Act, AnyFromClient, AnyFromServer, RawUpdate, Rewound, Update
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, OfferId, Ref, TableId, Version
from quarterdeck_protocol.sides import FromClient

from quarterdeck_server.bots.roster import Bot, bots_for
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.services.foundation import Randomness
from quarterdeck_server.services.server_parts import wired
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection

NOON = 1_800_000_000_000
SETTINGS = Settings(packs_account_age=0, trades_account_age=0)
"""The defaults of a server, so that the recording shows the usual behaviour. But new accounts need not wait a day
for packs and trades."""

_BOTS = bots_for(GAMES, are_searching=SETTINGS.bot_processes > 0)

SECONDS_UNTIL_ANSWERED = 30.0
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Nobody attacks an example."""

Frames = dict[str, bytes]


class _StillClock(StoreClock):
    """Stands still, except when it is moved on."""

    def __init__(self) -> None:
        super().__init__()
        self.at = Milliseconds(NOON)

    def now(self) -> Milliseconds:
        return self.at

    def told(self, now: Milliseconds) -> None:
        """It is the store's clock too."""

    def move_on(self, span: int) -> None:
        self.at = Milliseconds(self.at + span)


class _NoChance:
    """Looks like chance, and is the same every time."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def token_bytes(self, nbytes: int | None = None, /) -> bytes:
        self._drawn += 1
        return hashlib.sha256(f"quarterdeck example {self._seed} {self._drawn}".encode()).digest()[:nbytes]

    def token_hex(self, nbytes: int | None = None, /) -> str:
        return self.token_bytes(nbytes).hex()

    def token_urlsafe(self, nbytes: int | None = None, /) -> str:
        return self.token_hex(nbytes)

    def randbelow(self, exclusive_upper_bound: int, /) -> int:
        return int.from_bytes(self.token_bytes(8), "big") % exclusive_upper_bound


class _FirstBot:
    """A bot that takes its first choice, in the games of the server's own bot that it replaces."""

    def __init__(self, instead: Bot) -> None:
        self._instead = instead

    def plays(self, game: str) -> bool:
        return self._instead.plays(game)

    def choose(self, update: RawUpdate) -> Raw:
        return update.choices[0]


class RecordedServer:
    """A server in memory, with a clock and a seed of its own."""

    def __init__(self, seed: str) -> None:
        self.clock, chance = _StillClock(), _NoChance(seed)
        self.store = MemoryStore(Memory(self.clock.now), process="example")
        self._parts = wired(
            replace(SETTINGS, bot_processes=0),  # the bots here need no search
            self.store,
            games=GAMES,
            bots={name: _FirstBot(bot) for name, bot in _BOTS.items()},
            clock=self.clock,
            passwords=Passwords(QUICK),
            randomness=Randomness(
                matches=chance,
                players=chance,
                moderation=_NoChance(f"moderation of {seed}"),
                packs=_NoChance("-1"),  # as in the transcript that the frozen conversation sends
                keys=_NoChance("-1"),
            ),
            name="quarterdeck 0.1.0",
        )
        self.services = self._parts.services
        self.matches = self.services.matches
        self.quick_match = self.services.quick_match
        self.frames: Frames = {}
        self.newest = ""
        """The label of the newest command, or round of pairing."""

        self._rounds = 0
        self._people: list[Person] = []

    def people(self, *names: str) -> Sequence["Person"]:
        """Return people with these names, each with a connection until the server closes."""
        come = [Person(self, name) for name in names]
        self._people += come
        return come

    async def tell(self) -> None:
        """Send all news about tickets."""
        await asyncio.sleep(0)  # notifications arrive in the next turn
        await self.quick_match.here.notify()

    async def run_round(self, after: int) -> None:
        """Run a matchmaking round, so many milliseconds after the last command."""
        await self.tell()
        self.clock.move_on(after)
        self._rounds += 1
        self.newest = f"round {self._rounds}"
        await self.quick_match.rounds.run_round()
        await self.tell()

    async def close(self) -> None:
        for person in self._people:
            await person.leave()
        await self._parts.close()


async def recorded(scene: Callable[[RecordedServer], Awaitable[None]], seed: str) -> Frames:
    """Play a scene on a server of its own, and return its frames."""
    server = RecordedServer(seed)
    await server.store.start()
    try:
        await scene(server)
        return dict(server.frames)  # without the news of those who leave
    finally:
        await server.close()


class Person:
    """A person with a connection of their own."""

    def __init__(self, server: RecordedServer, name: str) -> None:
        self._server = server
        self._name = name
        self._session = Connection(server.services, FrameOutput(self._hear, self._hear), self._left, "127.0.0.1")
        self._said = 0
        self._heard = asyncio.Event()
        self._answers: dict[Ref, bytes] = {}
        self.latest: RawUpdate | None = None
        self.table: Table | None = None
        self._offer: Offer | None = None
        self._rated: Rated | None = None
        self._ratings = 0
        self._has_heard_of_the_lobby = False
        self._has_heard_of_a_rewind = False

    async def say(self, message: AnyFromClient, after: int = 1_500) -> AnyFromServer:
        """Send a command so many milliseconds after the last command of any person, and wait for its answer."""
        self._server.clock.move_on(after)
        self._said += 1
        label = self._server.newest = f"{self._name} {self._said}"
        ref = Ref(f"{self._name[0]}{self._said}")
        sent: FromClient = msgspec.structs.replace(message, ref=ref)
        self._server.frames[label] = wire.encode(sent)
        await self._session.receive(self._server.frames[label])
        await self._until(lambda: ref in self._answers)
        self._server.frames[f"{label} answer"] = self._answers[ref]
        answer = wire.decode_from_server(self._answers[ref])
        assert answer is not None  # noqa: S101 - this server knows what it says
        return answer

    async def act(self, *kinds: str) -> AnyFromServer:
        """Take the first choice of the first of these kinds that is on offer, as of the newest update."""
        latest = self._seen()
        offered = [(msgspec.json.decode(each)["type"], each) for each in latest.choices]
        choice = next(each for wanted in kinds for kind, each in offered if kind == wanted)
        return await self.say(Act(match=latest.match, seen=latest.version, action=choice), after=4_000)

    async def hear_that_it_is_over(self) -> None:
        """Wait until a message has shown the table as over."""
        await self._until(lambda: self.table is not None and self.table.stage is TableStage.OVER)

    async def hear_that_it_is_rated(self, match: MatchId) -> None:
        """Wait until this player has received the rating of the match."""
        await self._until(lambda: self._rated is not None and self._rated.match == match)

    async def hear_of_the_lobby(self) -> None:
        """Wait until a message about the list of tables has come since the last such wait."""
        await self._until(lambda: self._has_heard_of_the_lobby)
        self._has_heard_of_the_lobby = False

    async def hear_of_a_rewind(self) -> None:
        """Wait until a message has announced a rewind of the match."""
        await self._until(lambda: self._has_heard_of_a_rewind)

    async def hear_of_version(self, version: Version, epoch: Epoch) -> None:
        """Wait until an update has shown this version of the match in this epoch."""
        await self._until(
            lambda: self.latest is not None and (self.latest.epoch, self.latest.version) == (epoch, version)
        )

    async def leave(self) -> None:
        await self._session.end()

    def _left(self, code: int, why: str) -> None:
        """The server ends no connection here, because no player signs in twice."""
        raise AssertionError(why)

    def is_over(self) -> bool:
        return self._seen().result is not None

    def is_asked(self) -> bool:
        return bool(self._seen().choices)

    def offered(self) -> OfferId:
        assert self._offer is not None  # noqa: S101 - an opponent has been found
        return self._offer.id

    def offered_table(self) -> TableId:
        assert self._offer is not None  # noqa: S101 - an opponent has been found
        return self._offer.table

    def stands_at(self) -> tuple[Version, str]:
        """Return the newest version received, and its link."""
        return self._seen().version, self._seen().link

    def _seen(self) -> RawUpdate:
        assert self.latest is not None  # noqa: S101 - a player that acts watches the match
        return self.latest

    async def _until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(SECONDS_UNTIL_ANSWERED):
            while not happened():
                self._heard.clear()
                await self._heard.wait()

    def _hear(self, frame: bytes) -> None:
        message = wire.decode_from_server(frame)
        assert message is not None  # noqa: S101 - this server knows what it says
        match message:
            case Update():
                self.latest = message
            case TableChanged():
                self.table = message.table
            case OfferChanged():
                self._offer = message.offer
            case Rated():
                self._rated = message
                self._ratings += 1
                self._server.frames[f"rated {self._ratings} {self._name}"] = frame
                self._heard.set()
                return
            case Rewound():
                self._has_heard_of_a_rewind = True
                self._server.frames.setdefault(f"rewound {self._name}", frame)
                self._heard.set()
                return
            case LobbyChanged():
                self._has_heard_of_the_lobby = True
            case _:
                pass
        if message.ref is None:
            self._server.frames[f"{self._server.newest} tells {self._name}"] = frame
        else:
            self._answers[message.ref] = frame
        self._heard.set()
