"""Keys of the webhooks of players, and their sealed addresses."""

from base64 import b64decode

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from quarterdeck_protocol.lobby.webhooks import WebhookSignature
from quarterdeck_server.lobby.player_webhooks.hook_keys import HookKeys
from quarterdeck_server.web.webhooks.sender import signatures

KEYS = HookKeys(b"s" * 32)


def test_an_address_is_opened_only_with_the_same_secret_and_for_the_same_webhook() -> None:
    sealed = KEYS.sealed("own:a:1", "https://hooks.example.org/s3cret")
    assert "s3cret" not in sealed
    assert KEYS.opened("own:a:1", sealed) == "https://hooks.example.org/s3cret"
    assert KEYS.opened("own:b:1", sealed) is None
    assert HookKeys(b"t" * 32).opened("own:a:1", sealed) is None


def test_each_webhook_and_each_generation_has_a_key_of_its_own() -> None:
    made = {KEYS.secret(hook, kind, n) for hook in "ab" for kind in ("hmac", "ed25519") for n in (0, 1)}  # type: ignore[arg-type]
    assert len(made) == 8


def test_the_public_key_verifies_what_the_secret_signs() -> None:
    secret = KEYS.secret("own:a:1", WebhookSignature.ED25519, 0)
    public = KEYS.verifier("own:a:1", WebhookSignature.ED25519, 0)
    version, _, signature = signatures([secret], "msg_1", 1_800_000_000, "{}").partition(",")
    key = Ed25519PublicKey.from_public_bytes(b64decode(public.removeprefix("whpk_")))
    key.verify(b64decode(signature), b"msg_1.1800000000.{}")
    assert version == "v1a"
