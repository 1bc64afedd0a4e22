"""Recorded conversations between clients and a server. They are the same in every run, and the protocol's examples come
from them."""

from collections.abc import Awaitable, Callable, Mapping

import msgspec
from msgspec import Raw
from quarterdeck_protocol.encoding import wire
from quarterdeck_protocol.fairness.bound_entropy import entropy_hash
from quarterdeck_protocol.lobby.accounts import SignIn
from quarterdeck_protocol.lobby.tables import (
    AddBot,
    ListTables,
    OpenTable,
    Ready,
    Rematch,
    Reveal,
    Sit,
    Stand,
    Table,
    TableChanged,
    WatchTable,
)
from quarterdeck_protocol.messages import Act, AnyFromServer, Hello, Resign, UnwatchMatch, UpdateForm, WatchMatch
from quarterdeck_protocol.names import GameName, MatchId, Seat, TableId, Version
from quarterdeck_protocol.transcripts.replay import RawReplay
from quarterdeck_protocol.transcripts.transcript import Transcript

from quarterdeck_server.docs_build.recorded_server import Frames, Person, RecordedServer, recorded
from quarterdeck_server.docs_build.scenes.accounts import about_accounts, about_decks, about_the_collection
from quarterdeck_server.docs_build.scenes.challenges import about_challenges
from quarterdeck_server.docs_build.scenes.chat import about_chat
from quarterdeck_server.docs_build.scenes.clubs import about_clubs
from quarterdeck_server.docs_build.scenes.codes import about_codes
from quarterdeck_server.docs_build.scenes.follow_lists import about_follow_lists
from quarterdeck_server.docs_build.scenes.matchmaking import about_matchmaking
from quarterdeck_server.docs_build.scenes.notices import about_notices
from quarterdeck_server.docs_build.scenes.pause import about_a_pause
from quarterdeck_server.docs_build.scenes.private_messages import about_private_messages
from quarterdeck_server.docs_build.scenes.programs import (
    about_emails,
    about_programs,
    about_second_factors,
    about_sessions,
)
from quarterdeck_server.docs_build.scenes.ratings import about_ratings
from quarterdeck_server.docs_build.scenes.rewind import about_a_recess, about_a_rewind, about_an_undo
from quarterdeck_server.docs_build.scenes.site import about_a_site, about_an_invite, about_announcements, about_terms
from quarterdeck_server.docs_build.scenes.tables import about_tables
from quarterdeck_server.docs_build.scenes.tournaments import (
    about_arenas,
    about_entrants,
    about_schedules,
    about_tournaments,
)
from quarterdeck_server.docs_build.scenes.trades import about_trades
from quarterdeck_server.docs_build.scenes.webhooks import about_webhooks
from quarterdeck_server.docs_build.scenes.wishes import about_wishes

MOST_STORIES = 100

Scene = Callable[[RecordedServer], Awaitable[None]]

SCENES: Mapping[str, Scene] = {
    "accounts": about_accounts,
    "matchmaking": about_matchmaking,
    "ratings": about_ratings,
    "tables": about_tables,
    "chat": about_chat,
    "decks": about_decks,
    "collection": about_the_collection,
    "codes": about_codes,
    "rewind": about_a_rewind,
    "pause": about_a_pause,
    "trades": about_trades,
    "wishes": about_wishes,
    "notices": about_notices,
    "site": about_a_site,
    "challenges": about_challenges,
    "terms": about_terms,
    "invite": about_an_invite,
    "announcements": about_announcements,
    "following": about_follow_lists,
    "private_messages": about_private_messages,
    "tournaments": about_tournaments,
    "undo": about_an_undo,
    "clubs": about_clubs,
    "entrants": about_entrants,
    "arenas": about_arenas,
    "webhooks": about_webhooks,
    "programs": about_programs,
    "sessions": about_sessions,
    "second_factors": about_second_factors,
    "schedules": about_schedules,
    "recess": about_a_recess,
    "emails": about_emails,
}
"""The scenes after the match, by name. Each has its own server, seed and clock, so a change of one changes no other.
Put a new one last: of frames with as many fields the first is the example of its message."""


class Conversation(msgspec.Struct, frozen=True):
    """The recorded frames of all scenes, and the match of the main scene."""

    scenes: Mapping[str, Frames]
    """The frames of each scene by their labels. `ada 3` is Ada's third command, `ada 3 answer` its answer, and `ada 3
    tells bo` the last message to Bo because of it. `round 1 tells bo` is the message to him after the first round of
    pairing. `rated 3 bo` is his third message about the rating of a match, and `rewound nan` the message to Nan about a
    store that had lost entries. `bo sees it again` is a moment of his replay."""

    transcript: Transcript

    @property
    def frames(self) -> Frames:
        """All recorded frames, by their scene and label, such as `tables ada 3`."""
        return {f"{scene} {label}": frame for scene, frames in self.scenes.items() for label, frame in frames.items()}


class _AnotherStory(Exception):  # noqa: N818 - what happened
    """Error: the cards were dealt otherwise than in the match that PROTOCOL.md describes."""


async def converse() -> Conversation:
    """Play every scene against a server, and return its frames. In the main scene two players and a spectator have a
    match, and then one player has a match against a bot."""
    match, transcript = await _match()
    return Conversation(
        {"match": match, **{name: await recorded(scene, name) for name, scene in SCENES.items()}}, transcript
    )


async def _match() -> tuple[Frames, Transcript]:
    """Play matches until one goes as PROTOCOL.md describes. Return its frames and its transcript."""
    for story in range(MOST_STORIES):
        transcripts: list[Transcript] = []

        async def scene(server: RecordedServer, transcripts: list[Transcript] = transcripts) -> None:
            ada, bo, cy = server.people("ada", "bo", "cy")
            table = await _play(ada, bo, cy)
            await _play_again(table.id, ada, bo)
            transcripts.append(await server.matches.transcript(table.match))
            server.frames["bo sees it again"] = await _moment(server, table.match)

        try:
            return await recorded(scene, str(story)), transcripts[0]
        except _AnotherStory:
            continue
    raise LookupError("no shuffle was found with which the match goes as PROTOCOL.md describes it")


async def _moment(server: RecordedServer, match: MatchId) -> bytes:
    """Return a replay that contains only the moment at which Bo acted first."""
    replay = msgspec.json.decode(await server.matches.replay(match, Seat(1)), type=RawReplay)
    moment = next(frame for frame in replay.frames if frame.cause is not None)
    return wire.encode(msgspec.structs.replace(replay, frames=(moment,)))


async def _play(ada: Person, bo: Person, cy: Person) -> Table:
    await ada.say(Hello(client="example 1.0"))
    await ada.say(SignIn(name="Ada"))
    options = Raw(b'{"lives":2}')
    table = _table(await ada.say(OpenTable(game=GameName("density-deck"), seats=2, options=options)))
    await bo.say(Hello(client="example 1.0"))
    await bo.say(SignIn(name="Bo"))
    await bo.say(ListTables(game=GameName("density-deck")))
    await bo.say(WatchTable(table=table.id))
    await bo.say(Sit(table=table.id))
    theirs, mine = "Bo threw 4, 2, 6 and 1", "the seventh word on page 88"
    await bo.say(Ready(table=table.id, entropy_hash=entropy_hash(theirs)))
    await ada.say(Ready(table=table.id, entropy_hash=entropy_hash(mine)))
    await bo.say(Reveal(table=table.id, entropy=theirs))
    await ada.say(Reveal(table=table.id, entropy=mine))
    await ada.say(WatchMatch(match=table.match))
    await bo.say(WatchMatch(match=table.match))
    await cy.say(Hello(updates=UpdateForm.PATCH))
    await cy.say(WatchMatch(match=table.match))
    if not bo.is_asked():
        raise _AnotherStory
    await bo.act("draw")
    await bo.act("discard")
    await ada.say(Act(match=table.match, seen=Version(1), action=Raw(b'{"type":"pass"}')))
    await ada.say(Act(match=table.match, seen=Version(3), action=Raw(b'{"type":"fight"}')))
    await ada.act("take")
    await ada.act("discard")
    await bo.act("fight")
    if not bo.is_over():
        raise _AnotherStory
    await cy.say(UnwatchMatch(match=table.match))
    await ada.wait_for_end()
    return table


async def _play_again(table: TableId, ada: Person, bo: Person) -> None:
    again = _table(await ada.say(Rematch(table=table)))
    await bo.say(Stand(table=table))
    await ada.say(AddBot(table=table))
    await ada.say(Ready(table=table))
    await ada.say(WatchMatch(match=again.match))
    await ada.say(Resign(match=again.match))
    await ada.wait_for_end()


def _table(answer: AnyFromServer) -> Table:
    assert isinstance(answer, TableChanged), answer  # noqa: S101 - the answer to this command
    return answer.table
