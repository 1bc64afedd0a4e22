"""What the tests of every game must know of Amfibido: where its cards are, and what a viewer may not see (AF-5).

None of this asks the game's own `view` or `redact`: it is said here a second time, from the rule book.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace
from quarterdeck_games.amfibido.cards.copies import CARDS, DECKS, SENSEI_DECK
from quarterdeck_games.amfibido.state import Side, State
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Viewer

DECK = Counter([card for deck in DECKS for card in deck] + list(SENSEI_DECK))
"""131 cards and 15 sensei; `test_deck.py` holds them against the published totals."""

FACE = '"(?:' + "|".join(sorted(set(CARDS) - {"spawn", "switcheroo"})) + ')"'
"""Any face in JSON, but for two that are other words too: a species and a question."""

KNOWN_DEPTH = 12
"""How far into a deck one entry can reach, when it deals or draws."""


def cards_of(state: State) -> Counter[str]:
    """Return every card, wherever it is. Without sensei, their deck stays in the box, and is counted there."""
    cards: Counter[str] = Counter()
    for pile in (*state.decks, state.senseis, state.discard, state.revealed, state.looked_at, state.resolving):
        cards.update(pile)
    for side in state.sides:
        cards.update(side.hand + side.offer)
        cards.update(_laid(side, copies=False))
        cards.update([] if side.sensei is None else [side.sensei])
    if not state.options.sensei:
        cards.update(SENSEI_DECK)
    return cards


def _laid(side: Side, *, copies: bool) -> Iterator[str]:
    """Return what lies open before a seat."""
    yield from (one.card for one in side.cooldown)
    for dojo in side.dojos:
        yield from (thing.card for thing in dojo.equipment)
        if dojo.fighter is not None:
            yield dojo.fighter.card
            yield from (combo.card for combo in dojo.fighter.combos if copies or not combo.copy)


# Another world

Place = tuple[str, int, int]
"""Where a hidden card lies: which zone, whose or of which level, how deep."""


def _hidden(state: State, viewer: Viewer) -> dict[Place, af.CardId]:
    places: dict[Place, af.CardId] = {}
    for level, deck in enumerate(state.decks):
        places.update({("deck", level, depth): card for depth, card in enumerate(deck)})
    places.update({("senseis", 0, depth): card for depth, card in enumerate(state.senseis)})
    places.update({("discard", 0, depth): card for depth, card in enumerate(state.discard)})
    for seat, side in enumerate(state.sides):
        if seat != viewer:
            places.update({("hand", seat, depth): card for depth, card in enumerate(side.hand)})
            places.update({("offer", seat, depth): card for depth, card in enumerate(side.offer)})
    return places


def _face_down(state: State, seat: int) -> list[Place | None]:
    """Where in the discard pile the cards lie that a seat has discarded without showing them; `None` for one that a
    reshuffle has taken away. The last ones of a face are those."""
    taken: set[int] = set()
    found: list[Place | None] = []
    for one in range(seat + 1):
        found = []
        for card in state.sides[one].face_down:
            depths = [at for at, there in enumerate(state.discard) if there == card and at not in taken]
            taken |= set(depths[-1:])
            found.append(("discard", 0, depths[-1]) if depths else None)
    return found


def _fighters(cards: Sequence[str]) -> int:
    return sum(CARDS[af.CardId(card)].kind is af.Kind.FIGHTER for card in cards)


_FROM_HAND = (af.Fielded, af.Attached, af.Discarded)
_DEALING = (af.DraftDealt, af.HandDealt, af.Drew, af.LookedAt, af.DraftReturned)
_TURNING = (af.Revealed, af.Reshuffled, af.Transformed)


def _remembered(state: State, viewer: Viewer, events: Sequence[Any], table: Mapping[Place, af.CardId]) -> set[Place]:
    """Where the cards lie that these events, which are caused next, lay open, or that decide about them."""
    remembered: set[Place] = set()
    named: list[tuple[int, str]] = []
    whole: set[int] = set()
    for event in events:
        if isinstance(event, af.ActionPlayed) or (isinstance(event, _FROM_HAND) and event.source is af.Zone.HAND):
            named.append((event.seat, str(event.card)))
        if isinstance(event, af.Activated | af.Mulliganed | af.Answered | af.HandKept | af.Lapsed):
            whole.add(event.seat)
        if isinstance(event, af.DiscardsCounted):
            remembered |= {place for place in _face_down(state, event.seat) if place is not None}
        if isinstance(event, _DEALING):
            depth = KNOWN_DEPTH
            remembered |= {place for place in table if place[0] == "deck" and place[2] < depth}
        if isinstance(event, af.Revealed):
            remembered |= {place for place in table if place[0] == "deck" and place[1] == event.level - 1}
        if isinstance(event, af.Reshuffled):
            remembered |= {place for place, card in table.items() if CARDS[card].level == event.level}
        if isinstance(event, af.Drafted | af.DraftPassed | af.SenseiChosen | af.SenseiShown | af.DraftReturned):
            remembered |= {place for place in table if place[0] == "offer"}
        if isinstance(event, af.SenseiDealt | af.SenseiShown):
            remembered |= {place for place in table if place[0] == "senseis"}
    if state.asked is not None:
        whole.add(state.asked.seat)
    remembered |= {place for place in table if place[0] in ("hand", "offer") and place[1] in whole}
    for seat, card in named:
        held = [place for place in table if place[0] == "hand" and place[1] == seat and table[place] == card]
        remembered |= set(held[:1])
    return remembered


def another(state: State, viewer: Viewer, events: Sequence[Any], chance: Random) -> State:
    """Exchange what is hidden from the viewer: decks, what lies face down, and the others' hands and draft cards.

    A card is exchanged for one of its level, as the rules deal by levels; and mostly for one of its kind, as what can
    be done with a hand or found in a deck is decided by kinds, and may then become known.
    """
    table = _hidden(state, viewer)
    remembered = _remembered(state, viewer, events, table)
    by_kind = not events or any(not isinstance(event, _HARMLESS) for event in events)
    picked = {(seat, side.pick) for seat, side in enumerate(state.sides) if side.pick is not None}
    pools: dict[Any, list[Place]] = {}
    for place, card in table.items():
        if place in remembered or (place[0] == "offer" and (place[1], card) in picked):
            continue
        key = (CARDS[card].level, CARDS[card].kind if by_kind else None)
        pools.setdefault(key, []).append(place)
    if chance.random() < 0.4:  # the nearer two worlds are, the longer nothing is shown in which they differ
        pools = {key: [place for place in pool if place[0] in ("deck", "discard")] for key, pool in pools.items()}
    for pool in pools.values():
        faces = [table[place] for place in pool]
        chance.shuffle(faces)
        table.update(zip(pool, faces, strict=True))
    return _laid_out(state, viewer, table)


_HARMLESS = (af.TurnBegan, af.Passed, af.Drafted, af.Fielded, af.SenseiChosen, af.HandKept, af.DraftPassed)


def _laid_out(state: State, viewer: Viewer, table: Mapping[Place, af.CardId]) -> State:
    def row(zone: str, number: int, count: int) -> af.Cards:
        return tuple([table[zone, number, depth] for depth in range(count)])

    sides = []
    for seat, side in enumerate(state.sides):
        if seat != viewer:
            laid = [
                side.face_down[at] if place is None else table[place]
                for at, place in enumerate(_face_down(state, seat))
            ]
            side = replace(
                side,
                hand=row("hand", seat, len(side.hand)),
                offer=row("offer", seat, len(side.offer)),
                face_down=tuple(laid),
                fighters_discarded=side.fighters_discarded - _fighters(side.face_down) + _fighters(laid),
            )
        sides.append(side)
    return replace(
        state,
        sides=(sides[0], sides[1]),
        decks=tuple(row("deck", level, len(deck)) for level, deck in enumerate(state.decks)),
        senseis=row("senseis", 0, len(state.senseis)),
        discard=row("discard", 0, len(state.discard)),
    )


# Events

_OWNERS: Mapping[type[Any], tuple[str, ...]] = {
    af.HandDealt: ("cards",),
    af.SenseiDealt: ("senseis",),
    af.SenseiChosen: ("sensei",),
    af.DraftDealt: ("card",),
    af.Drafted: ("card", "instead"),
    af.Drew: ("card",),
    af.LookedAt: ("cards",),
    af.Took: ("card",),
    af.Discarded: ("card",),
}
"""What only the seat of an event may hear."""

_NOBODYS: Mapping[type[Any], tuple[str, ...]] = {
    af.Shuffled: ("decks", "senseis"),
    af.SenseiShown: ("bottom",),
    af.DraftReturned: ("cards",),
    af.Reshuffled: ("cards",),
    af.Bottomed: ("cards",),
}
"""What nobody may hear."""


def _secret_fields(event: Any, viewer: Viewer) -> tuple[str, ...]:
    if isinstance(event, af.Discarded) and event.shown:
        return ()
    nobodys = _NOBODYS.get(type(event), ())
    return nobodys if nobodys or event_seat(event) == viewer else _OWNERS.get(type(event), ())


def event_seat(event: Any) -> int | None:
    return getattr(event, "seat", None)


def other_event(event: Any, viewer: Viewer, chance: Random) -> Any:
    """Return the event as it would be with other contents where this viewer may not see them."""
    changes: dict[str, Any] = {}
    for name in _secret_fields(event, viewer):
        value = getattr(event, name)
        if name == "instead":
            changes[name] = chance.choice((None, 1, 2))
        elif name == "decks":
            changes[name] = tuple(tuple(chance.sample(deck, len(deck))) for deck in value)
        elif isinstance(value, tuple):
            changes[name] = tuple(chance.choices(list(CARDS), k=len(value)))
        elif value is not None:
            changes[name] = chance.choice(list(CARDS))
    if isinstance(event, af.DraftPassed):
        changes["received"] = tuple(
            cards if seat == viewer else tuple(chance.choices(list(CARDS), k=len(cards or ())))
            for seat, cards in enumerate(event.received)
        )
    if isinstance(event, af.Mulliganed):
        changes["cards"] = tuple(chance.sample(event.cards, len(event.cards)))
    if isinstance(event, af.Asked) and event.seat != viewer:
        changes["options"] = event.options[: chance.randrange(len(event.options) + 1)]
    if isinstance(event, af.Asked):
        changes["then"] = ()
    return replace(event, **changes)


def reveals(event: Any, viewer: Viewer) -> bool:
    """Return whether an event may tell the viewer something that was hidden until now."""
    if type(event) in _OWNERS and not (isinstance(event, af.Discarded) and event.shown):
        return event_seat(event) == viewer
    return isinstance(
        event,
        af.Fielded
        | af.Attached
        | af.ActionPlayed
        | af.Discarded
        | af.DiscardsCounted
        | af.Revealed
        | af.Mulliganed
        | af.SenseiShown
        | af.DraftPassed,
    )


def faces(state: State, viewer: Viewer, events: Sequence[Any]) -> frozenset[str]:
    """Return the faces that may appear in a frame that tells the viewer of these events."""
    seen: set[str] = set(state.revealed) | set(state.resolving)
    for seat, side in enumerate(state.sides):
        seen |= set(_laid(side, copies=True)) | ({side.sensei} if side.sensei else set())
        for dojo in side.dojos:
            things: list[Any] = [*dojo.equipment, *([dojo.fighter] if dojo.fighter else [])]
            seen |= {gain.by for thing in things for gain in thing.gains}
        if seat == viewer:
            seen |= set(side.hand) | set(side.offer) | ({side.pick} if side.pick else set())
    if state.asked is not None:
        seen |= {state.asked.about} | (set(state.looked_at) if state.asked.seat == viewer else set())
    if state.last is not None:
        seen |= _in(state.last)
    for event in events:
        hidden = _secret_fields(event, viewer)
        public = {name: getattr(event, name) for name in event.__struct_fields__ if name not in (*hidden, "then")}
        if isinstance(event, af.Asked) and event.seat != viewer:
            public["options"] = ()
        if isinstance(event, af.DraftPassed):
            public["received"] = () if viewer is None else event.received[viewer]
        seen |= _in(public)
    return frozenset(f'"{card}"' for card in seen)


def _in(value: Any) -> set[str]:
    found: set[str] = set()
    _gather(msgspec.to_builtins(value), found.add)
    return found & set(CARDS)


def _gather(value: Any, add: Callable[[str], None]) -> None:
    if isinstance(value, str):
        add(value)
    elif isinstance(value, dict):
        for inner in value.values():
            _gather(inner, add)
    elif isinstance(value, list | tuple):
        for inner in value:
            _gather(inner, add)


def most_actions(options: af.Options, seats: int) -> int:
    """Each round has 200 turns at most, and each of them some questions (AF-47, AF-51)."""
    return options.max_rounds * 1_000
