"""Whose a transcript is, where nothing is installed that could say it."""

import sys

import pytest
from quarterdeck_protocol.transcripts.signature_check import Signed, WrongSignature, check_signature
from signed_transcripts import KEYS, THEIRS, signed
from transcripts import tiny

TINY = tiny()


def test_without_cryptography_it_is_said_that_a_signature_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    signed_one, key = signed(TINY), KEYS.keys[0].kid
    for name in [name for name in sys.modules if name.partition(".")[0] == "cryptography"]:
        monkeypatch.setitem(sys.modules, name, None)
    for given, signer, kid in ((signed_one, Signed.UNCHECKED, key), (TINY, Signed.UNSIGNED, None)):
        found = check_signature(given, KEYS)
        assert (found.signed, found.key) == (signer, kid)


def test_anything_that_is_wrong_with_a_signature_says_at_which_entry() -> None:
    with pytest.raises(WrongSignature, match="not of the key") as refused:
        check_signature(signed(TINY, THEIRS, kid=KEYS.keys[0].kid), KEYS)
    assert (refused.value.version, refused.value.text) == (None, str(refused.value))
