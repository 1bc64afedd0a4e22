"""Games whose code fails: it costs whom it concerns, and nobody else."""

from collections.abc import Sequence

from matches.processes import processes, settle
from quarterdeck_games import GAMES
from quarterdeck_games.dice import Dice
from quarterdeck_games.tiny.rules import State, Tiny
from quarterdeck_protocol.games.tiny import Event, Mark, View
from quarterdeck_protocol.names import Seat, Viewer
from structlog.testing import capture_logs


class Leaky(Tiny):
    """Puts its state among the events of cell 7, which the encoder refuses."""

    name = "leaky"

    def decide(self, state: State, seat: Seat, action: Mark, dice: Dice) -> Sequence[Event]:
        events = super().decide(state, seat, action, dice)
        return (*events, state) if action.cell == 7 else events  # type: ignore[arg-type]  # that is the mistake

    def evolve(self, state: State, event: Event) -> State:
        return state if isinstance(event, State) else super().evolve(state, event)


class Blind(Tiny):
    """Cannot show itself to seat 1 once a mark is made."""

    name = "blind"

    def view(self, state: State, viewer: Viewer) -> View:
        if viewer == 1 and state.marks:
            raise RuntimeError("a slip in the view")
        return super().view(state, viewer)


async def test_an_entry_that_cannot_be_written_is_refused_and_the_match_goes_on() -> None:
    with capture_logs() as log:
        async with processes({**GAMES, "leaky": Leaky()}) as several:
            process = await several.begin(marks=20, game="leaky")
            mine = await process.on_turn()
            mine.act("bad", cell=7)
            await settle()
            mine.act("good", cell=1)
            await settle()
    assert mine.answers == ["good", "bad internal"]
    assert [line["event"] for line in log if line["log_level"] == "error"] == ["the rules failed"]


async def test_a_view_that_fails_for_one_seat_leaves_no_other_without_word() -> None:
    with capture_logs() as log:
        async with processes({**GAMES, "blind": Blind()}) as several:
            process = await several.begin(marks=20, game="blind")
            seeing, blind, spectator = [await process.watch(seat) for seat in (Seat(0), Seat(1), None)]
            if blind.match.record.choices[1]:
                blind.act("a")
                await settle()
                assert blind.answers == ["a internal"]  # it has its answer, though not how the match stands
            else:
                seeing.act("a")
                await settle()
                assert seeing.answers == ["a"]
            told = [each.told[-1]["version"] for each in (seeing, spectator)]
    assert told == [2, 2]
    assert {line["event"] for line in log if line["log_level"] == "error"} == {"a view failed"}
