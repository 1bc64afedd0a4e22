"""What a server signs of a tournament that has ended: its log. Pure."""

import hashlib
from collections.abc import Sequence

import msgspec
from quarterdeck_protocol.lobby.tournaments import TournamentId
from quarterdeck_protocol.transcripts.signatures import TournamentStatement

from quarterdeck_server.lobby.tournaments.tournament_log import AnyEvent, Created, Ended


def statement_of_log(
    tournament: TournamentId, log: Sequence[AnyEvent], content: bytes | None = None
) -> TournamentStatement:
    """Return the statement that a server signs. The hash is that of the JSON `content` in which the log was read:
    a newer version would write fields that the signer did not have. Raises `ValueError` if the tournament has not
    ended."""
    ended = next((each for each in log if isinstance(each, Ended)), None)
    if ended is None or not isinstance(log[0], Created):
        raise ValueError("the tournament has not ended")
    return TournamentStatement(
        tournament=tournament,
        commitment=log[0].commitment,
        events=len(log),
        ended=ended.at,
        log=hashlib.sha256(msgspec.json.format(content or msgspec.json.encode(log), indent=-1)).hexdigest(),
    )
