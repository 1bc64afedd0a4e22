"""The cards of level III, Red Belt."""

from quarterdeck_protocol.games.amfibido import Species

from quarterdeck_games.amfibido import effects as do
from quarterdeck_games.amfibido.cards.card import Ability, KnocksOut, Need, On, When, action, combo, equipment, fighter
from quarterdeck_games.amfibido.continuous_effects import (
    AlsoIs,
    BoomerangsCombos,
    InsteadOfCooldown,
    Knockout,
    OnSpecies,
    PerCombo,
    PerDiscardedFighter,
    PerOtherSnake,
    Times,
    TwoPieces,
)

LEVEL_3 = (
    fighter(3, "Great Crocodile", Species.CROCODILE, 8),
    fighter(3, "Mugger Crocodile", Species.CROCODILE, 7, "Knockout.", always=(Knockout(),)),
    fighter(
        3,
        "Painted Turtle",
        Species.TURTLE,
        9,
        "Played from your hand: discard a card or it retires.",
        on=(On(When.ENTERED_FROM_HAND, (do.MayDiscard(otherwise=(do.Retire(do.Which.THIS),)),)),),
    ),
    fighter(
        3,
        "Tipsy Turtle",
        Species.TURTLE,
        10,
        "It is knocked out after its fight, however that ends.",
        knocks_out=KnocksOut.ITSELF,
    ),
    fighter(
        3,
        "Cane Toad",
        Species.TOAD,
        5,
        "+3 for each fighter you discarded from your hand this round.",
        always=(PerDiscardedFighter(3),),
    ),
    fighter(
        3,
        "Oak Toad",
        Species.TOAD,
        6,
        "Action, once a round: discard one or more fighters, for +4 each.",
        ability=Ability(
            (do.Discard(fighter=True), do.DiscardMore(), do.GainPerDiscarded(4)), (Need.FIGHTER_CARD,), once=True
        ),
    ),
    fighter(3, "Black Mamba", Species.SNAKE, 3, "+3 for every other snake of yours.", always=(PerOtherSnake(3),)),
    fighter(3, "Iguana", Species.LIZARD, 4, "Wins: draw a level IV card.", on=(On(When.WON, (do.Draw(4),)),)),
    fighter(
        3,
        "Gila Monster",
        Species.LIZARD,
        5,
        "Loses: the fighter that beat it is knocked out.",
        knocks_out=KnocksOut.WINNER,
    ),
    fighter(3, "Axolotl", Species.SALAMANDER, 6, "Equipment gives it twice its base power.", always=(Times(2),)),
    fighter(
        3,
        "Fire Salamander",
        Species.SALAMANDER,
        5,
        "Action: discard a card to transform a level I or II piece of equipment here.",
        ability=Ability(
            (do.Discard(), do.Transform(do.Which.EQUIPMENT_HERE, up_to=2)), (Need.CARD, Need.LOW_EQUIPMENT_HERE)
        ),
    ),
    fighter(3, "Glass Frog", Species.FROG, 6, "+4 more from each combo move on it.", always=(PerCombo(4),)),
    fighter(
        3,
        "Humongous Spawn",
        Species.SPAWN,
        7,
        "It is a frog, a crocodile, a snake and a salamander too.",
        always=(AlsoIs((Species.FROG, Species.CROCODILE, Species.SNAKE, Species.SALAMANDER)),),
    ),
    equipment(3, "Shaolin Cane", 3, "+2 more on a salamander.", always=(OnSpecies(Species.SALAMANDER, 2),)),
    equipment(
        3,
        "Smoke Bomb",
        3,
        "Action: retire this; the fighter here has +5 this round.",
        ability=Ability((do.Bespoke("smoke_bomb"),), (Need.FIGHTER_HERE,)),
    ),
    equipment(
        3,
        "Spawning Suit",
        None,
        "Action, once a round: discard a fighter to transform the fighter here.",
        ability=Ability(
            (do.Discard(fighter=True), do.Transform(do.Which.FIGHTER_HERE)),
            (Need.FIGHTER_CARD, Need.FIGHTER_HERE),
            once=True,
        ),
    ),
    equipment(3, "Yellow Belt", 2, "The fighter has +3 from each combo move on it.", always=(PerCombo(3),)),
    equipment(
        3,
        "Combat Headgear",
        1,
        "The fighter wins: draw a level II card. Knocked out, it returns to your hand instead.",
        on=(On(When.WON, (do.Draw(2),)),),
        always=(InsteadOfCooldown(),),
    ),
    equipment(
        3,
        "Croackers Gi",
        3,
        "Combo moves played on a frog or toad here gain boomerang.",
        always=(BoomerangsCombos((Species.FROG, Species.TOAD)),),
    ),
    equipment(3, "Twin Sai", 2, "This dojo has a place for a second piece of equipment.", always=(TwoPieces(),)),
    combo(3, "Uppercut", 5),
    combo(
        3,
        "Tail Swipe",
        4,
        "On a crocodile: the fighter has knockout, and this boomerang.",
        knockout_on=Species.CROCODILE,
    ),
    combo(
        3, "Tag Team", 2, "Boomerang. You may switcheroo the fighter.", boomerang=True, does=(do.Switch(do.Which.THIS),)
    ),
    combo(
        3,
        "Sucker Punch",
        2,
        "The opposing fighter is knocked out after the fight, even if it does not lose.",
        knocks_out=KnocksOut.OPPONENT,
    ),
    combo(
        3, "Metamorphosis", None, "Transform one of your fighters or equipment.", does=(do.Transform(do.Which.EITHER),)
    ),
    action(
        3,
        "Concentrate",
        "Discard a card. Look at the top four cards of an active deck and draw one of them.",
        do.Discard(),
        do.LookAt(4, do.To.HAND),
        needs=(Need.CARD,),
    ),
)
