"""The support cards of MYACARDS: organisms on which others depend, and figures, which are human roles without
classification."""

from quarterdeck_protocol.games.myacards import Kind

from quarterdeck_games.myacards import effects as do
from quarterdeck_games.myacards.catalogue.lineages import LINEAGES
from quarterdeck_games.myacards.faces import id_of

HERE = do.Reach.COLUMN
NEAR = do.Reach.NEAR
IN_COLUMN = do.Who(reach=HERE)
NEARBY = do.Who(reach=NEAR)
FOES_HERE = do.Who(side=do.Side.THEIRS, reach=HERE)

SETTLES_IN = do.Guards(who=do.Who(kinds=(Kind.SUPPORT,), reach=HERE), turns=2)
"""Protection for two turns. Without it the second player strikes first, and would often end the match by it."""


def support(name: str, english: str, lives: str, text: str, *laws: do.Law, sacrifices: int = 0) -> do.Card:
    """Return a support card of MYACARDS."""
    return do.Card(
        id=id_of(name),
        name=name,
        kind=Kind.SUPPORT,
        english=english,
        sets=LINEAGES.get(name.split()[0], ()),
        affinities=tuple(lives.split()),
        sacrifices=sacrifices,
        laws=laws,
        text=text,
    )


def figure(name: str, text: str, *laws: do.Law) -> do.Card:
    """Return a figure card, which has no lineage. No figure can be attacked in the first two turns."""
    return support(name, "", "", f"{text} This card cannot be attacked before turn 3.", *laws, SETTLES_IN)


SUPPORTS = (
    support(
        "Apis mellifera",
        "Western honey bee",
        "grassland forest settlement",
        "Your active cards in this and the neighboring columns have +1 DFS.",
        do.Aura(who=NEARBY, defense=1),
    ),
    support(
        "Quercus robur",
        "Pedunculate oak",
        "forest",
        "Your forest cards have +1 DFS.",
        do.Aura(who=do.Who(affinity="forest"), defense=1),
    ),
    support(
        "Sequoiadendron giganteum",
        "Giant sequoia",
        "forest mountain",
        "Your active cards in this column have +3 DFS. This card withstands attacks below 7.",
        do.Aura(who=IN_COLUMN, defense=3),
        do.Withstands(who=do.Who(kinds=(Kind.SUPPORT,), reach=HERE), attack=7),
        sacrifices=1,
    ),
    support(
        "Rhizophora mangle",
        "Red mangrove",
        "coast river",
        "Your coast cards have +1 DFS and +1 SPD.",
        do.Aura(who=do.Who(affinity="coast"), defense=1, speed=1),
    ),
    support(
        "Zostera marina",
        "Common eelgrass",
        "coast",
        "Active cards of your opponent in this column have −2 SPD.",
        do.Aura(who=FOES_HERE, speed=-2),
    ),
    support(
        "Adansonia digitata",
        "African baobab",
        "grassland",
        "Your grassland cards have +1 ATK.",
        do.Aura(who=do.Who(affinity="grassland"), attack=1),
    ),
    support(
        "Trifolium repens",
        "White clover",
        "grassland settlement",
        "Your cards with ART or PER in their classification have +1 DFS and +1 SPD.",
        do.Aura(who=do.Who(taxon="ART"), defense=1, speed=1),
        do.Aura(who=do.Who(taxon="PER"), defense=1, speed=1),
    ),
    support(
        "Acropora cervicornis",
        "Staghorn coral",
        "reef",
        "Your active cards in this column cannot be attacked.",
        do.Guards(who=IN_COLUMN),
        sacrifices=1,
    ),
    support(
        "Labroides dimidiatus",
        "Bluestreak cleaner wrasse",
        "reef",
        "Your active cards in this and the neighboring columns have +1 SPD and +1 DFS.",
        do.Aura(who=NEARBY, speed=1, defense=1),
    ),
    support(
        "Remora remora",
        "Common remora",
        "deep-sea coast",
        "Your deep-sea cards have +2 SPD.",
        do.Aura(who=do.Who(affinity="deep-sea"), speed=2),
    ),
    support(
        "Buphagus erythroryncha",
        "Red-billed oxpecker",
        "grassland sky",
        "Your active cards in this column have +2 DFS.",
        do.Aura(who=IN_COLUMN, defense=2),
    ),
    support(
        "Indicator indicator",
        "Greater honeyguide",
        "forest grassland sky",
        "Your active cards in this and the neighboring columns have +2 ATK and +1 SPD.",
        do.Aura(who=NEARBY, attack=2, speed=1),
        sacrifices=1,
    ),
    support(
        "Corvus corax",
        "Northern raven",
        "mountain tundra sky",
        "Your cards with CAR in their classification have +1 ATK.",
        do.Aura(who=do.Who(taxon="CAR"), attack=1),
    ),
    support(
        "Lumbricus terrestris",
        "Common earthworm",
        "grassland forest",
        "Your active cards in this and the neighboring columns have +1 ATK.",
        do.Aura(who=NEARBY, attack=1),
    ),
    support(
        "Amanita muscaria",
        "Fly agaric",
        "forest",
        "Active cards of your opponent in this column have −1 ATK and −1 DFS.",
        do.Aura(who=FOES_HERE, attack=-1, defense=-1),
    ),
    support(
        "Euphausia superba",
        "Antarctic krill",
        "deep-sea coast",
        "Your cards that need sacrifices need one fewer.",
        do.Eases(side=do.Side.OWN, sacrifices=1),
        sacrifices=1,
    ),
    support(
        "Macrocystis pyrifera",
        "Giant kelp",
        "coast",
        "Your active cards in this column have +2 ATK.",
        do.Aura(who=IN_COLUMN, attack=2),
    ),
    support(
        "Rhizobium leguminosarum",
        "Root-nodule bacterium",
        "grassland",
        "You enjoy the Tyrant’s bonus with 12 of your entity zones filled.",
        do.Crowns(zones=12),
    ),
    figure(
        "The Taxonomist",
        "Your active cards with CHO in their classification have +1 SPD.",
        do.Aura(who=do.Who(taxon="CHO"), speed=1),
    ),
    figure(
        "The Falconer",
        "Your active cards in this column may attack twice each turn.",
        do.Swift(who=IN_COLUMN),
    ),
    figure(
        "The Field Ecologist",
        "Your active cards in this and the neighboring columns have +1 in every statistic.",
        do.Aura(who=NEARBY, attack=1, defense=1, speed=1),
    ),
    figure(
        "The Ranger",
        "Your opponent cannot place cards on your half of the field.",
        do.Bars(),
    ),
    figure(
        "The Naturalist",
        "Your active cards have +1 ATK.",
        do.Aura(who=do.Who(), attack=1),
    ),
    figure(
        "The Veterinarian",
        "Your active cards in this and the neighboring columns have +2 DFS.",
        do.Aura(who=NEARBY, defense=2),
    ),
)
