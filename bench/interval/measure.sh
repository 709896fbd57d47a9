#!/usr/bin/env bash
# measure.sh DIR: samples of programs of 2, 20 and 200 CPU seconds (SECONDS_LIST), and CPU milliseconds of equal work (WORK rounds):
# plain, with one sample a second (the start of the profiler), every 200 us (what a sample costs) and as record chooses.
set -eu
here=$(cd "$(dirname "$0")" && pwd); perfhint=${PERFHINT:-$here/../../perfhint}
mkdir -p "$1"; javac -d "$1" "$here/Burn.java"; cd "$1"
for seconds in ${SECONDS_LIST-2 20 200}; do
    "$perfhint" record --no-observe --force -o burn-$seconds.jfr -- java -cp . Burn ${seconds}000 2>&1 > burn.log |
        sed -n 's/^perfhint: \(.*samples\).*/\1/p'
done
recorded() {
    "$perfhint" record --no-observe --force "$@" -o cost.jfr -- java -cp . Burn 999999 ${WORK:-1600} 2> burn.log
}
for round in $(seq ${ROUNDS-5}); do
    echo "plain $(java -cp . Burn 999999 ${WORK:-1600}) start $(recorded --interval 1s)" \
        "200us $(recorded --interval 200us) of $(grep -o '[0-9,]* CPU samples' burn.log) default $(recorded)"
done
