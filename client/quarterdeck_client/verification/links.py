"""The chain links of a match that a player has received: one for each version, the same from every server process
(FAIRNESS.md)."""

from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Epoch, MatchId, Version

from quarterdeck_client.errors import ForkedError

MOST_LINKS = 1000
"""Number of links stored for a match. Older ones are dropped: each link is a hash over all entries before it."""


class Links(dict[Version, str]):
    """The received links of one match, by version."""

    def __init__(self) -> None:
        super().__init__()
        self.epoch = Epoch(0)
        """The epoch of the links. After the server's store has lost entries, a higher epoch begins."""

    def take_up(self, update: RawUpdate) -> None:
        """Prepare to follow a match again from this update. A higher epoch means that the server's store has lost
        entries meanwhile, so all recorded links of the hash chain are dropped."""
        if update.epoch > self.epoch:
            self.clear()

    def note(self, update: RawUpdate) -> None:
        """Record an update's link. Raises `ForkedError` if an earlier update with this version had another link."""
        noted = self.get(update.version)
        if noted is not None and noted != update.link:
            raise ForkedError(
                update.match,
                update.version,
                f"version {update.version} of match {update.match} had the link {noted}, and now has "
                f"{update.link}: the server shows you another match than before",
            )
        self.epoch = max(self.epoch, update.epoch)
        self[update.version] = update.link
        if len(self) > MOST_LINKS:
            del self[min(self)]

    def void(self, version: Version) -> None:
        """Drop the links from a version on, because the server's store has lost these entries. A loss is no fraud."""
        for later in [each for each in self if each >= version]:
            del self[later]


class NotedLinks(dict[MatchId, Links]):
    """The links of the last followed matches, by match."""

    def of(self, match: MatchId, most: int) -> Links:
        """Return the links of a match. If `most` matches are stored, the oldest is dropped for a new one."""
        if match not in self and len(self) >= most:
            del self[next(iter(self))]
        return self.setdefault(match, Links())
