"""Refusals over plain HTTP: RFC 9457, `application/problem+json`."""

import msgspec

from quarterdeck_protocol.names import Count, Milliseconds
from quarterdeck_protocol.refusals import RefusalCode


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """The refusal of an HTTP request."""

    type: str = "about:blank"
    """The page about this refusal, relative to the server: `/docs/errors#` and the code. Without one, `about:blank`."""

    title: str
    """The status in words."""

    status: Count
    detail: str
    """The fault and the right form, in a sentence."""

    code: RefusalCode | None = None
    """The same code as on the socket; `null` for an error of HTTP itself, such as an unknown path."""

    where: str | None = None
    """The place of the fault: a JSON path in the body, `?page` for that parameter, or the name of a header."""

    retry_in: Milliseconds | None = None
    """Milliseconds until the request may be repeated. The header `Retry-After` has them in seconds."""

    remaining: Count | None = None
    """Number of these requests that may still be sent at once, where they are counted."""

    faults: tuple[str, ...] = ()
    """Everything that is wrong, each in a sentence, where there may be several."""
