"""How a match ended, in words."""

from quarterdeck_protocol.messages import RawUpdate, Result
from rich.text import Text

from quarterdeck_client.phrases import VOID, PhraseBook


def end_in_words(result: Result, update: RawUpdate, phrasing: PhraseBook) -> Text:
    """Return who came where, and why it ended."""
    lines = Text("The match is over.\n\n", style="bold")
    if not result.places:
        return lines.append(f"{VOID}.", style="not bold")
    for place, seat in sorted((place, seat) for seat, place in enumerate(result.places)):
        own = seat == update.seat
        said = f"  {place}.  {phrasing.seat(seat)}{' (you)' if own else ''}\n"
        lines.append(said, style="bold" if own else "not bold")
    return lines.append(f"\nWhy it ended: {phrasing.thing('reason', result.reason)}.", style="not bold")
