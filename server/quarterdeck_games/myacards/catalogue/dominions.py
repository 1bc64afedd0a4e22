"""The dominion cards: lands and seas that last as long as their player has an entity (S4:128)."""

from quarterdeck_protocol.games.myacards import Bonus, Kind

from quarterdeck_games.myacards import effects as do
from quarterdeck_games.myacards.faces import id_of

ANYBODY = do.Side.ANY
THEIRS = do.Side.THEIRS


def dominion(name: str, text: str, *laws: do.Law) -> do.Card:
    return do.Card(id=id_of(name), name=name, kind=Kind.DOMINION, laws=laws, text=text)


DOMINIONS = (
    dominion(
        "Serengeti Plain",
        "All grassland cards have +1 ATK and +1 SPD.",
        do.Aura(who=do.Who(side=ANYBODY, affinity="grassland"), attack=1, speed=1),
    ),
    dominion(
        "Amazon Basin",
        "Your forest and river cards have +1 DFS, for each of the two.",
        do.Aura(who=do.Who(affinity="forest"), defense=1),
        do.Aura(who=do.Who(affinity="river"), defense=1),
    ),
    dominion(
        "Arctic Winter",
        "All active cards have −1 SPD. Your tundra cards have +2 DFS.",
        do.Aura(who=do.Who(side=ANYBODY), speed=-1),
        do.Aura(who=do.Who(affinity="tundra"), defense=2),
    ),
    dominion(
        "Himalaya",
        "Your opponent cannot place cards on your half of the field.",
        do.Bars(),
    ),
    dominion(
        "Great Barrier Reef",
        "Your reef cards have +1 DFS. Your support cards cannot be attacked.",
        do.Aura(who=do.Who(affinity="reef"), defense=1),
        do.Guards(who=do.Who(kinds=(Kind.SUPPORT,))),
    ),
    dominion(
        "Mariana Trench",
        "Your deep-sea cards have +2 ATK.",
        do.Aura(who=do.Who(affinity="deep-sea"), attack=2),
    ),
    dominion(
        "Sahara",
        "Active cards of your opponent have −1 DFS.",
        do.Aura(who=do.Who(side=THEIRS), defense=-1),
    ),
    dominion(
        "Island Isolation",
        "Pack, sister-taxa and phylogenetic bonuses of your opponent add nothing.",
        do.Cancels(side=THEIRS, bonuses=(Bonus.PACK, Bonus.SISTER_TAXA, Bonus.PHYLOGENETIC)),
    ),
    dominion(
        "Trophic Collapse",
        "All Tyrant’s bonuses add nothing. Cards of your opponent that need sacrifices need one more.",
        do.Cancels(side=ANYBODY, bonuses=(Bonus.TYRANT,)),
        do.Eases(side=THEIRS, sacrifices=-1),
    ),
    dominion(
        "Nocturnal World",
        "Your sky and cave cards have +1 ATK, for each of the two.",
        do.Aura(who=do.Who(affinity="sky"), attack=1),
        do.Aura(who=do.Who(affinity="cave"), attack=1),
    ),
    dominion("Migration Route", "Your active cards have +2 SPD.", do.Aura(who=do.Who(), speed=2)),
    dominion(
        "Fertile Delta",
        "Your river and coast cards have +1 ATK, for each of the two.",
        do.Aura(who=do.Who(affinity="river"), attack=1),
        do.Aura(who=do.Who(affinity="coast"), attack=1),
    ),
    dominion(
        "Apex of the Food Web",
        "You enjoy the Tyrant’s bonus with 10 of your entity zones filled.",
        do.Crowns(zones=10),
    ),
    dominion(
        "Hostile Shore",
        "Cards of your opponent that have invaded have −3 DFS. Your support cards withstand attacks below 3.",
        do.Aura(who=do.Who(side=THEIRS, reach=do.Reach.ABROAD), defense=-3),
        do.Withstands(who=do.Who(kinds=(Kind.SUPPORT,)), attack=3),
    ),
)
