"""Moderation requests over HTTP, with the token of a moderator."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import aiohttp
import msgspec
from quarterdeck_protocol.lobby import moderation as messages
from quarterdeck_protocol.lobby.admission import (
    Applicants,
    ApprovalOrder,
    InviteId,
    InviteMade,
    InviteOrder,
    Invites,
    RevokeInviteOrder,
)
from quarterdeck_protocol.lobby.announcements import (
    AnnouncementId,
    AnnouncementOrder,
    Announcements,
    RemoveAnnouncementOrder,
)
from quarterdeck_protocol.lobby.clubs import ClubId
from quarterdeck_protocol.names import Milliseconds, PlayerId, Ref, ReportId

from quarterdeck_client.errors import LostError, RefusedError
from quarterdeck_client.frames import frame_of
from quarterdeck_client.transport.answers import read_body, refused_in

SECONDS = 30.0

Answer = TypeVar("Answer")


class Moderators:
    """Requests and orders of moderators. All raise `RefusedError`, `LostError`, `MisunderstoodError`.

    With a `ref`, the server carries out a repeated order only once.
    """

    def __init__(self, url: str, token: str) -> None:
        self._url = f"{url.rstrip('/')}/v1/moderation"
        self._token = token

    async def player(self, player: PlayerId) -> messages.PlayerFile:
        """Return the moderators' view of a player."""
        return await self._ask(f"/players/{player}", messages.PlayerFile)

    async def named(self, name: str) -> messages.PlayerFile:
        """Return the moderators' view of the account with this name."""
        return await self._ask("/players", messages.PlayerFile, query={"name": name})

    async def reports(
        self, *, resolved: bool = False, before: str | None = None, most: int = 50
    ) -> messages.FiledReports:
        """Return a page of the reports, newest first. `before` is the cursor of the next page."""
        state = "resolved" if resolved else "open"
        return await self._ask("/reports", messages.FiledReports, query={"state": state, **_page(before, most)})

    async def audit(self, *, before: str | None = None, most: int = 50) -> messages.Audit:
        """Return the actions of moderators, newest first."""
        return await self._ask("/audit", messages.Audit, query=_page(before, most))

    async def pause(self) -> messages.MatchPause:
        """Return whether new matches are paused on the server, and the number of running matches."""
        return await self._ask("/pause", messages.MatchPause)

    async def set_pause(
        self, *, is_on: bool, why: str, reason: str | None = None, until: int | None = None, ref: str | None = None
    ) -> messages.Deed:
        """Pause new matches on the server, or allow them again. All players read `reason` and `until`, the expected end
        in milliseconds."""
        end = None if until is None else Milliseconds(until)
        return await self._order(
            "/pause", messages.PauseOrder(is_on=is_on, why=why, reason=reason, until=end, ref=_ref(ref))
        )

    async def sanction(
        self,
        player: PlayerId,
        kind: messages.SanctionKind,
        why: str,
        *,
        seconds: int | None = None,
        address: bool = False,
        ref: str | None = None,
    ) -> messages.Deed:
        """Mute, disconnect or ban a player. Without `seconds`, the sanction is permanent."""
        order = messages.SanctionOrder(
            player=player, kind=kind, why=why, seconds=seconds, address=address, ref=_ref(ref)
        )
        return await self._order("/sanctions", order)

    async def revoke(
        self, player: PlayerId, kind: messages.SanctionKind, why: str, *, ref: str | None = None
    ) -> messages.Deed:
        """End a mute or a ban."""
        return await self._order("/revoke", messages.RevokeOrder(player=player, kind=kind, why=why, ref=_ref(ref)))

    async def rename(self, player: PlayerId, name: str, why: str, *, ref: str | None = None) -> messages.Deed:
        """Change a player's name."""
        return await self._order("/rename", messages.RenameOrder(player=player, name=name, why=why, ref=_ref(ref)))

    async def rename_club(self, club: str, name: str, why: str, *, ref: str | None = None) -> messages.Deed:
        """Change the name of a club."""
        return await self._order("/clubs", messages.ClubOrder(club=ClubId(club), name=name, why=why, ref=_ref(ref)))

    async def close_club(self, club: str, why: str, *, ref: str | None = None) -> messages.Deed:
        """Delete a club."""
        return await self._order("/clubs", messages.ClubOrder(club=ClubId(club), why=why, ref=_ref(ref)))

    async def reset_password(self, player: PlayerId, why: str, *, ref: str | None = None) -> messages.PasswordReset:
        """Invalidate a player's password, sessions and recovery codes. The answer has a new recovery code for the
        player."""
        order = messages.ResetPasswordOrder(player=player, why=why, ref=_ref(ref))
        return await self._ask("/password-reset", messages.PasswordReset, order)

    async def set_roles(
        self, player: PlayerId, roles: Sequence[messages.Role], why: str, *, ref: str | None = None
    ) -> messages.Deed:
        """Replace the roles of a player by these. Only an admin may do this."""
        return await self._order(
            "/roles", messages.RolesOrder(player=player, roles=tuple(roles), why=why, ref=_ref(ref))
        )

    async def patterns(self, *, before: int | None = None, most: int = 50) -> messages.Patterns:
        """Return pairs of players with repeatedly unrated matches, newest first."""
        return await self._ask(
            "/patterns", messages.Patterns, query=_page(None if before is None else str(before), most)
        )

    async def resolve(self, report: ReportId, verdict: str, *, ref: str | None = None) -> messages.Deed:
        """Mark a report as resolved, with a verdict."""
        return await self._order(f"/reports/{report}/resolve", messages.ResolveOrder(verdict=verdict, ref=_ref(ref)))

    async def invites(self, *, before: str | None = None, most: int = 50) -> Invites:
        """Return a page of the invites, newest first, with the players that registered with them."""
        return await self._ask("/invites", Invites, query=_page(before, most))

    async def make_invite(
        self, why: str, *, uses: int = 1, seconds: int | None = None, ref: str | None = None
    ) -> InviteMade:
        """Make an invite, which is valid for a week unless `seconds` is given. Only this answer has its code."""
        order = InviteOrder(why=why, uses=uses, ref=_ref(ref))
        order = order if seconds is None else msgspec.structs.replace(order, seconds=seconds)
        return await self._ask("/invites", InviteMade, order)

    async def revoke_invite(self, invite: str, why: str, *, ref: str | None = None) -> messages.Deed:
        """Revoke an invite."""
        return await self._order("/invites/revoke", RevokeInviteOrder(invite=InviteId(invite), why=why, ref=_ref(ref)))

    async def applicants(self, *, before: str | None = None, most: int = 50) -> Applicants:
        """Return a page of the players that wait for approval, newest first."""
        return await self._ask("/applicants", Applicants, query=_page(before, most))

    async def decide(self, player: PlayerId, why: str, *, is_approved: bool, ref: str | None = None) -> messages.Deed:
        """Approve or reject the account of a player that waits."""
        return await self._order(
            "/applicants", ApprovalOrder(player=player, is_approved=is_approved, why=why, ref=_ref(ref))
        )

    async def announcements(self) -> Announcements:
        """Return the announcements in force and those that are planned."""
        return await self._ask("/announcements", Announcements)

    async def announce(
        self,
        texts: Mapping[str, str],
        why: str,
        *,
        begins: int | None = None,
        seconds: int | None = None,
        club: str | None = None,
        ref: str | None = None,
    ) -> messages.Deed:
        """Announce something to all players, or to the members of a club, in each language, for an hour unless
        `seconds` is given. Only an organiser or an admin may do this."""
        at, to = None if begins is None else Milliseconds(begins), None if club is None else ClubId(club)
        order = AnnouncementOrder(texts=dict(texts), why=why, begins=at, club=to, ref=_ref(ref))
        order = order if seconds is None else msgspec.structs.replace(order, seconds=seconds)
        return await self._order("/announcements", order)

    async def remove_announcement(self, announcement: str, why: str, *, ref: str | None = None) -> messages.Deed:
        """Remove an announcement before its end. Only an admin may do this."""
        order = RemoveAnnouncementOrder(announcement=AnnouncementId(announcement), why=why, ref=_ref(ref))
        return await self._order("/announcements/remove", order)

    async def _order(self, path: str, order: msgspec.Struct) -> messages.Deed:
        return await self._ask(path, messages.Deed, order)

    async def _ask(
        self, path: str, answer: type[Answer], order: msgspec.Struct | None = None, query: dict[str, str] | None = None
    ) -> Answer:
        headers = {"Authorization": f"Bearer {self._token}"}
        timeout = aiohttp.ClientTimeout(total=SECONDS)
        named = {name: each.encode(errors="backslashreplace").decode() for name, each in (query or {}).items()}
        method, body = ("GET", None) if order is None else ("POST", frame_of(order))
        try:
            async with (
                aiohttp.ClientSession(headers=headers, timeout=timeout) as http,
                http.request(method, self._url + path, params=named, data=body) as response,
            ):
                answered, status = await response.read(), response.status
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise LostError(f"{self._url} cannot be reached: {str(error) or 'it does not answer'}") from error
        if status != 200:
            raise RefusedError(refused_in(answered, status))
        return read_body(answered, answer)


def _page(before: str | None, most: int) -> dict[str, str]:
    page = {"most": str(most)}
    return page if before is None else {**page, "before": before}


def _ref(ref: str | None) -> Ref | None:
    return None if ref is None else Ref(ref)
