"""The playthroughs of a game touch every keyword of its sheet between them."""

from golden.test_playthroughs import PLAYTHROUGHS
from quarterdeck_games.amfibido.queries import neutralized
from quarterdeck_games.amfibido.rules import Amfibido
from quarterdeck_games.amiibart.cards.catalogue import CARDS
from quarterdeck_games.amiibart.rules import Amiibart
from quarterdeck_games.amiibart.state import State, find, has
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games import myacards as my
from quarterdeck_testing.random_matches import finished


def test_between_them_they_touch_every_keyword() -> None:
    """Active deck, transform, boomerang, knockout, switcheroo, neutralize."""
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


def test_those_of_amiibart_touch_every_keyword_and_every_kind_of_card_and_ending() -> None:
    """S0:151 to S0:167 and AM-28: each as it takes effect, not as it is printed."""
    game = Amiibart()
    touched: set[str] = set()
    for plan in PLAYTHROUGHS.values():
        if plan.game == game.name:
            state = game.blank(plan.setup)
            for entry in finished(plan).entries:
                for event in entry.events:
                    touched |= _words_of_amiibart(state, event)
                    state = game.evolve(state, event)
    assert touched >= {"lifesteal", "block", "instakill", "swift", "void", "forge", "bind", "update"}
    assert touched >= {"special attack", "hazard", "stage", "power", "token", "returned", "drained", "recovered"}
    assert touched >= {"death_tokens", "no_fighters", "idle", "left", "sudden death", "asked", "house chose"}


def _words_of_amiibart(state: State, event: ab.Event) -> set[str]:
    match event:
        case ab.Attacked():
            return _words_of_an_attack(state, event)
        case ab.Healed():
            found = find(state, event.piece)
            own = found is not None and event.by == event.card and has(state, found[2], ab.Keyword.LIFESTEAL)
            return {"lifesteal"} if own and state.fight is not None else set()
        case ab.Doomed():
            killer = None if state.fight is None else find(state, state.fight.piece)
            kills = killer is not None and killer[0] != event.seat and has(state, killer[2], ab.Keyword.INSTAKILL)
            return {"instakill"} if kills else set()
        case ab.Died() | ab.SpellDone():
            return {"void"} if ab.Keyword.VOID in CARDS[event.card].keywords else set()
        case ab.CardPlayed():
            return {"forge"} if event.forge is not None else set()
        case ab.FighterEntered():
            return {"token"} if CARDS[event.card].kind is ab.Kind.TOKEN else set()
        case ab.MatchEnded():
            return {event.reason.value}
        case _:
            return {_WORDS_OF_AMIIBART[type(event)]} if type(event) in _WORDS_OF_AMIIBART else set()


def _words_of_an_attack(state: State, event: ab.Attacked) -> set[str]:
    words = {"special attack"} if event.attack is not None else set()
    attacker, target = find(state, event.piece), find(state, event.targets[0] if event.targets else None)
    if attacker is not None and attacker[2].fresh:
        words.add("swift")
    if target is not None and has(state, target[2], ab.Keyword.BLOCK):
        words.add("block")
    return words


_WORDS_OF_AMIIBART: dict[type, str] = {
    ab.Bound: "bind",
    ab.Updated: "update",
    ab.HazardTripped: "hazard",
    ab.StageSet: "stage",
    ab.PowerUsed: "power",
    ab.Returned: "returned",
    ab.Drained: "drained",
    ab.Recovered: "recovered",
    ab.SuddenDeath: "sudden death",
    ab.Answered: "asked",
    ab.HouseChose: "house chose",
}
