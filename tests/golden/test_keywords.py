"""The playthroughs of a game touch every keyword of its sheet between them."""

from games.playing import finished
from golden.test_playthroughs import PLAYTHROUGHS
from quarterdeck_games.amfibido.reading import neutralized
from quarterdeck_games.amfibido.rules import Amfibido
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.games import myacards as my


def test_between_them_they_touch_every_keyword() -> None:
    """S3:260…290: active deck, transform, boomerang, knockout, switcheroo, neutralize."""
    game = Amfibido()
    touched: set[str] = set()
    for plan in PLAYTHROUGHS.values():
        if plan.game != game.name:
            continue
        state = game.blank(plan.setup)
        for entry in finished(plan).entries:
            for event in entry.events:
                state = game.evolve(state, event)
                touched |= _keywords(event)
                touched |= {"neutralize"} if neutralized(state) else set()
    assert touched == {"active deck", "transform", "boomerang", "knockout", "switcheroo", "neutralize"}


def _keywords(event: af.Event) -> set[str]:
    match event:
        case af.LookedAt():
            return {"active deck"}
        case af.Transformed():
            return {"transform"}
        case af.CombosCleared() if event.cooling:
            return {"boomerang"}
        case af.KnockedOut():
            return {"knockout"}
        case af.Switched():
            return {"switcheroo"}
        case _:
            return set()


def test_those_of_myacards_touch_bonuses_invasion_sacrifice_and_every_outcome() -> None:
    """S4:59 to S4:61, S4:86 to S4:88, S4:97, S4:106, S4:132."""
    touched: set[str] = set()
    for plan in PLAYTHROUGHS.values():
        if plan.game == "myacards":
            for entry in finished(plan).entries:
                touched |= {word for event in entry.events for word in _words_of_myacards(event)}
    assert touched >= {
        *("pack", "sister_taxa", "phylogenetic", "invasion", "sacrifice", "before", "after", "removed", "withstood"),
        *("mulligan", "turn_cap", "left", "no_entities"),
    }


def _words_of_myacards(event: my.Event) -> set[str]:
    match event:
        case my.BonusGained():
            return {event.bonus.value}
        case my.Placed() if not event.zone.startswith(str(event.seat)):
            return {"invasion"}
        case my.Removed():
            return {event.why.value}
        case my.WindowOpened():
            return {event.point.value}
        case my.AttackResolved():
            return {event.outcome.value}
        case my.Mulliganed():
            return {"mulligan"}
        case my.MatchEnded():
            return {event.reason.value}
        case _:
            return set()
