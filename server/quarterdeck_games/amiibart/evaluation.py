"""Scores of the choices of an Amiibart TCG player, for a bot that looks one action ahead and knows only the player's
view. They are roughly in points of Health."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games.amiibart import Action, FighterView, Keyword, Kind, PieceId, Pieces, View
from quarterdeck_protocol.messages import RawUpdate

from quarterdeck_games.amiibart import effects as do
from quarterdeck_games.amiibart.cards.card import Card, all_effects, choices_of, effects_of
from quarterdeck_games.amiibart.effects import Effect, Side, Which, Who
from quarterdeck_games.amiibart.state import TOKENS_THAT_LOSE

_views: msgspec.json.Decoder[View] = msgspec.json.Decoder(View)
_actions: msgspec.json.Decoder[Any] = msgspec.json.Decoder(Action)

A_DEATH_TOKEN = 400
A_TOKEN_FIGHTER = 150
DECISIVE = 10_000
"""The worth of a won match, higher than all else."""

FIGHTERS_WANTED = 4
ENERGY_COSTS = 15
"""The value of a point of Energy. It is low, because Energy is lost at the end of the turn."""

_NEAR = (Which.THIS, Which.SUBJECT, Which.NEIGHBOURS, Which.LEFT, Which.RIGHT)


def worth(update: RawUpdate, cards: Mapping[str, Card]) -> Sequence[float]:
    """Return a score for each choice of the player."""
    eye = _Eye(_views.decode(update.view), update.seat or 0, cards)
    return [eye.worth(_actions.decode(choice)) for choice in update.choices]


class _Eye:
    def __init__(self, view: View, seat: int, cards: Mapping[str, Card]) -> None:
        self.cards = cards
        self.view = view
        self.mine = [one for one in view.seats[seat].slots if one is not None]
        self.theirs = [one for one in view.seats[1 - seat].slots if one is not None]
        self.me, self.them = view.seats[seat], view.seats[1 - seat]
        self.all = {one.piece: one for one in (*self.mine, *self.theirs)}
        self.own = {one.piece for one in self.mine}

    def worth(self, action: Action) -> float:
        match action:
            case ab.EndTurn():
                return -DECISIVE if self.me.must_play_fighter or self.me.must_act else 0
            case ab.PlayFighter():
                return self._entering(self.cards[action.card])
            case ab.PlaySpell():
                card = self.cards[action.card]
                return self._doing(effects_of(card, action.forge), action.targets) - ENERGY_COSTS * card.cost
            case ab.PlayHazard():
                return 100 - ENERGY_COSTS * self.cards[action.card].cost
            case ab.PlayStage():
                return 150 - ENERGY_COSTS * self.cards[action.card].cost if self.me.stage is None else -1
            case ab.Attack():
                return self._striking(self.all[action.piece], self.all[action.target])
            case ab.UseAttack():
                fighter = self.all[action.piece]
                attack = self.cards[fighter.card].attacks[action.attack]
                does = self._doing(all_effects(attack), action.targets, fighter)
                return does - ENERGY_COSTS * attack.cost
            case ab.UsePower():
                power = self.cards[action.power]
                return self._doing(power.does, action.targets) - ENERGY_COSTS * power.cost
            case ab.Choose():
                return self._chosen(action.piece)

    def _value(self, fighter: FighterView) -> float:
        token = self.cards[fighter.card].kind is Kind.TOKEN
        keywords = 100 * len(fighter.keywords)
        return fighter.attack + fighter.health / 2 + keywords + (A_TOKEN_FIGHTER if token else A_DEATH_TOKEN)

    def _fall(self, fighter: FighterView) -> float:
        """Return the cost of a Fighter's death for its owner. If it is the last Death Token, the cost is the match
        (S0:49)."""
        owner = self.me if fighter.piece in self.own else self.them
        last = self.cards[fighter.card].kind is not Kind.TOKEN and owner.tokens + 1 >= TOKENS_THAT_LOSE
        return self._value(fighter) + DECISIVE * last

    def _entering(self, card: Card) -> float:
        """Return the value of a Fighter that enters play. Fighters are needed, but dead ones are a loss, so a few are
        enough."""
        body = (card.attack + card.health / 2 + 50 * len(card.keywords)) / 5
        return 150 + body if len(self.mine) < FIGHTERS_WANTED else body - 50

    def _striking(self, attacker: FighterView, target: FighterView) -> float:
        kills = Keyword.INSTAKILL in attacker.keywords
        won = self._fall(target) if kills else self._hurt(target, attacker.attack)
        lost = self._hurt(attacker, target.attack)
        return won - (1.1 if lost >= DECISIVE else 0.9) * lost + 10  # to lose together is no gain

    def _hurt(self, fighter: FighterView, amount: int) -> float:
        if amount >= fighter.health:
            return self._fall(fighter)
        return amount * 0.6

    def _chosen(self, piece: PieceId) -> float:
        fighter = self.all[piece]
        missing = self.cards[fighter.card].health - fighter.health
        return fighter.attack + missing if piece in self.own else -fighter.health

    def _doing(self, effects: Sequence[Effect], targets: Pieces, source: FighterView | None = None) -> float:
        chosen = dict(zip(choices_of(tuple(effects)), targets, strict=False))
        return sum([self._effect(effect, chosen, source) for effect in effects])

    def _effect(self, effect: Effect, chosen: dict[Who, PieceId], source: FighterView | None) -> float:
        match effect:
            case do.Summon():
                return 120.0 * effect.count if len(self.mine) < FIGHTERS_WANTED else 20
            case do.Recover():
                return 100.0 if self.me.discarded else 0
            case do.GainEnergy():
                return 20.0 * effect.amount if self.me.energy < FIGHTERS_WANTED else 0
            case do.Drain():
                return 40.0 * effect.amount
            case do.BreakHazards():
                return 100.0 * len(self.them.hazards)
            case do.BreakStage():
                return 150 if self.them.stage else 0
            case do.Bespoke() | do.Step() | do.Go():
                return 0
            case _:
                reached = self._reached(effect.who, chosen, source)
                return sum([self._to(effect, one, source) * (1 if one.piece in self.own else -1) for one in reached])

    def _reached(self, who: Who, chosen: dict[Who, PieceId], source: FighterView | None) -> list[FighterView]:
        if who.which is Which.CHOSEN:
            return [self.all[chosen[who]]] if who in chosen else []
        if who.which in _NEAR:
            return [source] if source is not None and who.which is Which.THIS else []
        sides = {Side.FRIENDLY: self.mine, Side.OPPOSING: self.theirs, Side.ANY: [*self.mine, *self.theirs]}[who.side]
        fits = [one for one in sides if who.element is None or self.cards[one.card].element is who.element]
        match who.which:
            case Which.ALL:
                return fits
            case Which.WEAKEST:
                return sorted(fits, key=lambda one: one.health)[:1]
            case Which.STRONGEST:
                return sorted(fits, key=lambda one: -one.attack)[:1]
            case Which.RIGHTMOST:
                return fits[-1:]
            case _:
                return fits[:1]

    def _to(self, effect: Effect, fighter: FighterView, source: FighterView | None) -> float:
        """Return how much an effect improves the situation of a Fighter."""
        printed = self.cards[fighter.card]
        match effect:
            case do.Damage() | do.DamagePer():
                return -self._hurt(fighter, effect.amount)
            case do.Strike():
                return -self._hurt(fighter, 0 if source is None else source.attack)
            case do.Heal():
                return 0.6 * max(0, min(effect.amount, printed.health - fighter.health))
            case do.Strengthen():
                return effect.attack * (0.3 if effect.until_end else 0.7) + effect.health * 0.5
            case do.Give():
                return 0 if effect.keyword in fighter.keywords else 120
            case do.Destroy():
                return -self._fall(fighter)
            case do.Return():
                hurt = fighter.health * 3 < printed.health
                return 200 if hurt and fighter.piece in self.own else -0.5 * self._value(fighter)
            case do.Bind():
                return printed.attack - fighter.attack + min(0, printed.health - fighter.health)
            case do.Update():
                into = self.cards[effect.into]
                return into.attack + into.health / 2 - fighter.attack - fighter.health / 2
            case _:
                return 0
