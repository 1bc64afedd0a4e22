"""A second Density Deck, written from the rule book alone to hold the first one to it: slow, plain and mutable.

It is told who does what, and says everything that must happen. Only the order of shuffled cards it has to be told, and
of that it checks that it is a shuffle of the right cards.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from games.worlds import DECK
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.games.density_deck import Card, Colour
from quarterdeck_protocol.names import Seat


def possible_scores(hand: Sequence[Card], elsewhere: Sequence[Card], options: dd.Options) -> set[int]:
    """Return what a hand may score: one number, unless two colours tie for base colour and the reading makes that
    matter.

    Facts 1 to 7, DD-1 to DD-4, by trying every colour of the deck as the base.
    """
    commons = sum(card.power for card in hand if card.colour == "common")
    held = {card.colour for card in hand} - {Colour.COMMON}
    if not held:
        return {commons if options.commons_only == "sum" else 0}
    power = {
        colour: prod(card.power for card in [*hand, *elsewhere] if card.colour == colour)
        for colour in Colour
        if colour in held
    }
    scores = set()
    for base in held:
        if any(power[other] > power[base] for other in held):
            continue
        score = power[base] + commons
        for other in held - {base}:
            own = [card.power for card in hand if card.colour == other]
            score -= {"combined": power[other], "hand_product": prod(own), "face_sum": sum(own)}[options.off_colour]
        scores.add(score)
    return scores


class Book:
    """One match, played by the book."""

    def __init__(self, seats: int, options: dd.Options) -> None:
        self.options = options
        self.seats = range(seats)
        self.lives = [options.lives for _ in self.seats]
        self.lapses = [0 for _ in self.seats]
        self.left: set[int] = set()
        self.places: dict[int, int] = {}
        self.deal = self.round = 0
        self.dealer = self.turn = -1
        self.over = False
        self.hands: list[list[Card]] = []
        self.discards: list[list[Card]] = []
        self.pile: list[Card] = []
        self.centre: list[Card] = []
        self.fourth: Card | None = None
        self.from_pile_of: int | None = None
        self.fighters: list[int] = []
        self.to_act: list[int] = []
        self.owes: dict[int, int] = {}
        self.drew = self.ran_out = False
        self._listen(())

    # What is asked of it

    def begins(self, events: Sequence[Any]) -> list[Any]:
        """Return what happens when the match begins; the dealer is drawn by lot."""
        self._listen(events)
        self.dealer = events[0].dealer_seat
        return self._deal()

    def choices(self, seat: int) -> set[Any]:
        """Return what a seat may do (S2:20…23)."""
        if seat != self.turn or self.over:
            return set()
        if self.fourth is not None:
            cards = {*self.hands[seat], self.fourth}
            if self.from_pile_of is not None and self.options.rediscard_taken == "forbidden":
                cards = set(self.hands[seat])
            return {dd.Surrender(), *(dd.Discard(card=card) for card in cards)}
        may: set[Any] = {dd.Pass(), dd.Surrender()}
        if self.round >= 2:
            may.add(dd.Fight())
        if self.pile or any(len(pile) >= 2 for pile in self.discards):
            may.add(dd.Draw())
        return may | {dd.Take(from_seat=Seat(each)) for each in self.seats if each != seat and self.discards[each]}

    def acts(self, seat: int, action: Any, events: Sequence[Any]) -> list[Any]:
        """Return what an action causes."""
        self._listen(events)
        happens = [dd.CameBack(seat=Seat(seat))] if self.lapses[seat] else []
        self.lapses[seat] = 0
        return happens + self._does(seat, action)

    def times_out(self, seat: int, events: Sequence[Any]) -> list[Any]:
        """Return what happens when a seat's time runs out (DD-38, DD-39)."""
        self._listen(events)
        self.lapses[seat] += 1
        happens = [dd.Lapsed(seat=Seat(seat), turns=self.lapses[seat])]
        if self.lapses[seat] > 2:
            return happens + self._does(seat, dd.Surrender())
        if self.fourth is None:
            return happens + self._does(seat, dd.Pass())
        card = self.fourth
        if dd.Discard(card=card) not in self.choices(seat):
            listed = list(DECK)  # of several least cards the first of the deck list
            card = min(self.hands[seat], key=lambda card: (card.power, listed.index(card)))
        return happens + self._does(seat, dd.Discard(card=card))

    def leaves(self, seat: int, events: Sequence[Any]) -> list[Any]:
        """Return what happens when a seat leaves for good (DD-40)."""
        self._listen(events)
        self.left.add(seat)
        happens: list[Any] = [dd.Left(seat=Seat(seat))]
        if seat in self.fighters:
            was_on_turn = seat == self.turn
            happens += self._gives_up(seat)
            if was_on_turn or len(self.fighters) == 1:
                happens += self._goes_on()
        return happens

    def comes_back(self, seat: int) -> list[Any]:
        """Return what happens when a seat that was away is back (DD-39)."""
        away, self.lapses[seat] = self.lapses[seat], 0
        return [dd.CameBack(seat=Seat(seat))] if away else []

    # What follows from what

    def _listen(self, events: Sequence[Any]) -> None:
        """Hear what the book cannot know: how cards were shuffled, and what it leaves open."""
        self.shuffles: Iterator[Any] = iter([event for event in events if isinstance(event, dd.Dealt | dd.Reshuffled)])
        shown = [showing for event in events if isinstance(event, dd.HandsShown) for showing in event.showings]
        self.published_scores = {showing.seat: showing.score.total for showing in shown}

    def _does(self, seat: int, action: Any) -> list[Any]:
        s = Seat(seat)
        match action:
            case dd.Fight():
                return [dd.FightCalled(seat=s), *self._fights(dd.Ending.FIGHT, caller=s)]
            case dd.Pass():
                return [dd.Passed(seat=s), *self._goes_on()]
            case dd.Surrender():
                return [*self._gives_up(seat), *self._goes_on()]
            case dd.Draw():
                happens: list[Any] = []
                if not self.pile:  # DD-31
                    buried = [card for pile in self.discards for card in pile[:-1]]
                    shuffled = next(self.shuffles).pile
                    assert Counter(shuffled) == Counter(buried)
                    self.discards = [pile[-1:] for pile in self.discards]
                    self.pile = list(shuffled)
                    happens.append(dd.Reshuffled(pile=shuffled, pile_count=len(buried)))
                self.fourth = self.pile.pop(0)
                self.drew = True
                self.ran_out = self.ran_out or not self.pile
                return [*happens, dd.Drew(seat=s, card=self.fourth)]
            case dd.Take(from_seat=other):
                self.fourth = self.discards[other].pop()
                self.from_pile_of = other
                self.drew = True
                return [dd.Took(seat=s, from_seat=other, card=self.fourth)]
            case dd.Discard(card=card):
                assert self.fourth is not None
                four = [*self.hands[seat], self.fourth]
                four.remove(card)
                self.hands[seat], self.fourth, self.from_pile_of = four, None, None
                self.discards[seat].append(card)
                return [dd.Discarded(seat=s, card=card), *self._goes_on()]
            case _:
                raise AssertionError(f"the book does not know {action}")

    def _gives_up(self, seat: int) -> list[Any]:
        """DD-18, DD-19, DD-22: one life less than a lost fight, at least one; the cards are out of play."""
        cost = {1: 1, 2: 1, 3: 2}.get(self.round, 3)
        self.owes[seat] = cost
        self.fighters.remove(seat)
        self.hands[seat] = []
        if seat == self.turn:
            self.fourth, self.from_pile_of = None, None
        if seat in self.to_act:
            self.to_act.remove(seat)
        return [dd.Surrendered(seat=Seat(seat), cost=cost)]

    def _goes_on(self) -> list[Any]:
        """The turn is over (S2:17…19, DD-23, DD-27)."""
        if self.turn in self.to_act:
            self.to_act.remove(self.turn)
        if len(self.fighters) == 1:
            return self._settles(dd.Ending.UNCONTESTED, {}, None)
        if self.to_act:
            self.turn = self.to_act[0]
            return [dd.TurnBegan(seat=Seat(self.turn))]
        forced = None  # DD-32; a fight needs the first centre card to be up (S2:20), so none is forced in round 1
        if self.options.forced_fight == "whichever_first" and self.round >= 2:
            if self.ran_out:
                forced = dd.ForcedBy.PILE_RAN_OUT
            elif not self.drew:
                forced = dd.ForcedBy.NOBODY_DREW
        if self.round >= self.options.round_cap:
            forced = dd.ForcedBy.ROUND_CAP
        if forced:
            return [dd.FightForced(because=forced), *self._fights(dd.Ending.FORCED_FIGHT, caller=None)]
        return self._round(self.round + 1)

    def _round(self, number: int) -> list[Any]:
        self.round, self.drew = number, False
        clockwise = [(self.dealer + 1 + step) % len(self.seats) for step in self.seats]
        self.to_act = [seat for seat in clockwise if seat in self.fighters]
        self.turn = self.to_act[0]
        happens: list[Any] = []
        if 2 <= number <= 4:
            happens.append(dd.Flipped(position=number - 2, card=self.centre[number - 2]))
        damage = {1: None, 2: 2, 3: 3}.get(number, 4)
        cost = {1: 1, 2: 1, 3: 2}.get(number, 3)
        began = dd.RoundBegan(round=number, damage=damage, surrender_cost=cost)
        return [*happens, began, dd.TurnBegan(seat=Seat(self.turn))]

    def _deal(self) -> list[Any]:
        dealt = next(self.shuffles)
        self.deal += 1
        alive = [seat for seat in self.seats if self.lives[seat] > 0]
        assert (dealt.deal, dealt.dealer_seat) == (self.deal, self.dealer)
        assert [len(hand) for hand in dealt.hands] == [3 if seat in alive else 0 for seat in self.seats]
        assert len(dealt.centre) == 3
        assert dealt.pile_count == len(dealt.pile) == {4: 35, 3: 38, 2: 41}[len(alive)]
        assert Counter(card for cards in (*dealt.hands, dealt.centre, dealt.pile) for card in cards) == DECK
        self.hands = [list(hand) for hand in dealt.hands]
        self.centre, self.pile = list(dealt.centre), list(dealt.pile)
        self.discards = [[] for _ in self.seats]
        self.fighters = alive
        self.owes = {}
        self.fourth, self.from_pile_of = None, None
        self.ran_out = False
        self.lapses = [turns if turns >= 2 else 0 for turns in self.lapses]  # absent until back; otherwise per deal
        return [dealt, *self._round(1)]

    def up(self) -> list[Card]:
        """Return the centre cards that lie face up: none in round 1, one more in each round, all from the fourth on."""
        return self.centre[: min(3, self.round - 1)]

    def elsewhere(self, seat: int, centre: Sequence[Card]) -> list[Card]:
        return [*centre, *(pile[-1] for other, pile in enumerate(self.discards) if pile and other != seat)]

    def _fights(self, ending: dd.Ending, caller: Seat | None) -> list[Any]:
        centre = self.centre if self.options.amplification_counts == "all" else self.up()
        options = self.options
        totals = {
            seat: possible_scores(self.hands[seat], self.elsewhere(seat, centre), options) for seat in self.fighters
        }
        hidden = [None] * (3 - len(centre))
        shown = Shown(totals, {seat: list(self.hands[seat]) for seat in self.fighters}, [*centre, *hidden])
        return [shown, *self._settles(ending, totals, shown)]

    def _settles(self, ending: dd.Ending, totals: dict[int, set[int]], shown: "Shown | None") -> list[Any]:
        """S2:24…32, DD-14…20, DD-23, DD-26, DD-33, DD-40."""
        scores = {}
        for seat, possible in totals.items():
            # Where two colours tie for base, DD-41 takes the higher score, which by `combined` is the same (DD-2).
            scores[seat] = self.published_scores[Seat(seat)]
            assert scores[seat] == max(possible), f"seat {seat} scores the most of {possible}, not {scores[seat]}"
            assert len(possible) == 1 or self.options.off_colour != "combined"
        if shown is not None:
            shown.scores = scores
        winners = [seat for seat in self.fighters if not scores or scores[seat] == max(scores.values())]
        before = list(self.lives)
        damage = {1: 1, 2: 2, 3: 3}.get(self.round, 4)
        costs = [
            before[seat]
            if seat in self.left
            else self.owes.get(seat, 0)
            if seat not in self.fighters
            else 0
            if seat in winners
            else damage
            for seat in self.seats
        ]
        self.lives = [max(0, lives - cost) for lives, cost in zip(before, costs, strict=True)]
        happens: list[Any] = [
            dd.Damaged(seat=Seat(seat), damage=costs[seat], lives=self.lives[seat])
            for seat in self.seats
            if costs[seat]
        ]
        named = tuple(dd.Winner(seat=Seat(seat), total=scores.get(seat)) for seat in sorted(winners))
        happens.append(dd.DealEnded(deal=self.deal, ending=ending, winners=named, damage=tuple(costs)))
        alive = [seat for seat in self.seats if self.lives[seat] > 0]
        assert alive, "DD-25: somebody always has lives left"
        fell = [seat for seat in self.seats if before[seat] > 0 and not self.lives[seat]]
        # DD-26: more lives before, then having fought, then the higher score; otherwise the place is shared
        ranks = {seat: (before[seat], seat in scores, scores.get(seat, 0)) for seat in fell}
        for seat in sorted(fell, key=lambda seat: ranks[seat]):
            self.places[seat] = len(alive) + 1 + sum(ranks[other] > ranks[seat] for other in fell)
            happens.append(dd.Eliminated(seat=Seat(seat), place=self.places[seat]))
        if len(alive) == 1:
            self.places[alive[0]] = 1
            self.over, self.turn = True, -1
            left = dd.Reason.OTHERS_LEFT if set(fell) <= self.left else dd.Reason.LAST_STANDING
            places = tuple(self.places[seat] for seat in self.seats)
            last = (dd.Winner(seat=Seat(alive[0]), total=None),)
            return [*happens, dd.MatchEnded(winners=last, places=places, reason=left)]
        while True:  # DD-29
            self.dealer = (self.dealer + 1) % len(self.seats)
            if self.lives[self.dealer]:
                break
        return [*happens, *self._deal()]


class Shown:
    """What a fight must show, whatever the order of the cards and the way the score is written down."""

    def __init__(self, totals: dict[int, set[int]], hands: dict[int, list[Card]], centre: list[Card | None]) -> None:
        self.totals = totals
        self.hands = hands
        self.centre = centre
        self.scores: dict[int, int] = {}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, dd.HandsShown):
            return False
        seen = {showing.seat: showing for showing in other.showings}
        return (
            list(seen) == sorted(self.hands)
            and list(other.centre) == self.centre
            and all(Counter(seen[Seat(seat)].hand) == Counter(hand) for seat, hand in self.hands.items())
            and all(seen[Seat(seat)].score.total == total for seat, total in self.scores.items())
        )

    def __hash__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return f"Shown({self.scores}, {self.hands}, {self.centre})"
