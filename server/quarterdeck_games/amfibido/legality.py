"""Reasons why an action is not legal now in Amfibido: a sentence that names the card and the rule."""

from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.names import Seat
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_games.amfibido.cards.card import Need
from quarterdeck_games.amfibido.cards.copies import CARDS
from quarterdeck_games.amfibido.choices import missing_for_ability, missing_for_card
from quarterdeck_games.amfibido.continuous_effects import DrawsInstead, RedrawsDraft
from quarterdeck_games.amfibido.placement import spots
from quarterdeck_games.amfibido.queries import neutralized, one_of, sensei_words
from quarterdeck_games.amfibido.state import DOJOS, State, find
from quarterdeck_games.game import IllegalAction

_PLAY_OF = {
    af.Kind.FIGHTER: af.PlayFighter,
    af.Kind.EQUIPMENT: af.PlayEquipment,
    af.Kind.COMBO: af.PlayCombo,
    af.Kind.ACTION: af.PlayAction,
}

_MISSING = {
    Need.CARD: (Text("needs another card in your hand to discard"), "AF-10"),
    Need.TWO_CARDS: (Text("needs two cards in your hand to discard"), "AF-10"),
    Need.FIGHTER_CARD: (Text("needs a fighter in your hand to discard"), "AF-10"),
    Need.FIGHTER_HERE: (Text("needs a fighter in its dojo"), "AF-10"),
    Need.LOW_EQUIPMENT_HERE: (Text("needs level I or II equipment in its dojo"), "AF-10"),
    Need.A_FIGHTER: (Text("needs a fighter of yours in a dojo"), "AF-10"),
    Need.A_FIGHTER_OR_RESTING: (Text("needs a fighter of yours in a dojo or in your cooldown zone"), "AF-55"),
    Need.EQUIPMENT: (Text("needs a piece of equipment of yours in a dojo"), "AF-10"),
}


def refusal(state: State, seat: Seat, action: af.Action) -> IllegalAction:
    """Return the refusal of an action that is not among the choices, with the reason."""
    general = _not_now(state, seat)
    if general is not None:
        return general
    match state.stage:
        case af.Stage.ACTIONS:
            return _no_action(state, seat, action)
        case af.Stage.DRAFT | af.Stage.SECOND_DRAFT:
            return _no_draft(state, seat, action)
        case af.Stage.SENSEI:
            if isinstance(action, af.ChooseSensei):
                return IllegalAction(
                    Text("{sensei} is not among the sensei dealt to you.", sensei=_name(action.sensei)), "S3:24"
                )
            return IllegalAction(Text("Choose one of the sensei dealt to you."), "S3:24")
        case _:
            if isinstance(action, af.Mulligan):
                return IllegalAction(Text("Only a hand without any fighter can be drawn anew."), "AF-6")
            return IllegalAction(Text("Keep your starting hand, or draw it anew if it has no fighter."), "AF-6")


def _not_now(state: State, seat: Seat) -> IllegalAction | None:
    if state.stage is af.Stage.OVER:
        return IllegalAction(Text("The match is over."), "S3:254")
    if state.stage is af.Stage.NOT_DEALT:
        return IllegalAction(Text("Nothing has been dealt yet."), "S3:17")
    if state.asked is not None:
        about = _name(state.asked.about)
        if state.asked.seat == seat:
            return IllegalAction(
                Text("{about} waits for another answer: choose one of those on offer.", about=about), "S3:139"
            )
        return IllegalAction(Text("{about} waits for your opponent's answer.", about=about), "S3:139")
    if state.stage is af.Stage.ACTIONS and state.turn != seat:
        if state.sides[seat].passed:
            return IllegalAction(Text("You have passed, and a pass is final for the round."), "S3:165")
        return IllegalAction(Text("It is your opponent's turn."), "S3:139")
    if state.stage is not af.Stage.ACTIONS and state.sides[seat].decided:
        return IllegalAction(Text("You have decided, and wait for your opponent."), "AF-4")
    if state.stage is af.Stage.MULLIGAN and seat != state.starter and not state.sides[state.starter].decided:
        return IllegalAction(Text("The starting player decides about the starting hand first."), "AF-6")
    return None


def _no_draft(state: State, seat: Seat, action: af.Action) -> IllegalAction:
    words = sensei_words(state, seat)
    match action:
        case af.Draft():
            return IllegalAction(
                Text("{card} is not among the cards that you draft from.", card=_name(action.card)), "S3:128"
            )
        case af.RedrawDraft() if one_of(words, RedrawsDraft) is None:
            return IllegalAction(Text("You have no sensei who deals draft cards anew."), "S3:91")
        case af.RedrawDraft() if state.stage is af.Stage.DRAFT:
            return IllegalAction(Text("Shifuu Kuu has dealt anew twice in this match."), "AF-46")
        case af.RedrawDraft():
            return IllegalAction(
                Text("Shifuu Kuu deals the first three draft cards anew, not those passed to you."), "AF-46"
            )
        case af.DrawInstead() if one_of(words, DrawsInstead) is None:
            return IllegalAction(Text("You have no sensei who draws instead of drafting."), "S3:91")
        case af.DrawInstead() if state.stage is af.Stage.SECOND_DRAFT:
            return IllegalAction(
                Text("The deck of level {level} is not active in this round.", level=action.level), "S3:262"
            )
        case af.DrawInstead():
            return IllegalAction(
                Text("Professor Ribbitdore discards the two cards passed to you, not the first."), "AF-46"
            )
        case _:
            return IllegalAction(Text("Draft one of the cards before you."), "S3:128")


def _no_action(state: State, seat: Seat, action: af.Action) -> IllegalAction:
    match action:
        case af.PlayFighter() | af.PlayEquipment() | af.PlayCombo():
            return _no_play(state, seat, action)
        case af.PlayAction():
            held = _not_held(state, seat, action.card, af.PlayAction)
            if held is not None:
                return held
            missing = missing_for_card(state.sides[seat], action.card)
            return _lacks(action.card, missing)
        case af.Activate():
            return _no_activation(state, seat, action)
        case af.ActivateSensei():
            return _no_sensei(state, seat)
        case (
            af.Draft()
            | af.RedrawDraft()
            | af.DrawInstead()
            | af.ChooseSensei()
            | af.KeepHand()
            | af.Mulligan()
            | af.Pass()
        ):
            return IllegalAction(Text("It is the action phase: play a card, use an ability or pass."), "S3:139")
        case _:
            return IllegalAction(Text("Nothing has been asked: play a card, use an ability or pass."), "S3:139")


def _not_held(state: State, seat: Seat, card: af.CardId, kind: type) -> IllegalAction | None:
    if card not in CARDS or CARDS[card].kind is af.Kind.SENSEI:
        return IllegalAction(Text("There is no such card to play."), "S3:139")
    if card not in state.sides[seat].hand:
        return IllegalAction(Text("{card} is not in your hand.", card=_name(card)), "S3:144")
    if _PLAY_OF[CARDS[card].kind] is not kind:
        return IllegalAction(
            Text("{card} is played as {kind}.", card=_name(card), kind=_article(CARDS[card].kind)), "S3:139"
        )
    return None


def _no_play(state: State, seat: Seat, action: af.PlayFighter | af.PlayEquipment | af.PlayCombo) -> IllegalAction:
    held = _not_held(state, seat, action.card, type(action))
    if held is not None:
        return held
    name = _name(action.card)
    if action.dojo not in DOJOS:
        return IllegalAction(
            Text("There is no dojo {dojo} for {name}: they are numbered 1 to 3.", dojo=action.dojo, name=name), "S3:18"
        )
    dojo = state.sides[seat].dojos[action.dojo - 1]
    if isinstance(action, af.PlayFighter):
        return IllegalAction(
            Text("{name} cannot go there: no fighter may be put into dojo {dojo}.", name=name, dojo=action.dojo),
            "AF-16",
        )
    if isinstance(action, af.PlayCombo):
        return IllegalAction(
            Text("{name} needs a fighter of yours, and there is none in dojo {dojo}.", name=name, dojo=action.dojo),
            "AF-11",
        )
    if action.replaces is None:
        return IllegalAction(
            Text(
                "Dojo {dojo} has no free place for {name}: say which equipment it replaces.",
                dojo=action.dojo,
                name=name,
            ),
            "AF-13",
        )
    if action.replaces in spots(dojo, neutralized(state)):
        return IllegalAction(Text("{name} cannot be put there.", name=name), "S3:151")
    return IllegalAction(
        Text("The equipment that {name} is to replace is not in dojo {dojo}.", name=name, dojo=action.dojo), "AF-13"
    )


def _no_activation(state: State, seat: Seat, action: af.Activate) -> IllegalAction:
    found = find(state, seat, action.piece)
    if found is None:
        return IllegalAction(Text("That is not a fighter or equipment of yours in play."), "S3:160")
    number, thing = found
    ability = CARDS[thing.card].ability
    name = _name(thing.card)
    if ability is None:
        return IllegalAction(Text("{name} has no action ability.", name=name), "S3:160")
    if thing.piece in neutralized(state):
        return IllegalAction(
            Text("{name} is neutralized: its ability cannot be used, nor paid for.", name=name), "AF-31"
        )
    if ability.once and thing.used:
        return IllegalAction(Text("{name} has used its ability, which works once a round.", name=name), "AF-2")
    return _lacks(thing.card, missing_for_ability(state.sides[seat], state.sides[seat].dojos[number - 1], ability))


def _no_sensei(state: State, seat: Seat) -> IllegalAction:
    side = state.sides[seat]
    if side.sensei is None:
        return IllegalAction(Text("You have no sensei."), "S3:24")
    ability = CARDS[side.sensei].ability
    name = _name(side.sensei)
    if ability is None:
        return IllegalAction(Text("{name} has no action ability.", name=name), "S3:91")
    missing = missing_for_ability(side, None, ability)
    if missing is not None:
        return _lacks(side.sensei, missing)
    return IllegalAction(Text("{name} has acted in this round, and may once each round.", name=name), "S3:91")


def _lacks(card: af.CardId, need: Need | None) -> IllegalAction:
    if need is None:
        return IllegalAction(Text("{card} cannot be used now.", card=_name(card)), "AF-10")
    lacks, rule = _MISSING[need]
    return IllegalAction(Text("{card} {lacks}.", card=_name(card), lacks=lacks), rule)


def _name(card: af.CardId) -> Text:
    """Return the name of a card. An unknown id is not repeated to its sender. The action that orders effects has no
    card."""
    if card in CARDS:
        return Text(CARDS[card].name)
    return Text("That card") if card else Text("The order of your effects")


def _article(kind: af.Kind) -> Text:
    words = {
        af.Kind.FIGHTER: Text("a fighter"),
        af.Kind.EQUIPMENT: Text("equipment"),
        af.Kind.COMBO: Text("a combo move"),
        af.Kind.ACTION: Text("an action"),
    }
    return words[kind]
