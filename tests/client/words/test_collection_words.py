"""What somebody owns, how it came, and how packs are drawn, in words."""

import os
import time

import pytest
from quarterdeck_client.words.card_copies import CardCopies
from quarterdeck_client.words.card_texts import CardTexts
from quarterdeck_client.words.collection_words import (
    counts_in_words,
    held_in_words,
    movement_in_words,
    number_in_words,
    odds_in_words,
    opened_in_words,
    pack_in_words,
    packs_in_words,
    rarity_in_words,
)
from quarterdeck_protocol.fairness.pack_draws import PackPool
from quarterdeck_protocol.lobby.collection.owned_copies import (
    CardMoved,
    CopiesMoved,
    FitOfCounts,
    MovementCause,
    Pack,
    PackId,
    PackOdds,
    Packs,
    PackSource,
    PoolOdds,
)
from quarterdeck_protocol.names import Count, GameName, Milliseconds, Whole

GAME = GameName("forest")
LEAF = CardCopies(id="leaf", set="FO1", number=7, rarity="common", texts=CardTexts(name="Leaf"), count=3, free=2)
OAK = CardCopies(id="oak-art", set="FO1", number=9, rarity="art_rare", texts=CardTexts(name="Oak", face="Art Rare"))
PACK = Pack(
    id=PackId("1"), game=GAME, source=PackSource.DAY, commitment="", pool="", earned_at=Milliseconds(1_000_000_000_000)
)


@pytest.fixture(autouse=True)
def _in_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "TZ", "UTC")
    time.tzset()


def test_anything_that_one_owns_is_counted() -> None:
    assert counts_in_words([LEAF, OAK]) == "1 of 2 cards, 3 copies"
    assert held_in_words(LEAF) == "You have 3 copies, 1 of them in an open offer or a running match."
    assert held_in_words(OAK) == "You have none."
    assert (number_in_words(LEAF), rarity_in_words("ultra_rare"), rarity_in_words("")) == ("FO1 7", "Ultra Rare", "–")
    assert opened_in_words(OAK) == "◆ Oak · Art Rare · FO1 9"


def test_packs_are_told_with_what_they_were_earned_for_and_when_there_are_more() -> None:
    assert pack_in_words(PACK, {"forest": "The Forest"}) == "The Forest, for the day"
    assert packs_in_words(Packs(packs=())) == "You have no pack to open."
    more = Packs(packs=(PACK, PACK), next_at=Milliseconds(1_000_000_000_000))
    assert packs_in_words(more) == "You have 2 packs to open. The next packs are due at 2001-09-09 01:46."
    young = Packs(packs=(), due_from=Milliseconds(1_000_000_000_000))
    assert "You can claim the first at 2001-09-09 01:46" in packs_in_words(young)


def test_a_movement_says_what_came_and_went_and_why() -> None:
    moved = CopiesMoved(
        number=Count(12),
        at=Milliseconds(1_000_000_000_000),
        cause=MovementCause.TRADE,
        of="t1",
        cards=(
            CardMoved(game=GAME, card="leaf", count=Whole(2)),
            CardMoved(game=GAME, card="old-root", count=Whole(-1)),
        ),
    )
    said = movement_in_words(moved, {"forest": {"leaf": CardTexts(name="Leaf")}})
    assert said == "#12  2001-09-09 01:46  a trade: +2 Leaf, -1 Old Root"


def test_the_odds_are_told_beside_what_was_counted() -> None:
    odds = PackOdds(
        commons=Count(3),
        rares=Count(1),
        fifth={"rare": Count(8), "art_rare": Count(4)},
        pools=(
            PoolOdds(
                pool="0123456789",
                is_current=False,
                lists=PackPool(game=GAME, common=("leaf",), rare=("root",), ultra_rare=("oak",)),
                packs=Count(12),
                fifth={"rare": Count(7)},
                drawn={},
                fits=(
                    FitOfCounts(what="fifth", chi_square=1.5, degrees=Count(1), p=0.221),
                    FitOfCounts(what="common", chi_square=99.0, degrees=Count(1), p=0.0004),
                ),
            ),
        ),
    )
    assert list(odds_in_words(odds, {})) == [
        "A pack has 3 Commons, 1 Rare, and a fifth card: Rare 8 in 12, Art Rare 4 in 12.",
        "Within a rarity, all cards are equally likely. Counts of all packs opened here:",
        "",
        "forest, former lists (01234567): 12 packs",
        "  Rare              7 times, 8.0 expected",
        "  Art Rare          0 times, 4.0 expected",
        "  Fifth cards: chi-square 1.5 of 1, p 0.221: fits the odds",
        "  Each Common: chi-square 99.0 of 1, p 0.000: doubtful",
    ]


def test_anything_that_is_expected_of_lists_without_art_rares_are_more_ultra_rares() -> None:
    sides = {"rare": Count(8), "ultra_rare": Count(4), "art_rare": Count(0)}
    pool = PoolOdds(
        pool="0123456789",
        is_current=True,
        lists=PackPool(game=GAME, common=("leaf",), rare=("root",), ultra_rare=("oak",)),
        packs=Count(12),
        fifth={"rare": Count(7), "ultra_rare": Count(5), "art_rare": Count(0)},
        sides=sides,
        drawn={},
        fits=(),
    )
    odds = PackOdds(
        commons=Count(3), rares=Count(1), fifth={**sides, "ultra_rare": Count(3), "art_rare": Count(1)}, pools=(pool,)
    )
    assert list(odds_in_words(odds, {}))[-3:] == [
        "  Rare              7 times, 8.0 expected",
        "  Ultra Rare        5 times, 4.0 expected",
        "  Art Rare          0 times, 0.0 expected",
    ]
