"""The settings of a match: options from the opening of a table and decks of its players, read and checked. Pure."""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_games.game import Setup
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.encoding import strict_json
from quarterdeck_protocol.lobby.tables import BoundRules, DeckRead, SpectatorDelay
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text, sentences

from quarterdeck_server.cards.deck_names import decks_of
from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.tables.model import TableRecord

MOST_FAULTS = 100
"""Limit of faults listed one by one: more than anybody mends at once, and far less than a frame can hold."""


MOST_OPTION_BYTES = 8_192
"""Many times the size of any game's options. Longer options are not searched for all their faults."""


def bound_rules_of(game: AnyGame) -> BoundRules:
    """Return the rules version and card sets with which this server deals a game."""
    return BoundRules(version=game.version, card_sets=game.further_sets)


def options_for(game: AnyGame, seats: int, raw: Raw) -> Any:
    """Read a table's options. Raises `CommandRefused` if the game cannot be played with them, or with this number of
    seats."""
    if len(bytes(raw)) > MOST_OPTION_BYTES:
        text = Text(
            "These options have {bytes} bytes; the limit is {most_bytes}.",
            bytes=f"{len(bytes(raw)):,}",
            most_bytes=f"{MOST_OPTION_BYTES:,}",
        )
        raise CommandRefused(RefusalCode.BAD_OPTIONS, text, "$.options", [text])
    try:
        options = strict_json.read_strictly(raw, game.options, "$.options")
    except strict_json.NotAsExpected as wrong:
        all_wrong = _wrong_options(game, raw) or [wrong.fault]
        texts = _counted([fault.text for fault in all_wrong])
        raise CommandRefused(RefusalCode.BAD_OPTIONS, sentences(texts), all_wrong[0].where, texts) from wrong
    faults = game.check(game.setup(seats, options))
    if faults:
        texts = [fault.text for fault in faults]
        raise CommandRefused(RefusalCode.BAD_OPTIONS, sentences(texts), faults[0].path, texts)
    return options


def deck_for(game: AnyGame, seats: int, options: Any, text: str | None) -> Deck | None:
    """Read the deck that a player brings, if any. Raises `CommandRefused` with all faults of the deck."""
    if text is None:
        return None
    decks = decks_of(game)
    if decks is None:
        raise bad_deck([Text("Players bring no decks to {title}: leave out `deck`.", title=game.title)])
    deck, wrong = decks.judge(text, options)
    if deck is None:
        raise bad_deck(wrong)
    faults = [fault.text for fault in game.check(game.setup(seats, options, [deck]))]
    if faults:
        raise bad_deck(faults)
    return deck


def judged_deck(game: AnyGame, options: Any, text: str) -> DeckRead:
    """Return the parsed deck, with all its faults at a table with these options. Raises `CommandRefused` if the game
    has no decks."""
    decks = decks_of(game)
    if decks is None:
        raise bad_deck([without_decks(game)], "$.game")
    name = GameName(game.name)
    deck, faults = decks.judge(text, options)
    if deck is None or faults:
        return DeckRead(game=name, deck=deck, faults=tuple(_counted(faults)))
    return DeckRead(game=name, deck=deck, code=decks.code(deck))


def deck_at(game: AnyGame, table: TableRecord, text: str | None) -> Deck | None:
    """Read the deck that a player brings to this table, as `deck_for`."""
    if text is None:
        return None
    return deck_for(game, len(table.places), _options(game, table), text)


def setup_of(game: AnyGame, table: TableRecord) -> Setup:
    """Return the settings of the match at a full table. Players without a deck play a ready one."""
    return game.setup(len(table.places), _options(game, table), [place.deck for place in table.places])


def refuse_outdated_decks(game: AnyGame, table: TableRecord) -> None:
    """Raise `CommandRefused` if a deck of a full table was chosen when this server had other cards."""
    places = {fault.path for fault in game.check(setup_of(game, table))}
    old = [seat for seat in range(len(table.places)) if f"$.decks[{seat}]" in places]
    if old:
        raise bad_deck(
            [
                Text("The deck at seat {seat} can no longer be played here: bring another one.", seat=seat)
                for seat in old
            ]
        )


def mark_of(text: str | None) -> str:
    """Return a short digest of a deck's text, by which a repeated command is recognised; empty without a deck."""
    return "" if text is None else hashlib.sha256(text.encode()).hexdigest()[:16]


def _options(game: AnyGame, table: TableRecord) -> Any:
    return msgspec.json.decode(table.options, type=game.options)


def _wrong_options(game: AnyGame, raw: Raw) -> list[strict_json.Fault]:
    """Return the faults of each option by itself, because reading all of them stops at the first fault. If there are
    several, each names its option, because `where` names only the first."""
    try:
        said = msgspec.json.decode(raw, type=dict[str, Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    known = [name for name in game.options.__struct_fields__ if name in said]
    unknown = [name for name in said if name not in known]
    faults = {}
    for name in (*known, *unknown):
        try:
            strict_json.read_strictly(msgspec.json.encode({name: said[name]}), game.options, "$.options")
        except strict_json.NotAsExpected as wrong:
            faults[name] = wrong.fault
    if len(faults) < 2:
        return list(faults.values())
    return [
        fault if name in unknown else fault._replace(text=Text("`{option}`: {fault}", option=name, fault=fault.text))
        for name, fault in faults.items()
    ]


def _counted(faults: Sequence[str]) -> list[str]:
    """Return the first faults as sentences. If there are more faults, a last sentence gives their number."""
    more = len(faults) - MOST_FAULTS
    return [*faults[:MOST_FAULTS], *([Text("And {more} more faults.", more=f"{more:,}")] if more > 0 else [])]


def without_decks(game: AnyGame) -> Text:
    """Return the sentence for a player with a deck in a game without decks."""
    return Text("Players bring no decks to {title}.", title=game.title)


def bad_deck(faults: Sequence[str], where: str = "$.deck") -> CommandRefused:
    """Return the refusal of a deck with all its faults."""
    text = _counted(faults)
    return CommandRefused(RefusalCode.BAD_DECK, sentences(text), where, text)


def check_delay(delay: SpectatorDelay | None) -> None:
    """Raise `CommandRefused` for an unknown spectator delay."""
    if delay is SpectatorDelay.OTHER:
        known = ", ".join(each for each in SpectatorDelay if each is not SpectatorDelay.OTHER)
        text = Text("This delay for spectators is unknown; use one of: {known}.", known=known)
        raise CommandRefused(RefusalCode.MALFORMED, text, "$.spectator_delay")
