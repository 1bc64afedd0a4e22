"""Web origins as browsers send them: scheme, host and port, and nothing else (RFC 6454)."""

import re
from urllib.parse import SplitResult, urlsplit

DEFAULT_PORTS = {"http": 80, "https": 443}

FORM = re.compile(r"[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?")


def check_origin(text: str) -> None:
    """Raise `ValueError` with a sentence unless a browser could send this as its origin."""
    right = _origin_in(text)
    if right != text:
        example = "https://cards.example.org" if right is None else right
        raise ValueError(
            f"{text!r} is not an origin as browsers send it, so no page could connect. Write scheme and host "
            f"in lower case, and a port if it is not the default one, as {example}"
        )


def _origin_in(text: str) -> str | None:
    """Return the origin that was probably meant; `None` if that is unclear."""
    if "://" not in text and "." not in text:
        return None
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        host, port = _host_of(parts), parts.port
    except ValueError:
        return None
    if port == DEFAULT_PORTS.get(parts.scheme):
        port = None
    origin = f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")
    return origin if FORM.fullmatch(origin) else None


def _host_of(parts: SplitResult) -> str:
    """Return a host name in lower case and in ASCII, as a name server knows it. Raises `ValueError`."""
    host = parts.hostname or ""
    if ":" in host:
        return f"[{host}]"
    return host if host.isascii() else host.encode("idna").decode()
