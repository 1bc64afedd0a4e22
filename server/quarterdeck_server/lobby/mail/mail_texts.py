"""The words of mails, in the language of their receiver. Pure."""

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate
from typing import assert_never
from urllib.parse import quote, urlsplit

import msgspec
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.lobby.mail.mail_records import MailRecord, Purpose
from quarterdeck_server.translations import said


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """A mail as it is sent. Its text form hides the words, because it may have a secret."""

    id: str
    """The same in all attempts: `name@host`."""

    to: str
    subject: str
    text: str
    at: Milliseconds
    unsubscribe: str = ""
    """The address that ends such mails by a POST without a sign-in (RFC 8058); empty for mails that nobody chose."""

    def __repr__(self) -> str:
        return f"Mail({self.id!r})"

    def message(self, sender: str) -> EmailMessage:
        """Return the mail in the form of RFC 5322. The library refuses line breaks in headers. It would encode an
        address that is longer than a line, so lines may be as long as the RFC allows."""
        message = EmailMessage(SMTP.clone(max_line_length=998))
        message["From"], message["To"], message["Subject"] = sender, self.to, self.subject
        message["Date"] = formatdate(self.at / 1000)
        message["Message-ID"], message["Auto-Submitted"] = f"<{self.id}>", "auto-generated"
        if self.unsubscribe:
            message["List-Unsubscribe"] = f"<{self.unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(self.text, cte="quoted-printable")
        return message


def mail_of(name: str, record: MailRecord, player: str, to: str, code: str, public_url: str, host: str) -> Mail:
    """Return a mail of the outbox with its secret. The mail that confirms an address has no word of a player's choice:
    it may go to a stranger."""
    page, unsubscribe = f"{public_url}/email", ""
    match record.purpose:
        case Purpose.CONFIRM:
            subject = Text("Confirm your e-mail address at {host}", host=host)
            parts = [
                Text("Confirm that this address is that of your account at {host}:", host=host),
                f"{page}#confirm={code}",
                Text("The link is valid for a day. If you did not ask for it, ignore this mail: nothing happens."),
            ]
        case Purpose.RECOVER:
            subject = Text("A new password at {host}", host=host)
            parts = [
                Text("Set a new password for your account “{player}” at {host}:", player=player, host=host),
                f"{page}#recover={code}&name={quote(player, safe='')}",
                Text("The link is valid once, for two hours. If you did not ask for it, ignore this mail."),
                Text("For no more mails, remove the address from your account: {page}", page=f"{public_url}/account"),
            ]
        case Purpose.REMOVED:
            subject = Text("Your e-mail address was removed at {host}", host=host)
            parts = [
                *record.lines,
                Text("This address is no longer that of the account “{player}” at {host}.", player=player, host=host),
                Text("If that was not you, ask the host for help."),
            ]
        case Purpose.WARNING:
            subject = Text("Your account at {host} has changed", host=host)
            parts = [
                *record.lines,
                Text("If that was not you, set a new password at once: {page}", page=f"{public_url}/account"),
            ]
        case Purpose.NOTICES:
            subject = Text("News for you at {host}", host=host)
            parts = [
                *record.lines,
                Text("You have chosen to get these mails. To end them:"),
                f"{page}#stop={code}",
            ]
            unsubscribe = f"{public_url}/sign-on/email/unsubscribe?code={code}"
        case _:
            assert_never(record.purpose)
    text = "\n\n".join(said(each, record.language) for each in parts)
    id_ = f"{name}@{urlsplit(public_url).hostname or 'localhost'}"
    return Mail(
        id=id_, to=to, subject=said(subject, record.language), text=f"{text}\n", at=record.at, unsubscribe=unsubscribe
    )
