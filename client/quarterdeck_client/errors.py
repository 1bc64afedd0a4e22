"""What can go wrong for a client, and whose fault it is. Each says in words what has happened.

ClientError
├── RefusedError       the server refused a command: `code`, `text`, `where`; also called `CommandRefused`
├── LostError          the server could not be reached for too long, or has let this client go: `code`
├── GoneError          what was waited for cannot happen any more: the table was closed, the match is not there any more
├── ForkedError        the server has told two stories of one match: another link of a version than before, or a
│                      transcript that does not follow; `match`, `version`
├── FalsePackError     what came out of a pack of cards is not what the server was bound to before; `pack`
├── MisunderstoodError the server has said what this client cannot read, or what does not answer the question
└── UsageError         the program uses this client wrongly: an address that is none, a client that was not started

The names are those of `@quarterdeck/client`, where a refusal is called `CommandRefused`.
"""

from quarterdeck_protocol.collection import PackId
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.names import MatchId, Version
from quarterdeck_protocol.refusals import RefusalCode


class ClientError(Exception):
    """Something went wrong between a client and its server."""


class RefusedError(ClientError):
    """The server refused a command. Nothing has changed."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.text)
        self.code: RefusalCode = refused.code
        self.text = refused.text
        """For people."""

        self.where = refused.where
        self.retry_in = refused.retry_in
        """After how many milliseconds it may be tried again, for what came too often."""

        self.remaining = refused.remaining
        """How many more of these may be asked at once, where they are counted."""

        self.faults = refused.faults
        """Everything that is wrong with a deck or with options, each in a sentence."""


CommandRefused = RefusedError
"""The same, as `@quarterdeck/client` calls it."""


class LostError(ClientError):
    """The server could not be reached for too long, or has let this client go."""

    def __init__(self, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        """With which code the server has ended the connection, if it was the server."""


class GoneError(ClientError):
    """What was waited for cannot happen any more."""


class ForkedError(ClientError):
    """The server has told two stories of one match, and no loss of its store explains it."""

    def __init__(self, match: MatchId, version: Version | None, text: str) -> None:
        super().__init__(text)
        self.match = match
        self.version = version
        """Which version has two stories; `None` if it is the match as a whole."""


class FalsePackError(ClientError):
    """What came out of a pack does not follow from what the server was bound to."""

    def __init__(self, pack: PackId, text: str) -> None:
        super().__init__(text)
        self.pack = pack


class MisunderstoodError(ClientError):
    """The server has said what this client cannot read, or what does not answer the question: one is too old."""


class UsageError(ClientError):
    """The program uses this client wrongly. It is no use to try again: the program is to be changed."""
