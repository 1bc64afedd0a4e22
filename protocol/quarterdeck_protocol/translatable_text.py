"""Sentences for people that keep their template and values, so that they can be translated later.

Code that refuses a command writes an English sentence and knows nothing about languages: a `Text` is that sentence. The
sender looks up a translation of its template.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Form = Callable[[int], int]
"""The grammatical form of a text that a number needs, such as singular or plural."""

_FIELD = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")


class Text(str):
    """A sentence with `{field}` as a placeholder for a value: `Text("Cards cost {cost}.", cost=3)`.

    `{count|# card|# cards}` is one of these texts depending on the number, which replaces `#`, as in phrases. A field
    that is a `Text` itself is translated too.
    """

    __slots__ = ("fields", "template")

    fields: Mapping[str, Any]
    template: str

    def __new__(cls, template: str, /, **fields: Any) -> "Text":
        text = super().__new__(cls, filled(template, fields))
        text.template = template
        text.fields = fields
        return text


def sentences(texts: Iterable[str]) -> Text:
    """Return one text that joins several texts, each of which can be translated."""
    fields = {f"text_{number}": text for number, text in enumerate(texts)}
    return Text(" ".join(f"{{{name}}}" for name in fields), **fields)


def filled(template: str, fields: Mapping[str, Any], form: Form | None = None) -> str:
    """Return a template with its fields filled in. `form` returns which plural form belongs to a number."""
    return str(_FIELD.sub(lambda field: _said(fields[field[1]], field[2], form or form_of_one), template))


def form_of_one(number: int) -> int:
    """Return the plural form for a number in languages like English and German: one for 1, and another for all other
    numbers."""
    return int(number != 1)


def fields_of(template: str) -> set[str]:
    """Return the names of all fields in a template."""
    return {field[1] for field in _FIELD.finditer(template)}


def _said(value: Any, forms: str | None, form: Form) -> str:
    if forms is None:
        return str(value)
    texts = forms.split("|")
    return texts[min(form(value), len(texts) - 1)].replace("#", str(value))
