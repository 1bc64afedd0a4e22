"""Popup to open a pack: its cards are face down, and the player turns them over one by one."""

import secrets
from collections.abc import Mapping
from textwrap import wrap

from quarterdeck_protocol.fairness.pack_draws import CARDS_IN_A_PACK, COMMONS, RARES, PackRarity
from quarterdeck_protocol.lobby.collection.owned_copies import Pack, PackCard, PackOpened
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll

from quarterdeck_client.client import Client
from quarterdeck_client.errors import ClientError, FalsePackError
from quarterdeck_client.terminal.later import Later
from quarterdeck_client.terminal.safe_lines import Static
from quarterdeck_client.terminal.widgets.notice_delay import NoticeDelay
from quarterdeck_client.terminal.widgets.popups import PAGES, Once
from quarterdeck_client.terminal.widgets.texts import Sentence
from quarterdeck_client.words.card_copies import CardCopies
from quarterdeck_client.words.card_texts import CardTexts, name_of
from quarterdeck_client.words.collection_words import opened_in_words

FACE_DOWN = "░░░░░░░░░░░░"
STYLES: Mapping[str, str] = {
    PackRarity.RARE: "bold cyan",
    PackRarity.ULTRA_RARE: "bold yellow",
    PackRarity.ART_RARE: "bold magenta",
}
BYTES_OF_ENTROPY = 16
FEW_LINES, MOST_WIDTH, BORDER = 18, 80, 2
CHECKED = "Checked: these cards come from the seed that the server had committed to, and from your own entropy."
KEYS_MEANWHILE = "space: turn the next one over · Enter: all at once · Esc: back"
KEYS_AFTER = "a number: its text · Esc: back"


class PackOpening(Once[bool]):
    """Popup to open a pack. Its result is true if the player wants to open another one."""

    DEFAULT_CSS = """
    PackOpening { align: center middle; background: $background 60%; }
    PackOpening > Vertical { width: 80; max-width: 100%; height: auto; max-height: 100%; border: round $primary; }
    PackOpening > Vertical { padding: 0 1; background: $surface; }
    PackOpening Sentence { height: auto; }
    PackOpening .headline { text-style: bold; margin-bottom: 1; }
    PackOpening VerticalScroll { height: 14; }
    PackOpening .about { margin: 1 0; }
    PackOpening Static { height: auto; }
    PackOpening.-low .headline { margin-bottom: 0; }
    PackOpening.-low .about { margin: 0; }
    """

    def __init__(self, client: Client, pack: Pack, title: str, cards: Mapping[str, CardCopies], left: int) -> None:
        """Make the screen of an opened pack. `cards` are the game's cards by id, with the player's copies before the
        pack. `left` is the number of further packs for this game."""
        super().__init__()
        self._client = client
        self._pack = pack
        self._cards = cards
        self._left = left
        self._entropy = secrets.token_hex(BYTES_OF_ENTROPY)
        self.opened: PackOpened | None = None
        """The opened pack with its cards; `None` until the server has answered."""

        self.turned = 0
        """Number of cards that are face up."""

        self._selected = 0
        self._judgement = Text("It is being checked …", style="dim")
        self._noticing = NoticeDelay()
        self._title = title
        self._headline = Sentence(title, classes="headline")
        self._rows = Sentence("It is being opened …")
        self._about = Sentence(classes="about")
        self._judged = Sentence()
        self._keys = Static(Text(KEYS_MEANWHILE, style="dim"))

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self._headline
            with VerticalScroll(can_focus=False):
                yield self._rows
                yield self._judged  # before the text of a card, which may be longer than the screen
                yield self._about
            yield self._keys

    def on_mount(self) -> None:
        self.run_worker(Later(self._open))

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        """Give the row of cards all lines that the title above and the keys below do not need."""
        is_low = self.size.height < FEW_LINES
        self.set_class(is_low, "-low")
        width = max(1, min(self.size.width, MOST_WIDTH) - 2 * BORDER)
        others = len(wrap(self._title, width)) + (not is_low) + len(wrap(self._keys_in_words(), width))
        self.query_one(VerticalScroll).styles.max_height = max(1, self.size.height - BORDER - others)

    async def _open(self) -> None:
        try:
            self.opened = await self._client.collection.open_pack(self._pack.id, self._entropy)
        except ClientError as error:
            self._rows.say(str(error))
            return
        self._draw()
        try:
            await self._client.check_pack(self._pack, self.opened, self._entropy)
        except FalsePackError as error:
            self._judgement = Text(f"THIS PACK IS FORGED: {error}. Tell others.", style="bold red")
        except ClientError as error:
            self._judgement = Text(f"It could not be checked: {error}", style="bold")
        else:
            self._judgement = Text(CHECKED, style="green")
        self._draw()

    @property
    def is_over(self) -> bool:
        """True if all cards of the pack are face up."""
        return self.opened is not None and self.turned >= len(self.opened.cards)

    def _draw(self) -> None:
        if self.opened is None:
            return
        cards = self.opened.cards
        lines = [self._row(number, card) for number, card in enumerate(cards)]
        self._rows.say(Text("\n").join(lines))
        self._about.say(self._text_of(cards[self._selected]) if self.turned else Text())
        self._judged.say(self._judgement if self.is_over else Text())
        self._keys.update(Text(self._keys_in_words(), style="dim"))
        self._fit()

    def _keys_in_words(self) -> str:
        if not self.is_over:
            return KEYS_MEANWHILE
        return f"space: open the next, {self._left} left · {KEYS_AFTER}" if self._left else KEYS_AFTER

    def _row(self, number: int, card: PackCard) -> Text:
        key = Text(f" {number + 1} ", style="reverse bold" if number < self.turned else "dim")
        if number >= self.turned:
            return key.append(f" {FACE_DOWN}  {_expected(number)}", style="not reverse not bold dim")
        assert self.opened is not None  # noqa: S101 - nothing is turned before
        is_first = all(each.card != card.card for each in self.opened.cards[:number])
        known = self._copies(card)
        new = " · new" if is_first and not known.count else ""
        here = "▸" if number == self._selected else " "
        style = f"not reverse not bold {STYLES.get(known.rarity, '')}"
        return key.append(f"{here}{opened_in_words(known)}{new}", style=style)

    def _text_of(self, card: PackCard) -> Text:
        texts = self._copies(card).texts
        return Text("\n").join([Text(line) for line in (texts.line, texts.text, *texts.attacks, *texts.forge) if line])

    def _copies(self, card: PackCard) -> CardCopies:
        known = self._cards.get(card.card)
        if known is not None:
            return known
        texts = CardTexts(name=name_of({}, card.card))
        return CardCopies(id=card.card, set="", number=0, rarity=card.rarity.value, texts=texts)

    # What the player does

    def on_key(self, event: events.Key) -> None:
        event.stop()
        key = event.key
        if key in ("escape", "q"):
            self.go(False)
        elif key in PAGES:
            self.query_one(VerticalScroll).scroll_relative(y=PAGES[key], animate=False)
        elif self.opened is None:
            return
        elif key.isdecimal() and 0 < int(key) <= self.turned:
            self._select(int(key) - 1)
        elif key in ("space", "enter") and not self.is_over:
            self._turn(self.turned + 1 if key == "space" else len(self.opened.cards))
        elif key == "space" and self._left and self._noticing.is_over(self):
            self.go(True)

    def _turn(self, up_to: int) -> None:
        self.turned = up_to
        self._noticing = NoticeDelay()  # quick key presses do not open the next pack
        self._select(up_to - 1)

    def _select(self, number: int) -> None:
        self._selected = number
        self._draw()


def _expected(number: int) -> str:
    """Return the text of the known rarity of a face-down card."""
    if number < COMMONS:
        return "a Common"
    if number < COMMONS + RARES:
        return "a Rare"
    return "a Rare, or more" if number < CARDS_IN_A_PACK else ""
