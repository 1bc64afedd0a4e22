"""The support cards: organisms that others live by, and figures, which are human roles without classification."""

from quarterdeck_protocol.games.myacards import Kind

from quarterdeck_games.myacards.catalogue.lineages import LINEAGES
from quarterdeck_games.myacards.effects import (
    Aura,
    Bars,
    Card,
    Crowns,
    Eases,
    Guards,
    Law,
    Reach,
    Side,
    Swift,
    Who,
    Withstands,
)
from quarterdeck_games.myacards.faces import id_of

HERE = Reach.COLUMN
NEAR = Reach.NEAR
IN_COLUMN = Who(reach=HERE)
NEARBY = Who(reach=NEAR)
FOES_HERE = Who(side=Side.THEIRS, reach=HERE)

SETTLES_IN = Guards(who=Who(kinds=(Kind.SUPPORT,), reach=HERE), turns=2)
"""Whoever comes second strikes first, and would often end the match by it."""


def support(name: str, english: str, lives: str, text: str, *laws: Law, sacrifices: int = 0) -> Card:
    """Return a support card."""
    return Card(
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


def figure(name: str, text: str, *laws: Law) -> Card:
    """Return a figure, which has no lineage; none can be attacked in the first two turns."""
    return support(name, "", "", f"{text} This card cannot be attacked before turn 3.", *laws, SETTLES_IN)


SUPPORTS = (
    support(
        "Apis mellifera",
        "Western honey bee",
        "grassland forest settlement",
        "Your active cards in this and the neighboring columns have +1 DFS.",
        Aura(who=NEARBY, defense=1),
    ),
    support(
        "Quercus robur",
        "Pedunculate oak",
        "forest",
        "Your forest cards have +1 DFS.",
        Aura(who=Who(affinity="forest"), defense=1),
    ),
    support(
        "Sequoiadendron giganteum",
        "Giant sequoia",
        "forest mountain",
        "Your active cards in this column have +3 DFS. This card withstands attacks below 7.",
        Aura(who=IN_COLUMN, defense=3),
        Withstands(who=Who(kinds=(Kind.SUPPORT,), reach=HERE), attack=7),
        sacrifices=1,
    ),
    support(
        "Rhizophora mangle",
        "Red mangrove",
        "coast river",
        "Your coast cards have +1 DFS and +1 SPD.",
        Aura(who=Who(affinity="coast"), defense=1, speed=1),
    ),
    support(
        "Zostera marina",
        "Common eelgrass",
        "coast",
        "Active cards of your opponent in this column have −2 SPD.",
        Aura(who=FOES_HERE, speed=-2),
    ),
    support(
        "Adansonia digitata",
        "African baobab",
        "grassland",
        "Your grassland cards have +1 ATK.",
        Aura(who=Who(affinity="grassland"), attack=1),
    ),
    support(
        "Trifolium repens",
        "White clover",
        "grassland settlement",
        "Your cards with ART or PER in their classification have +1 DFS and +1 SPD.",
        Aura(who=Who(taxon="ART"), defense=1, speed=1),
        Aura(who=Who(taxon="PER"), defense=1, speed=1),
    ),
    support(
        "Acropora cervicornis",
        "Staghorn coral",
        "reef",
        "Your active cards in this column cannot be attacked.",
        Guards(who=IN_COLUMN),
        sacrifices=1,
    ),
    support(
        "Labroides dimidiatus",
        "Bluestreak cleaner wrasse",
        "reef",
        "Your active cards in this and the neighboring columns have +1 SPD and +1 DFS.",
        Aura(who=NEARBY, speed=1, defense=1),
    ),
    support(
        "Remora remora",
        "Common remora",
        "deep-sea coast",
        "Your deep-sea cards have +2 SPD.",
        Aura(who=Who(affinity="deep-sea"), speed=2),
    ),
    support(
        "Buphagus erythroryncha",
        "Red-billed oxpecker",
        "grassland sky",
        "Your active cards in this column have +2 DFS.",
        Aura(who=IN_COLUMN, defense=2),
    ),
    support(
        "Indicator indicator",
        "Greater honeyguide",
        "forest grassland sky",
        "Your active cards in this and the neighboring columns have +2 ATK and +1 SPD.",
        Aura(who=NEARBY, attack=2, speed=1),
        sacrifices=1,
    ),
    support(
        "Corvus corax",
        "Northern raven",
        "mountain tundra sky",
        "Your cards with CAR in their classification have +1 ATK.",
        Aura(who=Who(taxon="CAR"), attack=1),
    ),
    support(
        "Lumbricus terrestris",
        "Common earthworm",
        "grassland forest",
        "Your active cards in this and the neighboring columns have +1 ATK.",
        Aura(who=NEARBY, attack=1),
    ),
    support(
        "Amanita muscaria",
        "Fly agaric",
        "forest",
        "Active cards of your opponent in this column have −1 ATK and −1 DFS.",
        Aura(who=FOES_HERE, attack=-1, defense=-1),
    ),
    support(
        "Euphausia superba",
        "Antarctic krill",
        "deep-sea coast",
        "Your cards that need sacrifices need one fewer.",
        Eases(side=Side.OWN, sacrifices=1),
        sacrifices=1,
    ),
    support(
        "Macrocystis pyrifera",
        "Giant kelp",
        "coast",
        "Your active cards in this column have +2 ATK.",
        Aura(who=IN_COLUMN, attack=2),
    ),
    support(
        "Rhizobium leguminosarum",
        "Root-nodule bacterium",
        "grassland",
        "You enjoy the Tyrant’s bonus with 12 of your entity zones filled.",
        Crowns(zones=12),
    ),
    figure(
        "The Taxonomist",
        "Your active cards with CHO in their classification have +1 SPD.",
        Aura(who=Who(taxon="CHO"), speed=1),
    ),
    figure(
        "The Falconer",
        "Your active cards in this column may attack twice each turn.",
        Swift(who=IN_COLUMN),
    ),
    figure(
        "The Field Ecologist",
        "Your active cards in this and the neighboring columns have +1 in every statistic.",
        Aura(who=NEARBY, attack=1, defense=1, speed=1),
    ),
    figure(
        "The Ranger",
        "Your opponent cannot place cards on your half of the field.",
        Bars(),
    ),
    figure(
        "The Naturalist",
        "Your active cards have +1 ATK.",
        Aura(who=Who(), attack=1),
    ),
    figure(
        "The Veterinarian",
        "Your active cards in this and the neighboring columns have +2 DFS.",
        Aura(who=NEARBY, defense=2),
    ),
)
