"""The cards of level II, Yellow Belt."""

from quarterdeck_protocol.games.amfibido import Species

from quarterdeck_games.amfibido import effects as do
from quarterdeck_games.amfibido.cards.card import Ability, Need, On, When, action, combo, equipment, fighter
from quarterdeck_games.amfibido.continuous_effects import (
    Base,
    BaseIs,
    BoomerangsCombos,
    CountsAsTwo,
    FromNextDoor,
    Knockout,
    OnSpecies,
    PerComboPlayed,
    WithSnakes,
)

LEVEL_2 = (
    fighter(2, "Alligator", Species.CROCODILE, 6),
    fighter(2, "Dwarf Crocodile", Species.CROCODILE, 5, "Knockout.", always=(Knockout(),)),
    fighter(
        2,
        "Snapping Turtle",
        Species.TURTLE,
        8,
        "You win the round: it retires.",
        on=(On(When.WON_ROUND, (do.Retire(do.Which.THIS),)),),
    ),
    fighter(
        2,
        "Bogart Toad",
        Species.TOAD,
        4,
        "Discarded from your hand: draw a level II card.",
        on=(On(When.DISCARDED, (do.Draw(2),)),),
    ),
    fighter(
        2,
        "Bloated Toad",
        Species.TOAD,
        4,
        "Action, once a round: discard one or more fighters, for +3 each.",
        ability=Ability(
            (do.Discard(fighter=True), do.DiscardMore(), do.GainPerDiscarded(3)), (Need.FIGHTER_CARD,), once=True
        ),
    ),
    fighter(2, "Double-Headed Viper", Species.SNAKE, 5, "It is two snakes.", always=(CountsAsTwo(),)),
    fighter(2, "Brown Snake", Species.SNAKE, 3, "+5 while three or more snakes are yours.", always=(WithSnakes(3, 5),)),
    fighter(2, "Basilisk", Species.LIZARD, 3, "Wins: draw a level II card.", on=(On(When.WON, (do.Draw(2),)),)),
    fighter(
        2,
        "Pygmy Chameleon",
        Species.LIZARD,
        1,
        "* is the lowest base power among your other fighters.",
        star=True,
        always=(BaseIs(Base.LOWEST_OTHER),),
    ),
    fighter(
        2,
        "Clouded Salamander",
        Species.SALAMANDER,
        5,
        "Comes into a dojo: you may switcheroo one of your equipment.",
        on=(On(When.ENTERED, (do.Switch(do.Which.A_PIECE_OF_EQUIPMENT),)),),
    ),
    fighter(
        2,
        "Marbled Salamander",
        Species.SALAMANDER,
        4,
        "Equipment next door gives it its base power too.",
        always=(FromNextDoor(),),
    ),
    fighter(
        2,
        "Dart Frog",
        Species.FROG,
        3,
        "+3 for each combo move you played this round, on whichever fighter.",
        always=(PerComboPlayed(3),),
    ),
    fighter(2, "Bullfrog", Species.FROG, 4, "Combo moves played on it gain boomerang.", always=(BoomerangsCombos(),)),
    equipment(2, "Iron Wrench", 2),
    equipment(2, "Nunchucks", 0, "* is the level of the fighter here.", star=True, always=(BaseIs(Base.CARD_LEVEL),)),
    equipment(2, "Brass Knuckles", 2, "A crocodile here has knockout.", always=(Knockout(Species.CROCODILE),)),
    equipment(2, "Bokken", 1, "+2 more on a salamander.", always=(OnSpecies(Species.SALAMANDER, 2),)),
    equipment(
        2, "Barbed Wire", 4, "The fighter wins: it retires.", on=(On(When.WON, (do.Retire(do.Which.FIGHTER_HERE),)),)
    ),
    equipment(
        2,
        "Spawning Sword",
        1,
        "Action: discard a card; this transforms into equipment one level above that card.",
        ability=Ability((do.Discard(named=True), do.Bespoke("spawning_sword")), (Need.CARD,)),
    ),
    combo(2, "Right Hook", 4),
    combo(2, "Flying Kick", 3, "You may switcheroo the fighter.", does=(do.Switch(do.Which.THIS),)),
    combo(
        2,
        "Open Palm Strike",
        3,
        "As you play it you may discard a fighter; then it gains boomerang.",
        does=(do.MayDiscard(then=(do.Boomerang(),), fighter=True),),
    ),
    combo(2, "Rebirth", None, "Transform one of your fighters.", does=(do.Transform(do.Which.A_FIGHTER),)),
    action(
        2,
        "Meditate",
        "Discard a card. Look at the top three cards of an active deck and draw one of them.",
        do.Discard(),
        do.LookAt(3, do.To.HAND),
        needs=(Need.CARD,),
    ),
    action(
        2,
        "Rearm",
        "Transform one of your equipment.",
        do.Transform(do.Which.A_PIECE_OF_EQUIPMENT),
        needs=(Need.EQUIPMENT,),
    ),
)
