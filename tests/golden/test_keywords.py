"""The playthroughs of Amfibido touch every keyword of its sheet between them."""

from games.playing import finished
from golden.test_playthroughs import PLAYTHROUGHS
from quarterdeck_games.amfibido.reading import neutralized
from quarterdeck_games.amfibido.rules import Amfibido
from quarterdeck_games.game import Setup
from quarterdeck_protocol.games import amfibido as af


def test_between_them_they_touch_every_keyword() -> None:
    """S3:260…290: active deck, transform, boomerang, knockout, switcheroo, neutralize."""
    game = Amfibido()
    touched: set[str] = set()
    for plan in PLAYTHROUGHS.values():
        if plan.game != game.name:
            continue
        state = game.blank(Setup(seats=2, options=plan.setup.options))
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
