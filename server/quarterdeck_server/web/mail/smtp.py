"""Mails over SMTP, to the mail server of the host and to no other."""

from quarterdeck_server.lobby.mail.mail_delivery import Outcome
from quarterdeck_server.lobby.mail.mail_file import MailServer
from quarterdeck_server.lobby.mail.mail_texts import Mail

SECONDS = 30.0
FINAL = range(500, 600)


class MailSender:
    """Sends mails to one mail server. It keeps no connection."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    async def send(self, mail: Mail) -> Outcome:
        """Send a mail once. Only a receiver who is refused for good ends its attempts."""
        import aiosmtplib  # here: most hosts send no mails

        server = self._server
        try:
            await aiosmtplib.send(
                mail.message(server.sender),
                sender=server.sender,
                recipients=[mail.to],
                hostname=server.host,
                port=server.port,
                username=server.user or None,
                password=server.password or None,
                use_tls=server.is_tls,
                start_tls=None if server.inner else not server.is_tls,
                local_hostname=server.sender.rpartition("@")[2],
                timeout=SECONDS,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [each.code for each in error.recipients]
            return Outcome(all(code in FINAL for code in codes), f"the receiver is refused: {codes}")
        except aiosmtplib.SMTPResponseException as error:  # its text may quote the address
            return Outcome(False, f"{type(error).__name__} {error.code}")
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            return Outcome(False, type(error).__name__)
        return Outcome(True)
