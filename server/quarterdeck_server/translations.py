"""Translations of the server's texts: the catalogues, and the choice of a language for each reader.

A catalogue is the file `languages/<tag>.toml` in the package with the texts: the server's, the one of all games, and
that of each game, also in third-party packages. Its keys are the English texts, in sections: `phrases`, `titles` (of
options, bots and decks), `cards`, `lessons` and `refusals`. A text without an entry stays in English.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from msgspec.structs import replace
from quarterdeck_games import AnyGame
from quarterdeck_games.game import Phrases
from quarterdeck_protocol.http.lessons import Lesson
from quarterdeck_protocol.lobby.kept_decks import DeckKept
from quarterdeck_protocol.lobby.tables import DeckRead
from quarterdeck_protocol.messages import GameOffer, MatchUnwatched, Refused, Rewound, Titled
from quarterdeck_protocol.translatable_text import Text, filled, form_of_one

ENGLISH = "en"
COMMON = ("quarterdeck_server", "quarterdeck_games")
"""The packages whose texts belong to no game."""

LANGUAGES = (ENGLISH, *sorted(file.name.removesuffix(".toml") for file in (files(COMMON[0]) / "languages").iterdir()))
"""The languages there are, English first: those that the server itself speaks."""

FORMS: Mapping[str, Callable[[int], int]] = {"en": form_of_one, "de": form_of_one}
"""The form of a text for a number, for every language: CLDR's rule for whole numbers, with the categories in the order
zero, one, two, few, many, other, as far as the language has them.
"""

SHOWN_OF_CARDS = frozenset({"name", "english", "text", "flavour", "title", "description"})
"""The fields of a catalogue of cards that people read."""

SHOWN_OF_OPTIONS = frozenset({"title", "description"})

Section = Mapping[str, str]
Say = Callable[[str], str]


def language_for(wanted: str | None) -> str:
    """Return the language of the server that fits a client's `Accept-Language` best; English if none does."""
    for tag in _by_weight(wanted or ""):
        parts = tag.lower().split("-")
        for length in range(len(parts), 0, -1):  # RFC 4647, lookup: `de-AT` is content with `de`
            if (shorter := "-".join(parts[:length])) in LANGUAGES:
                return shorter
    return ENGLISH


def said(text: str, language: str) -> str:
    """Return a sentence in a language; in English if there is no translation."""
    if language == ENGLISH:
        return str(text)
    template, fields = (text.template, text.fields) if isinstance(text, Text) else (str(text), {})
    there = _refusals(language).get(template, template)
    if not fields:
        return there
    in_language = {name: said(each, language) if isinstance(each, Text) else each for name, each in fields.items()}
    return filled(there, in_language, FORMS[language])


def refusal_in(language: str, message: Refused) -> Refused:
    """Return the message about a refusal in this language."""
    faults = tuple([said(fault, language) for fault in message.faults])
    return replace(message, text=said(message.text, language), faults=faults)


def deck_read_in(language: str, message: DeckRead) -> DeckRead:
    """Return the answer to a deck check with its faults in this language."""
    return replace(message, faults=tuple([said(fault, language) for fault in message.faults]))


def deck_kept_in(language: str, message: DeckKept) -> DeckKept:
    """Return the answer about a saved deck with its faults in this language."""
    return replace(message, faults=tuple([said(fault, language) for fault in message.faults]))


MatchNews = TypeVar("MatchNews", bound=MatchUnwatched | Rewound)


def match_news_in(language: str, message: MatchNews) -> MatchNews:
    """Return a message about a match with its text in this language: why it cannot be followed any more, or that
    entries were lost."""
    return replace(message, text=said(message.text, language))


def phrases_in(language: str, game: AnyGame, phrases: Phrases) -> Phrases:
    """Return a game's phrases in a language, except for the summary of the rules, which is in the rule book."""
    say = _sayer(language, game, "phrases")
    names = _sayer(language, game, "cards")
    return replace(
        phrases,
        actions={name: say(text) for name, text in phrases.actions.items()},
        events={name: say(text) for name, text in phrases.events.items()},
        things={name: names(say(text)) for name, text in phrases.things.items()},
        rules=say(phrases.rules),
    )


def titles_in(language: str, game: AnyGame) -> Say:
    """Return a function that translates a game's titles, such as those of its ready decks, into a language."""
    return _sayer(language, game, "titles")


def offer_in(language: str, game: AnyGame, offer: GameOffer) -> GameOffer:
    """Return the description of a game in a language."""
    say = _sayer(language, game, "titles")

    def in_words(titled: Titled) -> Titled:
        return replace(titled, title=say(titled.title), description=say(titled.description))

    bots = tuple([in_words(bot) for bot in offer.bot_titles])
    return replace(offer, bot_titles=bots, deck_titles=tuple([in_words(deck) for deck in offer.deck_titles]))


def schema_in(language: str, game: AnyGame, schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a game with its options, from which forms are made, in a language."""
    say = _sayer(language, game, "titles")
    parts = dict(schema["$defs"])
    for name in option_parts(schema):
        parts[name] = _with_texts(parts[name], SHOWN_OF_OPTIONS, say)
    return {**schema, "$defs": parts}


def cards_in(language: str, game: AnyGame, catalogue: Any) -> Any:
    """Return a catalogue of cards, as JSON, in a language."""
    say = _sayer(language, game, "cards")
    return _with_texts(catalogue, SHOWN_OF_CARDS, say)


def lesson_in(language: str, game: AnyGame, lesson: Lesson) -> Lesson:
    """Return a lesson with the words of its coach in a language."""
    say = _sayer(language, game, "lessons")
    return replace(
        lesson, steps=tuple([replace(each, say=say(each.say), hint=say(each.hint)) for each in lesson.steps])
    )


def option_parts(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the definitions in a game's schema that its options use."""
    to_do, done = ["Options"], set[str]()
    while to_do:
        name = to_do.pop()
        if name in done or name not in schema["$defs"]:
            continue
        done.add(name)
        yield name
        to_do += [ref.rpartition("/")[2] for ref in _values_of(schema["$defs"][name], "$ref")]


def packages_of(game: AnyGame) -> tuple[str, ...]:
    """Return the packages in which translations of a game may be; the game's own package comes first."""
    return (type(game).__module__.rpartition(".")[0], *COMMON)


@cache
def catalogue(package: str, language: str) -> Mapping[str, Section]:
    """Return the translations of a package into a language, by section; empty if there are none."""
    file = files(package) / "languages" / f"{language}.toml" if package else None
    return tomllib.loads(file.read_text("utf-8")) if file is not None and file.is_file() else {}


@cache
def _refusals(language: str) -> Section:
    """Return the translations of all refusals together, and of the cards that they name. Equal English sentences have
    one translation, whichever game uses them."""
    from quarterdeck_games import installed_games  # games of others are looked for once, when the first is said

    packages = dict.fromkeys(package for game in installed_games().values() for package in packages_of(game))
    sections = (catalogue(each, language).get(section, {}) for section in ("cards", "refusals") for each in packages)
    return {key: text for section in sections for key, text in section.items()}


def _sayer(language: str, game: AnyGame, section: str) -> Say:
    sections = [catalogue(package, language).get(section, {}) for package in packages_of(game)]

    def say(text: str) -> str:
        return next((section[text] for section in sections if text in section), str(text))

    return say


def _with_texts(value: Any, shown: frozenset[str], say: Say) -> Any:
    """Return JSON in which the texts of all fields with these names are translated."""
    if isinstance(value, dict):
        return {
            name: say(part) if name in shown and isinstance(part, str) else _with_texts(part, shown, say)
            for name, part in value.items()
        }
    if isinstance(value, list | tuple):
        return [_with_texts(part, shown, say) for part in value]
    return value


def _values_of(value: Any, name: str) -> Iterator[Any]:
    if isinstance(value, dict):
        if isinstance(value.get(name), str):
            yield value[name]
        value = list(value.values())
    if isinstance(value, list | tuple):
        for part in value:
            yield from _values_of(part, name)


def _by_weight(wanted: str) -> Sequence[str]:
    """Return the language tags of an `Accept-Language` header, the best first, without those that are excluded."""
    weighed = []
    for part in wanted.split(","):
        tag, *parameters = (piece.strip() for piece in part.split(";"))
        weight = next((piece.removeprefix("q=") for piece in parameters if piece.startswith("q=")), "1")
        try:
            weighed.append((float(weight), tag))
        except ValueError:
            continue
    return [tag for weight, tag in sorted(weighed, key=lambda each: -each[0]) if tag and weight > 0]
