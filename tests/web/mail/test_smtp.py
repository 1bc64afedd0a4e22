"""The step that fails at a mail server is named, with what would be right, and without a secret."""

import asyncio
import ssl
from pathlib import Path

import trustme
from mail_receivers import PASSWORD, MailReceiver, mail_receiver
from msgspec.structs import replace
from quarterdeck_server.lobby.mail.mail_file import MailServer, read_mail_file
from quarterdeck_server.web.mail.smtp import MailSender


async def fault(server: MailServer) -> str:
    """Return what a try of the connection says; an empty text if nothing failed."""
    found = ": ".join(await MailSender(server).try_connection() or ())
    assert PASSWORD not in found
    return found


def of(receiver: MailReceiver, folder: Path) -> MailServer:
    return read_mail_file(Path(receiver.file(folder)))


async def test_the_step_that_fails_is_named(tmp_path: Path) -> None:
    async with mail_receiver() as mail:
        right = of(mail, tmp_path)
        assert await fault(right) == ""
        assert mail.mails == [], "a try sends no mail"
        mail.takes_password = False
        assert "password: 127.0.0.1 port" in await fault(right)
        assert "correct `user` and `password_file`" in await fault(right)
        assert "has no STARTTLS: write `smtps://`" in await fault(replace(right, inner=False))
        assert "does not begin with TLS: for STARTTLS write `smtp://`" in await fault(
            replace(right, server=right.server.replace("smtp:", "smtps:"))
        )
    assert "cannot be reached" in await fault(right), "it is closed now"
    assert "the name nowhere.invalid is not known" in await fault(replace(right, server="smtp://nowhere.invalid"))


async def test_a_certificate_that_is_not_trusted_is_named(tmp_path: Path) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    async with mail_receiver(tls=context) as mail:
        server = of(mail, tmp_path)
        assert "the certificate of 127.0.0.1 port" in await fault(
            replace(server, server=server.server.replace("smtp:", "smtps:"))
        )


async def test_a_server_that_is_silent_or_says_something_else_is_named(tmp_path: Path) -> None:
    words = [b"", b"554 5.3.2 not here\r\n"]

    async def other(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(words.pop(0))
        writer.close()

    async with await asyncio.start_server(other, "127.0.0.1", 0) as server:
        found = of(MailReceiver(port=server.sockets[0].getsockname()[1]), tmp_path)
        assert "does not answer" in await fault(found)
        assert "SMTPConnectResponseError 554" in await fault(found)
