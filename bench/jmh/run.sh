#!/usr/bin/env bash
# Runs the JMH benchmarks of the inner loops: bench/jmh/run.sh [PATTERN] [JMH OPTION...]. Needs JDK 17+ and Maven (or ./mvnw).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$here/target
mvn=$(command -v mvn || echo "$root/mvnw")
mkdir -p "$work/lib" "$work/classes"
for artifact in org.openjdk.jmh:jmh-core:1.37 org.openjdk.jmh:jmh-generator-annprocess:1.37 \
    net.sf.jopt-simple:jopt-simple:5.0.4 org.apache.commons:commons-math3:3.6.1; do
    name=$(echo "$artifact" | awk -F: '{print $2 "-" $3 ".jar"}')
    [ -e "$work/lib/$name" ] || "$mvn" -q -B dependency:copy -Dartifact="$artifact" -DoutputDirectory="$work/lib" > /dev/null
done
(cd "$root" && "$mvn" -q -B -pl jfr-reader compile)
classpath="$root/jfr-reader/target/classes:$work/lib/*"
javac --release 17 -cp "$classpath" -d "$work/classes" $(find "$here/src" -name '*.java')
java -cp "$work/classes:$classpath" org.openjdk.jmh.Main -f 1 -wi 3 -w 1 -i 5 -r 1 "$@"
