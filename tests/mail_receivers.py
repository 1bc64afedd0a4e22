"""Receivers of mails for tests: an SMTP server on a real socket."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from pathlib import Path
from ssl import SSLContext

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from servers import SOON, soon

PASSWORD = "a secret of the mail server"


@dataclass
class MailReceiver:
    """A mail server, which answers with these lines, and accepts a mail if none is left."""

    answers: list[str] = field(default_factory=list)
    mails: list[EmailMessage] = field(default_factory=list)
    warnings: list[EmailMessage] = field(default_factory=list)
    """Mails about a change of the ways into an account: apart, because many commands cause them."""

    receivers: list[str] = field(default_factory=list)
    signed_in: list[tuple[bytes, bytes]] = field(default_factory=list)
    port: int = 0
    takes_password: bool = True

    async def handle_RCPT(  # noqa: N802 - as the library calls it
        self, _: SMTP, __: Session, envelope: Envelope, address: str, ___: list[str]
    ) -> str:
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802 - the same
        assert isinstance(envelope.content, bytes)
        message = BytesParser(_class=EmailMessage, policy=default).parsebytes(envelope.content)
        assert isinstance(message, EmailMessage)
        is_warning = any(word in message["Subject"] for word in ("has changed", "geändert"))
        (self.warnings if is_warning else self.mails).append(message)
        self.receivers += envelope.rcpt_tos
        return "250 OK"

    def check(self, _: SMTP, __: Session, ___: Envelope, ____: str, given: LoginPassword) -> AuthResult:
        self.signed_in.append((given.login, given.password))
        return AuthResult(success=self.takes_password, handled=self.takes_password)

    async def until(self, number: int) -> EmailMessage:
        """Return the newest mail, once there are so many."""
        async with asyncio.timeout(SOON):
            await soon(lambda: len(self.mails) >= number)
        assert len(self.mails) == number
        return self.mails[-1]

    async def until_answers_left(self, number: int) -> None:
        """Wait until so many of the given answers are left."""
        async with asyncio.timeout(SOON):
            await soon(lambda: len(self.answers) == number)

    async def warned(self, number: int) -> list[EmailMessage]:
        """Return the mails about changes of the ways in, once there are so many."""
        await soon(lambda: len(self.warnings) >= number)
        assert len(self.warnings) == number
        return self.warnings

    def file(self, folder: Path) -> str:
        """Write the file of a host that uses this mail server, and return its path."""
        (folder / "password").write_text(PASSWORD)
        lines = (f'server = "smtp://127.0.0.1:{self.port}"', 'sender = "cards@example.org"', 'user = "cards"')
        file = folder / "mail.toml"
        file.write_text("\n".join((*lines, 'password_file = "password"', "inner = true")))
        return str(file)


def link_in(mail: EmailMessage) -> str:
    """Return the address of the first link in a mail."""
    return str(re.findall(r"https?://\S+", mail.get_content())[0])


@contextlib.asynccontextmanager
async def mail_receiver(*answers: str, tls: SSLContext | None = None) -> AsyncIterator[MailReceiver]:
    receiver = MailReceiver(list(answers))
    loop = asyncio.get_running_loop()

    def made() -> SMTP:
        return SMTP(receiver, loop=loop, auth_require_tls=False, authenticator=receiver.check)

    serving = await loop.create_server(made, "127.0.0.1", 0, ssl=tls)
    receiver.port = serving.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        serving.close()
