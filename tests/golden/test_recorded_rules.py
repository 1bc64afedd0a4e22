"""Whole matches of every version of every game's rules, which follow for ever: under the code, or under an archive.

`rules/<game>/<version>/` has transcripts, and the digest of the sources that they were recorded, or compared, with. A
change of those sources shows here. `make golden` (`pytest tests/golden --record`) notes a change that changes nothing:
if all transcripts of the present version follow as before. It records the matches of a version that has none yet.
"""

import gzip
from pathlib import Path

import msgspec
import pytest
from golden.test_playthroughs import PLAYTHROUGHS
from quarterdeck_games import GAMES
from quarterdeck_games.rule_versions import UnknownRules, released_folder, rules_of
from quarterdeck_protocol.transcripts.transcript import Transcript, TranscriptEntry
from quarterdeck_server.cards.rule_archives import digest_of
from quarterdeck_server.matches.chain import commitment_to
from quarterdeck_server.verification.findings import DoesNotFollow, Kind
from quarterdeck_server.verification.transcript_check import verify
from quarterdeck_testing.plans import Plan
from quarterdeck_testing.random_matches import played
from random_transcripts import SHORT, random_transcript

HERE = Path(__file__).parent / "rules"
MATCHES = "transcripts.jsonl.gz"
DIGEST = "digest.txt"
RANDOM = 12
"""How many random matches are recorded of a version, beside the playthroughs."""


def recorded() -> list[tuple[str, ...]]:
    """Return every game and version of which there are matches."""
    return sorted(folder.relative_to(HERE).parts for folder in HERE.glob("*/*") if folder.is_dir())


def transcripts_in(folder: Path) -> list[Transcript]:
    """Return the matches that are recorded there."""
    lines = gzip.decompress((folder / MATCHES).read_bytes()).splitlines()
    return [msgspec.json.decode(line, type=Transcript) for line in lines]


def written(transcripts: list[Transcript]) -> bytes:
    return gzip.compress(b"".join([msgspec.json.encode(each) + b"\n" for each in transcripts]), mtime=0)


def matches_of(game: str) -> list[Transcript]:
    """Return matches to record of a game: its playthroughs, as far as they keep to clocks, and random ones."""
    first = sorted(SHORT).index(game)
    found = [random_transcript(first + len(SHORT) * number) for number in range(RANDOM)]
    for plan in PLAYTHROUGHS.values():
        if plan.game == game:
            transcript = transcript_of(plan)
            try:
                verify(transcript, GAMES)
            except DoesNotFollow as wrong:
                if wrong.kind is not Kind.CLOCK:  # seats sleep in some, whose time has not run out
                    raise
            else:
                found.append(transcript)
    return found


def transcript_of(plan: Plan) -> Transcript:
    """Return the transcript of a playthrough."""
    lines: list[TranscriptEntry] = []
    for playing in played(plan):
        stamped, record = playing.log[-1], playing.record
        lines.append(TranscriptEntry(entry=stamped.entry.decode(), at=stamped.at, link=record.link.hex()))
        if record.result is not None:
            return Transcript(
                match=record.opened.match,
                game=record.opened.game,
                commitment=commitment_to(bytes.fromhex(record.opened.seed)),
                entries=tuple(lines),
                result=record.result,
            )
    raise AssertionError("every playthrough comes to its end")


@pytest.mark.parametrize(("game", "version"), recorded())
def test_every_recorded_match_follows_under_its_rules(game: str, version: str) -> None:
    check_that_each_follows(game, version)


def check_that_each_follows(game: str, version: str) -> None:
    try:
        rules = rules_of(GAMES, game, int(version))
    except UnknownRules as unknown:
        raise AssertionError(
            f"{game} {version}: {unknown}. If its `version` was raised just now: in the commit before, `quarterdeck"
            f" rules freeze {game}` writes the archive of {version} into {released_folder(GAMES[game])}; commit it."
        ) from unknown
    transcripts = transcripts_in(HERE / game / version)
    assert len(transcripts) >= RANDOM
    for number, transcript in enumerate(transcripts, 1):
        try:
            assert verify(transcript, GAMES).rules == rules.version
        except DoesNotFollow as wrong:
            raise AssertionError(_MATTERS.format(game=game, version=version, number=number, wrong=wrong)) from wrong


_MATTERS = """{game} {version}, match {number} of those recorded: {wrong}

A match that was played by version {version} would not go on as it was, and its replay could not be read any more. Is
that meant? Then
1. in the commit before, `quarterdeck rules freeze {game}` writes the archive of version {version}, if there is none;
2. raise `version` of the game's class, and `make golden` records matches of the new one.
(ADDING_A_GAME.md, *A new version*. If {version} was never released: delete tests/golden/rules/{game}/{version}, and
`make golden`.)"""


@pytest.mark.parametrize("game", GAMES)
def test_a_change_of_rules_is_a_new_version_or_is_noted_as_none(game: str, request: pytest.FixtureRequest) -> None:
    folder = HERE / game / str(GAMES[game].version)
    digest = digest_of(GAMES[game])
    if request.config.getoption("--record"):
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / MATCHES).is_file():
            (folder / MATCHES).write_bytes(written(matches_of(game)))
        check_that_each_follows(game, folder.name)
        (folder / DIGEST).write_text(f"{digest}\n", "utf-8")
    noted = (folder / DIGEST).read_text("utf-8").strip() if (folder / DIGEST).is_file() else None
    assert noted == digest, (
        f"the sources of the rules of {game} are not those with which version {folder.name} was recorded. `make golden`"
        " notes that this changes nothing, if every recorded match follows as before; if not, it says what to do."
    )


def test_every_game_has_matches_of_its_present_version_and_no_version_is_forgotten() -> None:
    assert {name: str(game.version) for name, game in GAMES.items()}.items() <= set(recorded())
    released = {(name, file.stem) for name, game in GAMES.items() for file in released_folder(game).glob("*.zip")}
    assert released <= set(recorded())
