"""What processes tell each other through the document store, and who passes it on in each of them.

Any part of the lobby may tell something: it makes a kind of `Notification` of its own, in its `notifications.py`, and
whoever wants to hear it subscribes to that kind. Nothing is listed here, so this knows none of them.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from quarterdeck_server.lobby.documents import DocumentStore


class Notification(msgspec.Struct, frozen=True):
    """Something that has been committed, as all processes are told of it; each kind has a `tag` that no other has."""


NotificationOf = TypeVar("NotificationOf", bound=Notification)
Hear = Callable[[NotificationOf], None]


def notification(what: Notification) -> bytes:
    """Return a notification as a commit publishes it: its tag first, so that nobody reads what is not for them."""
    return b"%s %s" % (tag_of(type(what)).encode(), msgspec.json.encode(what))


class _Subscription(Generic[NotificationOf]):
    """Who hears one kind of notification."""

    def __init__(self, kind: type[NotificationOf]) -> None:
        self.kind = kind
        self.decoder = msgspec.json.Decoder(kind)
        self.subscribers: list[Hear[NotificationOf]] = []


class EventBus:
    """Hears everything that is told in this process, and passes each thing on to those who asked for its kind."""

    def __init__(self, documents: DocumentStore) -> None:
        self._subscriptions: dict[str, _Subscription[Any]] = {}
        self._missing: list[Callable[[], None]] = []
        documents.listen(self._heard, self._missed)

    @property
    def tags(self) -> frozenset[str]:
        """The tags of all that somebody has asked for."""
        return frozenset(self._subscriptions)

    def subscribe(self, kind: type[NotificationOf], hear: Hear[NotificationOf]) -> None:
        """Pass on everything of this kind from now on."""
        subscription = self._subscriptions.setdefault(tag_of(kind), _Subscription(kind))
        if subscription.kind is not kind:
            raise ValueError(f"{kind.__name__} and {subscription.kind.__name__} have the same tag, {tag_of(kind)!r}")
        subscription.subscribers.append(hear)

    def subscribe_to_gaps(self, missed: Callable[[], None]) -> None:
        """Say from now on when something may have gone by unheard."""
        self._missing.append(missed)

    def _heard(self, message: bytes) -> None:
        """Pass on what was told; what nobody here asked for, or a newer process says in another way, is not for us."""
        tag, _, told = message.partition(b" ")
        subscription = self._subscriptions.get(tag.decode())
        if subscription is None:
            return
        try:
            what = subscription.decoder.decode(told)
        except msgspec.ValidationError:
            return
        for hear in subscription.subscribers:
            hear(what)

    def _missed(self) -> None:
        for missed in self._missing:
            missed()


def tag_of(kind: type[Notification]) -> str:
    """Return the tag by which a kind of notification is known to all processes."""
    return str(kind.__struct_config__.tag)
