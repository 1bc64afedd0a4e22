"""Requests about clubs."""

from collections.abc import Callable

from quarterdeck_protocol.lobby import clubs as commands
from quarterdeck_protocol.lobby.clubs import Club, ClubAccess, ClubChanged, ClubId, ClubLeft, ClubRole, Clubs
from quarterdeck_protocol.messages import Capability, Welcome
from quarterdeck_protocol.names import PlayerId
from quarterdeck_protocol.sides import FromClient

from quarterdeck_client.errors import ClientError
from quarterdeck_client.transport.answers import Ask, answered


class ClubRequests:
    """Requests about clubs. All raise the errors of `Client.ask`. If the server has no clubs, nothing is sent, and
    requests raise `ClientError`. Invitations and announcements arrive as notices (`client.notices`)."""

    def __init__(self, ask: Ask, welcome: Callable[[], Welcome]) -> None:
        self._ask = ask
        self._welcome = welcome

    @property
    def are_kept_here(self) -> bool:
        """True if this server has clubs."""
        return Capability.CLUBS in self._welcome().capabilities

    async def create(self, name: str, about: str = "", access: ClubAccess = ClubAccess.ON_REQUEST) -> Club:
        """Make a club, and own it."""
        return await self._club(commands.CreateClub(name=name, about=about, access=access))

    async def change(
        self, club: str, *, name: str | None = None, about: str | None = None, access: ClubAccess | None = None
    ) -> Club:
        """As the owner, change a club."""
        return await self._club(commands.ChangeClub(club=ClubId(club), name=name, about=about, access=access))

    async def delete(self, club: str) -> None:
        """As the owner, delete a club."""
        self._check()
        await answered(self._ask, commands.DeleteClub(club=ClubId(club)), ClubLeft)

    async def list(self, before: str | None = None) -> Clubs:
        """Return the player's clubs, and a page of those that everybody finds."""
        self._check()
        return await answered(self._ask, commands.ListClubs(before=before), Clubs)

    async def get(self, club: str) -> Club:
        """Return a club with its members."""
        return await self._club(commands.GetClub(club=ClubId(club)))

    async def join(self, club: str) -> Club:
        """Join a club, apply to it, or accept an invitation. The answer has the role now."""
        return await self._club(commands.JoinClub(club=ClubId(club)))

    async def leave(self, club: str) -> None:
        """Leave a club, withdraw an application, or decline an invitation."""
        self._check()
        await answered(self._ask, commands.LeaveClub(club=ClubId(club)), ClubLeft)

    async def invite(self, club: str, player: str) -> Club:
        """As the owner or an organiser, invite a player."""
        return await self._club(commands.InviteToClub(club=ClubId(club), player=PlayerId(player)))

    async def set_role(self, club: str, player: str, role: ClubRole) -> Club:
        """Give a player a role. With `NONE`, decline an applicant or remove a member."""
        return await self._club(commands.SetClubRole(club=ClubId(club), player=PlayerId(player), role=role))

    async def announce(self, club: str, text: str) -> Club:
        """As the owner or an organiser, send all members a notice."""
        return await self._club(commands.AnnounceToClub(club=ClubId(club), text=text))

    async def _club(self, command: FromClient) -> Club:
        self._check()
        return (await answered(self._ask, command, ClubChanged)).club

    def _check(self) -> None:
        if not self.are_kept_here:
            raise ClientError("this server has no clubs")
