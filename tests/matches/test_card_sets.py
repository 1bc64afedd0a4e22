"""A match says with which card sets it is played, and without them nobody pretends to know it."""

import gzip
import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from quarterdeck_games import GAMES
from quarterdeck_games.set_rules import SetsRefused
from quarterdeck_protocol.catalogue import SetMark
from quarterdeck_protocol.names import MatchId
from quarterdeck_protocol.transcripts.transcript import Entry, Opened, Transcript
from quarterdeck_server.__main__ import main
from quarterdeck_server.cards.host_sets import games_with
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.openings import UnplayableError, record_of
from quarterdeck_server.storage.memory import Memory, MemoryStore
from quarterdeck_server.verification.findings import CannotJudge
from quarterdeck_server.verification.transcript_check import verify
from quarterdeck_server.web.http.routes.game_routes import GAMES as GAMES_HERE
from servers import live_server, opening
from transcripts import Logbook

EXAMPLES = Path(__file__).parents[2] / "deploy" / "cards"
GOLDEN = Path(__file__).parents[1] / "golden" / "sets"
BOTS = [{"id": f"bot-{number}", "name": f"Greedy {number}", "bot": "greedy"} for number in (1, 2)]


async def played(store: MemoryStore | None = None, cards: str = str(EXAMPLES)) -> Transcript:
    """Let two bots of the house play the example set's ready deck against a shipped one, to the end, with `AB2` off."""
    decks = ["kite-festival" if cards else "vigil", "bulwark"]
    async with live_server(store, cards=cards, sets=[]) as server, server.player() as ada:
        rules = server.app[GAMES_HERE]["amiibart"]
        assert rules.decks is not None
        brought = tuple([rules.decks.ready[deck] for deck in decks])
        opened = opening("m", BOTS, game="amiibart")
        await server.services.matches.begin(msgspec.structs.replace(opened, rules=rules.version, decks=brought))
        await ada.ask({"type": "watch_match", "match": "m"})
        await ada.until(lambda heard: heard.get("result") is not None)
        _, body = await server.get("/v1/matches/m")
    return msgspec.convert(body, Transcript)


def opened_of(transcript: Transcript) -> Opened:
    cause = msgspec.json.decode(transcript.entries[0].entry, type=Entry[msgspec.Raw]).cause
    assert isinstance(cause, Opened)
    return cause


async def test_the_example_set_plays_a_match_that_anyone_with_it_can_verify() -> None:
    transcript = await played()
    games = games_with(EXAMPLES)
    assert opened_of(transcript).card_sets == games["amiibart"].further_sets
    assert '"kite-keeper"' in transcript.entries[0].entry
    assert verify(transcript, games).entries == len(transcript.entries)


def test_every_card_of_the_example_set_comes_into_play() -> None:
    """Both play the example deck, and its cards before all others."""
    games = games_with(EXAMPLES)
    book = Logbook("amiibart", decks=("kite-festival", "kite-festival"), games=games)
    while book.record.result is None:
        seat = book.asked()[0]
        choices = book.record.choices[seat]
        ours = [at for at, each in enumerate(choices) if getattr(each, "card", "") in ("kite-keeper", "sudden-gust")]
        book.act(seat, ours[0] if ours else 0)
    transcript = book.transcript()
    played = "".join(stored.entry for stored in transcript.entries[1:])
    for event in ("fighter_entered", "spell_done"):
        assert f'"type":"{event}"' in played
    for card in ("kite-keeper", "sudden-gust", "small-kite"):
        assert f'"card":"{card}"' in played
    assert "kite-keeper-art" not in played, "a printing is played as its card"
    assert verify(transcript, games).entries == len(transcript.entries)
    with pytest.raises(CannotJudge):
        verify(transcript, GAMES)


def test_a_match_with_a_shipped_set_is_verified_without_anybody_saying_so(tmp_path: Path) -> None:
    """AM-74: every deck of the second set against the next, to the end; the transcript names the set."""
    games = games_with(None, ("AB2",))
    decks = ("wild-hunt", "thunderfist", "last-stand")
    for mine, theirs in zip(decks, (*decks[1:], decks[0]), strict=True):
        book = Logbook("amiibart", decks=(mine, theirs), games=games)
        while book.record.result is None:
            seat = book.asked()[0]
            book.act(seat, book.record.next_version % len(book.record.choices[seat]))
        transcript = book.transcript()
        assert opened_of(transcript).card_sets == games["amiibart"].further_sets
        with pytest.raises(CannotJudge, match="card sets that are not loaded: `AB2` \\(SHA-256 "):
            verify(transcript, GAMES)
        file = tmp_path / f"{mine}.json"
        file.write_bytes(msgspec.json.encode(transcript))
        done = CliRunner().invoke(main, ["verify", str(file)])
        assert done.exit_code == 0, done.output


def test_matches_under_rules_6_are_verified_with_the_second_set_of_then(tmp_path: Path) -> None:
    """AM-74: its cards have changed with rules 7."""
    recorded = gzip.decompress((GOLDEN / "AB2-rules-6.jsonl.gz").read_bytes()).splitlines()
    assert len(recorded) == 3
    for number, line in enumerate(recorded):
        opened = opened_of(msgspec.json.decode(line, type=Transcript))
        assert (opened.rules, opened.card_sets == games_with(None, ("AB2",))["amiibart"].further_sets) == (6, False)
        file = tmp_path / f"{number}.json"
        file.write_bytes(line)
        done = CliRunner().invoke(main, ["verify", str(file)])
        assert done.exit_code == 0, done.output


async def test_what_is_switched_on_is_told_and_played_and_nothing_of_it_is_there_otherwise() -> None:
    """AM-74"""
    for settings, ids in ((["AB2"], ["AB1", "AB2"]), ([], ["AB1"])):
        async with live_server(sets=settings) as server:
            _, catalogue = await server.get("/v1/games/amiibart/cards")
            _, found = await server.get("/v1/cards?game=amiibart&element=brute")
            assert [one["id"] for one in catalogue["sets"]] == ids
            assert [mark["id"] for mark in catalogue["further"]] == ids[1:]
            assert (found["total"] == 12) is ("AB2" in ids)


async def test_without_the_sets_it_is_said_plainly_that_it_cannot_be_judged(tmp_path: Path) -> None:
    transcript = await played()
    with pytest.raises(CannotJudge, match="it was played with card sets that are not loaded: `KITES` \\(SHA-256 "):
        verify(transcript, GAMES)
    file, other = tmp_path / "match.json", tmp_path / "cards"
    file.write_bytes(msgspec.json.encode(transcript))
    other.mkdir()
    changed = (EXAMPLES / "kites.json").read_text("utf-8").replace('"health": 600', '"health": 700')
    (other / "kites.json").write_text(changed, "utf-8")
    runner = CliRunner()
    assert runner.invoke(main, ["verify", str(file)]).exit_code == 2
    assert runner.invoke(main, ["verify", str(file), "--cards", str(EXAMPLES)]).exit_code == 0
    done = runner.invoke(main, ["verify", str(file), "--cards", str(other)])
    assert (done.exit_code, "played with other content of the card sets `KITES`" in done.output) == (2, True)
    assert runner.invoke(main, ["verify", str(file), "--cards", str(tmp_path / "nowhere")]).exit_code == 2


def test_a_set_whose_numbers_have_a_point_is_the_same_set(tmp_path: Path) -> None:
    file = tmp_path / "kites.json"
    file.write_text(re.sub(r": (\d+)([,\n}])", r": \1.0\2", (EXAMPLES / "kites.json").read_text("utf-8")), "utf-8")
    assert file.read_text("utf-8").count(".0") > 5
    (shipped, rewritten) = [games_with(folder)["amiibart"].further_sets for folder in (EXAMPLES, tmp_path)]
    assert rewritten == shipped
    file.write_text(file.read_text("utf-8").replace(": 600.0", ": 600.5"), "utf-8")
    with pytest.raises(SetsRefused, match=r"health: This is a whole number, not “600\.5”"):
        games_with(tmp_path)


async def test_a_process_without_the_sets_does_not_open_the_match() -> None:
    memory = Memory()
    transcript = await played(MemoryStore(memory))
    first = Stamped(1, transcript.entries[0].entry.encode(), transcript.entries[0].at)  # type: ignore[arg-type]  # a version is a number
    assert record_of(games_with(EXAMPLES), first).version == 1
    with pytest.raises(UnplayableError, match="card sets that are not loaded"):
        record_of(GAMES, first)
    async with live_server(MemoryStore(memory)) as server, server.player() as ada:
        refused = await ada.ask({"type": "watch_match", "match": "m"})
        assert (refused["code"], "card sets that are not loaded: `KITES`" in refused["text"]) == ("unknown_game", True)


async def test_a_match_begun_without_the_second_set_goes_on_at_a_server_with_it() -> None:
    """As at an upgrade: the older process was started before `AB2` was on by default."""
    memory = Memory()
    async with live_server(MemoryStore(memory), sets=[], bot_delay=60_000) as older:
        opened = opening("m", BOTS, game="amiibart", bot_delay=60_000)
        await older.services.matches.begin(msgspec.structs.replace(opened, rules=GAMES["amiibart"].version))
        before = (await older.services.matches.open(MatchId("m"))).record.next_version
    async with live_server(MemoryStore(memory)) as newer, newer.player() as ada:
        assert [mark.id for mark in newer.app[GAMES_HERE]["amiibart"].further_sets] == ["AB2"]
        match = await newer.services.matches.open(MatchId("m"))
        assert match.record.next_version == before
        watched = await ada.ask({"type": "watch_match", "match": "m"})
        assert watched["type"] == "update", watched


async def test_a_process_without_the_second_set_leaves_its_matches_as_they_are() -> None:
    """It refuses to show them, and neither voids nor changes them; the process with the set plays them to the end."""
    memory = Memory()
    async with (
        live_server(MemoryStore(memory), bot_delay=0) as newer,
        live_server(MemoryStore(memory), sets=[]) as older,
        older.player() as ada,
        newer.player("Bo") as bo,
    ):
        rules = newer.app[GAMES_HERE]["amiibart"]
        assert rules.decks is not None
        brought = (rules.decks.ready["wild-hunt"], rules.decks.ready["bulwark"])
        opened = opening("m", BOTS, game="amiibart")
        await newer.services.matches.begin(msgspec.structs.replace(opened, rules=rules.version, decks=brought))
        refused = await ada.ask({"type": "watch_match", "match": "m"})
        assert (refused["code"], "card sets that are not loaded: `AB2`" in refused["text"]) == ("unknown_game", True)
        await bo.ask({"type": "watch_match", "match": "m"})
        ended = await bo.until(lambda heard: heard.get("result") is not None)
        assert ended["result"]["reason"] != "voided"
        _, body = await newer.get("/v1/matches/m")
    assert verify(msgspec.convert(body, Transcript), games_with(None, ("AB2",))).entries > 10


async def test_without_further_sets_nothing_is_written_about_them() -> None:
    """So old transcripts are written as they were."""
    transcript = await played(cards="")
    assert "card_sets" not in transcript.entries[0].entry
    assert verify(transcript, games_with(EXAMPLES)).entries == len(transcript.entries)


async def test_a_set_more_than_was_there_does_not_matter(tmp_path: Path) -> None:
    transcript = await played()
    more = tmp_path / "more.json"
    more.write_text('{"game": "amiibart", "id": "MORE", "name": "More", "cards": []}')
    (tmp_path / "kites.json").write_bytes((EXAMPLES / "kites.json").read_bytes())
    games = games_with(tmp_path)
    assert [type(mark) for mark in games["amiibart"].further_sets] == [SetMark, SetMark]
    assert verify(transcript, games).entries == len(transcript.entries)
