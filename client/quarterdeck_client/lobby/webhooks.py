"""Requests about the player's webhooks."""

from collections.abc import Callable, Sequence

from quarterdeck_protocol.lobby import webhooks as commands
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.webhooks import (
    Deliveries,
    Delivery,
    Webhook,
    WebhookChange,
    WebhookChanged,
    WebhookEvent,
    WebhookForm,
    WebhookId,
    WebhookLog,
    Webhooks,
    WebhookSignature,
)
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Answer, Ask, answered


class WebhookRequests:
    """Requests about the player's webhooks. All raise the errors of `Client.ask`. If the server sends none of players,
    nothing is sent, and requests raise `ClientError`."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_sent_here(self) -> bool:
        """True if this server sends webhooks of players."""
        return Capability.WEBHOOKS in self._welcome().capabilities

    async def create(
        self,
        url: str,
        events: Sequence[WebhookEvent] = (),
        *,
        form: WebhookForm = WebhookForm.STANDARD,
        language: str = "en",
        signature: WebhookSignature = WebhookSignature.HMAC,
        club: str | None = None,
        table: str | None = None,
    ) -> WebhookChanged:
        """Make a webhook about the player, a club or a table. The answer has the key of its signatures."""
        return await self._answered(
            commands.CreateWebhook(
                url=url,
                events=tuple(events),
                form=form,
                language=language,
                signature=signature,
                club=None if club is None else ClubId(club),
                table=None if table is None else TableId(table),
            ),
            WebhookChanged,
        )

    async def list(self) -> tuple[Webhook, ...]:
        """Return the player's webhooks."""
        return (await self._answered(commands.ListWebhooks(), Webhooks)).webhooks

    async def change(self, webhook: str, change: WebhookChange, event: str | None = None) -> WebhookChanged:
        """Rotate the key of a webhook, enable it, deliver its dead letters again, or delete it."""
        return await self._answered(
            commands.ChangeWebhook(webhook=WebhookId(webhook), change=change, event=event), WebhookChanged
        )

    async def deliveries(self, webhook: str, log: WebhookLog = WebhookLog.DELIVERED) -> tuple[Delivery, ...]:
        """Return the newest events of a webhook, with their attempts."""
        command = commands.GetDeliveries(webhook=WebhookId(webhook), log=log)
        return (await self._answered(command, Deliveries)).deliveries

    async def _answered(self, command: FromClient, kind: type[Answer]) -> Answer:
        if not self.are_sent_here:
            raise ClientError("this server sends no webhooks of players")
        return await answered(self._ask, command, kind)
