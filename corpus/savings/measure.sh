#!/usr/bin/env bash
# Compares predicted with measured savings: measure.sh OUT RUNS [CASE...]
# Records the base of each case with perf_events and with ctimer, then runs base and remedy in turn, RUNS times each, without
# profiler. OUT/savings.tsv: case, rule, engine, predicted share of CPU (low, high), measured share, base and remedy seconds.
set -eu
here=$(cd "$(dirname "$0")" && pwd); out=$(mkdir -p "$1" && cd "$1" && pwd); runs=$2; shift 2
perfhint=${PERFHINT:-$here/../../perfhint}
rounds() { case $1 in bytes-out | values-out | copy) echo 40 ;; bytes-in | values-in | random | handoff) echo 20 ;; attributes) echo 6 ;; *) echo 20 ;; esac; }
[ $# -gt 0 ] || set -- bytes-out values-out bytes-in values-in random print attributes reopen flush channel copy handoff socket-out socket-in lines
javac -g -d "$out/classes" "$here/drivers/Remedies.java"
program() { java -XX:+UseSerialGC -cp "$out/classes" Remedies "$@"; }
seconds() { ( TIMEFORMAT='%U %S'; time program "$@" > /dev/null ) 2>&1 | awk '{ print $1 + $2 }'; }
for name; do
    n=$(rounds "$name")
    for engine in perf ctimer; do
        "$perfhint" record --force --engine $engine -o "$out/$name-$engine.jfr" -- \
            java -XX:+UseSerialGC -cp "$out/classes" Remedies "$name" base "$n" > /dev/null 2>&1
    done
    base=; remedy=
    for ((i = 0; i < runs; i++)); do
        base="$base $(seconds "$name" base "$n")"; remedy="$remedy $(seconds "$name" remedy "$n")"
    done
    for engine in perf ctimer; do
        "$perfhint" analyze "$out/$name-$engine.jfr" --source "$here/drivers" --format json -o "$out/$name-$engine.json"
        python3 - "$name" "$engine" "$out/$name-$engine.json" "$base" "$remedy" << 'EOF' | tee -a "$out/savings.tsv"
import json, statistics, sys
name, engine, file, base, remedy = sys.argv[1:]
findings = [f for f in json.load(open(file))["findings"] if f["predictedSaving"] and f["predictedSaving"]["cpuShare"]]
before, after = (statistics.median(map(float, side.split())) for side in (base, remedy))
measured = 1 - after / before
if not findings:
    print(name, "-", engine, "-", "-", f"{measured:.3f}", before, after, "no prediction", sep="\t")
else:
    # the remedy goes to all of them
    low, high = (sum(f["predictedSaving"]["cpuShare"][end] for f in findings) for end in (0, 1))
    print(name, findings[0]["rule"], engine, f"{low:.3f}", f"{high:.3f}", f"{measured:.3f}", before, after,
          "within" if low <= measured <= high else "outside", sep="\t")
EOF
    done
done
