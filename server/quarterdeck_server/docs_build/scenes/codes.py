"""Scene about claim codes: Lou, a moderator, creates codes; Kit claims one; Lou revokes the others."""

from quarterdeck_protocol.lobby.accounts import Register, SignIn
from quarterdeck_protocol.lobby.claim_codes import (
    ClaimCode,
    CodesMade,
    CopiesToGive,
    GetCodeHistory,
    ListCodes,
    MakeCodes,
    NewCodeGift,
    PacksToGive,
    RevokeCodes,
)
from quarterdeck_protocol.names import Milliseconds

from quarterdeck_server.docs_build.recorded_server import RecordedServer
from quarterdeck_server.docs_build.scenes.accounts import DECKS_FOR, KITS_PASSWORD

LOUS_PASSWORD = "a lantern on the pier"  # noqa: S105 - a story
A_WEEK = 7 * 24 * 60 * 60 * 1000
A_CARD = "candle-squire"


async def about_codes(server: RecordedServer) -> None:
    """Send every message about claim codes, so that examples of them are recorded."""
    kit, lou = server.people("kit", "lou")
    await kit.say(SignIn(name="Kit"))
    await kit.say(Register(name="Kit Marlowe", password=KITS_PASSWORD))
    await lou.say(SignIn(name="Lou"))
    await lou.say(Register(name="Lou Reyes", password=LOUS_PASSWORD))
    await server.services.moderation.make_first_admin("Lou Reyes")
    await lou.say(SignIn(name="Lou Reyes", password=LOUS_PASSWORD))
    gift = NewCodeGift(packs=(PacksToGive(game=DECKS_FOR),), copies=(CopiesToGive(game=DECKS_FOR, card=A_CARD),))
    until = Milliseconds(server.clock.now() + A_WEEK)
    made = await lou.say(MakeCodes(label="The summer fair", gift=gift, codes=2, uses=100, until=until))
    assert isinstance(made, CodesMade)  # noqa: S101 - the answer to this command
    await kit.say(ClaimCode(code=made.codes[0].lower()))
    await lou.say(ListCodes())
    await lou.say(RevokeCodes(batch=made.batch.id, why="A poster was left on the train."))
    await lou.say(GetCodeHistory(code=made.codes[0]))
    await lou.say(GetCodeHistory(batch=made.batch.id))
