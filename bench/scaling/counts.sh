#!/usr/bin/env bash
# Sets what perfhint scaling says of one recording for each load beside what the chat itself counts: messages, CPU time of the JVM, turns
# on a processor. Argument: output directory.
set -eu
out=$1
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
perfhint=${PERFHINT:-$here/../../perfhint}
mkdir -p "$out/classes"
javac -d "$out/classes" "$here/Chat.java"
loads=() work=
for load in 2 5 10; do
    "$perfhint" record --no-observe --engine perf --interval 1ms --force -o "$out/$load.jfr" -- java -XX:+UseSerialGC -cp "$out/classes" Chat "$load" 8 > "$out/$load.txt" 2>&1
    echo "load $load: $(grep -E '^(work|cpu) ' "$out/$load.txt" | paste -sd ,)"
    loads+=("$load=$out/$load.jfr")
    work=$work${work:+,}$load=$(sed -n 's/^work //p' "$out/$load.txt")
done
"$perfhint" scaling "${loads[@]}" --work "$work"
