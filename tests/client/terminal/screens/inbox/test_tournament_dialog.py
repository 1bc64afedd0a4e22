"""Tournaments in the terminal client: a player enters and plays, and directs another one, by keys."""

import pytest
from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_client.terminal.screens.inbox import tournament_dialog
from screens import terminal
from servers import PASSWORD, LiveServer


async def test_a_player_enters_a_tournament_and_goes_to_the_match(
    ada: Client, bo: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_dialog, "ROWS", 1)  # as in a large one: the whole is read for the tables
    for client, name in ((ada, "Ada Entrant"), (bo, "Bo Director")):
        await client.account.register(name, PASSWORD)
    made = await bo.tournaments.create(
        "Friday", "density-deck", 2, between_rounds=None, time_limit=600_000, when_ready=True
    )
    id_ = made.summary.id
    await bo.tournaments.join(id_)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Tournaments")
        await shown.pick("Friday: Density Deck, swiss, 2 rounds, 1 players, open")
        await shown.pick("Enter")
        await shown.shows("You take part.")
        await bo.tournaments.begin_round(id_, 1)
        while not (await bo.tournaments.get(id_)).rounds:
            await shown.pick("Read it again")
        await shown.pick("Read it again")
        await shown.pick("Standings")
        await shown.shows("1. Bo Director")
        await shown.pick("Go on")
        await shown.pick("Pairings")
        await shown.shows("Round 1")
        await shown.pick("Go on")
        await shown.pick("To your match")
        await shown.shows("Density Deck · deal ")
        await (await bo.watch_match(shown.playing.seated.match)).resign()
        await shown.shows_beneath("Leave")
        assert "Play again" not in shown.text
        await shown.pick("Back to the tournament")
        await shown.shows("Friday: Density Deck, swiss, round 1 of 2")
        while not (await ada.tournaments.get(id_)).awaited:
            await shown.pick("Read it again")
        await shown.pick("Read it again")
        await shown.shows("The next round waits until these players are ready: Ada Entrant, Bo")
        await shown.pick("Ready for the next round")
        await shown.shows("You are ready.")
        await bo.tournaments.check_in(id_, 2)
        while "Pairings" not in shown.text or "round 2 of 2" not in shown.text:
            await shown.pick("Read it again")
        assert "Leave" not in shown.text


async def test_a_director_runs_a_tournament(server: LiveServer, ada: Client, bo: Client) -> None:
    for client, name in ((ada, "Ada Director"), (bo, "Bo Entrant")):
        await client.account.register(name, PASSWORD)
    async with Client(server.url) as cy:
        await cy.account.register("Cy Entrant", PASSWORD)
        await _directed(ada, bo, cy)


async def _appealed(bo: Client) -> None:
    async with terminal(bo, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Tournaments")
        await shown.pick("Friday")
        await shown.pick("Appeal")
        await shown.pick("again")
        await shown.press(*"me?", "enter")
        await shown.shows("The director answers your appeal.")


async def _directed(ada: Client, bo: Client, cy: Client) -> None:
    made = await ada.tournaments.create("Friday", "density-deck", 2, between_rounds=None, time_limit=600_000)
    id_ = made.summary.id
    for client in (bo, cy):
        await client.tournaments.join(id_)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Tournaments")
        await shown.pick("Friday")
        await shown.pick("Pair round 1")
        while not (await bo.tournaments.get(id_)).rounds:
            await shown.pick("Read it again")
        await shown.pick("Read it again")
        await shown.pick("Rule a result")
        await shown.shows("playing")
        await shown.press("1")
        await shown.pick("1 : 0")
        await shown.shows("The reason")
        await shown.press(*"late", "enter")
        await shown.shows("The ruling stands.")
        await shown.pick("Pairings")
        await shown.shows("1 : 0  (ruling: late)")
        await shown.pick("Go on")
        await shown.pick("Remove a player")
        await shown.pick("Bo Entrant")
        await shown.press(*"two", "enter")
        await shown.pick("Standings")
        await shown.shows("Bo Entrant, removed: two")
        await shown.pick("Go on")
        await shown.pick("Reinstate a player")
        await shown.pick("Bo Entrant")
        await shown.press(*"sorry", "enter")
        await shown.shows("Bo Entrant can come back.")
        await ada.tournaments.remove(id_, bo.player.id, "again")
        await _appealed(bo)
        await shown.pick("Read it again")
        await shown.pick("Answer an appeal")
        await shown.pick("1. Bo Entrant: me?")
        await shown.pick("Uphold it")
        await shown.press(*"no", "enter")
        await shown.shows("The appeal is upheld.")
        await shown.pick("Appeals")
        await shown.shows("1. Bo Entrant: me? · upheld by Ada Director: no")
        await shown.pick("Go on")
        await shown.pick("End the tournament")
        await shown.press(*"rain", "enter")
        await shown.shows("The tournament is over.")
    assert (await bo.tournaments.get(id_)).summary.stage == "ended"
