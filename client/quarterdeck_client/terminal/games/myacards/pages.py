"""Pages to read during a match of MYACARDS: the player's hand, every card on the field with the parts of its
statistics, the order of attack, and Oblivion."""

from quarterdeck_protocol.games.myacards import Bonus, CardId, Numbers, PieceView, View
from rich.text import Text

from quarterdeck_client.phrases import PhraseBook
from quarterdeck_client.terminal.games.board import Page
from quarterdeck_client.terminal.games.myacards.whole_view import owner_of
from quarterdeck_client.terminal.games.myacards.words import Words, in_order_of_attack, numbers

BONUSES = {
    Bonus.TYRANT: ("Tyrant's bonus", 1),
    Bonus.PACK: ("Pack bonus", 3),
    Bonus.SISTER_TAXA: ("Sister taxa bonus", 2),
    Bonus.PHYLOGENETIC: ("Phylogenetic bonus", 1),
}
"""Names and sizes of the bonuses in the rules (S4:58 to S4:61), to show them apart from other changes. The server sends
which bonuses a card has."""

SIGNS = (
    "Numbers are attack/defense/speed. » may attack, + has a bonus, z may not attack, # cannot be removed by an attack,"
    " ▲ yours in their half, ▼ theirs in your half."
)


def pages(view: View, words: Words, phrasing: PhraseBook) -> list[Page]:
    """Return the pages of card texts to read during the match. Spectators lack the page of a hand."""
    held = [*(view.hand or ()), *view.their_hand]
    roles = ["Yours"] * len(view.hand or ()) + ["Theirs"] * len(view.their_hand)
    hand = tuple([card_text(role, card, words) for role, card in zip(roles, held, strict=True)])
    oblivion = [one for seat in view.seats for one in _oblivion(view, words, phrasing, seat.seat)]
    return [
        Page("Hand", hand or (Text("No card."),)),
        Page("Field", (Text(SIGNS, style="italic"), *[_piece(piece, words, phrasing) for piece in view.field])),
        Page("Order of attack", tuple(_order(view, words, phrasing))),
        Page("Oblivion", tuple(oblivion) or (Text("Oblivion is empty."),)),
    ]


def card_text(role: str, card: CardId, words: Words, beside: str = "") -> Text:
    """Return the complete printed text of a card."""
    said = Text(f"{role} " if role else "", style="#d9a441").append(words.card(card), style="bold")
    said.append(beside, style="default")
    face, printed = words.face(card), words.book.get(card)
    if face is None:
        if printed is None:
            return said
        return said.append(f"  {printed.line}\n{printed.text}".rstrip(), style="default")
    terms = [
        "" if printed is None else printed.english,
        f"{face.kind.value}{' '}{numbers(face.stats)}" if face.stats is not None else face.kind.value,
        f"{face.sacrifices} sacrificed for it" if face.sacrifices else "",
        f"Junior of {face.junior_of}" if face.junior_of else "",
        face.sets,
        face.affinities,
        "stays on the field" if face.lasting else "",
    ]
    said.append("  " + " · ".join(term for term in terms if term), style="dim")
    return said.append(f"\n{face.text}" if face.text else "", style="default")


def _piece(piece: PieceView, words: Words, phrasing: PhraseBook) -> Text:
    whose = "Yours" if owner_of(piece) == words.own else phrasing.seat(owner_of(piece))
    now = f" at {words.place(piece)}"
    if piece.stats is not None:
        now += f": now {numbers(piece.stats)}{_made_of(piece, words)}"
    now += " – may not attack" if piece.stilled else ""
    now += " – cannot be removed by an attack" if piece.shielded else ""
    now += f" – until the end of turn {piece.last_turn}" if piece.last_turn is not None else ""
    return card_text(whose, piece.card, words, now)


def _made_of(piece: PieceView, words: Words) -> str:
    """Return the text of the parts of a piece's statistics: the printed numbers, each bonus, and the rest from chips
    and other cards."""
    face = words.face(piece.card)
    if face is None or face.stats is None or piece.stats is None:
        return ""
    parts = [f"printed {numbers(face.stats)}"]
    rest = [now - printed for now, printed in zip(piece.stats, face.stats, strict=True)]
    for bonus in piece.bonuses:
        name, award = BONUSES[bonus]
        parts.append(f"{name} {award:+} each")
        rest = [one - award for one in rest]
    if any(rest):
        parts.append(f"chips and other cards {_signed((rest[0], rest[1], rest[2]))}")
    return f" ({', '.join(parts)})" if len(parts) > 1 else " (as printed)"


def _signed(change: Numbers) -> str:
    return "/".join(f"{one:+}" if one else "0" for one in change)


def _order(view: View, words: Words, phrasing: PhraseBook) -> list[Text]:
    said = [Text("Cards attack in the order of their speed, the fastest first, within their column.", style="italic")]
    if view.pace is not None:
        said.append(
            Text(f"The last attacker had SPD {view.pace}: whoever is faster has missed its place.", style="bold")
        )
    for seat in view.seats:
        own = seat.seat == words.own
        turn = " – at turn" if seat.seat == view.turn_seat else ""
        said.append(Text(f"{'You' if own else phrasing.seat(seat.seat)}{turn}", style="bold"))
        pieces = in_order_of_attack([one for one in view.field if one.seat == seat.seat])
        for one in pieces:
            may = f"may attack {one.attacks_left}×" if one.attacks_left else "no attack now"
            speed = (one.stats or (0, 0, 0))[2]
            said.append(Text(f"  SPD {speed:>2}  {words.card(one.card)} at {words.place(one)} – {may}"))
        if not pieces:
            said.append(Text("  no active card", style="dim"))
    return said


def _oblivion(view: View, words: Words, phrasing: PhraseBook, seat: int) -> list[Text]:
    side = view.seats[seat]
    whose = "Yours" if side.seat == words.own else phrasing.seat(seat)
    return [
        card_text(
            whose, card, words, f"{f' ×{count}' if count > 1 else ''}{' – banned' if card in side.banned else ''}"
        )
        for card, count in side.oblivion.items()
    ]
