"""Messages about the second factor of an account: codes of an app that change every half a minute (TOTP, RFC 6238)."""

from typing import Annotated

from msgspec import Meta

from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer

FactorCode = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(min_length=1, max_length=256)]


class BeginSecondFactor(FromClient, frozen=True, kw_only=True, tag="begin_second_factor"):
    """Make the secret of a second factor. Nothing changes until `confirm_second_factor`. Answered by
    `second_factor_begun`. Refused as `proof_needed` more than 15 minutes after a sign-in or `prove_identity`."""

    open_to = NO_PROGRAM


class ConfirmSecondFactor(FromClient, frozen=True, kw_only=True, tag="confirm_second_factor"):
    """Turn the second factor on with a code of the app. From then on, a sign-in with the password needs a code.
    Answered by `account`."""

    open_to = NO_PROGRAM

    code: FactorCode


class RemoveSecondFactor(FromClient, frozen=True, kw_only=True, tag="remove_second_factor"):
    """Turn the second factor off. Answered by `account`."""

    open_to = NO_PROGRAM

    code: FactorCode
    """A code of the app, or a recovery code, which is used up."""


class ProveIdentity(FromClient, frozen=True, kw_only=True, tag="prove_identity"):
    """Prove that the sender is still the owner of the account, before something sensitive. Answered by
    `identity_proved`."""

    open_to = NO_PROGRAM

    code: FactorCode | None = None
    """A code of the app, or a recovery code, of an account with a second factor."""

    password: Secret | None = None
    """The password of an account without a second factor."""

    ticket: FactorCode | None = None
    """The ticket of a sign-in by a provider that began with `proof`, instead of the password; or of a passkey, instead
    of anything else."""


class SecondFactorBegun(FromServer, frozen=True, kw_only=True, tag="second_factor_begun"):
    """The answer to `begin_second_factor`, the only message that shows the secret."""

    secret: str
    """The secret in base 32, to be typed into the app."""

    address: str
    """The secret as an `otpauth` address."""

    qr: tuple[str, ...]
    """The address as a QR code: rows of `1` for dark and `0` for light, without a margin."""


class IdentityProved(FromServer, frozen=True, kw_only=True, tag="identity_proved"):
    """The answer to `prove_identity`."""

    until: Milliseconds
    """The time until which the session counts as proved."""
