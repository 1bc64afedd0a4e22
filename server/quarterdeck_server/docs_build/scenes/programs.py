"""Scenes about programs and devices: Kit allows the app for Discord to act for her, and ends her sessions elsewhere.
She turns a second factor on and off, and sets an e-mail address."""

from pyotp import TOTP
from quarterdeck_protocol.lobby.accounts import Account, Register, SignIn
from quarterdeck_protocol.lobby.sign_in.email_address import ChooseMails, GetEmail, SetEmail
from quarterdeck_protocol.lobby.sign_in.programs import AnswerDeviceRequest, GetDeviceRequest
from quarterdeck_protocol.lobby.sign_in.second_factor import (
    BeginSecondFactor,
    ConfirmSecondFactor,
    ProveIdentity,
    RemoveSecondFactor,
    SecondFactorBegun,
)
from quarterdeck_protocol.lobby.sign_in.sessions import EndOtherSessions, EndSession, ListSessions, Sessions
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


async def about_sessions(server: RecordedServer) -> None:
    """Send every message about sessions, so that examples of them are recorded."""
    kit, phone = server.people("kit", "phone")
    await kit.say(SignIn(name="Kit"))
    await kit.say(Register(name="Kit Marlowe", password=KITS_PASSWORD))
    await phone.say(SignIn(name="Kit Marlowe", password=KITS_PASSWORD))
    listed = await kit.say(ListSessions())
    assert isinstance(listed, Sessions)  # noqa: S101 - the answer to this command
    await kit.say(EndSession(id=next(each.id for each in listed.sessions if not each.is_present)))
    await kit.say(EndOtherSessions())


async def about_second_factors(server: RecordedServer) -> None:
    """Send every message about second factors, so that examples of them are recorded."""
    (kit,) = server.people("kit")
    await kit.say(SignIn(name="Kit"))
    registered = await kit.say(Register(name="Kit Marlowe", password=KITS_PASSWORD))
    await kit.say(ProveIdentity(password=KITS_PASSWORD))
    begun = await kit.say(BeginSecondFactor())
    assert isinstance(begun, SecondFactorBegun)  # noqa: S101 - the answers to these commands
    assert isinstance(registered, Account)  # noqa: S101
    codes = TOTP(begun.secret)
    await kit.say(ConfirmSecondFactor(code=codes.at(server.services.matches.clock.now() // 1000)))
    await kit.say(RemoveSecondFactor(code=registered.recovery_codes[0]))


async def about_emails(server: RecordedServer) -> None:
    """Send every message about e-mail addresses, so that examples of them are recorded."""
    (kit,) = server.people("kit")
    await kit.say(SignIn(name="Kit"))
    await kit.say(Register(name="Kit Marlowe", password=KITS_PASSWORD))
    await kit.say(SetEmail(address=None))  # by default a server sends no mails
    await kit.say(GetEmail())
    await kit.say(ChooseMails(notices=()))
