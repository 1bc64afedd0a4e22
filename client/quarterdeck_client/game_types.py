"""Decoders for the game-specific parts of messages: actions, events, views and options.

Parts of the shipped games become structs of `quarterdeck_protocol.games`, such as `density_deck.Action`, `Event` and
`View`. Parts that do not fit these types, from newer rules or an unknown game, become `Fields`, with attributes.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_protocol.catalogue import Catalogue, RawCatalogue
from quarterdeck_protocol.lobby.matchmaking import Offer, OfferChanged, TicketChanged, TicketGame
from quarterdeck_protocol.lobby.seats import Seats
from quarterdeck_protocol.lobby.tables import LobbyChanged, LobbySnapshot, Table, TableChanged, Tables
from quarterdeck_protocol.messages import AnyFromServer, RawUpdate, Update
from quarterdeck_protocol.transcripts.replay import OwnCause, RawReplay, Replay

from quarterdeck_client.fields import Fields, with_fields
from quarterdeck_client.frames import json_of

OPTIONED = (Table, Offer, TicketGame)
"""Types that contain a game's options."""

WITH_OPTIONS = frozenset({TableChanged, Tables, LobbySnapshot, LobbyChanged, OfferChanged, TicketChanged, Seats})
"""Types of messages that contain one of the `OPTIONED` types."""

TypedUpdate = Update[Any, Any, Any]
"""An update whose events, view and choices are structs."""

MODULES: Mapping[str, str] = {
    "amfibido": "quarterdeck_protocol.games.amfibido",
    "amiibart": "quarterdeck_protocol.games.amiibart",
    "density-deck": "quarterdeck_protocol.games.density_deck",
    "myacards": "quarterdeck_protocol.games.myacards",
    "tiny": "quarterdeck_protocol.games.tiny",
}
"""By shipped game, the module with its types."""


class Part:
    """Decoder for one kind of game-specific message part. It decodes JSON into structs of its type, or into `Fields` if
    the JSON does not fit."""

    def __init__(self, kind: Any) -> None:
        self._decoder = None if kind is None else msgspec.json.Decoder(kind)

    def decode(self, part: Raw) -> Any:
        """Decode the JSON of a message part. Raises `msgspec.DecodeError` for invalid JSON."""
        if self._decoder is not None:
            try:
                return self._decoder.decode(part)
            except msgspec.ValidationError:  # newer than the types here, or another game of this name
                pass
        return with_fields(msgspec.json.decode(part))


class GameTypes:
    """Decoders for the game-specific parts of one game's messages."""

    def __init__(self, action: Any = None, event: Any = None, view: Any = None, options: Any = None) -> None:
        self._action, self._event, self._view, self._options = Part(action), Part(event), Part(view), Part(options)

    def action(self, action: Raw) -> Any:
        return self._action.decode(action)

    def options(self, options: Raw) -> Any:
        return self._options.decode(options)

    def update(self, update: RawUpdate) -> TypedUpdate:
        """Return the update with its events, view and choices decoded."""
        typed: Any = update
        return msgspec.structs.replace(
            typed,
            events=tuple(map(self._event.decode, update.events)),
            view=self._view.decode(update.view),
            choices=tuple(map(self._action.decode, update.choices)),
        )

    def replay(self, replay: RawReplay) -> Replay[Any, Any, Any]:
        """Return the replay with the actions, events, views and choices of all frames decoded."""
        typed: Any = replay
        frames = [
            msgspec.structs.replace(
                frame,
                cause=None if frame.cause is None else OwnCause(seat=frame.cause.seat, action=self._done(frame.cause)),
                events=tuple(map(self._event.decode, frame.events)),
                view=self._view.decode(frame.view),
                choices=tuple(map(self._action.decode, frame.choices)),
            )
            for frame in typed.frames
        ]
        return msgspec.structs.replace(typed, frames=tuple(frames))

    def _done(self, cause: OwnCause[Raw]) -> Any:
        return None if bytes(cause.action) == b"null" else self._action.decode(cause.action)


@cache
def _shipped(module: str) -> GameTypes:
    game = import_module(module)
    return GameTypes(game.Action, game.Event, game.View, game.Options)


_UNKNOWN = GameTypes()


def types_of(game: str) -> GameTypes:
    """Return the decoders for the parts of this game."""
    return _shipped(MODULES[game]) if game in MODULES else _UNKNOWN


def options_of(of: Table | Offer | TicketGame) -> Any:
    """Return the options of a table, an offer or a ticket, as a struct of the game."""
    options = of.options
    return options if isinstance(options, msgspec.Struct | Fields) else types_of(of.game).options(as_json(options))


def with_options(message: AnyFromServer) -> AnyFromServer:
    """Return a message with decoded options in all its tables, offers and tickets."""
    typed: AnyFromServer = _with_options(message) if type(message) in WITH_OPTIONS else message
    return typed


def _with_options(value: Any) -> Any:
    match value:
        case tuple():
            return tuple(map(_with_options, value))
        case msgspec.Struct():
            fields = ((name, getattr(value, name)) for name in value.__struct_fields__)
            changed = {name: new for name, old in fields if (new := _with_options(old)) is not old}
            if isinstance(value, OPTIONED):
                changed["options"] = options_of(value)
            return msgspec.structs.replace(value, **changed) if changed else value
        case _:
            return value


def with_cards(catalogue: RawCatalogue) -> Catalogue[Any]:
    """Return the card catalogue with each card decoded into `Fields`."""
    typed: Any = catalogue
    sets = [
        msgspec.structs.replace(one, cards=tuple([with_fields(msgspec.json.decode(card)) for card in one.cards]))
        for one in typed.sets
    ]
    return msgspec.structs.replace(typed, sets=tuple(sets))


def as_json(value: Any, place: str = "$") -> Raw:
    """Encode an action or another part of a message as JSON. The value may be a struct, `Fields`, a `dict`, or encoded
    JSON. `place` is its JSON path in the command. Raises `RefusedError` for a text that JSON cannot express."""
    if isinstance(value, Raw | bytes):
        return Raw(bytes(value))
    return Raw(json_of(value, place, _encoded))


def _encoded(value: Any) -> Any:
    if isinstance(value, Fields):
        return value.as_json()
    raise NotImplementedError(f"a {type(value).__name__} is not an action, event or view of a game")
