"""Commands about private messages."""

from quarterdeck_protocol.lobby.social.private_messages import (
    ConversationDeleted,
    ConversationRead,
    Conversations,
    ConversationShown,
    DeleteConversation,
    GetConversation,
    GetConversations,
    PrivateMessageSent,
    ReadConversation,
    SendPrivateMessage,
)

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import PRIVATE_MESSAGES


async def send_private_message(caller: Caller, identity: Identity, message: SendPrivateMessage) -> PrivateMessageSent:
    with caller.services.quotas.taking(PRIVATE_MESSAGES, identity.player.id):
        sent = await caller.services.private_messages.send(identity, message)
        return PrivateMessageSent(player=message.player, message=sent)


async def get_conversations(caller: Caller, identity: Identity, message: GetConversations) -> Conversations:
    with caller.services.quotas.taking(PRIVATE_MESSAGES, identity.player.id):
        return Conversations(conversations=await caller.services.private_messages.listed(identity.player.id))


async def get_conversation(caller: Caller, identity: Identity, message: GetConversation) -> ConversationShown:
    with caller.services.quotas.taking(PRIVATE_MESSAGES, identity.player.id):
        return await caller.services.private_messages.shown(identity.player.id, message.player)


async def read_conversation(caller: Caller, identity: Identity, message: ReadConversation) -> ConversationRead:
    with caller.services.quotas.taking(PRIVATE_MESSAGES, identity.player.id):
        return await caller.services.private_messages.read(identity.player.id, message.player, message.up_to)


async def delete_conversation(caller: Caller, identity: Identity, message: DeleteConversation) -> ConversationDeleted:
    with caller.services.quotas.taking(PRIVATE_MESSAGES, identity.player.id):
        await caller.services.private_messages.delete(identity.player.id, message.player)
        return ConversationDeleted(player=message.player)
