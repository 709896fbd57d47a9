#!/usr/bin/env bash
# Runs the examples of all rules plain and observed, and compares what they print, how they end and the files that they leave; then
# each way of running that could disturb the agent. Prints a line for each difference, and how many were the same.
# Arguments: AGENT_JAR JAVA_HOME [FILE_OF_ANOTHER_AGENT...]   (.so is loaded by -agentpath, .jar by -javaagent)
set -eu
agent=$1 java_home=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
programs=$here/../../fixtures/programs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
same=0 different=0

# run KIND OPTION... -- MAIN ARGUMENT...: output, exit code and file sizes go to KIND
run() {
    local kind=$1 options=(); shift
    while [ "$1" != -- ]; do options+=("$1"); shift; done; shift
    rm -rf "$work/data" && mkdir "$work/data"
    (cd "$work" && { "$java_home/bin/java" "${options[@]}" -cp classes "$@" > "$kind.out" 2> "$kind.err" < /dev/null; echo $? > "$kind.code"; } || true
        find data -type f -printf '%P %s\n' | sort > "$kind.files")
}

# compare NAME: timings that a program prints are left out
compare() {
    local what
    for what in out err code files; do
        if ! diff -q <(sed 's/[0-9.,]* \?\(ms\|us\|ns\|s\)\b//g' "$work/plain.$what") <(sed 's/[0-9.,]* \?\(ms\|us\|ns\|s\)\b//g' "$work/observed.$what") > /dev/null; then
            different=$((different + 1))
            echo "$1: $what differs:"; diff "$work/plain.$what" "$work/observed.$what" | head -5
            return
        fi
    done
    same=$((same + 1))
}

option() { echo "-javaagent:$agent=observe=$work/$1.observed"; }

for rule in $(cd "$programs" && ls -d *-*/ | tr -d /); do
    rm -rf "$work/classes"
    "$java_home/bin/javac" --release 17 -g -nowarn -d "$work/classes" "$programs"/driver/*.java "$programs"/driver/driver/*.java \
        "$programs/$rule"/before/*/*.java 2> /dev/null
    main=example.$(basename "$programs/$rule"/before/example/*.java .java)
    run plain -Xshare:auto -- "$main" data
    run observed "$(option "$rule")" -- "$main" data
    compare "$rule"
    [ -s "$work/$rule.observed" ] || echo "$rule: nothing observed"
    for other in "$@"; do
        case $other in *.so) extra=-agentpath:$other=start,event=ctimer,jfr,log=/dev/null,file=$work/other.jfr ;; *) extra=-javaagent:$other ;; esac
        run observed "$extra" "$(option "$rule-agent")" -- "$main" data
        compare "$rule with $(basename "$other")"
    done
    run observed -Xmx64m "$(option "$rule-64m")" -- "$main" data
    compare "$rule with 64 MB"
done
echo "$same the same, $different different"
