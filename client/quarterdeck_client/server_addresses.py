"""Where servers are."""

from quarterdeck_client.errors import LostError

SCHEMES = ("http://", "https://")


def checked(url: str) -> str:
    """Return a server's address without the slash at its end. Raises `LostError` if it can be none."""
    if not url.lower().startswith(SCHEMES):
        raise LostError(
            f"`{url}` is not an address of a server: one begins with http:// or https://, as http://127.0.0.1:8765 does"
        )
    return url.rstrip("/")
