"""The basic operations of Amfibido's card effects: drawing, discarding, fielding, retiring, playing combo moves,
transforming."""

from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat

from quarterdeck_games.amfibido.cards.card import When
from quarterdeck_games.amfibido.continuous_effects import BoomerangsCombos, PicksTransforms, SharesCombos
from quarterdeck_games.amfibido.effects import BecomeOneOf, Order, Task
from quarterdeck_games.amfibido.queries import Pieces, neutralized, one_of, sensei_words, species_of, words_of
from quarterdeck_games.amfibido.resolution import Resolution
from quarterdeck_games.amfibido.state import (
    HAND,
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

_ENTERED, _ENTERED_FROM_HAND = When.ENTERED, When.ENTERED_FROM_HAND


def refill(resolution: Resolution, level: int, least: int = 1) -> int:
    """Shuffle the discarded cards of a level into the level's deck, if the deck is too small (AF-18). Return the number
    of cards in the deck."""
    state = resolution.state
    have = len(state.decks[level - 1])
    if have < least:
        back = tuple([card for card in state.discard if card_of(card).level == level])
        if back:
            resolution.record(
                af.Reshuffled(level=level, cards=resolution.dice.shuffled(back, "reshuffled.cards"), count=len(back))
            )
            return have + len(back)
    return have


def draw(resolution: Resolution, seat: Seat, level: int) -> None:
    """Draw a card; if there is none, nothing happens (AF-18, G-6)."""
    if refill(resolution, level):
        resolution.record(af.Drew(seat=seat, level=level, card=resolution.state.decks[level - 1][0]))


def discard(resolution: Resolution, seat: Seat, card: af.CardId, *, shown: bool) -> None:
    """Discard a card from hand. It is face down unless the text that asks for it depends on the card, or the card's own
    text is triggered (AF-52). Its consequences come when the whole cost is paid (G-2)."""
    shown = shown or bool(card_of(card).triggers(When.DISCARDED))
    resolution.record(af.Discarded(seat=seat, card=card, source=af.Zone.HAND, shown=shown))
    brings = tuple([Task(does=on.does, seat=seat, card=card) for on in card_of(card).triggers(When.DISCARDED)])
    if brings:
        resolution.when_paid(Task(does=(Order(brings),), seat=seat, card=card))


def bottom(resolution: Resolution, level: int, cards: af.Cards, source: af.Zone) -> None:
    """Put cards under their deck in a random order (S3:332, AF-19)."""
    if cards:
        resolution.record(
            af.Bottomed(
                level=level, source=source, cards=resolution.dice.shuffled(cards, "bottomed.cards"), count=len(cards)
            )
        )


def retire(resolution: Resolution, seat: Seat, piece: af.PieceId) -> None:
    """Put a card in play into the discard pile. If it is no longer in play, nothing happens."""
    found = find(resolution.state, seat, piece)
    if found is not None:
        resolution.record(af.Retired(seat=seat, card=found[1].card, piece=piece))


def return_to(resolution: Resolution, seat: Seat, fighter: Fighter, to: af.Zone) -> None:
    resolution.record(af.Returned(seat=seat, card=fighter.card, piece=fighter.piece, to=to))


def field(
    resolution: Resolution, seat: Seat, card: af.CardId, dojo: int, source: af.Zone, replaces: af.PieceId | None = None
) -> None:
    """Put a fighter or equipment into a dojo. The card that it replaces goes to the discard pile first (S3:28,
    S3:151)."""
    old = fighter_at(resolution.state, seat, dojo)
    if is_fighter(card) and old is not None:
        retire(resolution, seat, old.piece)
    elif replaces is not None:
        retire(resolution, seat, replaces)
    piece = next_piece(resolution.state, card)
    resolution.record(af.Fielded(seat=seat, card=card, dojo=dojo, piece=piece, source=source))
    if is_fighter(card):
        if source is HAND:
            _entering(resolution, seat, card, piece, _ENTERED_FROM_HAND)
        _entering(resolution, seat, card, piece, _ENTERED)


def _entering(resolution: Resolution, seat: Seat, card: af.CardId, piece: af.PieceId, when: When) -> None:
    if card_of(card).triggers(when) and piece not in neutralized(resolution.state):
        resolution.trigger(when, seat, card, piece)


def switch(resolution: Resolution, seat: Seat, piece: af.PieceId, dojo: int, swaps: af.PieceId | None) -> None:
    """Move a card in play to another dojo, or let two cards change places. Fighters count as entering the dojo
    (AF-15)."""
    found = find(resolution.state, seat, piece)
    assert found is not None  # noqa: S101 - a question that offers a move goes with its pieces
    back = find(resolution.state, seat, swaps)
    resolution.record(
        af.Switched(
            seat=seat,
            card=found[1].card,
            piece=piece,
            dojo=dojo,
            swaps=swaps,
            swaps_card=None if back is None else back[1].card,
        )
    )
    for moved in (piece, swaps):
        now = find(resolution.state, seat, moved)
        if now is not None and isinstance(now[1], Fighter):
            _entering(resolution, seat, now[1].card, now[1].piece, When.ENTERED)


def play_combo(resolution: Resolution, seat: Seat, card: af.CardId, dojo: int, source: af.Zone) -> None:
    """Play a combo move on a fighter. Fighters that share it get a copy (AF-41…43). Then its own text is carried out,
    and the texts that it triggers. Their order matters only if both transform (S3:316)."""
    host = fighter_at(resolution.state, seat, dojo)
    assert host is not None  # noqa: S101 - a combo move is offered only with a fighter
    piece = next_piece(resolution.state, card)
    silent = neutralized(resolution.state)  # a combo move silences nobody
    resolution.record(
        af.Attached(
            seat=seat,
            card=card,
            piece=piece,
            to_piece=host.piece,
            to_card=host.card,
            source=source,
            knockout=_gives_knockout(card, host, silent),
        )
    )
    hosts = [host.piece, *_share(resolution, seat, card, piece, dojo, silent)]
    _grant_boomerang(resolution, seat, card, piece, hosts, silent)
    waiting = []
    if card_of(card).does:
        waiting.append(Task(does=card_of(card).does, seat=seat, card=card, piece=host.piece, combo=piece))
    for _, fighter in fighters(resolution.state, seat):
        if fighter.piece in hosts and fighter.piece not in silent:
            waiting += [
                Task(does=on.does, seat=seat, card=fighter.card, piece=fighter.piece)
                for on in card_of(fighter.card).triggers(When.COMBO_PLAYED)
            ]
    if waiting:
        resolution.first(Task(does=(Order(tuple(waiting)),), seat=seat, card=card))


def _gives_knockout(card: af.CardId, host: Fighter, silent: Pieces) -> bool:
    """True if a combo move gives its fighter a knockout. Its condition is checked when the move is played (AF fact
    18)."""
    on = card_of(card).knockout_on
    return card_of(card).knockout or (on is not None and on in species_of(host, silent))


def _share(
    resolution: Resolution, seat: Seat, card: af.CardId, piece: af.PieceId, dojo: int, silent: Pieces
) -> list[af.PieceId]:
    """Copy a combo move to all fighters that share it, once each."""
    first = fighter_at(resolution.state, seat, dojo)
    assert first is not None  # noqa: S101 - a combo move is played on a fighter
    mates = shared_with(resolution.state, seat, card, first, silent)
    for mate in mates:
        knockout = _gives_knockout(card, mate, silent)
        copy = af.Copied(seat=seat, card=card, piece=piece, to_piece=mate.piece, to_card=mate.card, knockout=knockout)
        resolution.record(copy)
    return [mate.piece for mate in mates]


def shared_with(state: State, seat: Seat, card: af.CardId, first: Fighter, silent: Pieces) -> list[Fighter]:
    """Return the fighters on which a combo move counts too if it is played on this one, including indirect ones
    (AF-41…43)."""
    reached = [first]
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


def _grant_boomerang(
    resolution: Resolution, seat: Seat, card: af.CardId, piece: af.PieceId, hosts: list[af.PieceId], silent: Pieces
) -> None:
    """Give a combo move boomerang if its card, its fighter, or that fighter's equipment says so (AF-41)."""
    for number, fighter in fighters(resolution.state, seat):
        if fighter.piece not in hosts:
            continue
        species = species_of(fighter, silent)
        on = card_of(card).knockout_on
        if on is not None and on in species:
            resolution.record(af.BoomerangGained(seat=seat, card=card, piece=piece, by=card))
            return
        here: tuple[Fighter | Equipment, ...] = (fighter, *dojo_at(resolution.state, seat, number).equipment)
        for thing in here:
            word = one_of(words_of(thing, silent), BoomerangsCombos)
            if word is not None and (not word.species or set(word.species).intersection(species)):
                resolution.record(af.BoomerangGained(seat=seat, card=card, piece=piece, by=thing.card))
                return


def become(resolution: Resolution, task: Task, piece: af.PieceId, level: int) -> None:
    """Turn a card in play into another card of a level: cards are revealed until one of its kind appears (S3:270). If
    there is none, even among that level's discards, nothing happens (AF-17)."""
    found = find(resolution.state, task.seat, piece)
    if found is None:
        return
    kind = card_of(found[1].card).kind
    discards = [card for card in resolution.state.discard if card_of(card).level == level]
    if not any(_is(card, kind) for card in (*resolution.state.decks[level - 1], *discards)):
        return
    picks = one_of(sensei_words(resolution.state, task.seat), PicksTransforms) is not None
    shown, rest = reveal(resolution, task.seat, level, kind, 2 if picks else 1)
    if len(shown) > 1 and len(set(shown)) > 1:
        options = tuple([af.ChooseCard(card=card) for card in shown])
        resolution.ask(task, BecomeOneOf(piece, level, shown, rest), af.Prompt.CHOOSE_A_CARD, options)
    else:
        transform(resolution, task.seat, piece, level, shown[0], (*rest, *shown[1:]))


def transform(
    resolution: Resolution, seat: Seat, piece: af.PieceId, level: int, becomes: af.CardId, rest: af.Cards
) -> None:
    found = find(resolution.state, seat, piece)
    assert found is not None  # noqa: S101 - nothing moves while its owner chooses
    as_piece = next_piece(resolution.state, becomes)
    resolution.record(af.Transformed(seat=seat, card=found[1].card, piece=piece, becomes=becomes, as_piece=as_piece))
    resolution.became(piece, as_piece)
    bottom(resolution, level, rest, af.Zone.REVEALED)
    if is_fighter(becomes):
        _entering(resolution, seat, becomes, as_piece, When.ENTERED)


def reveal(resolution: Resolution, seat: Seat, level: int, kind: af.Kind, wanted: int = 1) -> tuple[af.Cards, af.Cards]:
    """Reveal cards until the wanted number of a kind has appeared. The deck is refilled in between if needed (AF-18).
    Return those cards, and the others."""
    found: list[af.CardId] = []
    others: list[af.CardId] = []
    while len(found) < wanted and refill(resolution, level):
        cards = _down_to(resolution.state.decks[level - 1], kind, wanted - len(found))
        resolution.record(af.Revealed(seat=seat, level=level, cards=cards))
        for card in cards:
            (found if _is(card, kind) else others).append(card)
    return tuple(found), tuple(others)


def _down_to(deck: af.Cards, kind: af.Kind, wanted: int) -> af.Cards:
    """Return the cards from the top of a deck down to the last wanted card of a kind; the whole deck if it has too
    few."""
    places = [place for place, card in enumerate(deck, 1) if _is(card, kind)]
    return deck if len(places) < wanted else deck[: places[wanted - 1]]


def _is(card: af.CardId, kind: af.Kind) -> bool:
    return card_of(card).kind is kind
