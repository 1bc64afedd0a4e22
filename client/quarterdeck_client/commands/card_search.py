"""The command `quarterdeck card`: searches the cards of all games."""

import re
from collections.abc import Iterator, Sequence

import click
import msgspec
from msgspec import Raw
from quarterdeck_protocol.folding import are_same
from quarterdeck_protocol.http.card_search import FoundCard, RawCardPage

from quarterdeck_client.client import Client
from quarterdeck_client.commands.output import echo, echo_json, echo_table
from quarterdeck_client.commands.server_options import PATIENCE, json_option, language_option, run, url_option
from quarterdeck_client.words.card_texts import CardTexts, book_of

_FACET = re.compile(r"(\w+)=(.*)")


class _Card(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that cards of every game have in common."""

    id: str
    number: int = 0
    name: str = ""
    text: str = ""


@click.command()
@url_option
@language_option
@click.argument("search", nargs=-1)
@click.option("--game", "games", multiple=True, help="Only cards of this game; repeatable.")
@click.option("--page", type=click.IntRange(1, 1_000_000), default=1, show_default=True, help="Page number, from 1.")
@json_option
def card(
    url: str, language: str | None, search: tuple[str, ...], games: tuple[str, ...], page: int, as_json: bool
) -> None:
    """Search the cards of all games by words and facets, such as `element=dark cost=2..4`.

    A single match, or a card with exactly this name, is shown in full: other printings, ready decks that play it,
    how often it was played and won with, and rules that cite it. For an unknown facet, the error lists the known
    ones.
    """
    words = " ".join(each for each in search if not _FACET.fullmatch(each))
    facets: dict[str, list[str]] = {"game": list(games)}
    for found in filter(None, map(_FACET.fullmatch, search)):
        facets.setdefault(found[1], []).append(found[2])
    asking = _asked(url, language, words, page, facets)
    shown = run(asking, (lambda error: _print_json(None, error)) if as_json else None)
    if as_json:
        _print_json(shown, None)
        return
    called = [each for each in shown.cards if are_same(_read(each).name, words)]
    if shown.total == 1 and shown.cards:
        called = list(shown.cards)
    if len(called) == 1:
        echo(*_in_full(called[0]))
    if len(called) == 1 and shown.total > 1:
        echo("", "Other matches:")
    others = [each for each in shown.cards if len(called) != 1 or each != called[0]]
    if others:
        _list(others)
    elif not called:
        echo("No card matches." if shown.total == 0 else "There are no cards on this page.")
    if shown.pages > 1:
        echo("", f"Page {shown.page} of {shown.pages}; {shown.total} cards.")


def _print_json(page: RawCardPage | None, error: str | None) -> None:
    echo_json({"page": page, "error": error})


async def _asked(url: str, language: str | None, words: str, page: int, facets: dict[str, list[str]]) -> RawCardPage:
    async with Client(url, patience=PATIENCE, client="quarterdeck card", language=language) as client:
        return await client.find_cards(words, page=page, **facets)


def _list(cards: Sequence[FoundCard[Raw]]) -> None:
    rows = [("GAME", "SET", "NUMBER", "CARD", "WHAT IT IS")]
    for each in cards:
        read = _read(each)
        rows.append((each.game, each.set, str(read.number), read.name, _texts(each).line))
    echo_table(rows)


def _in_full(found: FoundCard[Raw]) -> Iterator[str]:
    """Yield the lines that describe a card in full."""
    read, texts = _read(found), _texts(found)
    yield f"{texts.name}: {found.game}, {found.set_name} ({found.set}) {read.number}"
    if texts.line:
        yield texts.line
    yield from (text for text in (texts.text, *texts.attacks, *texts.forge) if text)
    for face in found.printings:
        artist, flavour = (f", by {face.artist}" if face.artist else ""), (f": {face.flavour}" if face.flavour else "")
        yield f"Printing {face.number}, {face.in_words}{artist}{flavour}"
    for deck in found.decks:
        yield f"Ready deck {deck.name}: {deck.copies}"
    for each in found.plays:
        yield f"Played in {each.played} of {each.decks} decks by version {each.rules} of the rules; {each.won} have won"
    for ruling in found.rulings:
        yield f"Rule {ruling.rule}: {ruling.text}"


def _read(found: FoundCard[Raw]) -> _Card:
    return msgspec.json.decode(found.card, type=_Card)


def _texts(found: FoundCard[Raw]) -> CardTexts:
    """Return the printed texts of a card. If the client cannot decode the card, return only its name and text."""
    try:
        (texts,) = book_of([found.card]).values()
    except msgspec.DecodeError:
        read = _read(found)
        return CardTexts(name=read.name or read.id, text=read.text)
    return texts
