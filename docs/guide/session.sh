#!/bin/bash
# Runs the session of the worked example, record -> analyze --fix -> verify -> compare, for real, and writes its transcript
# to standard output. Usage: [JAVA_HOME=JDK] [PERFHINT=COMMAND] docs/guide/session.sh > session.txt
# Takes about a minute on an idle machine; works in a copy of the example, in a temporary directory.
set -u
here=$(cd "$(dirname "$0")" && pwd)
launcher=${PERFHINT:-$here/../../perfhint}
records=${RECORDS:-40000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ -z "${JAVA_HOME:-}" ] || PATH=$JAVA_HOME/bin:$PATH
perfhint() { "$launcher" "$@"; }

cp -r "$here/../../fixtures/worked-example/app" "$here/../../fixtures/worked-example/lib" "$work"
cd "$work" || exit 1
git init -q .
build='mkdir -p classes && javac -g -cp lib/textformat-1.0.jar -d classes $(find app -name "*.java")'
run="mkdir -p data && java -cp classes:lib/textformat-1.0.jar org.example.export.Export data $records"

# say COMMAND: shows it as typed, runs it, hides the temporary directory
say() {
    printf '$ %s\n' "$1"
    eval "$1" 2>&1 | sed "s#$work#/home/me/export#g"
    code=${PIPESTATUS[0]}
    [ "$code" = 0 ] || printf '(exit code %s)\n' "$code"
    printf '\n'
}

echo "# $(java -version 2>&1 | head -1), $records records; written by docs/guide/session.sh"
echo
eval "$build" || exit 1
mkdir data
say "perfhint record --interval 1ms -o before.jfr -- java -cp classes:lib/textformat-1.0.jar org.example.export.Export data $records"
say "perfhint analyze before.jfr --source app --classpath lib/textformat-1.0.jar --fix"
say "cat perfhint.patch"
say "perfhint verify --patch perfhint.patch --runs 3 --time-limit 10m --build '$build' --run '$run' --output data/ledger.dat --output data/report.txt --annotate"
say "git apply perfhint.patch"
eval "$build" || exit 1
say "perfhint record --interval 1ms -o after.jfr -- java -cp classes:lib/textformat-1.0.jar org.example.export.Export data $records"
say "perfhint compare --work-before $records --work-after $records before.jfr after.jfr"
say "perfhint analyze after.jfr --source app"
