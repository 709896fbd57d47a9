#!/bin/sh
# Records a program with five unbuffered streams, then verifies their five fixes: one changes the output, one breaks a
# test. Needs Linux and a JDK on the PATH. Usage: run.sh [ROWS]; 1200000 rows take about 6 s.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
perfhint=$here/../../perfhint
rows=${1:-1200000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/app" "$work/app"
cd "$work/app"
mkdir out
javac -g -d out src/*.java
"$perfhint" record --interval 2ms -o "$work/run.jfr" -- java -cp out Export "$rows" > /dev/null
"$perfhint" analyze "$work/run.jfr" --source src --fix --unsafe-fixes -o /dev/null \
    --verify-build 'javac -d out src/*.java && java -cp out ExportTest' \
    --verify-run "java -cp out Export $rows" --verify-output orders.bin --verify-output index.bin 2>&1
cat perfhint-verified.patch

# the same from a patch file
"$perfhint" analyze "$work/run.jfr" --source src --fix --unsafe-fixes -o /dev/null
"$perfhint" verify --patch perfhint.patch --tree . --build 'javac -d out src/*.java && java -cp out ExportTest' \
    --run "java -cp out Export $rows" --output orders.bin --output index.bin --verified-patch from-file.patch || true
grep "^@@" from-file.patch perfhint-verified.patch
