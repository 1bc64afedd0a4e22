"""Conversations of two players as they are stored: one document with the newest messages and both marks. Pure."""

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType
from quarterdeck_protocol.lobby.social.private_messages import (
    DAYS_KEPT,
    MOST_KEPT,
    MOST_UNANSWERED,
    Conversation,
    PrivateMessage,
    PrivateMessageId,
)
from quarterdeck_protocol.names import Milliseconds, PlayerId
from quarterdeck_protocol.sides import Player

from quarterdeck_server.lobby.collections import Collection

SECONDS_KEPT = DAYS_KEPT * 24 * 60 * 60


class MessageRecord(msgspec.Struct, frozen=True):
    """The record of one message."""

    id: int
    sender: PlayerId
    text: str
    at: Milliseconds
    order: str
    """The mark of the command that has sent it, so that a repeated command sends it only once."""

    @property
    def shown(self) -> PrivateMessage:
        """The message as both players see it."""
        return PrivateMessage(id=PrivateMessageId(str(self.id)), sender=self.sender, text=self.text, at=self.at)


class ConversationRecord(msgspec.Struct, frozen=True):
    """The record of a conversation."""

    messages: tuple[MessageRecord, ...] = ()
    """The newest last."""

    newest: int = 0
    """The highest id that was given out here."""

    read: Mapping[PlayerId, int] = {}
    """The read marks."""

    deleted: Mapping[PlayerId, int] = {}
    """The id up to which each player has deleted the messages for themselves."""

    removed: tuple[PlayerId, int] | UnsetType = UNSET
    """The sender and the number of the messages in a row that both have deleted, so that the limit of unanswered
    messages goes on."""

    def seen_by(self, player: PlayerId) -> tuple[MessageRecord, ...]:
        """Return the messages that a player has not deleted."""
        after = self.deleted.get(player, 0)
        return tuple(each for each in self.messages if each.id > after)

    def sent_with(self, order: str) -> MessageRecord | None:
        """Return the message that a command has sent; `None` if it has sent none."""
        return next((each for each in self.messages if each.order == order), None)

    def unanswered(self, player: PlayerId) -> bool:
        """True if a player has sent as many messages in a row as are allowed."""
        return self.in_a_row(player) >= MOST_UNANSWERED

    def in_a_row(self, player: PlayerId) -> int:
        """Return the number of the last messages in a row by a player, with those that both have deleted."""
        for number, each in enumerate(reversed(self.messages)):
            if each.sender != player:
                return number
        is_theirs = self.removed is not UNSET and self.removed[0] == player
        return len(self.messages) + (self.removed[1] if self.removed is not UNSET and is_theirs else 0)

    def with_message(self, sender: PlayerId, text: str, at: Milliseconds, order: str) -> "ConversationRecord":
        """Return the conversation with one more message. If there is no room, the oldest one is removed."""
        newest = max(self.newest + 1, at)
        kept = (*self.messages, MessageRecord(newest, sender, text, at, order))[-MOST_KEPT:]
        return msgspec.structs.replace(self, messages=kept, newest=newest)

    def read_up_to(self, player: PlayerId, up_to: int) -> "ConversationRecord":
        """Return the conversation with the read mark of a player. A mark never moves back."""
        mark = max(self.read.get(player, 0), min(up_to, self.newest))
        return msgspec.structs.replace(self, read={**self.read, player: mark})

    def deleted_for(self, player: PlayerId) -> "ConversationRecord":
        """Return the conversation after a player has deleted it. Messages that both have deleted are removed."""
        deleted = {**self.deleted, player: self.newest}
        gone = min(deleted.values()) if len(deleted) == 2 else 0
        kept = tuple(each for each in self.messages if each.id > gone)
        going, removed = self.messages[: len(self.messages) - len(kept)], self.removed
        if going:
            sender = going[-1].sender
            removed = sender, msgspec.structs.replace(self, messages=going).in_a_row(sender)
        return msgspec.structs.replace(self, messages=kept, deleted=deleted, removed=removed)

    def listed(self, reader: PlayerId, other: Player) -> Conversation | None:
        """Return the conversation as a reader's list shows it; `None` if the reader has deleted it."""
        messages = self.seen_by(reader)
        if not messages:
            return None
        mark = self.read.get(reader, 0)
        unread = sum(each.id > mark and each.sender != reader for each in messages)
        return Conversation(player=other, last=messages[-1].shown, unread=unread)


CONVERSATIONS = Collection("conversation", ConversationRecord)
EMPTY = ConversationRecord()


def name_of(player: PlayerId, other: PlayerId) -> str:
    """Return the name of the document with the conversation of two players."""
    return ":".join(sorted((player, other)))


def conversations_of(player: PlayerId) -> str:
    """Return the name of the index of a player's conversations, by the time of the last message."""
    return f"conversations_of:{player}"
