"""Commands about followed players."""

from quarterdeck_protocol.lobby.social.follow_lists import (
    Follow,
    Followed,
    Following,
    GetFollowing,
    SeenBy,
    SetSeenBy,
    Unfollow,
    Unfollowed,
)
from quarterdeck_protocol.names import Milliseconds
from quarterdeck_protocol.refusals import RefusalCode
from quarterdeck_protocol.translatable_text import Text

from quarterdeck_server.command_refused import CommandRefused
from quarterdeck_server.lobby.accounts.identities import Identity, unknown_token
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import FOLLOWING

POLL_AFTER = Milliseconds(15_000)


async def follow(caller: Caller, identity: Identity, message: Follow) -> Followed:
    with caller.services.quotas.taking(FOLLOWING, identity.player.id):
        return Followed(followed=await caller.services.follow_lists.follow(identity.player, message.player))


async def unfollow(caller: Caller, identity: Identity, message: Unfollow) -> Unfollowed:
    with caller.services.quotas.taking(FOLLOWING, identity.player.id):
        await caller.services.follow_lists.unfollow(identity.player.id, message.player)
        return Unfollowed(player=message.player)


async def get_following(caller: Caller, identity: Identity, message: GetFollowing) -> Following:
    with caller.services.quotas.taking(FOLLOWING, identity.player.id):
        return await _listed(caller, identity)


async def set_seen_by(caller: Caller, identity: Identity, message: SetSeenBy) -> Following:
    with caller.services.quotas.taking(FOLLOWING, identity.player.id):
        if message.by is SeenBy.OTHER:
            known = ", ".join(each for each in SeenBy if each is not SeenBy.OTHER)
            text = Text("This value for who sees that you are online is unknown; use one of: {known}.", known=known)
            raise CommandRefused(RefusalCode.MALFORMED, text, "$.by")
        await caller.services.players.show_to(identity.player.id, message.by)
        return await _listed(caller, identity)


async def _listed(caller: Caller, identity: Identity) -> Following:
    account = await caller.services.players.find(identity.player.id)
    if account is None:
        raise unknown_token()
    players = await caller.services.follow_lists.listed(identity.player)
    return Following(players=players, seen_by=account.seen_by, poll_after=POLL_AFTER)
