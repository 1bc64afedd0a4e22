"""Opening messages of every connection: the client's name, the form of its updates, and the sign-in."""

from collections.abc import Callable

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
from quarterdeck_client.transport.websocket import OVER, Broken, Line

ASK_AGAIN = frozenset({RefusalCode.UNAVAILABLE, RefusalCode.TOO_MANY})
"""Refusals that mean "send this again in a moment"."""


class Handshake:
    """Identity of a client, presented on each of its connections."""

    def __init__(
        self,
        *,
        client: str,
        language: str | None,
        name: str | None,
        password: str | None,
        recovery_code: str | None,
        heard: Callable[[AnyFromServer], None],
    ) -> None:
        """`heard` is called with the messages that do not answer the handshake."""
        self._client = client
        self._heard = heard
        self._language = language
        self._name = name
        self._password = password
        self._recovery_code = recovery_code

    async def greeted(self, line: Line) -> Welcome | None:
        """Say hello, and return the welcome. Raises `RefusedError`, `LostError`, or `Broken` if it should be tried
        again."""
        hello = Hello(client=self._client, updates=form_of_updates(line), language=self._language, ref=Ref("hello"))
        heard = await self._answer_to(hello, line)
        return heard if isinstance(heard, Welcome) else None

    async def signed_in(self, line: Line, token: Token | None) -> SignedIn | None:
        """Sign in, as the token's player if there is a token. Raises `RefusedError`, `LostError`, or `Broken` if a
        retry makes sense."""
        heard = await self._answer_to(self._sign_in(token), line)
        return heard if isinstance(heard, SignedIn) else None

    def _sign_in(self, token: Token | None) -> SignIn | RecoverAccount:
        ref = Ref("sign-in")
        if token is not None:
            return SignIn(token=token, ref=ref)
        if self._recovery_code is not None and self._name is not None and self._password is not None:
            return RecoverAccount(name=self._name, code=self._recovery_code, new_password=self._password, ref=ref)
        return SignIn(name=self._name, password=self._password, ref=ref)

    async def _answer_to(self, command: FromClient, line: Line) -> AnyFromServer:
        await line.send_frame(frame_of(command), aiohttp.WSMsgType.TEXT)
        while True:
            message = await line.receive()
            if message.type is aiohttp.WSMsgType.CLOSE and message.data in OVER:
                raise LostError(OVER[message.data], message.data)
            if message.type not in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                raise aiohttp.ClientConnectionError("the line broke while signing in")
            heard = message_in(message.data)
            if heard is None:
                continue
            if heard.ref != command.ref:
                self._heard(heard)
                continue
            if isinstance(heard, Refused):
                if heard.code in ASK_AGAIN:
                    raise Broken(heard.text, heard.code)
                raise RefusedError(heard)
            return heard


def form_of_updates(line: Line) -> UpdateForm:
    """Return the form of updates on this connection. Patches and compressed frames together cost a server most, and
    save next to nothing over either."""
    return UpdateForm.WHOLE if line.compress else UpdateForm.PATCH


def message_in(frame: bytes | str) -> AnyFromServer | None:
    """Return the decoded message of the server; `None` if its kind is newer than this client."""
    message = wire.decode_from_server(frame)
    return None if message is None else with_options(message)
