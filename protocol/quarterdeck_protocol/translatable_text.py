"""Sentences for people that keep their template and its values, for later translation.

Code that refuses something writes English, beside the rule, and knows nothing of languages: a `Text` is that English
sentence. The sender looks for its template in another language.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

Form = Callable[[int], int]
"""Which of a language's forms goes with a number."""

_FIELD = re.compile(r"\{(\w+)(?:\|([^{}]*))?\}")


class Text(str):
    """A sentence with `{field}` where a value belongs: `Text("Cards cost {cost}.", cost=3)`.

    `{count|# card|# cards}` is one of these texts by the number, with it in the place of `#`, as in phrases. A field
    that is a `Text` itself is said in the other language too.
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
    """Return several texts behind one another, each of which can be said in another language."""
    fields = {f"text_{number}": text for number, text in enumerate(texts)}
    return Text(" ".join(f"{{{name}}}" for name in fields), **fields)


def filled(template: str, fields: Mapping[str, Any], form: Form | None = None) -> str:
    """Return a template with its fields in it; `form` says which of a language's forms goes with a number."""
    return str(_FIELD.sub(lambda field: _said(fields[field[1]], field[2], form or form_of_one), template))


def form_of_one(number: int) -> int:
    """Return which form goes with a number in languages like English and German: one for 1, and another one."""
    return int(number != 1)


def fields_of(template: str) -> set[str]:
    """Return the names of all fields in a template."""
    return {field[1] for field in _FIELD.finditer(template)}


def _said(value: Any, forms: str | None, form: Form) -> str:
    if forms is None:
        return str(value)
    texts = forms.split("|")
    return texts[min(form(value), len(texts) - 1)].replace("#", str(value))
