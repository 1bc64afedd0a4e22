"""The screen of a search for opponents: the state of the ticket, and an offer with its clock."""

from collections.abc import Sequence
from typing import ClassVar

from quarterdeck_protocol.lobby.chat import Where
from quarterdeck_protocol.lobby.matchmaking import Offer, OfferStage, TicketEnd
from quarterdeck_protocol.sides import Player
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message

from quarterdeck_client.client import Client
from quarterdeck_client.errors import GoneError
from quarterdeck_client.followed_match import FollowedMatch
from quarterdeck_client.lobby.search import Search, explained
from quarterdeck_client.phrases import names_of
from quarterdeck_client.terminal.key_bindings import bound
from quarterdeck_client.terminal.screens.players import Place, once_each
from quarterdeck_client.terminal.screens.screen import AppScreen
from quarterdeck_client.terminal.widgets.choices import Choices
from quarterdeck_client.terminal.widgets.texts import BROKEN, STORE_AWAY, Sentence

KEYS = "? keys · q give up"
ANSWERS = ("Accept", "Decline, and stop searching")


class MatchmakingScreen(AppScreen):
    """The screen of a search for opponents."""

    DEFAULT_CSS = """
    MatchmakingScreen { padding: 0 1; }
    MatchmakingScreen > .headline { height: 1; text-style: bold; background: $primary-muted; }
    MatchmakingScreen > .words { height: auto; max-height: 16; padding: 1 0; }
    MatchmakingScreen > Choices { height: 1fr; }
    MatchmakingScreen > .line { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bound("?qp")

    class Found(Message):
        """Message: the search has found a match, which has begun."""

        def __init__(self, seated: FollowedMatch, offer: Offer) -> None:
            super().__init__()
            self.seated = seated
            self.offer = offer

    class Left(Message):
        """Message: the ticket has ended. `why` is a sentence with the reason, unless the player cancelled the
        search."""

        def __init__(self, why: str = "") -> None:
            super().__init__()
            self.why = why

    def __init__(self, client: Client, search: Search) -> None:
        super().__init__(client)
        self.search = search
        self._headline = Sentence(classes="headline")
        self._words = Sentence(classes="words")
        self._choices = Choices()
        self._notice = Sentence(classes="line")
        self._titles = {str(offer.name): offer.title for offer in client.welcome.games}
        self._takes = {str(offer.name): offer.default_seats for offer in client.welcome.games}

    def compose(self) -> ComposeResult:
        yield self._headline
        yield self._words
        yield self._choices
        yield self._notice
        yield Sentence(Text(KEYS, style="dim"), classes="line")

    def on_mount(self) -> None:
        self._headline.say(f" Quick match · {self.client.url} · you are {self.client.player.name}")
        self._tick()
        self.set_interval(0.5, self._tick)
        self.carefully(self._watch)

    @property
    def open_offer(self) -> Offer | None:
        """The offer that waits for the answer of this player or of others; `None` if there is none."""
        offer = self.search.offer
        return offer if offer is not None and offer.stage in (OfferStage.OPEN, OfferStage.ACCEPTED) else None

    async def _watch(self) -> None:
        try:
            async for _ in self.search:
                self._tick()
            if self.search.ended is TicketEnd.BEGUN and self.search.offer is not None:
                self.post_message(self.Found(await self.search.begun(), self.search.offer))
            else:
                self.post_message(self.Left())
        except GoneError as gone:
            self.post_message(self.Left(f"{str(gone)[:1].upper()}{str(gone)[1:]}."))

    def _tick(self) -> None:
        wrong = STORE_AWAY if self.client.is_store_away else "" if self.client.is_connected else BROKEN
        if wrong or self._notice.said.plain in (STORE_AWAY, BROKEN):
            self.say(wrong)
        offer = self.open_offer
        if offer is not None:
            self._show_offer(offer)
        elif self.search.ticket is not None:
            self._words.say("\n".join(explained(self.search.ticket, self.search.now(), self._titles, self._takes)))
            self._choices.show(())

    def _show_offer(self, offer: Offer) -> None:
        left = max(0, offer.deadline - self.search.now()) // 1000
        title = self._titles.get(offer.game, offer.game)
        words = Text(f"A match of {title}: {', '.join(names_of(offer.players))}\n\n", style="bold")
        words.append(f"{offer.accepted} of {len(offer.players)} have accepted. ", style="not bold")
        words.append(f" 0:{left:02} ", style="bold reverse red" if left <= 5 else "bold reverse")
        if offer.has_accepted:
            words.append("\n\nYou have accepted; waiting for the others.", style="not bold")
        self._words.say(words)
        self._choices.show(() if offer.has_accepted else ANSWERS, offer.id, is_news=True)

    def on_key(self, event: events.Key) -> None:
        if self._choices.press(event.key):
            event.stop()

    def on_choices_chosen(self, chosen: Choices.Chosen) -> None:
        self._choose(chosen.position, chosen.of)

    def _choose(self, position: int, of: object) -> None:
        offer = self.open_offer
        if offer is not None and offer.id == of:  # not one that has come since the key was pressed
            self.carefully(self.search.decline if position else self.search.accept)

    def action_leave(self) -> None:
        self.carefully(self.search.give_up)

    @property
    def place(self) -> Place:
        return Place(Where.LOBBY)

    def people(self) -> Sequence[Player]:
        return () if self.open_offer is None else once_each(self.open_offer.players)

    def say(self, words: str) -> None:
        self._notice.say(words)
