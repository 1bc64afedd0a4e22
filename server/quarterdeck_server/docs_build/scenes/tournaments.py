"""Tournament messages: Ned makes a tournament and enters it with Ona and Pia. Pia leaves and returns, Ned leaves."""

from quarterdeck_protocol.lobby import tournaments as messages
from quarterdeck_protocol.lobby.accounts import Register, SignedIn, SignIn
from quarterdeck_protocol.lobby.notices import WatchNotices
from quarterdeck_protocol.lobby.tournament_schedules import (
    ListTournamentSchedules,
    RemoveTournamentSchedule,
    ScheduleTournament,
    TournamentSchedules,
)
from quarterdeck_protocol.names import GameName, MatchId

from quarterdeck_server.docs_build.recorded_server import RecordedServer

GAME = GameName("density-deck")
PASSWORD = "a lamp in the window"  # noqa: S105 - nobody's


async def about_tournaments(server: RecordedServer) -> None:
    """Send every message about tournaments, so that examples of them are recorded."""
    ned, ona, pia = people = server.people("ned", "ona", "pia")
    players = []
    for person, name in zip(people, ("Ned", "Ona", "Pia"), strict=True):
        signed_in = await person.say(SignIn())
        assert isinstance(signed_in, SignedIn)  # noqa: S101 - the answer to this command
        players.append(signed_in.player.id)
        await person.say(Register(name=name, password=PASSWORD))
    made = await ned.say(messages.CreateTournament(name="Friday evening", game=GAME, rounds=3, time_limit=60_000))
    assert isinstance(made, messages.TournamentChanged)  # noqa: S101 - the answer to this command
    id_ = made.tournament.summary.id
    for person in people:
        await person.say(messages.JoinTournament(tournament=id_))
    await pia.say(messages.LeaveTournament(tournament=id_))
    await pia.say(messages.JoinTournament(tournament=id_))
    await ned.say(messages.LeaveTournament(tournament=id_))
    await ona.say(messages.ListTournaments())
    await ona.say(WatchNotices())
    await ned.say(messages.BeginTournamentRound(tournament=id_, round=1))
    await server.continue_tournaments()
    await ona.wait_for_notices(1)
    shown = await ona.say(messages.GetTournament(tournament=id_))
    assert isinstance(shown, messages.TournamentChanged)  # noqa: S101 - the answer to this command
    match = shown.tournament.rounds[0].pairings[0].match or MatchId("")
    ruling = messages.RuleTournamentResult(tournament=id_, match=match, points=(100, 0), why="Ona had to go.")
    await ned.say(ruling)
    await ned.say(messages.RemoveEntrant(tournament=id_, player=players[1], why="Left without a word."))
    await ned.say(messages.EndTournament(tournament=id_, why="One player is left."))


async def about_entrants(server: RecordedServer) -> None:
    """Rae makes a tournament with check-in, and disqualifies Sol by mistake."""
    rae, sol = server.people("rae", "sol")
    players = []
    for person, name in ((rae, "Rae"), (sol, "Sol")):
        signed_in = await person.say(SignIn())
        assert isinstance(signed_in, SignedIn)  # noqa: S101 - the answer to this command
        players.append(signed_in.player.id)
        await person.say(Register(name=name, password=PASSWORD))
    made = await rae.say(
        messages.CreateTournament(
            name="Saturday",
            game=GAME,
            rounds=3,
            format=messages.TournamentFormat.PODS,
            place_points=(500, 300, 200, 100),
            check_in=600_000,
        )
    )
    assert isinstance(made, messages.TournamentChanged)  # noqa: S101 - the answer to this command
    id_ = made.tournament.summary.id
    await sol.say(messages.JoinTournament(tournament=id_))
    await sol.say(messages.CheckInTournament(tournament=id_))
    await rae.say(messages.RemoveEntrant(tournament=id_, player=players[1], why="Two accounts.", disqualify=True))
    await rae.say(messages.ReinstateEntrant(tournament=id_, player=players[1], why="They are of two people."))
    await rae.say(messages.RemoveEntrant(tournament=id_, player=players[1], why="One address."))
    await sol.say(messages.AppealRuling(tournament=id_, why="We share a flat."))
    await rae.say(messages.AnswerAppeal(tournament=id_, appeal=1, upheld=True, why="That is true."))
    await rae.say(messages.EndTournament(tournament=id_, why="Nobody else came."))


async def about_schedules(server: RecordedServer) -> None:
    """Wim lets the server make a tournament each Friday, and changes his mind."""
    (wim,) = server.people("wim")
    await wim.say(SignIn())
    await wim.say(Register(name="Wim", password=PASSWORD))
    friday = messages.CreateTournament(name="Friday evening", game=GAME, rounds=4)
    made = await wim.say(ScheduleTournament(tournament=friday, weekday=4, at="20:00", zone="Europe/Berlin"))
    assert isinstance(made, TournamentSchedules)  # noqa: S101 - the answer to this command
    await wim.say(ListTournamentSchedules())
    await wim.say(RemoveTournamentSchedule(schedule=made.schedules[0].id))


async def about_arenas(server: RecordedServer) -> None:
    """Tia makes an arena, which begins with Uli and Vic."""
    tia, uli, vic = people = server.people("tia", "uli", "vic")
    players = []
    for person, name in zip(people, ("Tia", "Uli", "Vic"), strict=True):
        signed_in = await person.say(SignIn())
        assert isinstance(signed_in, SignedIn)  # noqa: S101 - the answer to this command
        players.append(signed_in.player.id)
        await person.say(Register(name=name, password=PASSWORD))
    made = await tia.say(
        messages.CreateTournament(
            name="Sunday arena",
            game=GAME,
            rounds=1,
            format=messages.TournamentFormat.ARENA,
            duration=3_600_000,
            most_in_arena=500,
            entry=messages.TournamentEntry.INVITED,
            waiting_list=True,
        )
    )
    assert isinstance(made, messages.TournamentChanged)  # noqa: S101 - the answer to this command
    id_ = made.tournament.summary.id
    for player in players[1:]:
        await tia.say(messages.InviteToTournament(tournament=id_, player=player))
    for person in (uli, vic):
        await person.say(messages.JoinTournament(tournament=id_))
    await tia.say(messages.AppointAssistant(tournament=id_, player=players[1]))
    await tia.say(messages.BeginTournamentRound(tournament=id_, round=1))
    await server.continue_tournaments()
    await uli.say(messages.GetTournament(tournament=id_))
    await tia.say(messages.EndTournament(tournament=id_, why="The hall closes."))
