"""What a record has worked out once for an entry it does not work out again: who else reads it does."""

import sys
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

import pytest
from quarterdeck_games import GAMES
from quarterdeck_games.amfibido.rules import Amfibido
from quarterdeck_games.density_deck.rules import DensityDeck
from quarterdeck_games.state_codec import keep
from quarterdeck_protocol.messages import Act
from quarterdeck_protocol.names import Milliseconds, Seat, Version
from quarterdeck_server.evaluation.matches import opened_for
from quarterdeck_server.matches.audience import Audience, Viewing
from quarterdeck_server.matches.codec import AnyEntry
from quarterdeck_server.matches.entries import opening_entry
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.projection import Happened
from quarterdeck_server.matches.record import Record
from quarterdeck_server.matches.submissions import Acting
from quarterdeck_testing.random_matches import BEGAN

ACTIONS = 25


class _Counting(DensityDeck):
    """Density Deck that counts what it is asked."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()

    def evolve(self, state: Any, event: Any) -> Any:
        self.asked["evolve"] += 1
        return super().evolve(state, event)

    def board(self, state: Any) -> Any:
        self.asked["board"] += 1
        return super().board(state)


def _acted(record: Record, chance: Random) -> AnyEntry:
    seat = next(seat for seat in record.seats if record.choices[seat])
    action = record.codec.canonical(chance.choice(record.choices[seat]))
    return Acting(seat, Act(match=record.opened.match, seen=record.version, action=action), record).entry(record, BEGAN)


def _written(record: Record, entry: AnyEntry) -> Stamped:
    stamped = record.stamped(BEGAN, record.codec.stored(entry))
    record.advance(record.foresee(entry), stamped)
    return stamped


def test_a_player_who_has_decided_an_entry_does_not_fold_it_again_and_who_reads_it_does() -> None:
    chance = Random(1)
    here, elsewhere = _Counting(), _Counting()
    writer = Record(opened_for(here, chance), here)
    reader = Record(writer.opened, elsewhere)
    events = 0
    for number in range(ACTIONS):
        entry = _acted(writer, chance) if number else opening_entry(writer)
        events += len(entry.events)
        reader.read(_written(writer, entry))
        assert keep(reader.state) == keep(writer.state)
        assert reader.link == writer.link
    assert here.asked["evolve"] == 0
    assert elsewhere.asked["evolve"] == events > ACTIONS


def test_an_entry_that_was_decided_on_another_state_is_folded() -> None:
    chance = Random(1)
    game = _Counting()
    record = Record(opened_for(game, chance), game)
    opening = opening_entry(record)
    _written(record, opening)
    game.asked.clear()
    record.foresee(opening)
    assert game.asked["evolve"] == len(opening.events)


def test_one_board_is_worked_out_for_all_who_look_at_a_version() -> None:
    chance = Random(1)
    game = _Counting()
    record = Record(opened_for(game, chance), game)
    frames: list[bytes] = []
    audience = Audience(lambda: Milliseconds(BEGAN))
    for seat in (*record.seats, *record.seats, None, None):
        audience.viewings.add(Viewing(seat, frames.append))
    for number in range(ACTIONS):
        entry = _acted(record, chance) if number else opening_entry(record)
        _written(record, entry)
        audience.notify(record, Happened(Version(record.version - 1), entry.events))
        audience.send_whole(record, Viewing(Seat(0), frames.append), Happened(record.version, ()))
        assert game.asked["board"] == record.version
    assert len(frames) == ACTIONS * 11


def test_an_action_is_judged_by_the_choices_that_were_told() -> None:
    class Counted(Amfibido):
        def __init__(self) -> None:
            self.asked = 0

        def choices(self, state: Any, seat: Seat) -> Any:
            self.asked += 1
            return super().choices(state, seat)

        def decide(self, *asked: Any) -> Any:
            raise AssertionError("what is on offer is known")

    chance = Random(1)
    game = Counted()
    record = Record(opened_for(game, chance), game)
    for number in range(ACTIONS):
        _written(record, _acted(record, chance) if number else opening_entry(record))
    assert game.asked == ACTIONS * len(record.seats)


@pytest.mark.parametrize("name", ["amfibido", "amiibart", "density-deck", "myacards"])
def test_of_one_action_no_game_makes_an_event_s_state_or_a_seat_s_choices_twice(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as it is decided, not as it is folded, not as it is told and judged: each event makes one state, and each
    seat is asked once what it may do, by the house and by nobody else."""
    asked: Counter[str] = Counter()

    def counted(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def asking(*given: Any) -> Any:
            asked[what] += 1
            return function(*given)

        return asking

    chance, game = Random(1), GAMES[name]
    record = Record(opened_for(game, chance), game)
    package = type(game).__module__.rpartition(".")[0]
    evolve = import_module(f"{package}.evolve")
    table = evolve._EVOLVE if name == "myacards" else evolve.AFTER
    for kind, function in table.items():
        monkeypatch.setitem(table, kind, counted("evolve", function))
    monkeypatch.setattr(type(game), "choices", counted("house", type(game).choices))
    for module in [each for path, each in sys.modules.items() if path.startswith(f"{package}.")]:
        if callable(choices := vars(module).get("choices")):
            monkeypatch.setattr(module, "choices", counted("choices", choices))
    for number in range(4 * ACTIONS):
        asked.clear()
        entry = _acted(record, chance) if number else opening_entry(record)
        _written(record, entry)
        for seat in record.seats:
            record.view(seat)
        assert asked["evolve"] == len(entry.events)
        assert asked["house"] == len(record.seats) >= asked["choices"]
        if record.result is not None:
            break
    assert number >= ACTIONS
