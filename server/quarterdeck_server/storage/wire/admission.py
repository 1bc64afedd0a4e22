"""Reasons that an answering store refuses a server, as sentences for the operator: password, certificate, address.

redis-py wraps the errors of a server in its own, and those of Sentinels in others, so only their words tell the reason.
"""

import re

from quarterdeck_server.store_errors import NotLetIn, Unavailable

_PASSWORD = (
    "The store takes no one with this password: its address says it as rediss://user:password@host, with %40 for"  # noqa: S105 - no password
)

_WORDS = (
    (
        re.compile(r"without any password configured"),
        "The store has no password, and its address says one: leave out what stands before the @.",
    ),
    (
        re.compile(r"DB index is out of range"),
        (
            "The store has no database of this number: /0 at the end of its address names the first, and `CONFIG GET"
            " databases` says how many there are."
        ),
    ),
    (
        re.compile(r"unknown command '?SENTINEL", re.IGNORECASE),
        (
            "What its address names as Sentinels is a store itself: redis://host:port names that, and Sentinels listen"
            " on a port of their own (26379)."
        ),
    ),
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
    """Return the error for a store without a connection for this reason."""
    if isinstance(failure, NotLetIn):
        return failure
    said = str(failure) or ("no answer in time" if isinstance(failure, TimeoutError) else type(failure).__name__)
    for pattern, sentence in _WORDS:
        if pattern.search(said):
            found = _VERIFIED.search(said)
            return NotLetIn(sentence.format(why="it is not valid" if found is None else found[1]))
    return Unavailable(f"Redis cannot be reached: {said}")
