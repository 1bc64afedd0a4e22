"""Transcripts with the signature of a server, and the keys that it publishes."""

import msgspec
from msgspec.structs import replace
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.transcripts.signatures import base64url
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.lobby.server_keys import KeyRing, SigningKey
from quarterdeck_server.verification.signature_check import statement_of
from transcripts import NOON

OURS = SigningKey(seed="01" * 32, since=Milliseconds(0))
NEXT = SigningKey(seed="02" * 32, since=Milliseconds(NOON + 10_000_000))
THEIRS = SigningKey(seed="03" * 32, since=Milliseconds(0))
KEYS = KeyRing((OURS, NEXT)).published()


def signed(transcript: Transcript, key: SigningKey = OURS, **header: str) -> Transcript:
    """Return a transcript with the signature of whoever has this key; with another header, if one is given."""
    front = {"alg": "EdDSA", "kid": KeyRing((key,)).published().keys[0].kid, "typ": "quarterdeck-match+jws", **header}
    parts = (msgspec.json.encode(front), msgspec.json.encode(statement_of(transcript)))
    signing = ".".join(base64url(part) for part in parts)
    return replace(transcript, signature=f"{signing}.{base64url(key.private().sign(signing.encode()))}")
