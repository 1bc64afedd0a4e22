"""The links of a match that a player has received: one for each version, the same from every server (FAIRNESS.md)."""

from quarterdeck_protocol.messages import RawUpdate
from quarterdeck_protocol.names import Epoch, MatchId, Version

from quarterdeck_client.errors import ForkedError

MOST_LINKS = 1000
"""Number of links noted for a match; older ones are dropped, since each stands for all before it."""


class Links(dict[Version, str]):
    """The received links of one match, by version."""

    def __init__(self) -> None:
        super().__init__()
        self.epoch = Epoch(0)
        """The epoch of the links; a store that has lost entries begins a higher one."""

    def take_up(self, update: RawUpdate) -> None:
        """Follow a match again. A higher epoch means that its store has lost entries meanwhile, so all noted links are
        dropped."""
        if update.epoch > self.epoch:
            self.clear()

    def note(self, update: RawUpdate) -> None:
        """Note an update's link. Raises `ForkedError` if another link came for its version."""
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
        """Forget the links from a version on because the store has lost them. This is no fraud."""
        for later in [each for each in self if each >= version]:
            del self[later]


class NotedLinks(dict[MatchId, Links]):
    """The links of the matches that were followed last."""

    def of(self, match: MatchId, most: int) -> Links:
        """Return those of a match; the oldest match goes if there are too many."""
        if match not in self and len(self) >= most:
            del self[next(iter(self))]
        return self.setdefault(match, Links())
