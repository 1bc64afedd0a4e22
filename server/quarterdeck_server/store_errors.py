"""What a store may say instead of doing what it was asked."""


class Conflict(Exception):  # noqa: N818 - what happened, not a fault
    """Somebody else has written this version first. Nothing has changed."""


class Unavailable(Exception):  # noqa: N818 - the same
    """The store cannot be reached. What was asked may or may not have been done; whoever needs to know reads again."""


class Unconfirmed(Unavailable):
    """The store has done it, and too few replicas have it yet: whether it stands, shows when it is read again."""

    def __init__(self, confirmed: int, asked: int) -> None:
        super().__init__(f"{confirmed} of {asked} replicas have confirmed it in time")


class NotLetIn(Unavailable):
    """The store answers, but not to this server: `str(error)` says what is wrong with a password or certificate, for
    whoever runs it and for nobody else."""


class Unfit(Unavailable):
    """The store answers, but cannot keep matches: `str(error)` says why, for whoever runs it and for nobody else."""
