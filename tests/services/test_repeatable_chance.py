"""A server that tests clients deals the same cards in every run, and says loudly that it does."""

from quarterdeck_client import Client
from quarterdeck_server.services.repeatable_chance import RepeatableChance
from servers import served


def test_it_is_the_same_every_time_and_another_for_another_seed() -> None:
    first, again, other = RepeatableChance(1), RepeatableChance(1), RepeatableChance(2)
    assert first.token_hex(8) == again.token_hex(8) != other.token_hex(8)
    assert first.token_bytes() == again.token_bytes()
    assert len(first.token_bytes()) == len(first.token_urlsafe()) // 2 == 32
    assert first.randbelow(1) == 0


async def test_a_server_with_a_test_seed_deals_the_same_cards_again_and_says_so_when_it_starts() -> None:
    hands = []
    for seed in ("7", "7", "8"):
        async with served("--store", "memory", "--test-seed", seed, "--bot-delay", "60000") as server:
            async with Client(server.url, name="Ada") as ada:
                table = await ada.tables.open("density-deck", seats=2)
                await ada.tables.add_bot(table.id)
                match = await ada.begin(table.id, entropy="the same in every run")
                second = await ada.tables.open("density-deck", seats=2)
                hands.append((table.commitment, second.commitment, match.latest.view.hand))
            await server.terminated()
            assert b"every deal is predictable" in server.said
    assert hands[0] == hands[1]
    assert len({commitment for first, second, _ in hands for commitment in (first, second)}) == 4
    assert hands[1][2] != hands[2][2]


async def test_anything_that_is_drawn_afresh_is_in_no_seed_so_a_deal_is_another_one() -> None:
    hands = []
    for entropy in ("heads", "tails"):
        async with (
            served("--store", "memory", "--test-seed", "7", "--bot-delay", "60000") as server,
            Client(server.url, name="Ada") as ada,
        ):
            table = await ada.tables.open("density-deck", seats=2)
            await ada.tables.add_bot(table.id)
            match = await ada.begin(table.id, entropy=entropy)
            hands.append((table.commitment, match.latest.view.hand))
    assert hands[0][0] == hands[1][0]
    assert hands[0][1] != hands[1][1]
