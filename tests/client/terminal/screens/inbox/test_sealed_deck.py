"""The builder of the terminal client for a deck of a sealed tournament."""

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.inbox.sealed_deck import MOST_COPIES, pool_of
from quarterdeck_games import GAMES
from quarterdeck_protocol.lobby.tournaments import TournamentDecks
from quarterdeck_server.lobby.collection.pack_pools import pools_of
from screens import terminal
from servers import PASSWORD


async def test_a_deck_is_built_from_the_packs_judged_and_brought(ada: Client) -> None:
    await ada.account.register("Ada Builder", PASSWORD)
    made = await ada.tournaments.create("Friday", "myacards", 2, decks=TournamentDecks.SEALED)
    entered = await ada.tournaments.join(made.summary.id)
    pool, beside = pool_of(await ada.raw_cards("myacards"), entered)
    lists = pools_of(GAMES)[made.summary.game]
    assert {each.id for each in pool if each.rarity == "common"} == {*lists.common}
    assert sum(each.most for each in pool if each.rarity != "common") == sum(
        each.card not in lists.common for each in entered.own_packs
    )
    assert beside == frozenset()
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Tournaments")
        await shown.pick("Friday")
        await shown.pick("Bring your deck")
        await shown.shows("Your deck: 0 cards")
        for copies in range(1, pool[0].most + 1):
            await shown.pick(f"{copies - 1} of {pool[0].most}  {pool[0].name}")
            await shown.shows(f"Your deck: {copies} cards")
        await shown.pick(f"{pool[0].most} of {pool[0].most}  {pool[0].name}")
        await shown.shows("Your deck: 0 cards")
        await shown.pick(f"0 of {pool[0].most}  {pool[0].name}")
        await shown.pick("Bring it")
        await shown.shows("45")
        await shown.pick("Paste a code or a list")
        await shown.write("A deck code", ", ".join(f"2 {each}" for each in lists.common[:25]))
        await shown.shows("Friday: MYACARDS")
    assert (await ada.tournaments.get(made.summary.id)).entrants[0].deck_hash is not None


async def test_amiibart_has_its_powers_beside_and_no_tokens(ada: Client) -> None:
    await ada.account.register("Ada Builder", PASSWORD)
    made = await ada.tournaments.create("Friday", "amiibart", 2, decks=TournamentDecks.SEALED)
    entered = await ada.tournaments.join(made.summary.id)
    pool, beside = pool_of(await ada.raw_cards("amiibart"), entered)
    assert beside == {"power"}
    common = {each.id for each in pool if each.rarity == "common" and each.kind not in beside}
    assert common >= {*pools_of(GAMES)[made.summary.game].common}
    assert {each.most for each in pool if each.id in common} == {MOST_COPIES}
