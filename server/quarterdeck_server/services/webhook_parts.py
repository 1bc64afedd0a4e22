"""The webhooks of one process: those of the host, and those of players if the host allows them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from quarterdeck_games import AnyGame
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.lobby.chance import Chance
from quarterdeck_server.lobby.documents import DocumentStore
from quarterdeck_server.lobby.notices.delivery import NoticeDelivery
from quarterdeck_server.lobby.player_webhooks.fan_out import WebhookFanOut
from quarterdeck_server.lobby.player_webhooks.hook_keys import HookKeys
from quarterdeck_server.lobby.player_webhooks.players_delivery import PlayersWebhookDelivery
from quarterdeck_server.lobby.player_webhooks.service import WebhookService
from quarterdeck_server.lobby.webhooks.hooks import HookFile
from quarterdeck_server.lobby.webhooks.outbox import Outbox
from quarterdeck_server.lobby.webhooks.webhook_delivery import WebhookDelivery
from quarterdeck_server.web.webhooks.sender import Sender


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The parts that write and deliver events of webhooks."""

    outbox: Outbox
    service: WebhookService
    of_host: WebhookDelivery
    fan_out: WebhookFanOut | None
    of_players: PlayersWebhookDelivery | None

    def start(self, notices: NoticeDelivery) -> None:
        """Start to deliver."""
        self.of_host.start()
        if self.fan_out is not None:
            self.fan_out.start(notices.subscribe, notices.unsubscribe)
        if self.of_players is not None:
            self.of_players.start()

    async def close(self) -> None:
        """Stop delivering. Another process continues."""
        await self.of_host.close()
        if self.fan_out is not None:
            await self.fan_out.close()
        if self.of_players is not None:
            await self.of_players.close()


def webhooks_of(
    documents: DocumentStore,
    file: HookFile,
    public_url: str,
    games: Mapping[str, AnyGame],
    now: Callable[[], Milliseconds],
    chance: Chance,
) -> Webhooks:
    """Return the webhooks of a process, by the file of the host."""
    players = file.players
    outbox = Outbox(documents, file.hook, public_url, has_players=players is not None)
    of_host = WebhookDelivery(outbox, Sender().send)
    if players is None:
        return Webhooks(outbox, WebhookService(documents, outbox, None, now), of_host, None, None)
    keys, inner = HookKeys(players.secret), players.inner
    titles = {name: game.title for name, game in games.items()}
    fan_out = WebhookFanOut(documents, outbox, keys, titles, inner=inner)
    outbox.disabled = fan_out.disabled
    return Webhooks(
        outbox,
        WebhookService(documents, outbox, keys, now, inner=inner, chance=chance),
        of_host,
        fan_out,
        PlayersWebhookDelivery(documents, outbox, of_host, keys, inner=inner),
    )
