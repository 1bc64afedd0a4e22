"""Why a store that answers does not let a server in, in sentences for whoever runs it: its password, its certificate.

redis-py wraps what it meets in errors of its own, and what it hears from Sentinels in others, so that only their words
tell it.
"""

import re

from quarterdeck_server.store_errors import NotLetIn, Unavailable

_PASSWORD = (
    "The store takes no one with this password: its address says it as rediss://user:password@host, with %40 for"  # noqa: S105 - no password
)

_WORDS = (
    (
        re.compile(r"WRONGPASS|NOAUTH|invalid username-password|invalid password|Authentication required"),
        f"{_PASSWORD} an @ in it (Sentinels: ?sentinel_username=…&sentinel_password=…).",
    ),
    (
        re.compile(r"CERTIFICATE_VERIFY_FAILED"),
        (
            "The store shows a certificate that is not trusted here ({why}): ?ssl_ca_certs=/path in its address names"
            " the file of who has issued it, and the host has to be one that stands in it."
        ),
    ),
)

_VERIFIED = re.compile(r"certificate verify failed: ([^()]+?) \(_ssl")


def unavailable(failure: BaseException) -> Unavailable:
    """Return what is said of a store to which there is no connection because of this."""
    if isinstance(failure, NotLetIn):
        return failure
    said = str(failure) or type(failure).__name__
    for pattern, sentence in _WORDS:
        if pattern.search(said):
            found = _VERIFIED.search(said)
            return NotLetIn(sentence.format(why="it is not valid" if found is None else found[1]))
    return Unavailable(f"Redis cannot be reached: {said}")
