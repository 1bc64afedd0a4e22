"""Warnings about names that a newer name has replaced."""

import warnings


def deprecated(old: str, new: str) -> None:
    """Warn the caller of the caller that `old` is called `new` now."""
    warnings.warn(f"`{old}` is deprecated since 0.2.0; use `{new}`.", DeprecationWarning, stacklevel=3)
