"""A server and two clients of it, for whoever tests what a client does.

The server deals the same cards in every run.
"""

from collections.abc import AsyncIterator

import pytest
from quarterdeck_client import Client
from servers import PASSWORD, WITH_WEBHOOKS, LiveServer, live_server


@pytest.fixture
async def server() -> AsyncIterator[LiveServer]:
    async with live_server(luck=1, webhooks=WITH_WEBHOOKS) as server:
        yield server


@pytest.fixture
async def ada(server: LiveServer) -> AsyncIterator[Client]:
    async with Client(server.url, name="Ada") as ada:
        yield ada


@pytest.fixture
async def bo(server: LiveServer) -> AsyncIterator[Client]:
    async with Client(server.url, name="Bo") as bo:
        yield bo


@pytest.fixture
async def giving() -> AsyncIterator[LiveServer]:
    """A server that gives packs to new accounts, too."""
    async with live_server(luck=1, packs_account_age=0, trades_account_age=0) as server:
        yield server


@pytest.fixture
async def eve(giving: LiveServer) -> AsyncIterator[Client]:
    """Somebody with an account, and packs to open."""
    async with Client(giving.url, name="Eve") as eve:
        await eve.account.register("Eve", PASSWORD)
        await eve.collection.claim_packs("amiibart")
        yield eve
