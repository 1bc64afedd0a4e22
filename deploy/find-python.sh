#!/bin/sh
# Prints a Python that can hold the server, or says what is missing and how to get it.
# Every candidate is executed, not only looked up: a version manager's shim is found on PATH even where it cannot run.
# PYTHON=/path/to/python tries that one alone.

if [ -n "${PYTHON:-}" ]; then
    set -- "$PYTHON"
else
    set -- python3.13 python3.12 python3.11 python3
fi

old=
bare=
for python in "$@"; do
    # Debian ships `venv` without `ensurepip`, so an environment would begin to be made and then fail half-way.
    kind=$("$python" -c '
import sys
try:
    import ensurepip, venv
    complete = True
except ImportError:
    complete = False
version = "%d.%d" % sys.version_info[:2]
print("%s %s" % ("old" if sys.version_info < (3, 11) else "good" if complete else "bare", version))
' 2>/dev/null) || continue
    case $kind in
        good*) echo "$python"; exit 0 ;;
        bare*) bare=${bare:-$kind} ;;
        old*) old=${old:-$kind} ;;
    esac
done

{
    if [ -n "$bare" ]; then
        echo "Python ${bare#bare } is here, but it cannot make an environment: its venv package is missing."
        echo "On Debian or Ubuntu: apt-get install python3-venv (as root), then again."
    else
        if [ -n "$old" ]; then
            echo "Quarterdeck needs Python 3.11 or newer; the one found here is ${old#old }."
        else
            echo "Quarterdeck needs Python 3.11 or newer; none was found that runs (tried: $*)."
        fi
        echo "On Debian or Ubuntu: apt-get install python3 python3-venv (as root). On macOS: brew install python@3.13."
        echo "If it is somewhere else: make PYTHON=/path/to/python3 and the target."
    fi
} >&2
exit 1
