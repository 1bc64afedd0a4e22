"""Messages about the e-mail address of an account, by which its player can set a new password."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.open_enum import OpenEnum
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


class MailNotice(OpenEnum):
    """Kinds of notices that a player may get by mail. Later versions of the server may have more."""

    CHALLENGE = "challenge"
    """A notice about a challenge by or to the player."""

    TURN = "turn"
    """A notice that a match waits for the player."""

    ROUND = "round"
    """A notice about a round or the end of a tournament."""

    OTHER = "other"
    """Not sent by this server: a client uses it for a kind that is newer than itself."""


class ChooseMails(FromClient, frozen=True, kw_only=True, tag="choose_mails"):
    """Choose the notices that come by mail too, while they are unread: none at first. They are gathered, one mail an
    hour at most. Answered by `email`. Changes of the ways into the account are mailed always and at once."""

    open_to = NO_PROGRAM

    notices: Annotated[tuple[MailNotice, ...], Meta(max_length=10)]
    """The kinds of notices; empty for none."""


class EmailAddress(msgspec.Struct, frozen=True, kw_only=True):
    """The e-mail addresses of an account. Nobody but its player receives them."""

    verified: str | None = None
    """The address that gets mails; `null` if there is none."""

    waiting: str | None = None
    """An address that has not been confirmed; `null` if there is none."""

    notices: tuple[MailNotice, ...] = ()
    """The kinds of notices that come by mail too."""


class Email(FromServer, frozen=True, kw_only=True, tag="email"):
    """The answer to `get_email`, `set_email` and `choose_mails`."""

    email: EmailAddress
    """The addresses of your account."""
