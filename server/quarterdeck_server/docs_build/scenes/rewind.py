"""Scenes in which a match goes back: the store has lost the second of two actions, and a player takes an action
back."""

import copy

from msgspec import Raw
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.tables import OpenTable, Ready, Sit, TableChanged
from quarterdeck_protocol.messages import Act, WatchMatch
from quarterdeck_protocol.names import Epoch, GameName, MatchId, Version
from quarterdeck_protocol.recess import RecessMatch, RecessStep
from quarterdeck_protocol.undo import AnswerUndo, AskUndo, UndoAnswer
from structlog.testing import capture_logs

from quarterdeck_server.docs_build.recorded_server import Person, RecordedServer


async def about_a_rewind(server: RecordedServer) -> None:
    """Let the store lose an acknowledged action. Then its player returns with the hash-chain link of that action."""
    moe, nan = people = server.people("moe", "nan")
    await moe.say(SignIn(name="Moe"))
    await nan.say(SignIn(name="Nan"))
    opened = await moe.say(OpenTable(game=GameName("density-deck"), seats=2))
    assert isinstance(opened, TableChanged)  # noqa: S101 - the answer to this command
    await nan.say(Sit(table=opened.table.id))
    for person in people:
        await person.say(Ready(table=opened.table.id))
    for person in people:
        await person.say(WatchMatch(match=opened.table.match))
    asked = moe if moe.is_asked() else nan
    await asked.act("draw")
    earlier = copy.deepcopy(server.store.memory.logs)
    await asked.act("discard")
    version, link = asked.stands_at()
    server.store.memory.logs = earlier
    with capture_logs() as logged:
        server.store.log.rung_again()
        for person in people:
            await person.wait_for_rewind()
            await person.wait_for_version(version, Epoch(1))  # what the server itself wrote since then
    events = [line["event"] for line in logged]
    assert events == ["the log of a match has another history than before"]  # noqa: S101 - the loss is noticed once
    await asked.say(WatchMatch(match=opened.table.match, since=version, link=link))


async def about_an_undo(server: RecordedServer) -> None:
    """Let Kim take back that she kept her hand. All seats are asked that first, so chance decides nothing."""
    kim, lou, match = await _begun(server, "kim", "lou")
    action = Version(2)
    await kim.say(Act(match=match, seen=Version(1), action=Raw(b'{"type":"keep_hand"}')))
    await kim.say(AskUndo(match=match, action=action))
    await lou.say(AnswerUndo(match=match, action=action, answer=UndoAnswer.AGREE))


async def about_a_recess(server: RecordedServer) -> None:
    """Let Ole ask for a recess, and both go on after it."""
    ole, pat, match = await _begun(server, "ole", "pat")
    await ole.say(RecessMatch(match=match, step=RecessStep.ASK))
    await pat.say(RecessMatch(match=match, step=RecessStep.AGREE))
    for person in (pat, ole):
        await person.say(RecessMatch(match=match, step=RecessStep.RESUME))


async def _begun(server: RecordedServer, *names: str) -> tuple[Person, Person, MatchId]:
    """Return two people, and the match of MYACARDS that they have begun."""
    first, second = people = server.people(*names)
    for person in people:
        await person.say(SignIn())
    opened = await first.say(OpenTable(game=GameName("myacards"), seats=2))
    assert isinstance(opened, TableChanged)  # noqa: S101 - the answer to this command
    await second.say(Sit(table=opened.table.id))
    for person in people:
        await person.say(Ready(table=opened.table.id))
    assert opened.table.match is not None  # noqa: S101 - every table has the id of its next match
    return first, second, opened.table.match
