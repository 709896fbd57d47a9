#!/usr/bin/env bash
# Runs every test of SECURITY.md's promises: hostile source trees, build files, recordings, output files, names, checkouts, users.
# Those that act as another user are skipped, with the reason, unless root runs them. Usage: hostile.sh [MAVEN OPTION...]
set -eu
cd "$(dirname "$0")/.."

tests=(
    # section "compile check": plugins, options, limits
    HostileCompilationTest
    # build files: coordinates, regular expressions, imports, top level
    HostileBuildFilesTest
    # apply: journal, roots, messages; kills at any moment
    JournalTest KilledApplyTest KilledAnalyzeTest
    # patch and reports: links, foreign files, quoting, odd names
    HostileOutputTest OutputOptionsTest
    # source lookup: pipes, devices, giants, links, loops, deep code, long names
    HostileTreeTest ExtendedNamesTest
    # launcher: names, foreign checkouts, half-written archives, full disks, a home that is read-only
    LauncherTest
    # compressed and standard input: no name, bounds, signals
    SpoolTest GzipMembersTest KilledReadTest
    # recordings that are damaged or made to mislead
    HostileRecordingTest ForeignFileTest BadInputTest
    # record as root
    OtherUserTest
)
IFS=, list="${tests[*]}"
unset IFS
./mvnw -q -B test "$@" -Dtest="$list" -Dsurefire.failIfNoSpecifiedTests=false
[ "$(id -u)" = 0 ] || echo "not root: the tests that act as another user were skipped"

# the wrapper refuses a distribution whose checksum is not the pinned one
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/.mvn/wrapper"
cp mvnw "$work/"
sed 's/^distributionSha256Sum=./distributionSha256Sum=x/' .mvn/wrapper/maven-wrapper.properties > "$work/.mvn/wrapper/maven-wrapper.properties"
if MAVEN_USER_HOME=$work/home "$work/mvnw" -v > "$work/log" 2>&1; then
    echo "the Maven wrapper took a distribution with a wrong checksum" >&2
    exit 1
fi
if ! grep -q 'Failed to validate Maven distribution SHA-256' "$work/log"; then
    echo "the Maven wrapper could not be tried: $(tail -1 "$work/log")"
fi
echo "all promises hold"
