"""Keys of the webhooks of players, derived from one secret of the host. So neither the store nor a backup has a key,
and addresses, which may be secrets too, are sealed."""

import secrets
from base64 import b64decode, b64encode

from quarterdeck_protocol.lobby.webhooks import WebhookSignature

from quarterdeck_server.lobby.webhooks.hooks import ED25519, HMAC

NONCE_BYTES = 12
KEY_BYTES = 32
PUBLIC = "whpk_"


class HookKeys:
    """Derives keys, and seals addresses."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sealed(self, hook: str, address: str) -> str:
        """Return an address in the form in which it is stored for this webhook."""
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        nonce = secrets.token_bytes(NONCE_BYTES)
        cipher = ChaCha20Poly1305(self._derived("address"))
        return b64encode(nonce + cipher.encrypt(nonce, address.encode(), hook.encode())).decode()

    def opened(self, hook: str, sealed: str) -> str | None:
        """Return an address of the store; `None` if it was sealed with another secret."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

        stored = b64decode(sealed)
        try:
            plain = ChaCha20Poly1305(self._derived("address")).decrypt(
                stored[:NONCE_BYTES], stored[NONCE_BYTES:], hook.encode()
            )
        except InvalidTag:
            return None
        return plain.decode()

    def secret(self, hook: str, signature: WebhookSignature, generation: int) -> str:
        """Return the secret that signs the requests of a webhook."""
        key = self._derived(f"{signature} {hook} {generation}")
        return f"{ED25519 if signature is WebhookSignature.ED25519 else HMAC}{b64encode(key).decode()}"

    def verifier(self, hook: str, signature: WebhookSignature, generation: int) -> str:
        """Return the key with which a receiver verifies requests: the secret of HMAC, or a public key."""
        secret = self.secret(hook, signature, generation)
        if signature is not WebhookSignature.ED25519:
            return secret
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        private = Ed25519PrivateKey.from_private_bytes(b64decode(secret.removeprefix(ED25519)))
        return f"{PUBLIC}{b64encode(private.public_key().public_bytes_raw()).decode()}"

    def _derived(self, purpose: str) -> bytes:
        from cryptography.hazmat.primitives.hashes import SHA256
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        return HKDF(SHA256(), KEY_BYTES, salt=None, info=f"quarterdeck webhook {purpose}".encode()).derive(self._secret)
