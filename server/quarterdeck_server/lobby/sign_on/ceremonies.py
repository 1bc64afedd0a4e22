"""Ceremonies of passkeys (WebAuthn), checked by the library `webauthn`. Loading it takes half a second, so services
import this module in a thread when it is first needed.

Options and answers are texts of JSON in the form of WebAuthn, which browsers read and write.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec
import webauthn
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import Player
from webauthn.helpers import base64url_to_bytes, parse_authentication_credential_json, parse_client_data_json, structs
from webauthn.helpers.cose import COSEAlgorithmIdentifier

from quarterdeck_server.lobby.sign_on.passkey_records import Passkey, RelyingParty, wrong_passkey

ALGORITHMS = [
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
LARGEST = 1024
"""Limit in bytes of a credential's id and of its public key."""


class Registered(msgspec.Struct, frozen=True):
    """The credential of a new passkey."""

    credential: bytes
    public_key: bytes
    count: int


def creation_options(
    party: RelyingParty, service: str, player: Player, challenge: bytes, passkeys: Sequence[Passkey]
) -> str:
    """Return the options for a new passkey of a player, on an authenticator that has none of theirs."""
    options = webauthn.generate_registration_options(
        rp_id=party.id,
        rp_name=service,
        user_id=player.id.encode(),
        user_name=player.name,
        user_display_name=player.name,
        challenge=challenge,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=each.credential) for each in passkeys],
        supported_pub_key_algs=ALGORITHMS,
    )
    return webauthn.options_to_json(options)


def request_options(party: RelyingParty, challenge: bytes) -> str:
    """Return the options for the use of a passkey. The player chooses it, and with it the account."""
    return webauthn.options_to_json(
        webauthn.generate_authentication_options(
            rp_id=party.id, challenge=challenge, user_verification=structs.UserVerificationRequirement.REQUIRED
        )
    )


def challenge_in(answer: str) -> bytes:
    """Return the challenge of an answer. Raises `CommandRefused` if it has none, or is for a page inside another."""
    with _read():
        said = parse_client_data_json(base64url_to_bytes(json.loads(answer)["response"]["clientDataJSON"]))
        if said.cross_origin:
            raise ValueError("the page was inside a page of another origin")
        return said.challenge


def registered(party: RelyingParty, challenge: bytes, answer: str) -> Registered:
    """Return the credential in the answer to `creation_options`. Raises `CommandRefused` if it is not valid."""
    with _read():
        found = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
        if max(len(found.credential_id), len(found.credential_public_key)) > LARGEST:
            raise ValueError("the credential is too large")
        return Registered(found.credential_id, found.credential_public_key, found.sign_count)


def holder_in(answer: str) -> tuple[PlayerId, bytes]:
    """Return the player and the credential that an answer to `request_options` names. Nothing of it is checked."""
    with _read():
        said = parse_authentication_credential_json(answer)
        handle = said.response.user_handle or b""
        if not handle.isalnum():
            raise ValueError("the answer names no player")
        return PlayerId(handle[:64].decode()), said.raw_id


def count_after(party: RelyingParty, challenge: bytes, passkey: Passkey, answer: str) -> int:
    """Return the signature counter in the answer of a passkey. Raises `CommandRefused` unless the passkey has signed
    it for this server and this challenge, after a check of its user, with a counter that has not gone back."""
    with _read():
        return webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.id,
            expected_origin=party.origin,
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.count,
            require_user_verification=True,
        ).new_sign_count


@contextmanager
def _read() -> Iterator[None]:
    """Refuse an answer in which anything is wrong, without saying what."""
    try:
        yield
    except Exception:
        raise wrong_passkey() from None
