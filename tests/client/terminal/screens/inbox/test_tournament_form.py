"""New tournaments and schedules in the terminal client, by keys."""

from quarterdeck_client import Client
from quarterdeck_client.terminal.app import Plan
from quarterdeck_protocol.lobby.tables import SpectatorDelay
from quarterdeck_protocol.lobby.tournaments import TieBreak, TournamentEntry
from screens import terminal
from servers import PASSWORD


async def test_a_player_makes_a_tournament_invites_and_appoints(ada: Client, bo: Client) -> None:
    for client, name in ((ada, "Ada Director"), (bo, "Bo Entrant")):
        await client.account.register(name, PASSWORD)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Tournaments")
        await shown.pick("New tournament")
        await shown.pick("swiss")
        await shown.pick("Amfibido")
        await shown.press(*"Friday", "enter")
        await shown.shows("Its start")
        await shown.press("enter")
        for setting in (
            "Equal points",
            "Accelerate",
            "Begin it",
            "Spectators see it: as",
            "Spectators see it: at once",
        ):
            await shown.pick(setting)
        await shown.pick("Entry …")
        for setting in ("Who can enter", "Waiting list", "Lowest rating: any", "Lowest rating: 1200"):
            await shown.pick(setting)
        await shown.press("enter")
        await shown.pick("Options of the game …")
        await shown.pick("Sensei: yes")
        await shown.pick("Last round: 16")
        await shown.press("enter")
        await shown.shows("Spectators see it: 30 s later")
        await shown.press("enter")
        await shown.shows("By invitation, ratings from 1400, with a waiting list, the first rounds are")
        await shown.pick("Invite a player")
        await shown.press(*"Bo Entrant", "enter")
        await shown.pick("Appoint an assistant")
        await shown.press(*"Bo Entrant", "enter")
        await shown.shows("Directed by Ada Director, Bo Entrant")
        await shown.pick("Dismiss an assistant")
        await shown.pick("Bo Entrant")
        await shown.shows("Bo Entrant directs it no longer.")
    (listed,) = await bo.tournaments.list()
    known = await bo.tournaments.join(listed.id)
    assert (known.entry, known.accelerated, known.assistants) == (TournamentEntry.INVITED, True, ())
    assert (known.spectator_delay, known.when_ready) == (SpectatorDelay.HALF_A_MINUTE, True)
    assert (known.options["max_rounds"], known.options["sensei"]) == (20, False)
    assert known.tie_breaks == (TieBreak.BUCHHOLZ, TieBreak.WINS)


async def test_a_player_makes_a_schedule_and_ends_it(ada: Client) -> None:
    await ada.account.register("Ada Director", PASSWORD)
    async with terminal(ada, Plan()) as shown:
        await shown.shows("n  New table")
        await shown.press("j")
        await shown.pick("Tournaments")
        await shown.pick("New tournament")
        await shown.pick("pods")
        await shown.pick("Density Deck")
        await shown.press(*"Monday", "enter")
        await shown.shows("Its start")
        await shown.press(*"2100-01-04 20:00", "enter")
        await shown.pick("Every week at this time")
        await shown.press("enter")
        await shown.shows("The server makes it each week at 20:00")
        await shown.pick("Go on")
        (schedule,) = await ada.tournaments.schedules()
        assert (schedule.name, schedule.weekday, schedule.at) == ("Monday", 0, "20:00")
        await shown.pick("Your weekly tournaments")
        await shown.pick("Monday: every monday 20:00")
        await shown.pick("End it")
        await shown.shows("You have no weekly tournaments.")
    assert await ada.tournaments.schedules() == ()
