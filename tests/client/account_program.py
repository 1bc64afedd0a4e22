"""`quarterdeck account`, as a person types it."""

import asyncio
import os
from pathlib import Path

from forked_programs import forked
from servers import SOON


async def ran(url: str, file: Path, *words: str) -> tuple[int, str, str]:
    """Run `quarterdeck account` to its end: exit status, what it wrote, and what it complained of."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    typed = ("account", "--token-file", str(file), *words)
    async with forked(*typed, environment={**clean, "QUARTERDECK_URL": url}) as process, asyncio.timeout(3 * SOON):
        written, complaints = await process.communicate()
        return await process.wait(), written.decode(), complaints.decode()
