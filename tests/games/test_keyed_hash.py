"""A keyed hash is HMAC-SHA256, whatever the lengths of key and message."""

import hmac

import pytest
from quarterdeck_games.keyed_hash import BLOCK, KeyedHash, keyed_hash


@pytest.mark.parametrize("length", [0, 1, 32, BLOCK - 1, BLOCK, BLOCK + 1, 200])
def test_it_is_hmac_for_keys_of_any_length_message_after_message(length: int) -> None:
    key = bytes(range(256))[:length]
    keyed = KeyedHash(key)
    for message in (b"", b"deal", bytes(1000), b"deal"):
        assert keyed.of(message) == hmac.digest(key, message, "sha256")


def test_two_are_equal_that_have_one_key() -> None:
    assert KeyedHash(b"one") == KeyedHash(b"one") != KeyedHash(b"two")
    assert hash(KeyedHash(b"one")) == hash(KeyedHash(b"one"))
    assert b"one".hex() not in repr(KeyedHash(b"one"))
    assert "one" not in repr(KeyedHash(b"one"))


def test_the_one_at_hand_is_that_of_the_key() -> None:
    for key in (b"one", b"two", b"one"):
        assert keyed_hash(key) == KeyedHash(key)
