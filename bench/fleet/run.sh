#!/usr/bin/env bash
# Collects a lake and measures: run.sh RECORDINGS WORK [LARGE_RECORDING...]
#   RECORDINGS  a folder of async-profiler recordings: corpus/applications/run.sh record OUT
#   WORK        where lake and stores go (2 GB; SERVICES=300 for 3,000 files: 5 GB)
# Steps (STEPS="collect incremental killed same planted facts large"): seconds, CPU seconds and memory; stores must be equal.
# PYTHON names a Python with duckdb and pyarrow for facts.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
recordings=$(cd "$1" && pwd); work=$(mkdir -p "$2" && cd "$2" && pwd); shift 2
steps=${STEPS:-collect incremental killed same planted facts large}
export PERFHINT_JAVA_OPTS=${PERFHINT_JAVA_OPTS:--Xmx1g} PERFHINT_NO_BUILD=1
failed=0

timed() { /usr/bin/time -f "  %e s, %U + %S s CPU, %M KB" "$@"; }
collect() { timed ./perfhint fleet collect "$@"; }
equal() { # what A B: all files but the lock
    if diff -r -x .lock "$2" "$3" > /dev/null; then echo "$1: equal"; else echo "$1: DIFFERENT"; failed=1; fi
}
service() { ls -d "$work"/lake/service=* | sed -n "$1p"; } # the Nth
wants() { case " $steps " in *" $1 "*) return 0 ;; esac; return 1; }
lake() { java bench/fleet/Lake.java "$recordings" "$@"; }

if [ ! -d "$work/lake" ]; then lake "$work/lake" "${SERVICES:-100}" 5; fi

if wants collect; then
    echo "collect"
    rm -rf "$work/store" "$work/other"
    collect "$work/lake" --store "$work/store"
    du -sk "$work/lake" "$work/store"/{tree,facts,manifest}
    echo "report"
    timed ./perfhint fleet report --store "$work/store" > "$work/report.txt"
    PERFHINT_JAVA_OPTS="$PERFHINT_JAVA_OPTS -XX:ActiveProcessorCount=3" ./perfhint fleet collect "$work/lake" \
        --store "$work/other" --threads 1 > "$work/other.txt"
    equal "one thread" "$work/store" "$work/other"
    rm -rf "$work/other"
    find "$work/lake" -name '*.jfr' | sort -R > "$work/list"
    ./perfhint fleet collect "@$work/list" --store "$work/other" > "$work/other.txt"
    equal "a list in random order" "$work/store" "$work/other"
fi

if wants incremental; then
    echo "incremental: nothing new, 10 more recordings, 1 changed"
    collect "$work/lake" --store "$work/store"
    rm -rf "$work/more"; lake "$work/more" 1 5 0.2 99 > /dev/null; rm -f "$work/more"/*.jfr
    mkdir -p "$work/lake/team=x"; cp -r "$work/more/." "$work/lake/team=x"
    collect "$work/lake" --store "$work/store" | head -1
    changed=$(find "$(service 1)" -name '*.jfr' | sort | head -1)
    cp "$(find "$(service 2)" -name '*.jfr' | sort | head -1)" "$changed"
    collect "$work/lake" --store "$work/store" | head -1
    rm -rf "$work/other"
    ./perfhint fleet collect "$work/lake" --store "$work/other" > "$work/other.txt"
    equal "a fresh store" "$work/store" "$work/other"
fi

if wants killed; then
    old=0 new=0
    rm -rf "$work/before"; cp -r "$work/store" "$work/before"
    cp -r "$(service 3)" "$work/lake/service=new"
    cp -r "$(service 4)" "$work/lake/team=x/"
    for i in $(seq "${KILLS:-20}"); do
        rm -rf "$work/killed"; cp -r "$work/before" "$work/killed"
        setsid ./perfhint fleet collect "$work/lake" --store "$work/killed" > "$work/killed.txt" 2>&1 &
        group=$!
        sleep "$(awk -v i="$i" 'BEGIN { printf "%.2f", 0.15 + i * 0.1 }')"
        kill -9 -- "-$group" 2> /dev/null || true
        wait "$group" 2> /dev/null || true
        if cmp -s "$work/killed/manifest/store.jsonl" "$work/before/manifest/store.jsonl"; then
            old=$((old + 1))
        else
            new=$((new + 1))
        fi
        ./perfhint fleet report --store "$work/killed" > /dev/null || { echo "killed: unreadable"; failed=1; }
    done
    ./perfhint fleet collect "$work/lake" --store "$work/killed" > /dev/null
    rm -rf "$work/other"; ./perfhint fleet collect "$work/lake" --store "$work/other" > /dev/null
    echo "killed: $old times the old store, $new times the new one"
    equal "the run after the last kill" "$work/killed" "$work/other"
    rm -rf "$work/lake"/service=new "$work/lake"/team=x
fi

if wants same; then
    echo "versions that differ by chance, 20 services of 20 hosts, deviation 10 and 20 %"
    for seed in $(seq "${SEEDS:-10}"); do
        rm -rf "$work/aa" "$work/aa-store"
        lake "$work/aa" 20 20 "0.$((1 + seed % 2))" "$seed" > /dev/null
        ./perfhint fleet collect "$work/aa" --store "$work/aa-store" > /dev/null
        ./perfhint fleet compare --store "$work/aa-store" --before version=1.1 --after version=1.2 --min-cores 0 \
            > "$work/aa.txt" || true
        echo "  seed $seed: $(grep -c '^  regressed' "$work/aa.txt" || true) regressed, $(grep -c '^  improved' "$work/aa.txt" || true) improved, $(head -1 "$work/aa.txt" | sed 's/.*, \([0-9]* findings*\).*/of \1/')"
    done
    rm -rf "$work/aa" "$work/aa-store"
fi

if wants planted; then
    PLANT_CLASSES=$(printf '%s:' cli/target/app/lib/*.jar)
    export PLANT_CLASSES
    for every in 1 2; do
        echo "one finding 50 % worse in 10 of 30 services, 20 hosts, on each host or every second one"
        rm -rf "$work/planted"
        lake "$work/planted/lake" 30 20 0.1 7 > /dev/null
        python3 bench/fleet/planted.py "$work/planted/lake" "$work/planted" 10 $every || failed=1
    done
    rm -rf "$work/planted"
fi

if wants facts; then
    rm -rf "$work/pages"
    ./perfhint fleet report --store "$work/store" --output json="$work/report.json" --output html="$work/pages/index.html"
    du -sk "$work/pages"
    "${PYTHON:-python3}" bench/fleet/facts.py "$work/store" "$work/report.json" || failed=1
fi

if wants large && [ $# -gt 0 ]; then
    echo "large recordings with the others"
    mkdir -p "$work/lake/service=large"
    for file; do ln -sf "$(readlink -f "$file")" "$work/lake/service=large/$(basename "$file")"; done
    rm -rf "$work/store-large"
    collect "$work/lake" --store "$work/store-large" | head -1
    rm -rf "$work/lake/service=large"
fi
exit $failed
