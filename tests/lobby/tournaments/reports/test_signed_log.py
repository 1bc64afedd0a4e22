"""What a server signs of a tournament covers each event of its log."""

import hashlib

import msgspec
import pytest
from lobby.tournaments.test_standings import AT, ID, LOG
from quarterdeck_protocol.transcripts.signatures import TournamentStatement
from quarterdeck_server.lobby.tournaments.reports.signed_log import statement_of_log
from quarterdeck_server.lobby.tournaments.tournament_log import Ended


def test_a_statement_has_the_hash_of_the_whole_log() -> None:
    log = (*LOG, Ended(at=AT, seed="00" * 32))
    assert statement_of_log(ID, log) == TournamentStatement(
        tournament=ID,
        commitment="",
        events=len(log),
        ended=AT,
        log=hashlib.sha256(msgspec.json.encode(log)).hexdigest(),
    )
    assert statement_of_log(ID, (*LOG[:3], *log[4:])).log != statement_of_log(ID, log).log


def test_nothing_is_signed_before_the_end() -> None:
    with pytest.raises(ValueError, match="has not ended"):
        statement_of_log(ID, LOG)
