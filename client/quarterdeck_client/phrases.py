"""Text for events and actions of any game. The server provides each game's phrases, and this module fills in their
fields.

A phrase is a sentence with `{field}` in the place of that field's value:

- a field named `seat`, or ending in `_seat`, becomes that player's name
- an object becomes the phrase of `things` for its type, or for the name of the field if it has no type
- a string becomes its entry in `things`, if that entry has no fields of its own
- a piece in the view becomes the phrase of `things` for `piece`, if there is one
- a list becomes its elements, separated by commas

A part in `[…]` is left out if a field in it is empty.

`{field|one|many}` becomes one of these texts, with the value in place of `#`: the first if the value is 1 or a list of
one, otherwise the second. `{field|one|many|none}` has a third for `null`, 0 and nothing. `+#` is a number with its
sign: `+100`, `-100`.
"""

import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from quarterdeck_protocol.lobby.moderation import PauseDetails
from quarterdeck_protocol.lobby.tables import Place, Table
from quarterdeck_protocol.messages import Result, Welcome
from quarterdeck_protocol.sides import Player, PlayerKind

from quarterdeck_client.game_types import as_json

_FIELD = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")
_PART = re.compile(r"\[([^\]]*)\]")
_PIECE = "piece"
NOTHING = "–"
VOID = "The server could not continue this match; it counts for nobody"


class Phrases(msgspec.Struct, frozen=True, kw_only=True):
    """One game's phrases, as `GET /v1/games/<game>` returns them."""

    actions: Mapping[str, str] = {}
    events: Mapping[str, str] = {}
    things: Mapping[str, str] = {}
    rules: str = ""
    """A summary of the rules, as Markdown."""

    is_english: bool = True
    """True if the phrases are English, so that a board may replace some of them by its own English text. The server
    does not send this field: the client sets it from the requested language."""


def read_phrases(content: Any, language: str | None) -> Phrases:
    """Decode a game's phrases that the server sent in the requested language. Raises `msgspec.DecodeError`."""
    is_english = language is None or language.lower().startswith("en")
    return msgspec.structs.replace(msgspec.convert(content, Phrases), is_english=is_english)


class PhraseBook:
    """Turns events and actions of one match into sentences with the players' names. Never fails: an event without a
    phrase is shown field by field."""

    def __init__(self, phrases: Phrases, names: Sequence[str], pieces: Mapping[str, Any] | None = None) -> None:
        self.phrases = phrases
        self.names = names
        self._pieces = pieces or {}

    def at(self, view: Any) -> "PhraseBook":
        """Return a phrase book that names the pieces of this view by their kind and place."""
        if _PIECE not in self.phrases.things:
            return self
        return PhraseBook(self.phrases, self.names, dict(_pieces(msgspec.json.decode(as_json(view)))))

    def action(self, action: Any) -> str:
        """Return the text of an action: `Discard red 5`."""
        return self._sentence(self.phrases.actions, msgspec.json.decode(as_json(action)))

    def event(self, event: Any) -> str:
        """Return the event as a sentence: `Ann discards red 5.`"""
        return self._sentence(self.phrases.events, msgspec.json.decode(as_json(event)))

    def thing(self, name: str, value: Any) -> str:
        """Return the text of a value in a field of this name."""
        if value is None:
            return NOTHING
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int) and (name == "seat" or name.endswith("_seat")):
            return self.seat(value)
        if isinstance(value, str):
            if value in self._pieces:
                return self._filled(self.phrases.things[_PIECE], self._pieces[value])
            named = self.phrases.things.get(value, "{")
            return value.replace("_", " ") if "{" in named else named
        if isinstance(value, dict):
            phrase = self.phrases.things.get(str(value.get("type"))) or self.phrases.things.get(name, "")
            return self._filled(phrase, value) if "{" in phrase else _field_by_field(self, value)
        if isinstance(value, list):
            return ", ".join(self.thing(name, each) for each in value) or NOTHING
        return str(value)

    def seat(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else f"seat {seat}"

    def result(self, result: Result) -> str:
        """Return the text of a result with the places of all players: `1. Ann, 2. Ben and Cleo, 4. Dan`. A result
        without places has its own text."""
        if not result.places:
            return VOID
        seats_at: dict[int, list[str]] = {}
        for seat, place in enumerate(result.places):
            seats_at.setdefault(place, []).append(self.seat(seat))
        return ", ".join(f"{place}. {' and '.join(seats_at[place])}" for place in sorted(seats_at))

    def _sentence(self, phrases: Mapping[str, str], said: Any) -> str:
        if not isinstance(said, dict):
            return self.thing("", said)
        tag = str(said.get("type", ""))
        phrase = phrases.get(tag)
        if phrase is not None:
            return self._filled(phrase, said)
        rest = _field_by_field(self, {name: value for name, value in said.items() if name != "type"})
        words = tag.replace("_", " ").capitalize()
        return f"{words}: {rest}" if rest else words

    def _filled(self, phrase: str, said: Mapping[str, Any]) -> str:
        phrase = _PART.sub(lambda part: part[1] if _has_text(part[1], said) else "", phrase)
        return _FIELD.sub(lambda field: self._field(field[1], said.get(field[1]), field[2]), phrase)

    def _field(self, name: str, value: Any, forms: str | None) -> str:
        words = self.thing(name, value)
        if forms is None:
            return words
        signed = words if isinstance(value, int) and value < 0 else f"+{words}"
        return _form(value, forms.split("|")).replace("+#", signed).replace("#", words)


def _form(value: Any, forms: Sequence[str]) -> str:
    """Return the singular, plural or empty form of a text that fits a value. If the game has too few forms, return the
    last one."""
    if not value and len(forms) > 2:
        return forms[2]
    is_one = value == 1 or (isinstance(value, list) and len(value) == 1)
    return forms[0] if is_one else forms[min(1, len(forms) - 1)]


def _has_text(part: str, said: Mapping[str, Any]) -> bool:
    return all(said.get(field) not in (None, [], "") for field, _ in _FIELD.findall(part))


def _pieces(seen: Any) -> Iterator[tuple[str, Any]]:
    """Yield the id and the object of each piece in a view."""
    if isinstance(seen, dict):
        piece = seen.get(_PIECE)
        if isinstance(piece, str):
            yield piece, seen
        for inner in seen.values():
            yield from _pieces(inner)
    elif isinstance(seen, list):
        for inner in seen:
            yield from _pieces(inner)


def name_of(player: Player) -> str:
    """Return the display name of a player. A bot account of a player is marked `(bot)`; a bot of the server has its
    plain name."""
    return f"{player.name} (bot)" if player.kind is PlayerKind.BOT and player.bot is None else player.name


def names_of(players: Sequence[Player]) -> tuple[str, ...]:
    """Return the display names of the players; equal names are numbered."""
    names = [name_of(player) for player in players]
    often = Counter(names)
    return tuple(name if often[name] == 1 else f"{name} ({number})" for number, name in enumerate(names, start=1))


def time_in_words(table: Table, limits_a_turn: int) -> str:
    """Return the text of a table's time limit. `limits_a_turn` comes from the game's description."""
    seconds = table.time_limit / 1000
    return f"{seconds * limits_a_turn:g} s a turn" if limits_a_turn else f"{seconds:g} s a decision"


def places_in_words(places: Sequence[Place]) -> str:
    """Return the text of the players at a table: `Ann, Random 1, free, free`."""
    return ", ".join("free" if place.player is None else name_of(place.player) for place in places)


def visible_from_in_words(seconds: float) -> str:
    """Return a sentence with the time of day at which spectators can see a match, `seconds` from now."""
    return f"Spectators can see this match from {time.strftime('%H:%M:%S', time.localtime(time.time() + seconds))} on."


def paused_in_words(welcome: Welcome) -> str:
    """Return the text of the pause of new matches, with its reason and expected end; empty if there is none."""
    if not welcome.paused:
        return ""
    details = PauseDetails() if welcome.pause is None else welcome.pause
    reason = "" if details.reason is None else f" {details.reason}"
    end = "" if details.until is None else time.strftime(" Until about %H:%M.", time.localtime(details.until / 1000))
    return f"No new matches right now; running matches continue.{reason}{end}"


def _field_by_field(phrasing: PhraseBook, said: Mapping[str, Any]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {phrasing.thing(name, value)}" for name, value in said.items())
