"""The client under check: a program that the check starts with an address, or a client that a person starts."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

Play = Callable[[str], Awaitable[str | None]]
"""A function that plays on the server at this address until its matches are over. It returns a sentence if the client
exited badly, otherwise `None`."""

PLACE_OF_THE_ADDRESS = "{url}"
LAST_WORDS = 300
"""Number of characters from the end of a program's stderr that the report shows."""


def program(command: Sequence[str]) -> Play:
    """Return a `Play` function that starts this program. The address replaces `{url}` in the command, or is added as
    its last argument."""

    async def play(url: str) -> str | None:
        words = [word.replace(PLACE_OF_THE_ADDRESS, url) for word in command]
        if words == list(command):
            words.append(url)
        process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
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


def started_by_hand(show: Callable[[str], None]) -> Play:
    """Return a `Play` function for a client that a person starts. `show` prints the address. The check does not notice
    when the client exits."""

    async def play(url: str) -> str | None:
        show(url)
        await asyncio.Event().wait()
        return None

    return play
