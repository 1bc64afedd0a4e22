"""What the tests of every game must know of MYACARDS: where its cards are, and what a viewer may not see (MY-56).

None of this asks the game's own `view` or `redact`: it is said here a second time, from the rule book.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from games.hosted import HOSTED
from msgspec.structs import replace
from quarterdeck_games.game import Setup
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.myacards.state import State
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.names import Viewer

assert isinstance(HOSTED["myacards"], Myacards)
NAMES = tuple(HOSTED["myacards"].catalogue.cards)
FACE = '"(?:' + "|".join(sorted(NAMES)) + ')"'
KNOWN_DEPTH = 12
"""How far into a deck one entry can reach."""


MOST_COPIES = {my.Kind.ACTIVE: 4, my.Kind.SUPPORT: 4, my.Kind.DOMINION: 2, my.Kind.EVENT: 2, my.Kind.EFFECT: 2}


def deck(setup: Setup) -> Counter[str]:
    """Return the cards of both decks."""
    return Counter(f"{seat}:{card}" for seat, deck in enumerate(setup.decks) for card in deck.in_order)


def some_deck(options: my.Options, chance: Random, faces: Mapping[str, Card] = CARDS) -> Deck:
    """Make up a legal deck, from the rule sheet (S4:67, S4:74…76, MY-17): mostly small, now and then the largest, and
    half of them with everything that hosts have added."""
    size = chance.choice((options.deck_min, chance.randint(options.deck_min, 70), 200))
    pool = [name for name, card in faces.items() for _ in range(MOST_COPIES[card.kind])]
    further = [name for name in pool if name not in CARDS]
    further = further if further and chance.random() < 0.5 else []
    rest = [name for name in pool if name not in further]
    return Deck(cards=tuple(Counter([*further, *chance.sample(rest, size - len(further))]).items()))


def cards_of(state: State) -> Counter[str]:
    """Return every card, wherever it is."""
    cards: Counter[str] = Counter()
    for seat, side in enumerate(state.sides):
        cards.update(f"{seat}:{card}" for card in (*side.hand, *side.deck, *side.oblivion))
    cards.update(f"{piece.seat}:{piece.card}" for piece in state.board if piece is not None)
    if state.placing is not None:
        cards.update([f"{state.active_seat}:{state.placing.card}"])
    return cards


# Another world

Place = tuple[str, int, int]
"""Where a hidden card lies: which zone, whose, how deep."""


BY_HAND = my.LetPass(until=my.Until.NOW)
ORDERS = (None, my.Until.ATTACK, my.Until.TURN, my.Until.CALL)


def _sees_a_hand(asked: my.Asked | None, viewer: Viewer) -> bool:
    return asked is not None and asked.seat == viewer and asked.prompt is my.Prompt.CHOOSE_FROM_THEIR_HAND


def _hidden(state: State, viewer: Viewer) -> dict[Place, my.CardId]:
    places: dict[Place, my.CardId] = {}
    for seat, side in enumerate(state.sides):
        places.update({("deck", seat, depth): card for depth, card in enumerate(side.deck)})
        if seat != viewer and not _sees_a_hand(state.asked, viewer):
            places.update({("hand", seat, depth): card for depth, card in enumerate(side.hand)})
    return places


def _remembered(state: State, viewer: Viewer, events: Sequence[Any], table: Mapping[Place, my.CardId]) -> set[Place]:
    """Where the cards lie that these events, which are caused next, lay open, or that decide about them."""
    remembered: set[Place] = set()
    whole: set[int] = set()
    for event in events:
        match event:
            case my.Placed() | my.PlacementBegan() | my.Played() | my.Discarded():
                held = [
                    p for p in table if p[:2] == ("hand", event.seat) and table[p] == event.card and p not in remembered
                ]
                remembered |= set(held[:1])
            case my.Drew() if event.seat == viewer:
                remembered |= {place for place in table if place[:2] == ("deck", event.seat) and place[2] < KNOWN_DEPTH}
            case my.Milled():
                remembered |= {place for place in table if place[:2] == ("deck", event.seat) and place[2] < KNOWN_DEPTH}
            case my.Mulliganed():
                whole.add(event.seat)
                if event.seat == viewer:
                    remembered |= {place for place in table if place[:2] == ("deck", event.seat)}
            case my.HandSeen():
                whole.add(1 - event.seat)
            case my.Asked() if _sees_a_hand(event, viewer):
                whole.add(1 - event.seat)
            case my.Lapsed():
                whole.add(event.seat)
            case _:
                pass
    return remembered | {place for place in table if place[0] == "hand" and place[1] in whole}


def another(state: State, viewer: Viewer, events: Sequence[Any], chance: Random) -> State:
    """Exchange what is hidden from the viewer: the order of decks, the other hand against its deck, now and then for
    those of another list (MY-56), and what standing orders others have (MY-66)."""
    table = _hidden(state, viewer)
    remembered = _remembered(state, viewer, events, table)
    nearly = chance.random() < 0.4  # the nearer two worlds are, the longer nothing is shown in which they differ
    is_another_list = chance.random() < 0.3
    for seat in (0, 1):
        pool = [p for p in table if p[1] == seat and p not in remembered and not (nearly and p[0] == "hand")]
        faces = [table[place] for place in pool]
        if is_another_list and seat != viewer:
            faces = chance.choices([my.CardId(card) for card in state.catalogue.cards], k=len(pool))
        chance.shuffle(faces)
        table.update(zip(pool, faces, strict=True))

    def row(zone: str, seat: int, cards: my.Cards) -> my.Cards:
        return tuple([table.get((zone, seat, depth), card) for depth, card in enumerate(cards)])

    sides = [
        replace(side, hand=row("hand", seat, side.hand), deck=row("deck", seat, side.deck))
        for seat, side in enumerate(state.sides)
    ]
    withdrawn = {event.seat for event in events if isinstance(event, my.Watched)}
    for seat in {0, 1} - {viewer} - withdrawn:
        sides[seat] = replace(sides[seat], passes=chance.choice(ORDERS))
    return replace(state, sides=(sides[0], sides[1]))


# Events


def _secret(event: Any, viewer: Viewer) -> str | None:
    """Return which field of an event this viewer may not hear."""
    match event:
        case my.Shuffled():
            return "decks"
        case my.Mulliganed():
            return "deck"
        case my.HandDealt() | my.HandSeen():
            return None if event.seat == viewer else "cards"
        case my.Drew():
            return None if event.seat == viewer else "card"
        case my.Passed():
            return None if event.seat == viewer else "until"
        case _:
            return None


def other_event(event: Any, viewer: Viewer, chance: Random) -> Any:
    """Return the event as it would be with other contents where this viewer may not see them."""
    name = _secret(event, viewer)
    if name is None:
        return event
    value = getattr(event, name)
    if name == "decks":
        return replace(event, decks=tuple(tuple(chance.sample(deck, len(deck))) for deck in value))
    if name == "until":
        return replace(event, until=chance.choice(list(my.Until)))
    if name == "card":
        return replace(event, card=chance.choice(NAMES))
    return replace(event, **{name: tuple(chance.choices(NAMES, k=len(value)))})


def reveals(event: Any, viewer: Viewer) -> bool:
    """Return whether an event may tell the viewer something that was hidden until now."""
    if isinstance(event, my.Drew | my.HandDealt | my.HandSeen):
        return bool(event.seat == viewer)
    shown = my.Placed | my.PlacementBegan | my.Played | my.Discarded | my.Milled | my.Mulliganed
    return isinstance(event, shown)


def uncovers(event: Any, viewer: Viewer) -> bool:
    """Whoever chooses from the other's hand sees it."""
    return isinstance(event, my.Asked) and _sees_a_hand(event, viewer)


def faces(state: State, viewer: Viewer, events: Sequence[Any]) -> frozenset[str]:
    """Return the faces that may appear in a frame that tells the viewer of these events."""
    seen: set[str] = {piece.card for piece in state.board if piece is not None}
    for seat, side in enumerate(state.sides):
        seen |= set(side.oblivion)
        if seat == viewer or _sees_a_hand(state.asked, viewer):
            seen |= set(side.hand)
    if state.placing is not None:
        seen.add(state.placing.card)
    for event in events:
        name = _secret(event, viewer)
        public = {field: getattr(event, field) for field in event.__struct_fields__ if field != name}
        seen |= _in(msgspec.to_builtins(public))
    return frozenset(f'"{card}"' for card in seen)


def _in(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value} & set(NAMES)
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list | tuple) else []
    return set().union(*[_in(each) for each in inner])


def left_open(choices: Sequence[Any]) -> Sequence[Any]:
    """Return the choices with all zones of a card, and all targets of an attacker, in one of them: as they once were
    offered, and taken."""
    found: dict[Any, Any] = {}
    for choice in choices:
        match choice:
            case my.Place(card=card, zones=zones):
                before = found[my.Place, card].zones if (my.Place, card) in found else ()
                found[my.Place, card] = my.Place(card=card, zones=(*before, *zones))
            case my.Attack(piece=piece, targets=targets):
                before = found[my.Attack, piece].targets if (my.Attack, piece) in found else ()
                found[my.Attack, piece] = my.Attack(piece=piece, targets=(*before, *targets))
            case _:
                found[choice, None] = choice
    return list(found.values())


def most_actions(options: my.Options, seats: int) -> int:
    """A turn has some actions for each card in hand and on the field, and windows for each attack."""
    return options.turn_cap * 400
