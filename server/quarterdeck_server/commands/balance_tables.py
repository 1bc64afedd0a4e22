"""The output of `quarterdeck balance`: tables for people, and the same figures as JSON for programs."""

from collections.abc import Iterator, Mapping, Sequence

from quarterdeck_protocol.safe_text import safe
from rich import box
from rich.table import Table
from rich.text import Text

from quarterdeck_server.evaluation.balance_figures import Balance, Judged
from quarterdeck_server.evaluation.shares import Share, in_words

MANY = {"pairs": " against ", "cards": "won where "}
"""Bounds on so many cards or decks that only broken ones are listed: their name, and the text that marks them."""


def tables(found: Balance) -> Iterator[Table]:
    """Yield all tables of a balance measurement, in the order in which they are printed."""
    yield _decks(found)
    yield _figures(found)
    yield _cards(found)
    yield _bounds(list(found.judged()))


def figures(found: Balance) -> Mapping[str, object]:
    """Return all figures of a balance measurement by name."""
    return {
        "game": found.game.name,
        "matches": len(found.matches),
        "cpu_hours": found.cpu_hours,
        "decks": {
            deck: {
                "all": _numbers(found.against(deck)),
                "begins": _numbers(found.starting(deck)),
                "against": {other: _numbers(found.against(deck, other)) for other in found.decks if other != deck},
            }
            for deck in found.decks
        },
        "first": _numbers(found.first),
        "turns": {"median": found.median_turns, "nine_of_ten": found.long_turns, "all": found.lengths},
        "reasons": found.reasons,
        "draws": _numbers(found.draws),
        "comebacks": _numbers(found.comebacks),
        "forced": _numbers(found.forced),
        "nothing": _numbers(found.nothing),
        "cards": {
            each.card: {"decks": each.decks, "played": _numbers(each.played), "won": _numbers(each.won)}
            for each in found.cards
        },
        "never_played": found.never_played,
        "in_no_deck": found.in_no_deck,
        "bounds": [
            {
                "what": each.what,
                "value": each.value,
                "interval": each.interval,
                "bound": each.bound,
                "is_kept": each.is_kept,
                "is_shown": each.is_shown,
            }
            for each in found.judged()
        ],
    }


def _numbers(share: Share) -> Mapping[str, object]:
    return {"share": share.share, "of": share.of, "interval": share.interval}


def _decks(found: Balance) -> Table:
    table = Table(title="Share of the row's deck against the column's, with 95 % intervals", box=box.SIMPLE)
    table.add_column("")
    for column in ("all", "begins", *found.decks):
        table.add_column(_name(column), justify="right")
    for deck in found.decks:
        others = ["–" if other == deck else in_words(found.against(deck, other)) for other in found.decks]
        table.add_row(_name(deck), in_words(found.against(deck)), in_words(found.starting(deck)), *others)
    return table


def _figures(found: Balance) -> Table:
    table = Table(box=None, show_header=False)
    reasons = ", ".join([f"{reason} {number / len(found.matches):.1%}" for reason, number in found.reasons.items()])
    for row in (
        ("whoever begins", in_words(found.first)),
        ("turns", f"{found.median_turns:g} in the median, {found.long_turns} in nine of ten"),
        ("how they ended", reasons),
        ("draws", in_words(found.draws)),
        ("empty decks", in_words(found.empty)),
        ("comebacks", in_words(found.comebacks)),
        ("forced decisions", in_words(found.forced)),
        ("empty decisions", in_words(found.nothing)),
    ):
        table.add_row(*row)
    return table


def _cards(found: Balance) -> Table:
    """Return a table of the cards that win most and least when they are played, and of those that are never played."""
    table = Table(title="Cards: how often they are played, and what their owners win then", box=box.SIMPLE)
    for column in ("", "played", "won"):
        table.add_column(column, justify="right" if column else "left")
    played = sorted([each for each in found.cards if each.played.won], key=lambda each: -each.won.share)
    for each in (*played[:6], *played[6:][-6:]):
        table.add_row(_name(each.card), f"{each.played.share:.0%}", in_words(each.won))
    for what, cards in (("never played", found.never_played), ("in no deck", found.in_no_deck)):
        if cards:
            table.add_row(what, str(len(cards)), _name(", ".join(cards)))
    return table


def _bounds(judged: Sequence[Judged]) -> Table:
    """Return a table of the broken and undecided bounds, and of all bounds on a single figure. For bounds on many decks
    or cards it has the number of those that keep the bound."""
    table = Table(title="What is asked of the game", box=box.SIMPLE)
    for column in ("", "measured", "between", "from", "to", ""):
        table.add_column(column, justify="right" if column else "left")
    for each in judged:
        if _is_one_of_many(each) and each.is_kept:
            continue
        interval = "…".join([_number(each, value) for value in each.interval])
        numbers = [_number(each, value) for value in each.bound]
        table.add_row(_name(each.what), _number(each, each.value), interval, *numbers, _verdict(each))
    for what, part in MANY.items():
        many = [each for each in judged if part in each.what]
        shown, kept = sum(each.is_shown for each in many), sum(each.is_kept for each in many)
        if many:
            table.add_row(f"{what}: {shown} kept, {kept - shown} open, {len(many) - kept} broken", *[""] * 5)
    return table


def _is_one_of_many(judged: Judged) -> bool:
    return any(part in judged.what for part in MANY.values())


def _verdict(judged: Judged) -> Text:
    """Return the verdict on a bound as coloured text: surely kept, undecided or broken."""
    if not judged.is_kept:
        return Text("broken", "bold red")
    return Text("kept" if judged.is_shown else "open", "" if judged.is_shown else "dim")


def _name(deck: str) -> Text:
    """Return the name of a deck as plain text. The name may come from a file, so it is not read as markup."""
    return Text(safe(deck))


def _number(judged: Judged, value: float) -> str:
    return f"{value:g}" if judged.bound[1] > 1 or judged.what.startswith("cards ") else f"{value:.1%}"
