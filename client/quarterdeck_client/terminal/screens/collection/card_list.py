"""All cards of a game with the player's number of copies of each, page by page."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import ClassVar

from msgspec.structs import replace
from quarterdeck_protocol.fairness.pack_draws import RARITIES
from quarterdeck_protocol.lobby.collection.wishes import WishedCard
from quarterdeck_protocol.messages import GameOffer
from quarterdeck_protocol.names import GameName
from rich.cells import set_cell_size
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError
from quarterdeck_client.phrases import NOTHING
from quarterdeck_client.terminal.key_bindings import KEYS as KEY_OF
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.forms import LONGEST_NAME, SettingsForm, TextInput, chosen, set_up
from quarterdeck_client.terminal.widgets.texts import Sentence
from quarterdeck_client.words.card_copies import CardCopies, CopiesFilter, Held, copies_of
from quarterdeck_client.words.collection_words import (
    OTHER_FACE,
    counts_in_words,
    held_in_words,
    number_in_words,
    rarity_in_words,
)

KEYS = "a number: its text · / words · f which · ← → game · PgUp PgDn · Esc back"
MUCH_WIDTH = 60
"""Screen width below which a row has only the number of copies and the card's name."""

NAME_WIDTH, RARITY_WIDTH, NUMBER_WIDTH = 24, 10, 7
KEY_WIDTH = 6
WORDS = "Words on the card; leave empty for all cards:"
ALL = "all"


AboutCard = Callable[[GameName, CardCopies], Awaitable[object]]
"""A function that shows a card of a game until the player leaves it."""


class CardListScreen(ModalScreen[None]):
    """Popup with the cards of one game at a time, and a filter."""

    DEFAULT_CSS = """
    CardListScreen { align: center middle; background: $background 60%; }
    CardListScreen > Vertical { width: 100%; height: 100%; border: round $primary; background: $surface; }
    CardListScreen > Vertical { padding: 0 1; }
    CardListScreen .headline { height: auto; text-style: bold; }
    CardListScreen Sentence { height: auto; }
    CardListScreen Choices { height: 1fr; scrollbar-size-vertical: 0; }
    CardListScreen Static { height: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,q,c", "dismiss", "back"),
        ("right,tab", "turn(1)", "next game"),
        ("left,shift+tab", "turn(-1)", "game before"),
        ("pagedown,down", "page(1)", "next page"),
        ("pageup,up", "page(-1)", "page before"),
        ("home", "page(-10000)", "first page"),
        ("end", "page(10000)", "last page"),
        (KEY_OF["/"].keys, "search", "which words stand on them"),
        (KEY_OF["f"].keys, "narrow", "which are listed"),
    ]

    def __init__(self, client: Client, about: AboutCard | None = None) -> None:
        """Make a screen with a list of cards. `about` shows a card with its possible actions. Without it, only the card
        is shown."""
        super().__init__()
        self._about = about
        self._client = client
        self._games = games_with_cards(client.welcome.games)
        self._game = 0
        self._page = 0
        self._copies: tuple[CardCopies, ...] = ()
        self._wanted = CopiesFilter()
        self._headline = Sentence(classes="headline")
        self._found = Sentence()
        self._choices = Choices()
        self._notice = Sentence()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._headline
            yield self._found
            yield self._choices
            yield self._notice
            yield Static(Text(KEYS, style="dim"))

    def on_mount(self) -> None:
        self._ask()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    # What there is

    def _ask(self) -> None:
        if self._games:
            self.run_worker(Later(self._carefully, self._load), exclusive=True, group="load")
        else:
            self._headline.say("No game of this server has cards to own.")

    async def _load(self) -> None:
        offer = self._games[self._game]
        self._copies, self._page = (), 0
        self._headline.say(f"{offer.title} …")
        self._found.say("")
        self._choices.show([])
        catalogue = await self._client.raw_cards(offer.name)
        self._copies = copies_of(catalogue, await self._client.collection.owned(offer.name), await self._wished())
        self._draw()

    async def _wished(self) -> tuple[WishedCard, ...]:
        wishes = self._client.collection.wishes
        return (await wishes.list()).wishes if wishes.are_kept_here else ()

    async def _carefully(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except ClientError as error:
            self._notice.say(str(error))

    @property
    def found(self) -> tuple[CardCopies, ...]:
        """The cards of the list that match the filter."""
        return tuple(filter(self._wanted.finds, self._copies))

    def _draw(self) -> None:
        if not self._copies:
            return
        found, rows = self.found, max(1, self._choices.size.height)
        pages = max(1, -(-len(found) // rows))
        self._page = min(max(0, self._page), pages - 1)
        shown = found[self._page * rows : (self._page + 1) * rows]
        title = self._games[self._game].title
        other = f"{self._game + 1} of {len(self._games)} · " if len(self._games) > 1 else ""
        self._headline.say(f"{other}{title}: {counts_in_words(self._copies)}")
        where = f" · page {self._page + 1} of {pages}" if pages > 1 else ""
        self._found.say(f"{self._wanted_in_words(len(found))}{where}")
        width = max(1, self._choices.size.width - KEY_WIDTH)
        self._choices.show([_row(each, width) for each in shown], shown)

    def _wanted_in_words(self, count: int) -> str:
        wanted = self._wanted
        if wanted == CopiesFilter():
            return "All cards"
        terms = [
            f"“{wanted.words}”" if wanted.words else "",
            wanted.set or "",
            rarity_in_words(wanted.rarity) if wanted.rarity else "",
            wanted.held.value if wanted.held is not Held.ANY else "",
        ]
        cards = "card" if count == 1 else "cards"
        return f"{' · '.join(term for term in terms if term)}: {count} {cards}"

    # What the player does

    def on_key(self, event: events.Key) -> None:
        if self._choices.press(event.key):
            event.stop()

    def on_choices_chosen(self, took: Choices.Chosen) -> None:
        if isinstance(took.of, tuple) and took.position < len(took.of):
            self.run_worker(Later(self._carefully, partial(self._show, took.of[took.position])))

    async def _show(self, copies: CardCopies) -> None:
        if self._about is None:
            await chosen(self.app, card_in_full(copies), ["Go on"])
            return
        offer = self._games[self._game]
        await self._about(offer.name, copies)
        wished = {each.card for each in await self._wished() if each.game == offer.name}
        self._copies = tuple([replace(each, is_wished=each.id in wished) for each in self._copies])
        self._draw()

    def action_turn(self, by: int) -> None:
        self._game = (self._game + by) % max(1, len(self._games))
        self._wanted = replace(self._wanted, set=None)  # another game has other sets
        self._ask()

    def action_page(self, by: int) -> None:
        self._page += by
        self._draw()

    def action_search(self) -> None:
        self.run_worker(Later(self._search))

    def action_narrow(self) -> None:
        self.run_worker(Later(self._narrow))

    async def _search(self) -> None:
        words = await self.app.push_screen_wait(TextInput(WORDS, most=LONGEST_NAME))
        if words is not None:
            self._apply(replace(self._wanted, words=words.strip()))

    async def _narrow(self) -> None:
        sets = (None, *dict.fromkeys(each.set for each in self._copies if each.set))
        rarities = (None, *(each.value for each in RARITIES))
        helds = tuple(Held)
        answer = await set_up(
            self.app,
            "Filter the cards",
            "List them",
            (
                SettingsForm("Which", [each.value for each in helds], helds.index(self._wanted.held)),
                SettingsForm(
                    "Rarity", [ALL, *map(rarity_in_words, filter(None, rarities))], _at(rarities, self._wanted.rarity)
                ),
                SettingsForm("Set", [ALL, *filter(None, sets)], _at(sets, self._wanted.set)),
            ),
        )
        if answer is not None:
            held, rarity, of_set = answer
            self._apply(replace(self._wanted, held=helds[held], rarity=rarities[rarity], set=sets[of_set]))

    def _apply(self, wanted: CopiesFilter) -> None:
        self._wanted, self._page = wanted, 0
        self._draw()


def games_with_cards(offers: Sequence[GameOffer]) -> tuple[GameOffer, ...]:
    """Return the games with cards that accounts can own: those in which players bring decks."""
    return tuple([offer for offer in offers if offer.decks])


def card_in_full(copies: CardCopies) -> str:
    """Return a text with the printed text of a card and the player's number of copies."""
    texts = copies.texts
    lines = [
        copies.name,
        " · ".join(part for part in (rarity_in_words(copies.rarity), number_in_words(copies)) if part != NOTHING),
        texts.line,
        *([f"\n{texts.text}"] if texts.text else []),
        *texts.attacks,
        *texts.forge,
        f"\n{held_in_words(copies)}",
        "It is on your wish list." if copies.is_wished else "",
    ]
    return "\n".join(line for line in lines if line)


def _row(copies: CardCopies, width: int) -> str:
    """Return the row for a card in the list, with this width."""
    count = f"×{copies.count}" if copies.count else NOTHING
    name = f"{OTHER_FACE if copies.is_other_face else ' '}{copies.name}"
    if width < MUCH_WIDTH:
        return set_cell_size(f"{count:>3} {name}", width)
    cells = [
        f"{count:>3}",
        set_cell_size(name, NAME_WIDTH),
        set_cell_size(rarity_in_words(copies.rarity), RARITY_WIDTH),
        set_cell_size(number_in_words(copies), NUMBER_WIDTH),
        copies.texts.line,
    ]
    return set_cell_size(" ".join(cells), width)


def _at(values: Sequence[str | None], value: str | None) -> int:
    return values.index(value) if value in values else 0
