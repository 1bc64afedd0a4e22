"""The moves that effects are made of: drawing, discarding, fielding, retiring, playing combo moves, transforming."""

from quarterdeck_protocol.games.amfibido import (
    Attached,
    BoomerangGained,
    Bottomed,
    CardId,
    Cards,
    ChooseCard,
    Copied,
    Discarded,
    Drew,
    Fielded,
    Kind,
    PieceId,
    Prompt,
    Reshuffled,
    Retired,
    Returned,
    Revealed,
    Switched,
    Transformed,
    Zone,
)
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.card import When
from quarterdeck_games.amfibido.continuous_effects import BoomerangsCombos, PicksTransforms, SharesCombos
from quarterdeck_games.amfibido.effects import BecomeOneOf, Order, Task
from quarterdeck_games.amfibido.queries import neutralized, one_of, sensei_words, species_of, words_of
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import (
    Equipment,
    Fighter,
    State,
    card_of,
    dojo_at,
    fighter_at,
    fighters,
    find,
    is_fighter,
    next_piece,
)


def refill(desk: Resolution, level: int, least: int = 1) -> int:
    """Shuffle a level's discards into its deck when that has run out (AF-18); give how many cards it has then."""
    state = desk.state
    have = len(state.decks[level - 1])
    if have < least:
        back = tuple([card for card in state.discard if card_of(card).level == level])
        if back:
            desk.record(Reshuffled(level=level, cards=desk.dice.shuffled(back), count=len(back)))
            return have + len(back)
    return have


def draw(desk: Resolution, seat: Seat, level: int) -> None:
    """Draw a card; if there is none, nothing happens (AF-18, G-6)."""
    if refill(desk, level):
        desk.record(Drew(seat=seat, level=level, card=desk.state.decks[level - 1][0]))


def discard(desk: Resolution, seat: Seat, card: CardId, *, shown: bool) -> None:
    """Discard a card from hand, face down unless the text that asks for it goes by what it is, or its own text does
    something then (AF-52). What that brings comes when all is paid that it is a part of (G-2)."""
    shown = shown or bool(card_of(card).triggers(When.DISCARDED))
    desk.record(Discarded(seat=seat, card=card, source=Zone.HAND, shown=shown))
    brings = tuple([Task(does=on.does, seat=seat, card=card) for on in card_of(card).triggers(When.DISCARDED)])
    if brings:
        desk.when_paid(Task(does=(Order(brings),), seat=seat, card=card))


def bottom(desk: Resolution, level: int, cards: Cards, source: Zone) -> None:
    """Put cards under their deck in a random order (S3:332, AF-19)."""
    if cards:
        desk.record(Bottomed(level=level, source=source, cards=desk.dice.shuffled(cards), count=len(cards)))


def retire(desk: Resolution, seat: Seat, piece: PieceId) -> None:
    """Put a card in play into the discard pile; nothing happens if it is gone."""
    found = find(desk.state, seat, piece)
    if found is not None:
        desk.record(Retired(seat=seat, card=found[1].card, piece=piece))


def return_to(desk: Resolution, seat: Seat, fighter: Fighter, to: Zone) -> None:
    desk.record(Returned(seat=seat, card=fighter.card, piece=fighter.piece, to=to))


def field(desk: Resolution, seat: Seat, card: CardId, dojo: int, source: Zone, replaces: PieceId | None = None) -> None:
    """Put a fighter or equipment into a dojo; what it replaces is retired first (S3:28, S3:151)."""
    old = fighter_at(desk.state, seat, dojo)
    if is_fighter(card) and old is not None:
        retire(desk, seat, old.piece)
    elif replaces is not None:
        retire(desk, seat, replaces)
    piece = next_piece(desk.state, card)
    desk.record(Fielded(seat=seat, card=card, dojo=dojo, piece=piece, source=source))
    if is_fighter(card):
        if source is Zone.HAND:
            _entering(desk, seat, card, piece, When.ENTERED_FROM_HAND)
        _entering(desk, seat, card, piece, When.ENTERED)


def _entering(desk: Resolution, seat: Seat, card: CardId, piece: PieceId, when: When) -> None:
    if card_of(card).triggers(when) and piece not in neutralized(desk.state):
        desk.trigger(when, seat, card, piece)


def switch(desk: Resolution, seat: Seat, piece: PieceId, dojo: int, swaps: PieceId | None) -> None:
    """Move a card in play, or let two change places; fighters come into a dojo by it (AF-15)."""
    found = find(desk.state, seat, piece)
    assert found is not None  # noqa: S101 - a question that offers a move goes with its pieces
    back = find(desk.state, seat, swaps)
    desk.record(
        Switched(
            seat=seat,
            card=found[1].card,
            piece=piece,
            dojo=dojo,
            swaps=swaps,
            swaps_card=None if back is None else back[1].card,
        )
    )
    for moved in (piece, swaps):
        now = find(desk.state, seat, moved)
        if now is not None and isinstance(now[1], Fighter):
            _entering(desk, seat, now[1].card, now[1].piece, When.ENTERED)


def play_combo(desk: Resolution, seat: Seat, card: CardId, dojo: int, source: Zone) -> None:
    """Play a combo move on a fighter; those with which it is shared get a copy (AF-41…43). Then come its own text and
    what it sets off, in an order that matters only if both transform (S3:316)."""
    host = fighter_at(desk.state, seat, dojo)
    assert host is not None  # noqa: S101 - a combo move is offered only with a fighter
    piece = next_piece(desk.state, card)
    desk.record(
        Attached(
            seat=seat,
            card=card,
            piece=piece,
            to_piece=host.piece,
            to_card=host.card,
            source=source,
            knockout=_gives_knockout(desk.state, card, host),
        )
    )
    hosts = [host.piece, *_share(desk, seat, card, piece, dojo)]
    _grant_boomerang(desk, seat, card, piece, hosts)
    waiting = []
    if card_of(card).does:
        waiting.append(Task(does=card_of(card).does, seat=seat, card=card, piece=host.piece, combo=piece))
    silent = neutralized(desk.state)
    for _, fighter in fighters(desk.state, seat):
        if fighter.piece in hosts and fighter.piece not in silent:
            waiting += [
                Task(does=on.does, seat=seat, card=fighter.card, piece=fighter.piece)
                for on in card_of(fighter.card).triggers(When.COMBO_PLAYED)
            ]
    if waiting:
        desk.first(Task(does=(Order(tuple(waiting)),), seat=seat, card=card))


def _gives_knockout(state: State, card: CardId, host: Fighter) -> bool:
    """What a combo move looks at on its fighter is checked as it is played (AF fact 18)."""
    on = card_of(card).knockout_on
    return card_of(card).knockout or (on is not None and on in species_of(host, neutralized(state)))


def _share(desk: Resolution, seat: Seat, card: CardId, piece: PieceId, dojo: int) -> list[PieceId]:
    """Copy a combo move to all that share it, once each."""
    first = fighter_at(desk.state, seat, dojo)
    assert first is not None  # noqa: S101 - a combo move is played on a fighter
    mates = shared_with(desk.state, seat, card, first)
    for mate in mates:
        knockout = _gives_knockout(desk.state, card, mate)
        copy = Copied(seat=seat, card=card, piece=piece, to_piece=mate.piece, to_card=mate.card, knockout=knockout)
        desk.record(copy)
    return [mate.piece for mate in mates]


def shared_with(state: State, seat: Seat, card: CardId, first: Fighter) -> list[Fighter]:
    """Return the fighters on which a combo move that is played on one counts too, and on from there (AF-41…43)."""
    reached = [first]
    silent = neutralized(state)
    mates = [fighter for _, fighter in fighters(state, seat)]
    for host in reached:  # grows while it is walked
        species = species_of(host, silent)
        shares = [word for word in words_of(host, silent) if isinstance(word, SharesCombos)]
        if host is first:
            shares += [word for word in card_of(card).always if isinstance(word, SharesCombos)]
        wanted = {kind for word in shares for kind in (word.species or species)}
        for mate in mates:
            known = {one.piece for one in reached}
            if mate.piece not in known and wanted.intersection(species_of(mate, silent)):
                reached.append(mate)
    return reached[1:]


def _grant_boomerang(desk: Resolution, seat: Seat, card: CardId, piece: PieceId, hosts: list[PieceId]) -> None:
    """Grant boomerang if the card, a fighter that it is on, or that fighter's equipment says so (AF-41)."""
    silent = neutralized(desk.state)
    for number, fighter in fighters(desk.state, seat):
        if fighter.piece not in hosts:
            continue
        species = species_of(fighter, silent)
        on = card_of(card).knockout_on
        if on is not None and on in species:
            desk.record(BoomerangGained(seat=seat, card=card, piece=piece, by=card))
            return
        here: tuple[Fighter | Equipment, ...] = (fighter, *dojo_at(desk.state, seat, number).equipment)
        for thing in here:
            word = one_of(words_of(thing, silent), BoomerangsCombos)
            if word is not None and (not word.species or set(word.species).intersection(species)):
                desk.record(BoomerangGained(seat=seat, card=card, piece=piece, by=thing.card))
                return


def become(desk: Resolution, task: Task, piece: PieceId, level: int) -> None:
    """Turn a card in play into another one of a level: reveal until one of its kind appears (S3:270). If there is none,
    even among that level's discards, nothing happens (AF-17)."""
    found = find(desk.state, task.seat, piece)
    if found is None:
        return
    kind = card_of(found[1].card).kind
    discards = [card for card in desk.state.discard if card_of(card).level == level]
    if not any(_is(card, kind) for card in (*desk.state.decks[level - 1], *discards)):
        return
    picks = one_of(sensei_words(desk.state, task.seat), PicksTransforms) is not None
    shown, rest = reveal(desk, task.seat, level, kind, 2 if picks else 1)
    if len(shown) > 1 and len(set(shown)) > 1:
        options = tuple([ChooseCard(card=card) for card in shown])
        desk.ask(task, BecomeOneOf(piece, level, shown, rest), Prompt.CHOOSE_A_CARD, options)
    else:
        transform(desk, task.seat, piece, level, shown[0], (*rest, *shown[1:]))


def transform(desk: Resolution, seat: Seat, piece: PieceId, level: int, becomes: CardId, rest: Cards) -> None:
    found = find(desk.state, seat, piece)
    assert found is not None  # noqa: S101 - nothing moves while its owner chooses
    as_piece = next_piece(desk.state, becomes)
    desk.record(Transformed(seat=seat, card=found[1].card, piece=piece, becomes=becomes, as_piece=as_piece))
    desk.became(piece, as_piece)
    bottom(desk, level, rest, Zone.REVEALED)
    if is_fighter(becomes):
        _entering(desk, seat, becomes, as_piece, When.ENTERED)


def reveal(desk: Resolution, seat: Seat, level: int, kind: Kind, wanted: int = 1) -> tuple[Cards, Cards]:
    """Reveal cards until so many of a kind have appeared, also if the deck must be refilled in the middle (AF-18); give
    those, and the others."""
    found: list[CardId] = []
    others: list[CardId] = []
    while len(found) < wanted and refill(desk, level):
        cards = _down_to(desk.state.decks[level - 1], kind, wanted - len(found))
        desk.record(Revealed(seat=seat, level=level, cards=cards))
        for card in cards:
            (found if _is(card, kind) else others).append(card)
    return tuple(found), tuple(others)


def _down_to(deck: Cards, kind: Kind, wanted: int) -> Cards:
    """Return the top of a deck down to the last wanted card of a kind: all of it, if it has fewer."""
    places = [place for place, card in enumerate(deck, 1) if _is(card, kind)]
    return deck if len(places) < wanted else deck[: places[wanted - 1]]


def _is(card: CardId, kind: Kind) -> bool:
    return card_of(card).kind is kind
