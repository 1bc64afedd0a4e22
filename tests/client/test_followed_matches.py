"""The matches that a client follows: which message is about which, and what is said when the line is up again."""

import pytest
from client.test_followed_match import FIRST, update
from msgspec.structs import replace
from quarterdeck_client import GoneError
from quarterdeck_client.followed_matches import FollowedMatches
from quarterdeck_client.verification.notes import Notes
from quarterdeck_protocol.messages import MatchUnwatched, WatchMatch
from quarterdeck_protocol.names import MatchId, Ref
from quarterdeck_protocol.sides import FromClient, FromServer

OTHER = MatchId("another")


class Server:
    """Answers whoever begins to follow with how the match stands, and says at once what comes next."""

    def __init__(self) -> None:
        self.matches = FollowedMatches(self.ask, lambda: Ref("mine"), Notes())
        self.asked: list[FromClient] = []
        self.news = False

    async def ask(self, command: FromClient) -> FromServer:
        self.asked.append(command)
        if not isinstance(command, WatchMatch):
            return MatchUnwatched(match=FIRST.match, text="")
        first = replace(update(0, 5), match=command.match, ref=command.ref)
        self.matches.receive(first)
        if self.news:
            self.matches.receive(replace(update(0, 6), match=command.match))
        return first


async def test_a_match_is_asked_for_once_and_what_comes_at_once_behind_the_answer_is_not_missed() -> None:
    server = Server()
    server.news = True
    followed = await server.matches.watch(FIRST.match, None)
    assert await server.matches.watch(FIRST.match, None) is followed
    assert [type(command) for command in server.asked] == [WatchMatch]
    assert followed.latest.version == 6


async def test_an_update_of_a_match_that_nobody_follows_is_let_go() -> None:
    server = Server()
    server.matches.receive(update(0, 5))
    assert server.matches.followed(FIRST.match) is None
    followed = await server.matches.watch(FIRST.match, None)
    server.matches.receive(replace(update(0, 9), match=OTHER))
    assert followed.latest.version == 5


async def test_when_the_line_is_up_again_each_is_asked_for_from_where_it_was() -> None:
    server = Server()
    followed = await server.matches.watch(FIRST.match, None)
    server.matches.receive(update(0, 8))
    (again,) = server.matches.resume()
    assert (again.match, again.since, again.link) == (FIRST.match, 8, followed.latest.link)


async def test_one_that_the_server_does_not_have_any_more_is_gone() -> None:
    server = Server()
    followed = await server.matches.watch(FIRST.match, None)
    server.matches.receive(MatchUnwatched(match=FIRST.match, text="It was given up."))
    assert server.matches.followed(FIRST.match) is None
    turns = followed.turns()
    with pytest.raises(GoneError, match="given up"):
        await anext(turns)
