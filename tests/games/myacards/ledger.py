"""The bonuses of S4:58 to S4:61 kept by somebody with a pencil: slow, obvious, and without the game's own rules.

The ledger remembers who was awarded what (its own history) and looks at the whole field again whenever something has
changed. Of the game it takes only what is printed on the cards.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_protocol.games.myacards import Kind

Cell = tuple[int, int, int]
"""Half, row and column."""

WORTH = {"pack": 3, "sister_taxa": 2, "phylogenetic": 1}


@dataclass(frozen=True)
class Fact:
    """A card on the field."""

    id: str
    card: str
    seat: int
    chips: tuple[int, int, int] = (0, 0, 0)


Field = dict[Cell, Fact]


@dataclass
class Ledger:
    """Who enjoys what, and with whom it was awarded."""

    held: dict[str, tuple[str, int]] = field(default_factory=dict)
    groups: int = 0
    passes: int = 0
    """How often cards had to be removed, one lot after the other, when it was last settled."""

    unrewarded: int = 0
    """How often a card that has another bonus counted for one, and received nothing."""

    def settle(self, field: Field) -> Field:
        """Return the field after everything that must happen has happened."""
        self.passes = 0
        while True:
            self._end(field)
            for bonus in ("pack", "sister_taxa", "phylogenetic"):  # MY-35: the highest first
                self._award(field, bonus)
            doomed = [at for at, one in field.items() if is_active(one) and min(self.stats(field, one)) < 0]
            if not doomed:
                return field
            self.passes += 1
            field = {at: one for at, one in field.items() if at not in doomed}
            self.held = {each: what for each, what in self.held.items() if each in {one.id for one in field.values()}}

    def stats(self, field: Field, one: Fact) -> tuple[int, ...]:
        """S4:58 to S4:61: printed, chips, and the same for every statistic."""
        card = CARDS[one.card]
        more = WORTH[self.held[one.id][0]] if one.id in self.held else 0
        more += is_tyrant(field, one.seat)
        printed = (card.attack, card.defense, card.speed)
        return tuple(number + chip + more for number, chip in zip(printed, one.chips, strict=True))

    def _end(self, field: Field) -> None:
        """All that ends, ends in the same instant."""
        ended = [one.id for one in field.values() if one.id in self.held and self._is_over(field, one)]
        self.held = {
            each: what for each, what in self.held.items() if each not in ended and each in ids_of(field.values())
        }

    def _is_over(self, field: Field, one: Fact) -> bool:
        bonus, group = self.held[one.id]
        fellows = {at: each for at, each in field.items() if self.held.get(each.id) == (bonus, group)}
        if bonus == "pack":  # S4:61: two or less of the rewarded
            return len(fellows) <= 2
        if bonus == "phylogenetic":  # S4:59: only one of the rewarded on your field
            return sum(half == each.seat for (half, _, _), each in fellows.items()) <= 1
        at_home = [each for (half, _, _), each in field.items() if half == each.seat == one.seat and is_active(each)]
        return sum(sets_of(each) == sets_of(one) for each in at_home) < 2  # S4:60

    def _award(self, field: Field, bonus: str) -> None:
        while True:
            found = [run for run in stretches(field) if self._deserves(run, bonus)]
            if not found:
                return
            most = max((self._new(run), len(run)) for run in found)
            run = [one for _, one in next(run for run in found if (self._new(run), len(run)) == most)]
            holding = [self.held[one.id][1] for one in run if self.held.get(one.id, ("", 0))[0] == bonus]
            if not holding:
                self.groups += 1
            for one in run:
                self.held.setdefault(one.id, (bonus, holding[0] if holding else self.groups))

    def _new(self, run: list[tuple[Cell, Fact]]) -> int:
        """How many of them have no bonus yet."""
        return sum(one.id not in self.held for _, one in run)

    def _deserves(self, run: list[tuple[Cell, Fact]], bonus: str) -> bool:
        cards = [one for _, one in run]
        (half, row, _), first = run[0]
        names = {one.card for one in cards}
        if row < 3 or (half != first.seat and bonus != "pack"):  # S4:59, S4:60: your field; S4:61: the field
            return False
        if bonus == "pack":
            fits = len(cards) >= 3 and len(names) == 1
        elif bonus == "sister_taxa":
            fits = len(names) >= 2 and len({sets_of(one) for one in cards}) == 1
        else:
            sets = [sets_of(one) for one in cards]
            alike = all(len(each) >= 5 for each in sets) and len({each[4] for each in sets if len(each) >= 5}) == 1
            fits = len(cards) >= 3 and len(names) == len(cards) and alike
        held = [self.held.get(one.id, ("", 0))[0] for one in cards]
        if bonus in held:  # those that have it already: new ones join them, but for S4:59, "only in one instance"
            rewarded = held.count("") if bonus != "phylogenetic" else 0
        else:  # so few that it would end at once are awarded nothing
            fewest = {"pack": 3, "sister_taxa": 1, "phylogenetic": 2}[bonus]
            rewarded = held.count("") if held.count("") >= fewest else 0
        if fits and rewarded and any(each not in ("", bonus) for each in held):
            self.unrewarded += 1  # MY-65
        return fits and rewarded > 0


def stretches(field: Field) -> Iterator[list[tuple[Cell, Fact]]]:
    """Return every stretch of neighbours of one player in one row, long and short, from left to right."""
    for seat in (0, 1):
        for half in (0, 1):
            for row in (2, 3, 4):
                for first in range(8):
                    for last in range(first, 8):
                        cells = [(half, row, column) for column in range(first, last + 1)]
                        if all(at in field and field[at].seat == seat for at in cells):
                            yield [(at, field[at]) for at in cells]


def is_tyrant(field: Field, seat: int) -> bool:
    """S4:58: every entity zone on your field filled by your cards."""
    zones = [(seat, row, column) for row in (2, 3, 4) for column in range(8)]
    return all(at in field and field[at].seat == seat for at in zones)


def is_active(one: Fact) -> bool:
    return CARDS[one.card].kind is Kind.ACTIVE


def sets_of(one: Fact) -> tuple[str, ...]:
    return CARDS[one.card].sets


def ids_of(facts: object) -> set[str]:
    return {one.id for one in facts}  # type: ignore[attr-defined]  # whatever can be gone through
