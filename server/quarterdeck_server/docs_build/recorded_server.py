"""A complete server in memory that behaves the same in every run, and its simulated players. It records the protocol's
examples; each scene has its own server.

Sessions, lobby and matches are the server's real code. Only parts that must be repeatable are replaced: the clock is
stopped between two commands, and fixed values replace randomness.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import msgspec
from argon2 import PasswordHasher
from msgspec import Raw
from msgspec.structs import replace
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.matchmaking import Offer, OfferChanged
from quarterdeck_protocol.lobby.notices import Noticed
from quarterdeck_protocol.lobby.standings import Rated
from quarterdeck_protocol.lobby.tables import LobbyChanged, Table, TableChanged, TableStage
from quarterdeck_protocol.messages import Act, AnyFromClient, AnyFromServer, RawUpdate, Rewound, Update
from quarterdeck_protocol.names import Epoch, MatchId, Milliseconds, OfferId, Ref, TableId, Version
from quarterdeck_protocol.sides import FromClient

from quarterdeck_server.bots.roster import Bot, bots_for
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.lobby.accounts.passwords import Passwords
from quarterdeck_server.matches.clock import StoreClock
from quarterdeck_server.program import SERVER_NAME
from quarterdeck_server.services.foundation import Randomness
from quarterdeck_server.services.server_parts import wired
from quarterdeck_server.settings import Settings
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection

NOON = 1_800_000_000_000
SETTINGS = Settings(
    packs_account_age=0, trades_account_age=0, webhooks=str(Path(__file__).with_name("recorded_webhooks.toml"))
)
"""The defaults of a server, so that the recording shows the usual behaviour. But new accounts need not wait a day
for packs and trades, and players have webhooks in one scene."""

WITH_WEBHOOKS = "webhooks"
"""The scene in which players have webhooks. Everywhere else `welcome` is that of a server with the defaults."""

_GAMES = games_with(SETTINGS.cards_directory, SETTINGS.sets)
_BOTS = bots_for(_GAMES, are_searching=SETTINGS.bot_processes > 0)

SECONDS_UNTIL_ANSWERED = 30.0
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Password hashing with the least cost: examples need no protection."""

Frames = dict[str, bytes]


class _StillClock(StoreClock):
    """A clock of the store that is stopped: it moves only when the recording moves it."""

    def __init__(self) -> None:
        super().__init__()
        self.at = Milliseconds(NOON)

    def now(self) -> Milliseconds:
        return self.at

    def last_sent(self) -> Milliseconds:
        return self.at

    def correct(self, now: Milliseconds) -> None:
        """Take the time of the store's clock, which is this clock too."""
        self.is_right = True

    def move_on(self, span: int) -> None:
        self.at = Milliseconds(self.at + span)


class _NoChance:
    """Replacement of `secrets` that returns the same values in every run."""

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
    """Replacement of one of the server's bots for the same games, which always takes its first choice."""

    def __init__(self, instead: Bot) -> None:
        self._instead = instead

    def plays(self, game: str) -> bool:
        return self._instead.plays(game)

    def choose(self, update: RawUpdate) -> Raw:
        return update.choices[0]


class RecordedServer:
    """A server in memory, with its own clock and its own seed."""

    def __init__(self, seed: str) -> None:
        self.clock, chance = _StillClock(), _NoChance(seed)
        self.store = MemoryStore(Memory(self.clock.now), process="example")
        self._parts = wired(
            replace(
                SETTINGS, bot_processes=0, webhooks=SETTINGS.webhooks if seed == WITH_WEBHOOKS else ""
            ),  # the bots here need no search
            self.store,
            games=_GAMES,
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
            name=SERVER_NAME,
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
        """Create players with these names. Each stays connected until the server closes."""
        come = [Person(self, name) for name in names]
        self._people += come
        return come

    async def notify(self) -> None:
        """Send all pending notifications about quick match tickets."""
        await asyncio.sleep(0)  # notifications arrive in the next turn
        await self.quick_match.here.notify()

    async def run_round(self, after: int) -> None:
        """Run a matchmaking round, `after` milliseconds after the last command."""
        await self.notify()
        self.clock.move_on(after)
        self._rounds += 1
        self.newest = f"round {self._rounds}"
        await self.quick_match.rounds.run_round()
        await self.notify()

    async def continue_tournaments(self) -> None:
        """Take all due steps of tournaments."""
        await self._parts.tournament_rounds.sweep()

    async def close(self) -> None:
        for person in self._people:
            await person.leave()
        await self._parts.close()


async def recorded(scene: Callable[[RecordedServer], Awaitable[None]], seed: str) -> Frames:
    """Play a documented scene on a new server, and return its frames."""
    server = RecordedServer(seed)
    await server.store.start()
    try:
        await scene(server)
        return dict(server.frames)  # without the news of those who leave
    finally:
        await server.close()


class Person:
    """A simulated player with a connection to the server."""

    def __init__(self, server: RecordedServer, name: str) -> None:
        self._server = server
        self._name = name
        self._session = Connection(server.services, FrameOutput(self._receive, self._receive), self._left, "127.0.0.1")
        self._said = 0
        self._arrival = asyncio.Event()
        self._answers: dict[Ref, bytes] = {}
        self.latest: RawUpdate | None = None
        self.table: Table | None = None
        self._offer: Offer | None = None
        self._rated: Rated | None = None
        self._ratings = 0
        self._notices = 0
        self._has_lobby_message = False
        self._has_rewind_message = False

    async def say(self, message: AnyFromClient, after: int = 1_500) -> AnyFromServer:
        """Send a command and wait for its answer. The command comes `after` milliseconds after the last command of any
        simulated player."""
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
        """Take a choice of the newest update: the first choice that is of the first of these kinds that is offered."""
        latest = self._seen()
        offered = [(msgspec.json.decode(each)["type"], each) for each in latest.choices]
        choice = next(each for wanted in kinds for kind, each in offered if kind == wanted)
        return await self.say(Act(match=latest.match, seen=latest.version, action=choice), after=4_000)

    async def wait_for_end(self) -> None:
        """Wait until a message has shown that the table's match is over."""
        await self._until(lambda: self.table is not None and self.table.stage is TableStage.OVER)

    async def wait_for_rating(self, match: MatchId) -> None:
        """Wait until this player has received the new rating after the match."""
        await self._until(lambda: self._rated is not None and self._rated.match == match)

    async def wait_for_lobby(self) -> None:
        """Wait until a message about the list of tables has arrived since the last call."""
        await self._until(lambda: self._has_lobby_message)
        self._has_lobby_message = False

    async def wait_for_notices(self, number: int = 1) -> None:
        """Wait until this number of notices has been received."""
        await self._until(lambda: self._notices >= number)

    async def wait_for_rewind(self) -> None:
        """Wait until a message has announced that the match was rewound after a loss of data."""
        await self._until(lambda: self._has_rewind_message)

    async def wait_for_version(self, version: Version, epoch: Epoch) -> None:
        """Wait until an update has shown this version of the match in this epoch."""
        await self._until(
            lambda: self.latest is not None and (self.latest.epoch, self.latest.version) == (epoch, version)
        )

    async def leave(self) -> None:
        await self._session.end()

    def _left(self, code: int, why: str) -> None:
        """Fail: the server must not close a connection here, because no player signs in twice."""
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
        """Return the newest version of the match that this player has received, and its hash-chain link."""
        return self._seen().version, self._seen().link

    def _seen(self) -> RawUpdate:
        assert self.latest is not None  # noqa: S101 - a player that acts watches the match
        return self.latest

    async def _until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(SECONDS_UNTIL_ANSWERED):
            while not happened():
                self._arrival.clear()
                await self._arrival.wait()

    def _receive(self, frame: bytes) -> None:
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
                self._arrival.set()
                return
            case Noticed():
                self._notices += 1
                self._server.frames[f"noticed {self._notices} {self._name}"] = frame
                self._arrival.set()
                return
            case Rewound():
                self._has_rewind_message = True
                self._server.frames.setdefault(f"rewound {self._name}", frame)
                self._arrival.set()
                return
            case LobbyChanged():
                self._has_lobby_message = True
            case _:
                pass
        if message.ref is None:
            self._server.frames[f"{self._server.newest} tells {self._name}"] = frame
        else:
            self._answers[message.ref] = frame
        self._arrival.set()
