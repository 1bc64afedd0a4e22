"""Dialogs about tournaments: the list, one with its standings and pairings, and the commands of its director."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from quarterdeck_protocol.lobby.tournaments import (
    LONGEST_REASON,
    AppealStage,
    EntrantStage,
    Tournament,
    TournamentDecks,
    TournamentEntry,
    TournamentFormat,
    TournamentId,
    TournamentStage,
)
from quarterdeck_protocol.names import TableId
from quarterdeck_protocol.sides import Player
from textual.app import App

from quarterdeck_client.client import Client
from quarterdeck_client.errors import RefusedError
from quarterdeck_client.terminal.screens.deck_choice import bring_deck
from quarterdeck_client.terminal.screens.inbox.sealed_deck import build_deck
from quarterdeck_client.terminal.screens.inbox.tournament_form import new_tournament, show_schedules
from quarterdeck_client.terminal.widgets.forms import chosen, written
from quarterdeck_client.words.tournament_words import (
    OVER,
    appealable_of,
    appeals_in_words,
    entrant_of,
    goes_on,
    hundredths_in_words,
    is_played,
    own_pairing,
    packs_in_words,
    pairing_in_words,
    pairings_in_words,
    standings_in_words,
    summary_in_words,
    tournament_in_words,
)

Deed = tuple[str, Callable[[], Awaitable[object]]]
"""The label of an action, and the action."""

PAIR = 2
RESULTS = ((100, 0), (50, 50), (0, 100), (0, 0))
"""The results that a director can rule."""

ROWS = 50
"""Rows of a large tournament that are read at once. Its directors read all."""

GONE = (EntrantStage.REMOVED, EntrantStage.DISQUALIFIED)
WHY = "The reason, which everybody can read:"


async def show_tournaments(app: App[Any], client: Client) -> TableId | None:
    """Show the tournaments until the player leaves. Return the table of the player's match if the player goes there.
    Raises `ClientError`."""
    if not client.tournaments.are_played_here:
        await chosen(app, "This server has no tournaments.", ["Go on"])
        return None
    while True:
        listed = await client.tournaments.list()
        labels = [summary_in_words(each, _titles(client)) for each in listed]
        title = "Tournaments" if labels else "Tournaments\nNone yet."
        which = await chosen(app, title, [*labels, "New tournament …", "Your weekly tournaments …"])
        if which is None:
            return None
        if which == len(listed) + 1:
            await show_schedules(app, client)
            continue
        opened = listed[which].id if which < len(listed) else await new_tournament(app, client)
        if opened is None:
            continue
        table = await show_tournament(app, client, opened)
        if table is not None:
            return table


async def show_tournament(app: App[Any], client: Client, tournament: TournamentId) -> TableId | None:
    """Show a tournament until the player leaves, and return as `show_tournaments`."""
    return await _Dialog(app, client, tournament).show()


class _Dialog:
    """The dialog about one tournament."""

    def __init__(self, app: App[Any], client: Client, tournament: TournamentId) -> None:
        self._app = app
        self._client = client
        self._id = tournament
        self._went: TableId | None = None

    async def show(self) -> TableId | None:
        """Show the tournament until the player leaves or goes to the match of the round."""
        said = ""
        while self._went is None:
            tournament = await self._part()
            lines = tournament_in_words(tournament, _titles(self._client), self._client.player.id)
            deeds = self._deeds(tournament)
            words = "\n".join([*lines, *([f"\n{said}"] if said else [])])
            which = await chosen(self._app, words, [label for label, _ in deeds])
            if which is None:
                return None
            try:
                said = str(await deeds[which][1]() or "")
            except RefusedError as refused:
                said = str(refused)
        return self._went

    async def _part(self) -> Tournament:
        """Return the tournament: all of it if it is small or if the player directs it, or else a part."""
        tournament = await self._client.tournaments.page(self._id, ROWS)
        return await self._whole(tournament) if self._directs(tournament) else tournament

    async def _whole(self, tournament: Tournament) -> Tournament:
        return tournament if tournament.part is None else await self._client.tournaments.get(self._id)

    def _directs(self, tournament: Tournament) -> bool:
        return self._client.player.id in {each.id for each in (tournament.director, *tournament.assistants)}

    def _deeds(self, tournament: Tournament) -> list[Deed]:
        me = self._client.player.id
        is_arena = tournament.summary.format is TournamentFormat.ARENA
        deeds: list[Deed] = []
        own = own_pairing(tournament, me)
        if own is not None and own.match is not None and own.points is None:
            deeds.append(("To your match", lambda: self._go(TableId(str(own.match)))))
        deeds.append(("Standings", lambda: self._read_all("Standings", standings_in_words, tournament)))
        if tournament.own_packs:
            deeds.append(("Your packs", lambda: self._read("Your packs", packs_in_words(tournament))))
        if tournament.rounds:
            deeds.append(("Pairings", lambda: self._read_all("Pairings", pairings_in_words, tournament)))
        if tournament.appeals:
            deeds.append(("Appeals", lambda: self._read("Appeals", appeals_in_words(tournament))))
        if tournament.summary.stage not in OVER:
            if appealable_of(tournament, me):
                deeds.append(("Appeal …", lambda: self._appeal(tournament)))
            entrant = entrant_of(tournament, me)
            if entrant is None:
                deeds.append(("Enter", lambda: self._join(tournament)))
            elif entrant.stage in (EntrantStage.OUT, EntrantStage.ABSENT):
                if goes_on(tournament, me):
                    deeds.append(("Come back", lambda: self._join(tournament)))
            elif entrant.stage is EntrantStage.WAITING:
                deeds.append(("Leave the waiting list", self._leave))
            elif entrant.stage is EntrantStage.IN:
                if tournament.summary.stage is TournamentStage.OPEN and tournament.own_packs:
                    deeds.append(("Bring your deck", lambda: self._join(tournament, brings=True)))
                if me in tournament.awaited:
                    deeds.append(("Ready for the next round", lambda: self._check_in(tournament.summary.round + 1)))
                if tournament.check_in is not None and not entrant.checked_in and not tournament.rounds:
                    deeds.append(("Check in", self._check_in))
                if goes_on(tournament, me):
                    deeds.append(("Pause" if is_arena and tournament.rounds else "Leave", self._leave))
            if self._directs(tournament):
                deeds += self._of_director(tournament)
        return [*deeds, ("Read it again", self._nothing)]

    def _of_director(self, tournament: Tournament) -> list[Deed]:
        summary = tournament.summary
        deeds: list[Deed] = []
        is_arena = summary.format is TournamentFormat.ARENA
        if is_arena:
            if summary.stage is TournamentStage.OPEN:
                deeds.append(("Begin the arena", lambda: self._begin(1)))
        elif not is_played(tournament) and summary.round < summary.rounds:
            deeds.append((f"Pair round {summary.round + 1}", lambda: self._begin(summary.round + 1)))
        if not is_arena and any(
            each.match is not None and len(each.players) == PAIR
            for of in tournament.rounds[-1:]
            for each in of.pairings
        ):
            deeds.append(("Rule a result …", lambda: self._rule(tournament)))
        gone = [each.player for each in tournament.entrants if each.stage in GONE]
        here = [each.player for each in tournament.entrants if each.stage not in GONE]
        if here:
            deeds.append(("Remove a player …", lambda: self._remove(here, disqualify=False)))
            deeds.append(("Disqualify a player …", lambda: self._remove(here, disqualify=True)))
        if gone:
            deeds.append(("Reinstate a player …", lambda: self._reinstate(gone)))
        if any(each.stage is AppealStage.OPEN for each in tournament.appeals):
            deeds.append(("Answer an appeal …", lambda: self._answer_appeal(tournament)))
        if tournament.entry is TournamentEntry.INVITED:
            deeds.append(("Invite a player …", self._invite))
        if tournament.director.id != self._client.player.id:
            return deeds
        if tournament.assistants:
            deeds.append(("Dismiss an assistant …", lambda: self._dismiss(tournament.assistants)))
        return [*deeds, ("Appoint an assistant …", self._appoint), ("End the tournament …", self._end)]

    async def _nothing(self) -> None:
        return None

    async def _go(self, table: TableId) -> None:
        self._went = table

    async def _read(self, title: str, lines: list[str]) -> None:
        await chosen(self._app, "\n".join([title, *(lines or ["Nobody has entered yet."])]), ["Go on"])

    async def _read_all(self, title: str, words: Callable[[Tournament], list[str]], tournament: Tournament) -> None:
        await self._read(title, words(await self._whole(tournament)))

    async def _join(self, tournament: Tournament, *, brings: bool = False) -> None:
        game = tournament.summary.game
        ready = next((offer.decks for offer in self._client.welcome.games if offer.name == game), ())
        is_back = entrant_of(tournament, self._client.player.id) is not None
        is_locked = is_back and tournament.summary.stage is TournamentStage.RUNNING
        if not ready or is_locked or (tournament.decks is TournamentDecks.SEALED and not brings):
            await self._client.tournaments.join(self._id)
            return
        if brings:
            await build_deck(self._app, self._client, tournament)
            return
        await bring_deck(
            self._app, self._client, game, ready, "back", lambda deck: self._client.tournaments.join(self._id, deck)
        )

    async def _check_in(self, round_: int | None = None) -> str:
        await self._client.tournaments.check_in(self._id, round_)
        return "You have checked in." if round_ is None else "You are ready."

    async def _leave(self) -> str:
        await self._client.tournaments.leave(self._id)
        return "You have left. You can come back."

    async def _begin(self, round_: int) -> str:
        await self._client.tournaments.begin_round(self._id, round_)
        return "The next pairing follows in a moment: read it again."

    async def _rule(self, tournament: Tournament) -> str:
        names = {each.player.id: each.player.name for each in tournament.entrants}
        matches = [
            each for each in tournament.rounds[-1].pairings if each.match is not None and len(each.players) == PAIR
        ]
        which = await chosen(self._app, "Which match?", [pairing_in_words(each, names) for each in matches])
        if which is None:
            return ""
        of = matches[which]
        is_pods = tournament.summary.format is TournamentFormat.PODS
        table = RESULTS if not is_pods else _pod_results(tournament.place_points)
        results = [" : ".join(map(hundredths_in_words, each)) for each in table]
        result = await chosen(self._app, pairing_in_words(of, names), results)
        why = None if result is None else await written(self._app, WHY, most=LONGEST_REASON)
        if result is None or why is None:
            return ""
        points, pod = (RESULTS[result], ()) if not is_pods else ((0, 0), table[result])
        await self._client.tournaments.rule(self._id, str(of.match), points, why, pod_points=pod)
        return "The ruling stands."

    async def _remove(self, players: Sequence[Player], *, disqualify: bool) -> str:
        player, why = await self._chosen(players)
        if player is None or why is None:
            return ""
        await self._client.tournaments.remove(self._id, player.id, why, disqualify=disqualify)
        return f"{player.name} is {'disqualified' if disqualify else 'removed'}."

    async def _reinstate(self, players: Sequence[Player]) -> str:
        player, why = await self._chosen(players)
        if player is None or why is None:
            return ""
        await self._client.tournaments.reinstate(self._id, player.id, why)
        return f"{player.name} can come back."

    async def _appeal(self, tournament: Tournament) -> str:
        rulings = appealable_of(tournament, self._client.player.id)
        which = await chosen(self._app, "Against which ruling?", [ruling for _, ruling in rulings])
        why = None if which is None else await written(self._app, WHY, most=LONGEST_REASON)
        if which is None or why is None:
            return ""
        await self._client.tournaments.appeal(self._id, why, match=rulings[which][0])
        return "The director answers your appeal."

    async def _answer_appeal(self, tournament: Tournament) -> str:
        lines = dict(zip(tournament.appeals, appeals_in_words(tournament), strict=True))
        waiting = [each for each in tournament.appeals if each.stage is AppealStage.OPEN]
        which = await chosen(self._app, "Which appeal?", [lines[each] for each in waiting])
        verdict = None if which is None else await chosen(self._app, lines[waiting[which]], ["Reject it", "Uphold it"])
        why = None if verdict is None else await written(self._app, WHY, most=LONGEST_REASON)
        if which is None or why is None:
            return ""
        number = waiting[which].number
        await self._client.tournaments.answer_appeal(self._id, number, why, upheld=verdict == 1)
        return f"The appeal is {'upheld' if verdict == 1 else 'rejected'}."

    async def _invite(self) -> str:
        player = await self._named("Whom do you invite?")
        if player is None:
            return ""
        await self._client.tournaments.invite(self._id, player.id)
        return f"{player.name} can enter."

    async def _appoint(self) -> str:
        player = await self._named("Who directs it with you?")
        if player is None:
            return ""
        await self._client.tournaments.appoint(self._id, player.id)
        return f"{player.name} directs it with you."

    async def _dismiss(self, assistants: Sequence[Player]) -> str:
        which = await chosen(self._app, "Whom?", [each.name for each in assistants])
        if which is None:
            return ""
        await self._client.tournaments.appoint(self._id, assistants[which].id, on=False)
        return f"{assistants[which].name} directs it no longer."

    async def _named(self, words: str) -> Player | None:
        name = await written(self._app, words)
        return None if name is None else (await self._client.standings.profile(name=name)).player

    async def _chosen(self, players: Sequence[Player]) -> tuple[Player | None, str | None]:
        which = await chosen(self._app, "Whom?", [each.name for each in players])
        return (None, None) if which is None else (players[which], await written(self._app, WHY, most=LONGEST_REASON))

    async def _end(self) -> str:
        why = await written(self._app, "The reason for the end, which is kept in the log:", most=LONGEST_REASON)
        if why is None:
            return ""
        await self._client.tournaments.end(self._id, why)
        return "The tournament is over."


def _titles(client: Client) -> dict[str, str]:
    return {str(offer.name): offer.title for offer in client.welcome.games}


def _pod_results(place_points: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return the results that a director can rule of a pod of two."""
    first, second = (*place_points, 0, 0)[:PAIR]
    tied = (first + second) // PAIR
    return (first, second), (tied, tied), (second, first), (0, 0)
