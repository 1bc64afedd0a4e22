"""Menu of the player's cards: the list, packs to open, ledger entries, and the odds of packs."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from quarterdeck_protocol.lobby.collection.owned_copies import Pack
from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.sides import PlayerKind
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.screens.collection.card_list import CardListScreen, games_with_cards
from quarterdeck_client.terminal.screens.collection.opened_pack import PackOpening
from quarterdeck_client.terminal.screens.collection.trade_list import show_trades
from quarterdeck_client.terminal.screens.collection.wish_list import about_card, show_wishes
from quarterdeck_client.terminal.widgets.forms import chosen, written
from quarterdeck_client.words.card_copies import CardCopies, book_or_nothing, copies_of
from quarterdeck_client.words.card_texts import Book
from quarterdeck_client.words.collection_words import (
    HOW_EARNED,
    claimed_in_words,
    movement_in_words,
    odds_in_words,
    pack_in_words,
    packs_in_words,
)
from quarterdeck_client.words.trade_words import waits_for

Deed = tuple[str, Callable[[], Awaitable[str | None]]]
"""The label of an action, and the action. The action returns a sentence to show, or `None`."""

GUEST = "You are a guest: you need an account for packs and cards (press a in the lobby)."
NOTHING_DUE = "No packs are due yet."


async def show_collection(app: App[Any], client: Client) -> None:
    """Show the player's collection and let them open packs, until they leave. Raises `ClientError` if the connection is
    lost. Refusals are shown."""
    if not client.collection.is_kept_here:  # then they can be read all the same
        await app.push_screen_wait(CardListScreen(client))
        return
    menu, said = _Menu(app, client), ""
    while True:
        deeds, words = await menu.on_offer(), await menu.words()
        answer = await chosen(
            app, "\n".join(["Your cards", *([said, ""] if said else []), words]), [each[0] for each in deeds]
        )
        if answer is None:
            return
        said = await said_of(deeds[answer][1])


async def said_of(do: Callable[[], Awaitable[str | None]]) -> str:
    """Run the action, and return its message, or the reason for its refusal."""
    try:
        return await do() or ""
    except RefusedError as refused:
        return str(refused)


class _Menu:
    """The possible actions on the player's cards, each with its label."""

    def __init__(self, app: App[Any], client: Client) -> None:
        self._app = app
        self._client = client
        self._titles = {str(offer.name): offer.title for offer in client.welcome.games}

    async def words(self) -> str:
        """Return one or two lines about the size of the collection."""
        owned = await self._client.collection.owned()
        copies = sum(each.count for each in owned)
        lines = [f"{copies:,} {'copy' if copies == 1 else 'copies'} of {len(owned):,} cards."]
        if self._client.player.kind is PlayerKind.GUEST:
            lines.append(GUEST)
        return "\n".join(lines)

    async def on_offer(self) -> list[Deed]:
        """Return the actions on the player's cards that are possible now."""
        packs = len((await self._client.collection.packs()).packs)
        deeds: list[Deed] = [
            ("All cards, with yours marked", self._browse),
            (f"Packs: {packs} to open" if packs else "Packs", self._packs),
        ]
        if self._client.codes.are_taken_here:
            deeds.append(("Claim a code", self._claim_code))
        if self._client.collection.trades.are_kept_here:
            deeds.append((await self._trades_in_words(), self._trades))
        if self._client.collection.wishes.are_kept_here:
            deeds.append(("Wish list, and players who have its cards", self._wishes))
        return [*deeds, ("History of your cards", self._movements), ("The odds of packs", self._odds)]

    async def _browse(self) -> None:
        about = partial(about_card, self._app, self._client)
        await self._app.push_screen_wait(CardListScreen(self._client, about))

    async def _wishes(self) -> str | None:
        return await show_wishes(self._app, self._client)

    async def _packs(self) -> None:
        pools = (await self._client.pack_odds()).pools
        games = [pool.lists.game for pool in pools if pool.is_current]
        said = ""
        while True:
            packs = await self._client.collection.packs()
            sorts: dict[str, list[Pack]] = {}
            for pack in packs.packs:
                sorts.setdefault(pack_in_words(pack, self._titles), []).append(pack)
            opening = [f"Open one: {sort}{f' ({len(each)})' if len(each) > 1 else ''}" for sort, each in sorts.items()]
            claiming = [f"Claim due packs, for {self._titles.get(game, game)}" for game in games]
            words = "\n".join(["Packs", *([said, ""] if said else []), packs_in_words(packs), HOW_EARNED])
            answer = await chosen(self._app, words, [*opening, *claiming])
            if answer is None:
                return
            said = ""
            if answer < len(opening):
                await self._open(list(sorts.values())[answer])
            else:
                said = await said_of(partial(self._claim, games[answer - len(opening)]))

    async def _claim(self, game: GameName) -> str:
        earned = (await self._client.collection.claim_packs(game)).earned
        return NOTHING_DUE if not earned else f"{earned} {'pack has' if earned == 1 else 'packs have'} come."

    async def _open(self, packs: list[Pack]) -> None:
        """Open the oldest of these packs, and the next ones while the player wants another."""
        for left, pack in zip(range(len(packs) - 1, -1, -1), packs, strict=True):
            title = f"A pack: {pack_in_words(pack, self._titles)}"
            cards = await self._cards(pack.game)
            if not await self._app.push_screen_wait(PackOpening(self._client, pack, title, cards, left)):
                return

    async def _cards(self, game: str) -> dict[str, CardCopies]:
        catalogue = await self._client.raw_cards(game)
        return {each.id: each for each in copies_of(catalogue, await self._client.collection.owned(game))}

    async def _claim_code(self) -> str | None:
        code = await written(self._app, "The code:")
        if code is None:
            return None
        claimed = await self._client.codes.claim(code)
        return claimed_in_words(claimed, await self._books())

    async def _trades_in_words(self) -> str:
        trades, me = await self._client.collection.trades.list(), self._client.player.id
        mine = [each for each in trades.open if waits_for(each, me)]
        wait = "waits" if len(mine) == 1 else "wait"
        return f"Trades: {len(mine)} {wait} for you" if mine else "Trades"

    async def _trades(self) -> str | None:
        return await show_trades(self._app, self._client)

    async def _books(self) -> dict[str, Book]:
        """Return the printed texts of the cards of every game with cards that accounts can own."""
        games = games_with_cards(self._client.welcome.games)
        return {offer.name: book_or_nothing(await self._client.raw_cards(offer.name)) for offer in games}

    async def _movements(self) -> None:
        books = await self._books()
        before: int | None = None
        while True:
            page = await self._client.collection.movements(before)
            lines = [movement_in_words(each, books) for each in page.movements] or ["No cards have moved yet."]
            more = ["Go on", *(["Earlier ones"] if page.before is not None else [])]
            if await chosen(self._app, "\n".join(["History of your cards", *lines]), more) != 1:
                return
            before = page.before

    async def _odds(self) -> None:
        lines = odds_in_words(await self._client.pack_odds(), self._titles)
        await chosen(self._app, "\n".join(["The odds of packs", *lines]), ["Go on"])
