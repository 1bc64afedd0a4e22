"""Mails over TLS, from its first byte and by STARTTLS, to a mail server with a certificate of a CA of our own."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import trustme
from aiosmtpd.smtp import SMTP
from mail_receivers import PASSWORD, MailReceiver
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_server.lobby.mail.mail_file import MailServer
from quarterdeck_server.lobby.mail.mail_texts import Mail
from quarterdeck_server.web.mail.smtp import MailSender

LONG = "https://cards.example.org/sign-on/email/unsubscribe?code=" + "x" * 43
MAIL = Mail(id="1@x", to="ada@example.org", subject="Grüße", text="Grüße\n", at=Milliseconds(0), unsubscribe=LONG)


@contextlib.asynccontextmanager
async def receiving(way: str, name: str, folder: Path, trust: pytest.MonkeyPatch) -> AsyncIterator[MailReceiver]:
    """A mail server with a certificate for this name, whose CA is trusted here."""
    ca, context, receiver = trustme.CA(), ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), MailReceiver()
    ca.issue_cert(name).configure_cert(context)
    ca.cert_pem.write_to_path(str(folder / "ca.pem"))
    trust.setenv("SSL_CERT_FILE", str(folder / "ca.pem"))
    loop = asyncio.get_running_loop()

    def made() -> SMTP:
        begins = context if way == "STARTTLS" else None
        return SMTP(
            receiver,
            loop=loop,
            tls_context=begins,
            require_starttls=begins is not None,
            auth_require_tls=begins is not None,
            authenticator=receiver.check,
        )

    serving = await loop.create_server(made, "127.0.0.1", 0, ssl=context if way == "TLS" else None)
    receiver.port = serving.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        serving.close()


@pytest.mark.parametrize(
    ("scheme", "way", "name", "is_sent"),
    [
        ("smtps", "TLS", "localhost", True),
        ("smtp", "STARTTLS", "localhost", True),
        ("smtps", "TLS", "other.example", False),
        ("smtp", "STARTTLS", "other.example", False),
        ("smtp", "none", "localhost", False),
        ("smtps", "none", "localhost", False),
    ],
)
async def test_a_mail_goes_over_tls_to_a_server_that_proves_its_name_and_nowhere_else(
    scheme: str, way: str, name: str, is_sent: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with receiving(way, name, tmp_path, monkeypatch) as receiver:
        address = f"{scheme}://localhost:{receiver.port}"
        server = MailServer(server=address, sender="cards@example.org", user="cards", password=PASSWORD)
        outcome = await MailSender(server).send(MAIL)
        assert outcome.is_over == is_sent, outcome
        assert PASSWORD not in outcome.why
        assert len(receiver.mails) == len(receiver.signed_in) == is_sent
        if is_sent:
            (mail,) = receiver.mails
            assert (mail["Subject"], mail["List-Unsubscribe"]) == ("Grüße", f"<{LONG}>")
            assert mail.get_content().strip() == "Grüße"
