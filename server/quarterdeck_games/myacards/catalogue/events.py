"""The event cards: events that befall the cards on the field."""

from quarterdeck_protocol.games.myacards import Kind

from quarterdeck_games.myacards.effects import (
    Aura,
    Card,
    Chip,
    Chosen,
    Deed,
    Every,
    Law,
    Reach,
    Remove,
    SendBack,
    Shield,
    Shift,
    Side,
    Still,
    Who,
)
from quarterdeck_games.myacards.faces import id_of

ENTITIES = (Kind.ACTIVE, Kind.SUPPORT)
ALL = Who(side=Side.ANY)
THEIRS = Who(side=Side.THEIRS)
INVADER = Who(side=Side.THEIRS, reach=Reach.ABROAD)


def event(name: str, text: str, *does: Deed, laws: tuple[Law, ...] = (), turns: int | None = None) -> Card:
    return Card(id=id_of(name), name=name, kind=Kind.EVENT, does=does, laws=laws, turns=turns, text=text)


EVENTS = (
    event(
        "Wildfire",
        "All forest and grassland active cards have −2 DFS until the end of the turn, for each of the two.",
        Every(who=Who(side=Side.ANY, affinity="forest"), does=Chip(defense=-2, turns=1)),
        Every(who=Who(side=Side.ANY, affinity="grassland"), does=Chip(defense=-2, turns=1)),
    ),
    event(
        "Drought",
        "Three turns long all river cards have −2 DFS and −1 SPD.",
        laws=(Aura(who=Who(side=Side.ANY, affinity="river"), defense=-2, speed=-1),),
        turns=3,
    ),
    event(
        "Long Winter",
        "Four turns long active cards of your opponent have −1 ATK.",
        laws=(Aura(who=THEIRS, attack=-1),),
        turns=4,
    ),
    event(
        "Mast Year",
        "Four turns long your forest cards have +1 in every statistic.",
        laws=(Aura(who=Who(affinity="forest"), attack=1, defense=1, speed=1),),
        turns=4,
    ),
    event(
        "Landslide",
        "Remove an active card of your opponent with a mountain on it.",
        Chosen(who=Who(side=Side.THEIRS, affinity="mountain"), does=Remove()),
    ),
    event(
        "Epizootic",
        "An active card has −2 in every statistic for good.",
        Chosen(who=ALL, does=Chip(attack=-2, defense=-2, speed=-2)),
    ),
    event(
        "Local Extinction",
        "Remove a support card of your opponent; it is banned from coming back.",
        Chosen(who=Who(kinds=(Kind.SUPPORT,), side=Side.THEIRS), does=Remove(ban=True)),
    ),
    event("Repelled at the Border", "An invader goes back to its player’s hand.", Chosen(who=INVADER, does=SendBack())),
    event("Mobbing", "Remove an invader.", Chosen(who=INVADER, does=Remove())),
    event(
        "Red Tide",
        "All coast cards have −1 DFS for good.",
        Every(who=Who(side=Side.ANY, affinity="coast"), does=Chip(defense=-1)),
    ),
    event(
        "Spring Dispersal",
        "Move an entity of yours to a free zone of its kind on your half.",
        Chosen(who=Who(kinds=ENTITIES), does=Shift()),
    ),
    event(
        "Displacement",
        "Move an active card of your opponent to a free zone of row 3 or 4 on their half.",
        Chosen(who=THEIRS, does=Shift()),
    ),
    event(
        "Hibernation",
        "An active card may not attack, this turn and the next two.",
        Chosen(who=ALL, does=Still(turns=3)),
    ),
    event(
        "Snowfall",
        "An active card of yours cannot be removed by attacks, this turn and the next.",
        Chosen(who=Who(), does=Shield(turns=2)),
    ),
    event(
        "Parasite Load",
        "An active card of your opponent has −2 ATK and −1 SPD for good.",
        Chosen(who=THEIRS, does=Chip(attack=-2, speed=-1)),
    ),
    event(
        "Dominion Lost",
        "Remove a dominion card of your opponent.",
        Chosen(who=Who(kinds=(Kind.DOMINION,), side=Side.THEIRS), does=Remove()),
    ),
)
