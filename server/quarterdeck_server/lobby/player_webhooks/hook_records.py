"""The stored webhooks of players: one document for each player, and an index for each subject."""

import msgspec
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.lobby.webhooks import WebhookEvent, WebhookForm, WebhookId, WebhookSignature
from quarterdeck_protocol.names import Milliseconds, PlayerId, TableId

from quarterdeck_server.lobby.collections import Collection
from quarterdeck_server.lobby.player_webhooks.hook_keys import HookKeys
from quarterdeck_server.lobby.webhooks.hooks import Form, Hook
from quarterdeck_server.lobby.webhooks.outbox import DAY, OF_PLAYERS

ABOUT_PLAYERS = "webhooks_about_players"
"""Name of the index of the players with webhooks about themselves."""

GONE = "webhooks_gone"
"""Name of the index of deleted webhooks whose deliveries are still to be deleted."""

ROTATION = DAY
"""Time for which requests have a signature by the former key too."""


class PlayersHook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook of a player."""

    id: WebhookId
    address: str
    """The address, sealed."""

    events: tuple[WebhookEvent, ...]
    """The events to send; all if it is empty."""

    form: WebhookForm
    language: str
    signature: WebhookSignature
    made_at: Milliseconds
    club: ClubId | None = None
    table: TableId | None = None
    generation: int = 0
    """Number of times that its key was rotated."""

    rotated_at: Milliseconds = Milliseconds(0)
    rotation: str = ""
    """The id of the newest rotation, by the `ref` of its command."""

    @property
    def subject(self) -> str | None:
        """The name of the index of the webhooks with the same subject; `None` for one about its player."""
        if self.club is not None:
            return about_club(self.club)
        return None if self.table is None else about_table(self.table)

    def wants(self, event: WebhookEvent) -> bool:
        """True if this event is to be sent."""
        return not self.events or event in self.events


class PlayersHooks(msgspec.Struct, frozen=True, kw_only=True):
    """The webhooks of one player."""

    hooks: tuple[PlayersHook, ...] = ()
    last_written: int = 0
    """The id of the last notice that was written for the webhooks about the player."""

    def find(self, id_: str) -> PlayersHook | None:
        """Return a webhook; `None` if there is none."""
        return next((hook for hook in self.hooks if hook.id == id_), None)


PLAYERS_HOOKS = Collection("player_webhooks", PlayersHooks)
"""By the player."""

NO_HOOKS = PlayersHooks()


def about_club(club: str) -> str:
    """Return the name of the index of the webhooks about a club."""
    return f"webhooks_about_club:{club}"


def about_table(table: str) -> str:
    """Return the name of the index of the webhooks about a table."""
    return f"webhooks_about_table:{table}"


def name_of(player: PlayerId, hook: WebhookId) -> str:
    """Return the name of a webhook in the outbox."""
    return f"{OF_PLAYERS}{player}:{hook}"


def owner_of(name: str) -> tuple[PlayerId, WebhookId]:
    """Return the player and the id of a webhook in the outbox."""
    player, _, hook = name.removeprefix(OF_PLAYERS).rpartition(":")
    return PlayerId(player), WebhookId(hook)


def opened(player: PlayerId, hook: PlayersHook, keys: HookKeys, now: Milliseconds, *, inner: bool) -> Hook | None:
    """Return a webhook as the outbox delivers to it; `None` if its address was sealed with another secret."""
    name = name_of(player, hook.id)
    address = keys.opened(name, hook.address)
    if address is None:
        return None
    is_rotating = hook.generation > 0 and now < hook.rotated_at + ROTATION
    generations = (hook.generation, hook.generation - 1) if is_rotating else (hook.generation,)
    return Hook(
        name=name,
        url=address,
        secrets=tuple(keys.secret(name, hook.signature, each) for each in generations),
        form=Form.DISCORD if hook.form is WebhookForm.DISCORD else Form.STANDARD,
        language=hook.language,
        inner=inner,
    )
