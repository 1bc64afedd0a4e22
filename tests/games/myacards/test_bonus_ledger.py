"""Random fields, changed at random, against the ledger: every bonus, every end, every statistic, every removal."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from games.myacards.given import KEY
from games.myacards.ledger import Cell, Fact, Field, Ledger, is_active, is_tyrant
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from quarterdeck_games.dice import Dice
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED
from quarterdeck_games.myacards.field import Piece, column_of, half_of, row_of, zone_at
from quarterdeck_games.myacards.resolution import Resolution
from quarterdeck_games.myacards.state import State
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus, CardId, Options, PieceId, Stage
from quarterdeck_protocol.names import Seat, Version

ACTIVES = (
    *("canis-lupus", "canis-latrans", "lycaon-pictus", "vulpes-vulpes", "felis-silvestris", "felis-margarita"),
    *("lontra-canadensis", "gulo-gulo", "castor-fiber", "castor-canadensis"),
)
"""Few enough that neighbours often have something in common: two orders, three genera with two species."""

SUPPORT = "remora-remora"
"""It strengthens cards of the deep sea, of which there are none here."""

STEPS = 30
CELLS: tuple[Cell, ...] = tuple((half, row, column) for half in (0, 1) for row in (2, 3, 4) for column in range(8))


class Walk:
    """A field that changes at random, kept twice: by the game, and by the ledger."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.palette = self.chance.sample(ACTIVES, self.chance.choice((2, 4, 10)))
        self.ledger = Ledger()
        self.field: Field = {}
        self.state = State(catalogue=SHIPPED, options=Options(), stage=Stage.PLAY, turn=5)
        self.events: list[my.Event] = []
        self.ids = 0
        if self.chance.random() < 0.5:
            half = self.chance.choice((0, 1))
            for at in CELLS:
                if at[0] == half:
                    self._put(at, half)
        self._settle()

    def step(self) -> None:
        """Change something, and let both say what follows from it."""
        taken = [at for at in CELLS if at in self.field]
        free = [at for at in CELLS if at not in self.field]
        match self.chance.choice(("put", "put", "put", "put", "take", "move", "chip", "chip")):
            case "put" if free:
                at = self.chance.choice(free)
                beside = [self.field.get((at[0], at[1], at[2] + side)) for side in (-1, 1)]
                neighbour = next((one for one in beside if one is not None), None)
                if neighbour is not None and at[1] != 2 and self.chance.random() < 0.5:
                    self._put(at, neighbour.seat, neighbour.card)
                else:
                    self._put(at, at[0] if at[1] == 2 or self.chance.random() < 0.8 else 1 - at[0])
            case "take" if taken:
                self._take(self.chance.choice(taken))
            case "move" if taken:
                at = self.chance.choice(taken)
                to = [each for each in free if (each[1] == 2) is (at[1] == 2)]
                if to:
                    one = self.field[at]
                    self._take(at)
                    self._lay(self.chance.choice(to), one)
            case "chip" if taken:
                enjoying = [at for at in taken if self.field[at].id in self.ledger.held or is_tyrant(self.field, at[0])]
                at = self.chance.choice(enjoying or taken)
                one = self.field[at]
                now = self.ledger.stats(self.field, one) if is_active(one) else (0, 0, 0)
                attack, defense, speed = one.chips  # down to nought, or now and then one further: it hangs by a bonus
                chips = (attack - now[0] - (self.chance.random() < 0.1), defense, speed)
                self._lay(at, Fact(one.id, one.card, one.seat, chips))
            case _:
                pass
        self._settle()

    def check(self) -> None:
        """See whether both say the same of everything."""
        there: Field = {}
        reading = self.state.field
        for zone, piece in enumerate(self.state.board):
            if piece is None:
                continue
            chips = (piece.attack, piece.defense, piece.speed)
            at = (half_of(zone), row_of(zone), column_of(zone))
            there[at] = Fact(piece.id, piece.card, piece.seat, chips)
            held = self.ledger.held.get(piece.id)
            assert (None if piece.bonus is None else piece.bonus.value) == (None if held is None else held[0])
            if is_active(there[at]):
                assert reading.stats(piece, zone) == self.ledger.stats(self.field, self.field[at])
        assert there == self.field
        assert groups(self.state) == self.groups()

    def groups(self) -> set[frozenset[str]]:
        found: dict[tuple[str, int], set[str]] = {}
        for each, what in self.ledger.held.items():
            if what[0] != Bonus.SISTER_TAXA:  # sisters are bound by what they are, not by a group
                found.setdefault(what, set()).add(each)
        return {frozenset(each) for each in found.values()}

    def _put(self, at: Cell, seat: int, card: str | None = None) -> None:
        self.ids += 1
        some = SUPPORT if at[1] == 2 else self.chance.choice(self.palette)
        self._lay(at, Fact(f"p{self.ids}", card or some, seat))

    def _lay(self, at: Cell, one: Fact) -> None:
        before = next((piece for piece in self.state.board if piece is not None and piece.id == one.id), None)
        blank = Piece(id=PieceId(one.id), card=CardId(one.card), seat=Seat(one.seat))
        piece = replace(before or self._taken_up.pop(one.id, blank))
        attack, defense, speed = one.chips
        self.field[at] = one
        self._set(at, replace(piece, attack=attack, defense=defense, speed=speed))

    def _take(self, at: Cell) -> None:
        """Take a card up; if it is laid down elsewhere at once, it is the same card with what it enjoys."""
        one = self.field.pop(at)
        piece = self.state.board[zone_at(*at)]
        assert piece is not None
        self._taken_up = {one.id: piece}
        self._set(at, None)

    _taken_up: dict[str, Piece] = {}  # noqa: RUF012  # replaced, never changed

    def _set(self, at: Cell, piece: Piece | None) -> None:
        board = list(self.state.board)
        board[zone_at(*at)] = piece
        self.state = replace(self.state, board=tuple(board))

    def _settle(self) -> None:
        self._taken_up = {}
        resolution = Resolution(self.state, Dice(KEY, Version(1)))
        resolution.settle()
        self.events = list(resolution.events)
        self.state = resolution.state
        self.field = self.ledger.settle(self.field)


def groups(state: State) -> set[frozenset[str]]:
    found: dict[int, set[str]] = {}
    for piece in state.board:
        if piece is not None and piece.bonus in (Bonus.PACK, Bonus.PHYLOGENETIC):
            found.setdefault(piece.group, set()).add(piece.id)
    return {frozenset(each) for each in found.values()}


def walked(seed: int) -> Iterator[Walk]:
    walk = Walk(seed)
    yield walk
    for _ in range(STEPS):
        walk.step()
        yield walk


@given(seed=st.integers(0, 2**64 - 1))
def test_bonuses_ends_statistics_and_removals_are_those_of_the_ledger(seed: int) -> None:
    """S4:58 to S4:61, S4:91, MY-30 to MY-36, MY-38."""
    for walk in walked(seed):
        walk.check()


def test_these_walks_come_by_every_award_every_end_every_exclusion_and_chains_of_removals() -> None:
    """So the test above says something of each."""
    seen: Counter[str] = Counter()
    awaited = [f"{kind} {bonus}" for kind in ("BonusGained", "BonusLost") for bonus in Bonus if bonus != Bonus.TYRANT]
    awaited += ["a pack that grows", "an old pack that grows", "a tyrant", "a tyrant no more", "a chain of removals"]
    awaited += ["one that counts and receives nothing", "abroad"]
    for seed in range(40):
        if all(seen[what] for what in awaited):
            break
        was_tyrant = False
        for walk in walked(seed):
            for event in walk.events:
                match event:
                    case my.BonusGained() | my.BonusLost():
                        seen[f"{type(event).__name__} {event.bonus}"] += 1
                        if isinstance(event, my.BonusGained) and event.bonus is Bonus.PACK and len(event.pieces) < 3:
                            seen["a pack that grows"] += 1
                            seen["an old pack that grows"] += event.group < walk.state.groups
                    case _:
                        pass
            is_now = is_tyrant(walk.field, 0) or is_tyrant(walk.field, 1)
            seen["a tyrant"] += is_now and not was_tyrant
            seen["a tyrant no more"] += was_tyrant and not is_now
            was_tyrant = is_now
            seen["a chain of removals"] += walk.ledger.passes > 1
            seen["one that counts and receives nothing"] += walk.ledger.unrewarded > 0
            seen["abroad"] += any(half != one.seat for (half, row, _), one in walk.field.items() if row > 2)
    assert [what for what in awaited if not seen[what]] == []
