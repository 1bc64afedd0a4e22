"""The cards of level V, Pink Belt, which come into play only by effects."""

from quarterdeck_protocol.games.amfibido import Species

from quarterdeck_games.amfibido.cards.card import Ability, Need, equipment, fighter
from quarterdeck_games.amfibido.continuous_effects import (
    CountsAsTwo,
    FightsNextDoor,
    FromNextDoor,
    Knockout,
    Neutralizes,
    PerOtherSnake,
    SharesCombos,
    TimesBase,
    TimesCombos,
)
from quarterdeck_games.amfibido.effects import Discard, Switch, Which

LEVEL_5 = (
    fighter(5, "King of the Crocs", Species.CROCODILE, 15),
    fighter(
        5,
        "Komodo Dragon",
        Species.LIZARD,
        12,
        "While exactly one of your dojos is empty it fights there too.",
        always=(FightsNextDoor(),),
    ),
    fighter(
        5,
        "Python Emperor",
        Species.SNAKE,
        8,
        "It is two snakes. +4 for every other snake of yours.",
        always=(CountsAsTwo(), PerOtherSnake(4)),
    ),
    fighter(
        5,
        "Hypnotoad",
        Species.TOAD,
        10,
        "The opposing fighter and equipment are neutralized.",
        always=(Neutralizes(fighter=True),),
    ),
    fighter(
        5,
        "Goliath Frog",
        Species.FROG,
        9,
        "A combo move on it is also played on your other frogs and toads.",
        always=(SharesCombos((Species.FROG, Species.TOAD)),),
    ),
    fighter(
        5,
        "Siren Salamander",
        Species.SALAMANDER,
        10,
        "Equipment next door gives your salamanders its base power too.",
        always=(FromNextDoor(Species.SALAMANDER),),
    ),
    equipment(5, "Golden Gloves", 7, "The fighter has knockout.", always=(Knockout(),)),
    equipment(
        5,
        "Twin Katanas",
        6,
        "Action: discard a card to switcheroo any of your equipment.",
        ability=Ability((Discard(), Switch(Which.ALL_EQUIPMENT)), (Need.CARD,)),
    ),
    equipment(5, "Black Belt", 3, "The power of combo moves on the fighter is tripled.", always=(TimesCombos(3),)),
    equipment(5, "Steroids", None, "The fighter's base power is doubled.", always=(TimesBase(2),)),
)
