"""The fifteen sensei cards of Amfibido."""

from quarterdeck_protocol.games.amfibido import Species

from quarterdeck_games.amfibido.cards.card import Ability, Need, On, When, sensei
from quarterdeck_games.amfibido.continuous_effects import (
    BaseBonus,
    BehindBonus,
    DrawsInstead,
    IsASnake,
    NeutralizesOwn,
    PicksTransforms,
    RedrawsDraft,
    RetiresKnockedOut,
    SpeciesBonus,
)
from quarterdeck_games.amfibido.effects import Bespoke, Discard, Draw, DrawActive, Gain, MayDiscard, Switch, Which

SENSEI = (
    sensei(
        "Toada",
        "After the first draft, draw a level I card. Action: discard a fighter; one of your fighters has +2.",
        on=(On(When.AFTER_DRAFT, (Draw(1),), rounds=(1,)),),
        ability=Ability((Discard(fighter=True), Gain(2, Which.A_FIGHTER)), (Need.FIGHTER_CARD, Need.A_FIGHTER)),
    ),
    sensei(
        "Coach Nickey",
        "Your crocodiles have +1. Opposing fighters that are knocked out retire.",
        always=(SpeciesBonus(Species.CROCODILE, 1), RetiresKnockedOut()),
    ),
    sensei(
        "Smoog",
        "Before round 5 you may discard a card to draw one of level IV; before round 7, of level V.",
        on=(
            On(When.BEFORE_DRAFT, (MayDiscard(then=(Draw(4),)),), rounds=(5,)),
            On(When.BEFORE_DRAFT, (MayDiscard(then=(Draw(5),)),), rounds=(7,)),
        ),
    ),
    sensei(
        "Mr Minami",
        "Before each round you may take a combo move from your cooldown zone into your hand.",
        on=(On(When.BEFORE_DRAFT, (Bespoke("mr_minami"),)),),
    ),
    sensei(
        "Pei Mai",
        "Your fighters have +1 when your opponent has won two rounds, and +2 at three.",
        always=(BehindBonus(1, 2),),
    ),
    sensei(
        "Crocodile Dandoo",
        "Action: discard a card; one of your fighters has +2, and knockout if that card was a crocodile.",
        ability=Ability((Discard(named=True), Bespoke("crocodile_dandoo")), (Need.CARD, Need.A_FIGHTER)),
    ),
    sensei(
        "Professor Ribbitdore",
        "Instead of your second draft card you may discard both and draw from an active deck.",
        always=(DrawsInstead(),),
    ),
    sensei(
        "Coach Hulk",
        "Your turtles' abilities are neutralized. Win all three fights: draw from an active deck.",
        always=(NeutralizesOwn(Species.TURTLE),),
        on=(On(When.SWEPT, (DrawActive(),)),),
    ),
    sensei(
        "Shifuu Kuu",
        "Twice a match you may have your first three draft cards dealt anew. Counts as a snake in a dojo.",
        always=(RedrawsDraft(2), IsASnake()),
    ),
    sensei(
        "Master Shatter",
        "Before rounds 3 and 6 you may transform one of your equipment.",
        on=(On(When.BEFORE_DRAFT, (Bespoke("master_shatter"),), rounds=(3, 6)),),
    ),
    sensei(
        "Sir Scurry",
        "Your lizards have +1. Action: discard a card to switcheroo one of your fighters.",
        always=(SpeciesBonus(Species.LIZARD, 1),),
        ability=Ability((Discard(), Switch(Which.A_FIGHTER)), (Need.CARD, Need.A_FIGHTER)),
    ),
    sensei("Silent Lee", "Your equipment that has a base power has +1 of it.", always=(BaseBonus(1),)),
    sensei(
        "Master Toshi",
        "Action: discard two cards to draw from an active deck.",
        ability=Ability((Discard(), Discard(), DrawActive()), (Need.TWO_CARDS,)),
    ),
    sensei(
        "Mentor Morphos",
        "When you transform, two cards of the kind are turned up and you choose one.",
        always=(PicksTransforms(),),
    ),
    sensei(
        "Guru Gooji",
        "Before the fights, one of your fighters becomes a frog, a crocodile, a salamander and a snake too.",
        on=(On(When.BEFORE_FIGHTS, (Bespoke("guru_gooji"),)),),
    ),
)
