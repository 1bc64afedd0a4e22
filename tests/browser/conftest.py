"""One Chromium for every story of a test process."""

from collections.abc import AsyncIterator

import pytest_asyncio
from browsers import chromium
from playwright.async_api import Browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as opened:
        yield opened
