"""Replays of transcript files, because a client without rules cannot compute what each viewer saw.

Nothing in a file is trusted: it is verified, and the replay shows the states computed on the way. Nothing of the file
is stored. The work may cost as much as a whole match, so one file at a time is processed, in small steps of the event
loop. The queue is short, and its places are shared fairly between addresses and players.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

import msgspec
from aiohttp import web
from msgspec import Raw
from quarterdeck_games import AnyGame
from quarterdeck_games.rule_versions import UnknownRules, rules_of
from quarterdeck_protocol.names import Seat, Version, Viewer
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.transcripts.replay import Replay
from quarterdeck_protocol.transcripts.transcript import Entry, Opened, Transcript
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused, unknown_game
from quarterdeck_server.fair_queue import SERVER, FairTurns, Sharer
from quarterdeck_server.matches.log import Stamped
from quarterdeck_server.matches.log_fold import moment_in
from quarterdeck_server.matches.loop_turns import TurnOfTheLoop
from quarterdeck_server.matches.match_reader import encoded_replay
from quarterdeck_server.web.http.endpoints import endpoint
from quarterdeck_server.web.http.replay_turns import sharer_of
from quarterdeck_server.web.http.replays import SEAT, check_seat
from quarterdeck_server.web.http.requests import file_of
from quarterdeck_server.web.rate_limit.quotas import REPLAY_FILE

LARGEST = 1_048_576
"""Largest transcript in bytes: some 1,400 entries, more than twice as many as the longest matches have."""

LARGEST_ENTRY = 65_536
"""Largest entry of a transcript: the size of a frame of the socket."""

MOST_WAITING = 8
"""Number of transcripts that wait, beside the one in progress."""

replay_file_routes = web.RouteTableDef()


class ReplayFiles:
    """Makes replays of transcript files, one at a time."""

    def __init__(self, games: Mapping[str, AnyGame], most_waiting: int = MOST_WAITING) -> None:
        self._games = games
        self.turns = FairTurns(1, most_waiting)

    async def replay(self, transcript: Transcript, viewer: Viewer, sharer: Sharer = SERVER) -> bytes:
        """Return a match as one viewer saw it, encoded as a `Replay`. The place in the queue counts for `sharer`.
        Raises `CommandRefused` if the transcript is wrong, cannot be verified here, or too many requests wait."""
        # Of use to few, so not imported when a server starts.
        from quarterdeck_server.verification.findings import CannotJudge, DoesNotFollow

        self._check(transcript)
        full = Text("Too many transcripts are being processed; try again in a moment.")
        try:
            async with self.turns.turn(sharer, full):
                return await self._replayed(transcript, viewer)
        except DoesNotFollow as error:
            text = Text("This transcript is not valid: {why}.", why=str(error).rstrip("."))
            where = "$.entries" if error.version is None else f"$.entries[{error.version - 1}]"
            raise CommandRefused(RefusalCode.DOES_NOT_FOLLOW, text, where) from error
        except CannotJudge as error:
            text = Text("This match cannot be replayed here: {why}", why=str(error))
            raise CommandRefused(RefusalCode.UNKNOWN_RULES, text, "$.game") from error

    def _check(self, transcript: Transcript) -> None:
        if transcript.game not in self._games:
            raise unknown_game(transcript.game, self._games)
        for at, line in enumerate(transcript.entries):
            if len(line.entry) > LARGEST_ENTRY:
                text = Text("The limit is {most} bytes.", most=LARGEST_ENTRY)
                raise CommandRefused(RefusalCode.TOO_LARGE, text, f"$.entries[{at}]")

    async def _replayed(self, transcript: Transcript, viewer: Viewer) -> bytes:
        from quarterdeck_server.verification.transcript_check import verified_steps

        await self._load_rules(transcript)
        moments: list[bytes] = []
        record, turn = None, TurnOfTheLoop()
        for record, entry in verified_steps(transcript, self._games):
            check_seat(viewer, record.opened)
            moment = moment_in(record, viewer, entry, _last_of(transcript))
            if moment is not None:
                moments.append(moment)
            if turn.is_used_up():
                await turn.next()
        assert record is not None  # noqa: S101 - a transcript without entries does not follow
        return encoded_replay(record, transcript.result, viewer, moments)

    async def _load_rules(self, transcript: Transcript) -> None:
        """Load the rules of a match in a thread if they are an earlier version."""
        with suppress(msgspec.DecodeError, RecursionError, IndexError, UnknownRules):  # the verification reports it
            opened = msgspec.json.decode(transcript.entries[0].entry, type=Entry[Raw]).cause
            if isinstance(opened, Opened):
                await asyncio.to_thread(rules_of, self._games, transcript.game, opened.rules)


def _last_of(transcript: Transcript) -> Stamped:
    last = transcript.entries[-1]
    return Stamped(Version(len(transcript.entries)), last.entry.encode(), last.at)


REPLAY_FILES: web.AppKey[ReplayFiles] = web.AppKey("replay_files", ReplayFiles)


@replay_file_routes.post("/v1/replays")
@endpoint(Replay[Raw, Raw, Raw], body=Transcript, query=(SEAT,), quotas=(REPLAY_FILE,))
async def post_transcript(request: web.Request) -> web.Response:
    """Verify the transcript in the request, and return its match as a seat or spectators saw it. Nothing of it is
    stored."""
    number = SEAT.of(request)
    transcript = await file_of(request, Transcript, LARGEST)
    viewer = None if number is None else Seat(number)
    body = await request.app[REPLAY_FILES].replay(transcript, viewer, await sharer_of(request))
    return web.Response(body=body, content_type="application/json", headers={"Cache-Control": "no-store"})
