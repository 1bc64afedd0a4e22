"""Legality of an action in MYACARDS, and the reason of a refusal: a sentence and the place in the rule book."""

from typing import NoReturn, assert_never

from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.games.myacards import Bonus, Kind, PieceId, Stage
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.game import IllegalAction
from quarterdeck_games.myacards.attacks import is_in_order, may_attack, targets_of
from quarterdeck_games.myacards.bonus_calls import uncalled
from quarterdeck_games.myacards.choices import ROW_1_KINDS, has_opening, passing
from quarterdeck_games.myacards.effects import Card
from quarterdeck_games.myacards.field import ZONES, has_entity, where
from quarterdeck_games.myacards.placement import free_in_row_1, sacrifices, zones_for
from quarterdeck_games.myacards.resolve import can_begin, options
from quarterdeck_games.myacards.state import State

OPENING = (my.KeepHand, my.Mulligan)
ANSWERS = (my.ChoosePiece, my.ChooseZone, my.ChooseCard)


def require(state: State, seat: Seat, action: my.Action) -> None:
    """Raise `IllegalAction` unless this seat may take this action now."""
    _require_turn(state, seat)
    _require_stage(state, seat, action)
    match action:
        case my.KeepHand() | my.EndTurn():
            pass
        case my.Mulligan():
            if has_opening(state.catalogue.cards, state.sides[seat].hand):
                _refuse(Text("Your hand has an entity that you can place on your first turn."), "MY-2")
        case my.Place():
            _require_place(state, seat, action)
        case my.Sacrifice(piece=piece):
            if piece not in sacrifices(state, seat):
                _refuse(Text("This card cannot be sacrificed for the one that you are placing."), "S4:97")
        case my.Play(card=card):
            _require_play(state, seat, card)
        case my.BeginAttacks():
            if state.turn == 1:
                _refuse(Text("Whoever goes first does not attack on the first turn."), "S4:110")
            if state.stage is Stage.ATTACK:
                _refuse(Text("Your attack phase has begun already."), "MY-11")
        case my.Attack():
            _require_attack(state, seat, action)
        case my.LetPass(until=until):
            if until not in passing(state):
                _refuse(Text("This attack has been resolved: nothing of it is left to let pass."), "MY-47")
        case my.EndTurnWatching():
            if state.sides[seat].passes is None:
                _refuse(Text("You have no standing order: you are asked about every attack already."), "MY-66")
        case my.CallBonus(bonus=bonus):
            _require_call(state, seat, bonus)
        case my.Discard(card=card):
            _held(state, seat, card)
        case my.ChoosePiece() | my.ChooseZone() | my.ChooseCard():
            if action not in options(state):
                _refuse(Text("That is not among the answers on offer."), "MY-54")
        case _:
            assert_never(action)


def _refuse(text: str, rule: str) -> NoReturn:
    raise IllegalAction(text, rule)


def _require_turn(state: State, seat: Seat) -> None:
    """Refuse an action of a seat for which the game does not wait. The refusal reveals nothing about the action."""
    if state.stage is Stage.OVER:
        _refuse(Text("The match is over."), "S4:65")
    if state.stage is Stage.NOT_DEALT:
        _refuse(Text("Nothing has been dealt yet."), "S4:70")
    if state.stage is Stage.OPENING:
        if state.sides[seat].kept:
            _refuse(Text("You have your opening hand, and wait for your opponent."), "MY-2")
        return
    if state.asked is not None:
        if state.asked.seat != seat:
            _refuse(
                Text(
                    "{name} waits for your opponent's answer.", name=Text(state.catalogue.cards[state.asked.about].name)
                ),
                "MY-54",
            )
        return
    if state.window is not None:
        if state.window != seat:
            _refuse(Text("Your opponent may react to the attack first."), "S4:107")
        return
    if state.active_seat != seat:
        _refuse(Text("It is your opponent's turn."), "S4:108")


def _require_stage(state: State, seat: Seat, action: my.Action) -> None:
    if state.stage is Stage.OPENING:
        if not isinstance(action, OPENING):
            _refuse(Text("Keep your opening hand first."), "MY-2")
    elif isinstance(action, OPENING):
        _refuse(Text("The opening hands have been dealt."), "MY-2")
    elif state.asked is not None:
        if not isinstance(action, ANSWERS):
            _refuse(
                Text("{name} waits for your answer.", name=Text(state.catalogue.cards[state.asked.about].name)), "MY-54"
            )
    elif isinstance(action, ANSWERS):
        _refuse(Text("Nothing has been asked."), "MY-54")
    elif state.window is not None:
        if not isinstance(action, (my.Play, my.CallBonus, my.LetPass)):
            _refuse(Text("You are attacked: play an event, an effect or a dominion, or let it pass."), "S4:106")
    elif isinstance(action, my.LetPass):
        _refuse(Text("No attack waits for your reaction."), "MY-47")
    elif state.placing is not None:
        if not isinstance(action, my.Sacrifice):
            _refuse(Text("Choose what you sacrifice first."), "MY-28")
    elif isinstance(action, my.Sacrifice):
        _refuse(Text("You are not placing a card that needs sacrifices."), "S4:97")
    elif (state.stage is Stage.DISCARD) is not isinstance(action, my.Discard):
        _refuse(Text("Cards are discarded at the end of your turn, down to eight."), "S4:73")
    elif isinstance(action, my.Place) and state.stage is Stage.ATTACK:
        _refuse(Text("No entity is placed once you have begun to attack."), "MY-11")
    elif isinstance(action, my.Attack) and state.stage is Stage.PLAY:
        _refuse(Text("Begin your attack phase first."), "MY-11")


def _require_call(state: State, seat: Seat, bonus: Bonus) -> None:
    if not state.options.declare_bonus:
        _refuse(Text("Bonuses count by themselves at this table."), "MY-37")
    if not uncalled(state, seat, bonus):
        _refuse(Text("Your cards have not come to deserve this bonus this turn."), "S4:139")


def _held(state: State, seat: Seat, name: my.CardId) -> Card:
    if name not in state.catalogue.cards:
        _refuse(Text("There is no such card."), "S4:15")
    card = state.catalogue.cards[name]
    if name not in state.sides[seat].hand:
        _refuse(Text("{name} is not in your hand.", name=Text(card.name)), "S4:71")
    return card


def _require_place(state: State, seat: Seat, action: my.Place) -> None:
    card = _held(state, seat, action.card)
    if not card.is_entity:
        _refuse(Text("{name} is no entity: it is played into row 1.", name=Text(card.name)), "S4:118")
    able = [ZONES[zone] for zone in zones_for(state, seat, card, state.field)]
    if action.zones and all(zone in able for zone in action.zones):
        return
    if card.junior_of and not any(piece.card == card.junior_of for _, piece in state.field.entities(seat)):
        _refuse(
            Text(
                "{name} needs {senior} of yours in play.",
                name=Text(card.name),
                senior=Text(state.catalogue.cards[card.junior_of].name),
            ),
            "S4:93",
        )
    if card.sacrifices and state.is_first_turn:
        _refuse(Text("{name} needs sacrifices, and there are none on your first turn.", name=Text(card.name)), "S4:109")
    if not able:
        _refuse(
            Text("There is no zone that {name} may take, or not enough to sacrifice for it.", name=Text(card.name)),
            "S4:99",
        )
    if not action.zones:
        _refuse(Text("Say which zone it takes."), "S4:115")
    if card.kind is Kind.SUPPORT:
        _refuse(Text("{name} takes an empty zone in your row 2.", name=Text(card.name)), "S4:117")
    _refuse(
        Text("{name} cannot take that zone: see when rows 4 and the other half are open.", name=Text(card.name)),
        "S4:131",
    )


def _require_play(state: State, seat: Seat, name: my.CardId) -> None:
    card = _held(state, seat, name)
    if card.kind not in ROW_1_KINDS:
        _refuse(Text("{name} is an entity: it is placed, in your own play phase.", name=Text(card.name)), "S4:106")
    if free_in_row_1(state, seat, card.kind) is None:
        _refuse(Text("All your zones for such cards as {name} are taken.", name=Text(card.name)), "MY-52")
    if card.kind is Kind.DOMINION and not has_entity(state.board, seat):
        _refuse(Text("{name} needs an entity of yours on the field.", name=Text(card.name)), "S4:128")
    if not can_begin(state, seat, card):
        _refuse(Text("{name} would find nothing to do.", name=Text(card.name)), "MY-54")


def _require_attack(state: State, seat: Seat, action: my.Attack) -> None:
    zone = where(state.board, action.piece)
    piece = None if zone is None else state.board[zone]
    if zone is None or piece is None or piece.seat != seat or state.catalogue.cards[piece.card].kind is not Kind.ACTIVE:
        _refuse(Text("That is no active card of yours on the field."), "S4:81")
    reading = state.field
    name = state.catalogue.cards[piece.card].name
    if not may_attack(state, piece, zone, reading):
        if piece.stilled >= state.turn:
            _refuse(Text("{name} may not attack now.", name=Text(name)), "S4:81")
        if not is_in_order(state, piece, zone, reading):
            _refuse(Text("{name} has missed its place: a slower card has attacked.", name=Text(name)), "S4:89")
        _refuse(Text("{name} has attacked this turn.", name=Text(name)), "S4:81")
    able: list[PieceId] = [target.id for target in targets_of(state, seat, zone, reading)]
    if not action.targets or not all(target in able for target in action.targets):
        _refuse(Text("{name} attacks one of your opponent's entities in its own column.", name=Text(name)), "S4:81")
