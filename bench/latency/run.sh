#!/usr/bin/env bash
# Records 100,000 operations, some of which are slow in known ways, and asks perfhint latency for their first cause.
# Arguments: Java home, output directory. Prints one table for the program with planted causes and one for that without.
set -eu
java_home=$1
out=$2
operations=${OPERATIONS:-100000}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$here/../..
program=$home/fixtures/latency
mkdir -p "$out/classes"
[ -p "$out/slow" ] || mkfifo "$out/slow"
"$java_home/bin/java" "$program/MakeParts.java" "$out/Parts.java" $((operations / 2500))
"$java_home/bin/javac" -nowarn -d "$out/classes" "$out/Parts.java" "$program/Orders.java"
for planted in true false; do
    (cd "$out" && "$home/perfhint" record --for latency -o "planted-$planted.jfr" -- \
        "$java_home/bin/java" -Xms400m -Xmx400m -cp classes Orders "$operations" "$planted" . > "run-$planted.txt" 2>&1)
    "$home/perfhint" latency "$out/planted-$planted.jfr" --operation app.Order --slower-than 1ms --format json -o "$out/planted-$planted.json"
    echo "planted: $planted"
    python3 "$here/score.py" "$out/planted-$planted.jfr" "$home/perfhint"
done
