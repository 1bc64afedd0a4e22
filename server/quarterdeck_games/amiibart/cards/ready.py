"""Decks that can be played at once."""

from collections.abc import Mapping

from quarterdeck_games.decks import Deck


def _deck(id: str, name: str, powers: tuple[str, str], **cards: int) -> Deck:  # noqa: A002 - a deck's id
    counts = tuple([(card.replace("_", "-"), count) for card, count in cards.items()])
    return Deck(id=id, name=name, cards=counts, beside=powers)


DECKS = (
    _deck(
        "bulwark",
        "Bulwark",
        ("steady-hands", "hold-the-line"),
        iron_snail=4,
        gate_warden=3,
        siege_roller=4,
        thorn_bastion=3,
        shield_captain=3,
        old_mountain=1,
        brace=2,
        field_repairs=2,
        spiked_moat=2,
        the_long_wall=1,
        bandage=3,
        rally=2,
    ),
    _deck(
        "nightblade",
        "Nightblade",
        ("first-blood", "bargain-of-knives"),
        alley_cat=4,
        needle_dancer=4,
        knife_juggler=4,
        silent_widow=2,
        blood_leech=3,
        last_breath=1,
        poisoned_blade=2,
        vanish=1,
        backstab=4,
        ambush=2,
        trip_wire=2,
        double_shift=1,
    ),
)
READY: Mapping[str, Deck] = {deck.id: deck for deck in DECKS}
