"""Scene about the request of a program: Kit allows the app for Discord to act for her."""

from quarterdeck_protocol.lobby.accounts import Register, SignIn
from quarterdeck_protocol.lobby.programs import AnswerDeviceRequest, GetDeviceRequest
from quarterdeck_protocol.sides import Scope

from quarterdeck_server.docs_build.recorded_server import RecordedServer
from quarterdeck_server.docs_build.scenes.accounts import KITS_PASSWORD


async def about_programs(server: RecordedServer) -> None:
    """Send every message about the requests of programs, so that examples of them are recorded."""
    (kit,) = server.people("kit")
    await kit.say(SignIn(name="Kit"))
    await kit.say(Register(name="Kit Marlowe", password=KITS_PASSWORD))
    scopes = (Scope.PLAY, Scope.LOBBY_READ, Scope.LOBBY_HOST)
    code = await server.services.device_codes.begin("Discord", "kit (1100000000000000001)", "discord:1", scopes)
    await kit.say(GetDeviceRequest(code=code))
    await kit.say(AnswerDeviceRequest(code=code, allow=True))
