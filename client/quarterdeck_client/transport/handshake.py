"""First messages on every connection: `hello` with the client's name and the form of updates that it wants, and the
sign-in."""

from collections.abc import Callable
from dataclasses import dataclass

import aiohttp
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.lobby.accounts import RecoverAccount, SignedIn, SignIn
from quarterdeck_protocol.messages import AnyFromServer, Hello, Refused, UpdateForm, Welcome
from quarterdeck_protocol.names import Ref, Token
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import LostError, RefusedError
from quarterdeck_client.frames import frame_of
from quarterdeck_client.game_types import with_options
from quarterdeck_client.transport.websocket import OVER, Broken, Socket

ASK_AGAIN = frozenset({RefusalCode.UNAVAILABLE, RefusalCode.TOO_MANY})
"""Refusal codes after which the client sends the command again in a moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The credentials of a client. A client without any is a guest, and the server chooses its name."""

    name: str | None = None
    password: str | None = None
    token: Token | None = None
    recovery_code: str | None = None
    code: str | None = None


class Handshake:
    """The first messages of a client on each of its connections."""

    def __init__(
        self, credentials: Credentials, client: str, language: str | None, received: Callable[[AnyFromServer], None]
    ) -> None:
        """Make a handshake. `received` is called with the messages that do not answer the handshake."""
        self._credentials = credentials
        self._client = client
        self._language = language
        self._received = received

    async def greeted(self, socket: Socket) -> Welcome | None:
        """Send `hello`, and return the server's `welcome`. Raises `RefusedError`, `LostError`, or `Broken` if a retry
        makes sense."""
        hello = Hello(client=self._client, updates=form_of_updates(socket), language=self._language, ref=Ref("hello"))
        answer = await self._answer_to(hello, socket)
        return answer if isinstance(answer, Welcome) else None

    async def signed_in(self, socket: Socket, token: Token | None) -> SignedIn | None:
        """Sign in: with the token if there is one, otherwise with the credentials. Raises `RefusedError`, `LostError`,
        or `Broken` if a retry makes sense."""
        answer = await self._answer_to(self._sign_in(token), socket)
        return answer if isinstance(answer, SignedIn) else None

    def _sign_in(self, token: Token | None) -> SignIn | RecoverAccount:
        ref = Ref("sign-in")
        if token is not None:
            return SignIn(token=token, ref=ref)
        name, password, code = self._credentials.name, self._credentials.password, self._credentials.recovery_code
        if code is not None and name is not None and password is not None:
            factor = self._credentials.code
            return RecoverAccount(name=name, code=code, new_password=password, second_factor=factor, ref=ref)
        return SignIn(name=name, password=password, code=self._credentials.code, ref=ref)

    async def _answer_to(self, command: FromClient, socket: Socket) -> AnyFromServer:
        await socket.send_frame(frame_of(command), aiohttp.WSMsgType.TEXT)
        while True:
            message = await socket.receive()
            if message.type is aiohttp.WSMsgType.CLOSE and message.data in OVER:
                raise LostError(OVER[message.data], message.data)
            if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                raise aiohttp.ClientConnectionError("the connection broke while signing in")
            answer = message_in(message.data)
            if answer is None:
                continue
            if answer.ref != command.ref:
                self._received(answer)
                continue
            if isinstance(answer, Refused):
                if answer.code in ASK_AGAIN:
                    raise Broken(answer.text, answer.code)
                raise RefusedError(answer)
            return answer


def form_of_updates(socket: Socket) -> UpdateForm:
    """Return the form of updates for this connection: patches only if its frames are not compressed. Both together cost
    the server the most and save almost nothing over either alone."""
    return UpdateForm.WHOLE if socket.compress else UpdateForm.PATCH


def message_in(frame: bytes | str) -> AnyFromServer | None:
    """Return the decoded message of the server; `None` if this client does not know its type."""
    message = wire.decode_from_server(frame)
    return None if message is None else with_options(message)
