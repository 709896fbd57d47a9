#!/bin/bash
# Five programs that wait: prints the first line of perfhint's report on each and the remedy that it advises, recorded by
# default, with --engine jfr and --for latency, and what an operation takes before and after that remedy. Needs root for the
# name server's own /etc/resolv.conf (a mount name space of its own) and port 53 of 127.0.0.77. Usage: measure.sh [SECONDS]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
perfhint=${PERFHINT:-$here/../../perfhint}
seconds=${1:-5}
out=$(mktemp -d)
trap 'kill "$server" 2> /dev/null || true; rm -rf "$out"' EXIT
javac -d "$out" "$here/Waits.java"
printf 'nameserver 127.0.0.77\noptions timeout:1 attempts:3\n' > "$out/resolv.conf"
python3 "$here/slow-names.py" 127.0.0.77 &
server=$!
sleep 2
export perfhint out seconds

one() {
    local program=$1
    for engine in "" "--engine jfr" "--for latency"; do
        # shellcheck disable=SC2086 -- two words
        "$perfhint" record --force $engine -o "$out/$program.jfr" -- java -cp "$out" Waits "$program" a "$seconds" \
            > /dev/null 2>&1
        echo "$program $engine: $("$perfhint" analyze --no-project "$out/$program.jfr" 2> /dev/null | sed -n '1p; s/^help: /    &/p')"
    done
    echo "$program as it is: $(java -cp "$out" Waits "$program" a "$seconds")"
    echo "$program remedied: $(java -cp "$out" Waits "$program" b "$seconds")"
}
export -f one

for program in idle ack convoy poll; do
    one "$program"
done
unshare -m bash -c 'mount --bind "$out/resolv.conf" /etc/resolv.conf && one dns'
