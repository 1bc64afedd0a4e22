"""Requests and answers of the sign-in by providers of identities and by passkeys, over plain HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.accounts import LinkedIdentity, Passkey
from quarterdeck_protocol.names import Token

ShortText = Annotated[str, Meta(min_length=1, max_length=200)]
LongText = Annotated[str, Meta(min_length=1, max_length=4000)]


class SignOnProvider(msgspec.Struct, frozen=True, kw_only=True):
    """A provider of identities by which players may sign in."""

    id: str
    name: str


class SignOnProviders(msgspec.Struct, frozen=True, kw_only=True):
    """The providers of this server."""

    providers: tuple[SignOnProvider, ...]
    only: bool = False
    """True if players sign in and register by these alone. A password is then for operators."""

    passkeys: bool = False
    """True if players may sign in by passkeys."""

    email: bool = False
    """True if this server sends mails, so that a player may set a new password by a link."""


class SignOnStart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The beginning of a sign-in by a provider."""

    provider: ShortText
    challenge: ShortText
    """The SHA-256 of a secret of this browser, in base64url without padding."""

    proof: bool = False
    """True to prove who one is, for `prove_identity`. The provider asks its user to sign in anew."""


class SignOnAddress(msgspec.Struct, frozen=True, kw_only=True):
    """The address of the provider to which the browser goes. The player comes back to `/sign-on/back`."""

    address: str


class SignOnFinish(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The parameters with which the player came back, and the secret of the browser."""

    state: ShortText
    code: LongText
    iss: ShortText | None = None
    verifier: ShortText


class SignOnDone(msgspec.Struct, frozen=True, kw_only=True):
    """The answer of a sign-in by a provider."""

    token: Token | None = None
    """A session token for `sign_in`; `null` if the identity has no account, or if a proof was asked for."""

    ticket: str | None = None
    """A secret for linking the identity within ten minutes, or for `prove_identity` if a proof was asked for; `null`
    beside a token."""


class SignOnLink(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to link an identity to the player's account."""

    ticket: ShortText
    verifier: ShortText


class SignOnUnlink(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to remove the links to a provider."""

    provider: ShortText


class LinkedIdentities(msgspec.Struct, frozen=True, kw_only=True):
    """The links of the player's account, oldest first."""

    links: tuple[LinkedIdentity, ...]


class EmailRecovery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request for a link by which the players with an address can set a new password."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]
    """The e-mail address."""


class EmailConfirmation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The use of a link that confirms an e-mail address."""

    code: Annotated[str, Meta(min_length=1, max_length=64)]
    """The secret of the link."""


class EmailDone(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to requests about e-mail. It is the same for known and unknown addresses."""

    done: bool = True
    """Always true."""


PasskeyAnswer = Annotated[str, Meta(min_length=1, max_length=8000)]
PasskeyName = Annotated[str, Meta(min_length=1, max_length=200)]


class PasskeyOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options for an authenticator. They are for one answer, within five minutes."""

    options: str
    """JSON for `PublicKeyCredential.parseRequestOptionsFromJSON` of a browser, or, for a new passkey, for
    `parseCreationOptionsFromJSON`."""


class PasskeyUse(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer of an authenticator with which a player signs in."""

    answer: PasskeyAnswer
    """The credential of `navigator.credentials.get` as JSON."""

    proof: bool = False
    """True to prove who one is. The answer then has a `ticket` for `prove_identity` instead of a token."""


class PasskeyAdded(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer of an authenticator that has made a passkey."""

    answer: PasskeyAnswer
    """The credential of `navigator.credentials.create` as JSON."""

    name: PasskeyName
    """A name by which the player knows the authenticator."""


class PasskeyRenamed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to give one of the player's passkeys another name."""

    passkey: ShortText
    name: PasskeyName


class PasskeyRemoved(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request to remove one of the player's passkeys."""

    passkey: ShortText


class Passkeys(msgspec.Struct, frozen=True, kw_only=True):
    """The passkeys of the player, oldest first."""

    passkeys: tuple[Passkey, ...]
