"""What one owns and the packs that one opens, over a connection."""

from collections import Counter

from servers import PASSWORD, live_server

KINDS = ["common"] * 3 + ["rare"]


async def test_packs_are_claimed_opened_once_and_owned() -> None:
    async with live_server(packs_account_age=0) as server, server.line() as line:
        await line.sign_in("Ada")
        await line.ask({"type": "register", "name": "Collector", "password": PASSWORD})
        claimed = await line.ask({"type": "claim_packs", "game": "amiibart"})
        assert claimed["earned"] == len(claimed["packs"]) > 0
        assert (await line.ask({"type": "claim_packs", "game": "amiibart"}))["earned"] == 0
        pack = claimed["packs"][0]["id"]
        opened = await line.ask({"type": "open_pack", "pack": pack, "entropy": "mine"})
        assert [card["rarity"] for card in opened["cards"]][:4] == KINDS
        again = await line.ask({"type": "open_pack", "pack": pack, "entropy": "another"})
        assert (again["cards"], again["entropy"]) == (opened["cards"], "mine")
        owned = await line.ask({"type": "get_collection", "game": "amiibart"})
        assert {each["card"]: each["count"] for each in owned["copies"]} == Counter(
            card["card"] for card in opened["cards"]
        )
        (moved,) = (await line.ask({"type": "get_movements"}))["movements"]
        assert (moved["number"], moved["cause"], moved["of"]) == (1, "pack", pack)
        left = await line.ask({"type": "get_packs"})
        assert [each["id"] for each in left["packs"]] == [each["id"] for each in claimed["packs"][1:]]


async def test_of_a_game_that_one_has_no_card_of_one_owns_none() -> None:
    async with live_server() as server, server.line() as line:
        await line.sign_in("Ada")
        assert (await line.ask({"type": "get_collection", "game": "myacards"}))["copies"] == []
        assert (await line.ask({"type": "get_movements"}))["movements"] == []
