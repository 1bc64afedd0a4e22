"""Forms for a new table, for a search for opponents, and for the filter of the table list."""

from collections.abc import Sequence
from typing import Any

import msgspec
from quarterdeck_protocol.lobby.matchmaking import Opponents
from quarterdeck_protocol.lobby.tables import Perspectives, ReplayAccess, SpectatorDelay
from quarterdeck_protocol.messages import GameOffer
from textual.app import App

from quarterdeck_client.terminal.plan import Plan, Wish, bot_titles, usual_bot
from quarterdeck_client.terminal.screens.deck_choice import in_words
from quarterdeck_client.terminal.widgets.forms import SettingsForm, chosen, set_up, written, yes_or_no

TIMES = (15.0, 30.0, 60.0, 120.0, 300.0)
OPPONENTS = {
    Opponents.ANYBODY: "people and bots of players",
    Opponents.PEOPLE: "only people",
    Opponents.BOTS: "only bots of players",
}
WAITS = (60.0, 10.0, 0.0, None)
WAITS_IN_WORDS = ("after 60 s", "after 10 s", "at once", "never")
SEEN_AGAIN = (None, ReplayAccess.EVERYBODY, ReplayAccess.PLAYERS, ReplayAccess.NOBODY)
SEEN_AGAIN_IN_WORDS = ("by who might watch", "by everybody", "by its players", "by nobody")
DELAYS = (None, SpectatorDelay.NONE, SpectatorDelay.HALF_A_MINUTE, SpectatorDelay.THREE_MINUTES, SpectatorDelay.END)
DELAYS_IN_WORDS = ("as is usual", "at once", "30 s later", "3 min later", "when it is over")
HANDS = (Perspectives.AFTER, Perspectives.DURING)
HANDS_IN_WORDS = ("when it is over", "3 min later, if all agree")
WHO = ("everybody", "who has the invite code", "who knows the password")
LEAST_CODE, MOST_FRIENDS = 4, 4


async def ask_for_a_table(app: App[Any], offers: Sequence[GameOffer], plan: Plan) -> Plan | None:
    """Ask for the options of a new table."""
    which = await chosen(app, "A new table for which game?", [offer.title for offer in offers])
    if which is None:
        return None
    offer = offers[which]
    seats = range(offer.least_seats, offer.most_seats + 1)
    kinds, titles = offer.bots or (usual_bot(offer),), bot_titles(offer)
    settings = (
        SettingsForm("Seats", [str(number) for number in seats], seats.index(offer.default_seats)),
        SettingsForm("Bots of the house", [str(number) for number in range(offer.most_seats)]),
        SettingsForm("Which bot", [titles.get(kind, kind) for kind in kinds], kinds.index(usual_bot(offer))),
        clock_setting(plan.clock_of_a_table, offer.limits_a_turn),
        yes_or_no("Rated", is_so=plan.rated),
        SettingsForm("Who may come", WHO),
        yes_or_no("May be watched", is_so=plan.spectators),
        SettingsForm("Spectators see it", DELAYS_IN_WORDS, DELAYS.index(plan.spectator_delay)),
        SettingsForm("Spectators see hands", HANDS_IN_WORDS, HANDS.index(plan.perspectives)),
        SettingsForm("Seen again when it is over", SEEN_AGAIN_IN_WORDS, SEEN_AGAIN.index(plan.replays)),
    )
    answer = await set_up(app, f"A new table: {offer.title}", "Open it", settings)
    if answer is None:
        return None
    at_seats, bots, kind, clock, rated, who, watched, delay, hands, seen_again = answer
    password = await written(app, "The password for others:") if who == WHO.index(WHO[-1]) else None
    if who == WHO.index(WHO[-1]) and password is None:
        return None
    return msgspec.structs.replace(
        plan,
        game=offer.name,
        seats=seats[at_seats],
        bots=min(bots, seats[at_seats] - 1),
        bot=kinds[kind],
        time_limit=times_with(plan.clock_of_a_table)[clock],
        rated=bool(rated),
        private=who == 1,
        password=password,
        spectators=bool(watched),
        spectator_delay=DELAYS[delay],
        perspectives=HANDS[hands],
        replays=SEEN_AGAIN[seen_again],
    )


async def ask_for_a_search(app: App[Any], offers: Sequence[GameOffer], plan: Plan) -> Wish | None:
    """Ask for the terms of a search for opponents."""
    with_decks = [offer for offer in offers if offer.decks]
    settings = [
        *(yes_or_no(offer.title, is_so=offer.name == plan.game) for offer in offers),
        *(SettingsForm(f"Deck, {offer.title}", decks_of(offer)) for offer in with_decks),
        clock_setting(plan.clock_of_a_search),
        yes_or_no("Rated", is_so=True),
        SettingsForm("Opponents", tuple(OPPONENTS.values())),
        SettingsForm("Bots of the house", WAITS_IN_WORDS),
        SettingsForm("Friends", ("none", *(f"{number} of us" for number in range(2, MOST_FRIENDS + 1)))),
    ]
    words = "Find opponents in these games"
    while True:
        answer = await set_up(app, words, "Seek", settings)
        if answer is None:
            return None
        settings = [setting._replace(at=at) for setting, at in zip(settings, answer, strict=True)]
        *yes, clock, rated, opponents, bots, friends = answer
        games = [offer for offer, is_sought in zip(offers, yes[: len(offers)], strict=True) if is_sought]
        if not games:
            words = "Choose at least one game"
            continue
        code = await written(app, "A code that your friends enter too (4 to 32 characters):") if friends else None
        if friends and (code is None or len(code) < LEAST_CODE):
            words = "The code needs at least 4 characters"
            continue
        decks = {offer.name: deck_at(offer, at) for offer, at in zip(with_decks, yes[len(offers) :], strict=True)}
        return Wish(
            games=tuple(str(offer.name) for offer in games),
            decks=tuple(decks.get(offer.name) for offer in games),
            time_limit=times_with(plan.clock_of_a_search)[clock],
            rated=bool(rated),
            bots_after=WAITS[bots],
            opponents=tuple(OPPONENTS)[opponents],
            party=None if code is None else (code[:32], friends + 1),
        )


class ListFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Filter of the lobby's table list."""

    games: tuple[str, ...] | None = None
    open_seats: int = 0
    rated: bool | None = None
    least_time_limit: float | None = None
    most_time_limit: float | None = None

    @property
    def is_all(self) -> bool:
        return self == ListFilter()


CLOCKS = ((None, None), (None, 30.0), (30.0, 60.0), (60.0, None))
CLOCKS_IN_WORDS = ("any", "up to 30 s", "30 to 60 s", "60 s and more")


async def ask_filter(app: App[Any], offers: Sequence[GameOffer], now: ListFilter) -> ListFilter | None:
    """Ask for the filter of the table list."""
    settings = [
        *(yes_or_no(offer.title, is_so=now.games is None or offer.name in now.games) for offer in offers),
        yes_or_no("Only with free seats", is_so=now.open_seats > 0),
        SettingsForm("Rated", ("all", "only rated", "only unrated"), {None: 0, True: 1, False: 2}[now.rated]),
        SettingsForm("Clock", CLOCKS_IN_WORDS, CLOCKS.index((now.least_time_limit, now.most_time_limit))),
    ]
    answer = await set_up(app, "Filter the tables", "List these", settings)
    if answer is None:
        return None
    *yes, free, rated, clock = answer
    games = tuple(str(offer.name) for offer, is_listed in zip(offers, yes, strict=True) if is_listed)
    least, most = CLOCKS[clock]
    return ListFilter(
        games=None if len(games) in (0, len(offers)) else games,
        open_seats=free,
        rated=(None, True, False)[rated],
        least_time_limit=least,
        most_time_limit=most,
    )


def times_with(usual: float) -> tuple[float, ...]:
    """Return the times to choose from, in seconds, with this one."""
    return tuple(sorted({*TIMES, usual}))


def clock_setting(usual: float, limits_a_turn: int = 0) -> SettingsForm:
    """Return the setting for the time of a decision or turn."""
    times = times_with(usual)
    words, factor = ("Time for a turn", limits_a_turn) if limits_a_turn else ("Time for a decision", 1)
    return SettingsForm(words, [f"{seconds * factor:g} s" for seconds in times], times.index(usual))


def decks_of(offer: GameOffer) -> list[str]:
    """Return the decks of a game to choose from, in words."""
    return ["the house's choice", *(in_words(deck) for deck in offer.decks)]


def deck_at(offer: GameOffer, at: int) -> str | None:
    """Return the deck at this position; `None` if the house chooses one."""
    return None if at == 0 else offer.decks[at - 1]
