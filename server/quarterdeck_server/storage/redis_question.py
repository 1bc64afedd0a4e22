"""What is asked of a Redis or Valkey: a command or a script, and who waits for the answer."""

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
    """A Lua script that is shipped beside this file."""

    def __init__(self, name: str) -> None:
        text = files(__package__).joinpath(name).read_bytes()
        # Redis names scripts by their SHA-1; nothing is protected by it.
        self.sha = sha1(text, usedforsecurity=False).hexdigest()
        self._by_sha = b"$7\r\nEVALSHA\r\n$40\r\n%b\r\n" % self.sha.encode()
        self._by_text = b"$4\r\nEVAL\r\n$%d\r\n%b\r\n" % (len(text), text)

    def spelled_out(self, packed: bytes) -> bytes:
        """Return the same call, carrying the whole script instead of its name. Redis knows it from then on."""
        return packed.replace(self._by_sha, self._by_text, 1)


class Call:
    """A script's call that is made again and again, for one set of keys: what it says each time alike is packed once,
    which halves what packing costs."""

    __slots__ = ("_after", "_before", "keys", "script")

    def __init__(
        self,
        script: Script,
        keys: tuple[str, ...],
        before: Sequence[Argument],
        changing: int,
        after: Sequence[Argument],
    ) -> None:
        """So many arguments change from call to call; those before and after them stay."""
        every = 3 + len(keys) + len(before) + changing + len(after)
        self.script = script
        self.keys = keys
        self._before = b"*%d\r\n" % every + _parts(("EVALSHA", script.sha, len(keys), *keys, *before))
        self._after = _parts(after)

    def packed(self, changing: Sequence[Argument]) -> bytes:
        """Return the call with those arguments that change."""
        return self._before + _parts(changing) + self._after


def _parts(arguments: Sequence[Argument]) -> bytes:
    """Return arguments as they stand in a command, without how many there are."""
    packed = pack(arguments)
    return packed[packed.index(b"\n") + 1 :]


class Refused(Unavailable):
    """Redis answers, and refuses."""


class Question(msgspec.Struct):
    """What is asked, and who waits for the answer."""

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
        """Answer; whoever asked may have gone away."""
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
    """Return what asks this command, of this slot."""
    answer = asyncio.get_running_loop().create_future()
    return Question(pack(command), answer, meaning, script, command[0] not in OF_THE_SERVER, slot)


def refuse(answer: asyncio.Future[Any], refusal: Exception) -> None:
    """Answer with a refusal that nobody has to look at: whoever asked may have gone away."""
    if not answer.done():
        answer.set_exception(refusal)
        answer.exception()


ASKING = pack(("ASKING",))
