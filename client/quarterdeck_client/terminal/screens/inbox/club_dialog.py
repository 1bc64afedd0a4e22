"""Dialogs about clubs: the list, one with its members and tables, and the commands of its owner and organisers."""

from collections.abc import Awaitable, Callable
from typing import Any

from quarterdeck_protocol.lobby.clubs import LONGEST_ANNOUNCEMENT, Club, ClubAccess, ClubMember, ClubRole, ClubSummary
from quarterdeck_protocol.names import TableId
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.screens.lobby_list import is_part, table_in_words
from quarterdeck_client.terminal.screens.players import show_player
from quarterdeck_client.terminal.screens.webhook_dialog import LABEL, Subject, show_webhooks
from quarterdeck_client.terminal.widgets.forms import chosen, written
from quarterdeck_client.words.club_words import (
    ACCESS,
    MEMBERS,
    club_in_words,
    club_member_in_words,
    club_summary_in_words,
    roles_to_give,
)

Deed = tuple[str, Callable[[], Awaitable[object]]]
"""The label of an action, and the action."""

ORGANISERS = (ClubRole.OWNER, ClubRole.ORGANISER)
MOST_PAGES = 5
"""Number of pages of the list that one search reads. The player can continue it."""


async def show_clubs(app: App[Any], client: Client) -> TableId | None:
    """Show the clubs until the player leaves. Return the table of a club if the player goes there. Raises
    `ClientError`."""
    if not client.clubs.are_kept_here:
        await chosen(app, "This server has no clubs.", ["Go on"])
        return None
    said, wanted, before = "", "", None
    while True:
        clubs, further = await _listed(client, wanted, before)
        title = f"Clubs with “{wanted}”" if wanted else "Clubs"
        words = "\n".join([title, *([said] if said else []), *([] if clubs else ["None found."])])
        ways = ["Search by name …", "New club …", *([] if further is None else ["More clubs …"])]
        which = await chosen(app, words, [*map(club_summary_in_words, clubs), *ways])
        said = ""
        if which is None:
            return None
        if which >= len(clubs):
            match which - len(clubs):
                case 0:
                    wanted, before = await written(app, "The name, or a part of it; empty for all clubs:") or "", None
                case 1:
                    said = await _make(app, client)
                case _:
                    before = further
            continue
        table = await show_club(app, client, clubs[which].id)
        if table is not None:
            return table


async def show_club(app: App[Any], client: Client, club: str) -> TableId | None:
    """Show a club until the player leaves. Return a table of the club if the player goes there. Raises
    `ClientError`."""
    return await _Dialog(app, client, club).show()


async def _listed(client: Client, wanted: str, before: str | None) -> tuple[list[ClubSummary], str | None]:
    """Return the clubs with this name, the player's first, and the cursor of the next page."""
    found: dict[str, ClubSummary] = {}
    for _ in range(MOST_PAGES if wanted else 1):
        page = await client.clubs.list(before)
        found |= {each.id: each for each in (*page.mine, *page.clubs) if is_part(wanted, each.name)}
        before = page.before
        if before is None:
            break
    return list(found.values()), before


async def _make(app: App[Any], client: Client) -> str:
    """Let the player make a club, and return what has come of it."""
    name = await written(app, "The name of the new club:")
    if name is None:
        return ""
    about = await written(app, "A description (optional):", most=LONGEST_ANNOUNCEMENT)
    which = await chosen(app, f"Who can enter {name}?", list(ACCESS.values()))
    if which is None:
        return ""
    try:
        made = await client.clubs.create(name, about or "", tuple(ACCESS)[which])
    except RefusedError as refused:
        return str(refused)
    return f"You own the club {made.summary.name}."


class _Dialog:
    """The dialog about one club."""

    def __init__(self, app: App[Any], client: Client, club: str) -> None:
        self._app = app
        self._client = client
        self._id = club
        self._went: TableId | None = None

    async def show(self) -> TableId | None:
        """Show the club until the player leaves or goes to one of its tables."""
        said = ""
        while self._went is None:
            try:
                club = await self._client.clubs.get(self._id)
            except RefusedError as refused:  # it has ended, or is private and the player has left it
                await chosen(self._app, said or str(refused), ["Go on"])
                return None
            deeds = self._deeds(club)
            words = "\n".join([*club_in_words(club), *([f"\n{said}"] if said else [])])
            which = await chosen(self._app, words, [label for label, _ in deeds])
            if which is None:
                return None
            try:
                said = str(await deeds[which][1]() or "")
            except RefusedError as refused:
                said = str(refused)
        return self._went

    def _deeds(self, club: Club) -> list[Deed]:
        role, access = club.summary.role, club.summary.access
        people: Deed = ("Members …", lambda: self._choose_player(club, club.members))
        if role is ClubRole.INVITED:
            return [("Accept the invitation", self._join), ("Decline", lambda: self._leave("declined")), people]
        if role is ClubRole.APPLICANT:
            return [("Withdraw the application", lambda: self._leave("withdrawn the application")), people]
        if role not in MEMBERS:
            return [("Apply" if access is ClubAccess.ON_REQUEST else "Join", self._join), people]
        deeds: list[Deed] = [("Tables …", self._choose_table), ("Open a table …", self._open_table), people]
        if role in ORGANISERS:
            if club.waiting:
                waiting = f"Applications and invitations: {len(club.waiting)} …"
                deeds.append((waiting, lambda: self._choose_player(club, club.waiting)))
            deeds += [("Invite a player …", self._invite), ("Announce …", self._announce)]
            if self._client.webhooks.are_sent_here:
                deeds.append((LABEL, self._webhooks))
        return [*deeds, ("Leave the club …", lambda: self._leave_for_good(club))]

    async def _join(self) -> str:
        role = (await self._client.clubs.join(self._id)).summary.role
        return "You have applied." if role is ClubRole.APPLICANT else "You are a member."

    async def _leave(self, what: str) -> str:
        await self._client.clubs.leave(self._id)
        return f"You have {what}."

    async def _leave_for_good(self, club: Club) -> str:
        ends = "The club ends with you.\n" if len(club.members) == 1 else ""
        if not await self._is_sure(f"Leave {club.summary.name}?\n{ends}", "Leave"):
            return ""
        return await self._leave("left the club")

    async def _choose_table(self) -> str:
        tables = await self._client.tables.list(club=self._id)
        if not tables:
            return "No table is open."
        offers = {str(offer.name): offer for offer in self._client.welcome.games}
        labels = [table_in_words(each, offers, self._client.player.id) for each in tables]
        which = await chosen(self._app, "Tables of the club", labels)
        self._went = None if which is None else tables[which].id
        return ""

    async def _open_table(self) -> None:
        games = self._client.welcome.games
        which = await chosen(self._app, "A table of the club for which game?", [offer.title for offer in games])
        if which is not None:
            self._went = (await self._client.tables.open(games[which].name, club=self._id)).id

    async def _choose_player(self, club: Club, players: tuple[ClubMember, ...]) -> str:
        which = await chosen(self._app, club.summary.name, [club_member_in_words(each) for each in players])
        if which is None:
            return ""
        member, name = players[which], players[which].player.name
        ways = roles_to_give(club.summary.role, member.role)
        if ways:
            way = await chosen(self._app, club_member_in_words(member), [*ways, "About the player …"])
            if way is None:
                return ""
            if way < len(ways):
                label, role = tuple(ways.items())[way]
                if label.endswith("…") and not await self._is_sure(f"{name}: are you sure?", label.rstrip(" …")):
                    return ""
                await self._client.clubs.set_role(self._id, member.player.id, role)
                return f"{name}: done."
        await show_player(self._app, self._client, member.player)
        return ""

    async def _invite(self) -> str:
        name = await written(self._app, "The name of the player:")
        if name is None:
            return ""
        player = (await self._client.standings.profile(name=name)).player
        await self._client.clubs.invite(self._id, player.id)
        return f"{player.name} is invited, for 14 days."

    async def _announce(self) -> str:
        text = await written(self._app, "A text for all members, on one line:", most=LONGEST_ANNOUNCEMENT)
        if text is None:
            return ""
        await self._client.clubs.announce(self._id, text)
        return "All members receive the announcement."

    async def _webhooks(self) -> None:
        await show_webhooks(self._app, self._client, Subject(club=self._id))

    async def _is_sure(self, words: str, do: str) -> bool:
        return await chosen(self._app, words, [do]) == 0
