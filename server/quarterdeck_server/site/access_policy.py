"""The policy of a host: who may get an account, and what guests may do."""

import msgspec
from quarterdeck_protocol.lobby.site import GuestAccess, Registration


class Admission(msgspec.Struct, frozen=True):
    """The policy of a host about new accounts and guests."""

    registration: Registration = Registration.OPEN
    guests: GuestAccess = GuestAccess.ON

    @property
    def is_private(self) -> bool:
        """True if only players with an account see anything of this server."""
        return self.guests is GuestAccess.OFF


OPEN = Admission()
SHUT = Admission(Registration.CLOSED, GuestAccess.OFF)
"""The policy of a process that cannot read the policy of its host."""
