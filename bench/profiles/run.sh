#!/usr/bin/env bash
# Stores and merges all recordings of the repository: bench/profiles/run.sh [LARGE_RECORDING...]
# Round trip, groups of three, six windows in three orders, and four limits of nodes for large ones.
set -eu
cd "$(dirname "$0")/../.."
classes=cli/target/classes; [ -d $classes ] || ./mvnw -q -B -DskipTests package
path=$(ls -d jfr-reader/target/classes rules/target/classes source-rewriter/target/classes | tr '\n' ':')
libraries=$(find "${MAVEN_REPO:-$HOME/.m2/repository}" \( -name 'javaparser-core-*.jar' -o -name 'asm*.jar' -o -name 'java-diff-utils-*.jar' \
  -o -name 'HdrHistogram-*.jar' \) ! -name '*sources*' | tr '\n' ':')
exec java ${PROFILES_JAVA_OPTS:--Xmx4g} -cp "$path$libraries" bench/profiles/ProfileChecks.java fixtures "$@"
