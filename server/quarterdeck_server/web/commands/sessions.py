"""Commands of clients about the sessions and the e-mail addresses of their players."""

from quarterdeck_protocol.lobby.sign_in.email_address import ChooseMails, Email, GetEmail, SetEmail
from quarterdeck_protocol.lobby.sign_in.sessions import EndOtherSessions, EndSession, ListSessions, Sessions

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import SIGN_IN


async def list_sessions(caller: Caller, identity: Identity, message: ListSessions) -> Sessions:
    return await _sessions(caller, identity)


async def end_session(caller: Caller, identity: Identity, message: EndSession) -> Sessions:
    await caller.services.sessions.end(identity.player.id, message.id)
    return await _sessions(caller, identity)


async def end_other_sessions(caller: Caller, identity: Identity, message: EndOtherSessions) -> Sessions:
    await caller.services.sessions.end_others(identity)
    return await _sessions(caller, identity)


async def _sessions(caller: Caller, identity: Identity) -> Sessions:
    return Sessions(sessions=await caller.services.sessions.of(identity.player.id, identity.session))


async def get_email(caller: Caller, identity: Identity, message: GetEmail) -> Email:
    return Email(email=await caller.services.emails.of(identity.player.id))


async def set_email(caller: Caller, identity: Identity, message: SetEmail) -> Email:
    services, player = caller.services, identity.player.id
    before = await services.emails.of(player)
    with services.quotas.taking(SIGN_IN, caller.address):
        changed = await services.emails.change(identity, message.address, message.language)
    if message.address is None and (before.verified or before.waiting):
        await services.inboxes.note_sign_in(player, "email_removed")
    return Email(email=changed)


async def choose_mails(caller: Caller, identity: Identity, message: ChooseMails) -> Email:
    return Email(email=await caller.services.emails.choose(identity, message.notices))
