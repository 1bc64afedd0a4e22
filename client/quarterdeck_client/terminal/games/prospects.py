"""Text for the outlooks of choices. The server sends outlooks with the choices, because clients contain no rules."""

from collections.abc import Sequence

from quarterdeck_protocol.messages import Outlook, RawUpdate


def outlooks_of(update: RawUpdate) -> Sequence[Outlook | None]:
    """Return the outlook of each choice. If their number differs from that of the choices, all are `None`."""
    told = update.outlooks or ()
    return told if len(told) == len(update.choices) else [None] * len(update.choices)


def in_prospect(outlook: Outlook | None) -> str:
    """Return the text of an outlook, for the end of a choice's label: `→ 8 v 7`, `→ 300 v 200: it falls, yours
    holds`."""
    if outlook is None:
        return ""
    numbers = [str(number) for number in (outlook.power, outlook.against) if number is not None]
    score = [] if outlook.score is None else [f"score {outlook.score}"]
    compared = [] if outlook.power is None else [" v ".join(numbers)]
    falls = [] if outlook.removes is None else ["it falls" if outlook.removes else "it holds"]
    falls += [] if outlook.dies is None else ["yours falls" if outlook.dies else "yours holds"]
    said = ": ".join([*score, *compared, *([", ".join(falls)] if falls else [])])
    return f" → {said}" if said else ""
