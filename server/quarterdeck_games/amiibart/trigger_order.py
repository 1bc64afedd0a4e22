"""The order of texts that an event triggers in Amiibart TCG (AM-37): Hazards first, the oldest before others. Then the
texts of the active player, then the other's. For each player: Powers, then the Stage, then Fighters from left to
right."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from msgspec.structs import replace
from quarterdeck_protocol.games.amiibart import CardId, PieceId
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.cards.card import On, choices_of
from quarterdeck_games.amiibart.effects import Task
from quarterdeck_games.amiibart.state import Fight, State, card_of, fighters, is_of
from quarterdeck_games.amiibart.triggers import ATTACK, DAMAGE_STEP, OWN, Row, When
from quarterdeck_games.two_seats import FROM, SEATS, other

Whens = Mapping[Seat, tuple[When, ...]]
"""The present triggers of each seat's cards."""


def conditions(actor: When | None = None, opponent: When | None = None) -> tuple[Whens, Whens]:
    """Return for each acting seat the triggers of its own cards, and those of its opponent's cards."""
    first, second = [
        {hearer: (when,) for hearer, when in ((seat, actor), (other(seat), opponent)) if when is not None}
        for seat in SEATS
    ]
    return first, second


POWER_USED = conditions(opponent=When.OPPOSING_POWER)
_OF_THE_ATTACKED = frozenset({When.FRIENDLY_ATTACKED, When.AFTER_FRIENDLY_ATTACKED})
"""The triggers that need an attacked Fighter."""

_BY_ATTACKER = frozenset([when for row in ATTACK for when in row.attacker])
_BY_DEFENDER = frozenset([when for row in ATTACK for when in row.defender + row.attacked])
"""The triggers of both players' cards in an attack, at any of its steps."""


def order(state: State) -> tuple[Seat, Seat]:
    """Return the seats in the order of their texts: the active player first (S0:130)."""
    return FROM[state.turn_seat]


def hazards(state: State, whens: Whens, subject: PieceId | None, card: CardId | None) -> list[Task]:
    """Return the tasks of the Hazards that this trigger starts. Each seat's Hazards are in the order of their age."""
    first, second = state.sides
    if not (first.hazards or second.hazards):
        return []
    return [
        _task(on, seat, hazard, subject)
        for seat in order(state)
        for hazard in state.sides[seat].hazards
        for on in _triggered(state, hazard, whens.get(seat, ()), card)
    ]


def texts(state: State, whens: Whens, subject: PieceId | None, card: CardId | None) -> list[Task]:
    """Return the tasks of all other cards in play that this trigger starts. An event of a Fighter triggers other cards,
    not itself."""
    waited_for = state.in_play.waited_for
    for seat, heard in whens.items():
        if not waited_for[seat].isdisjoint(heard):
            break
    else:  # as nearly always
        return []
    found: list[Task] = []
    for seat in order(state):
        if seat in whens:
            found += texts_of(state, seat, whens[seat], subject, card)
    return found


def texts_of(
    state: State, seat: Seat, whens: tuple[When, ...], subject: PieceId | None, card: CardId | None
) -> list[Task]:
    """Return the tasks of a seat's cards in play that this trigger starts. Most events trigger no card."""
    in_play = state.in_play
    if in_play.waited_for[seat].isdisjoint(whens):
        return []
    wanted = [when for when in whens if when not in OWN]
    return [
        _task(on, seat, source, subject, piece, slot or None)
        for on, source, slot, piece in in_play.speaking[seat]
        if on.when in wanted and (piece is None or piece != subject)
        if card is None or is_of(state, card, on.element, on.folk)
    ]


def own(
    state: State, seat: Seat, card: CardId, piece: PieceId, slot: int, when: When, subject: PieceId | None
) -> list[Task]:
    """Return the tasks of a Fighter's own text that an event of this Fighter triggers."""
    return [_task(on, seat, card, subject, piece, slot) for on in card_of(state, card).on if on.when is when]


def _triggered(state: State, source: CardId, whens: Iterable[When], card: CardId | None) -> Iterator[On]:
    for on in card_of(state, source).on:
        if on.when in whens and (card is None or is_of(state, card, on.element, on.folk)):
            yield on


def _task(
    on: On, seat: Seat, card: CardId, subject: PieceId | None, piece: PieceId | None = None, slot: int | None = None
) -> Task:
    return Task(
        does=on.does,
        seat=seat,
        card=card,
        piece=piece,
        slot=slot,
        subject=subject,
        choosing=choices_of(on.does),
        starts=True,
    )


def has_attack_triggers(state: State, seat: Seat) -> bool:
    """True if any card may react to an attack of this seat before dead Fighters leave play. Half of all basic attacks
    trigger nothing, so their steps need no check."""
    waited_for = state.in_play.waited_for
    if not (waited_for[seat].isdisjoint(_BY_ATTACKER) and waited_for[other(seat)].isdisjoint(_BY_DEFENDER)):
        return True
    speaks = state.catalogue.speaks
    return any(
        on.when in (_BY_ATTACKER if owner == seat else _BY_DEFENDER)
        for owner in SEATS
        for hazard in state.sides[owner].hazards
        for on in speaks.get(hazard, ())
    )


def at_step(state: State, row: Row, said: Sequence[Task] = ()) -> list[Task]:
    """Return all tasks that a numbered step of an attack triggers, in order (S0:130…141). The attack's own text belongs
    to the attacking player, so it comes before all texts of the other player (AM-68)."""
    fight = state.fight
    if fight is None or not (row.attacker or row.defender):
        return list(said)
    attacker, defender = fight.seat, other(fight.seat)
    heard = row.defender
    if not fight.targets:
        heard = tuple([when for when in heard if when not in _OF_THE_ATTACKED])
    first, second = state.sides
    found: list[Task] = []
    if first.hazards or second.hazards:
        found = hazards(state, {attacker: row.attacker, defender: heard}, fight.piece, fight.card)
    if row.attacker or said:
        spoken = _own_and_others(state, fight, attacker, row.attacker, row)
        found += sorted((*spoken, *said), key=_place) if spoken else said
    if heard:
        found += _own_and_others(state, fight, defender, heard, row)
    return found


def _own_and_others(state: State, fight: Fight, seat: Seat, whens: tuple[When, ...], row: Row) -> list[Task]:
    """Return the triggered texts of one player: the text of the Fighter itself comes at its place among the others,
    from left to right (AM-37). After the damage, texts of the involved Fighters are triggered even if these have left
    play (AM-40)."""
    after = row.step > DAMAGE_STEP
    attacks = seat == fight.seat
    if state.in_play.waited_for[seat].isdisjoint(whens if attacks or not row.attacked else whens + row.attacked):
        if not after:
            return []
        speaks = state.catalogue.speaks
        if not [card for card in ((fight.card,) if attacks else fight.target_cards) if card in speaks]:
            return []
    if attacks:
        concerned = [(fight.piece, fight.card, fight.slot)]
    else:
        concerned = list(zip(fight.targets, fight.target_cards, fight.target_slots, strict=True))
    pieces = {piece for piece, _, _ in concerned}
    found = [
        replace(task, subject=fight.piece)
        for when in whens
        for task in texts_of(state, seat, (when,), None, fight.card)
        if _watches(task.piece, when, pieces)
    ]
    if row.attacked and not attacks:
        heard = texts_of(state, seat, row.attacked, None, fight.card)
        found += [replace(task, subject=fight.piece) for task in heard if task.piece in pieces]
    for piece, card, slot in concerned:
        said = [
            task for when in whens if when in OWN for task in own(state, seat, card, piece, slot, when, fight.piece)
        ]
        if said and (after or any(one.piece == piece for _, one in fighters(state, seat))):
            found += [replace(task, lingers=after) for task in said]
    return sorted(found, key=_place)


def _place(task: Task) -> int:
    """Return the sort key of a task: Powers and Stages come before Fighters, and these from left to right (AM-37)."""
    return task.slot or 0


def _watches(piece: PieceId | None, when: When, concerned: Set[PieceId]) -> bool:
    """True if events of other Fighters trigger a card. A Fighter that is attacked together with others reacts to the
    attack on them. It reacts to the opposing attacker only at a later step (AM-36)."""
    match when:
        case When.OPPOSING_ATTACKS:
            return piece not in concerned
        case (
            When.FRIENDLY_ATTACKS | When.FRIENDLY_ATTACKED | When.AFTER_FRIENDLY_ATTACKS | When.AFTER_FRIENDLY_ATTACKED
        ):
            return any(another != piece for another in concerned)
        case _:
            return True
