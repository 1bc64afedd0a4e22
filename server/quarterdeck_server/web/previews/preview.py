"""The content of a preview of a link, and the texts that make it. Pure: it takes only what everybody may see."""

from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.lobby.standings import Profile
from quarterdeck_protocol.lobby.tables import DeckRead, Table, TableStage
from quarterdeck_protocol.messages import Result
from quarterdeck_protocol.names import Version
from quarterdeck_protocol.sides import Player
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.translations import said

MOST_LINES = 6
LONGEST_TEXT = 200

ABOUT_SERVER = Text("Turn-based card games against people and bots.")
INVITED = Text("You are invited to a table")
TO_SIT = Text("Open the link to see the table and take a seat.")
CHALLENGED = Text("You are challenged to a match")
TO_ACCEPT = Text("Open the link to see the challenge and accept it.")


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """The content of a preview of a link, in one language."""

    title: str
    text: str
    over: str = ""
    """The line above the title, such as the name of the game."""

    lines: tuple[str, ...] = ()
    """Further lines of the picture, such as the players."""

    card: tuple[str, str] | None = None
    """The game and the id of the card whose picture is shown."""


def of_server(name: str, text: str, language: str) -> Preview:
    """Return the preview of the server itself."""
    return Preview(title=name, text=text or said(ABOUT_SERVER, language))


def of_game(title: str, language: str) -> Preview:
    """Return the preview of a game."""
    return Preview(title=title, text=said(ABOUT_SERVER, language))


def of_invitation(language: str) -> Preview:
    """Return the preview of every invite code, also of a code that does not exist."""
    return Preview(title=said(INVITED, language), text=said(TO_SIT, language))


def of_challenge(language: str) -> Preview:
    """Return the preview of every challenge link. The server does not know its token, which browsers keep to
    themselves."""
    return Preview(title=said(CHALLENGED, language), text=said(TO_ACCEPT, language))


def of_running(game: str, players: Sequence[Player], language: str) -> Preview:
    """Return the preview of a match whose end nobody else may know yet."""
    names = [player.name for player in players]
    text = said(Text("This match is being played. Open the link to watch."), language)
    return Preview(title=_against(names), text=text, over=game, lines=_few(names))


def of_finished(game: str, players: Sequence[Player], result: Result, language: str) -> Preview:
    """Return the preview of a match that has ended."""
    names = [player.name for player in players]
    lines = [f"{place}.  {name}" for place, name in sorted(zip(result.places, names, strict=False))] or names
    text = said(_outcome(names, result), language)
    return Preview(title=_against(names), text=text, over=game, lines=_few(lines))


def of_moment(game: str, players: Sequence[Player], at: Version, last: Version, language: str) -> Preview:
    """Return the preview of a replay at one moment. It does not tell the result."""
    names = [player.name for player in players]
    text = said(Text("The replay after action {at} of {last}.", at=at, last=last), language)
    return Preview(title=_against(names), text=text, over=game, lines=_few(names))


def of_table(game: str, table: Table, language: str) -> Preview:
    """Return the preview of a table, from its public form."""
    players = [place.player for place in table.places if place.player is not None]
    match table.stage:
        case TableStage.GATHERING | TableStage.REVEALING:
            free = len(table.places) - len(players)
            title = Text("A table for {game}", game=game)
            text = Text("{free|# seat is|# seats are} free. Open the link to take one.", free=free)
            lines = _few([player.name for player in players])
            return Preview(title=said(title, language), text=said(text, language), over=game, lines=lines)
        case TableStage.PLAYING:
            return of_running(game, players, language)
        case _:
            text = Text("The match at this table has ended.")
            names = [player.name for player in players]
            return Preview(title=_against(names) or game, text=said(text, language), over=game, lines=_few(names))


def of_player(profile: Profile, titles: dict[str, str], language: str) -> Preview:
    """Return the preview of a player, from the public profile."""
    lines = [
        f"{titles.get(each.game, each.game)}: {each.rating.number}"
        for each in sorted(profile.games, key=lambda each: -each.played)
    ]
    played = sum(each.played for each in profile.games)
    text = said(Text("{played|# match|# matches} with other people.", played=played), language)
    return Preview(title=profile.player.name, text=text, lines=_few(lines))


def of_card(game: str, name: str, text: str, card: tuple[str, str]) -> Preview:
    """Return the preview of a card."""
    return Preview(title=name, text=_shortened(text) or game, over=game, card=card)


def of_deck(game: str, read: DeckRead, names: dict[str, str], language: str) -> Preview | None:
    """Return the preview of a deck; `None` if the text is not a deck."""
    if read.deck is None:
        return None
    lines = [f"{count} × {names.get(card, card)}" for card, count in read.deck.cards]
    title = read.deck.name or said(Text("A deck for {game}", game=game), language)
    count = said(Text("{count|# card|# cards}", count=read.deck.count), language)
    text = _shortened(f"{count}: {', '.join(lines)}")
    first = next(((read.game, card) for card, _ in read.deck.cards), None)
    return Preview(title=title, text=text, over=game, lines=_few(lines), card=first)


def _outcome(names: Sequence[str], result: Result) -> Text:
    first = [name for name, place in zip(names, result.places, strict=False) if place == 1]
    if not first:
        return Text("The match was aborted and counts for nobody.")
    if len(first) == 1:
        return Text("{winner} has won.", winner=first[0])
    return Text("The match ended in a draw between {winners}.", winners=", ".join(first))


def _against(names: Sequence[str]) -> str:
    return " – ".join(names)


def _few(lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(lines) if len(lines) <= MOST_LINES else (*lines[: MOST_LINES - 1], "…")


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
