"""Check of a transcript's signature, for callers that judge it by the rules too."""

from quarterdeck_protocol.transcripts import signature_check
from quarterdeck_protocol.transcripts.signature_check import SignatureFound, Signed, WrongSignature, statement_of
from quarterdeck_protocol.transcripts.signatures import PublicKeys
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_server.verification.findings import DoesNotFollow, Kind

__all__ = ["SignatureFound", "Signed", "check_signature", "statement_of"]


def check_signature(transcript: Transcript, keys: PublicKeys) -> SignatureFound:
    """Hold a transcript that follows against its signature. Raises `DoesNotFollow` if one of these keys is said to have
    signed it and has not, or has signed something else."""
    try:
        return signature_check.check_signature(transcript, keys)
    except WrongSignature as error:
        raise DoesNotFollow(Kind.SIGNATURE, error.version, error.text) from error
