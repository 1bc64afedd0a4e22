"""Programs of others that judge our rounds: `bbpPairings` and `gacrux` (FIDE's own checker), and `cardarena`.

They are installed into `build/oracles`. `BBP_PAIRINGS` names a `bbpPairings` that is there already.
"""

import os
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

from quarterdeck_protocol.lobby.tournaments import Tournament

FOLDER = Path(__file__).parent.parent.parent / "build" / "oracles"
BBP_ADDRESS = "https://github.com/BieremaBoyzProgramming/bbpPairings"
BBP_COMMIT = "16a000f9811de322b0e835d5643198226165b5a9"
PACKAGES = ("gacrux==1.11.65", "cardarena-tournament-core==1.5.0")

TIE_BREAKS = ("PTS", "DE", "BH/C1", "BH", "SB", "WON", "PS")
"""The points and the tie-breaks of generated events, by the codes of FIDE."""

PERCENTAGES = """
import json, sys
from cardarena_tournament_core.common.models import Matchup, MatchupOutcome, Player, Round
from cardarena_tournament_core.utils import owp
outcomes = {2: MatchupOutcome.PLAYER1_WINS, 0: MatchupOutcome.PLAYER2_WINS, 1: MatchupOutcome.DRAW}
answers = []
for event in json.load(sys.stdin):
    rounds = []
    for number, groups in enumerate(event["rounds"], 1):
        matchups = []
        for group, halves in groups:
            one, *other = (Player(id=each, name=each) for each in group)
            if other:
                matchups.append(Matchup(player1=one, player2=other[0], outcome=outcomes[halves]))
            else:
                matchups.append(Matchup(player1=one, player2=None, outcome=MatchupOutcome.PLAYER1_WINS))
        rounds.append(Round(round_number=number, matchups=matchups))
    answers.append({each: owp(each, rounds, min_win_pct=event["floor"]) for each in event["players"]})
print(json.dumps(answers))
"""
"""The program that computes the shares of wins of opponents, for the environment that has `cardarena`."""


def python() -> Path:
    """Return the Python of an environment with the packages of others, made if it is not there."""
    program = FOLDER / "environment" / "bin" / "python"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", FOLDER / "environment"], check=True)
        subprocess.run([program, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    return program


def bbp_pairings() -> Path:
    """Return the program `bbpPairings`, built if it is not there."""
    if "BBP_PAIRINGS" in os.environ:
        return Path(os.environ["BBP_PAIRINGS"])
    folder = FOLDER / "bbpPairings"
    if not (folder / "bbpPairings.exe").exists():
        subprocess.run(["git", "clone", "--quiet", BBP_ADDRESS, folder], check=True)
        subprocess.run(["git", "-C", folder, "checkout", "--quiet", BBP_COMMIT], check=True)
        subprocess.run(["make", "--quiet", "-C", folder], check=True, capture_output=True)
    return folder / "bbpPairings.exe"


def refused_by_bbp(report: Path, rounds: int) -> set[int]:
    """Return the rounds of a report that `bbpPairings` pairs otherwise; all rounds if it does not read the report."""
    run = subprocess.run([bbp_pairings(), "--dutch", report, "-c"], capture_output=True, text=True, check=False)
    return refused_rounds(run.stdout, r"Round #(\d+)", rounds)


def refused_by_gacrux(report: Path, rounds: int) -> set[int]:
    """Return the rounds of a report that `gacrux` pairs otherwise; all rounds if it does not read the report."""
    words = ["-i", str(report), "-c", "-d", "T", "-x", "weighted"]
    run = subprocess.run([python(), "-m", "gacrux.pairingchecker", *words], capture_output=True, text=True, check=False)
    refused = refused_rounds(run.stdout, r"Round #(\d+) ", rounds)
    verdict = f"Check: {not refused}"
    return refused if run.stdout.rstrip().endswith(verdict) else {*range(1, rounds + 1)}


def refused_rounds(said: str, head: str, rounds: int) -> set[int]:
    """Return the refused rounds of an answer, or all if the answer does not name each round once. The next round, in
    which a report names only absent players, is not judged."""
    parts = re.split(head, said)
    judged = [each for each in zip(map(int, parts[1::2]), parts[2::2], strict=True) if each[0] <= rounds]
    if [number for number, _ in judged] != [*range(1, rounds + 1)]:
        return {*range(1, rounds + 1)}
    return {number for number, text in judged if "Checker pairing" in text}


def unequal_tie_breaks(report: Path, tournament: Tournament) -> list[str]:
    """Return the names of players whose points or tie-breaks `gacrux` computes otherwise."""
    words = ["-i", str(report), "-d", "T", "-n", str(len(tournament.rounds)), "-t", *TIE_BREAKS]
    run = subprocess.run([python(), "-m", "gacrux.tiebreakchecker", *words], capture_output=True, text=True, check=True)
    rows = [line.split("\t") for line in run.stdout.splitlines() if line[:1].isdigit()]
    read = {int(row[0]): [round(100 * Decimal(each)) for each in row[2:]] for row in rows}
    theirs = {
        number: [total, 100 * sum(each[0] == total and each[1] > rank for each in read.values()), *others]
        for number, (total, rank, *others) in read.items()
    }  # it gives the rank among players with as many points, and we give the number of those behind
    return [
        f"{each.player.name}: {[each.points, *each.tie_breaks]}, by gacrux {theirs.get(each.number or 0)}"
        for each in tournament.entrants
        if [each.points, *each.tie_breaks] != theirs.get(each.number or 0)
    ]
