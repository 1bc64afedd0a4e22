"""The score of a hand in Density Deck. It is computed on request and never stored.

score = product of the base colour + commons in the hand − every other colour in the hand
"""

from math import prod
from operator import attrgetter

from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.names import Seat

from quarterdeck_games.density_deck.deck import BY_WORTH, COMMON
from quarterdeck_games.density_deck.state import State

_COMBINED, _FACE_SUM = dd.OffColour.COMBINED, dd.OffColour.FACE_SUM  # Python 3.11 looks a member of an enum up slowly
_power = attrgetter("power")
_WORTHS = {colour: place for place, colour in enumerate(BY_WORTH)}


def counted_elsewhere(state: State, seat: Seat, centre: tuple[dd.Card | None, ...]) -> dd.Cards:
    """Return the cards outside a seat's hand that count for its score: those of the centre, then the top cards of the
    other seats' discard piles, clockwise. Those of a seat that has surrendered count too (DD-12), and each counts for
    all seats (DD-35). The seat's own top card never counts."""
    discards = state.discards
    counted = [*filter(None, centre)]
    counted += [pile[-1] for pile in discards[seat + 1 :] + discards[:seat] if pile]
    return tuple(counted)


def score(hand: dd.Cards, elsewhere: dd.Cards, options: dd.Options) -> dd.Score:
    """Return the score of a hand, given the cards outside it that count for it."""
    held: dict[dd.Colour, dd.Cards] = {}
    for card in hand:
        held[card.colour] = (*held.get(card.colour, ()), card)
    commons = held.pop(COMMON, ())
    if not held:
        return _score_of_commons(commons, options)
    for card in elsewhere:  # only colours in the hand can be base, and commons outside it never count (DD-4)
        if card.colour in held:
            held[card.colour] += (card,)
    added = sum(map(_power, commons))
    if len(held) == 1:  # as in half of all hands: nothing is taken off
        ((base, pile),) = held.items()
        product = prod(map(_power, pile))
        return dd.Score(
            base=base, multiplied=pile, product=product, added=commons, subtracted=(), total=product + added
        )
    colours = sorted(held, key=_WORTHS.__getitem__)  # those first that are named first when they tie (DD-2)
    products = [prod(map(_power, held[colour])) for colour in colours]
    product = max(products)
    reading = options.off_colour
    best = products.index(product) if products.count(product) == 1 else _best_base(hand, colours, products, reading)
    subtracted, off = [], 0
    for at, colour in enumerate(colours):
        if at != best:
            taken = subtraction(colour, hand, held[colour], products[at], reading)
            subtracted.append(taken)
            off += taken.amount
    return dd.Score(
        base=colours[best],
        multiplied=held[colours[best]],
        product=product,
        added=commons,
        subtracted=tuple(subtracted),
        total=product + added - off,
    )


def _best_base(hand: dd.Cards, colours: list[dd.Colour], products: list[int], reading: dd.OffColour) -> int:
    """Return which of the tied colours is the base colour: the one that would otherwise subtract most, so that the
    score is higher (DD-41). If that is a tie too, it is the first (DD-2)."""
    most = max(products)
    off = [subtraction(colour, hand, (), 0, reading).amount if reading is not _COMBINED else most for colour in colours]
    tied = [at for at, product in enumerate(products) if product == most]
    return max(tied, key=off.__getitem__)


def total(hand: dd.Cards, elsewhere: dd.Cards, options: dd.Options) -> int:
    """Return only the total of the score, which takes a third of the time."""
    commons = 0
    colours: list[dd.Colour] = []
    for card in hand:
        if card.colour is COMMON:
            commons += card.power
        elif card.colour not in colours:
            colours.append(card.colour)
    if not colours:
        return commons if options.commons_only is dd.CommonsOnly.SUM else 0
    reading = options.off_colour
    best, off = (0, 0), 0
    for colour in colours:
        held = prod([card.power for card in hand if card.colour is colour])
        product = held * prod([card.power for card in elsewhere if card.colour is colour])
        amount = product if reading is _COMBINED else held
        if reading is _FACE_SUM:
            amount = sum([card.power for card in hand if card.colour is colour])
        off += amount
        best = max(best, (product, amount))
    return best[0] + commons - (off - best[1])


def subtraction(
    colour: dd.Colour, hand: dd.Cards, counted: dd.Cards, product: int, reading: dd.OffColour
) -> dd.Subtraction:
    """Return what a colour other than the base colour subtracts, if its counted cards have this product. The option
    selects one of three readings of the text (DD-1)."""
    if reading is _COMBINED:
        return dd.Subtraction(colour=colour, cards=counted, amount=product)
    in_hand = _of(colour, hand)
    amount = _sum(in_hand) if reading is _FACE_SUM else _product(in_hand)
    return dd.Subtraction(colour=colour, cards=in_hand, amount=amount)


def _score_of_commons(commons: dd.Cards, options: dd.Options) -> dd.Score:
    """Return the score of a hand without any colour: it has no base colour (DD-3)."""
    added = commons if options.commons_only is dd.CommonsOnly.SUM else ()
    return dd.Score(base=None, multiplied=(), product=0, added=added, subtracted=(), total=_sum(added))


def _of(colour: dd.Colour, cards: dd.Cards) -> dd.Cards:
    return tuple([card for card in cards if card.colour is colour])


def _product(cards: dd.Cards) -> int:
    return prod(map(_power, cards))


def _sum(cards: dd.Cards) -> int:
    return sum(map(_power, cards))
