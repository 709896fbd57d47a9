#!/bin/bash
# Kills perfhint analyze --apply with SIGKILL, again and again, on a copy of the worked example, and looks at the files after each
# kill and after the next run. Every second kill comes at any time, the others once files are being changed.
# Usage: kill-apply.sh [KILLS]; PERFHINT names the command, SEED the order of the delays.
set -u
here=$(cd "$(dirname "$0")" && pwd)
perfhint=${PERFHINT:-$here/../perfhint}
kills=${1:-200}
RANDOM=${SEED:-7}
example=$here/../fixtures/worked-example
work=$(mktemp -d)
export XDG_STATE_HOME=$work/state # the journal
trap 'rm -rf "$work"' EXIT
cp -r "$example/app" "$work/old"
cp -r "$example/app" "$work/app"

# run RECORDING OPTION...
run() {
    local recording=$1
    shift
    exec "$perfhint" analyze "$recording" --source "$work/app" --classpath "$example/lib/textformat-1.0.jar" "$@"
}

# state DIRECTORY: old, new, mixed or torn, by the content of each file
state() {
    local state='' each file
    while IFS= read -r file; do
        if cmp -s "$work/app/$file" "$work/old/$file"; then each=old
        elif cmp -s "$work/app/$file" "$work/new/$file"; then each=new
        else echo "torn $file"; return; fi
        cmp -s "$work/old/$file" "$work/new/$file" || { [ -z "$state" ] || [ "$state" = "$each" ] || each=mixed; state=$each; }
    done < <(cd "$work/old" && find . -type f)
    echo "$state"
}

# a busy loop would take the processor from what it waits for
exec 8<> <(:)
pause() { read -rt 0.002 -u 8 || true; }

writing() { compgen -G "$work/state/perfhint/*.journal" > /dev/null; }

"$perfhint" --version > /dev/null # builds it where that is needed
export PERFHINT_NO_BUILD=1
start=$(date +%s%N)
(run "$example/recordings/cpu.jfr" --apply --unsafe-fixes) > /dev/null 2>&1
whole=$((($(date +%s%N) - start) / 1000000))
cp -r "$work/app" "$work/new"
declare -A after recovered
hits=0 failures=0
for ((i = 0; i < kills; i++)); do
    rm -rf "$work/app"
    cp -r "$work/old" "$work/app"
    run "$example/recordings/cpu.jfr" --apply --unsafe-fixes > /dev/null 2>&1 &
    victim=$!
    if ((i % 2 == 0)); then
        sleep "$(printf '0.%04d' $((RANDOM % 10000)) | awk -v whole="$whole" '{ print $1 * whole * 1.1 / 1000 }')"
    else
        until writing || ! kill -0 $victim 2> /dev/null; do pause; done
        sleep "$(awk -v r=$RANDOM 'BEGIN { print r / 32768 * 0.02 }')"
    fi
    kill -9 $victim 2> /dev/null
    wait $victim 2> /dev/null
    ! writing || hits=$((hits + 1))
    one=$(state)
    # what the next run reads does not matter: it has nothing to apply of its own
    (run "$here/../fixtures/recordings/async-profiler-4.6/cycles-empty.jfr" --apply) > /dev/null 2> "$work/err" || { cat "$work/err"; failures=$((failures + 1)); }
    two=$(state)
    after[$one]=$((${after[$one]:-0} + 1))
    recovered[$two]=$((${recovered[$two]:-0} + 1))
    left=$(find "$work/app" -name '.*perfhint*' | wc -l)
    if [[ $one == torn* || $two != old && $two != new || $left != 0 ]]; then
        echo "kill $i: $one, then $two, $left files left over"
        failures=$((failures + 1))
    fi
    ((i % 20 != 19)) || echo "$((i + 1)) kills, $hits while files were being changed, $failures failures"
done
echo "$kills kills, $hits while files were being changed (journal present); a whole run takes $whole ms"
for each in "${!after[@]}"; do echo "after the kill: ${after[$each]} $each"; done
for each in "${!recovered[@]}"; do echo "after the next run: ${recovered[$each]} $each"; done
echo "failures: $failures"
((failures == 0))
