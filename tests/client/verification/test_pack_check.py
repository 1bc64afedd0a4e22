"""What came out of a pack, held against what the server was bound to."""

import json
from typing import Any

import pytest
from msgspec.structs import replace
from quarterdeck_client import Client, ClientError, FalsePackError
from quarterdeck_client.verification.pack_check import check_pack, drawn_cards
from quarterdeck_protocol.fairness.pack_draws import PackPool, PackRarity
from quarterdeck_protocol.lobby.collection.owned_copies import Pack, PackCard, PackId, PackOpened, PackSource
from quarterdeck_protocol.names import GameName, Milliseconds
from quarterdeck_server.docs_build.files import PROTOCOL
from relay import relay_to
from servers import PASSWORD, live_server

VECTORS = json.loads((PROTOCOL / "fairness-vectors.json").read_bytes())["packs"]


def pool_of(vector: Any) -> PackPool:
    lists = {name: tuple(cards) for name, cards in vector["lists"].items() if name != "game"}
    return PackPool(game=GameName(vector["lists"]["game"]), **lists)


def pack_of(vector: Any) -> Pack:
    return Pack(
        id=PackId(vector["pack"]),
        game=GameName(vector["lists"]["game"]),
        source=PackSource.DAY,
        commitment=vector["commitment"],
        pool=vector["pool"],
        earned_at=Milliseconds(0),
    )


def opened_of(vector: Any) -> PackOpened:
    return PackOpened(
        pack=PackId(vector["pack"]),
        game=GameName(vector["lists"]["game"]),
        cards=tuple([PackCard(card=each["card"], rarity=PackRarity(each["rarity"])) for each in vector["cards"]]),
        seed=vector["seed"],
        entropy=vector["entropy"],
        pool=vector["pool"],
        opened_at=Milliseconds(0),
    )


@pytest.mark.parametrize("vector", VECTORS)
def test_the_published_packs_are_right(vector: Any) -> None:
    check_pack(pack_of(vector), opened_of(vector), pool_of(vector), vector["entropy"])


@pytest.mark.parametrize("vector", VECTORS)
def test_anything_that_is_swapped_is_found(vector: Any) -> None:
    pack, opened, pool = pack_of(vector), opened_of(vector), pool_of(vector)
    first = opened.cards[0]
    others = {
        "the server opened another pack": replace(opened, pack=PackId("f" * 20)),
        "the seed does not match": replace(opened, seed="00"),
        "the cards differ": replace(opened, cards=(replace(first, card="sequoia"), *opened.cards[1:])),
        "with entropy": replace(opened, entropy=opened.entropy + "!"),
    }
    for why, false in others.items():
        with pytest.raises(FalsePackError, match=why):
            check_pack(pack, false, pool, vector["entropy"])
    with pytest.raises(FalsePackError, match="the seed does not match"):
        check_pack(pack, replace(opened, seed="no seed"), pool)
    with pytest.raises(FalsePackError, match="the card lists do not match") as false_pack:
        check_pack(pack, opened, replace(pool, common=(*pool.common, "sequoia")))
    assert false_pack.value.pack == pack.id
    with pytest.raises(FalsePackError, match="the cards differ"):
        check_pack(pack, replace(opened, entropy=opened.entropy + "!"), pool)


@pytest.mark.parametrize("vector", [each for each in VECTORS if not each["lists"].get("art_rare")])
def test_a_pack_told_by_an_older_server_is_right(vector: Any) -> None:
    """It told an Art Rare where the lists have none, in place of an Ultra Rare."""
    opened = opened_of(vector)
    *others, fifth = opened.cards
    told = replace(opened, cards=(*others, replace(fifth, rarity=PackRarity.ART_RARE)))
    if fifth.rarity is PackRarity.ULTRA_RARE:
        check_pack(pack_of(vector), told, pool_of(vector), vector["entropy"])
    else:
        with pytest.raises(FalsePackError, match="the cards differ"):
            check_pack(pack_of(vector), told, pool_of(vector), vector["entropy"])


def test_of_empty_lists_nothing_is_drawn() -> None:
    nothing = PackPool(game=GameName("forest"), common=(), rare=(), ultra_rare=())
    assert drawn_cards(nothing, bytes(32), "pack", "") == ()


async def test_a_client_checks_what_it_opens_against_the_lists_that_are_told() -> None:
    async with live_server(packs_account_age=0) as server, Client(server.url, name="Ada") as ada:
        await ada.account.register("Ada Lovelace", PASSWORD)
        first, second, *_ = (await ada.collection.claim_packs("amiibart")).packs
        opened = await ada.collection.open_pack(first.id, "mine")
        await ada.check_pack(first, opened, "mine")
        with pytest.raises(FalsePackError, match="with entropy that is not yours"):
            await ada.check_pack(first, await ada.collection.open_pack(first.id, "later"), "later")
        with pytest.raises(FalsePackError, match="does not publish the card lists"):
            await ada.check_pack(replace(second, pool="0" * 64), opened)


async def test_a_server_that_swaps_a_card_on_the_way_is_found_out() -> None:
    async with live_server(packs_account_age=0) as server, relay_to(server.url) as relay:
        async with Client(server.url, name="Ada") as ada:
            await ada.account.register("Ada Lovelace", PASSWORD)
            await ada.collection.claim_packs("amiibart")
        cards = [{"card": "night-countess-art", "rarity": "art_rare"}] * 5
        relay.to_clients = lambda heard: {**heard, "cards": cards} if heard.get("type") == "pack_opened" else heard
        async with Client(relay.url, name="Ada Lovelace", password=PASSWORD) as again:
            pack, *_ = (await again.collection.packs()).packs
            opened = await again.collection.open_pack(pack.id, "mine")
            with pytest.raises(ClientError, match="the cards differ"):
                await again.check_pack(pack, opened, "mine")
