"""Replays of a transcript file without a server: the rules compute each state, and each viewer gets the frames that
this viewer was sent."""

from collections.abc import Mapping
from typing import Any

import msgspec
from quarterdeck_client.errors import ClientError
from quarterdeck_client.phrases import Phrases
from quarterdeck_client.words.card_texts import Book, read_book
from quarterdeck_games import AnyGame
from quarterdeck_games.rule_versions import rules_of
from quarterdeck_protocol.catalogue import Catalogue, RawCatalogue
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.names import GameName, Seat, Version
from quarterdeck_protocol.transcripts.replay import RawReplay, Replay
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_server.cards.rule_books import phrases_of
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.log_fold import moment_in, read_each
from quarterdeck_server.matches.openings import empty_record_of, opened_by
from quarterdeck_server.translations import ENGLISH, cards_in
from quarterdeck_server.verification.findings import CannotJudge, DoesNotFollow
from quarterdeck_server.verification.transcript_check import verify


class TranscriptReplays:
    """Replays of a transcript file, one for each viewer."""

    def __init__(self, transcript: Transcript, games: Mapping[str, AnyGame], language: str = ENGLISH) -> None:
        """Check a transcript. Raises `ClientError`, with the reason, if the transcript is wrong or cannot be verified
        with the installed rules."""
        try:
            verify(transcript, games)
        except DoesNotFollow as error:
            raise ClientError(f"This transcript is damaged. {_sentence(error)}") from error
        except CannotJudge as error:
            raise ClientError(f"This match cannot be replayed here: {error}") from error
        self._transcript = transcript
        self._games = games
        opened = opened_by(Stamped(Version(1), transcript.entries[0].entry.encode(), transcript.entries[0].at))
        self._game = rules_of(games, opened.game, opened.rules)
        self._language = language

    async def replay(self, seat: Seat | None) -> RawReplay:
        """Return the match as a seat saw it, or spectators. Raises `ClientError`."""
        entries = [
            Stamped(Version(number), line.entry.encode(), line.at)
            for number, line in enumerate(self._transcript.entries, 1)
        ]
        record = empty_record_of(self._games, entries[0])
        if seat is not None and seat >= len(record.opened.players):
            raise ClientError(f"This match has the seats 0 to {len(record.opened.players) - 1}.")
        moments = [moment_in(record, seat, entry, entries[-1]) for entry in read_each(record, entries)]
        frames: Any = tuple([msgspec.Raw(moment) for moment in moments if moment is not None])
        whole: Replay[object, object, object] = Replay(
            match=self._transcript.match,
            game=self._transcript.game,
            rules=record.rules_shown,
            players=record.players,
            seat=seat,
            result=self._transcript.result,
            began=record.began_at,
            frames=frames,
        )
        return msgspec.json.decode(wire.encode(whole), type=RawReplay)

    async def phrases(self, game: GameName) -> Phrases:
        """Return the phrases of the game, for showing the replay."""
        return msgspec.convert(msgspec.to_builtins(phrases_of(self._game, self._language)), Phrases)

    async def book(self, game: GameName) -> Book:
        """Return the printed texts of the game's cards; empty if it lists none."""
        return await read_book(self._cards, game)

    async def _cards(self, name: str) -> RawCatalogue:
        game = self._game
        catalogue = Catalogue(game=GameName(name), sets=game.card_sets, further=game.further_sets)
        said = msgspec.to_builtins(catalogue)
        if self._language != ENGLISH:
            said = cards_in(self._language, game, said)
        return msgspec.json.decode(wire.encode(said), type=RawCatalogue)


def _sentence(error: DoesNotFollow) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
