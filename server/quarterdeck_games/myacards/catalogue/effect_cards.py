"""The effect cards of MYACARDS: they change cards on the field, and what players may do."""

from quarterdeck_protocol.games.myacards import Bonus, Kind

from quarterdeck_games.myacards import effects as do
from quarterdeck_games.myacards.faces import id_of

ENTITIES = (Kind.ACTIVE, Kind.SUPPORT)
MINE = do.Who()
THEIRS = do.Who(side=do.Side.THEIRS)


def effect(name: str, text: str, *does: do.Deed, laws: tuple[do.Law, ...] = (), turns: int | None = None) -> do.Card:
    return do.Card(id=id_of(name), name=name, kind=Kind.EFFECT, does=does, laws=laws, turns=turns, text=text)


EFFECTS = (
    effect(
        "Adrenaline",
        "An active card of yours may attack once more this turn.",
        do.Chosen(who=MINE, does=do.AttackAgain()),
    ),
    effect(
        "Ambush",
        "An active card of yours has +3 ATK until the end of the turn.",
        do.Chosen(who=MINE, does=do.Chip(attack=3, turns=1)),
    ),
    effect(
        "Bristling",
        "An active card of yours has +3 DFS until the end of the turn.",
        do.Chosen(who=MINE, does=do.Chip(defense=3, turns=1)),
    ),
    effect(
        "Tailwind",
        "All your active cards have +2 SPD until the end of the turn.",
        do.Every(who=MINE, does=do.Chip(speed=2, turns=1)),
    ),
    effect(
        "Moult",
        "An active card of yours has +1 in every statistic for good.",
        do.Chosen(who=MINE, does=do.Chip(attack=1, defense=1, speed=1)),
    ),
    effect(
        "Camouflage",
        "An active card of yours cannot be removed by attacks this turn.",
        do.Chosen(who=MINE, does=do.Shield(turns=1)),
    ),
    effect("Retreat", "An active card of yours goes back to your hand.", do.Chosen(who=MINE, does=do.SendBack())),
    effect("Good Foraging", "Draw two cards.", do.Draw(cards=2)),
    effect("Population Crash", "Your opponent’s top three cards go to Oblivion.", do.Mill(cards=3)),
    effect("Competitive Exclusion", "Your opponent discards two cards.", do.TheyDiscard(cards=2)),
    effect("Reconnaissance", "Look at your opponent’s hand, then draw a card.", do.SeeHand(), do.Draw(cards=1)),
    effect("Kleptoparasitism", "Look at your opponent’s hand and discard a card of it.", do.TakeFromHand()),
    effect(
        "Seed Bank",
        "Take two entity cards from your Oblivion into your hand.",
        do.Recover(kinds=ENTITIES),
        do.Recover(kinds=ENTITIES),
    ),
    effect("Abundance", "The next card that you place this turn needs two sacrifices fewer.", do.Waive(sacrifices=2)),
    effect(
        "Hybridisation",
        "Three turns long your opponent’s sister-taxa bonuses add nothing, and your cards attack in any order.",
        laws=(do.Cancels(side=do.Side.THEIRS, bonuses=(Bonus.SISTER_TAXA,)), do.Unordered()),
        turns=3,
    ),
    effect(
        "Spring Flood",
        "For good, you draw one more card at the start of your turn and may keep three more at its end.",
        laws=(do.DrawsMore(cards=1), do.LargerHand(cards=3)),
    ),
    effect(
        "Following the Rains",
        "Six turns long your active cards may attack in any order.",
        laws=(do.Unordered(),),
        turns=6,
    ),
    effect(
        "Cover of Night",
        "Four turns long all cards attack from the slowest to the fastest.",
        laws=(do.Reverses(),),
        turns=4,
    ),
    effect(
        "Apex Predation",
        "Remove an active card of your opponent.",
        do.Chosen(who=THEIRS, does=do.Remove()),
    ),
)
