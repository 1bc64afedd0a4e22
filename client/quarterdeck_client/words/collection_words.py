"""Text for collections: owned cards, ledger entries, and the odds of packs."""

import time
from collections.abc import Iterator, Mapping, Sequence

from quarterdeck_protocol.lobby.claim_codes import CodeClaimed
from quarterdeck_protocol.lobby.collection.owned_copies import (
    CardMoved,
    CopiesMoved,
    FitOfCounts,
    MovementCause,
    Pack,
    PackOdds,
    Packs,
    PackSource,
    PoolOdds,
)
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_client.phrases import NOTHING
from quarterdeck_client.words.card_copies import CardCopies
from quarterdeck_client.words.card_texts import Book, name_of

CAUSES = {
    MovementCause.GIFT: "a gift",
    MovementCause.PACK: "a pack",
    MovementCause.CODE: "a code",
    MovementCause.TRADE: "a trade",
    MovementCause.DELETION: "a deletion",
}
SOURCES = {
    PackSource.GIFT: "the first gift",
    PackSource.DAY: "for the day",
    PackSource.MATCH: "for a rated match",
    PackSource.CODE: "by a code",
}
OTHER_FACE = "◆"
"""Mark of a special printing of a card, before a name whose end may be cut off (decision 66)."""

HOW_EARNED = (
    "You get packs as a first gift, daily, and for rated matches; the host sets how many. You need an "
    "account, and packs cost nothing. A pack has three Commons, a Rare, and a fifth card that can be rarer."
)
DOUBTFUL = 0.001
"""Significance level of the test of pack odds: one of a thousand honest servers is below it. It is divided by the
number of tests (decision 65)."""


def rarity_in_words(rarity: str) -> str:
    """Return the text of a card's rarity: `Ultra Rare`."""
    return rarity.replace("_", " ").title() or NOTHING


def moment_in_words(at: Milliseconds) -> str:
    """Return a date and time in the local time zone: `2026-11-23 12:55`."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at / 1000))


def counts_in_words(copies: Sequence[CardCopies]) -> str:
    """Return the text of how many of a game's cards the player owns: `23 of 138 cards, 41 copies`."""
    owned = [each for each in copies if each.count]
    total = sum(each.count for each in owned)
    return f"{len(owned)} of {len(copies)} cards, {total:,} {'copy' if total == 1 else 'copies'}"


def number_in_words(copies: CardCopies) -> str:
    """Return the set and number of a card: `AB1 12`."""
    return f"{copies.set} {copies.number}" if copies.set else NOTHING


def held_in_words(copies: CardCopies) -> str:
    """Return a sentence with the number of owned copies of a card, and of those that are not free: `You have 3 copies,
    1 of them in an open offer or a running match.`"""
    if copies.count == 0:
        return "You have none."
    bound = copies.count - copies.free
    where = f", {bound} of them in an open offer or a running match" if bound else ""
    return f"You have {copies.count} {'copy' if copies.count == 1 else 'copies'}{where}."


def pack_in_words(pack: Pack, titles: Mapping[str, str]) -> str:
    """Return the text of a pack's game and the reason why the player got it: `Amiibart TCG, for the day`."""
    return f"{titles.get(pack.game, pack.game)}, {SOURCES.get(pack.source, str(pack.source))}"


def packs_in_words(packs: Packs) -> str:
    """Return a text with the number of unopened packs, and the time of the next ones."""
    count = len(packs.packs)
    said = (
        "You have no pack to open." if not count else f"You have {count} {'pack' if count == 1 else 'packs'} to open."
    )
    after = "" if packs.next_at is None else f" The next packs are due at {moment_in_words(packs.next_at)}."
    if packs.due_from is not None:
        after = f" You can claim the first at {moment_in_words(packs.due_from)}: the account is too new."
    return said + after


def movement_in_words(moved: CopiesMoved, books: Mapping[str, Book]) -> str:
    """Return the text of a ledger entry of cards: `#12 2026-11-23 12:55 a pack: +1 Grave Bat, +2 Trip Wire`."""
    why = CAUSES.get(moved.cause, "something else")
    return f"#{moved.number}  {moment_in_words(moved.at)}  {why}: {_cards_in_words(moved.cards, books)}"


def claimed_in_words(claimed: CodeClaimed, books: Mapping[str, Book]) -> str:
    """Return the text of what a claim code gave: `Summer fair: 2 packs to open, +1 Deluge.`"""
    packs = len(claimed.packs)
    came = [f"{packs} {'pack' if packs == 1 else 'packs'} to open"] if packs else []
    came += [_cards_in_words(claimed.copies, books)] if claimed.copies else []
    return f"{claimed.label}: {', '.join(came) or NOTHING}."


def _cards_in_words(cards: Sequence[CardMoved], books: Mapping[str, Book]) -> str:
    return ", ".join(f"{each.count:+} {name_of(books.get(each.game, {}), each.card)}" for each in cards)


def odds_in_words(odds: PackOdds, titles: Mapping[str, str]) -> Iterator[str]:
    """Yield lines of text with the odds of packs, and how often each card came in all packs opened so far."""
    sides = sum(odds.fifth.values())
    fifth = ", ".join(f"{rarity_in_words(name)} {count} in {sides}" for name, count in odds.fifth.items())
    yield f"A pack has {odds.commons} Commons, {odds.rares} Rare, and a fifth card: {fifth}."
    yield "Within a rarity, all cards are equally likely. Counts of all packs opened here:"
    doubtful = DOUBTFUL / max(1, sum(len(pool.fits) for pool in odds.pools))
    for pool in odds.pools:
        yield ""
        yield from _pool_in_words(odds, pool, titles, doubtful)


def _pool_in_words(odds: PackOdds, pool: PoolOdds, titles: Mapping[str, str], doubtful: float) -> Iterator[str]:
    game = titles.get(pool.lists.game, str(pool.lists.game))
    former = "" if pool.is_current else ", former lists"
    yield f"{game}{former} ({pool.pool[:8]}): {pool.packs:,} {'pack' if pool.packs == 1 else 'packs'}"
    shares = pool.sides or odds.fifth
    sides = sum(shares.values())
    for name, of in shares.items():
        expected = pool.packs * of / sides
        yield f"  {rarity_in_words(name):<11} {pool.fifth.get(name, 0):>7,} times, {expected:,.1f} expected"
    for fit in pool.fits:
        yield f"  {_fit_in_words(fit, doubtful)}"


def _fit_in_words(fit: FitOfCounts, doubtful: float) -> str:
    what = "Fifth cards" if fit.what == "fifth" else f"Each {rarity_in_words(fit.what)}"
    well = "doubtful" if fit.p < doubtful else "fits the odds"
    return f"{what}: chi-square {fit.chi_square:.1f} of {fit.degrees}, p {fit.p:.3f}: {well}"


def opened_in_words(copies: CardCopies) -> str:
    """Return the line of a card from a pack: its name, rarity and number. The rarity is the one in the card's set:
    older servers sent an Ultra Rare as an Art Rare in sets without Art Rares (`FAIRNESS.md`, *Packs*)."""
    mark = f"{OTHER_FACE} " if copies.is_other_face else ""
    return f"{mark}{copies.name} · {rarity_in_words(copies.rarity)} · {number_in_words(copies)}"
