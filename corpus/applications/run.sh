#!/usr/bin/env bash
# Drives real applications on this machine's loopback and records each:
#   run.sh list                      the applications
#   run.sh record OUT [NAME...]      OUT/NAME.jfr, async-profiler cpu with kernel frames, of the warm seconds
#   run.sh observe OUT [NAME...]     the same by `perfhint record` from start to end, streams observed; PERFHINT names another
#   run.sh run OUT NAME [VARIANT]    one run without profiler, prints the result line
# SECONDS_RECORDED (12) and SECONDS_WARM (5) bound every run; JAVA names another java. Needs JDK 17+, Maven, Linux.
# A result line: variant, units, wall, user and system seconds, user and system microseconds a unit.
set -eu -o pipefail
here=$(cd "$(dirname "$0")" && pwd)
seconds=${SECONDS_RECORDED:-12}; warm=${SECONDS_WARM:-5}; java=${JAVA:-java}
names() { ls "$here/drivers" | sed 's/\.java$//' | sed -E 's/([a-z0-9])([A-Z])/\1-\2/g' | tr A-Z a-z; }
class() { echo "$1" | sed -E 's/(^|-)([a-z0-9])/\U\2/g'; }
header() { sed -n "s|^//$2 ||p" "$here/drivers/$(class "$1").java"; }

prepare() { # name: resolves the driver's //DEPS with Maven and compiles it
    local dir=$out/.work/$1 source=$here/drivers/$(class "$1").java
    [ -f "$source" ] || { echo "run.sh: no application $1, see run.sh list" >&2; exit 2; }
    mkdir -p "$dir"
    local deps; deps=$(header "$1" DEPS; echo tools.profiler:async-profiler:4.6)
    if [ ! -s "$dir/classpath" ] || [ "$deps" != "$(cat "$dir/deps" 2>/dev/null)" ]; then
        {   echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
            echo '<groupId>applications</groupId><artifactId>driver</artifactId><version>1</version><dependencies>'
            echo "$deps" | tr ' ' '\n' | sed -E '/^$/d; s|^([^:]+):([^:]+):([^:]+)$|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version></dependency>|; s|^([^:]+):([^:]+):([^:]+):([^:]+)$|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version><classifier>\4</classifier></dependency>|'
            echo '</dependencies></project>'
        } >"$dir/pom.xml"
        rm -f "$dir/classpath"
        nice -n 5 mvn -q -B -f "$dir/pom.xml" dependency:build-classpath -Dmdep.outputFile="$dir/classpath.new" \
            >"$dir/maven.log" 2>&1 || { echo "run.sh: Maven cannot resolve $1, see $dir/maven.log" >&2; return 1; }
        mv "$dir/classpath.new" "$dir/classpath"; echo "$deps" >"$dir/deps"
    fi
    [ -z "$(find "$here/shared" "$source" -newer "$dir/classes" 2>/dev/null || echo none)" ] && return
    rm -rf "$dir/classes"; mkdir -p "$dir/classes"
    nice -n 5 javac -nowarn -proc:none -cp "$(cat "$dir/classpath")" -d "$dir/classes" "$here"/shared/*.java "$source" \
        >"$dir/javac.log" 2>&1 || { grep -A2 error "$dir/javac.log" | head -12 >&2; rm -rf "$dir/classes"; return 1; }
}

start() { # name variant recording command...
    local dir=$out/.work/$1 data flags
    prepare "$1" || return 1
    data=$dir/data; rm -rf "$data"; mkdir -p "$data/tmp"
    read -r -a flags <<<"$(header "$1" JVM | tr '\n' ' ') ${JVM_FLAGS:-}"
    (cd "$data" && timeout -k 5 $(( ${seconds%.*} + ${warm%.*} + 120 )) "${@:4}" "$java" -Xmx1g "${flags[@]}" \
        -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints -Djava.io.tmpdir="$data/tmp" -Duser.home="$data" \
        -Dbench.seconds="$seconds" -Dbench.warmup="$warm" -Dbench.variant="$2" -Dbench.work="$data" \
        ${3:+-Dbench.recording="$3"} -cp "$dir/classes:$(cat "$dir/classpath")" "$(class "$1")" \
        2>"$dir/stderr" | cat >"$dir/stdout") || { tail -5 "$dir/stderr" >&2; echo "run.sh: $1 failed, see $dir" >&2; return 1; }
    sed -n "s/^result/$1/p" "$dir/stderr"
    rm -rf "$data"
}

command=${1:-list}; shift || true
case $command in
    list) names ;;
    record|observe|prepare|run)
        out=$(mkdir -p "${1:?run.sh $command OUT}" && cd "$1" && pwd); shift
        if [ "$command" = run ]; then start "$1" "${2:-base}" ""; exit; fi
        [ $# -gt 0 ] || set -- $(names)
        for name; do
            if [ "$command" = prepare ]; then prepare "$name" && echo "$name is ready"; continue; fi
            if [ "$command" = observe ]; then
                rm -f "$out/$name.jfr"
                start "$name" base "" "${PERFHINT:-$here/../../perfhint}" record --interval 1ms -o "$out/$name.jfr" -- |
                    tee -a "$out/results.tsv" || true
                continue
            fi
            start "$name" base "$out/$name.jfr" | tee -a "$out/results.tsv" || true
        done ;;
    *) sed -n '2,8s/^# //p' "$0"; exit 2 ;;
esac
