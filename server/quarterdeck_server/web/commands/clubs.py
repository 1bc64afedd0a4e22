"""Commands about clubs."""

from quarterdeck_protocol.lobby import clubs as messages
from quarterdeck_protocol.names import PlayerId

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import CLUBS


async def create_club(caller: Caller, identity: Identity, message: messages.CreateClub) -> messages.ClubChanged:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        return messages.ClubChanged(club=await caller.services.clubs.create(identity, message))


async def change_club(caller: Caller, identity: Identity, message: messages.ChangeClub) -> messages.ClubChanged:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        return messages.ClubChanged(club=await caller.services.clubs.change(identity, message))


async def delete_club(caller: Caller, identity: Identity, message: messages.DeleteClub) -> messages.ClubLeft:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        await caller.services.clubs.delete(identity.player.id, message.club)
        return messages.ClubLeft(club=message.club)


async def list_clubs(caller: Caller, identity: Identity, message: messages.ListClubs) -> messages.Clubs:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        return await caller.services.clubs.listed(_reader(identity), message.before)


async def get_club(caller: Caller, identity: Identity, message: messages.GetClub) -> messages.ClubChanged:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        return messages.ClubChanged(club=await caller.services.clubs.shown(message.club, _reader(identity)))


async def join_club(caller: Caller, identity: Identity, message: messages.JoinClub) -> messages.ClubChanged:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        return messages.ClubChanged(club=await caller.services.clubs.join(identity.player.id, message.club))


async def leave_club(caller: Caller, identity: Identity, message: messages.LeaveClub) -> messages.ClubLeft:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        await caller.services.clubs.leave(identity.player.id, message.club)
        return messages.ClubLeft(club=message.club)


async def invite_to_club(caller: Caller, identity: Identity, message: messages.InviteToClub) -> messages.ClubChanged:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        return messages.ClubChanged(club=await caller.services.clubs.invite(identity, message))


async def set_club_role(caller: Caller, identity: Identity, message: messages.SetClubRole) -> messages.ClubChanged:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        return messages.ClubChanged(club=await caller.services.clubs.set_role(identity.player.id, message))


async def announce_to_club(
    caller: Caller, identity: Identity, message: messages.AnnounceToClub
) -> messages.ClubChanged:
    with caller.services.quotas.taking(CLUBS, identity.player.id):
        return messages.ClubChanged(club=await caller.services.clubs.announce(identity, message))


def _reader(identity: Identity) -> PlayerId | None:
    """Return the player who reads clubs; `None` for a program, which sees what strangers see."""
    return None if identity.is_program else identity.player.id
