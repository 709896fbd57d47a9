#!/bin/sh
# Shows the system-CPU headline beside the kernel's own numbers on a program with many timer interrupts and short runs.
# Needs Linux and a JDK on the PATH. Usage: run.sh [THREADS MILLIS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
perfhint=$here/../../perfhint
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
javac -d "$work" "$here/Interrupts.java"
set -- "${1:-8}" "${2:-1500}"
for engine in perf ctimer jfr; do
    "$perfhint" record --engine $engine -o "$work/$engine.jfr" -- java -cp "$work" Interrupts "$@" 2> /dev/null
    printf '%-7s' "$engine"
    "$perfhint" analyze "$work/$engine.jfr" 2> /dev/null | head -1
done
printf '%-7s' plain
bash -c 'TIMEFORMAT="user %U s, system %S s (without a profiler)"; time "$@"' - java -cp "$work" Interrupts "$@" 2>&1
