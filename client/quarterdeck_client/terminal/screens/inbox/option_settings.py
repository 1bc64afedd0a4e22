"""Settings for the options of a game, from its JSON Schema."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from quarterdeck_client.terminal.widgets.forms import SettingsForm, yes_or_no

QUARTERS = (2, 3, 5, 6, 8, 12)
"""The values of a number beside the usual one, in quarters of it."""


class OptionSetting(NamedTuple):
    """An option of a game, with the values that its setting names."""

    name: str
    values: Sequence[Any]
    form: SettingsForm


def option_settings(schema: Mapping[str, Any]) -> list[OptionSetting]:
    """Return the settings of a game's options. An option that a form cannot show keeps its default."""
    found = []
    for name, given in schema["$defs"].get("Options", {}).get("properties", {}).items():
        reference = given.get("$ref") or next((each["$ref"] for each in given.get("allOf", ()) if "$ref" in each), "")
        shape = {**schema["$defs"].get(reference.rpartition("/")[2], {}), **given}
        title, usual = str(shape.get("title", name)), given.get("default")
        if shape.get("type") == "boolean":
            found.append(OptionSetting(name, (False, True), yes_or_no(title, is_so=bool(usual))))
            continue
        if shape.get("type") == "integer" and {"minimum", "maximum"} <= shape.keys() and isinstance(usual, int):
            least, most = shape["minimum"], shape["maximum"]
            near = {usual * each // 4 for each in QUARTERS}
            numbers = sorted({least, usual, *(each for each in near if least < each < most)})
            titles = {number: str(number) for number in numbers}
        else:
            titles = {each["const"]: each.get("title", each["const"]) for each in shape.get("oneOf", ())}
            titles = titles or {each: str(each) for each in shape.get("enum", ())}
        if usual in titles:
            values = list(titles)
            found.append(OptionSetting(name, values, SettingsForm(title, list(titles.values()), values.index(usual))))
    return found
