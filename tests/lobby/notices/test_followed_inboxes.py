"""The players of an index are followed, and listed only if their number has changed, or once in a while."""

from typing import Any

from quarterdeck_protocol.lobby.notices import NoticeId, Notices
from quarterdeck_protocol.names import PlayerId
from quarterdeck_server.lobby.documents import IndexEntry
from quarterdeck_server.lobby.notices.delivery import NoticeReader
from quarterdeck_server.lobby.notices.followed_inboxes import ROUNDS_BETWEEN_LISTS, FollowedInboxes
from quarterdeck_server.storage.memory import Memory, MemoryStore

ADA, BO, CY = (PlayerId(each) for each in ("ada", "bo", "cy"))


async def test_players_are_listed_as_their_number_changes_and_once_in_a_while() -> None:
    documents: Any = MemoryStore(Memory()).documents
    listed, followed, woken = list[str](), set[PlayerId](), list[PlayerId]()
    every = documents.listed

    async def counted(index: str, **how: Any) -> Any:
        listed.append(index)
        return await every(index, **how)

    documents.listed = counted

    async def subscribe(player: PlayerId, _: NoticeReader, __: NoticeId | None) -> Notices:
        followed.add(player)
        return Notices(notices=(), unread=0, read=NoticeId("0"))

    def unsubscribe(player: PlayerId, _: NoticeReader) -> None:
        followed.remove(player)

    async def change(*entries: tuple[PlayerId, int | None]) -> None:
        await documents.commit([], [IndexEntry("wanting", player, at) for player, at in entries])

    inboxes = FollowedInboxes(documents, "wanting", 10, woken.append)
    await change((ADA, 1), (BO, 2))
    for _ in range(3):
        await inboxes.follow(subscribe, unsubscribe)
    assert (followed, sorted(woken), len(listed)) == ({ADA, BO}, [ADA, BO], 1)
    await change((BO, None))
    await inboxes.follow(subscribe, unsubscribe)
    assert (followed, len(listed)) == ({ADA}, 2)
    await change((ADA, None), (CY, 3))
    for _ in range(ROUNDS_BETWEEN_LISTS):
        await inboxes.follow(subscribe, unsubscribe)
    assert (followed, woken[-1], len(listed)) == ({CY}, CY, 3)
