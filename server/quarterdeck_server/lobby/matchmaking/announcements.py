"""What processes tell each other about quick match. Nothing rests on it: whoever hears it reads the documents, and
whoever has missed it reads them on the next round."""

from collections.abc import Mapping

import msgspec
from quarterdeck_protocol.names import Milliseconds, OfferId, PlayerId

MOST_WAITS = 64
"""By how many of the newest waits of a pool the next one is estimated."""


class MatchmakingNews(msgspec.Struct, frozen=True, tag_field="type", tag="seeking.news"):
    """Something has changed for these players."""

    players: tuple[PlayerId, ...]
    offer: OfferId | None
    """The offer that has changed, if it is one."""


class PoolFigures(msgspec.Struct, frozen=True, array_like=True):
    """How it goes in a pool."""

    looking: int = 0
    """How many players sought there when the round was over."""

    waits: tuple[Milliseconds, ...] = ()
    """How long those waited who found a match with nobody but people lately, in ascending order."""

    def estimated_wait(self, waited: int, until_then: int = 0) -> Milliseconds | None:
        """Return how long it is likely still to take for somebody who has waited so long, and waits on in `until_then`:
        the median of those who waited at least as long, less that. `None` if nobody did."""
        longer = [wait for wait in self.waits if wait >= waited]
        return Milliseconds(longer[len(longer) // 2] - waited + until_then) if longer else None


class RoundFinished(msgspec.Struct, frozen=True, tag_field="type", tag="seeking.wave"):
    """A round of pairing is over."""

    number: int
    at: Milliseconds
    pools: Mapping[str, PoolFigures]


_decoder: msgspec.json.Decoder[MatchmakingNews | RoundFinished] = msgspec.json.Decoder(MatchmakingNews | RoundFinished)


def notification(news: MatchmakingNews | RoundFinished) -> bytes:
    return msgspec.json.encode(news)


def heard(frame: bytes) -> MatchmakingNews | RoundFinished | None:
    """Read what was told; `None` if it is not about quick match."""
    if not frame.startswith(b'{"type":"seeking.'):
        return None
    try:
        return _decoder.decode(frame)
    except msgspec.ValidationError:  # a newer process says more
        return None
