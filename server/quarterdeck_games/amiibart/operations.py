"""The basic operations on Fighters in Amiibart TCG: damage, healing, death, entering and leaving play."""

from msgspec.structs import replace
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amiibart.effects import Step, Task
from quarterdeck_games.amiibart.queries import face_of_update
from quarterdeck_games.amiibart.resolution import Resolution
from quarterdeck_games.amiibart.state import LIFESTEAL, TOKEN, Found, card_of, empty_slots, find, has
from quarterdeck_games.amiibart.trigger_order import conditions, order, own, texts
from quarterdeck_games.amiibart.triggers import LAST_STEP, When

_LAST = (Step(LAST_STEP),)
_THIS_DIES = When.THIS_DIES
_DIES = conditions(When.FRIENDLY_DIES, When.OPPOSING_DIES)


def damage(resolution: Resolution, found: Found, amount: int, by: ab.CardId, source: ab.PieceId | None) -> None:
    """Deal damage to a Fighter. If the source has Lifesteal, it is healed."""
    hurt(resolution, found, amount, by)
    lifesteal(resolution, source, amount)


def hurt(resolution: Resolution, found: Found, amount: int, by: ab.CardId) -> None:
    seat, _, fighter = found
    if amount > 0:
        resolution.record(ab.Damaged(seat=seat, piece=fighter.piece, card=fighter.card, amount=amount, by=by))


def lifesteal(resolution: Resolution, source: ab.PieceId | None, amount: int) -> None:
    """Heal a Fighter with Lifesteal by all the damage that it has dealt, even if it has no Health left (S0:153,
    AM-41)."""
    dealer = find(resolution.state, source) if amount > 0 else None
    if dealer is not None and has(resolution.state, dealer[2], LIFESTEAL):
        heal(resolution, dealer, amount, dealer[2].card)


def heal(resolution: Resolution, found: Found, amount: int, by: ab.CardId) -> None:
    """Heal a Fighter up to the Health on its card. Healing never reduces Health (S0:145, AM-48)."""
    seat, _, fighter = found
    healed = min(amount, card_of(resolution.state, fighter.card).health - fighter.health)
    if healed > 0:
        resolution.record(ab.Healed(seat=seat, piece=fighter.piece, card=fighter.card, amount=healed, by=by))


def doom(resolution: Resolution, found: Found) -> None:
    """Destroy a Fighter. Nothing can prevent this (AM-42)."""
    seat, _, fighter = found
    if not fighter.doomed:
        resolution.record(ab.Doomed(seat=seat, piece=fighter.piece, card=fighter.card))


def sweep(resolution: Resolution) -> None:
    """Remove all dead or destroyed Fighters from play at the same time, and trigger their texts afterwards. In an
    attack this is its step 8 (AM-40, AM-60)."""
    sides = resolution.state.sides
    dead = [
        (seat, sides[seat].slots.index(fighter) + 1, fighter)
        for seat in order(resolution.state)
        for fighter in filter(None, sides[seat].slots)
        if fighter.health <= 0 or fighter.doomed
    ]
    if not dead:
        return
    for seat, slot, fighter in dead:
        counts = card_of(resolution.state, fighter.card).kind is not TOKEN  # AM-18
        tokens = resolution.state.sides[seat].tokens + counts
        resolution.record(ab.Died(seat=seat, piece=fighter.piece, card=fighter.card, slot=slot, tokens=tokens))
    last: list[Task] = []
    for seat, slot, fighter in dead:
        last += _lingering(own(resolution.state, seat, fighter.card, fighter.piece, slot, _THIS_DIES, None))
        last += texts(resolution.state, _DIES[seat], fighter.piece, fighter.card)
    at = next((n for n, task in enumerate(resolution.agenda) if task.does == _LAST), 0)
    resolution.agenda[at:at] = last


def _lingering(tasks: list[Task]) -> list[Task]:
    return [replace(task, lingers=True) for task in tasks]


def summon(resolution: Resolution, seat: Seat, card: ab.CardId, slot: int | None = None) -> None:
    """Put a Fighter into this slot, or into the left-most empty one. Without an empty slot nothing happens (AM-16,
    AM-17)."""
    free = empty_slots(resolution.state, seat)
    if free:
        piece = ab.PieceId(f"f{resolution.state.pieces + 1}")
        where = slot if slot in free and slot is not None else free[0]
        resolution.record(ab.FighterEntered(seat=seat, card=card, piece=piece, slot=where, summoned=True))


def send_back(resolution: Resolution, found: Found) -> None:
    """Return a Fighter to its owner's deck. This does not count as a death (AM-45)."""
    seat, _, fighter = found
    resolution.record(ab.Returned(seat=seat, piece=fighter.piece, card=fighter.card))


def update(resolution: Resolution, found: Found, into: ab.CardId) -> None:
    """Discard a Fighter, which does not count as a death, and summon another one in its slot (S0:167, AM-46)."""
    seat, slot, fighter = found
    face = face_of_update(resolution.state, seat, into)
    if face is not None:
        resolution.record(ab.Updated(seat=seat, piece=fighter.piece, card=fighter.card))
        summon(resolution, seat, face, slot)
