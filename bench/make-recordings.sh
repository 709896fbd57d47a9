#!/usr/bin/env bash
# Makes large recordings to measure readers with: make-recordings.sh OUTDIR [SECONDS]
#   ap-cpu.jfr   async-profiler CPU profile, 100 us, stacks up to 512 deep, kernel frames (the hard case: mostly stack traces)
#   jfr-io.jfr   JDK 25 recording, file and socket I/O at threshold 0 (many events), needs JAVA25=<home of a JDK 25>
# About 5 MB/s and 3 MB/s. Needs JDK 17+, Maven, Linux perf_events for ap-cpu.jfr.
set -eu
out=$(mkdir -p "$1" && cd "$1" && pwd); secs=${2:-60}; here=$(cd "$(dirname "$0")" && pwd)
work=$out/.work; mkdir -p "$work/lib" "$work/ap" "$work/src" "$work/classes" "$work/tmp" "$work/repo"
get() { [ -f "$2/$(echo "$1" | awk -F: '{print $2"-"$3 ($5 ? "-"$5 : "")".jar"}')" ] || mvn -q -B dependency:copy -Dartifact="$1" -DoutputDirectory="$2" >/dev/null; }
for a in com.google.guava:guava:33.2.1-jre com.fasterxml.jackson.core:jackson-core:2.17.2 com.fasterxml.jackson.core:jackson-databind:2.17.2 \
         com.fasterxml.jackson.core:jackson-annotations:2.17.2 com.google.code.gson:gson:2.11.0 org.apache.commons:commons-lang3:3.14.0 \
         com.google.guava:failureaccess:1.0.2 org.checkerframework:checker-qual:3.42.0 com.google.errorprone:error_prone_annotations:2.27.0 \
         com.google.j2objc:j2objc-annotations:3.0.0 com.google.code.findbugs:jsr305:3.0.2; do get "$a" "$work/lib"; done
for a in com.google.guava:guava:33.2.1-jre com.fasterxml.jackson.core:jackson-core:2.17.2 com.fasterxml.jackson.core:jackson-databind:2.17.2 \
         com.google.code.gson:gson:2.11.0 org.apache.commons:commons-lang3:3.14.0; do
  n=$(echo "$a" | awk -F: '{print $2"-"$3}'); [ -d "$work/src/$n" ] || { get "$a:jar:sources" "$work/srcjars"; mkdir -p "$work/src/$n"; (cd "$work/src/$n" && jar xf "$work/srcjars/$n-sources.jar"); }
done
get tools.profiler:async-profiler:4.2 "$work/ap"; [ -d "$work/ap/linux-x64" ] || (cd "$work/ap" && jar xf async-profiler-4.2.jar)
javac -nowarn -Xlint:none -cp "$work/lib/*" -d "$work/classes" "$here/workload/Work.java" 2>/dev/null
arch=x64; [ "$(uname -m)" = aarch64 ] && arch=arm64
java -Djava.io.tmpdir="$work/tmp" -agentpath:"$work/ap/linux-$arch/libasyncProfiler.so=start,event=cpu,interval=100us,jstackdepth=512,file=$out/ap-cpu.jfr,jfr" \
  -cp "$work/classes:$work/lib/*" Work "$secs" "$work/tmp" "$work/src"
if [ -n "${JAVA25:-}" ]; then
  s=settings=profile
  for e in FileRead FileWrite SocketRead SocketWrite; do s="$s,jdk.$e#enabled=true,jdk.$e#threshold=0ms,jdk.$e#throttle=off"; done
  s="$s,jdk.NativeMethodSample#period=10ms,jdk.CPUTimeSample#enabled=true,jdk.ThreadCPULoad#period=1s,jdk.ClassLoad#enabled=true,jdk.ClassLoad#threshold=0ms,jdk.Compilation#threshold=0ms"
  "$JAVA25/bin/java" -Djava.io.tmpdir="$work/tmp" -XX:StartFlightRecording:filename="$out/jfr-io.jfr",maxsize=4g,"$s" \
    -XX:FlightRecorderOptions:stackdepth=128,repository="$work/repo" -cp "$work/classes:$work/lib/*" Work "$secs" "$work/tmp" "$work/src" sSfwpo 40
fi
ls -l "$out"/*.jfr
