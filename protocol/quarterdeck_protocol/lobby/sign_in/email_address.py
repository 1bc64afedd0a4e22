"""Messages about the e-mail address of an account, by which its player can set a new password."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, ShortText

Address = Annotated[str, Meta(min_length=3, max_length=254)]


class GetEmail(FromClient, frozen=True, kw_only=True, tag="get_email"):
    """Ask for the e-mail address of the sender. Answered by `email`."""

    open_to = NO_PROGRAM


class SetEmail(FromClient, frozen=True, kw_only=True, tag="set_email"):
    """Set the e-mail address of the sender, which gets a link to confirm it. Until then an earlier address stays in
    force. Answered by `email`. Refused as `proof_needed` more than 15 minutes after a sign-in or `prove_identity`."""

    open_to = NO_PROGRAM

    address: Address | None = None
    """The address; `null` to remove all that the account has."""

    language: ShortText = "en"
    """The language of the mails, if the server has it; else they are in English."""


class EmailAddress(msgspec.Struct, frozen=True, kw_only=True):
    """The e-mail addresses of an account. Nobody but its player receives them."""

    verified: str | None = None
    """The address that gets mails; `null` if there is none."""

    waiting: str | None = None
    """An address that has not been confirmed; `null` if there is none."""


class Email(FromServer, frozen=True, kw_only=True, tag="email"):
    """The answer to `get_email` and `set_email`."""

    email: EmailAddress
    """The addresses of your account."""
