"""What can go wrong for a client, and whose fault it is.

ClientError
├── RefusedError       the server refused a command: `code`, `str(error)`, `where`
├── LostError          the server could not be reached for too long, or has let this client go
└── GoneError          what was waited for cannot happen any more: the table was closed, the match is not there any more
"""

from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.refusals import Refusal


class ClientError(Exception):
    """Something went wrong between a client and its server."""


class RefusedError(ClientError):
    """The server refused a command. Nothing has changed."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.text)
        self.code: Refusal = refused.code
        self.where = refused.where
        self.faults = refused.faults
        """Everything that is wrong with a deck or with options, each in a sentence."""


class LostError(ClientError):
    """The server could not be reached for too long, or has let this client go."""


class GoneError(ClientError):
    """What was waited for cannot happen any more."""
