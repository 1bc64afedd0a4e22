"""Requests about private messages with players who follow this player back."""

from collections.abc import Callable

from quarterdeck_protocol.lobby.social.private_messages import (
    ConversationDeleted,
    ConversationRead,
    Conversations,
    ConversationShown,
    DeleteConversation,
    GetConversation,
    GetConversations,
    PrivateMessage,
    PrivateMessageId,
    PrivateMessageSent,
    ReadConversation,
    SendPrivateMessage,
)
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import PlayerId

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class ConversationRequests:
    """Requests about private messages. All raise the errors of `Client.ask`. If the server has none, nothing is sent,
    and requests raise `ClientError`. New messages arrive as notices (`client.notices`)."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_offered_here(self) -> bool:
        """True if players send each other private messages on this server."""
        return Capability.PRIVATE_MESSAGES in self._welcome().capabilities

    async def send(self, player: str, text: str) -> PrivateMessage:
        """Send a message to a player, by their id. Both must follow each other."""
        self._check()
        command = SendPrivateMessage(player=PlayerId(player), text=text)
        return (await answered(self._ask, command, PrivateMessageSent)).message

    async def list(self) -> Conversations:
        """Return the conversations, those with the newest message first."""
        self._check()
        return await answered(self._ask, GetConversations(), Conversations)

    async def get(self, player: str) -> ConversationShown:
        """Return the messages with a player."""
        self._check()
        return await answered(self._ask, GetConversation(player=PlayerId(player)), ConversationShown)

    async def read(self, player: str, up_to: str) -> ConversationRead:
        """Mark the messages with a player as read, up to and including this one."""
        self._check()
        command = ReadConversation(player=PlayerId(player), up_to=PrivateMessageId(up_to))
        return await answered(self._ask, command, ConversationRead)

    async def delete(self, player: str) -> None:
        """Delete the messages with a player, for this player alone."""
        self._check()
        await answered(self._ask, DeleteConversation(player=PlayerId(player)), ConversationDeleted)

    def _check(self) -> None:
        if not self.are_offered_here:
            raise ClientError("this server has no private messages")
