"""Private messages between two players who follow each other.

Each side reads and deletes the conversation for itself. Nobody learns whether the other side has read a message.
"""

from typing import Annotated, NewType

import msgspec
from msgspec import Meta

from quarterdeck_protocol.lobby.chat import LONGEST_LINE
from quarterdeck_protocol.names import Count, Milliseconds, PlayerId
from quarterdeck_protocol.sides import NO_PROGRAM, FromClient, FromServer, Player

PrivateMessageId = NewType("PrivateMessageId", str)
"""The id of a private message: a number that grows within one conversation, written as digits."""

AnyMessageId = Annotated[PrivateMessageId, Meta(pattern=r"^(0|[1-9][0-9]{0,15})$", max_length=16)]
AnyPartner = Annotated[PlayerId, Meta(min_length=1, max_length=64)]

MOST_KEPT = 100
"""Maximum number of messages of a conversation. The oldest one makes room for a new one."""

DAYS_KEPT = 90
"""Number of days for which a conversation is kept after its last message."""

MOST_UNANSWERED = 20
"""Maximum number of messages in a row without an answer."""


class PrivateMessage(msgspec.Struct, frozen=True, kw_only=True):
    """A message of a conversation."""

    id: PrivateMessageId
    sender: PlayerId
    """The author: one of the two players."""

    text: str
    at: Milliseconds


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation in the list of a player."""

    player: Player
    """The other player."""

    last: PrivateMessage
    """The newest message."""

    unread: Count
    """Number of messages of the other player that the reader has not marked as read."""


class SendPrivateMessage(FromClient, frozen=True, kw_only=True, tag="send_private_message"):
    """Send a private message. Both players must follow each other. Answered by `private_message_sent`. The other player
    receives a notice without the text."""

    open_to = NO_PROGRAM

    player: AnyPartner
    """The recipient."""

    text: Annotated[str, Meta(min_length=1, max_length=4 * LONGEST_LINE)]
    """One line of up to 300 characters, as in `say`."""


class GetConversations(FromClient, frozen=True, kw_only=True, tag="get_conversations"):
    """List the sender's conversations. Answered by `conversations`."""

    open_to = NO_PROGRAM


class GetConversation(FromClient, frozen=True, kw_only=True, tag="get_conversation"):
    """Request the messages of one conversation. Answered by `conversation_shown`."""

    open_to = NO_PROGRAM

    player: AnyPartner
    """The other player."""


class ReadConversation(FromClient, frozen=True, kw_only=True, tag="read_conversation"):
    """Mark the messages of a conversation as read, up to and including this one. The other player is not notified.
    Answered by `conversation_read`."""

    open_to = NO_PROGRAM

    player: AnyPartner
    """The other player."""

    up_to: AnyMessageId
    """The newest message that the sender has read. A mark never moves back."""


class DeleteConversation(FromClient, frozen=True, kw_only=True, tag="delete_conversation"):
    """Delete the messages of a conversation for the sender. The other player keeps them until they delete them too.
    Answered by `conversation_deleted`."""

    open_to = NO_PROGRAM

    player: AnyPartner
    """The other player."""


class PrivateMessageSent(FromServer, frozen=True, kw_only=True, tag="private_message_sent"):
    """The answer to `send_private_message`."""

    player: PlayerId
    """The recipient."""

    message: PrivateMessage
    """The message, with its id."""


class Conversations(FromServer, frozen=True, kw_only=True, tag="conversations"):
    """The answer to `get_conversations`."""

    conversations: tuple[Conversation, ...]
    """The conversations, those with the newest message first; at most 100."""


class ConversationShown(FromServer, frozen=True, kw_only=True, tag="conversation_shown"):
    """The answer to `get_conversation`."""

    player: Player
    """The other player."""

    messages: tuple[PrivateMessage, ...]
    """The messages, oldest first."""

    read: PrivateMessageId
    """The read mark of the sender: messages up to this one are read. `0` if none is."""


class ConversationRead(FromServer, frozen=True, kw_only=True, tag="conversation_read"):
    """The answer to `read_conversation`."""

    player: PlayerId
    """The other player."""

    read: PrivateMessageId
    """The read mark of the sender now."""


class ConversationDeleted(FromServer, frozen=True, kw_only=True, tag="conversation_deleted"):
    """The answer to `delete_conversation`."""

    player: PlayerId
    """The other player."""
