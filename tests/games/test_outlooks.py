"""What would follow from a choice: beside the choices of the seat that is asked, true, and from what it may know.

That nothing hidden is in it belongs to the promises (`test_promises.py`): outlooks are part of every update there.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from games.density_deck.given import GAME as DENSITY_DECK
from games.density_deck.given import A, B, C, D, blue, common, given, red
from games.worlds import WORLDS
from quarterdeck_games import GAMES
from quarterdeck_protocol.games import amfibido as af
from quarterdeck_protocol.games import amiibart as ab
from quarterdeck_protocol.games import density_deck as dd
from quarterdeck_protocol.games import myacards as my
from quarterdeck_protocol.messages import Outlook, RawUpdate
from quarterdeck_protocol.names import Seat
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import Playing, act, played

OF_A_PLAY = (
    af.Fielded,
    af.Retired,
    af.Attached,
    af.Copied,
    af.BoomerangGained,
    af.KnockoutGained,
    af.TurnBegan,
    af.Passed,
)
"""What a play that sets nothing else off causes."""

OF_AN_ATTACK = (ab.Attacked, ab.Damaged, ab.Healed, ab.Doomed, ab.Died)
"""What an attack that sets nothing else off causes."""


def some_match(name: str, seed: int) -> Plan:
    game = GAMES[name]
    return Plan(world=WORLDS[name], setup=game.setup(game.seats[-1], game.options()), seed=seed, chance=2 * seed + 1)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_there_are_as_many_outlooks_as_choices_or_none(name: str) -> None:
    for playing in played(some_match(name, 1)):
        for viewer in playing.viewers:
            update = msgspec.json.decode(playing.frame(viewer), type=RawUpdate)
            outlooks = update.outlooks or ()
            assert len(outlooks) in (0, len(update.choices))
            assert outlooks == () or any(outlooks), "nothing is said of nothing"


def test_a_play_of_amfibido_leads_to_the_powers_that_were_foretold() -> None:
    """Whatever lies there: belts, snakes, neutralizers, copies of combo moves, guests."""
    foretold = 0
    for seed in range(12):
        for playing in played(some_match("amfibido", seed)):
            for seat in playing.asked:
                choices = playing.record.choices[seat]
                outlooks = playing.game.outlooks(playing.state, seat, choices)
                for choice, outlook in zip(choices, outlooks, strict=bool(outlooks)):
                    if not isinstance(choice, af.PlayFighter | af.PlayEquipment | af.PlayCombo):
                        assert outlook is None or isinstance(choice, af.PlayShown)
                        continue
                    entry = act(playing.record, seat, choice)
                    if all(isinstance(event, OF_A_PLAY) for event in entry.events):
                        state = playing.game.fold(playing.state, entry.events)
                        expected = standing(playing, state, seat, choice.dojo)
                        before = standing(playing, playing.state, seat, choice.dojo)
                        assert outlook == (None if expected == before or expected.power is None else expected)
                        foretold += outlook is not None
    assert foretold > 500


def standing(playing: Playing, state: Any, seat: Seat, dojo: int) -> Outlook:
    """Return what a view says of a dojo, as an outlook would."""
    powers = []
    for one in (seat, Seat(1 - seat)):
        seen = playing.game.view(state, None).seats[one].dojos[dojo - 1]
        guest = None if seen.guest is None else seen.guest.total
        powers.append(guest if seen.fighter is None else seen.fighter.power)
    return Outlook(power=powers[0], against=powers[1])


def test_an_attack_of_amiibart_ends_as_foretold_unless_a_text_comes_in_between() -> None:
    """S0:124, S0:153, AM-69: armour, Lifesteal, Instakill and all that changes an Attack."""
    met: Counter[tuple[bool | None, bool | None]] = Counter()
    for seed in range(8):
        for playing in played(some_match("amiibart", seed)):
            for seat in playing.asked:
                choices = playing.record.choices[seat]
                outlooks = playing.game.outlooks(playing.state, seat, choices)
                for choice, outlook in zip(choices, outlooks, strict=bool(outlooks)):
                    if not isinstance(choice, ab.Attack):
                        assert outlook is None
                        continue
                    assert outlook is not None
                    events = act(playing.record, seat, choice).events
                    before = events[: next(n for n, each in enumerate(events) if isinstance(each, ab.AttackEnded))]
                    if all(isinstance(event, OF_AN_ATTACK) for event in before):
                        gone = {event.piece for event in before if isinstance(event, ab.Died)}
                        assert (outlook.removes, outlook.dies) == (choice.target in gone, choice.piece in gone)
                        dealt = {event.piece: event.amount for event in before if isinstance(event, ab.Damaged)}
                        assert (outlook.power, outlook.against) == (
                            dealt.get(choice.target, 0),
                            dealt.get(choice.piece, 0),
                        )
                        met[outlook.removes, outlook.dies] += 1
    assert len(met) == 4, met


def test_an_attack_of_myacards_ends_as_foretold_unless_somebody_reacts() -> None:
    """S4:86 to S4:90, MY-41, MY-42."""
    met: Counter[tuple[bool | None, bool]] = Counter()
    for seed in range(24):
        for playing in played(some_match("myacards", seed)):
            for seat in playing.asked:
                choices = playing.record.choices[seat]
                outlooks = playing.game.outlooks(playing.state, seat, choices)
                for choice, outlook in zip(choices, outlooks, strict=bool(outlooks)):
                    if not isinstance(choice, my.Attack):
                        assert outlook is None
                        continue
                    assert outlook is not None
                    declared: Sequence[Any] = act(playing.record, seat, choice).events
                    state = playing.game.fold(playing.state, declared)
                    if state.window is not None:
                        passed = my.LetPass(until=my.Until.NOW)
                        declared = playing.game.decide(state, state.window, passed, playing.record.next_dice())
                    (decided,) = [event for event in declared if isinstance(event, my.AttackResolved)]
                    assert outlook == Outlook(
                        power=decided.attack, against=decided.defense, removes=decided.outcome is my.Outcome.REMOVED
                    )
                    met[outlook.removes, outlook.against is None] += 1
    assert len(met) >= 3, met


@pytest.mark.parametrize("rediscard", list(dd.RediscardTaken))
def test_taking_a_card_leads_to_the_score_that_was_foretold(rediscard: dd.RediscardTaken) -> None:
    options = dd.Options(rediscard_taken=rediscard)
    hands = ((red(5), common(7), blue(3)), *[(common(1), common(2), common(3))] * 2)
    match = given(*hands, discards={B: (red(10),), C: (common(9),)}, options=options)
    choices = match.choices(A)
    for choice, outlook in zip(choices, DENSITY_DECK.outlooks(match.state, A, choices), strict=True):
        if isinstance(choice, dd.Take):
            after = DENSITY_DECK.fold(match.state, DENSITY_DECK.decide(match.state, A, choice, match._dice()))
            best = max(prospect.score.total for prospect in DENSITY_DECK.view(after, A).prospects)
            assert outlook == Outlook(score=best)
        else:
            assert outlook is None


def test_an_outlook_does_not_tell_what_lies_below_the_card_that_would_be_taken() -> None:
    """DD-36: of a discard pile only the top may be looked at, and what comes to light would count."""
    outlooks = []
    for below in (red(3), common(4)):
        match = given(
            (red(5), common(7), common(8)), *[(common(1), common(2), common(3))] * 2, discards={B: (below, common(9))}
        )
        outlooks.append(DENSITY_DECK.outlooks(match.state, A, match.choices(A)))
    assert outlooks[0] == outlooks[1] != ()


def test_only_the_seat_that_is_asked_has_outlooks() -> None:
    match = given(discards={A: (red(3),), B: (red(5),)}, turn=A)
    for seat in (B, C, D):
        assert DENSITY_DECK.outlooks(match.state, seat, match.choices(seat)) == ()
    assert DENSITY_DECK.outlooks(match.state, A, match.choices(A)) != ()
