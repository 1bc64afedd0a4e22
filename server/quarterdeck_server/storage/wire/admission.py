"""Reasons why a store that answers refuses a server: password, certificate or address, as sentences for the operator.

redis-py wraps the errors of a server in its own, and those of Sentinels in others, so only their words tell the reason.
"""

import re

from quarterdeck_server.store_errors import AccessDenied, Unavailable

_PASSWORD = "The store refuses this password: write it in the address as rediss://user:password@host, with %40 for"  # noqa: S105 - no password

_WORDS = (
    (
        re.compile(r"without any password configured"),
        "The store has no password, but its address has one: leave out everything before the @.",
    ),
    (
        re.compile(r"DB index is out of range"),
        (
            "The store has no database with this number: /0 at the end of its address is the first, and "
            "`CONFIG GET databases` shows how many there are."
        ),
    ),
    (
        re.compile(r"unknown command '?SENTINEL", re.IGNORECASE),
        (
            "The address names a store, not Sentinels. Use redis://host:port for a store; Sentinels have "
            "their own port (26379)."
        ),
    ),
    (
        re.compile(r"WRONGPASS|NOAUTH|invalid username-password|invalid password|Authentication required"),
        f"{_PASSWORD} an @ in it (Sentinels: ?sentinel_username=…&sentinel_password=…).",
    ),
    (
        re.compile(r"CERTIFICATE_VERIFY_FAILED"),
        (
            "The certificate of the store is not trusted ({why}): name its authority's file with "
            "?ssl_ca_certs=/path in the address, and use a host that the certificate names."
        ),
    ),
)

_VERIFIED = re.compile(r"certificate verify failed: ([^()]+?) \(_ssl")


def unavailable(failure: BaseException) -> Unavailable:
    """Return the error for a failed connection to the store, with this reason."""
    if isinstance(failure, AccessDenied):
        return failure
    said = str(failure) or ("no answer in time" if isinstance(failure, TimeoutError) else type(failure).__name__)
    for pattern, sentence in _WORDS:
        if pattern.search(said):
            found = _VERIFIED.search(said)
            return AccessDenied(sentence.format(why="it is not valid" if found is None else found[1]))
    return Unavailable(f"Redis cannot be reached: {said}")
