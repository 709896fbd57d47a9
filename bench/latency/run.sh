#!/usr/bin/env bash
# Records 100,000 operations, some of which are slow in known ways, and asks perfhint latency for their first cause; then 40,000
# with collections and new classes only, follows its advice on both one after the other, and sets what it said beside what came;
# ROUNDS times, 3 by default. Arguments: Java home, output directory. Takes about three minutes.
set -eu
java_home=$1
out=$2
operations=${OPERATIONS:-100000}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$here/../..
program=$home/fixtures/latency
mkdir -p "$out/classes"
[ -p "$out/slow" ] || mkfifo "$out/slow"
"$java_home/bin/java" "$program/MakeParts.java" "$out/Parts.java" 100
"$java_home/bin/javac" -nowarn -d "$out/classes" "$out/Parts.java" "$program/Orders.java"
record() { # NAME OPERATIONS PLANT [OPTION...] [-- CLASS]
    rm -f "$out/$1.jfr"
    (cd "$out" && "$home/perfhint" record --for latency -o "$1.jfr" -- "$java_home/bin/java" -Xms400m -Xmx400m "${@:4}" -cp classes Orders \
        "$2" "$3" . ${first:-} > "$1.txt" 2>&1)
    "$home/perfhint" latency "$out/$1.jfr" --operation app.Order --preload "$out/$1-classes.txt" --format json -o "$out/$1.json"
}
for planted in ${PLANTED-true false}; do
    record "planted-$planted" "$operations" $planted
    echo "planted: $planted"
    python3 "$here/score.py" "$out/planted-$planted.jfr" "$home/perfhint"
done
for _ in $(seq "${ROUNDS:-3}"); do
    first=
    record before 40000 gc,class
    record collector 40000 gc,class -XX:+DisableExplicitGC
    python3 "$here/advice.py" preload "$out/before.json" "$out/before-classes.txt" > "$out/Preload.java"
    "$java_home/bin/javac" -d "$out/classes" "$out/Preload.java"
    first=Preload record preload 40000 gc,class -XX:+DisableExplicitGC
    python3 "$here/advice.py" score "$out/before.json" "GC pause" "$out/collector.json" "class loading" "$out/preload.json"
done
"$home/perfhint" latency "$out/preload.jfr" --operation app.Order --baseline "$out/before.jfr"
