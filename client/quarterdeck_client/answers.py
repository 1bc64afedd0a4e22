"""What is asked, and whether that is what is answered."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.problems import Problem
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient, FromServer

from quarterdeck_client.errors import MisunderstoodError

Ask = Callable[[FromClient], Awaitable[FromServer]]
Answer = TypeVar("Answer", bound=FromServer)
Read = TypeVar("Read")


async def answered(ask: Ask, command: FromClient, kind: type[Answer]) -> Answer:
    """Ask this, and return the answer, which is of this kind. Raises what `ask` raises, `MisunderstoodError`."""
    answer = await ask(command)
    if not isinstance(answer, kind):
        asked, said = type(command).__name__, type(answer).__name__
        raise MisunderstoodError(f"the server answered `{asked}` with `{said}`, which does not fit")
    return answer


def read(body: bytes, kind: type[Read]) -> Read:
    """Read what was answered over plain HTTP. Raises `MisunderstoodError`."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MisunderstoodError(f"the server answered what cannot be read: {error}") from error


def refused_in(body: bytes, status: int) -> Refused:
    """Return why a question over plain HTTP was refused."""
    try:
        problem = msgspec.json.decode(body, type=Problem)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Refused(code=RefusalCode.OTHER, text=f"The server answered with status {status}.")
    return Refused(
        code=problem.code or RefusalCode.OTHER,
        text=problem.detail,
        where=problem.where,
        retry_in=problem.retry_in,
        remaining=problem.remaining,
        faults=problem.faults,
    )
