#!/usr/bin/env bash
# Measures remedies on the real applications: ab.sh OUT RUNS [APPLICATION...]
# Base and remedy alternate, RUNS runs each; OUT/ab.tsv gets a line a run: application, remedy, side, units, wall, user and
# system seconds, user and system microseconds a unit. `evaluate.py ab OUT` compares them with what perfhint predicts.
set -eu
here=$(cd "$(dirname "$0")" && pwd); out=$(mkdir -p "$1" && cd "$1" && pwd); runs=$2; shift 2
export SECONDS_RECORDED=${SECONDS_RECORDED:-5} SECONDS_WARM=${SECONDS_WARM:-4}
grep -v '^#' "$here/remedies.tsv" | tr '\t' '|' | while IFS='|' read -r name variant flags causes what; do
    [ $# -eq 0 ] || case " $* " in *" $name "*|*" $name/$variant "*) ;; *) continue ;; esac
    for ((i = 0; i < runs; i++)); do
        for side in base "$variant"; do
            f=; [ "$side" = base ] || f=$flags
            line=$(JVM_FLAGS=$f "$here/run.sh" run "$out" "$name" "$side" </dev/null) || { echo "ab.sh: $name $side failed" >&2; continue; }
            printf '%s\t%s\t%s\n' "$name" "$variant" "$(echo "$line" | cut -f2-)" | tee -a "$out/ab.tsv"
        done
    done
done
