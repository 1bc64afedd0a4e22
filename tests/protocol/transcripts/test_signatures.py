"""The shapes of signatures, beside the examples of the standards."""

import pytest
from quarterdeck_protocol.transcripts.signatures import base64url, from_base64url, split, thumbprint

OF_RFC_8037 = ("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo", "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
"""The key of RFC 8037, A.2, and its thumbprint, A.3."""


def test_a_key_is_named_by_its_thumbprint() -> None:
    x, named = OF_RFC_8037
    assert thumbprint(x) == named


def test_base64url_has_one_way_to_write_each_thing() -> None:
    for raw in (b"", b"\xff", b"\xfb\xef", bytes(range(32))):
        assert from_base64url(base64url(raw)) == raw
    for written in ("_w==", "_x", "/w", "-", "é"):
        with pytest.raises(ValueError, match=r".+"):
            from_base64url(written)


@pytest.mark.parametrize(
    "written", ["", ".", "..", "a.b.c", "e30.e30.e30", "W10.e30.", "bnVsbA.e30.", "e30.e30.e30.e30"]
)
def test_anything_that_is_no_compact_jws_is_said_to_be_none(written: str) -> None:
    with pytest.raises(ValueError, match="not a compact JWS"):
        split(written)
