"""Events of webhooks and the bodies of their requests. Pure: they have only what everybody may see."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.names import GameName, MatchId, Milliseconds, TableId
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.lobby.webhooks.hooks import Form, Hook, HookEvent
from quarterdeck_server.translations import said

MARKUP = re.compile(r"([\\*_~`|>#\[\]()@:<-])")
"""Characters with a meaning in messages of Discord."""

ALWAYS = ("id", "name", "place")
"""The fields of a player that each event has."""


class HookPlayer(msgspec.Struct, frozen=True):
    """A player in an event."""

    id: str
    name: str
    place: int | None = None
    rating: int | None = None
    """The rating after the match."""

    before: int | None = None
    """The rating before the match."""


class Happening(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a webhook, before it has the form of a request."""

    kind: HookEvent
    at: Milliseconds
    visible_from: Milliseconds
    """The time from which everybody may know it."""

    game: GameName = GameName("")
    title: str = ""
    """The title of the game."""

    table: TableId | None = None
    match: MatchId | None = None
    seq: int
    """Its place among the events of its table or match."""

    players: tuple[HookPlayer, ...] = ()
    free: int | None = None
    """Number of free seats."""

    rated: bool | None = None
    report: str | None = None
    """The id of a report."""

    tournament: TournamentId | None = None
    name: str | None = None
    """The name of a tournament."""

    round: int | None = None
    """The number of a round."""


def players_of(players: Sequence[Player], places: Sequence[int] = ()) -> tuple[HookPlayer, ...]:
    """Return players as an event shows them, with their places."""
    in_order = (*places, *(None for _ in players))
    return tuple(HookPlayer(each.id, each.name, place) for each, place in zip(players, in_order, strict=False))


def body_for(hook: Hook, happening: Happening, public_url: str) -> str:
    """Return the body of the requests about an event, in the form of its receiver."""
    path = f"/m/{happening.match}" if happening.match is not None else f"/t/{happening.table}"
    if happening.report is not None:
        path = "/moderation"
    if happening.tournament is not None:
        path = f"/tournaments/{happening.tournament}"
    address = f"{public_url}{path}" if public_url else None
    if hook.form is Form.DISCORD:
        return discord_body(_sentence(happening), hook.language, address)
    players = [
        {name: value for name, value in msgspec.structs.asdict(each).items() if value is not None or name in ALWAYS}
        for each in happening.players
    ]
    data: dict[str, Any] = {
        "game": happening.game or None,
        "table": happening.table,
        "match": happening.match,
        "seq": happening.seq,
        "players": players,
        "report": happening.report,
        "tournament": happening.tournament,
        "name": happening.name,
        "round": happening.round,
        "free": happening.free,
        "rated": happening.rated,
        "url": address,
    }
    told = {name: value for name, value in data.items() if value is not None}
    return standard_body(happening.kind, happening.at, told)


def standard_body(kind: str, at: Milliseconds, data: Mapping[str, Any]) -> str:
    """Return a body in the form of Standard Webhooks."""
    time = datetime.fromtimestamp(at / 1000, UTC).isoformat().replace("+00:00", "Z")
    return msgspec.json.encode({"type": kind, "timestamp": time, "data": data}).decode()


def discord_body(sentence: Text, language: str, address: str | None) -> str:
    """Return a body as a message of a channel of Discord, which mentions nobody."""
    content = escaped(said(sentence, language)) + (f"\n{address}" if address else "")
    return msgspec.json.encode({"content": content[:2_000], "allowed_mentions": {"parse": []}}).decode()


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
        case HookEvent.MATCH_RATED:
            return Text(
                "Ratings after a match of {game}: {ratings}.", ratings=_ratings(happening), game=happening.title
            )
        case HookEvent.ROUND_PAIRED:
            return Text(
                "Round {round} of {tournament} is paired.", round=happening.round or 1, tournament=happening.name
            )
        case HookEvent.TOURNAMENT_ENDED:
            return Text("{tournament} has ended.", tournament=happening.name)
        case HookEvent.REPORT_FILED:
            return Text("A report waits for a moderator.")


def _places(happening: Happening) -> str:
    ranked = sorted(happening.players, key=lambda player: player.place or 0)
    return ", ".join(player.name if player.place is None else f"{player.place}. {player.name}" for player in ranked)


def _ratings(happening: Happening) -> str:
    return ", ".join(f"{player.name} {player.before} → {player.rating}" for player in happening.players)
