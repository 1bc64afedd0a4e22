"""An authenticator of passkeys in software. It can answer wrongly, as a browser or a thief would have to make it do."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, HAS_CREDENTIAL = 1, 4, 64


@dataclass
class Authenticator:
    """One passkey of one player, on a page of `origin`."""

    origin: str
    counts: bool = True
    """False for a passkey that is synchronised: its signature counter stays 0."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential: bytes = b"the id of a credential"
    handle: bytes = b""
    count: int = 0

    def create(self, options: str, **wrong: Any) -> str:
        """Return the answer to options for a new passkey."""
        asked = json.loads(options)
        self.handle = base64url_to_bytes(asked["user"]["id"])
        point = self.key.public_key().public_numbers()
        cose = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        made = bytes(16) + len(self.credential).to_bytes(2, "big") + self.credential + cbor2.dumps(cose)
        signed = self._state(wrong.get("rp", asked["rp"]["id"]), HAS_CREDENTIAL, wrong) + made
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": signed})
        said = {"clientDataJSON": self._client("webauthn.create", asked, wrong), "attestationObject": attestation}
        return self._answer(said, wrong)

    def get(self, options: str, **wrong: Any) -> str:
        """Return the answer to options for a sign-in."""
        asked = json.loads(options)
        self.count += self.counts
        client = self._client("webauthn.get", asked, wrong)
        state = self._state(wrong.get("rp", asked["rpId"]), 0, wrong)
        signer = wrong.get("key", self.key)
        said = {
            "clientDataJSON": client,
            "authenticatorData": state,
            "signature": signer.sign(state + hashlib.sha256(client).digest(), ec.ECDSA(SHA256())),
            "userHandle": wrong.get("handle", self.handle),
        }
        return self._answer(said, wrong)

    def _client(self, kind: str, asked: dict[str, Any], wrong: dict[str, Any]) -> bytes:
        said = {"type": kind, "challenge": asked["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(said | wrong.get("client", {})).encode()

    def _state(self, rp: str, flags: int, wrong: dict[str, Any]) -> bytes:
        flags |= wrong.get("flags", PRESENT | VERIFIED)
        count: int = wrong.get("count", self.count)
        return hashlib.sha256(rp.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big")

    def _answer(self, said: dict[str, bytes], wrong: dict[str, Any]) -> str:
        name = bytes_to_base64url(wrong.get("credential", self.credential))
        response = {each: bytes_to_base64url(value) for each, value in said.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
