"""The event cards of MYACARDS: natural events that affect the cards on the field."""

from quarterdeck_protocol.games.myacards import Kind

from quarterdeck_games.myacards import effects as do
from quarterdeck_games.myacards.faces import id_of

ENTITIES = (Kind.ACTIVE, Kind.SUPPORT)
ALL = do.Who(side=do.Side.ANY)
THEIRS = do.Who(side=do.Side.THEIRS)
INVADER = do.Who(side=do.Side.THEIRS, reach=do.Reach.ABROAD)


def event(name: str, text: str, *does: do.Deed, laws: tuple[do.Law, ...] = (), turns: int | None = None) -> do.Card:
    return do.Card(id=id_of(name), name=name, kind=Kind.EVENT, does=does, laws=laws, turns=turns, text=text)


EVENTS = (
    event(
        "Wildfire",
        "All forest and grassland active cards have −2 DFS until the end of the turn, for each of the two.",
        do.Every(who=do.Who(side=do.Side.ANY, affinity="forest"), does=do.Chip(defense=-2, turns=1)),
        do.Every(who=do.Who(side=do.Side.ANY, affinity="grassland"), does=do.Chip(defense=-2, turns=1)),
    ),
    event(
        "Drought",
        "Three turns long all river cards have −2 DFS and −1 SPD.",
        laws=(do.Aura(who=do.Who(side=do.Side.ANY, affinity="river"), defense=-2, speed=-1),),
        turns=3,
    ),
    event(
        "Long Winter",
        "Four turns long active cards of your opponent have −1 ATK.",
        laws=(do.Aura(who=THEIRS, attack=-1),),
        turns=4,
    ),
    event(
        "Mast Year",
        "Four turns long your forest cards have +1 in every statistic.",
        laws=(do.Aura(who=do.Who(affinity="forest"), attack=1, defense=1, speed=1),),
        turns=4,
    ),
    event(
        "Landslide",
        "Remove an active card of your opponent with a mountain on it.",
        do.Chosen(who=do.Who(side=do.Side.THEIRS, affinity="mountain"), does=do.Remove()),
    ),
    event(
        "Epizootic",
        "An active card has −2 in every statistic for good.",
        do.Chosen(who=ALL, does=do.Chip(attack=-2, defense=-2, speed=-2)),
    ),
    event(
        "Local Extinction",
        "Remove a support card of your opponent; it is banned from coming back.",
        do.Chosen(who=do.Who(kinds=(Kind.SUPPORT,), side=do.Side.THEIRS), does=do.Remove(ban=True)),
    ),
    event(
        "Repelled at the Border",
        "An invader goes back to its player’s hand.",
        do.Chosen(who=INVADER, does=do.SendBack()),
    ),
    event("Mobbing", "Remove an invader.", do.Chosen(who=INVADER, does=do.Remove())),
    event(
        "Red Tide",
        "All coast cards have −1 DFS for good.",
        do.Every(who=do.Who(side=do.Side.ANY, affinity="coast"), does=do.Chip(defense=-1)),
    ),
    event(
        "Spring Dispersal",
        "Move an entity of yours to a free zone of its kind on your half.",
        do.Chosen(who=do.Who(kinds=ENTITIES), does=do.Shift()),
    ),
    event(
        "Displacement",
        "Move an active card of your opponent to a free zone of row 3 or 4 on their half.",
        do.Chosen(who=THEIRS, does=do.Shift()),
    ),
    event(
        "Hibernation",
        "An active card may not attack, this turn and the next two.",
        do.Chosen(who=ALL, does=do.Still(turns=3)),
    ),
    event(
        "Snowfall",
        "An active card of yours cannot be removed by attacks, this turn and the next.",
        do.Chosen(who=do.Who(), does=do.Shield(turns=2)),
    ),
    event(
        "Parasite Load",
        "An active card of your opponent has −2 ATK and −1 SPD for good.",
        do.Chosen(who=THEIRS, does=do.Chip(attack=-2, speed=-1)),
    ),
    event(
        "Dominion Lost",
        "Remove a dominion card of your opponent.",
        do.Chosen(who=do.Who(kinds=(Kind.DOMINION,), side=do.Side.THEIRS), does=do.Remove()),
    ),
)
