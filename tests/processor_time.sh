#!/bin/sh
# Runs a program to its end, prints how much processor time it and its children took, and ends as it did:
#
#   processor_time.sh PROGRAM ARGUMENT…
set -u

status=0
"$@" || status=$?

# `times` counts no child in a pipe, for that is a process of its own.
file="$(mktemp)"
times >"$file"
awk 'NR == 2 {
    split($1, own, /[ms]/)
    split($2, kernel, /[ms]/)
    printf "CPU time: %.2f minutes (user and system, of all processes)\n", own[1] + kernel[1] + (own[2] + kernel[2]) / 60
}' "$file"
rm -f "$file"
exit "$status"
