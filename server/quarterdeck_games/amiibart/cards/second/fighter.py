"""Cards of the Element Fighter: trained strikes, a special one for each card, and a coach that ensures their order.

Fighter is the name of an Element here (AM-2). Its cards are called Boxers, so that nobody has to read “Fighter
Fighter”.
"""

from quarterdeck_games.amiibart.cards.vocabulary import *

E = Element.FIGHTER
BOXERS = Who(Which.ALL, Side.FRIENDLY, folk="Boxer")
A_BOXER = Who(Which.CHOSEN, Side.FRIENDLY, folk="Boxer")

CARDS: tuple[Card, ...] = (
    fighter(
        "Street Boxer",
        E,
        400,
        700,
        types=("Boxer",),
        text="Jab (1 Energy): Deal 100 damage to an opposing Fighter. After it, this Fighter gets +100 Attack.",
        attacks=(
            SpecialAttack(
                name="Jab", cost=1, does=(do.Damage(100, who.FOE),), after=(do.Strengthen(who.THIS, attack=100),)
            ),
        ),
    ),
    fighter(
        "Spring Kicker",
        E,
        300,
        400,
        types=("Dancer",),
        keywords=(Keyword.SWIFT,),
        text="Swift. Flying Kick (2 Energy): Deal 200 damage to an opposing Fighter and 100 to each Fighter beside it.",
        attacks=(
            SpecialAttack(
                name="Flying Kick", cost=2, does=(do.Damage(200, who.FOE), do.Damage(100, who.BESIDE_TARGET))
            ),
        ),
    ),
    fighter(
        "Mat Wrestler",
        E,
        300,
        800,
        stars=2,
        rarity=R,
        types=("Wrestler",),
        text="Throw (5 Energy): Return an opposing Fighter to its owner's deck.",
        attacks=(SpecialAttack(name="Throw", cost=5, does=(do.Return(who.FOE),)),),
    ),
    fighter(
        "Cut Man",
        E,
        200,
        700,
        types=("Trainer",),
        text="After another friendly Fighter attacks, heal it by 100.",
        on=(On(when=When.AFTER_FRIENDLY_ATTACKS, does=(do.Heal(100, who.SUBJECT),)),),
    ),
    fighter(
        "Counter Puncher",
        E,
        300,
        800,
        types=("Boxer",),
        text="When this Fighter is attacked, it gets +200 Attack this turn.",
        on=(On(when=When.THIS_ATTACKED, does=(do.Strengthen(who.THIS, attack=200, until_end=True),)),),
    ),
    fighter(
        "Old Champion",
        E,
        500,
        900,
        stars=3,
        rarity=U,
        types=("Boxer",),
        text=(
            "When this Fighter is played, your opponent has 9 less Energy in their next turn."
            " Haymaker (5 Energy): When this Attack is used, this Fighter gets +100 Attack."
            " Deal damage equal to its Attack to an opposing Fighter."
        ),
        on=(On(when=When.THIS_PLAYED, does=(do.Drain(9),)),),
        attacks=(
            SpecialAttack(
                name="Haymaker", cost=5, used=(do.Strengthen(who.THIS, attack=100),), does=(do.Strike(who.FOE),)
            ),
        ),
    ),
    fighter(
        "Corner Coach",
        E,
        200,
        800,
        stars=2,
        rarity=R,
        types=("Trainer",),
        text="Whenever you play a Spell, each friendly Boxer gets +100 Attack this turn.",
        on=(On(when=When.FRIENDLY_SPELL, does=(do.Strengthen(BOXERS, attack=100, until_end=True),)),),
    ),
    spell(
        "Low Blow",
        E,
        2,
        text="Deal 100 damage to an opposing Fighter. It gets -100 Attack.",
        does=(do.Damage(100, who.FOE), do.Strengthen(who.FOE, attack=-100)),
    ),
    spell(
        "Perfect Form",
        E,
        4,
        stars=3,
        rarity=U,
        text="Forge: A friendly Fighter gets +200 Attack and +200 Health; or each friendly Boxer gets +100 Attack.",
        forge=(
            Forge(text="+200 Attack and +200 Health", does=(do.Strengthen(who.FRIEND, attack=200, health=200),)),
            Forge(text="Each Boxer: +100 Attack", does=(do.Strengthen(BOXERS, attack=100),)),
        ),
    ),
    stage(
        "The Ring",
        E,
        2,
        stars=2,
        rarity=R,
        text="Every Fighter gets +100 Attack.",
        auras=(Aura(who.EVERYBODY, attack=100),),
    ),
    power(
        "Feint",
        E,
        primary=True,
        cost=1,
        text="1 Energy: An opposing Fighter gets -200 Attack this turn.",
        does=(do.Strengthen(who.FOE, attack=-200, until_end=True),),
    ),
    power(
        "Second Round",
        E,
        cost=1,
        text="1 Energy: Heal a friendly Boxer by 100; it gets +100 Attack this turn.",
        does=(do.Heal(100, A_BOXER), do.Strengthen(A_BOXER, attack=100, until_end=True)),
    ),
)
"""Ten cards and two Powers."""
