"""The reports that stand in PROTOCOL.md."""

from node import TOP


def recorded_report(checked: str) -> str:
    """Return the report on the client, or on the server, as the page has it."""
    page = (TOP / "protocol" / "PROTOCOL.md").read_text("utf-8")
    return page.partition(f"<!-- report: {checked} -->\n```text\n")[2].partition("\n```")[0]
