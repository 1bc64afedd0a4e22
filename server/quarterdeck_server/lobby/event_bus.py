"""Notifications between processes through the document store, and their subscribers in each process.

Any part of the lobby may notify other parts. It defines a kind of `Notification` in its `notifications.py`, and the
other parts subscribe to that kind. This module contains no list of kinds.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec

from quarterdeck_server.lobby.documents import DocumentStore


class Notification(msgspec.Struct, frozen=True):
    """A message to all processes about something that has been committed. Each kind has a unique `tag`."""


NotificationOf = TypeVar("NotificationOf", bound=Notification)
Subscriber = Callable[[NotificationOf], None]


def notification(what: Notification) -> bytes:
    """Return a notification in its published form: its tag comes first, so that a process decodes only kinds with
    subscribers."""
    return b"%s %s" % (tag_of(type(what)).encode(), msgspec.json.encode(what))


class _Subscription(Generic[NotificationOf]):
    """Subscribers of one kind of notification."""

    def __init__(self, kind: type[NotificationOf]) -> None:
        self.kind = kind
        self.decoder = msgspec.json.Decoder(kind)
        self.subscribers: list[Subscriber[NotificationOf]] = []


class EventBus:
    """Receives every notification in this process, and calls the subscribers of its kind."""

    def __init__(self, documents: DocumentStore) -> None:
        self._subscriptions: dict[str, _Subscription[Any]] = {}
        self._missing: list[Callable[[], None]] = []
        documents.set_callbacks(self._receive, self._missed)

    @property
    def tags(self) -> frozenset[str]:
        """The tags of all kinds of notifications that have a subscriber."""
        return frozenset(self._subscriptions)

    def subscribe(self, kind: type[NotificationOf], subscriber: Subscriber[NotificationOf]) -> None:
        """Call this subscriber for every notification of this kind from now on."""
        subscription = self._subscriptions.setdefault(tag_of(kind), _Subscription(kind))
        if subscription.kind is not kind:
            raise ValueError(f"{kind.__name__} and {subscription.kind.__name__} have the same tag, {tag_of(kind)!r}")
        subscription.subscribers.append(subscriber)

    def subscribe_to_gaps(self, missed: Callable[[], None]) -> None:
        """Call `missed` from now on whenever notifications may have been lost."""
        self._missing.append(missed)

    def _receive(self, message: bytes) -> None:
        """Pass a notification to its subscribers. A notification is ignored if it has no subscribers here, or if a
        newer process writes it in another format."""
        tag, _, content = message.partition(b" ")
        subscription = self._subscriptions.get(tag.decode())
        if subscription is None:
            return
        try:
            what = subscription.decoder.decode(content)
        except msgspec.ValidationError:
            return
        for subscriber in subscription.subscribers:
            subscriber(what)

    def _missed(self) -> None:
        for missed in self._missing:
            missed()


def tag_of(kind: type[Notification]) -> str:
    """Return the tag by which a kind of notification is known to all processes."""
    return str(kind.__struct_config__.tag)
