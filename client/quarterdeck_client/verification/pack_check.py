"""Check that the cards of a pack follow from the server's commitment before it was opened (FAIRNESS.md, *Packs*).

Written from FAIRNESS.md, without the server's code for random draws: two independent implementations that agree prove
more than one.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from quarterdeck_protocol.fairness.pack_draws import COMMONS, RARES, SIDES, PackPool, PackRarity
from quarterdeck_protocol.lobby.collection.owned_copies import Pack, PackCard, PackOpened

from quarterdeck_client.errors import FalsePackError

WORDS = 8
"""Number of integers that one digest gives."""

NUMBERS = 1 << 32


def check_pack(pack: Pack, opened: PackOpened, pool: PackPool, entropy: str | None = None) -> None:
    """Raise `FalsePackError` unless the opened cards follow from the seed and the card lists to which the server
    committed itself in `pack`, and from the player's own `entropy`, if given."""
    if opened.pack != pack.id or opened.pool != pack.pool:
        raise FalsePackError(pack.id, "the server opened another pack than the one that it had announced")
    try:
        seed = bytes.fromhex(opened.seed)
    except ValueError:
        seed = b""
    if hashlib.sha256(seed).hexdigest() != pack.commitment:
        raise FalsePackError(pack.id, "the seed does not match the server's commitment")
    if pool.hash != pack.pool or pool.game != pack.game:
        raise FalsePackError(pack.id, "the card lists do not match the server's commitment")
    if entropy is not None and opened.entropy != entropy:
        raise FalsePackError(pack.id, "the pack was opened with entropy that is not yours")
    if drawn_cards(pool, seed, pack.id, opened.entropy) != tuple([card.known(pool) for card in opened.cards]):
        raise FalsePackError(pack.id, "the cards differ from those that the seed and entropy give")


def drawn_cards(pool: PackPool, seed: bytes, pack: str, entropy: str) -> tuple[PackCard, ...]:
    """Return the cards that a pack must contain. Never raises: from empty lists no card is drawn."""
    share = entropy.encode()
    key = hmac.digest(seed, pack.encode() + len(share).to_bytes(4, "big") + share, hashlib.sha256)
    numbers = _numbers(key)
    rarities = [PackRarity.COMMON] * COMMONS + [PackRarity.RARE] * RARES
    cards = [_picked(pool.of(rarity), rarity, numbers) for rarity in rarities]
    fifth = pool.rolled(_below(SIDES, numbers) + 1)
    return tuple([card for card in (*cards, _picked(pool.of(fifth), fifth, numbers)) if card is not None])


def _picked(cards: Sequence[str], rarity: PackRarity, numbers: Iterator[int]) -> PackCard | None:
    return PackCard(card=cards[_below(len(cards), numbers)], rarity=rarity) if cards else None


def _below(most: int, numbers: Iterator[int]) -> int:
    return next(number for number in numbers if number < NUMBERS - NUMBERS % most) % most


def _numbers(key: bytes) -> Iterator[int]:
    """Yield the random numbers of log entry 1, without end."""
    block = 0
    while True:
        digest = hmac.digest(key, (1).to_bytes(8, "big") + block.to_bytes(8, "big"), hashlib.sha256)
        yield from (int.from_bytes(digest[4 * word : 4 * word + 4], "big") for word in range(WORDS))
        block += 1
