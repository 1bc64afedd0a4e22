"""Requests and answers of the sign-in by providers of identities, over plain HTTP."""

from typing import Annotated

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.accounts import LinkedIdentity
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
    """A session token for `sign_in`; `null` if the identity has no account."""

    ticket: str | None = None
    """A secret for linking the identity within ten minutes, or for `prove_identity` if that was asked for; `null` if it
    has an account."""


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
