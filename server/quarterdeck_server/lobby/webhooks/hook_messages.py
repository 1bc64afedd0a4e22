"""Events of webhooks and the bodies of their requests. Pure: they have only what everybody may see."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.lobby.webhooks.hooks import Form, Hook, HookEvent
from quarterdeck_server.translations import said

MARKUP = re.compile(r"([\\*_~`|>#\[\]()@:<-])")
"""Characters with a meaning in messages of Discord."""


class HookPlayer(msgspec.Struct, frozen=True):
    """A player in an event."""

    id: str
    name: str
    place: int | None = None


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a webhook, before it has the form of a request."""

    kind: HookEvent
    at: Milliseconds
    visible_from: Milliseconds
    """The time from which everybody may know it."""

    game: GameName
    title: str
    """The title of the game."""

    table: TableId | None = None
    match: MatchId | None = None
    seq: int
    """Its place among the events of its table or match."""

    players: tuple[HookPlayer, ...] = ()
    free: int | None = None
    """Number of free seats."""

    rated: bool | None = None


def players_of(players: Sequence[Player], places: Sequence[int] = ()) -> tuple[HookPlayer, ...]:
    """Return players as an event shows them, with their places."""
    in_order = (*places, *(None for _ in players))
    return tuple(HookPlayer(each.id, each.name, place) for each, place in zip(players, in_order, strict=False))


def body_for(hook: Hook, happening: Happening, public_url: str) -> str:
    """Return the body of the requests about an event, in the form of its receiver."""
    path = f"/m/{happening.match}" if happening.match is not None else f"/t/{happening.table}"
    address = f"{public_url}{path}" if public_url else None
    if hook.form is Form.DISCORD:
        content = escaped(said(_sentence(happening), hook.language)) + (f"\n{address}" if address else "")
        return msgspec.json.encode({"content": content[:2_000], "allowed_mentions": {"parse": []}}).decode()
    data: dict[str, Any] = {
        "game": happening.game,
        "table": happening.table,
        "match": happening.match,
        "seq": happening.seq,
        "players": happening.players,
        "free": happening.free,
        "rated": happening.rated,
        "url": address,
    }
    told = {name: value for name, value in data.items() if value is not None}
    at = datetime.fromtimestamp(happening.at / 1000, UTC).isoformat().replace("+00:00", "Z")
    return msgspec.json.encode({"type": happening.kind.value, "timestamp": at, "data": told}).decode()


def escaped(text: str) -> str:
    """Return a text in which nothing is markup or a mention for Discord."""
    return MARKUP.sub(r"\\\1", text)


def _sentence(happening: Happening) -> Text:
    names = ", ".join(player.name for player in happening.players)
    match happening.kind:
        case HookEvent.TABLE_OPENED:
            return Text("{players} opened a table for {game}.", players=names, game=happening.title)
        case HookEvent.MATCH_BEGUN:
            return Text("A match of {game} has begun: {players}.", players=names, game=happening.title)
        case HookEvent.MATCH_ENDED:
            return Text("A match of {game} has ended: {places}.", places=_places(happening), game=happening.title)


def _places(happening: Happening) -> str:
    ranked = sorted(happening.players, key=lambda player: player.place or 0)
    return ", ".join(player.name if player.place is None else f"{player.place}. {player.name}" for player in ranked)
