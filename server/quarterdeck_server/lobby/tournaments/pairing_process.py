"""Pairing of a round in a process of its own, so that it never delays the matches of a server.

`python -m` of this module reads a `Field` as JSON from its input, and writes `Pairs`.
"""

import asyncio
import sys

import msgspec

from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.tournament_field import Field, Pairs

SECONDS = 120.0
"""The most time for a round. With 128 players it takes some seconds of a core, with 500 less than one."""


class PairingError(Exception):
    """Error: the separate process has failed to pair the round."""


async def paired(field: Field) -> Pairs:
    """Pair a round of a tournament in a separate process. Raises `PairingError`."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", __name__),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(SECONDS):
            said, _ = await process.communicate(msgspec.json.encode(field))
        return msgspec.json.decode(said, type=Pairs)
    except (TimeoutError, msgspec.DecodeError) as error:
        raise PairingError(f"a round of {len(field.candidates)} players could not be paired") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(pair(msgspec.json.decode(sys.stdin.buffer.read(), type=Field))))
