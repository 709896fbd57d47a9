#!/usr/bin/env bash
# Records a chat server at the loads 2, 5 and 10, four runs of each, then a program that scales linearly, several times, and asks perfhint
# scaling what grows.
# Arguments: output directory, repeats of the linear program (default 20). PERFHINT and ENGINE replace ./perfhint and perf: only kernel frames
# show the scheduler, and timers with a tick of 4 ms are too coarse for short runs.
set -eu
out=$1
repeats=${2:-20}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
perfhint=${PERFHINT:-$here/../../perfhint}
mkdir -p "$out/classes"
javac -d "$out/classes" "$here/Chat.java" "$here/Linear.java"

work_of() { sed -n 's/^work //p' "$1"; }

recorded() { # name, program, arguments
    local engine=${ENGINE:-perf} name=$1
    shift
    "$perfhint" record --engine "$engine" --interval 1ms --force -o "$out/$name.jfr" -- java -XX:+UseSerialGC -cp "$out/classes" "$@" > "$out/$name.txt" 2>&1
}

loads=() work=
for load in 2 5 10; do
    files=() done=0
    for run in 1 2 3 4; do
        recorded "chat-$load-$run" Chat "$load" 10
        files+=("$out/chat-$load-$run.jfr")
        done=$((done + $(work_of "$out/chat-$load-$run.txt")))
    done
    loads+=("$load=$(IFS=,; echo "${files[*]}")")
    work=$work${work:+,}$load=$done
done
"$perfhint" scaling "${loads[@]}" --work "$work"

flagged=0
for repeat in $(seq "$repeats"); do
    for load in 2 5 10; do
        recorded "linear-$load" Linear "$load" "$out/data"
    done
    "$perfhint" scaling "2=$out/linear-2.jfr" "5=$out/linear-5.jfr" "10=$out/linear-10.jfr" --work 2=800,5=2000,10=4000 --from 2s \
        > "$out/answer-$repeat.txt" 2> "$out/answer-$repeat.err"
    grep -q "nothing grows faster" "$out/answer-$repeat.txt" || { flagged=$((flagged + 1)); cat "$out/answer-$repeat.txt"; }
done
echo "linear program: $flagged of $repeats repeats flagged"
