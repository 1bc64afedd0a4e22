"""The cards of level I, White Belt."""

from quarterdeck_protocol.games.amfibido import Outcome, Species

from quarterdeck_games.amfibido.cards.card import Ability, Need, On, When, action, combo, equipment, fighter
from quarterdeck_games.amfibido.continuous_effects import Base, BaseIs, PerCombo, PerOtherSnake, Times, WhenEntered
from quarterdeck_games.amfibido.effects import Discard, Draw, Gain, ReturnFighter, RevealUntil, Switch, Transform, Which

LEVEL_1 = (
    fighter(1, "Caiman", Species.CROCODILE, 4),
    fighter(1, "Puff Adder", Species.SNAKE, 3),
    fighter(1, "Coral Snake", Species.SNAKE, 1, "+2 for every other snake of yours.", always=(PerOtherSnake(2),)),
    fighter(1, "Tree Frog", Species.FROG, 2, "+3 more from each combo move on it.", always=(PerCombo(3),)),
    fighter(1, "Newt", Species.SALAMANDER, 2, "Equipment gives it twice its base power.", always=(Times(2),)),
    fighter(
        1,
        "Black Toad",
        Species.TOAD,
        2,
        "Discarded from your hand: draw a level I card.",
        on=(On(When.DISCARDED, (Draw(1),)),),
    ),
    fighter(
        1,
        "Gecko",
        Species.LIZARD,
        3,
        "Action: discard a card to switcheroo this.",
        ability=Ability((Discard(), Switch(Which.THIS)), (Need.CARD,)),
    ),
    fighter(
        1,
        "Panther Chameleon",
        Species.LIZARD,
        1,
        "* is the lowest base power among the opposing fighters.",
        star=True,
        always=(BaseIs(Base.LOWEST_OPPOSING),),
    ),
    fighter(1, "Spawn", Species.SPAWN, 2, "Wins: it transforms.", on=(On(When.WON, (Transform(Which.THIS),)),)),
    equipment(1, "Boxing Gloves", 1),
    equipment(
        1, "Wrist Wraps", None, "+2 if a fighter of yours came into this dojo this round.", always=(WhenEntered(2),)
    ),
    equipment(
        1,
        "Kung Fu Gi",
        None,
        "Action: discard a card for +3 this round.",
        ability=Ability((Discard(), Gain(3)), (Need.CARD,)),
    ),
    equipment(1, "White Belt", None, "The fighter has +3 from each combo move on it.", always=(PerCombo(3),)),
    equipment(
        1,
        "Sparring Boots",
        1,
        "The fighter wins: it returns to your hand unless it is knocked out.",
        on=(On(When.WON, (ReturnFighter(),)),),
    ),
    combo(1, "Roundhouse Kick", 3),
    combo(
        1,
        "Headlock",
        2,
        "Boomerang if the fighter does not win.",
        boomerang_after=(Outcome.DREW, Outcome.LOST),
    ),
    combo(1, "Nipple Twist", 1, "Boomerang.", boomerang=True),
    action(
        1,
        "Focus",
        "Name fighter or equipment. Turn up level I cards until you find one: play it or discard it.",
        RevealUntil((1,)),
    ),
    action(1, "Switcheroo", "Switcheroo any of your fighters and equipment.", Switch(Which.EVERYTHING)),
)
