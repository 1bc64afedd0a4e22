"""Reading of the docstrings below fields and enum values from the source code. They are the descriptions in the
schema."""

import ast
import inspect
import sys
from collections.abc import Mapping
from enum import Enum
from functools import cache
from itertools import pairwise

from quarterdeck_protocol.schema.field_texts import FIELD_TEXTS


def sentences_of(kind: type[Enum]) -> Mapping[str, str]:
    """Return the docstring of each value of an enum, in the order of the source."""
    return {str(kind[name].value): text for name, text in field_texts(kind).items()}


def text_of(kind: type, field: str) -> str | None:
    """Return the description of a field: its docstring, or the shared text for all fields with this name."""
    texts = field_texts(kind)
    return texts.get(field) or FIELD_TEXTS.get(f"{kind.__name__}.{field}") or FIELD_TEXTS.get(field)


@cache
def field_texts(kind: type) -> Mapping[str, str]:
    """Return the docstring of each field of a class, beginning with the fields of its base classes."""
    texts: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if not each.__module__.startswith(("builtins", "enum", "typing", "msgspec")):
            texts.update(_own_texts(each))
    return texts


@cache
def _own_texts(kind: type) -> Mapping[str, str]:
    definition = _classes_in(kind.__module__)[kind.__qualname__]
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


@cache
def _classes_in(module: str) -> Mapping[str, ast.ClassDef]:
    """Return every class in a module's source code, by its qualified name. The source is parsed once and cached."""
    found: dict[str, ast.ClassDef] = {}

    def search(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.ClassDef(name=name):
                    found[prefix + name] = child
                    search(child, f"{prefix}{name}.")
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    search(child, f"{prefix}{name}.<locals>.")
                case ast.stmt():
                    search(child, prefix)
                case _:
                    pass

    search(ast.parse(inspect.getsource(sys.modules[module])), "")
    return found
