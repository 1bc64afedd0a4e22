"""Check of a server's address."""

from urllib.parse import urlsplit

from quarterdeck_client.errors import UsageError

SCHEMES = ("http", "https")


def checked(url: str) -> str:
    """Return a server's address without the slash at its end. Raises `UsageError` if the address is malformed."""
    try:
        read = urlsplit(url)
        fault = (
            None if read.scheme in SCHEMES else "an address begins with http:// or https://, like http://127.0.0.1:8765"
        )
        if fault is None and (not read.hostname or any(each.isspace() for each in url)):
            fault = "it names no host; use an address like http://127.0.0.1:8765"
        _ = read.port  # reading the property checks the port
    except ValueError as error:
        fault = str(error)
    if fault is not None:
        raise UsageError(f"`{url}` is not an address of a server: {fault}")
    return url.rstrip("/")
