"""A transcript seen again without a server: just what a server shows of it, and nothing of what does not follow."""

import asyncio

import aiohttp
import msgspec
import pytest
from quarterdeck_client.errors import ClientError
from quarterdeck_games import GAMES
from quarterdeck_protocol.names import MatchId, Seat
from quarterdeck_protocol.transcripts.transcript import Transcript
from quarterdeck_server.verification.transcript_replays import TranscriptReplays
from random_transcripts import random_transcript
from servers import bot, live_server
from transcripts import density_deck, relinked, tiny, with_text


async def test_a_file_shows_every_viewer_what_a_server_shows_them() -> None:
    async with live_server() as server:
        await server.begin("m", [bot(1), bot(2)], marks=8)
        held = await server.services.matches.open(MatchId("m"))
        while held.record.result is None:
            await server.services.matches.sweep()
            await asyncio.sleep(0)
        async with aiohttp.ClientSession() as http:
            async with http.get(f"{server.url}/v1/matches/m") as answer:
                source = TranscriptReplays(msgspec.json.decode(await answer.read(), type=Transcript), GAMES)
            for seat, query in ((None, ""), (Seat(0), "?seat=0"), (Seat(1), "?seat=1")):
                async with http.get(f"{server.url}/v1/matches/m/replay{query}") as answer:
                    shown = await answer.read()
                again = await source.replay(seat)
                assert msgspec.json.decode(msgspec.json.encode(again)) == msgspec.json.decode(shown)


@pytest.mark.parametrize("number", range(5))
async def test_a_transcript_of_any_game_with_losses_and_lapses_has_a_moment_for_each_entry(number: int) -> None:
    transcript = random_transcript(number)
    source = TranscriptReplays(transcript, GAMES)
    for seat in (None, Seat(0)):
        replay = await source.replay(seat)
        assert [frame.version for frame in replay.frames] == list(range(1, len(transcript.entries) + 1))
        assert (replay.seat, replay.result) == (seat, transcript.result)
    assert (await source.phrases(transcript.game)).actions
    assert bool(await source.book(transcript.game)) is bool(GAMES[transcript.game].card_sets)


async def test_words_and_cards_are_told_in_a_language() -> None:
    source = TranscriptReplays(density_deck(2), GAMES, "de")
    english = TranscriptReplays(density_deck(2), GAMES)
    game = density_deck(2).game
    assert (await source.phrases(game)).events != (await english.phrases(game)).events


@pytest.mark.parametrize(
    ("transcript", "words"),
    [
        (with_text(tiny(), 3, '"events":[', '"events": ['), "is damaged. Entry 3: link does not"),
        (relinked(with_text(tiny(), 1, '"rules":1', '"rules":99')), "was played by version 99 of the rules of"),
    ],
    ids=["damaged", "of other rules"],
)
def test_anything_that_cannot_be_seen_again_is_said_in_a_sentence(transcript: Transcript, words: str) -> None:
    with pytest.raises(ClientError) as error:
        TranscriptReplays(transcript, GAMES)
    assert words in str(error.value)


async def test_a_seat_that_is_none_is_refused() -> None:
    with pytest.raises(ClientError, match="This match has the seats 0 to 1"):
        await TranscriptReplays(tiny(), GAMES).replay(Seat(2))
