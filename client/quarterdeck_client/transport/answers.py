"""Commands that wait for their answers, and checks that an answer fits its command."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import msgspec
from quarterdeck_protocol.http.problems import Problem
from quarterdeck_protocol.messages import AnyFromServer, Refused
from quarterdeck_protocol.names import Ref
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient, FromServer

from quarterdeck_client.errors import ClientError, MisunderstoodError, UsageError
from quarterdeck_client.transport.websocket import Socket

Ask = Callable[[FromClient], Awaitable[FromServer]]
Answer = TypeVar("Answer", bound=FromServer)
Read = TypeVar("Read")


async def answered(ask: Ask, command: FromClient, kind: type[Answer]) -> Answer:
    """Send the command and return its answer of this type. Raises the errors of `ask`, and `MisunderstoodError` for an
    answer of another type."""
    answer = await ask(command)
    if not isinstance(answer, kind):
        asked, said = type(command).__name__, type(answer).__name__
        raise MisunderstoodError(f"the server answered `{asked}` with `{said}`, which is the wrong kind of answer")
    return answer


def read_body(body: bytes, kind: type[Read]) -> Read:
    """Decode the body of an HTTP response. Raises `MisunderstoodError`."""
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MisunderstoodError(f"the server's answer cannot be read: {error}") from error


def refused_in(body: bytes, status: int) -> Refused:
    """Return the refusal in the body of an HTTP response."""
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


class PendingCommand:
    """A command that waits for its answer, and the connection it was sent on last."""

    __slots__ = ("answer", "frame", "is_parting", "put_off", "socket")

    def __init__(self, frame: bytes, *, is_parting: bool) -> None:
        self.frame = frame
        self.is_parting = is_parting
        """True if the command ends the session. The server may close the session before it answers."""

        self.put_off: RefusalCode | None = None
        """The code of the last refusal that asked the client to retry later."""

        self.begin()

    def begin(self) -> None:
        """Reset the command to wait for an answer, at the first try and before each retry."""
        self.answer: asyncio.Future[AnyFromServer] = asyncio.get_running_loop().create_future()
        self.socket: Socket | None = None


class PendingCommands:
    """The commands that have no answer yet. The server sends one answer to each, with the command's `ref`."""

    def __init__(self) -> None:
        self._by_ref: dict[Ref, PendingCommand] = {}
        self._prefix = secrets.token_hex(4)
        self._refs = 0
        self._unowned: list[tuple[Refused, set[Ref]]] = []
        """Refusals without a `ref`, in order of arrival, each with the commands that it may belong to. The commands of
        a refusal include those of the refusal before it."""

    def __iter__(self) -> Iterator[PendingCommand]:
        return iter(list(self._by_ref.values()))

    def __len__(self) -> int:
        return len(self._by_ref)

    @property
    def is_parting(self) -> bool:
        """True if one of the waiting commands ends the session."""
        return any(pending.is_parting for pending in self._by_ref.values())

    def fresh_ref(self) -> Ref:
        """Return a new `ref` that no other command of this client has."""
        self._refs += 1
        return Ref(f"{self._prefix}-{self._refs}")

    def add(self, ref: Ref, pending: PendingCommand) -> None:
        """Register a command that waits for its answer. Raises `UsageError` if another waiting command has the same
        `ref`."""
        if ref in self._by_ref:
            raise UsageError(f"`{ref}` is already used by a command that waits for its answer; choose another ref")
        self._by_ref[ref] = pending

    def remove(self, ref: Ref) -> None:
        """Remove the waiting command with this `ref`."""
        del self._by_ref[ref]

    def answer(self, message: AnyFromServer) -> None:
        """Handle any message of the server; if it has the `ref` of a waiting command, it is that command's answer."""
        if message.ref is None:
            return
        pending = self._by_ref.get(message.ref)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(message)
        if self._unowned:
            for _, among in self._unowned:
                among.discard(message.ref)
            self._settle()

    def refuse(self, refused: Refused) -> None:
        """Handle a refusal without a `ref`: the server could not read one of the frames. The refusal belongs to one of
        the commands that were sent and have no answer yet."""
        waiting = (ref for ref, each in self._by_ref.items() if each.socket is not None and not each.answer.done())
        self._unowned.append((refused, set(waiting)))
        self._settle()

    def forget_refusals(self) -> None:
        """Discard the refusals without a `ref`: the connection broke, and the commands refused on it are sent again."""
        self._unowned = []

    def _settle(self) -> None:
        """Refuse commands once it is certain that they were refused: when as many candidates remain as there are
        refusals."""
        for count in range(len(self._unowned), 0, -1):
            refused, among = self._unowned[count - 1]
            if len(among) <= count:
                del self._unowned[:count]
                for ref in among:
                    self.answer(msgspec.structs.replace(refused, ref=ref))
                return

    def fail(self, error: ClientError) -> None:
        """Raise this error in all callers that wait for an answer."""
        for pending in self._by_ref.values():
            if not pending.answer.done():
                pending.answer.set_exception(error)
