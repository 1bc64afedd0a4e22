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
    """A Lua script of `storage/scripts/`."""

    def __init__(self, name: str) -> None:
        text = files("quarterdeck_server.storage").joinpath("scripts", name).read_bytes()
        # Redis names scripts by their SHA-1; nothing is protected by it.
        self.sha = sha1(text, usedforsecurity=False).hexdigest()
        self._by_sha = b"$7\r\nEVALSHA\r\n$40\r\n%b\r\n" % self.sha.encode()
        self._by_text = b"$4\r\nEVAL\r\n$%d\r\n%b\r\n" % (len(text), text)

    def spelled_out(self, packed: bytes) -> bytes:
        """Return the same call, carrying the whole script instead of its name. Redis knows it from then on."""
        return packed.replace(self._by_sha, self._by_text, 1)


class Refused(Unavailable):
    """Redis answers, and refuses."""


class Question(msgspec.Struct):
    """A request with the future of its answer."""

    packed: bytes
    answer: asyncio.Future[Any]
    meaning: Callable[[Any], Any] | None
    script: Script | None
    is_of_keys: bool = True
    """Whether it is about what is kept, and not about the server itself."""

    slot: int = 0
    """Of the keys that it is about; only a cluster has more than one."""

    asking: bool = False
    """Whether it follows `ASKING`, for a slot that is on its way to whom it is asked."""

    redirections: int = 0
    """How often it has been sent on from one node of a cluster to another."""

    until: float = 0.0
    """By the loop's clock, until when it is; from when it was sent on first."""

    def settle(self, reply: Any) -> None:
        """Set the answer; the caller may have gone."""
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
"""The commands that are about no keys."""


def question_of(
    command: Sequence[Argument], meaning: Callable[[Any], Any] | None, slot: int = 0, script: Script | None = None
) -> Question:
    """Return the request for this command, in this slot."""
    answer = asyncio.get_running_loop().create_future()
    return Question(pack(command), answer, meaning, script, command[0] not in OF_THE_SERVER, slot)


def refuse(answer: asyncio.Future[Any], refusal: Exception) -> None:
    """Set an exception that nobody has to retrieve: the caller may have gone."""
    if not answer.done():
        answer.set_exception(refusal)
        answer.exception()


ASKING = pack(("ASKING",))
