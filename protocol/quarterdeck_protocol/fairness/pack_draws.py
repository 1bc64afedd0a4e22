"""Pack draws that a player can repeat for verification (FAIRNESS.md, *Packs*):

- commitment = SHA-256(seed), which is published when the pack is earned
- pool = SHA-256(the lines of its lists), which is published with it: `quarterdeck pack <game>`, then for every card of
  every list, in order, `<rarity> <card>`; each line ends with a line feed. The lists come in the order `common`,
  `rare`, `ultra_rare`, `art_rare`
- key = HMAC-SHA256(seed, pack id ‖ the number of bytes of the entropy as 4 bytes big-endian ‖ entropy): that of a match
  with one seat
- with the numbers of entry 1 of that key, in this order: three picks from the list `common`; one from `rare`; a roll of
  12 sides, of which 1 to 8 are `rare`, 9 to 11 `ultra_rare` and 12 is `art_rare`; and one pick from that list. Where
  the list `art_rare` is empty, 12 is `ultra_rare` as well. Packs opened before 29 November 2026 say `art_rare` there

Text is UTF-8. Every pick is made from the whole list, so a pack may hold a card twice.
"""

import hashlib

import msgspec

from quarterdeck_protocol.names import GameName
from quarterdeck_protocol.open_enum import OpenEnum


class PackRarity(OpenEnum):
    """Rarities of cards in a pack (S0:11, S0:13)."""

    COMMON = "common"
    RARE = "rare"
    ULTRA_RARE = "ultra_rare"
    ART_RARE = "art_rare"
    OTHER = "other"
    """Not sent by this server: a client uses it for a rarity that is newer than itself."""


RARITIES = (PackRarity.COMMON, PackRarity.RARE, PackRarity.ULTRA_RARE, PackRarity.ART_RARE)
COMMONS, RARES = 3, 1
"""Number of cards of a pack that are always of these."""

SIDES = 12
RARE_UP_TO, ULTRA_RARE_UP_TO = 8, 11
"""The rarity of the fifth card by a roll of so many sides: Rare with ⅔, Ultra Rare with ¼, Art Rare with 1⁄12
(S0:13)."""

CARDS_IN_A_PACK = COMMONS + RARES + 1


class PackPool(msgspec.Struct, frozen=True, kw_only=True):
    """The cards from which a game's packs are drawn, by rarity, each list in the order of set and number."""

    game: GameName
    common: tuple[str, ...]
    rare: tuple[str, ...]
    ultra_rare: tuple[str, ...]
    art_rare: tuple[str, ...] = ()

    def of(self, rarity: PackRarity) -> tuple[str, ...]:
        """Return the cards of this rarity from which packs are drawn."""
        cards: tuple[str, ...] = getattr(self, rarity.value)
        return cards

    def known(self, rarity: PackRarity) -> PackRarity:
        """Return the rarity whose list is used for this rarity: if a pack's lists have no Art Rares, Ultra Rares
        replace them."""
        is_absent = rarity is PackRarity.ART_RARE and not self.art_rare
        return PackRarity.ULTRA_RARE if is_absent else rarity

    def told(self, rarity: PackRarity) -> tuple[PackRarity, ...]:
        """Return the rarities that opened packs may name for a card of this list, including those that older servers
        named."""
        return tuple([each for each in RARITIES if self.known(each) is rarity])

    def rolled(self, rolled: int) -> PackRarity:
        """Return the rarity of the fifth card of a pack for a roll from 1 to 12."""
        if rolled <= RARE_UP_TO:
            return PackRarity.RARE
        return self.known(PackRarity.ULTRA_RARE if rolled <= ULTRA_RARE_UP_TO else PackRarity.ART_RARE)

    @property
    def lines(self) -> str:
        """Return the text of a pack's card lists, whose hash is the name of these lists."""
        cards = (f"{rarity.value} {card}\n" for rarity in RARITIES for card in getattr(self, rarity.value))
        return f"quarterdeck pack {self.game}\n" + "".join(cards)

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.lines.encode()).hexdigest()
