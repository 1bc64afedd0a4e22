"""Encoding and decoding of a game's log entries and actions."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_protocol.encoding import strict_json
from quarterdeck_protocol.transcripts.transcript import Entry

AnyEntry = Entry[Any]

_encoder = msgspec.json.Encoder()


class Codec:
    """Encoder and decoder of one game's log entries and actions."""

    def __init__(self, game: AnyGame) -> None:
        entry_of: Any = Entry  # a game's types are values here, which a type checker cannot follow
        self._entries: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(entry_of[game.events])
        self._actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(game.actions)
        self._kinds = game.actions
        self._options: msgspec.json.Decoder[Any] = msgspec.json.Decoder(game.options)

    def entry(self, stored: bytes) -> AnyEntry:
        """Decode a stored log entry. Raises `msgspec.DecodeError`."""
        return self._entries.decode(stored)

    def action(self, raw: Raw) -> Any:
        """Decode a player's action. Raises `msgspec.DecodeError` with the JSON path of the fault."""
        return self._actions.decode(raw)

    def sent_action(self, raw: Raw) -> tuple[Any, bytes]:
        """Decode the action of an `act` message, and return it with its canonical bytes. Equal actions have equal
        canonical bytes. Raises `NotAsExpected` if it contains anything that the game does not know."""
        try:
            action = self._actions.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            # which takes `1.0` for `1`, or says what is wrong
            action = strict_json.read_strictly(raw, self._kinds, "$.action", self._actions)
            return action, _encoder.encode(action)
        canonical = _encoder.encode(action)
        if canonical != bytes(raw):  # else it has come back as it was offered
            strict_json.read_strictly(raw, self._kinds, "$.action", self._actions)
        return action, canonical

    def options(self, raw: Raw) -> Any:
        """Decode a game's options. Raises `msgspec.DecodeError` with the JSON path of the fault."""
        return self._options.decode(raw)

    @staticmethod
    def stored(entry: AnyEntry) -> bytes:
        """Encode a log entry in its stored form."""
        return _encoder.encode(entry)

    @staticmethod
    def canonical(action: Any) -> Raw:
        """Encode an action canonically: equal actions have equal bytes."""
        return Raw(_encoder.encode(action))


@cache
def codec_of(game: AnyGame) -> Codec:
    return Codec(game)
