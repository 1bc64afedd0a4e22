"""Check of a transcript's signature, for callers that also verify the match by the rules."""

from quarterdeck_protocol.transcripts import signature_check
from quarterdeck_protocol.transcripts.signature_check import SignatureFound, Signed, WrongSignature, statement_of
from quarterdeck_protocol.transcripts.signatures import PublicKeys
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_server.verification.findings import DoesNotFollow, Kind

__all__ = ["SignatureFound", "Signed", "check_signature", "statement_of"]


def check_signature(transcript: Transcript, keys: PublicKeys) -> SignatureFound:
    """Check the signature of a verified transcript. Raises `DoesNotFollow` if it names one of these keys as its signer
    but that key has not signed it, or has signed another content."""
    try:
        return signature_check.check_signature(transcript, keys)
    except WrongSignature as error:
        raise DoesNotFollow(Kind.SIGNATURE, error.version, error.text) from error
