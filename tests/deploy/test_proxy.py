"""The shipped settings of each proxy, in front of two servers: who loses one has the other at once."""

import asyncio
import contextlib
import re
import time
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import aiohttp
import pytest
from deploy.doors import Door, doors
from deploy.proxies import CADDY, FOLDER, HAPROXY, NGINX, PROXIES, Proxy
from quarterdeck_client import Client, FollowedMatch
from quarterdeck_client.transport.backoff import FIRST_PAUSE
from quarterdeck_server.settings import Settings
from servers import SOON, Line, line_to, soon

CLIENTS = 40
LONG_BEFORE_A_SOCKET_IS_GIVEN_UP = 60.0
"""A proxy waits for 90 s for a conversation that is silent."""

SILENCE = Settings().silence / 1000


class Player:
    """Somebody who wants to be connected all the time."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.is_in = False
        self.refused = 0
        """How often nobody was there for them."""

        self.gaps: list[float] = []
        self.has_heard = False
        """Whether a server has answered since they were asked to speak."""

        self._line: Line | None = None

    async def speak(self) -> None:
        """Say something, and hear what is answered: where they are, or where they come in next."""
        self.has_heard = False
        if self._line is not None:
            with contextlib.suppress(aiohttp.ClientError, ConnectionError):
                await self._line.send({"type": "hello", "ref": "again"})

    async def stay(self) -> None:
        """Be connected; as soon as that ends, again."""
        lost_at = time.monotonic()
        while True:
            try:
                async with line_to(self._url) as line:
                    await line.ask({"type": "hello"})
                    self.is_in = self.has_heard = True
                    self._line = line
                    self.gaps.append(time.monotonic() - lost_at)
                    async for _ in line.socket:
                        self.has_heard = True
            except aiohttp.WSServerHandshakeError:
                self.refused += 1
            except (aiohttp.ClientError, OSError, TimeoutError):
                pass  # it has ended, somehow
            self._line = None
            if self.is_in:
                self.is_in, lost_at = False, time.monotonic()
            await asyncio.sleep(0.05)


class Players:
    """All of them."""

    def __init__(self, url: str) -> None:
        self._each = [Player(url) for _ in range(CLIENTS)]
        self._tasks = [asyncio.create_task(player.stay()) for player in self._each]

    @property
    def _times(self) -> int:
        return sum(len(player.gaps) for player in self._each)

    @property
    def refused(self) -> int:
        return sum(player.refused for player in self._each)

    async def come_in(self, lose_theirs: Awaitable[object] | None = None) -> None:
        """Wait until everybody is connected: after this, by which some lose their server, once more."""
        before = self._times
        if lose_theirs is not None:
            await lose_theirs
        async with asyncio.timeout(SOON):
            while self._times == before or not all(player.is_in for player in self._each):  # noqa: ASYNC110 - what is waited for is many
                await asyncio.sleep(0.01)
        print(f"the longest gap so far: {max(gap for each in self._each for gap in each.gaps[1:] or [0]):.2f} s")

    async def speak(self) -> None:
        """Let everybody say something, and wait until each has heard an answer."""
        for player in self._each:
            await player.speak()
        async with asyncio.timeout(SOON):
            while not all(player.has_heard for player in self._each):  # noqa: ASYNC110 - what is waited for is many
                await asyncio.sleep(0.01)

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.fixture(params=PROXIES, ids=lambda proxy: proxy.program)
def proxy(request: pytest.FixtureRequest) -> Proxy:
    """Each of the proxies."""
    proxy: Proxy = request.param
    return proxy


@pytest.fixture
async def door(proxy: Proxy, tmp_path: Path) -> AsyncIterator[Door]:
    """The shipped settings, with places of this test in them, in front of two servers on one store, neither of which is
    taken for frozen."""
    async with doors(proxy.patient(), tmp_path) as door:
        yield door


@pytest.fixture
async def players(door: Door) -> AsyncIterator[Players]:
    everybody = Players(door.url)
    await everybody.come_in()
    yield everybody
    await everybody.leave()


async def test_a_rolling_restart_locks_nobody_out(proxy: Proxy, door: Door, players: Players) -> None:
    for number in (0, 1, 0, 1):
        before = players.refused
        await players.come_in(door.end(number))
        assert players.refused == before or not proxy.asks_another_when_refused
        await door.begin(number)


async def test_servers_that_crash_one_after_the_other_lock_nobody_out(door: Door, players: Players) -> None:
    for number in (0, 1):
        before = players.refused
        await players.come_in(door.kill(number))
        assert players.refused == before, "there was a server for everybody all the time"
        await door.begin(number)


async def test_when_both_were_gone_everybody_is_back_as_soon_as_one_is(door: Door, players: Players) -> None:
    await door.kill(0)
    await door.kill(1)
    before = players.refused
    await soon(lambda: players.refused >= before + 2 * CLIENTS)  # all are turned away, again and again
    await players.come_in(door.begin(1))


async def test_neither_tokens_nor_headers_are_in_the_log(door: Door, tmp_path: Path) -> None:
    requests = tmp_path / "requests"
    async with (
        aiohttp.ClientSession(headers={"Authorization": "Bearer 5ecret"}) as http,
        http.get(f"{door.url}/v1/me/seats", params={"token": "5ecret"}) as answer,
    ):
        assert answer.status < 500
    await soon(lambda: "/v1/me/seats" in requests.read_text())
    assert "5ecret" not in requests.read_text()


@pytest.mark.parametrize("proxy", [HAPROXY], indirect=True, ids=["haproxy"])
async def test_a_frozen_server_is_left(proxy: Proxy, tmp_path: Path) -> None:
    async with doors(proxy, tmp_path) as door:
        everybody = Players(door.url)
        await everybody.come_in()
        for number in (0, 1):
            door.freeze(number)
            await everybody.speak()
            door.thaw(number)
            await door.end(number)
            await door.begin(number)
            await everybody.come_in(door.end(1 - number))
            await door.begin(1 - number)
        await everybody.leave()


async def test_a_host_who_plays_leaves_a_frozen_server_behind_every_door(proxy: Proxy, tmp_path: Path) -> None:
    async with (
        doors(proxy, tmp_path, "--silence", "3000", "--bot-delay", "0") as door,
        contextlib.AsyncExitStack() as stack,
    ):
        players = [await stack.enter_async_context(Client(door.url, name=f"Player {number}")) for number in range(4)]
        for number in (0, 1):  # wherever they are, it is one of these
            seats = [await each.play("tiny", bots=1) for each in players]
            began = time.monotonic()
            door.freeze(number)
            try:
                async with asyncio.timeout(SOON):
                    await asyncio.gather(*(play_out(seat) for seat in seats))
            finally:
                door.thaw(number)
            print(f"{proxy.program}: {time.monotonic() - began:.1f} s", [each.reconnects for each in players])
            assert all(seat.result is not None for seat in seats)
        assert any(each.reconnects for each in players)


async def test_anything_that_is_asked_of_a_frozen_server_is_answered_by_the_other(proxy: Proxy, tmp_path: Path) -> None:
    """What may have been carried out is asked once and given up, and held for not much longer."""
    async with doors(proxy, tmp_path) as door, aiohttp.ClientSession() as http:

        async def asked(method: str, path: str, body: str | None = None) -> int:
            async with http.request(method, door.url + path, data=body) as answer:
                return answer.status

        door.freeze(0)
        try:
            async with asyncio.timeout(LONG_BEFORE_A_SOCKET_IS_GIVEN_UP):
                read, posted = await asyncio.gather(
                    asyncio.gather(*(asked("GET", "/v1/games") for _ in range(4))),
                    asyncio.gather(*(asked("POST", "/v1/games/myacards/deck", "{}") for _ in range(4))),
                )
                async with http.get(f"{door.url}/v1/lobby/events") as events:
                    assert events.status == 200
        finally:
            door.thaw(0)
        assert read == [200] * 4
        assert set(posted) <= {400, 502, 503, 504}
        if proxy is NGINX:  # whose log says to whom each was sent
            sent = [line for line in (tmp_path / "requests").read_text().splitlines() if " POST " in line]
            assert len(sent) == 4
            assert all("," not in line for line in sent)


def test_a_frozen_server_is_left_within_five_seconds_by_what_is_set() -> None:
    """The sum of what is waited for at most, one after the other, where nobody waits for a core. What is left of the
    five seconds is for who come in at once."""
    player = SILENCE + 2 * FIRST_PAUSE
    nginx = _times(NGINX, r"location = /alive \{.*?proxy_read_timeout (\d+\w+);", r"proxy_read_timeout (\d+\w+);")
    haproxy = _times(
        HAPROXY, r"inter (\d+\w+)", r"fastinter (\d+\w+)", r"timeout check (\d+\w+)", r"timeout server (2s)"
    )
    caddy = _times(CADDY, r"health_interval (\d+\w+)", r"health_timeout (\d+\w+)", r"import match (\d+\w+)")
    (fall,) = _found(HAPROXY, r"fall (\d+)")

    alive, read = nginx
    assert player + alive <= 4.2
    assert read <= 3.0

    inter, fastinter, check, retried = haproxy
    marked_down = inter + int(fall) * check + (int(fall) - 1) * fastinter
    assert marked_down > SILENCE * 5 / 6  # who is only busy for so long is left by nobody
    assert max(marked_down, SILENCE) + 3 * FIRST_PAUSE <= 3.6
    assert retried <= 3.0

    interval, timeout, headers = caddy
    assert interval + timeout <= SILENCE * 5 / 6, "it is known to be frozen when the first of its players come back"
    assert player <= 3.2
    assert interval + timeout <= headers <= 3.0


def _found(proxy: Proxy, *patterns: str) -> list[str]:
    settings = (FOLDER / proxy.file).read_text()
    found = [re.search(rf"(?ms){pattern}", settings) for pattern in patterns]
    assert None not in found
    return [each[1] for each in found if each is not None]


def _times(proxy: Proxy, *patterns: str) -> list[float]:
    """Return seconds that are set somewhere."""
    return [float(re.sub(r"\D", "", time)) / (1000 if time.endswith("ms") else 1) for time in _found(proxy, *patterns)]


async def play_out(seat: FollowedMatch) -> None:
    """Play to the end, always the first choice."""
    async for turn in seat.turns():
        await turn.act(turn.choices[0])


@pytest.mark.parametrize("proxy", [NGINX], indirect=True, ids=["nginx"])
async def test_anything_that_went_wrong_with_which_server_is_in_the_log(door: Door, tmp_path: Path) -> None:
    await door.kill(0)
    async with aiohttp.ClientSession(headers={"Authorization": "Bearer 5ecret"}) as http:
        for _ in range(2):
            async with http.get(f"{door.url}/v1/games") as answer:
                assert answer.status == 200
    said = (tmp_path / "errors").read_text()
    assert "connect() failed" in said
    assert f"127.0.0.1:{door.ports[0]}" in said
    assert "5ecret" not in said + (tmp_path / "requests").read_text()


def test_the_two_files_differ_only_in_where_the_servers_are_and_where_they_write() -> None:
    def rest(settings: str) -> str:
        settings = re.sub(r"(?s)# The servers\..*?\n    }\n", "", settings.partition("\n\n")[2])
        settings = re.sub(r"(?s)    # Nothing may be written but /tmp\..*?\n\n", "", settings)
        return re.sub(r"(?m)^(?:user .*|pid .*)\n|(?<=_log )\S+", "", settings)

    files = [(FOLDER / name).read_text() for name in ("nginx.conf", "nginx-debian.conf")]
    assert rest(files[0]) == rest(files[1])
    assert all(len(rest(each)) < len(each) for each in files)
    found = [re.findall(r"(?m)^ +server [\w.:-]+(?: resolve)?( .*);$", each) for each in files]
    assert found == [[" max_fails=0"] * 2] * 2
