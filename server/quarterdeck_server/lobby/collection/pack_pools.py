"""The card lists from which packs are drawn ("pools"), and the draw of a pack. Pure;
`quarterdeck_protocol/fairness/pack_draws.py` defines the rule."""

from collections.abc import Mapping
from typing import Any

from quarterdeck_games import AnyGame
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_protocol.fairness.pack_draws import COMMONS, RARES, RARITIES, SIDES, PackPool, PackRarity
from quarterdeck_protocol.lobby.collection.owned_copies import PackCard, PackId
from quarterdeck_protocol.names import GameName, MatchId, Version

MADE_BY_CARDS = "token"
"""The kind of cards that other cards make during a match. They are in no deck, and nobody owns them."""


def pools_of(games: Mapping[str, AnyGame]) -> dict[GameName, PackPool]:
    """Return the card lists from which each game's packs are drawn. Games without packs are left out."""
    found = {GameName(name): _pool_of(game) for name, game in games.items()}
    return {name: pool for name, pool in found.items() if pool is not None}


def pools_of_sets(games: Mapping[str, AnyGame]) -> dict[tuple[GameName, str], PackPool]:
    """Return the pools for packs of one set alone, by game and set. Sets that cannot fill a pack are left out."""
    sets = [(game, each.id) for game in games.values() if game.catalogue for each in game.catalogue.sets]
    found = {(GameName(game.name), card_set): _pool_of(game, card_set) for game, card_set in sets}
    return {which: pool for which, pool in found.items() if pool is not None}


def ownable(game: AnyGame) -> list[str]:
    """Return the cards and printings of a game that players can own, by set and number: those that a deck may hold.
    Cards beside the deck belong to everybody (S0:27)."""
    if game.decks is None or game.catalogue is None:
        return []
    places = {card_set.id: place for place, card_set in enumerate(game.catalogue.sets)}
    numbers = game.catalogue.numbers
    faces = sorted(game.catalogue.by_face, key=lambda face: (places[numbers[face][0]], numbers[face][1]))
    return [face for face in faces if game.decks.kinds.get(face, "") not in (game.decks.beside, MADE_BY_CARDS)]


def _pool_of(game: AnyGame, card_set: str | None = None) -> PackPool | None:
    """Return the card lists for packs of a game, or of one set of it: the cards and printings that players can own, by
    rarity. `None` without decks, or without one of the rarities that every pack has."""
    lists: dict[str, list[str]] = {rarity.value: [] for rarity in RARITIES}
    catalogue: Any = game.catalogue  # there is one where there is anything to own
    for face in ownable(game):
        if card_set in (None, catalogue.numbers[face][0]):
            lists.get(_rarity_of(catalogue, face), []).append(face)
    pool = PackPool(game=GameName(game.name), **{name: tuple(cards) for name, cards in lists.items()})
    return pool if pool.common and pool.rare and pool.ultra_rare else None


def _rarity_of(catalogue: Any, face: str) -> str:
    printing = catalogue.printings.get(face)
    return str(getattr(catalogue.by_face[face], "rarity", "") if printing is None else printing.rarity)


def drawn(pool: PackPool, seed: str, pack: PackId, entropy: str) -> tuple[PackCard, ...]:
    """Return the cards of a pack, drawn from these lists. `seed` is in hexadecimal."""
    dice = Dice(key_of(bytes.fromhex(seed), MatchId(pack), [entropy]), Version(1))
    rarities = [PackRarity.COMMON] * COMMONS + [PackRarity.RARE] * RARES
    cards = [_picked(pool, rarity, dice) for rarity in rarities]
    return (*cards, _picked(pool, pool.rolled(dice.roll(SIDES, "opened.rarity")), dice))


def _picked(pool: PackPool, rarity: PackRarity, dice: Dice) -> PackCard:
    return PackCard(card=dice.pick(pool.of(rarity), "opened.card"), rarity=rarity)
