"""One command of a player without a connection of its own, as over plain HTTP: it is carried out or refused as on a
WebSocket."""

import msgspec
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import FrameOutput
from quarterdeck_server.web.connection import Connection
from quarterdeck_server.web.connection_services import Services


class _Head(msgspec.Struct, frozen=True):
    """The fields of an answer that are needed here."""

    type: str
    ref: Ref | None = None


_head = msgspec.json.Decoder(_Head)
_refused = msgspec.json.Decoder(Refused)


async def carried_out(
    services: Services, command: bytes, ref: Ref, identity: Identity | None, address: str, language: str
) -> bytes:
    """Return the answer to a command with this `ref`. Raises `CommandRefused` if it was refused."""
    answer = _Answer(ref)
    connection = Connection(services, FrameOutput(answer.take, answer.take), _stay, address)
    try:
        await connection.receive_alone(command, identity, language)
    finally:
        await connection.end()
    return answer.frame()


class _Answer:
    """The answer to the command with this `ref`, among all frames that its connection was sent."""

    def __init__(self, ref: Ref) -> None:
        self._ref = ref
        self._frame: bytes | None = None

    def take(self, frame: bytes) -> None:
        """Keep a frame if it is the answer; drop other messages."""
        if self._frame is None and _head.decode(frame).ref == self._ref:
            self._frame = frame

    def frame(self) -> bytes:
        """Return the answer. Raises `CommandRefused` if the command was refused."""
        if self._frame is None:
            raise CommandRefused(RefusalCode.UNAVAILABLE, Text("The command has no answer yet; send it again."))
        if _head.decode(self._frame).type == "refused":
            refused = _refused.decode(self._frame)
            raise CommandRefused(
                refused.code,
                refused.text,
                refused.where,
                refused.faults,
                retry_in=refused.retry_in,
                remaining=refused.remaining,
            )
        return self._frame


def _stay(code: int, reason: str) -> None:
    """Ignore that the connection should close: it ends with the command."""
