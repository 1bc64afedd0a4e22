"""Mails over SMTP, to the mail server of the host and to no other."""

from socket import gaierror
from ssl import SSLCertVerificationError, SSLError
from typing import Any, NamedTuple

from quarterdeck_server.lobby.mail.mail_delivery import Outcome
from quarterdeck_server.lobby.mail.mail_file import MailServer
from quarterdeck_server.lobby.mail.mail_texts import Mail

SECONDS = 30.0
FINAL = range(500, 600)


class MailFault(NamedTuple):
    """The step that failed at the mail server, and what would be right. Neither names a receiver or a secret."""

    what: str
    right: str


class MailSender:
    """Sends mails to one mail server. It keeps no connection."""

    def __init__(self, server: MailServer) -> None:
        self._server = server

    async def send(self, mail: Mail) -> Outcome:
        """Send a mail once. Only a receiver who is refused for good ends its attempts."""
        import aiosmtplib  # here: most hosts send no mails

        sender = self._server.sender
        try:
            message = mail.message(sender).as_bytes()  # the library would write it anew, in short lines
            await aiosmtplib.send(message, sender=sender, recipients=[mail.to], **self._connection())
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [each.code for each in error.recipients]
            return Outcome(all(code in FINAL for code in codes), f"the receiver is refused: {codes}")
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            return Outcome(False, ": ".join(fault_of(error, self._server)))
        return Outcome(True)

    async def try_connection(self) -> MailFault | None:
        """Connect to the mail server, begin TLS and sign in. Return what failed; `None` if nothing did."""
        import aiosmtplib

        try:
            async with aiosmtplib.SMTP(**self._connection()):
                return None
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            return fault_of(error, self._server)

    def _connection(self) -> dict[str, Any]:
        server = self._server
        return {
            "hostname": server.host,
            "port": server.port,
            "username": server.user or None,
            "password": server.password or None,
            "use_tls": server.is_tls,
            "start_tls": None if server.inner else not server.is_tls,
            "local_hostname": server.sender.rpartition("@")[2],
            "timeout": SECONDS,
        }


def fault_of(error: Exception, server: MailServer) -> MailFault:
    """Return the step that failed. The text of an error of the library may quote the address, so it is not used."""
    import aiosmtplib

    at, cause = f"{server.host} port {server.port}", error.__cause__ or error
    match cause:
        case gaierror():
            return MailFault(f"the name {server.host} is not known", "correct `server`, or the name server")
        case SSLCertVerificationError():
            right = "`server` must have the name in the certificate, from an authority that this machine trusts"
            return MailFault(f"TLS: the certificate of {at} is not valid here ({cause.verify_message})", right)
        case SSLError():
            return MailFault(f"TLS: {at} does not begin with TLS", "for STARTTLS write `smtp://`, mostly port 587")
        case TimeoutError() | aiosmtplib.SMTPTimeoutError() | aiosmtplib.SMTPServerDisconnected():
            right = "write `smtps://` if the server begins with TLS, and let port and host through the firewall"
            return MailFault(f"connection: {at} does not answer", right)
        case aiosmtplib.SMTPAuthenticationError():
            return MailFault(f"password: {at} refuses it ({cause.code})", "correct `user` and `password_file`")
        case aiosmtplib.SMTPSenderRefused():
            return MailFault(f"sender: {at} refuses it ({cause.code})", "`sender` must be an address of `user`")
        case aiosmtplib.SMTPResponseException():
            return MailFault(f"{at} refuses: {type(cause).__name__} {cause.code}", "see the log of the mail server")
        case OSError():
            why = cause.strerror or type(cause).__name__
            return MailFault(f"connection: {at} cannot be reached ({why})", "correct `server`, or open the port")
        case aiosmtplib.SMTPException() if "STARTTLS extension" in str(cause):
            return MailFault(f"TLS: {at} has no STARTTLS", "write `smtps://`, or `inner = true` in your own network")
        case aiosmtplib.SMTPException() if "AUTH extension" in str(cause):
            return MailFault(f"password: {at} takes none", "try `smtps://`, or remove `user` and `password_file`")
        case _:
            return MailFault(f"{at}: {type(cause).__name__}", "see the log of the mail server")
