"""Errors of a store, as its callers handle them."""


class Conflict(Exception):  # noqa: N818 - what happened, not a fault
    """Error: another writer has written this version first. Nothing has changed."""


class Unavailable(Exception):  # noqa: N818 - the same
    """Error: the store cannot be reached. It is unknown if the request was carried out; read again to know."""


class Unconfirmed(Unavailable):
    """Error: the store has carried out the request, but too few replicas have it yet. Read again to know if it was
    kept."""

    def __init__(self, confirmed: int, asked: int) -> None:
        super().__init__(f"{confirmed} of {asked} replicas have confirmed it in time")


class AccessDenied(Unavailable):
    """Error: the store answers, but refuses this server. `str(error)` names the fault of the password or certificate;
    it is only for the operator."""


class Unfit(Unavailable):
    """Error: the store answers, but cannot store matches. `str(error)` gives the reason; it is only for the
    operator."""
