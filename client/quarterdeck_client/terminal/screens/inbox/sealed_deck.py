"""A builder for the deck of a sealed tournament: the common cards, and those of the player's packs."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
from quarterdeck_protocol.catalogue import RawCatalogue
from quarterdeck_protocol.lobby.tournaments import Tournament
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.screens.deck_choice import MOST_FAULTS, PASTED, PASTING
from quarterdeck_client.terminal.widgets.forms import TextInput, chosen

MOST_COPIES = 4
"""The copies of a common card after which the builder begins again with none. The server knows the limit of a game."""

MADE_BY_CARDS = "token"
"""The kind of cards that only other cards make: no deck holds them."""

FIRST = ("Bring it", "Empty it", "Paste a code or a list")


class PoolCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that a deck may hold."""

    id: str
    name: str = ""
    rarity: str = "common"
    kind: str = ""
    most: int = MOST_COPIES


def pool_of(catalogue: RawCatalogue, tournament: Tournament) -> tuple[list[PoolCard], frozenset[str]]:
    """Return the cards that a deck may hold, those of the packs first, and the kinds that are beside a deck. All
    printings of a card count together."""
    cards = [msgspec.json.decode(each, type=PoolCard) for one in catalogue.sets for each in one.cards]
    faces = {each.id: each.of for one in catalogue.sets for each in one.printings}
    own = Counter(faces.get(each.card, each.card) for each in tournament.own_packs)
    beside_ids = {each for one in catalogue.sets for deck in one.decks for each in deck.beside}
    beside = frozenset(each.kind for each in cards if each.id in beside_ids)
    packed = [
        msgspec.structs.replace(each, most=own[each.id]) for each in cards if own[each.id] and each.rarity != "common"
    ]
    free = [each for each in cards if each.kind in beside or (each.rarity == "common" and each.kind != MADE_BY_CARDS)]
    return [*packed, *free], beside


async def build_deck(app: App[Any], client: Client, tournament: Tournament) -> None:
    """Let the player build a deck and bring it to a sealed tournament. Raises `ClientError`."""
    pool, beside = pool_of(await client.raw_cards(tournament.summary.game), tournament)
    deck: Counter[str] = Counter()
    said = "A number adds a copy; after the last one it begins with none."
    while True:
        words = f"Your deck: {sum(deck[each.id] for each in pool if each.kind not in beside)} cards\n{said}"
        which = await chosen(app, words, [*FIRST, *(_line(each, deck[each.id], beside) for each in pool)])
        if which is None:
            return
        if which >= len(FIRST):
            card = pool[which - len(FIRST)]
            most = 1 if card.kind in beside else card.most
            deck[card.id] = (deck[card.id] + 1) % (most + 1)
            continue
        if FIRST[which] == "Empty it":
            deck.clear()
            continue
        text = (
            _list(pool, deck, beside)
            if which == 0
            else await app.push_screen_wait(TextInput(PASTED, keeps_lines=True, keys=PASTING))
        )
        if text is None:
            continue
        try:
            await client.tournaments.join(tournament.summary.id, text)
        except RefusedError as refused:
            said = "\n".join((refused.faults or (str(refused),))[:MOST_FAULTS])
        else:
            return


def _line(card: PoolCard, count: int, beside: frozenset[str]) -> str:
    of = "" if card.rarity == "common" else f" of {1 if card.kind in beside else card.most}"
    return f"{count}{of}  {card.name or card.id}"


def _list(pool: Sequence[PoolCard], deck: Counter[str], beside: frozenset[str]) -> str:
    """Return the deck as a list for the server, with the game's word before each card beside it."""
    return "\n".join(
        f"{card.kind if card.kind in beside else deck[card.id]} {card.id}" for card in pool if deck[card.id]
    )
