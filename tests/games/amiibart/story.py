"""What happened, in short sentences: a scenario compares the whole of it.

A Fighter goes by its card's name, the second one of a name by `moss-golem-2`. What was asked and answered, and that a
Spell was discarded or an attack is over, goes without saying.
"""

from collections.abc import Mapping
from typing import Any

from quarterdeck_games.amiibart.cards.catalogue import SHIPPED
from quarterdeck_games.amiibart.faces import Catalogue
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import PieceId

Names = Mapping[PieceId, str]
SIDES = ("I", "they")


def tell(event: Any, names: Names, catalogue: Catalogue = SHIPPED) -> str | None:
    """Return what happened; nothing if it goes without saying."""
    match event:
        case ab.Asked() | ab.Answered() | ab.AttackEnded() | ab.PowersRevealed() | ab.SpellDone(wasted=False):
            return None
        case ab.CardPlayed():
            return f"played {event.card} for {event.cost}"
        case ab.PowerUsed():
            return f"used {event.power} for {event.cost}"
        case ab.SpellDone() | ab.Wasted():
            return f"{event.card} was wasted"
        case ab.HazardSet() | ab.StageSet():
            return f"set {event.card}"
        case ab.HazardTripped():
            return f"tripped {event.card}"
        case ab.HazardLost() | ab.StageLost():
            return f"lost {event.card}"
        case ab.Triggered():
            return f"triggered {event.card}"
        case ab.Attacked():
            return _attacked(event, names, catalogue)
        case ab.Fizzled():
            return "fizzled"
        case ab.HouseChose():
            return f"{event.about} is for {names[event.piece]}, no matter whom"
        case ab.Recovered():
            return f"recovered {event.card}"
        case ab.EnergyChanged():
            return f"{SIDES[event.seat]} gained {event.amount} Energy"
        case ab.Drained():
            return f"{SIDES[event.seat]} will have {event.amount} less Energy"
        case ab.TurnBegan():
            return f"turn of {event.energy} Energy"
        case ab.TurnEnded():
            return "turn ended"
        case ab.MatchEnded():
            return f"match ended by {event.reason.value}"
        case ab.LoopCut():
            return "loop cut"
        case _:
            return f"{names[event.piece]} {_befell(event)}"


def _befell(event: Any) -> str:
    """Return what happened to a Fighter."""
    now = " this turn" if getattr(event, "until_end", False) else ""
    match event:
        case ab.FighterEntered():
            return f"{'was summoned into' if event.summoned else 'entered'} slot {event.slot}"
        case ab.Damaged():
            return f"took {event.amount} from {event.by}"
        case ab.Healed():
            return f"was healed by {event.amount}"
        case ab.Strengthened():
            gains = [(event.attack, "Attack"), (event.health, "Health")]
            return "got " + " ".join(f"{amount:+} {what}" for amount, what in gains if amount) + now
        case ab.KeywordGained():
            return f"gained {event.keyword.value}{now}{' for a basic attack' if event.basic else ''}"
        case ab.Doomed():
            return "was destroyed"
        case ab.Died():
            return "died"
        case ab.Returned():
            return "returned"
        case ab.Updated():
            return "was updated"
        case ab.Bound():
            return "was bound"
        case _:
            message = f"There is no sentence for {event}."
            raise AssertionError(message)


def _attacked(event: ab.Attacked, names: Names, catalogue: Catalogue) -> str:
    at = [names[piece] for piece in event.targets]
    whom = f" {', '.join(at)}" if at else ""
    if event.attack is None:
        return f"{names[event.piece]} attacked{whom}"
    name = catalogue.by_face[event.card].attacks[event.attack].name
    return f"{names[event.piece]} used {name} for {event.cost}" + (f" on{whom}" if at else "")
