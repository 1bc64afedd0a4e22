"""The dominion cards: lands and seas that last as long as their player has an entity (S4:128)."""

from quarterdeck_protocol.games.myacards import Bonus, Kind

from quarterdeck_games.myacards.effects import (
    Aura,
    Bars,
    Cancels,
    Card,
    Crowns,
    Eases,
    Guards,
    Law,
    Reach,
    Side,
    Who,
    Withstands,
)
from quarterdeck_games.myacards.faces import id_of

ANYBODY = Side.ANY
THEIRS = Side.THEIRS


def dominion(name: str, text: str, *laws: Law) -> Card:
    return Card(id=id_of(name), name=name, kind=Kind.DOMINION, laws=laws, text=text)


DOMINIONS = (
    dominion(
        "Serengeti Plain",
        "All grassland cards have +1 ATK and +1 SPD.",
        Aura(who=Who(side=ANYBODY, affinity="grassland"), attack=1, speed=1),
    ),
    dominion(
        "Amazon Basin",
        "Your forest and river cards have +1 DFS, for each of the two.",
        Aura(who=Who(affinity="forest"), defense=1),
        Aura(who=Who(affinity="river"), defense=1),
    ),
    dominion(
        "Arctic Winter",
        "All active cards have −1 SPD. Your tundra cards have +2 DFS.",
        Aura(who=Who(side=ANYBODY), speed=-1),
        Aura(who=Who(affinity="tundra"), defense=2),
    ),
    dominion(
        "Himalaya",
        "Your opponent cannot place cards on your half of the field.",
        Bars(),
    ),
    dominion(
        "Great Barrier Reef",
        "Your reef cards have +1 DFS. Your support cards cannot be attacked.",
        Aura(who=Who(affinity="reef"), defense=1),
        Guards(who=Who(kinds=(Kind.SUPPORT,))),
    ),
    dominion(
        "Mariana Trench",
        "Your deep-sea cards have +2 ATK.",
        Aura(who=Who(affinity="deep-sea"), attack=2),
    ),
    dominion(
        "Sahara",
        "Active cards of your opponent have −1 DFS.",
        Aura(who=Who(side=THEIRS), defense=-1),
    ),
    dominion(
        "Island Isolation",
        "Pack, sister-taxa and phylogenetic bonuses of your opponent add nothing.",
        Cancels(side=THEIRS, bonuses=(Bonus.PACK, Bonus.SISTER_TAXA, Bonus.PHYLOGENETIC)),
    ),
    dominion(
        "Trophic Collapse",
        "All Tyrant’s bonuses add nothing. Cards of your opponent that need sacrifices need one more.",
        Cancels(side=ANYBODY, bonuses=(Bonus.TYRANT,)),
        Eases(side=THEIRS, sacrifices=-1),
    ),
    dominion(
        "Nocturnal World",
        "Your sky and cave cards have +1 ATK, for each of the two.",
        Aura(who=Who(affinity="sky"), attack=1),
        Aura(who=Who(affinity="cave"), attack=1),
    ),
    dominion("Migration Route", "Your active cards have +2 SPD.", Aura(who=Who(), speed=2)),
    dominion(
        "Fertile Delta",
        "Your river and coast cards have +1 ATK, for each of the two.",
        Aura(who=Who(affinity="river"), attack=1),
        Aura(who=Who(affinity="coast"), attack=1),
    ),
    dominion(
        "Apex of the Food Web",
        "You enjoy the Tyrant’s bonus with 10 of your entity zones filled.",
        Crowns(zones=10),
    ),
    dominion(
        "Hostile Shore",
        "Cards of your opponent that have invaded have −3 DFS. Your support cards withstand attacks below 3.",
        Aura(who=Who(side=THEIRS, reach=Reach.ABROAD), defense=-3),
        Withstands(who=Who(kinds=(Kind.SUPPORT,)), attack=3),
    ),
)
