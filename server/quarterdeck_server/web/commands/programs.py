"""Commands of clients about the requests of programs for access."""

from quarterdeck_protocol.lobby.sign_in.programs import AnswerDeviceRequest, DeviceRequest, GetDeviceRequest

from quarterdeck_server.lobby.accounts.identities import Identity
from quarterdeck_server.web.caller import Caller
from quarterdeck_server.web.rate_limit.quotas import DEVICE_CODES, DEVICE_CODES_FROM


async def get_device_request(caller: Caller, identity: Identity, message: GetDeviceRequest) -> DeviceRequest:
    _take(caller, identity)
    return await caller.services.device_codes.show(message.code)


async def answer_device_request(caller: Caller, identity: Identity, message: AnswerDeviceRequest) -> DeviceRequest:
    _take(caller, identity)
    if message.allow:
        await caller.services.players.check_proved(identity)
    return await caller.services.device_codes.answer(identity, message.code, is_allowed=message.allow)


def _take(caller: Caller, identity: Identity) -> None:
    caller.services.quotas.take(DEVICE_CODES_FROM, caller.address)
    caller.services.quotas.take(DEVICE_CODES, identity.player.id)
