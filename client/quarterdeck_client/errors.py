"""Errors of a client, by their cause. The text of each error is a sentence for users.

ClientError
├── RefusedError       the server refused a command: `code`, `text`, `where`; also called `CommandRefused`
├── LostError          the server was unreachable for too long, or has closed the connection for good: `code`
├── GoneError          an awaited event cannot happen any more: the table was closed, or the match is gone
├── ForkedError        the server has told two stories of one match: another link of a version than before, or a
│                      transcript that does not follow; `match`, `version`
├── FalsePackError     the cards of a pack do not follow from the server's commitment; `pack`
├── MisunderstoodError the client cannot read the server's message, or an answer does not fit its command
└── UsageError         the program uses this client wrongly: a malformed address, a client that was not started

The names are those of `@quarterdeck/client`, where a refusal is called `CommandRefused`.
"""

from quarterdeck_protocol.lobby.collection.owned_copies import PackId
from quarterdeck_protocol.messages import Refused
from quarterdeck_protocol.names import MatchId, Version
from quarterdeck_protocol.refusals import RefusalCode


class ClientError(Exception):
    """Base class of all errors of this client package."""


class RefusedError(ClientError):
    """Error: the server refused a command. Nothing has changed."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.text)
        self.code: RefusalCode = refused.code
        self.text = refused.text
        """The sentence for users."""

        self.where = refused.where
        self.retry_in = refused.retry_in
        """Milliseconds to wait before a retry, if the client sent such requests too often."""

        self.remaining = refused.remaining
        """Number of further requests of this kind that the server accepts right now; `None` where the server does not
        count them."""

        self.faults = refused.faults
        """All faults of a deck or of a table's options, one sentence each."""


CommandRefused = RefusedError
"""The name of `RefusedError` in `@quarterdeck/client`."""


class LostError(ClientError):
    """The server was unreachable for too long, or has closed the connection for good."""

    def __init__(self, text: str, code: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        """The server's close code, if the server closed the connection."""


class GoneError(ClientError):
    """Error: an awaited event cannot happen any more."""


class ForkedError(ClientError):
    """The server has sent two contradicting histories of one match, and no reported loss of its store explains them."""

    def __init__(self, match: MatchId, version: Version | None, text: str) -> None:
        super().__init__(text)
        self.match = match
        self.version = version
        """The version at which the histories contradict each other; `None` if the transcript as a whole contradicts the
        followed match."""


class FalsePackError(ClientError):
    """The cards of a pack do not follow from the server's commitment."""

    def __init__(self, pack: PackId, text: str) -> None:
        super().__init__(text)
        self.pack = pack


class MisunderstoodError(ClientError):
    """The client cannot read the server's message, or an answer does not fit its command: client or server is too
    old."""


class UsageError(ClientError):
    """The program uses this client wrongly. A retry does not help: the program has to be changed."""
