"""A fighter's power in Amfibido with all its parts: base, equipment, abilities, combo moves (S3:194…214).

The parts follow AF fact 11. Other cards use a fighter's printed power. For them a `1+*` counts as 1 (AF-26), and
neither Steroids nor a Chameleon Skin change it (as AF-28 says of doublings). So no power can depend on itself.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from quarterdeck_protocol.games.amfibido import CardId, Part, Power, Share
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.continuous_effects import (
    Base,
    BaseBonus,
    BaseIs,
    BehindBonus,
    FromNextDoor,
    Knockout,
    OnSpecies,
    PerCombo,
    PerComboPlayed,
    PerDiscardedFighter,
    PerOtherSnake,
    SpeciesBonus,
    Times,
    TimesBase,
    TimesCombos,
    WhenEntered,
    WithFewFighters,
    WithSnakes,
)
from quarterdeck_games.amfibido.queries import (
    Pieces,
    by_card,
    contender,
    opposite,
    said_by,
    snakes_in,
    snakes_of,
    species_of,
    with_word,
    words_of,
)
from quarterdeck_games.amfibido.state import DOJOS, Dojo, Equipment, Fighter, State, dojo_at, fighters
from quarterdeck_games.two_seats import other

_BASE, _EQUIPMENT, _ABILITY, _COMBO = Share.BASE, Share.EQUIPMENT, Share.ABILITY, Share.COMBO
_BASES, _BASE_BONUSES = by_card(BaseIs), by_card(BaseBonus)
_BASE_TIMES, _EQUIPMENT_TIMES, _COMBO_TIMES = by_card(TimesBase), by_card(Times), by_card(TimesCombos)
_REACHING = with_word(FromNextDoor)
_LEADERS = frozenset(
    card.id for card in CARDS.values() if any(isinstance(word, Knockout) and word.everywhere for word in card.always)
)
_KNOCKING_OUT = with_word(Knockout)
_READERS = frozenset(card for card, word in _BASES.items() if word.base in (Base.LOWEST_OPPOSING, Base.OPPOSITE))


class Spot(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A fighter in the dojo in which it fights, and all facts on which its power there depends."""

    state: State
    seat: Seat
    number: int
    dojo: Dojo
    fighter: Fighter
    silent: Pieces


def power_of(state: State, seat: Seat, number: int, fighter: Fighter, silent: Pieces) -> Power:
    """Return a fighter's power in a dojo with its parts."""
    spot = _spot(state, seat, number, fighter, silent)
    parts = _parts(spot)
    return Power(
        piece=fighter.piece,
        card=fighter.card,
        total=sum([part.amount for part in parts]),
        parts=parts,
        knockout=has_knockout(spot),
    )


def total_of(state: State, seat: Seat, number: int, fighter: Fighter, silent: Pieces) -> int:
    """Return only the total of a fighter's power in a dojo."""
    return sum([part.amount for part in _parts(_spot(state, seat, number, fighter, silent))])


def _spot(state: State, seat: Seat, number: int, fighter: Fighter, silent: Pieces) -> Spot:
    dojo = dojo_at(state, seat, number)
    return Spot(state=state, seat=seat, number=number, dojo=dojo, fighter=fighter, silent=silent)


def _parts(spot: Spot) -> tuple[Part, ...]:
    return (*_base(spot), *_equipment(spot), *_abilities(spot), *_combos(spot))


def reads_opponents(fighter: Fighter) -> bool:
    """True if a fighter's power depends on its opponent."""
    return fighter.card in _READERS


def printed_power(card: CardId) -> int:
    """Return the power printed on a card. Other cards use it, and it counts when the card is discarded."""
    return CARDS[card].power or 0


def has_knockout(spot: Spot) -> bool:
    """True if a fighter knocks out each fighter that it defeats. Knockouts granted by others stay when it is
    neutralized (AF-34)."""
    fighter, silent = spot.fighter, spot.silent
    if fighter.knockout or (fighter.combos and any(combo.knockout for combo in fighter.combos)):
        return True
    words: list[Knockout] = []
    for one in _here(spot):
        if one.card in _KNOCKING_OUT:
            words += [word for word in words_of(one, silent) if isinstance(word, Knockout)]
    for mate in _mates(spot, _LEADERS):
        words += [word for word in words_of(mate, silent) if isinstance(word, Knockout) and word.everywhere]
    if not words:
        return False
    species = species_of(fighter, silent)
    return any(word.species is None or word.species in species for word in words)


def _here(spot: Spot) -> tuple[Fighter | Equipment, ...]:
    """Return the fighter and the equipment that it fights with."""
    return (spot.fighter, *spot.dojo.equipment)


def _base(spot: Spot) -> list[Part]:
    """Return the parts of the base power: first the value set by a `*` or another rule, the higher of two, then
    doublings (AF-27, AF-28)."""
    own = _set_base(spot, spot.fighter, spot.number)
    parts = [Part(_BASE, spot.fighter.card, own)]
    base = own
    for thing in spot.dojo.equipment:
        word = said_by(thing, _BASES, spot.silent)
        if word is not None and word.base is Base.HIGHEST_OWN:
            mates = fighters(spot.state, spot.seat)
            highest = max([own, *[_set_base(spot, mate, number) for number, mate in mates]])
            parts.append(Part(_BASE, thing.card, highest - base))
            base = highest
    for thing in spot.dojo.equipment:
        doubling = said_by(thing, _BASE_TIMES, spot.silent)
        if doubling is not None:
            parts.append(Part(_BASE, thing.card, base * (doubling.times - 1)))
            base *= doubling.times
    return parts


def _set_base(spot: Spot, fighter: Fighter, number: int) -> int:
    """Return a fighter's printed power, with its `*` replaced by a number."""
    printed = printed_power(fighter.card)
    word = said_by(fighter, _BASES, spot.silent)
    if word is None:
        return printed
    read: list[int] = []
    match word.base:
        case Base.LOWEST_OPPOSING:
            read = [printed_power(one.card) for _, one in fighters(spot.state, other(spot.seat))]
        case Base.LOWEST_OTHER:
            mates = fighters(spot.state, spot.seat)
            read = [printed_power(one.card) for _, one in mates if one.piece != fighter.piece]
        case Base.OPPOSITE:
            facing = opposite(spot.state, spot.seat, number, spot.silent)
            read += [] if facing is None else [printed_power(facing.card)]
        case Base.HIGHEST_OWN | Base.CARD_LEVEL:
            return printed  # equipment has those
    return printed + min(read, default=0)


def _equipment(spot: Spot) -> list[Part]:
    """Return the base power of the equipment in this dojo. For some fighters adjacent equipment counts too, or
    equipment counts twice."""
    numbers = [spot.number]
    if _reaches_next_door(spot):
        numbers += [number for number in DOJOS if abs(number - spot.number) == 1]
    parts = []
    for number in numbers:
        for thing in dojo_at(spot.state, spot.seat, number).equipment:
            amount = _equipment_base(spot, thing, number)
            if amount:
                parts.append(Part(_EQUIPMENT, thing.card, amount))
    doubling = said_by(spot.fighter, _EQUIPMENT_TIMES, spot.silent) if parts else None
    if doubling is not None:
        total = sum([part.amount for part in parts])
        parts.append(Part(_EQUIPMENT, spot.fighter.card, total * (doubling.times - 1)))
    return parts


def _reaches_next_door(spot: Spot) -> bool:
    for mate in _mates(spot, _REACHING):
        for word in words_of(mate, spot.silent):
            if isinstance(word, FromNextDoor):
                own = word.species is None and mate.piece == spot.fighter.piece
                if own or word.species in species_of(spot.fighter, spot.silent):
                    return True
    return False


def _mates(spot: Spot, cards: frozenset[CardId]) -> list[Fighter]:
    """Return those fighters of a seat that are one of these cards. Mostly there are none, so this case is fast."""
    return [
        dojo.fighter
        for dojo in spot.state.sides[spot.seat].dojos
        if dojo.fighter is not None and dojo.fighter.card in cards
    ]


def _equipment_base(spot: Spot, thing: Equipment, number: int) -> int:
    """Return the base power of a piece of equipment: its printed value, where a `*` is the level of the fighter in its
    dojo, and the sensei's bonus for equipment with a base power (S3:348)."""
    printed = CARDS[thing.card].power
    if printed is None:
        return 0
    word = said_by(thing, _BASES, spot.silent)
    if word is not None and word.base is Base.CARD_LEVEL:
        holder = contender(spot.state, spot.seat, number, spot.silent)
        printed += 0 if holder is None else CARDS[holder.card].level
    sensei = spot.state.sides[spot.seat].sensei
    bonus = None if sensei is None else _BASE_BONUSES.get(sensei)
    return printed + (0 if bonus is None else bonus.amount)


def _abilities(spot: Spot) -> list[Part]:
    """Return the power that abilities add: gained this round, or from the fighter, its equipment or the sensei."""
    parts = []
    for thing in _here(spot):
        muted = thing.piece in spot.silent
        if thing.gains:
            parts += [Part(_ABILITY, gain.by, gain.amount) for gain in thing.gains if not (muted and gain.own)]
        if thing.card in _GIVING and not muted:
            parts += _given(spot, thing.card)
    sensei = spot.state.sides[spot.seat].sensei
    if sensei in _GIVING:
        parts += _given(spot, sensei)
    return parts


def _given(spot: Spot, card: CardId) -> list[Part]:
    """Return the power that the text of a card adds."""
    amounts = [_WORTH[type(word)](spot, word) for word in CARDS[card].always if type(word) in _WORTH]
    return [Part(_ABILITY, card, amount) for amount in amounts if amount]


def _combos(spot: Spot) -> list[Part]:
    """Return the printed power of the combo moves, multiplied for fighters that multiply it (AF-29)."""
    if not spot.fighter.combos:
        return []
    parts = []
    for combo in spot.fighter.combos:
        amount = CARDS[combo.card].power
        if amount:
            parts.append(Part(_COMBO, combo.card, amount))
    total = sum([part.amount for part in parts])
    for thing in spot.dojo.equipment:
        word = said_by(thing, _COMBO_TIMES, spot.silent)
        if word is not None and total:
            parts.append(Part(_COMBO, thing.card, total * (word.times - 1)))
    return parts


def _per_combo(spot: Spot, word: PerCombo) -> int:
    """Return the power for combo moves. A combo move without a power value gives none (S3:348, AF fact 12)."""
    return word.amount * sum([CARDS[combo.card].power is not None for combo in spot.fighter.combos])


def _per_combo_played(spot: Spot, word: PerComboPlayed) -> int:
    return word.amount * spot.state.sides[spot.seat].combos_played


def _per_other_snake(spot: Spot, word: PerOtherSnake) -> int:
    others = snakes_of(spot.state, spot.seat, spot.silent) - snakes_in(spot.fighter, spot.silent)
    return word.amount * others


def _with_snakes(spot: Spot, word: WithSnakes) -> int:
    return word.amount if snakes_of(spot.state, spot.seat, spot.silent) >= word.least else 0


def _per_discarded(spot: Spot, word: PerDiscardedFighter) -> int:
    return word.amount * spot.state.sides[spot.seat].fighters_discarded


def _with_few_fighters(spot: Spot, word: WithFewFighters) -> int:
    return word.amount if len(fighters(spot.state, spot.seat)) < word.fewer_than else 0


def _when_entered(spot: Spot, word: WhenEntered) -> int:
    return word.amount if spot.dojo.entered else 0


def _on_species(spot: Spot, word: OnSpecies | SpeciesBonus) -> int:
    return word.amount if word.species in species_of(spot.fighter, spot.silent) else 0


def _behind(spot: Spot, word: BehindBonus) -> int:
    """Return the bonus for a seat that is behind. Won rounds are counted as steps on the score path, as for winning the
    match: a round that counts double is two (AF-23)."""
    points = spot.state.sides[other(spot.seat)].points
    if points < 2:
        return 0
    return word.at_two if points == 2 else word.at_three


_WORTH: Mapping[type[Any], Callable[[Spot, Any], int]] = {
    PerCombo: _per_combo,
    PerComboPlayed: _per_combo_played,
    PerOtherSnake: _per_other_snake,
    WithSnakes: _with_snakes,
    PerDiscardedFighter: _per_discarded,
    WithFewFighters: _with_few_fighters,
    WhenEntered: _when_entered,
    OnSpecies: _on_species,
    SpeciesBonus: _on_species,
    BehindBonus: _behind,
}
"""The worth of the words that give power; the others give none."""

_GIVING = with_word(*_WORTH)
"""Cards whose text adds power."""
