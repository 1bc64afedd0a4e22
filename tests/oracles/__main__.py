"""The long form: `python tests/oracles events|dutch|forfeits|percentages|large --seed 1 --number 1000`.

`make tournaments` runs all five. What is found is printed with its seed, which replays it.
"""

import argparse
import gc
import json
import logging
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import click
import msgspec

sys.path.insert(0, str(Path(__file__).parent.parent))

from oracles import judges
from oracles.generated_events import SEED, GeneratedRound, NamedPlayers, played, shown
from oracles.generated_reports import report_with_forfeits
from oracles.promises import fault_of
from quarterdeck_protocol.lobby.tournaments import PairingRule, TieBreak
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.tournaments.draws import field_of
from quarterdeck_server.lobby.tournaments.pairings import pair
from quarterdeck_server.lobby.tournaments.reports.report_check import check_report
from quarterdeck_server.lobby.tournaments.reports.report_parser import parse_report
from quarterdeck_server.lobby.tournaments.reports.tournament_report import POINTS, Cell, Edition, report_of
from quarterdeck_server.lobby.tournaments.standings import results
from quarterdeck_server.lobby.tournaments.tie_breaks import tie_break
from quarterdeck_server.lobby.tournaments.tournament_log import TournamentRecord
from quarterdeck_server.lobby.tournaments.tournament_pages import Page, page_of
from quarterdeck_server.lobby.tournaments.tournament_state import state_of
from quarterdeck_server.lobby.tournaments.tournament_view import reading_of, view_of

LARGE_EVENT = 100
"""One of so many events has 33 to 128 players, the others 3 to 32."""


def _size(chance: random.Random, number: int) -> int:
    if number % LARGE_EVENT == 0:
        return chance.randint(33, 128)
    return 3 + int(30 * chance.random() ** 3)


def events(seed: int, number: int) -> Iterator[str]:
    """Play events, and check the promises in each round."""
    rounds = repeats = 0
    with click.progressbar(range(seed, seed + number), label="events") as bar:
        for each in bar:
            chance = random.Random(f"{each} size")
            for at, round_ in enumerate(played(each, _size(chance, each), chance.randint(2, 7)), 1):
                fault = fault_of(round_.field, round_.pairs)
                if fault is not None:
                    yield f"seed {each}, round {at}: {fault}"
                rounds, repeats = rounds + 1, repeats + (round_.pairs.rule is PairingRule.FEWEST_REPEATS)
    click.echo(f"{number} events, {rounds} rounds, {repeats} of them without a legal pairing.")


def _dutch_part(event: Iterator[GeneratedRound]) -> list[GeneratedRound]:
    """Return the rounds up to the first one that the Dutch system cannot pair."""
    rounds = []
    for each in event:
        if each.pairs.rule is not PairingRule.DUTCH:
            break
        rounds.append(each)
    return rounds


def dutch(seed: int, number: int) -> Iterator[str]:
    """Have so many rounds judged by two programs, with one changed round and the tie-breaks of each event. The reports
    are of both editions, and are read again."""
    judged = changed = events_ = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        click.progressbar(length=number, label="Dutch rounds") as bar,
    ):
        path = Path(folder) / "event.trf"
        while judged < number:
            chance = random.Random(f"{seed} size")
            rounds = _dutch_part(played(seed, chance.randint(6, 40), chance.randint(3, 8), accelerated=seed % 4 == 0))
            if rounds:
                tournament = shown(rounds[-1].record)
                report = report_of(tournament, Edition.TRF26 if seed % 2 else Edition.TRF16)
                path.write_bytes(str(report).encode())
                again = parse_report(path.read_bytes())
                if str(again) != str(report) or not check_report(again).is_right:
                    yield f"seed {seed}: the report is not the same after reading it, or is paired otherwise"
                for judge in (judges.refused_by_bbp, judges.refused_by_gacrux):
                    refused = judge(path, len(rounds))
                    if refused:
                        yield f"seed {seed}: {judge.__name__} {sorted(refused)}"
                events_ += 1
                unequal = judges.unequal_tie_breaks(path, tournament)
                yield from (f"seed {seed}: tie-breaks of {each}" for each in unequal)
                if _exchange(path, chance):
                    changed += 1
                    for judge in (judges.refused_by_bbp, judges.refused_by_gacrux):
                        if 1 not in judge(path, len(rounds)):
                            yield f"seed {seed}: a changed round is not {judge.__name__}"
                judged += len(rounds)
                bar.update(len(rounds))
            seed += 1
    click.echo(f"{judged} rounds judged by bbpPairings and gacrux, and {changed} changed ones.")
    click.echo(f"Tie-breaks of {events_} events computed by gacrux.")


def forfeits(seed: int, number: int) -> Iterator[str]:
    """Have so many rounds of reports with forfeits and byes of all kinds judged by two programs."""
    judged = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        click.progressbar(length=number, label="rounds with forfeits") as bar,
    ):
        path = Path(folder) / "event.trf"
        while judged < number:
            chance = random.Random(f"{seed} size")
            report = report_with_forfeits(seed, chance.randint(6, 30), chance.randint(3, 8))
            path.write_bytes(str(report).encode())
            if parse_report(path.read_bytes()).players != report.players or not check_report(report).is_right:
                yield f"seed {seed}: the report is not the same after reading it, or is paired otherwise"
            rules = [each.rule for each in check_report(report).rounds]
            dutch_ = rules.index(PairingRule.FEWEST_REPEATS) if PairingRule.FEWEST_REPEATS in rules else len(rules)
            for judge in (judges.refused_by_bbp, judges.refused_by_gacrux):
                refused = {each for each in judge(path, len(rules)) if each <= dutch_}
                if refused:
                    yield f"seed {seed}: {judge.__name__} {sorted(refused)}"
            judged += dutch_
            bar.update(dutch_)
            seed += 1
    click.echo(f"{judged} rounds with forfeits and byes judged by bbpPairings and gacrux.")


def _exchange(path: Path, chance: random.Random) -> bool:
    """Exchange two players of two pairs of the first round, with their results. Return false without two pairs."""
    report = parse_report(path.read_bytes())
    cells = {each.number: each.rounds[0] for each in report.players}
    firsts = sorted(number for number, cell in cells.items() if cell.seat == 0)
    if len(firsts) < 2:
        return False
    one, other = chance.sample(firsts, 2)
    mine, theirs = cells[one].opponent, cells[other].opponent
    for first, second in ((one, theirs), (other, mine)):  # the result of the first player stands for both
        won = cells[first].result
        cells[first] = cells[first]._replace(opponent=second)
        cells[second] = Cell({"1": "0", "0": "1"}.get(won, won), first, 1)
    changed = []
    for each in report.players:
        rounds = (cells[each.number], *each.rounds[1:])
        total = sum(POINTS[cell.result] for cell in rounds)
        changed.append(msgspec.structs.replace(each, rounds=rounds, points=total))
    path.write_bytes(str(msgspec.structs.replace(report, players=tuple(changed))).encode())
    return True


def percentages(seed: int, number: int) -> Iterator[str]:
    """Compare the shares of won points of opponents with those of a library, without draws: it counts three points."""
    asked, ours = [], []
    for each in range(seed, seed + number):
        chance = random.Random(f"{each} size")
        kind, floor = chance.choice([(TieBreak.OPPONENTS_WINS_25, 0.25), (TieBreak.OPPONENTS_WINS_33, 0.3333)])
        *_, last = played(each, chance.randint(4, 20), 4, ("late", "drops"), ((2, 0), (0, 2)))
        state = state_of(last.record)
        found = results(state)
        ours.append({player: tie_break(kind, player, found) for player in state.entrants})
        rounds = [
            [[pairing.players, (pairing.points or (0,))[0] // 600] for pairing in round_.pairings]
            for round_ in state.rounds
        ]
        players = sorted(
            {player for round_ in state.rounds for pairing in round_.pairings for player in pairing.players}
        )
        asked.append({"floor": floor, "players": players, "rounds": rounds})
    run = subprocess.run(
        [judges.python(), "-c", judges.PERCENTAGES], input=json.dumps(asked), capture_output=True, text=True, check=True
    )
    for at, (mine, theirs) in enumerate(zip(ours, json.loads(run.stdout), strict=True)):
        unequal = [player for player, share in theirs.items() if abs(mine[player] - 10_000 * share) > 2]
        if unequal:
            yield f"seed {seed + at}: shares of {unequal}"
    click.echo(f"{number} events: shares of won points compared with cardarena.")


def large(seed: int, number: int) -> Iterator[str]:
    """Play an event of so many players, and say what the pairing of a round costs, and how long the steps of a server
    hold its event loop, without garbage collection."""
    pairing = held = aside = 0.0
    size = 0
    gc.disable()
    for at, round_ in enumerate(played(seed, number, 9, ("drops", "rulings")), 1):
        fault = fault_of(round_.field, round_.pairs)
        if fault is not None:
            yield f"seed {seed}, round {at}: {fault}"
        state, reading = state_of(round_.record), reading_of(round_.record)
        pairing = max(pairing, _seconds(partial(pair, round_.field)))
        threads: tuple[Callable[[], object], ...] = (
            partial(reading_of, round_.record),
            partial(view_of, reading, NamedPlayers(), {}),
            partial(field_of, state, SEED),
        )
        aside = max(aside, *map(_seconds, threads))
        raw = msgspec.json.encode(round_.record)
        part = page_of(state, reading.standings, Page(50), PlayerId("p1"), 0)
        page = view_of(reading, NamedPlayers(), {}, part)
        for step in (
            partial(msgspec.json.decode, raw, type=TournamentRecord),
            partial(state_of, round_.record),
            partial(page_of, state, reading.standings, Page(50), PlayerId("p1"), 0),
            partial(view_of, reading, NamedPlayers(), {}, part),
            partial(msgspec.json.encode, view_of(reading, NamedPlayers(), {})),
        ):
            held = max(held, _seconds(step))
        size = max(size, len(msgspec.json.encode(page)))
        gc.collect()
    click.echo(f"{number} players: {pairing:.2f} s of a core for a round, {1000 * held:.0f} ms for the longest step,")
    click.echo(f"{1000 * aside:.0f} ms for the longest one in a thread. A page has {size:,} bytes.")


def _seconds(step: Callable[[], object]) -> float:
    before = time.process_time()
    step()
    return time.process_time() - before


KINDS = {"events": events, "dutch": dutch, "forfeits": forfeits, "percentages": percentages, "large": large}


def main() -> None:
    """Run one kind, and end with 1 if anything was found."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("kind", choices=KINDS)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--number", type=int, default=100)
    given = words.parse_args()
    logging.disable(logging.WARNING)  # the library warns of byes that no pairing avoids
    found = list(KINDS[given.kind](given.seed, given.number))
    click.echo("\n".join(found) if found else "Nothing found.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
