"""Commands about webhooks of players."""

from quarterdeck_protocol.lobby import webhooks as messages

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import NOTICES

LASTING = (messages.WebhookChange.ROTATE, messages.WebhookChange.ENABLE)
"""The changes by which a webhook, or who knows its key, goes on for longer than a session (decision 132)."""


async def create_webhook(
    caller: Caller, identity: Identity, message: messages.CreateWebhook
) -> messages.WebhookChanged:
    with caller.services.quotas.taking(NOTICES, identity.player.id):
        await caller.services.players.check_proved(identity)
        return await caller.services.webhooks.create(identity, message)


async def list_webhooks(caller: Caller, identity: Identity, message: messages.ListWebhooks) -> messages.Webhooks:
    with caller.services.quotas.taking(NOTICES, identity.player.id):
        return await caller.services.webhooks.listed(identity.player.id)


async def change_webhook(
    caller: Caller, identity: Identity, message: messages.ChangeWebhook
) -> messages.WebhookChanged:
    with caller.services.quotas.taking(NOTICES, identity.player.id):
        if message.change in LASTING:
            await caller.services.players.check_proved(identity)
        return await caller.services.webhooks.change(identity, message)


async def get_deliveries(caller: Caller, identity: Identity, message: messages.GetDeliveries) -> messages.Deliveries:
    with caller.services.quotas.taking(NOTICES, identity.player.id):
        return await caller.services.webhooks.deliveries(identity.player.id, message)
