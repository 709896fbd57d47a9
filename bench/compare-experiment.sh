#!/bin/bash
# Measures the error rates of perfhint compare on real recordings: pairs of the same unchanged program, and pairs where the
# second program writes 15 % more bytes. Usage: compare-experiment.sh [UNCHANGED_PAIRS [PLANTED_PAIRS [ROUNDS]]]
# PERFHINT and JAVA name the commands to use; OUT keeps the recordings and comparisons (default: a temporary directory).
# IN_TURN=1 records the two of a pair one after the other; PER_TIME=1 compares them per second.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
perfhint=${PERFHINT:-$here/../perfhint}
java=${JAVA:-java}
unchanged=${1:-20} planted=${2:-10} rounds=${3:-500}
out=${OUT:-$(mktemp -d)}
mkdir -p "$out/classes"
javac -d "$out/classes" "$here/compare/Ledger.java"

# record NAME PERCENT_MORE
record() {
    "$perfhint" record --interval 1ms -o "$out/$1.jfr" -- "$java" -cp "$out/classes" Ledger "$rounds" "$2" \
        > /dev/null 2> "$out/$1.log" || { cat "$out/$1.log"; exit 1; }
}

# pair NAME PERCENT_MORE: prints the rows that differ
pair() {
    # at the same time: what else the machine does then hits both, though not alike
    if [ -z "${IN_TURN:-}" ]; then
        record "$1-before" 0 &
        record "$1-after" "$2"
        wait $!
    else
        record "$1-before" 0
        record "$1-after" "$2"
    fi
    local work="--work-before 1 --work-after 1"
    [ -z "${PER_TIME:-}" ] || work=
    # shellcheck disable=SC2086 -- several words
    "$perfhint" compare $work --format json \
        "$out/$1-before.jfr" "$out/$1-after.jfr" > "$out/$1.json"
    python3 - "$1" "$out/$1.json" << 'PYTHON'
import json, sys
comparison = json.load(open(sys.argv[2]))
rows = comparison["changes"]
different = [r for r in rows if r["verdict"] not in ("same", "inconclusive")]
total = rows[0]
print("%-14s %s  all CPU %+.1f %% (%d, %d samples)  %s" % (
    sys.argv[1], "different" if different else "-        ", 100 * total["relativeChange"],
    total["samplesBefore"], total["samplesAfter"],
    ", ".join("%s %s %+.1f %%" % (r["verdict"], r["name"] or r["subject"], 100 * (r["againstRest"] or r["relativeChange"] or 0))
              for r in different)))
write = [r for r in rows if r["subject"] == "finding" and "write" in r["name"]]
sys.exit(10 if write and write[0]["verdict"] == "larger" else 11 if different else 0)
PYTHON
}

wrong=0 found=0
for ((i = 1; i <= unchanged; i++)); do
    pair "unchanged-$i" 0 || wrong=$((wrong + 1))
done
for ((i = 1; i <= planted; i++)); do
    code=0
    pair "planted-$i" 15 || code=$?
    [ "$code" != 10 ] || found=$((found + 1))
done
echo "unchanged: $wrong of $unchanged pairs called different"
echo "15 % more writes: found in $found of $planted pairs"
