"""Requests to a Redis or Valkey: a command or a script, and the future of its answer."""

import asyncio
from collections.abc import Callable, Sequence
from hashlib import sha1
from importlib.resources import files
from typing import Any, cast

import hiredis
import msgspec

from quarterdeck_server.store_errors import Unavailable

Argument = str | bytes | int

# Its own signature speaks of a tuple of one.
pack = cast("Callable[[Sequence[Argument]], bytes]", hiredis.pack_command)


class Script:
    """A Lua script in `storage/scripts/`."""

    def __init__(self, name: str) -> None:
        text = files("quarterdeck_server.storage").joinpath("scripts", name).read_bytes()
        # Redis names scripts by their SHA-1; nothing is protected by it.
        self.sha = sha1(text, usedforsecurity=False).hexdigest()
        self._by_sha = b"$7\r\nEVALSHA\r\n$40\r\n%b\r\n" % self.sha.encode()
        self._by_text = b"$4\r\nEVAL\r\n$%d\r\n%b\r\n" % (len(text), text)

    def spelled_out(self, packed: bytes) -> bytes:
        """Return the call of the script with its text instead of its hash. Afterwards Redis knows the script."""
        return packed.replace(self._by_sha, self._by_text, 1)


class Refused(Unavailable):
    """Error: Redis answered a request with a refusal."""


class Question(msgspec.Struct):
    """A request to Redis, with the future of its answer."""

    packed: bytes
    answer: asyncio.Future[Any]
    meaning: Callable[[Any], Any] | None
    script: Script | None
    is_of_keys: bool = True
    """True if the request is about stored data, and not about the server itself."""

    slot: int = 0
    """The slot of the request's keys; only a cluster has more than one."""

    asking: bool = False
    """True if the request must follow `ASKING`, because its slot is moving to the node that gets the request."""

    redirections: int = 0
    """Number of times that a cluster node has redirected the request."""

    until: float = 0.0
    """Time of the event loop until which the request may be redirected. It is set at the first redirection."""

    def settle(self, reply: Any) -> None:
        """Deliver the answer to a store request. It is dropped if the caller no longer waits."""
        if self.answer.done():
            return
        if self.meaning is None:
            self.answer.set_result(reply)
            return
        try:
            self.answer.set_result(self.meaning(reply))
        except Exception as refusal:  # a conflict, most likely; whatever it is, it is the asker's
            refuse(self.answer, refusal)


OF_THE_SERVER = frozenset({"PING", "TIME", "INFO", "CONFIG"})
"""The commands that concern no keys."""


def question_of(
    command: Sequence[Argument], meaning: Callable[[Any], Any] | None, slot: int = 0, script: Script | None = None
) -> Question:
    """Return the request that sends this command to the store, for keys in this cluster slot."""
    answer = asyncio.get_running_loop().create_future()
    return Question(pack(command), answer, meaning, script, command[0] not in OF_THE_SERVER, slot)


def refuse(answer: asyncio.Future[Any], refusal: Exception) -> None:
    """Set an exception as the answer, marked as retrieved, because the caller may no longer wait."""
    if not answer.done():
        answer.set_exception(refusal)
        answer.exception()


ASKING = pack(("ASKING",))
