#!/bin/bash
# What perfhint says of known programs, with the kernel's or strace's count beside it. Needs strace. Usage: run.sh
# The rest of the list: bench/headline (headline and kernel), bench/compare (verdict and number), corpus/savings (predicted
# and measured), bench/verify (calls and strace), bench/waiting (first line and latency).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
perfhint=${PERFHINT:-$here/../../perfhint}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
javac -g -d "$out" "$here/Beside.java"
record() { "$perfhint" record --engine perf -o "$out/$1.jfr" -- java -XX:+UseSerialGC -cp "$out" Beside "$1" "$2" > "$out/stdout" 2>&1; }
findings() { "$perfhint" analyze --format json "$@" 2> /dev/null | python3 -c '
import json, sys
for one in json.load(sys.stdin)["findings"]:
    print("   ", one["rule"], one["severity"] + ":", one["message"])'; }
calls() { # program, count, call: how many of the call strace sees in a run of 3 x count less those of a run of count
    for n in "$2" $((3 * $2)); do
        strace -f -qq -e trace="$3" -o "$out/strace-$n" java -XX:+UseSerialGC -cp "$out" Beside "$1" "$n" > /dev/null
    done
    echo $(($(grep -cE " $3\(" "$out/strace-$((3 * $2))") - $(grep -cE " $3\(" "$out/strace-$2")))
}

record replies 60000
echo "replies in three writes: strace counts $(calls replies 500 write) write() calls for 1,000 requests and replies"
findings "$out/replies.jfr" --source "$here"
record ints 400000
echo "readInt() of a file: strace counts $(calls ints 1000 read) read() calls for 2,000 values (those of JDK 21 and later: one each)"
echo "  with sources"; findings "$out/ints.jfr" --source "$here"
echo "  without"; findings "$out/ints.jfr" --no-project
record names 400000
echo "a main thread that ends and a long name: both write $(calls names 1000 write) bytes in 2 x 2,000 (strace)"
"$perfhint" hotspots "$out/names.jfr" | sed -n '/thread/,$p'
echo "sources that were patched after the recording (fixtures/worked-example):"
example=$here/../../fixtures/worked-example
cp -r "$example/app" "$out/app"
"$perfhint" analyze --no-project "$example/recordings/cpu.jfr" --source "$out/app" --apply --fix --unsafe-fixes > "$out/applied" 2>&1 || true
"$perfhint" analyze --no-project "$example/recordings/cpu.jfr" --source "$out/app"
