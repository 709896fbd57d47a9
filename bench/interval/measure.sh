#!/usr/bin/env bash
# measure.sh DIR: samples of programs of 2, 20 and 200 CPU seconds, and CPU milliseconds of equal work, plain and recorded.
set -eu
here=$(cd "$(dirname "$0")" && pwd); perfhint=${PERFHINT:-$here/../../perfhint}
mkdir -p "$1"; javac -d "$1" "$here/Burn.java"; cd "$1"
for seconds in ${SECONDS_LIST-2 20 200}; do
    "$perfhint" record --force -o burn-$seconds.jfr -- java -cp . Burn ${seconds}000 2>&1 > burn.log | sed -n 's/^perfhint: \(.*samples\).*/\1/p'
done
for round in ${ROUNDS-1 2 3 4 5}; do
    echo "plain $(java -cp . Burn 999999 ${WORK:-2000}) recorded $("$perfhint" record --force -o cost.jfr -- java -cp . Burn 999999 ${WORK:-2000} 2> burn.log)"
done
