"""Errors of a store."""


class Conflict(Exception):  # noqa: N818 - what happened, not a fault
    """Somebody else has written this version first. Nothing has changed."""


class Unavailable(Exception):  # noqa: N818 - the same
    """The store cannot be reached. The request may or may not have been carried out; read again to know."""


class Unconfirmed(Unavailable):
    """The store has carried out the request, but too few replicas have it yet: read again to see if it stands."""

    def __init__(self, confirmed: int, asked: int) -> None:
        super().__init__(f"{confirmed} of {asked} replicas have confirmed it in time")


class NotLetIn(Unavailable):
    """The store answers, but refuses this server: `str(error)` names the fault of password or certificate, for the
    operator and nobody else."""


class Unfit(Unavailable):
    """The store answers, but cannot keep matches: `str(error)` gives the reason, for the operator and nobody else."""
