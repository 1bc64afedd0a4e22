"""What each shipped game tells the tests that run over every game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
from games.amfibido import world as amfibido
from games.amiibart import world as amiibart
from games.hosted import HOSTED
from games.myacards import world as myacards
from quarterdeck_games import GAMES
from quarterdeck_games.density_deck.state import State
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.games import tiny
from quarterdeck_protocol.names import Viewer
from quarterdeck_testing.world import Events, World

# Density Deck

DECK = Counter(
    dd.Card(dd.Colour(colour), power)
    for colour, powers in {
        "common": (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10),
        "yellow": (3, 4, 5),
        "turquoise": (3, 3, 10),
        "red": (3, 5, 10),
        "blue": (3, 5, 10),
        "purple": (3, 5, 10),
        "silver": (4, 4, 4),
        "gold": (4, 4, 10),
        "aquamarine": (5, 5, 5),
        "white": (6, 6, 6),
        "black": (6, 6, 6),
    }.items()
    for power in powers
)
"""The fifty cards, copied from S2:4…15 and not from the code."""

Place = tuple[str, int, int]
"""Where a card lies: which zone, whose (or 0), and how deep."""


def _places(state: State) -> Iterator[tuple[Place, dd.Card]]:
    for zone in ("pile", "centre", "muck"):
        for depth, card in enumerate(getattr(state, zone)):
            yield (zone, 0, depth), card
    for zone in ("hands", "discards"):
        for seat, cards in enumerate(getattr(state, zone)):
            for depth, card in enumerate(cards):
                yield (zone, seat, depth), card
    if state.drawn is not None:
        yield ("drawn", 0, 0), state.drawn


def _cards(state: State) -> Counter[dd.Card]:
    return Counter(card for _, card in _places(state))


def _is_seen(state: State, viewer: Viewer, place: Place) -> bool:
    """DD-36: what this viewer sees of the table now."""
    zone, seat, depth = place
    match zone:
        case "hands":
            return seat == viewer
        case "discards":
            return depth == len(state.discards[seat]) - 1
        case "centre":
            return depth < state.round - 1
        case "drawn":
            return state.turn == viewer or state.taken_from is not None
        case _:
            return False


def _will_be_seen(state: State, viewer: Viewer, events: Events) -> set[Place]:
    """Where the cards lie that these events, which are caused next, lay open to this viewer."""
    seen: set[Place] = set()
    hand = [("hands", seat, depth) for seat, cards in enumerate(state.hands) for depth in range(len(cards))]
    for event in events:
        match event:
            case dd.Flipped():
                seen.add(("centre", 0, event.position))
            case dd.Lapsed():
                # What the house discards may depend on the whole hand, and is then public.
                seen.update(place for place in hand if place[1] == event.seat)
                seen.add(("drawn", 0, 0))
            case dd.HandsShown():
                shown = {showing.seat for showing in event.showings}
                seen.update(place for place in hand if place[1] in shown)
                seen.update(("centre", 0, at) for at, card in enumerate(event.centre) if card is not None)
                seen.add(("drawn", 0, 0))
            case dd.Discarded():
                seen.add(("drawn", 0, 0))
                cards = state.hands[event.seat]
                if event.card in cards:
                    seen.add(("hands", event.seat, cards.index(event.card)))
            case dd.Took():
                seen.add(("discards", event.from_seat, len(state.discards[event.from_seat]) - 2))
            case dd.Drew() if event.seat == viewer:
                seen.add(("pile", 0, 0))
                if not state.pile:
                    seen.update(place for place, _ in _places(state) if place[0] == "discards")
            case dd.Dealt():
                break  # what is dealt anew does not depend on where the cards were
            case _:
                pass
    return seen


def _another(state: State, viewer: Viewer, events: Events, chance: Random) -> State:
    """Permute all that is hidden from the viewer: others' hands, the pile, the centre face down, the buried discards,
    the muck."""
    remembered = _will_be_seen(state, viewer, events)
    table = dict(_places(state))
    hidden = [place for place in table if not _is_seen(state, viewer, place) and place not in remembered]
    if chance.random() < 0.4:  # the nearer two worlds are, the longer nothing is shown in which they differ
        hidden = [place for place in hidden if place[0] in ("pile", "centre", "muck")]
    faces = [table[place] for place in hidden]
    chance.shuffle(faces)
    table.update(zip(hidden, faces, strict=True))

    def row(zone: str, seat: int, count: int) -> dd.Cards:
        cards = [table[zone, seat, depth] for depth in range(count)]
        if zone == "hands" and seat != viewer:
            chance.shuffle(cards)  # how somebody holds their cards is nobody else's business, even once they are shown
        return tuple(cards)

    return msgspec.structs.replace(
        state,
        pile=row("pile", 0, len(state.pile)),
        centre=row("centre", 0, len(state.centre)),
        muck=row("muck", 0, len(state.muck)),
        hands=tuple(row("hands", seat, len(cards)) for seat, cards in enumerate(state.hands)),
        discards=tuple(row("discards", seat, len(cards)) for seat, cards in enumerate(state.discards)),
        drawn=table.get(("drawn", 0, 0)),
    )


def _other_event(event: Any, viewer: Viewer, chance: Random) -> Any:
    match event:
        case dd.Dealt():
            hands = [list(cards or ()) for cards in event.hands]
            rest = [card for card in (*event.centre, *(event.pile or ())) if card is not None]
            rest += [card for seat, cards in enumerate(hands) if seat != viewer for card in cards]
            chance.shuffle(rest)
            hands = [cards if seat == viewer else [rest.pop() for _ in cards] for seat, cards in enumerate(hands)]
            return msgspec.structs.replace(
                event, hands=tuple(map(tuple, hands)), centre=tuple(rest[:3]), pile=tuple(rest[3:])
            )
        case dd.Reshuffled():
            pile = [*(event.pile or ())]
            chance.shuffle(pile)
            return msgspec.structs.replace(event, pile=tuple(pile))
        case dd.Drew() if event.seat != viewer:
            return msgspec.structs.replace(event, card=chance.choice(list(DECK)))
        case _:
            return event


def _reveals(event: Any, viewer: Viewer) -> bool:
    if isinstance(event, dd.Drew):
        return bool(event.seat == viewer)
    return isinstance(event, dd.Flipped | dd.HandsShown | dd.Discarded)


def _uncovers(event: Any, viewer: Viewer) -> bool:
    """The card below a top that was taken is the new top."""
    return isinstance(event, dd.Took)


def _json(card: dd.Card) -> str:
    return msgspec.json.encode(card).decode()


def _faces(state: State, viewer: Viewer, events: Events) -> frozenset[str]:
    seen = {card for place, card in _places(state) if _is_seen(state, viewer, place)}
    if state.last is not None:
        seen |= {card for showing in state.last.showings for card in showing.hand}
        seen |= {card for card in state.last.centre if card is not None}
        # A score cites the tops that amplified it, which are gone when the next deal begins.
        for showing in state.last.showings:
            seen |= set(showing.score.multiplied)
            for each in showing.score.subtracted:
                seen |= set(each.cards)
    for event in events:
        match event:
            case dd.Flipped() | dd.Discarded() | dd.Took():
                seen.add(event.card)
            case dd.Drew() if event.seat == viewer and event.card is not None:
                seen.add(event.card)
            case dd.Dealt() if viewer is not None:
                seen |= set(event.hands[viewer] or ())
            case dd.HandsShown():
                seen |= {card for showing in event.showings for card in showing.hand}
                seen |= {card for showing in event.showings for card in showing.score.multiplied}
                seen |= {card for each in event.showings for part in each.score.subtracted for card in part.cards}
                seen |= {card for card in event.centre if card is not None}
            case _:
                pass
    return frozenset(_json(card) for card in seen)


def _most_actions_of_density_deck(options: dd.Options, seats: int) -> int:
    """Each turn is two actions at most, each deal `round_cap` rounds, and 500 deals are the most there are (G-7).

    Every deal that is not a tie of all costs a life; in random matches ties of all are rare."""
    lives = seats * options.lives
    return 2 * seats * options.round_cap * (4 * lives + 40)


def _offers_a_mark(choice: Any, action: Any) -> bool:
    """Tiny offers one cell and lets every cell be marked."""
    return isinstance(action, tiny.Mark) and 0 <= action.cell < 256 and len(action.note) <= 64


WORLDS: Mapping[str, World] = {
    "amfibido": World(
        game=GAMES["amfibido"],
        numbers={"max_rounds": (4, 20)},
        most_actions=amfibido.most_actions,
        cards=amfibido.cards_of,
        deck=lambda setup: amfibido.DECK,
        hasty=frozenset({"Pass"}),
        another=amfibido.another,
        other_event=amfibido.other_event,
        reveals=amfibido.reveals,
        faces=amfibido.faces,
        face=amfibido.FACE,
    ),
    "amiibart": World(
        game=GAMES["amiibart"],
        hosted=HOSTED["amiibart"],
        numbers={"turn_cap": (10, 60)},
        most_actions=amiibart.most_actions,
        cards=amiibart.cards_of,
        deck=amiibart.deck,
        some_deck=amiibart.some_deck,
        has_no={"secrets"},
        hasty=frozenset({"EndTurn"}),
    ),
    "density-deck": World(
        game=GAMES["density-deck"],
        numbers={"lives": (1, 8), "round_cap": (2, 30)},
        most_actions=_most_actions_of_density_deck,
        cards=_cards,
        deck=lambda setup: DECK,
        hasty=frozenset({"Fight", "Surrender", "Pass"}),
        another=_another,
        other_event=_other_event,
        reveals=_reveals,
        uncovers=_uncovers,
        faces=_faces,
        face=r'\{"colour":"[a-z]+","power":\d+\}',
    ),
    "myacards": World(
        game=GAMES["myacards"],
        hosted=HOSTED["myacards"],
        harmless="(Harbour|elephant) seal",
        numbers={"opening_hand": (1, 8), "deck_min": (45, 50), "turn_cap": (4, 60), "effect_copies": (2, 200)},
        most_actions=myacards.most_actions,
        cards=myacards.cards_of,
        deck=myacards.deck,
        some_deck=myacards.some_deck,
        hasty=frozenset({"EndTurn", "BeginAttacks"}),
        left_open=myacards.left_open,
        by_hand=myacards.BY_HAND,
        another=myacards.another,
        other_event=myacards.other_event,
        reveals=myacards.reveals,
        uncovers=myacards.uncovers,
        faces=myacards.faces,
        face=myacards.FACE,
    ),
    "tiny": World(
        game=GAMES["tiny"],
        numbers={"marks": (1, 40)},
        most_actions=lambda options, seats: int(options.marks),
        covers=_offers_a_mark,
        has_no={"cards", "secrets"},
    ),
}
