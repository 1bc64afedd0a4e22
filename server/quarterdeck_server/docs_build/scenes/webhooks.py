"""Webhook messages: Tia makes a webhook about herself, rotates its key, reads what was delivered, and deletes it."""

from quarterdeck_protocol.lobby import webhooks as messages
from quarterdeck_protocol.lobby.accounts import Register, SignIn

from quarterdeck_server.docs_build.recorded_server import RecordedServer

PASSWORD = "a lamp in the window"  # noqa: S105 - nobody's


async def about_webhooks(server: RecordedServer) -> None:
    """Send every message about webhooks, so that examples of them are recorded."""
    (tia,) = server.people("tia")
    await tia.say(SignIn())
    await tia.say(Register(name="Tia", password=PASSWORD))
    made = await tia.say(
        messages.CreateWebhook(
            url="https://hooks.example.org/quarterdeck",
            events=(messages.WebhookEvent.CHALLENGE, messages.WebhookEvent.MATCH_ENDED),
            signature=messages.WebhookSignature.ED25519,
        )
    )
    assert isinstance(made, messages.WebhookChanged), made  # noqa: S101 - the answer to this command
    assert made.webhook is not None  # noqa: S101 - it was just made
    id_ = made.webhook.id
    await tia.say(messages.ChangeWebhook(webhook=id_, change=messages.WebhookChange.ROTATE))
    await tia.say(messages.ListWebhooks())
    await tia.say(messages.GetDeliveries(webhook=id_, log=messages.WebhookLog.DEAD))
    await tia.say(messages.ChangeWebhook(webhook=id_, change=messages.WebhookChange.DELETE))
