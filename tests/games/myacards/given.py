"""Tests of MYACARDS read like its rule sheet: a field is laid out by zones, and then it is played."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from quarterdeck_games.dice import Dice, key_of
from quarterdeck_games.game import IllegalAction
from quarterdeck_games.myacards.catalogue.cards import CARDS
from quarterdeck_games.myacards.catalogue.shipped import SHIPPED
from quarterdeck_games.myacards.field import ZONE_OF, ZONES, Piece
from quarterdeck_games.myacards.queries import Stats
from quarterdeck_games.myacards.resolution import Resolution
from quarterdeck_games.myacards.rules import Myacards
from quarterdeck_games.myacards.state import Side, State
from quarterdeck_protocol.decks import Deck
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.names import MatchId, Seat, Version

GAME = Myacards()
A, B = Seat(0), Seat(1)
KEY = key_of(bytes(32), MatchId("given"), ())
FILLER = my.CardId("rangifer-tarandus")

Fielded = Mapping[str, str]
"""For each zone the card in it. It belongs to the half's seat, unless `!` before it says that it is an invader."""


class Match:
    """A match that is played by hand."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.happened: list[my.Event] = []
        self.version = 1

    def act(self, action: my.Action, seat: Seat | None = None) -> "Match":
        """Do what must be on offer, to be sure that it is."""
        seat = self.asked if seat is None else seat
        return self.tell(GAME.decide(self.state, seat, action, self._dice()))

    def tell(self, events: Sequence[my.Event]) -> "Match":
        self.happened = list(events)
        self.state = GAME.fold(self.state, events)
        return self

    def place(self, card: str, zone: str) -> "Match":
        return self.act(my.Place(card=my.CardId(card), zones=(my.ZoneId(zone),)))

    def sacrifice(self, zone: str) -> "Match":
        return self.act(my.Sacrifice(piece=self.piece(zone).id))

    def play(self, card: str) -> "Match":
        return self.act(my.Play(card=my.CardId(card)))

    def attack(self, zone: str, target: str) -> "Match":
        return self.act(my.Attack(piece=self.piece(zone).id, targets=(self.piece(target).id,)))

    def let_pass(self, until: my.Until = my.Until.NOW) -> "Match":
        return self.act(my.LetPass(until=until))

    def end_turn(self) -> "Match":
        return self.act(my.EndTurn())

    def begin_attacks(self) -> "Match":
        return self.act(my.BeginAttacks())

    def choose(self, what: str) -> "Match":
        """Answer with a zone: the piece in it, or the zone itself; or with a card."""
        if what not in ZONE_OF:
            return self.act(my.ChooseCard(card=my.CardId(what)))
        if self.state.asked is not None and self.state.asked.prompt is my.Prompt.CHOOSE_A_ZONE:
            return self.act(my.ChooseZone(zone=my.ZoneId(what)))
        return self.act(my.ChoosePiece(piece=self.piece(what).id))

    def times_out(self, seat: Seat | None = None) -> "Match":
        return self.tell(GAME.timed_out(self.state, self.asked if seat is None else seat, self._dice()))

    def leaves(self, seat: Seat) -> "Match":
        return self.tell(GAME.resigned(self.state, seat, self._dice()))

    def obeys(self, seat: Seat) -> "Match":
        """Let a standing order answer."""
        assert GAME.has_order(self.state, seat)
        return self.tell(GAME.obeyed(self.state, seat, self._dice()))

    # Looking

    @property
    def asked(self) -> Seat:
        """Whose choice it is."""
        return next(seat for seat in (A, B) if GAME.choices(self.state, seat))

    def choices(self, seat: Seat | None = None) -> list[Any]:
        return list(GAME.choices(self.state, self.asked if seat is None else seat))

    def zones(self, card: str) -> set[str]:
        """Where a card of whoever is asked may be placed."""
        return {zone for one in self.choices() if isinstance(one, my.Place) and one.card == card for zone in one.zones}

    def targets(self, zone: str) -> set[str]:
        """Which zones the card in this one may attack."""
        piece = self.piece(zone).id
        found = [one.targets for one in self.choices() if isinstance(one, my.Attack) and one.piece == piece]
        return {self.zone_of(target) for targets in found for target in targets}

    def playable(self, card: str) -> bool:
        return my.Play(card=my.CardId(card)) in self.choices()

    def refusal(self, action: my.Action, seat: Seat | None = None) -> str:
        """Try something that is not allowed; give the rule."""
        with pytest.raises(IllegalAction) as refused:
            GAME.decide(self.state, self.asked if seat is None else seat, action, self._dice())
        assert str(refused.value).endswith(".")
        return refused.value.rule

    def piece(self, zone: str) -> Piece:
        piece = self.state.board[ZONE_OF[my.ZoneId(zone)]]
        assert piece is not None, f"nothing at {zone}"
        return piece

    def at(self, zone: str) -> str | None:
        piece = self.state.board[ZONE_OF[my.ZoneId(zone)]]
        return None if piece is None else piece.card

    def zone_of(self, piece: str) -> str:
        return next(ZONES[at] for at, one in enumerate(self.state.board) if one is not None and one.id == piece)

    def stats(self, zone: str) -> Stats:
        return self.state.field.stats(self.piece(zone), ZONE_OF[my.ZoneId(zone)])

    def more(self, zone: str) -> Stats:
        """What a card has more than is printed on it."""
        card, now = CARDS[self.piece(zone).card], self.stats(zone)
        return Stats(now.attack - card.attack, now.defense - card.defense, now.speed - card.speed)

    def bonus(self, zone: str) -> my.Bonus | None:
        return self.piece(zone).bonus

    def hand(self, seat: Seat = A) -> list[str]:
        return list(self.state.sides[seat].hand)

    def oblivion(self, seat: Seat = A) -> list[str]:
        return list(self.state.sides[seat].oblivion)

    def settled(self) -> "Match":
        """Let bonuses and removals follow from how the field was laid out."""
        resolution = Resolution(self.state, self._dice())
        resolution.settle()
        return self.tell(resolution.events)

    def kinds(self) -> list[type]:
        return [type(event) for event in self.happened]

    @property
    def places(self) -> tuple[int, ...] | None:
        result = GAME.result(self.state)
        return None if result is None else result.places

    def _dice(self) -> Dice:
        self.version += 1
        return Dice(KEY, Version(self.version))


def begun(seed: int = 0, *decks: Deck, **options: Any) -> Match:
    """Return a match that has just begun."""
    match = Match(GAME.blank(GAME.setup(2, my.Options(**options), decks)))
    return match.tell(GAME.start(match.state, Dice(seed.to_bytes(32, "big"), Version(1))))


def given(
    field: Fielded | None = None,
    *,
    hand: Sequence[str] = (),
    their_hand: Sequence[str] = (),
    turn: int = 5,
    attacking: bool = False,
    deck: Sequence[str] = (FILLER,) * 10,
    their_deck: Sequence[str] = (FILLER,) * 10,
    oblivion: Sequence[str] = (),
    their_oblivion: Sequence[str] = (),
    banned: Sequence[str] = (),
    options: my.Options | None = None,
    live: bool | None = None,
) -> Match:
    """Return a match in a turn; odd turns are those of seat 0, who began."""
    board: list[Piece | None] = [None] * 64
    for number, (zone, name) in enumerate((field or {}).items(), 1):
        at = ZONE_OF[my.ZoneId(zone)]
        seat = Seat((at >> 5) ^ name.startswith("!"))
        card = my.CardId(name.lstrip("!"))
        assert card in CARDS, card
        board[at] = Piece(id=my.PieceId(f"p{number}"), card=card, seat=seat)

    def cards(names: Sequence[str]) -> my.Cards:
        assert set(names) <= set(CARDS), set(names) - set(CARDS)
        return tuple([my.CardId(name) for name in names])

    mine = Side(hand=cards(hand), deck=cards(deck), oblivion=cards(oblivion), banned=cards(banned), kept=True)
    theirs = Side(hand=cards(their_hand), deck=cards(their_deck), oblivion=cards(their_oblivion), kept=True)
    match = Match(
        State(
            catalogue=SHIPPED,
            options=options or my.Options(),
            stage=my.Stage.ATTACK if attacking else my.Stage.PLAY,
            starter=A,
            turn=turn,
            live=turn > 2 if live is None else live,
            sides=(mine, theirs),
            board=tuple(board),
            pieces=len(field or {}),
        )
    )
    return match.settled()
