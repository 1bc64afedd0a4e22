"""Outlooks of choices in words. They come from the server beside the choices: a client knows no rules."""

from collections.abc import Sequence

from quarterdeck_protocol.messages import Outlook, RawUpdate


def outlooks_of(update: RawUpdate) -> Sequence[Outlook | None]:
    """Return the outlook of each choice; none at all unless there is one for each."""
    told = update.outlooks or ()
    return told if len(told) == len(update.choices) else [None] * len(update.choices)


def in_prospect(outlook: Outlook | None) -> str:
    """Return the outlook of a choice, to stand after it: `→ 8 v 7`, `→ 300 v 200: it falls, yours holds`."""
    if outlook is None:
        return ""
    numbers = [str(number) for number in (outlook.power, outlook.against) if number is not None]
    score = [] if outlook.score is None else [f"score {outlook.score}"]
    compared = [] if outlook.power is None else [" v ".join(numbers)]
    falls = [] if outlook.removes is None else ["it falls" if outlook.removes else "it holds"]
    falls += [] if outlook.dies is None else ["yours falls" if outlook.dies else "yours holds"]
    said = ": ".join([*score, *compared, *([", ".join(falls)] if falls else [])])
    return f" → {said}" if said else ""
