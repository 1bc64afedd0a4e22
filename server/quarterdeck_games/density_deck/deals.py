"""Automatic flow of a deal in Density Deck: dealing the cards, rounds, fights, and the costs at the end of a deal."""

from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import Seat

from quarterdeck_games.density_deck.deck import DECK, in_deck_order
from quarterdeck_games.density_deck.evolve import AFTER
from quarterdeck_games.density_deck.scores import counted_elsewhere, score
from quarterdeck_games.density_deck.state import (
    CENTRE,
    FIRST_FIGHT,
    HAND,
    LEFT,
    PLAYING,
    SEATS,
    State,
    centre_as_seen,
    damage,
    face_up,
    fight_cost,
    next_in_round,
    still_in,
    surrender_cost,
)
from quarterdeck_games.dice import Dice
from quarterdeck_games.game import Scribe

DEAL_CAP = 500
"""Maximum number of deals of a match (G-7). No match comes near, because every deal costs a life unless all tie."""


class DeckScribe(Scribe[State, dd.Event]):
    """Computes a decision of Density Deck step by step."""

    __slots__ = ()

    def record(self, event: dd.Event) -> State:
        self.events.append(event)  # as every scribe does it, without a call in between: there are three in every action
        self.state = state = AFTER[type(event)](self.state, event)
        return state


def deal(scribe: DeckScribe, dealer: Seat, dice: Dice) -> None:
    """Shuffle all fifty cards and deal them again (S2:4, DD-30): three from the top to each seat that is still in the
    match, clockwise from the dealer's left, then three to the centre. The rest is the draw pile."""
    state = scribe.state
    seats = len(state.lives)
    cards = dice.shuffled(DECK, "dealt")
    hands: list[tuple[dd.Card, ...]] = [()] * seats
    dealt = 0
    for step in range(1, seats + 1):
        seat = (dealer + step) % seats
        if state.lives[seat]:
            hands[seat] = cards[dealt : dealt + HAND]
            dealt += HAND
    centre, pile = cards[dealt : dealt + CENTRE], cards[dealt + CENTRE :]
    scribe.record(
        dd.Dealt(
            deal=state.deal + 1,
            dealer_seat=dealer,
            hands=tuple(hands),
            centre=centre,
            pile=pile,
            pile_count=len(pile),
        )
    )
    begin_round(scribe, 1)


def begin_round(scribe: DeckScribe, number: int) -> None:
    """Begin a round. In the second to the fourth round, a card of the centre is turned face up first (S2:18)."""
    up = face_up(number)
    if up > face_up(number - 1):
        scribe.record(dd.Flipped(position=up - 1, card=scribe.state.centre[up - 1]))
    state = scribe.record(dd.RoundBegan(round=number, damage=fight_cost(number), surrender_cost=surrender_cost(number)))
    first = next_in_round(state, None)
    assert first is not None  # noqa: S101 - there is a round only while two are in the deal
    scribe.record(dd.TurnBegan(seat=first))


def go_on(scribe: DeckScribe, after: Seat, dice: Dice) -> None:
    """Continue after a seat's turn: with the next turn, the next round, or the end of the deal."""
    state = scribe.state
    if state.status.count(PLAYING) == 1:
        end_deal(scribe, dd.Ending.UNCONTESTED, dice)  # S2:19, DD-23; so the last one cannot surrender (DD-24)
        return
    following = next_in_round(state, after)
    if following is not None:
        scribe.record(dd.TurnBegan(seat=following))
    elif (because := why_fight(state)) is not None:
        scribe.record(dd.FightForced(because=because))
        fight(scribe, dd.Ending.FORCED_FIGHT, dice)
    else:
        begin_round(scribe, state.round + 1)


def why_fight(state: State) -> dd.ForcedBy | None:
    """Return the reason why a complete round ends in a fight that nobody called; `None` if it does not (DD-32).

    This is not possible before the second round: according to the published text, there is no fight before a centre
    card is face up (S2:20).
    """
    if state.round >= state.options.round_cap:
        return dd.ForcedBy.ROUND_CAP
    if state.round < FIRST_FIGHT or state.options.forced_fight is dd.ForcedFight.ROUND_CAP:
        return None
    if state.pile_ran_out:
        return dd.ForcedBy.PILE_RAN_OUT
    return None if state.anyone_drew else dd.ForcedBy.NOBODY_DREW


def fight(scribe: DeckScribe, ending: dd.Ending, dice: Dice) -> None:
    """Show the hands of all seats that have not surrendered, all at once (S2:24, DD-14, DD-37)."""
    state = scribe.state
    centre = centre_as_seen(state)  # DD-5, DD-6
    if state.options.amplification_counts is dd.AmplificationCounts.ALL:
        centre = state.centre
    showings = []
    for seat in still_in(state):
        hand = in_deck_order(state.hands[seat])
        worth = score(hand, counted_elsewhere(state, seat, centre), state.options)
        showings.append(dd.Showing(seat=seat, hand=hand, score=worth))
    scribe.record(dd.HandsShown(showings=tuple(showings), centre=centre))
    end_deal(scribe, ending, dice)


def end_deal(scribe: DeckScribe, ending: dd.Ending, dice: Dice) -> None:
    """End a deal: all seats pay its costs at the same time (DD-20), and the next deal begins (S2:19)."""
    before = scribe.state
    winners = _winners(before)
    costs = _costs(before, winners)
    for seat, cost in zip(SEATS, costs, strict=False):
        if cost:
            lives = max(0, before.lives[seat] - cost)  # DD-33
            scribe.record(dd.Damaged(seat=seat, damage=cost, lives=lives))
    state = scribe.record(dd.DealEnded(deal=before.deal, ending=ending, winners=winners, damage=costs))
    fallen = [seat for seat, lives in zip(SEATS, state.lives, strict=False) if not lives and before.lives[seat]]
    if fallen:
        _eliminate(scribe, fallen, before)
    if _alive(state) == 1:
        left = all(state.status[seat] is LEFT for seat in fallen)
        _end_match(scribe, dd.Reason.OTHERS_LEFT if left else dd.Reason.LAST_STANDING)
    elif state.deal >= DEAL_CAP:
        _end_match(scribe, dd.Reason.DEAL_CAP)
    else:
        deal(scribe, _next_dealer(state), dice)


def _winners(state: State) -> tuple[dd.Winner, ...]:
    """Return the winners of a deal: the highest score, or all that tie for it (S2:30, DD-17). Without a fight, the
    remaining seats win."""
    if state.shown is None:
        return tuple([dd.Winner(seat=seat, total=None) for seat in still_in(state)])
    best = max([showing.score.total for showing in state.shown.showings])
    return tuple(
        [dd.Winner(seat=showing.seat, total=best) for showing in state.shown.showings if showing.score.total == best]
    )


def _costs(state: State, winners: tuple[dd.Winner, ...]) -> tuple[int, ...]:
    """Return the lives that each seat loses. Every fighting seat below the highest score loses the round's damage,
    including the one that called the fight (DD-15, DD-16). A surrender costs what it cost when it was made (DD-19). A
    player who left loses all lives (DD-40)."""
    costs = list(state.pending)
    won = {winner.seat for winner in winners}
    for seat, status in enumerate(state.status):
        if status is PLAYING and seat not in won:
            costs[seat] = damage(state.round)
        elif status is LEFT:
            costs[seat] = state.lives[seat]
    return tuple(costs)


def _eliminate(scribe: DeckScribe, fallen: list[Seat], before: State) -> None:
    """Assign places to seats that are eliminated together. More lives before the deal are better, then a fight instead
    of a surrender, then the higher score; otherwise they share a place (DD-26)."""
    totals = {showing.seat: showing.score.total for showing in before.shown.showings} if before.shown else {}
    merits = {seat: (before.lives[seat], seat in totals, totals.get(seat, 0)) for seat in fallen}
    alive = _alive(scribe.state)
    for seat in sorted(fallen, key=merits.__getitem__):
        better = sum(1 for other in fallen if merits[other] > merits[seat])
        scribe.record(dd.Eliminated(seat=seat, place=alive + better + 1))


def _end_match(scribe: DeckScribe, reason: dd.Reason) -> None:
    """End the match. The seats with lives get the first places, in order of their lives if there are several (S2:32,
    G-7)."""
    state = scribe.state
    places = []
    for lives, place in zip(state.lives, state.places, strict=True):
        places.append(place if place is not None else 1 + sum(1 for other in state.lives if other > lives))
    winners = tuple(dd.Winner(seat=Seat(seat), total=None) for seat, place in enumerate(places) if place == 1)
    scribe.record(dd.MatchEnded(winners=winners, places=tuple(places), reason=reason))


def _next_dealer(state: State) -> Seat:
    """Return the next seat clockwise that is still in the match (S2:16, DD-29)."""
    assert state.dealer is not None  # noqa: S101 - a deal that has ended was dealt
    seats = len(state.lives)
    dealer = (state.dealer + 1) % seats
    while not state.lives[dealer]:
        dealer = (dealer + 1) % seats
    return Seat(dealer)


def _alive(state: State) -> int:
    return len(state.lives) - state.lives.count(0)
