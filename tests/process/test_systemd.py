"""What systemd is told by a service of `Type=notify`, on a real socket of the kind that it gives."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from quarterdeck_server.process.systemd import READY, STOPPING, notify_systemd
from servers import SOON, line_to, served
from stores import foreign_server


class NotificationSocket:
    """The socket of `NOTIFY_SOCKET`, and what comes on it."""

    def __init__(self, place: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(place)
        self._socket.setblocking(False)

    async def next(self) -> str:
        async with asyncio.timeout(SOON):
            return (await asyncio.get_running_loop().sock_recv(self._socket, 4096)).decode()

    def nothing(self) -> bool:
        """Whether nothing has come."""
        try:
            self._socket.recv(4096, socket.MSG_PEEK)
        except BlockingIOError:
            return True
        return False

    def close(self) -> None:
        self._socket.close()


@contextlib.asynccontextmanager
async def listening(place: str) -> AsyncIterator[NotificationSocket]:
    notifications = NotificationSocket(place)
    try:
        yield notifications
    finally:
        notifications.close()


async def test_it_hears_once_anybody_can_play_and_again_when_the_server_leaves(tmp_path: Path) -> None:
    place = tmp_path / "notify"
    async with (
        listening(str(place)) as notifications,
        served("--store", "memory", environment={"NOTIFY_SOCKET": str(place)}) as server,
    ):
        assert await notifications.next() == READY
        async with line_to(server.url) as line:
            await line.sign_in()
            assert notifications.nothing()
            server.process.terminate()
            assert await notifications.next() == STOPPING
        assert await server.ended() == 0
        assert notifications.nothing()


async def test_it_hears_nothing_while_the_store_is_away_and_is_told_when_it_is_there(tmp_path: Path) -> None:
    place, store = tmp_path / "notify", f"unix://{tmp_path}/store/s"
    environment = {"NOTIFY_SOCKET": str(place)}
    async with (
        listening(str(place)) as notifications,
        served("--store", store, environment=environment, greeting_ends=b"nobody can play yet") as server,
    ):
        assert notifications.nothing()
        async with foreign_server(tmp_path / "store", appendonly="yes") as address:
            assert address == store
            assert await notifications.next() == READY
            assert await server.terminated() == 0
        assert await notifications.next() == STOPPING


async def test_several_workers_are_one_service(tmp_path: Path) -> None:
    place = tmp_path / "notify"
    options = ("--workers", "2", "--data", str(tmp_path / "data"))
    async with (
        listening(str(place)) as notifications,
        served(*options, environment={"NOTIFY_SOCKET": str(place)}) as server,
    ):
        assert await notifications.next() == READY
        assert await server.terminated() == 0
        assert await notifications.next() == STOPPING
        assert notifications.nothing()


async def test_a_socket_in_the_abstract_namespace_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"quarterdeck-{tmp_path.name}-{id(tmp_path)}"
    async with listening(f"\0{name}") as notifications:
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        notify_systemd(READY)
        assert await notifications.next() == READY


def test_a_server_that_nobody_waits_for_tells_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify_systemd(READY)


async def test_a_process_that_cannot_be_told_does_not_stop_the_server(tmp_path: Path) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "nobody")}
    async with served("--store", "memory", environment=environment) as server:
        async with line_to(server.url) as line:
            await line.sign_in()
        assert await server.terminated() == 0
        assert b"systemd could not be notified" in server.said
