"""One's cards by keys alone: which they are, packs that are opened, what has come and gone, and the odds."""

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_protocol.lobby.claim_codes import CopiesToGive, NewCodeGift, PacksToGive
from quarterdeck_protocol.names import GameName
from screens import Shown, terminal
from servers import PASSWORD, LiveServer

SIZES = [(80, 24), (120, 40), (60, 18), (40, 12), (30, 10)]


def words(shown: Shown) -> str:
    """Return what can be read, whatever lines it stands in."""
    return " ".join(shown.text.replace("│", " ").split())


async def test_anything_that_is_due_is_taken_and_said_and_a_guest_is_told_why_not(giving: LiveServer) -> None:
    async with Client(giving.url, name="Guest") as guest:
        async with terminal(guest, Plan()) as shown:
            await shown.shows("c cards")
            await shown.press("c")
            await shown.shows("You are a guest")
            await shown.pick("Packs")
            await shown.pick("Claim due packs, for MYACARDS")
            await shown.shows("You need an account to get packs")
        await guest.account.register("Guest of old", PASSWORD)
        async with terminal(guest, Plan()) as shown:
            await shown.shows("c cards")
            await shown.press("c")
            await shown.pick("Packs")
            await shown.pick("Claim due packs, for MYACARDS")
            await shown.shows("packs have come.")
            await shown.shows("Open one: MYACARDS, the first gift")
            await shown.pick("Claim due packs, for MYACARDS")
            await shown.shows("No packs are due yet.")


async def test_anything_that_has_come_and_gone_and_the_odds_can_be_read(eve: Client) -> None:
    async with terminal(eve, Plan()) as shown:
        await shown.shows("c cards")
        await shown.press("c")
        await shown.pick("History of your cards")
        await shown.shows("No cards have moved yet.")
        await shown.press("escape")
        pack, *_ = (await eve.collection.packs()).packs
        await eve.collection.open_pack(pack.id)
        await shown.pick("History of your cards")
        await shown.shows("a pack: +")
        await shown.press("escape")
        await shown.pick("The odds of packs")
        await shown.until(lambda: "Rare 8 in 12, Ultra Rare 3 in 12, Art Rare 1 in 12" in words(shown))


async def test_a_code_is_claimed_and_what_it_gives_is_said(giving: LiveServer, eve: Client) -> None:
    gift = NewCodeGift(
        packs=(PacksToGive(game=GameName("amiibart"), count=2),),
        copies=(CopiesToGive(game=GameName("amiibart"), card="deluge"),),
    )
    async with Client(giving.url, name="Moira") as moira:
        await moira.account.register("Moira", PASSWORD)
        await giving.services.moderation.make_first_admin("Moira")
        made = await moira.codes.make("Summer fair", gift)
    async with terminal(eve, Plan()) as shown:
        await shown.shows("c cards")
        await shown.press("c")
        await shown.pick("Claim a code")
        await shown.write("The code:", "nothing like that")
        await shown.until(lambda: "code" in words(shown) and "Your cards" in words(shown))
        await shown.pick("Claim a code")
        await shown.write("The code:", made.codes[0].lower())
        await shown.shows("Summer fair: 2 packs to open, +1 Deluge.")
