"""How long it takes from nothing to the first move: `python tests/browser/first_move.py`.

This repository is cloned, `make serve` is all that is run in the clone, and a browser opens the address, sits down
against a bot and does what is lit.
"""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from browsers import WHOLE, chromium, window
from clusters import free_ports

HERE = Path(__file__).parents[2]
GOAL = 60
"""Seconds from the installed server to the first move."""


async def answered(port: int) -> None:
    """Wait until somebody listens there."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)
            continue
        writer.close()
        return


async def move(url: str) -> None:
    """Open the address, sit down against a bot, and do the first thing that is lit."""
    async with chromium(WHOLE) as browser, window(browser, url) as guest:
        await guest.open()
        await guest.page.get_by_role("button", name="Against a bot").first.click()
        lit = guest.page.locator("[data-lit], .prompt-buttons [data-button]").first
        await lit.click()
        await guest.see(".frame:not([data-version='1']), [data-picked], .prompt-back")


async def main() -> None:
    """Measure, and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        clone, (port,) = Path(folder) / "quarterdeck", free_ports(1)
        environment = {
            **{name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"},
            "QUARTERDECK_PORT": str(port),
            "QUARTERDECK_DATA": str(Path(folder) / "data"),
        }
        began = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", HERE, clone], check=True)  # noqa: ASYNC221 - nothing else runs
        cloned = time.monotonic()
        serving = await asyncio.create_subprocess_exec(
            "make", "serve", cwd=clone, env=environment, stdout=subprocess.DEVNULL, start_new_session=True
        )
        try:
            await answered(port)
            served = time.monotonic()
            await move(f"http://127.0.0.1:{port}")
            moved = time.monotonic()
        finally:
            os.killpg(serving.pid, signal.SIGTERM)
            await serving.wait()
    print(f"cloned {cloned - began:5.1f} s")
    print(f"installed, and listening {served - cloned:5.1f} s later")
    print(f"first move {moved - served:5.1f} s later (goal: {GOAL} s)")


if __name__ == "__main__":
    asyncio.run(main())
