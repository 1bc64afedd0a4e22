"""Random boards, worked out a second time from the rule book alone: powers, fights, knockouts, score, where all goes.

The tables are copied from the published list of cards by hand; nothing here asks `power`, `queries` or `fights`, or a
card's text.
"""

from collections import Counter
from random import Random

import pytest
from games.amfibido.given import A, B, Match, given
from msgspec.structs import replace
from quarterdeck_games.amfibido.cards.copies import DECKS
from quarterdeck_games.amfibido.state import Dojo, Fighter, Side
from quarterdeck_games.two_seats import SEATS
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

PRINTED = """
1 crocodile caiman 4
1 snake puff-adder 3, coral-snake 1
1 frog tree-frog 2
1 salamander newt 2
1 toad black-toad 2
1 lizard gecko 3, panther-chameleon 1
2 crocodile alligator 6, dwarf-crocodile 5
2 toad bogart-toad 4, bloated-toad 4
2 snake double-headed-viper 5, brown-snake 3
2 lizard basilisk 3, pygmy-chameleon 1
2 salamander clouded-salamander 5, marbled-salamander 4
2 frog dart-frog 3, bullfrog 4
3 crocodile great-crocodile 8, mugger-crocodile 7
3 turtle painted-turtle 9, tipsy-turtle 10
3 toad cane-toad 5, oak-toad 6
3 snake black-mamba 3
3 lizard iguana 4, gila-monster 5
3 salamander axolotl 6, fire-salamander 5
3 frog glass-frog 6
3 spawn humongous-spawn 7
4 crocodile river-crocodile 11, marsh-crocodile 10
4 turtle sumo-turtle 13, desert-tortoise 10
4 toad harlequin-toad 7
4 snake king-cobra 1, anaconda 8
4 lizard lonely-lizard 8, veiled-chameleon 1
4 salamander giant-salamander 9
4 frog rain-frog 7, red-spotted-frog 6
5 crocodile king-of-the-crocs 15
5 lizard komodo-dragon 12
5 snake python-emperor 8
5 toad hypnotoad 10
5 frog goliath-frog 9
5 salamander siren-salamander 10
"""
FIGHTERS: dict[str, tuple[int, str, int]] = {}
for _line in PRINTED.split("\n"):
    if _line:
        _level, _species, _cards = _line.split(" ", 2)
        for _one in _cards.split(", "):
            _name, _power = _one.split()
            FIGHTERS[_name] = (int(_level), _species, int(_power))

NOTHING = None
EQUIPMENT: dict[str, int | None] = {
    "boxing-gloves": 1,
    "wrist-wraps": NOTHING,
    "kung-fu-gi": NOTHING,
    "white-belt": NOTHING,
    "iron-wrench": 2,
    "nunchucks": 0,
    "brass-knuckles": 2,
    "bokken": 1,
    "spawning-sword": 1,
    "shaolin-cane": 3,
    "smoke-bomb": 3,
    "spawning-suit": NOTHING,
    "yellow-belt": 2,
    "croackers-gi": 3,
    "twin-sai": 2,
    "bo-staff": 4,
    "meteor-hammer": 4,
    "chameleon-skin": NOTHING,
    "champions-belt": 2,
    "golden-gloves": 7,
    "twin-katanas": 6,
    "black-belt": 3,
    "steroids": NOTHING,
}
COMBOS: dict[str, int | None] = {
    "roundhouse-kick": 3,
    "headlock": 2,
    "nipple-twist": 1,
    "right-hook": 4,
    "flying-kick": 3,
    "open-palm-strike": 3,
    "rebirth": NOTHING,
    "uppercut": 5,
    "tag-team": 2,
    "sucker-punch": 2,
    "metamorphosis": NOTHING,
    "kick-and-punch": 5,
}
SENSEI = ("coach-nickey", "pei-mai", "crocodile-dandoo", "shifuu-kuu", "sir-scurry", "silent-lee", "master-toshi")
ALSO = {"frog", "crocodile", "salamander", "snake"}
PER_COMBO = {"tree-frog": 3, "glass-frog": 4, "red-spotted-frog": 6, "white-belt": 3, "yellow-belt": 3}
PER_SNAKE = {"coral-snake": 2, "black-mamba": 3, "king-cobra": 5, "python-emperor": 4}
TWO_SNAKES = {"double-headed-viper", "anaconda", "python-emperor"}


class Book:
    """The table as the rule book reads it."""

    def __init__(self, match: Match) -> None:
        self.sides = match.state.sides
        self.muted: set[tuple[int, int, str]] = set()
        for seat in (0, 1):
            for at in range(3):
                if self.name(1 - seat, at) == "hypnotoad":
                    self.muted |= {(seat, at, one) for one in (self.name(seat, at), *self.things(seat, at))}
        for seat in (0, 1):
            for at in range(3):
                if "bo-staff" in self.things(1 - seat, at) and (1 - seat, at, "bo-staff") not in self.muted:
                    self.muted |= {(seat, at, one) for one in self.things(seat, at)}
            for at in range(3):
                if self.heard(seat, at, "desert-tortoise"):
                    self.muted |= {
                        (seat, there, self.name(seat, there))
                        for there in range(3)
                        if there != at and self.printed(seat, there)[1] == "turtle"
                    }

    def dojo(self, seat: int, at: int) -> Dojo:
        return self.sides[seat].dojos[at]

    def name(self, seat: int, at: int) -> str:
        fighter = self.dojo(seat, at).fighter
        return "" if fighter is None else fighter.card

    def printed(self, seat: int, at: int) -> tuple[int, str, int]:
        return FIGHTERS.get(self.name(seat, at), (0, "", 0))

    def things(self, seat: int, at: int) -> list[str]:
        return [one.card for one in self.dojo(seat, at).equipment]

    def heard(self, seat: int, at: int, name: str) -> bool:
        """Whether a text is in that dojo and not neutralized."""
        there = name == self.name(seat, at) or name in self.things(seat, at)
        return there and (seat, at, name) not in self.muted

    def somewhere(self, seat: int, name: str) -> bool:
        return any(self.heard(seat, at, name) for at in range(3))

    def types(self, seat: int, at: int) -> set[str]:
        own = {self.printed(seat, at)[1]}
        fighter = self.dojo(seat, at).fighter
        taught = fighter is not None and fighter.also
        return own | ALSO if taught or self.heard(seat, at, "humongous-spawn") else own

    def snakes(self, seat: int, at: int) -> int:
        if "snake" not in self.types(seat, at):
            return 0
        return 2 if any(self.heard(seat, at, name) for name in TWO_SNAKES) else 1

    def all_snakes(self, seat: int) -> int:
        return sum(self.snakes(seat, at) for at in range(3)) + (self.sides[seat].sensei == "shifuu-kuu")

    def homes(self, seat: int) -> list[int]:
        return [at for at in range(3) if self.name(seat, at)]

    def fights_from(self, seat: int, at: int) -> int | None:
        """In which dojo he lies who fights here: his own, unless it is the Komodo Dragon next door (AF-35)."""
        if self.name(seat, at):
            return at
        if len(self.homes(seat)) == 2:
            return next((one for one in self.homes(seat) if self.heard(seat, one, "komodo-dragon")), None)
        return None

    def star(self, seat: int, home: int, at: int) -> int:
        """Printed power with its `*`; others' `*` are not read (AF-26)."""
        power = self.printed(seat, home)[2]
        if self.heard(seat, home, "panther-chameleon"):
            return power + min([self.printed(1 - seat, one)[2] for one in self.homes(1 - seat)], default=0)
        if self.heard(seat, home, "pygmy-chameleon"):
            others = [self.printed(seat, one)[2] for one in self.homes(seat) if one != home]
            return power + min(others, default=0)
        if self.heard(seat, home, "veiled-chameleon"):
            facing = self.fights_from(1 - seat, at)
            return power + (0 if facing is None else self.printed(1 - seat, facing)[2])
        return power

    def base_of_equipment(self, seat: int, at: int) -> int:
        total = 0
        for thing in self.things(seat, at):
            base = EQUIPMENT[thing]
            if base is None:
                continue
            home = self.fights_from(seat, at)
            if thing == "nunchucks" and self.heard(seat, at, thing) and home is not None:
                base += self.printed(seat, home)[0]
            total += base + (self.sides[seat].sensei == "silent-lee")
        return total

    def power(self, seat: int, at: int) -> int:
        home = self.fights_from(seat, at)
        assert home is not None
        side: Side = self.sides[seat]
        fighter = self.dojo(seat, home).fighter
        assert fighter is not None
        types = self.types(seat, home)
        power = self.star(seat, home, at)
        if self.heard(seat, at, "chameleon-skin"):
            power = max(power, *[self.star(seat, one, one) for one in self.homes(seat)])
        if self.heard(seat, at, "steroids"):
            power *= 2

        equipment = self.base_of_equipment(seat, at)
        siren = self.somewhere(seat, "siren-salamander") and "salamander" in types
        if siren or self.heard(seat, home, "marbled-salamander"):
            equipment += sum(self.base_of_equipment(seat, one) for one in (at - 1, at + 1) if 0 <= one <= 2)
        if self.heard(seat, home, "newt") or self.heard(seat, home, "axolotl"):
            equipment *= 2
        power += equipment

        names = [self.name(seat, home)] if self.heard(seat, home, self.name(seat, home)) else []
        names += [thing for thing in self.things(seat, at) if self.heard(seat, at, thing)]
        combos = [COMBOS[one.card] for one in fighter.combos]
        worth = [one for one in combos if one is not None]
        power += sum(worth) * (3 if "black-belt" in names else 1)
        for name in names:
            power += PER_COMBO.get(name, 0) * len(worth)
            power += PER_SNAKE.get(name, 0) * (self.all_snakes(seat) - self.snakes(seat, home))
            power += {"dart-frog": 3, "rain-frog": 3}.get(name, 0) * side.combos_played
            power += {"cane-toad": 3, "meteor-hammer": 2}.get(name, 0) * side.fighters_discarded
        power += 5 * ("brown-snake" in names and self.all_snakes(seat) >= 3)
        power += 6 * ("lonely-lizard" in names and len(self.homes(seat)) < 3)
        power += 2 * ("wrist-wraps" in names and self.dojo(seat, at).entered)
        power += 2 * ("salamander" in types) * (names.count("bokken") + names.count("shaolin-cane"))

        power += side.sensei == "coach-nickey" and "crocodile" in types
        power += side.sensei == "sir-scurry" and "lizard" in types
        if side.sensei == "pei-mai":
            power += {2: 1, 3: 2}.get(self.sides[1 - seat].points, 0)
        return power

    def total(self, seat: int, at: int) -> int | None:
        return None if self.fights_from(seat, at) is None else self.power(seat, at)

    def knocks(self, seat: int, at: int) -> bool:
        """Whether who fights here has the keyword."""
        home = self.fights_from(seat, at)
        assert home is not None
        croc = "crocodile" in self.types(seat, home)
        return (
            self.heard(seat, home, "dwarf-crocodile")
            or self.heard(seat, home, "mugger-crocodile")
            or self.heard(seat, at, "golden-gloves")
            or (croc and self.heard(seat, at, "brass-knuckles"))
            or (croc and self.somewhere(seat, "marsh-crocodile"))
        )

    def winner(self, at: int) -> Seat | None:
        there = [self.fights_from(seat, at) is not None for seat in (0, 1)]
        if not all(there):
            return None if not any(there) else A if there[0] else B
        mine, theirs = self.power(0, at), self.power(1, at)
        return None if mine == theirs else A if mine > theirs else B

    def knocked_out(self) -> set[tuple[int, str]]:
        out: set[tuple[int, str]] = set()
        for at in range(3):
            for seat in (0, 1):
                home, facing = self.fights_from(seat, at), self.fights_from(1 - seat, at)
                if home is None:
                    continue
                fighter = self.dojo(seat, home).fighter
                assert fighter is not None
                name = fighter.piece
                if self.heard(seat, home, "tipsy-turtle"):
                    out.add((seat, name))
                if facing is None:
                    continue
                theirs = self.dojo(1 - seat, facing).fighter
                assert theirs is not None
                if any(one.card == "sucker-punch" for one in theirs.combos):
                    out.add((seat, name))
                if self.winner(at) == 1 - seat and self.knocks(1 - seat, at):
                    out.add((seat, name))
                if self.winner(at) == seat and self.heard(1 - seat, facing, "gila-monster"):
                    out.add((seat, name))
        return out


def board(chance: Random) -> Match:
    """Deal a board at random; every third has rather many of the cards that read others."""
    cards = [card for deck in DECKS for card in deck]
    chance.shuffle(cards)
    liked = {"hypnotoad", "komodo-dragon", "bo-staff", "desert-tortoise", "chameleon-skin", "steroids", "nunchucks"}
    liked |= {"siren-salamander", "veiled-chameleon", "panther-chameleon", "pygmy-chameleon", "humongous-spawn"}
    liked |= {"newt", "marbled-salamander", "tipsy-turtle", "sumo-turtle", "gila-monster", "marsh-crocodile"}
    if chance.random() < 0.6:
        cards.sort(key=lambda card: card not in liked or chance.random() < 0.5)
    fighters = [card for card in cards if card in FIGHTERS]
    equipment = [card for card in cards if card in EQUIPMENT and card != "iron-wrench"]
    combos = [card for card in cards if card in COMBOS]
    chance.shuffle(combos)
    pick = fighters[:6]
    chance.shuffle(pick)
    fields: list[dict[int, list[str]]] = [{}, {}]
    things: list[dict[int, list[str]]] = [{}, {}]
    for seat in (0, 1):
        for at in (1, 2, 3):
            if chance.random() < 0.8:
                fields[seat][at] = [pick.pop(), *[combos.pop() for _ in range(chance.choice((0, 0, 1, 2)))]]
            things[seat][at] = [equipment.pop(0) for _ in range(chance.choice((0, 1, 1, 2)))]
    sensei = chance.sample(SENSEI, 2) if chance.random() < 0.7 else [None, None]
    match = given(
        fields[0],
        fields[1],
        equipment=things[0],
        their_equipment=things[1],
        sensei=sensei[0],
        their_sensei=sensei[1],
        points=(chance.randrange(4), chance.randrange(4)),
        starter=chance.choice((A, B)),
        spare=False,
    )
    sides = []
    for side in match.state.sides:
        dojos = []
        for dojo in side.dojos:
            fighter: Fighter | None = dojo.fighter
            if fighter is not None and chance.random() < 0.15:
                fighter = replace(fighter, also=True)
            dojos.append(replace(dojo, fighter=fighter, entered=chance.random() < 0.5))
        sides.append(
            replace(
                side,
                dojos=(dojos[0], dojos[1], dojos[2]),
                combos_played=chance.randrange(4),
                fighters_discarded=chance.randrange(4),
            )
        )
    match.state = replace(match.state, sides=(sides[0], sides[1]))
    return match


@pytest.mark.parametrize("seed", range(40))
def test_a_round_ends_as_the_book_says(seed: int) -> None:
    """S3:171…252, AF-20…AF-38: powers, fights, score, knockouts, and where every card is afterwards."""
    chance = Random(seed)
    for _ in range(25):
        match = board(chance)
        book, before = Book(match), match.state
        match.fight()
        fought = next(event for event in match.happened if isinstance(event, af.Fought))
        totals = [[None if side is None else side.total for side in fight.sides] for fight in fought.fights]
        assert totals == [[book.total(seat, at) for seat in SEATS] for at in range(3)]
        winners = [book.winner(at) for at in range(3)]
        assert match.won == winners
        score = winners.count(A) - winners.count(B)
        winner = None if score == 0 else A if score > 0 else B
        assert fought.winner_seat == winner

        points = [side.points for side in before.sides]
        if winner is not None:
            points[winner] = min(4, points[winner] + 1 + book.somewhere(1 - winner, "sumo-turtle"))
        assert list(match.points) == points
        if 4 in points:
            assert isinstance(match.happened[-1], af.MatchEnded)
            continue

        out: set[tuple[int, str]] = {
            (event.seat, event.piece) for event in match.happened if isinstance(event, af.KnockedOut)
        }
        assert out == book.knocked_out()
        assert match.state.starter == (1 - before.starter if winner is None else winner)
        _everything_is_where_it_belongs(match, book, winners, out)


def _everything_is_where_it_belongs(
    match: Match, book: Book, winners: list[Seat | None], out: set[tuple[int, str]]
) -> None:
    gone: Counter[str] = Counter()
    for seat in (A, B):
        hand: list[str] = []
        rests: list[str] = []
        for at in range(3):
            fighter = book.dojo(seat, at).fighter
            stays = None
            if fighter is not None:
                for combo in fighter.combos:
                    back = combo.card in ("nipple-twist", "tag-team")
                    back = back or (combo.card == "headlock" and winners[at] != seat)
                    if back:
                        rests.append(combo.card)
                    else:
                        gone[combo.card] += 1
                if (seat, fighter.piece) in out:
                    if book.sides[1 - seat].sensei == "coach-nickey":
                        gone[fighter.card] += 1
                    else:
                        rests.append(fighter.card)
                elif winners[at] == 1 - seat:
                    hand.append(fighter.card)
                else:
                    stays = fighter.card
            assert match.fighter(at + 1, seat) == stays
            assert match.equipment(at + 1, seat) == book.things(seat, at)
        drawn = sum(isinstance(event, af.Drew) and event.seat == seat for event in match.happened)
        assert Counter(match.hand(seat)) >= Counter(hand)
        assert len(match.hand(seat)) == len(hand) + drawn
        assert Counter(match.cooldown(seat)) == Counter(rests)
    assert Counter(match.state.discard) == gone
