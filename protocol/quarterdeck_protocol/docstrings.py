"""What the source says of a type: the strings behind its fields and values, which are the schema's text."""

import ast
import inspect
from collections.abc import Mapping
from enum import Enum
from functools import cache
from itertools import pairwise
from textwrap import dedent

from quarterdeck_protocol.field_texts import FIELD_TEXTS


def sentences_of(kind: type[Enum]) -> Mapping[str, str]:
    """Return what the docstrings say of each value of an enum, in the order of the source."""
    return {str(kind[name].value): text for name, text in field_texts(kind).items()}


def text_of(kind: type, field: str) -> str | None:
    """Return what a field means: its docstring, or what fields of this name always mean."""
    texts = field_texts(kind)
    return texts.get(field) or FIELD_TEXTS.get(f"{kind.__name__}.{field}") or FIELD_TEXTS.get(field)


@cache
def field_texts(kind: type) -> Mapping[str, str]:
    """Return what stands as a string behind each field of a class, its bases' fields first."""
    texts: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith(("builtins", "enum", "typing", "msgspec")):
            texts.update(_own_texts(each))
    return texts


def _own_texts(kind: type) -> Mapping[str, str]:
    (definition,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)  # noqa: S101 - it is the source of a class
    texts = {}
    for statement, after in pairwise(definition.body):
        match statement, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                texts[name] = " ".join(text.split())
            case _:
                pass
    return texts
