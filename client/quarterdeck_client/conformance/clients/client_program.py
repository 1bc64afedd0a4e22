"""The client under check: a program started with an address, or a client that a person starts at that address."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

Play = Callable[[str], Awaitable[str | None]]
"""Plays at the server of this address until its matches are over; returns in words how it ended, if not well."""

PLACE_OF_THE_ADDRESS = "{url}"
LAST_WORDS = 300
"""Number of last characters of a program's stderr in the report."""


def program(command: Sequence[str]) -> Play:
    """Return a client that is this program; `{url}` in it stands for the address, which is otherwise its last word."""

    async def play(url: str) -> str | None:
        words = [word.replace(PLACE_OF_THE_ADDRESS, url) for word in command]
        if words == list(command):
            words.append(url)
        process = await asyncio.create_subprocess_exec(
            *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, complaints = await process.communicate()
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode == 0:
            return None
        last = complaints.decode(errors="replace").strip()[-LAST_WORDS:]
        return f"it ended with status {process.returncode}{': ' if last else ''}{last}"

    return play


def somebody(tell: Callable[[str], None]) -> Play:
    """Return a client that a person starts after reading the address. Its end goes unnoticed."""

    async def play(url: str) -> str | None:
        tell(url)
        await asyncio.Event().wait()
        return None

    return play
