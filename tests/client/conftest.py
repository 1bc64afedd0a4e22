"""A server and two clients of it, for whoever tests what a client does.

The server deals the same cards in every run.
"""

from collections.abc import AsyncIterator

import pytest
from houses import InHouse, house
from quarterdeck_client import Client


@pytest.fixture
async def server() -> AsyncIterator[InHouse]:
    async with house(luck=1) as server:
        yield server


@pytest.fixture
async def ada(server: InHouse) -> AsyncIterator[Client]:
    async with Client(server.url, name="Ada") as ada:
        yield ada


@pytest.fixture
async def bo(server: InHouse) -> AsyncIterator[Client]:
    async with Client(server.url, name="Bo") as bo:
        yield bo
