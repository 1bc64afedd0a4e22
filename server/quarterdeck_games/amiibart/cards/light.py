"""Cards of the Element Light: they heal, protect their neighbours, and grow while their line stays complete."""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.LIGHT
ANOTHER_ATTACKED = Who(Which.TARGET, Side.FRIENDLY, other=True)
A_KNIGHT = Who(Which.CHOSEN, Side.FRIENDLY, folk="Knight")

CARDS: tuple[Card, ...] = (
    fighter(
        "Candle Squire",
        E,
        200,
        600,
        types=("Knight",),
        text="When this Fighter is played, heal each friendly Fighter by 100.",
        on=(On(when=When.THIS_PLAYED, does=(do.Heal(100, who.FRIENDS),)),),
    ),
    fighter("Temple Guard", E, 200, 700, types=("Knight",), keywords=(Keyword.BLOCK,), text="Block."),
    fighter(
        "Choir Sister",
        E,
        100,
        500,
        types=("Angel",),
        text="Hymn (1 Energy): When this Attack is used, heal a friendly Fighter by 300.",
        attacks=(SpecialAttack(name="Hymn", cost=1, used=(do.Heal(300, who.FRIEND),)),),
    ),
    fighter(
        "Banner Bearer",
        E,
        200,
        500,
        stars=2,
        rarity=R,
        types=("Knight",),
        text="Friendly Fighters beside this one get +100 Attack.",
        auras=(Aura(who.NEIGHBOURS, attack=100),),
    ),
    fighter(
        "Dawn Archangel",
        E,
        400,
        900,
        stars=4,
        rarity=U,
        types=("Angel",),
        text=(
            "When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " When another friendly Fighter is attacked, heal it by 200."
        ),
        on=(
            On(when=When.THIS_PLAYED, does=(do.Drain(9),)),
            On(when=When.FRIENDLY_ATTACKED, does=(do.Heal(200, ANOTHER_ATTACKED),)),
        ),
    ),
    fighter(
        "Sun Lancer",
        E,
        300,
        700,
        types=("Knight",),
        text="After another friendly Fighter attacks, this one gets +100 Attack this turn.",
        on=(On(when=When.AFTER_FRIENDLY_ATTACKS, does=(do.Strengthen(who.THIS, attack=100, until_end=True),)),),
    ),
    spell("Healing Light", E, 2, text="Heal a friendly Fighter by 400.", does=(do.Heal(400, who.FRIEND),)),
    spell(
        "Blessing",
        E,
        3,
        stars=2,
        rarity=R,
        text="A friendly Fighter gets +100 Attack and +200 Health.",
        does=(do.Strengthen(who.FRIEND, attack=100, health=200),),
    ),
    spell(
        "Judgement",
        E,
        7,
        stars=3,
        rarity=U,
        text="Destroy the opposing Fighter with the most Attack.",
        does=(do.Destroy(who.STRONGEST),),
    ),
    stage(
        "Sanctuary",
        E,
        2,
        stars=2,
        rarity=R,
        text="At the start of your turn, heal each friendly Fighter by 100.",
        on=(On(when=When.TURN_BEGINS, does=(do.Heal(100, who.FRIENDS),)),),
    ),
    power(
        "First Light",
        E,
        primary=True,
        text="Whenever you play a Fighter, heal a friendly Fighter by 100.",
        on=(On(when=When.FRIENDLY_PLAYED, does=(do.Heal(100, who.FRIEND),)),),
    ),
    power(
        "Order of Dawn",
        E,
        cost=2,
        text="2 Energy: A friendly Knight gets +100 Attack and +100 Health.",
        does=(do.Strengthen(A_KNIGHT, attack=100, health=100),),
    ),
)
"""Ten cards and two Powers, then the Tokens."""
