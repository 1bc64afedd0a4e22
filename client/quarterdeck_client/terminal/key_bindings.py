"""Key bindings of all screens. Each letter means the same on every screen, and `?` lists them all."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.console import RenderableType
from rich.markdown import Markdown
from rich.table import Table as Rows
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen

from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.terminal.widgets.choice_steps import ENDING


class Key(NamedTuple):
    """A key binding: its keys, the action, and the description."""

    keys: str
    """The key names of Textual."""

    action: str
    does: str
    """The description on the page of keys."""


KEYS = {
    "?": Key("question_mark", "help", "these keys, and the rules in a match"),
    "q": Key("q,ctrl+c", "leave", "leave; a match asks first, and your seat is kept"),
    "n": Key("n", "new_table", "a new table: game, seats, bots, clock, rated, who can join"),
    "s": Key("s", "seek", "find opponents: several games at once, with friends, with bots"),
    "v": Key("v", "play_bots", "play against server bots at once"),
    "/": Key("slash", "search", "search the tables: by a player, or by the host"),
    "i": Key("i", "come_invited", "join an unlisted table with its invite code"),
    "f": Key("f", "narrow", "filter the tables: games, free seats, rated, clock"),
    "l": Key("l", "ladders", "ladders: the best players of a game, and your place"),
    "b": Key("b", "add_bot", "add a server bot, as the host"),
    "d": Key("d", "choose_deck", "another deck"),
    "c": Key("c", "read", "cards and their texts; in the lobby also your cards, packs, trades, wishes"),
    "o": Key("o", "show_summary", "what others did since your last action; in a replay, the choices"),
    "r": Key("r", "rematch", "after a match: play again at this table"),
    "z": Key("z", "take_back", "in a match: ask to take your last action back, or answer such a request"),
    "=": Key("equals_sign", "take_recess", "in a match: ask for a pause, answer such a request, or go on"),
    "t": Key("t", "chat", "chat: a phrase by number, or your own message"),
    "p": Key("p", "players", "players: ratings, mute, block, report; kick, make host"),
    "h": Key("h", "accept_terms", "accept the server's terms of use, if it asks for that"),
    "j": Key("j", "inbox", "what waits for you: notices, challenges to answer, tournaments, clubs"),
    "a": Key("a", "account", "your account: name, password, sign in and out, matches"),
}

WHERE = {
    "on every screen": "?q",
    "in the lobby": "vns/ifljah",
    "at a table": "bd",
    "in a match": "croz=",
    "with others": "tp",
}
"""By screen, the letters that it uses, in the order of the page of keys."""

OTHERS = (
    ("1 2 3 …", "choose an option; with ten or more, press Enter after the number"),
    ("Esc", "a step back"),
    ("↑ ↓", "more choices, or more to read"),
    ("PgUp PgDn", "what has happened before"),
)

REPLAY_KEYS = (
    ("← →", "a step back, a step forward"),
    ("PgUp PgDn", "ten steps back, ten forward"),
    ("Home End", "the start, the end"),
    ("a number", "and Enter: go to that version"),
    ("space", "play or pause"),
    ("+ -", "faster, slower"),
    ("tab", "the next view: spectators, then each player"),
)
"""Keys of a replay other than letters, with their descriptions."""


def bound(letters: str) -> list[BindingType]:
    """Return the Textual bindings for a screen that uses these letters."""
    return [(key.keys, key.action, key.does) for key in (KEYS[letter] for letter in letters)]


class Help(ModalScreen[None]):
    """Popup with the list of keys, and during a match with a summary of the game's rules."""

    DEFAULT_CSS = """
    Help { align: center middle; background: $background 60%; }
    Help > Vertical { width: 100%; height: 100%; border: round $primary; padding: 0 1; background: $surface; }
    Help Static { height: auto; }
    Help VerticalScroll { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("question_mark,escape,q,enter", "dismiss", "back"),
        ("right,tab", "turn(1)", "next page"),
        ("left,shift+tab", "turn(-1)", "page before"),
    ]

    def __init__(self, rules: str = "", others: Sequence[tuple[str, str]] = OTHERS) -> None:
        """Make the help screen. `others` are the keys other than letters, with their descriptions."""
        super().__init__()
        keys: tuple[str, RenderableType] = ("Keys", _all_keys(others))
        self._pages = (keys, ("Rules", Markdown(rules, hyperlinks=False))) if rules else (keys,)
        self._at = 0
        self._titles = Static()
        self._text = Static()
        self._scroll = VerticalScroll(self._text)

    def compose(self) -> ComposeResult:
        pages = "← →: the rules · " if len(self._pages) > 1 else ""
        with Vertical():
            yield self._titles
            yield self._scroll
            yield Static(f"{pages}↑ ↓ PageUp PageDown: read on · Esc: back")

    def on_mount(self) -> None:
        self._draw()

    def action_turn(self, by: int) -> None:
        self._at = (self._at + by) % len(self._pages)
        self._draw()
        self._scroll.scroll_home(animate=False)

    def _draw(self) -> None:
        titles = Text()
        for at, (title, _) in enumerate(self._pages):
            here = at == self._at
            titles.append(f"[{title}]" if here else f" {title} ", style="bold reverse" if here else "")
        self._titles.update(titles)
        self._text.update(self._pages[self._at][1])


def _all_keys(others: Sequence[tuple[str, str]]) -> Rows:
    rows = Rows.grid("key", "what", padding=(0, 2, 0, 0))
    for keys, does in others:
        rows.add_row(Text(keys, style="bold"), does)
    for where, letters in WHERE.items():
        rows.add_row("", Text(where, style="dim italic"))
        _add(rows, letters)
    rows.add_row("", Text("on offer in a match: each kind of action keeps its number, and", style="dim italic"))
    for key, does in ENDING.items():
        rows.add_row(Text(key, style="bold"), does)
    return rows


def _add(rows: Rows, letters: Sequence[str]) -> None:
    for letter in letters:
        rows.add_row(Text(letter, style="bold"), KEYS[letter].does)
