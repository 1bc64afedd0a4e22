"""The app for Discord over its real endpoint, with a simulator that holds every answer to the published API."""

import hashlib

import pytest
from discord_simulator import Discord
from quarterdeck_protocol.lobby.moderation import SanctionKind
from quarterdeck_protocol.lobby.site import GuestAccess, Registration
from servers import Line
from web.chat_cases import sanctioned
from web.discord.discord_channel import ADA, BEN, EVE, channel_of, code_of, linked, played, some_value, two_linked
from web.test_admission import admit


@pytest.mark.parametrize(("game", "language"), [("amiibart", "en-GB"), ("amfibido", "de"), ("myacards", "de")])
async def test_two_users_play_a_whole_match_by_buttons(game: str, language: str) -> None:
    async with two_linked() as (_, channel, _, _):
        channel.language = language
        table = await channel.command(ADA, "table", game=game)
        assert "Ada" in table.text
        await channel.press(BEN, table, "join:")
        assert ("To decide" if language == "en-GB" else "Am Zug") in table.text
        panels = await played(channel, table, (ADA, BEN))
        ended = "The match has ended: 1. " if language == "en-GB" else "Die Partie ist zu Ende: 1. "
        assert all(ended in panel.text for panel in panels.values())
        await channel.press(EVE, table, "show:")
        assert ended in table.text
        assert table.data["embeds"][0]["image"]["url"].startswith(channel.url)
        await channel.press(BEN, table, "again:")
        assert table.has("join:")


async def test_four_seats_are_filled_with_bots_and_a_player_resigns() -> None:
    async with two_linked() as (_, channel, _, _):
        table = await channel.command(ADA, "table", game="density-deck")
        await channel.press(BEN, table, "join:")
        refused = await channel.press(BEN, table, "bot:")
        assert (refused.reader, refused.text) == (BEN, refused.data["content"])
        for _ in range(2):
            await channel.press(ADA, table, "bot:")
        assert "Ben ✓" not in table.text
        await channel.press(BEN, table, "join:")
        panels = await played(channel, table, (ADA, BEN), most=1)
        asked = await channel.press(BEN, panels[BEN], "resign:")
        back = await channel.press(BEN, asked, "at:")
        assert (await channel.press(BEN, await channel.press(BEN, back, "resign:"), "resigned:")).reader == BEN


async def test_hands_are_in_no_message_of_the_channel_and_of_no_other_player() -> None:
    async with two_linked(luck=5) as (_, channel, _, _):
        table = await channel.command(ADA, "table", game="myacards")
        await channel.press(BEN, table, "join:")
        own, other = [await channel.press(user, table, "play:") for user in (ADA, BEN)]
        assert "\nhand: " in own.text
        assert own.text.partition("hand: ")[2].split("\n")[0] != other.text.partition("hand: ")[2].split("\n")[0]
        stranger = await channel.press(EVE, table, "play:")
        for text in (stranger.text, *channel.posted):
            assert "\nhand: " not in text.replace("\\n", "\n")
        with pytest.raises(AssertionError, match="only its reader"):
            await channel.press(BEN, own, "at:")


async def test_a_choice_of_an_earlier_moment_changes_nothing() -> None:
    async with two_linked() as (_, channel, _, _):
        table = await channel.command(ADA, "table", game="tiny")
        await channel.press(BEN, table, "join:")
        panels = [await channel.press(user, table, "play:") for user in (ADA, BEN)]
        user, panel = next((user, each) for user, each in zip((ADA, BEN), panels, strict=True) if each.has("act:"))
        late = channel.pressing(user, panel, "act:", some_value(panel.part("act:"), 0))
        first = channel.pressing(user, panel, "act:", some_value(panel.part("act:"), 0))
        other = BEN if user == ADA else ADA
        stolen = channel.pressing(user, panel, "act:", some_value(panel.part("act:"), 0))
        stolen["member"]["user"]["id"] = other
        assert "has gone on" in str(await channel.send(stolen))
        assert "has gone on" not in str(await channel.send(first))
        assert "has gone on" in str(await channel.send(late))


async def test_a_user_without_an_account_plays_as_a_guest_where_the_host_lets_guests_play() -> None:
    async with channel_of() as (_, channel):
        table = await channel.command(ADA, "table", game="tiny")
        assert "Guest" in table.text
        await channel.press(BEN, table, "join:")
        assert table.has("play:")
        again = await channel.command(ADA, "table", game="tiny")
        assert table.text.split("\n")[2].split(" – ")[0] == again.text.split("\n")[2].removesuffix(" ✓")


async def test_a_challenge_is_accepted_or_declined_by_the_challenged_player_alone() -> None:
    async with two_linked() as (_, channel, _, _):
        for answer, shown in (("accept:", "play:"), ("decline:", None)):
            message = await channel.command(ADA, "challenge", player=BEN, game="tiny")
            assert "Ada challenges Ben" in message.text
            assert (await channel.press(EVE, message, answer)).reader == EVE
            await channel.press(BEN, message, answer)
            assert message.has("play:") == (shown is not None)
        refused = await channel.command(ADA, "challenge", player="104", game="tiny")
        assert (refused.reader, "/table" in refused.text) == (ADA, True)


async def test_a_code_that_was_dropped_is_claimed_with_one_press() -> None:
    async with two_linked(packs_account_age=0) as (server, channel, _, _), server.person("Lou") as mod:
        await server.services.moderation.make_first_admin("Lou")
        await mod.ask({"type": "sign_in", "name": "Lou", "password": "a long walk by the sea"})
        gift = {"copies": [{"game": "amiibart", "card": "candle-squire", "count": 3}]}
        made = await mod.ask({"type": "make_codes", "label": "The fair", "gift": gift, "codes": 1, "uses": 2})
        dropped = await channel.command(ADA, "drop", code=made["codes"][0])
        assert made["codes"][0].replace("-", "\\-") in dropped.text
        claimed = await channel.press(BEN, dropped, "claim:")
        assert (claimed.reader, "The fair: 0 packs and 3 cards" in claimed.text) == (BEN, True), claimed.text
        again = await channel.command(BEN, "claim", code=made["codes"][0])
        assert "fair" not in again.text
        assert "3 × " in (await channel.command(BEN, "pool", game="amiibart")).text
        assert "no cards" in (await channel.command(ADA, "pool", game="amfibido")).text


async def test_cards_are_found_by_their_name_and_replays_by_their_address() -> None:
    async with two_linked() as (_, channel, _, _):
        channel.language = "de"
        suggested = await channel.suggestions(ADA, "card", "name", game="amiibart", name="kerzen")
        assert {"name": "Kerzenknappe", "value": "candle-squire"} in suggested
        card = await channel.command(ADA, "card", game="amiibart", name="Kerzenknappe")
        assert card.reader is None
        assert "Kerzenknappe" in card.text
        assert (await channel.command(ADA, "card", game="amiibart", name="nothing")).reader == ADA
        table = await channel.command(ADA, "table", game="tiny")
        await channel.press(BEN, table, "join:")
        await channel.press(
            ADA, await channel.press(ADA, await channel.press(ADA, table, "play:"), "resign:"), "resigned:"
        )
        match = (await channel.command(EVE, "replay", match=table.data["embeds"][0]["url"])).text
        assert "Ben hat gewonnen" in match


async def test_a_coin_is_committed_before_the_call_and_revealed_after_it() -> None:
    async with channel_of() as (_, channel):
        coin = await channel.command(ADA, "coinflip")
        commitment = coin.text.split("`")[1]
        own = await channel.press(ADA, coin, coin.parts[0]["custom_id"])
        assert (own.reader, "you began" in own.text) == (ADA, True)
        await channel.press(BEN, coin, coin.parts[0]["custom_id"])
        seed, call = coin.text.split("`")[3], coin.text.split("`")[5]
        assert hashlib.sha256(seed.encode()).hexdigest() == commitment
        bit = hashlib.sha256(f"{seed}:{call}".encode()).digest()[-1] & 1
        assert f"The coin shows {('heads', 'tails')[bit]}" in coin.text
        assert not coin.parts


async def test_a_link_ends_from_both_sides_and_with_the_account() -> None:
    async with channel_of() as (server, channel), server.person("Ada") as ada:
        for end in (channel_unlinks, account_revokes, account_is_deleted):
            await linked(channel, ADA, ada)
            holder = server.services.program_links.holder
            assert (await holder(f"discord:{ADA}")) is not None
            tokens = (await ada.ask({"type": "list_tokens"}))["tokens"]
            assert [token["label"] for token in tokens] == [f"Discord: user{ADA} ({ADA})"]
            assert (await ada.ask({"type": "get_export"}))["tokens"] == tokens
            await end(channel, ada)
            assert await holder(f"discord:{ADA}") is None
        assert "no link" in (await channel.command(ADA, "unlink")).text


async def channel_unlinks(channel: Discord, ada: Line) -> None:
    answer = await channel.command(ADA, "unlink")
    assert "revoked" in answer.text
    assert (await ada.ask({"type": "list_tokens"}))["tokens"] == []


async def account_revokes(channel: Discord, ada: Line) -> None:
    (token,) = (await ada.ask({"type": "list_tokens"}))["tokens"]
    await ada.ask({"type": "revoke_token", "id": token["id"]})


async def account_is_deleted(channel: Discord, ada: Line) -> None:
    answer = await ada.ask({"type": "delete_account", "password": "a long walk by the sea"})
    assert answer["type"] == "signed_out"


async def test_a_code_is_answered_once_by_a_player_with_an_account() -> None:
    async with channel_of() as (server, channel), server.person("Ada") as ada, server.player("Guest") as guest:
        code = await code_of(channel, ADA)
        asked = await ada.ask({"type": "get_device_request", "code": code.lower().replace("-", " ")})
        named = channel.interaction(2, ADA, {"id": "1", "name": "link", "type": 1, "options": []})
        named["member"]["user"]["global_name"] = "Ada (you)\n\x1b[2J\u202eevil"
        shown = str(await channel.send(named)).partition("`")[2].partition("`")[0]
        account = (await ada.ask({"type": "get_device_request", "code": shown}))["account"]
        assert account == f"Ada (you) [2Jevil ({ADA})", "one line, in one direction"
        assert (asked["client"], asked["account"], asked["stage"]) == ("Discord", f"user{ADA} ({ADA})", "pending")
        answer = {"type": "answer_device_request", "code": code}
        assert (await guest.ask({**answer, "allow": True}))["code"] == "not_registered"
        assert (await ada.ask({**answer, "allow": False}))["stage"] == "denied"
        assert (await ada.ask({**answer, "allow": False}))["stage"] == "denied"
        assert (await ada.ask({**answer, "allow": True}))["code"] == "unknown_device_code"
        assert (await ada.ask({"type": "list_tokens"}))["tokens"] == []


@pytest.mark.parametrize("is_linked", [False, True])
async def test_nobody_plays_on_after_a_ban_by_unlinking(is_linked: bool) -> None:
    async with channel_of() as (server, channel), server.person("Ada") as ada:
        if is_linked:
            await linked(channel, ADA, ada)
        await channel.command(ADA, "table", game="tiny")
        identity = await server.services.program_links.holder(f"discord:{ADA}")
        assert identity is not None
        await sanctioned(server, identity.player.id, SanctionKind.BAN, address=True)
        for command in ("table", "unlink", "table"):
            assert " banned " in (await channel.command(ADA, command, game="tiny")).text
        await server.services.program_links.unlink(f"discord:{ADA}")
        assert "banned" in (await channel.command(ADA, "table", game="tiny")).text, "a ban of the address is one of it"
        assert (await channel.command(BEN, "table", game="tiny")).reader is None


async def test_a_channel_of_a_private_server_shows_no_players() -> None:
    async with two_linked() as (server, channel, _, _):
        table = await channel.command(ADA, "table", game="tiny")
        await channel.press(BEN, table, "join:")
        assert "Ben" in table.text
        admit(server, Registration.CLOSED, GuestAccess.OFF)
        await channel.press(EVE, table, "show:")
        assert ("Ada" in table.text, "Ben" in table.text, table.has("play:")) == (False, False, True)


async def test_unknown_commands_and_buttons_are_refused_to_their_sender_alone() -> None:
    async with channel_of() as (_, channel):
        assert (await channel.command(ADA, "nonsense")).reader == ADA
        answers = [
            await channel.send(channel.interaction(3, ADA, {"custom_id": custom_id, "component_type": 2}))
            for custom_id in ("nonsense", "act:", "act:::", "play:nowhere", "page:x:y", "flip:1:edge", "flip:1:heads")
        ]
        assert {answer["data"].get("flags") for answer in answers} == {64}
