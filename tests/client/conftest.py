"""A server and two clients of it, for whoever tests what a client does.

The server deals the same cards in every run. Tests wait until what they wait for has happened; on a machine whose cores
are busy that may take minutes, so they have more time than others.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from houses import InHouse, house
from quarterdeck_client import Client

MOST_SECONDS = 900
"""More than any wait of `screens`, so that a wait that is in vain says what can be read instead."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == Path(__file__).parent and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(MOST_SECONDS))


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
