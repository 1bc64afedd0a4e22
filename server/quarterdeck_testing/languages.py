"""Collection of all texts of a game, and a check for missing translations; also for third-party games."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from quarterdeck_games import AnyGame
from quarterdeck_protocol.schema import game_schema
from quarterdeck_server.cards.lessons import lesson_of
from quarterdeck_server.translations import SHOWN_OF_CARDS, SHOWN_OF_OPTIONS, catalogue, option_parts, packages_of

LATIN = ("taxa",)
"""Parts of a catalogue of cards whose names are the same in every language."""

_FIELD = re.compile(r"\{(\w+)")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]")


def texts_of(game: AnyGame) -> Mapping[str, set[str]]:
    """Return all English texts of a game that are translated, by the section in which translations are looked up.
    Refusals are not included, because they are collected from the source code. The sets that a host may enable are
    included."""
    game = _with_all_that_is_shipped(game)
    phrases = game.phrases
    schema = game_schema(game.options, game.actions, game.published_events, game.views, game.name)
    options = [schema["$defs"][name] for name in option_parts(schema)]
    titles = {text for part in options for text in _option_texts(part)}
    if game.decks is not None:
        titles |= {deck.name for deck in game.decks.ready.values()} | set(game.decks.about.values())
    cards = set(_card_texts(msgspec.to_builtins(game.card_sets)))
    said = {*phrases.actions.values(), *phrases.events.values(), *phrases.things.values()}
    lesson = lesson_of(game)
    taught = set() if lesson is None else {text for step in lesson.steps for text in (step.say, step.hint) if text}
    return {"phrases": said - cards - _latin_names(game), "titles": titles, "cards": cards, "lessons": taught}


def _with_all_that_is_shipped(game: AnyGame) -> AnyGame:
    rules = game.set_rules
    if rules is None or game.catalogue is None:
        return game
    there = {each.id for each in game.catalogue.further}
    switched_on = [each for each in rules.optional if each.id not in there]
    return game if not switched_on else game.with_catalogue(rules.catalogue([*game.catalogue.further, *switched_on]))


def wrong_with(game: AnyGame, language: str, own: Mapping[str, Mapping[str, str]] | None = None) -> list[str]:
    """Return all missing translations of a game in a language, and all entries that do not fit their English text.
    `own` is the catalogue of the game's own package."""
    packages = packages_of(game)
    catalogues = [catalogue(packages[0], language) if own is None else own]
    catalogues += [catalogue(package, language) for package in packages[1:]]
    faults = []
    for section, texts in texts_of(game).items():
        there = {key: text for each in reversed(catalogues) for key, text in each.get(section, {}).items()}
        faults += [f"{section}: no text for {key!r}" for key in sorted(texts - there.keys()) if _WORD.search(key)]
    for name, section_texts in catalogues[0].items():
        faults += [f"{name}: {fault}" for fault in unlike(section_texts)]
    return faults


def unlike(section: Mapping[str, str]) -> Iterator[str]:
    """Yield the faults of translations whose fields (such as `{seat}`) or numbers differ from their English texts."""
    for key, text in section.items():
        if set(_FIELD.findall(key)) != set(_FIELD.findall(text)):
            yield f"other fields than in {key!r}"
        elif "{" not in key and _numbers(key) != _numbers(text):
            yield f"other numbers than in {key!r}"


def _numbers(text: str) -> list[str]:
    return sorted(_NUMBER.findall(text.replace(",", "").replace(".", "")))


def _option_texts(part: Mapping[str, Any]) -> Iterator[str]:
    for each in (*part.get("properties", {}).values(), *part.get("oneOf", ())):
        yield from (each[name] for name in SHOWN_OF_OPTIONS if name in each)


def _card_texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        is_latin = "english" in value and value["english"]
        is_word = "type" in value  # of an effect: its name is one of a function
        for name, part in value.items():
            if name in SHOWN_OF_CARDS and isinstance(part, str):
                if part and not (name == "name" and (is_latin or is_word)):
                    yield part
            elif name not in LATIN:
                yield from _card_texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _card_texts(part)


def _latin_names(game: AnyGame) -> set[str]:
    return {card.name for card_set in game.card_sets for card in card_set.cards if getattr(card, "english", None)}
