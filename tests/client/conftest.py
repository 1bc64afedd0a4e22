"""A server and two clients of it, for whoever tests what a client does.

The server deals the same cards in every run.
"""

from collections.abc import AsyncIterator

import pytest
from quarterdeck_client import Client
from servers import LiveServer, live_server


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(luck=1) as server:
        yield server


@pytest.fixture
async def ada(server: LiveServer) -> AsyncIterator[Client]:
    async with Client(server.url, name="Ada") as ada:
        yield ada


@pytest.fixture
async def bo(server: LiveServer) -> AsyncIterator[Client]:
    async with Client(server.url, name="Bo") as bo:
        yield bo
