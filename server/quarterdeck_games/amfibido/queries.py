"""Current facts of the board in Amfibido: neutralized abilities, the species of fighters, free places.

None of them is stored: they are computed from the cards in play on each request.
"""

from collections.abc import Mapping
from typing import TypeVar

from quarterdeck_protocol.games.amfibido import CardId, PieceId, Species
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.continuous_effects import (
    AlsoIs,
    Constant,
    CountsAsTwo,
    FightsNextDoor,
    IsASnake,
    Neutralizes,
    NeutralizesOwn,
    PerDiscardedFighter,
    TwoPieces,
)
from quarterdeck_games.amfibido.state import DOJOS, MULTITYPE, Dojo, Equipment, Fighter, State, fighters
from quarterdeck_games.two_seats import SEATS, other

Kind = TypeVar("Kind")

Pieces = frozenset[PieceId]

NO_PIECES: Pieces = frozenset()


def by_card(kind: type[Kind]) -> Mapping[CardId, Kind]:
    """Return each card whose text has a continuous effect of this kind, with the first such effect. Few cards have
    one."""
    found = {card.id: one_of(card.always, kind) for card in CARDS.values()}
    return {card: word for card, word in found.items() if word is not None}


def one_of(words: tuple[Constant, ...], kind: type[Kind]) -> Kind | None:
    """Return the first effect of a kind; `None` if there is none."""
    for word in words:
        if isinstance(word, kind):
            return word
    return None


def with_word(*words: type) -> frozenset[CardId]:
    """Return the cards that have one of these effects in their text."""
    return frozenset(card.id for card in CARDS.values() if any(isinstance(word, words) for word in card.always))


_NEUTRALIZERS = with_word(Neutralizes, NeutralizesOwn)
_AGAINST_FIGHTERS = frozenset(
    card for card in _NEUTRALIZERS for word in CARDS[card].always if isinstance(word, Neutralizes) and word.fighter
)
_AGAINST_EQUIPMENT = with_word(Neutralizes) - _AGAINST_FIGHTERS
_AGAINST_OWN = by_card(NeutralizesOwn)
_SECOND_PLACES = with_word(TwoPieces)
_COUNTERS = with_word(PerDiscardedFighter)
_TRAVELLERS = with_word(FightsNextDoor)
_DOUBLE_SNAKES = by_card(CountsAsTwo)
_FURTHER_SPECIES = by_card(AlsoIs)
_SPECIES = {
    card.id: card.species + (_FURTHER_SPECIES[card.id].species if card.id in _FURTHER_SPECIES else ())
    for card in CARDS.values()
}


def neutralized(state: State) -> Pieces:
    """Return the cards in play whose abilities are ignored (S3:290). Two cards that neutralize each other both lose
    their abilities and change nothing else (AF fact 14, AF-32). A neutralized ability neutralizes nothing."""
    if not _any_neutralizer(state):
        return NO_PIECES
    silent: set[PieceId] = set()
    for dojo in DOJOS:
        ours, theirs = state.sides[0].dojos[dojo - 1], state.sides[1].dojos[dojo - 1]
        _by_fighters(ours, theirs, silent)
        _by_equipment(ours, theirs, silent)
    for seat in SEATS:
        _by_own(state, seat, silent)
    return frozenset(silent)


def _any_neutralizer(state: State) -> bool:
    neutralizers = _NEUTRALIZERS
    for side in state.sides:
        if side.sensei in neutralizers:
            return True
        for dojo in side.dojos:
            fighter = dojo.fighter
            if fighter is not None and fighter.card in neutralizers:
                return True
            for thing in dojo.equipment:
                if thing.card in neutralizers:
                    return True
    return False


def _by_fighters(ours: Dojo, theirs: Dojo, silent: set[PieceId]) -> None:
    one, two = ours.fighter, theirs.fighter
    by_one = one is not None and one.card in _AGAINST_FIGHTERS
    by_two = two is not None and two.card in _AGAINST_FIGHTERS
    if by_one and two is not None:
        silent.add(two.piece)
    if by_two and one is not None:
        silent.add(one.piece)
    if by_one and not by_two:
        silent.update(thing.piece for thing in theirs.equipment)
    if by_two and not by_one:
        silent.update(thing.piece for thing in ours.equipment)


def _by_equipment(ours: Dojo, theirs: Dojo, silent: set[PieceId]) -> None:
    by_ours = [one.piece for one in ours.equipment if one.card in _AGAINST_EQUIPMENT and one.piece not in silent]
    by_theirs = [one.piece for one in theirs.equipment if one.card in _AGAINST_EQUIPMENT and one.piece not in silent]
    if by_ours and by_theirs:
        silent.update(by_ours, by_theirs)
    elif by_ours:
        silent.update(one.piece for one in theirs.equipment)
    elif by_theirs:
        silent.update(one.piece for one in ours.equipment)


def _by_own(state: State, seat: Seat, silent: set[PieceId]) -> None:
    """Neutralize cards of a species by a fighter of the same player. That fighter keeps the neutralizing line of its
    own text (AF-33)."""
    mates = [fighter for _, fighter in fighters(state, seat)]
    sources = [one for one in mates if one.card in _AGAINST_OWN and one.piece not in silent]
    words: list[tuple[NeutralizesOwn, PieceId | None]] = [(_AGAINST_OWN[one.card], one.piece) for one in sources]
    sensei = state.sides[seat].sensei
    if sensei is not None and sensei in _AGAINST_OWN:
        words.append((_AGAINST_OWN[sensei], None))
    for word, source in words:
        for fighter in mates:
            if word.species in CARDS[fighter.card].species and fighter.piece != source:
                silent.add(fighter.piece)


def words_of(thing: Fighter | Equipment, silent: Pieces) -> tuple[Constant, ...]:
    """Return the continuous effects of a card in play; none if it is neutralized."""
    return () if thing.piece in silent else CARDS[thing.card].always


def sensei_words(state: State, seat: Seat) -> tuple[Constant, ...]:
    """Return the continuous effects of a seat's sensei."""
    sensei = state.sides[seat].sensei
    return () if sensei is None else CARDS[sensei].always


def said_by(thing: Fighter | Equipment, words: Mapping[CardId, Kind], silent: Pieces) -> Kind | None:
    """Return the effect of a card in play, from the lookup `by_card`; `None` if the card is neutralized."""
    word = words.get(thing.card)
    return None if word is None or thing.piece in silent else word


def species_on(card: CardId) -> tuple[Species, ...]:
    """Return the species of a card by its printed values and its text, in any zone."""
    return _SPECIES[card]


def species_of(fighter: Fighter, silent: Pieces) -> tuple[Species, ...]:
    """Return the current species of a fighter. Its printed species cannot be neutralized (S3:290), but species that its
    text adds can."""
    own = CARDS[fighter.card].species if fighter.piece in silent else _SPECIES[fighter.card]
    return own + MULTITYPE if fighter.also else own


def snakes_in(fighter: Fighter, silent: Pieces) -> int:
    """Return the number of snakes as which a fighter counts."""
    if Species.SNAKE not in species_of(fighter, silent):
        return 0
    return 2 if said_by(fighter, _DOUBLE_SNAKES, silent) is not None else 1


def snakes_of(state: State, seat: Seat, silent: Pieces) -> int:
    """Return the number of snakes that a seat has in its dojos. A sensei can count as one."""
    count = sum(snakes_in(fighter, silent) for _, fighter in fighters(state, seat))
    return count + (one_of(sensei_words(state, seat), IsASnake) is not None)


def guest_in(state: State, seat: Seat, silent: Pieces) -> tuple[int, Fighter] | None:
    """Return the fighter that also fights in the only dojo that its seat has left empty, and that dojo (AF-35).

    Cards in that dojo do not neutralize cards elsewhere.
    """
    for dojo in state.sides[seat].dojos:
        fighter = dojo.fighter
        if fighter is not None and fighter.card in _TRAVELLERS and fighter.piece not in silent:
            empty = [
                number for number, each in zip(DOJOS, state.sides[seat].dojos, strict=True) if each.fighter is None
            ]
            return (empty[0], fighter) if len(empty) == 1 else None
    return None


def contender(state: State, seat: Seat, dojo: int, silent: Pieces) -> Fighter | None:
    """Return the fighter that fights for a seat in a dojo."""
    fighter = state.sides[seat].dojos[dojo - 1].fighter
    if fighter is not None:
        return fighter
    guest = guest_in(state, seat, silent)
    return guest[1] if guest is not None and guest[0] == dojo else None


def opposite(state: State, seat: Seat, dojo: int, silent: Pieces) -> Fighter | None:
    """Return the fighter that fights against a seat in a dojo."""
    return contender(state, other(seat), dojo, silent)


def counter_of_discards(state: State, seat: Seat) -> CardId | None:
    """Return the card that counts the fighters which a seat has discarded this round; `None` if there is none. It must
    be in play, not neutralized, and with a fighter that uses it. Most seats have none, and this case is fast."""
    if not any(_has_counter(dojo) for dojo in state.sides[seat].dojos):
        return None
    silent = neutralized(state)
    for number in DOJOS:
        holder = contender(state, seat, number, silent)
        if holder is not None:
            things: tuple[Fighter | Equipment, ...] = (holder, *state.sides[seat].dojos[number - 1].equipment)
            for thing in things:
                if thing.card in _COUNTERS and thing.piece not in silent:
                    return thing.card
    return None


def _has_counter(dojo: Dojo) -> bool:
    if dojo.fighter is not None and dojo.fighter.card in _COUNTERS:
        return True
    return any(thing.card in _COUNTERS for thing in dojo.equipment) if dojo.equipment else False


def places_in(dojo: Dojo, silent: Pieces) -> int:
    """Return the number of pieces of equipment that may be in a dojo. Pieces already there may stay (AF-14, S3:324)."""
    if dojo.fighter is not None and dojo.fighter.card in _SECOND_PLACES and dojo.fighter.piece not in silent:
        return 2
    return 2 if any(one.card in _SECOND_PLACES and one.piece not in silent for one in dojo.equipment) else 1
