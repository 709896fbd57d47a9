#!/usr/bin/env bash
# Runs fleet collect on Spark, on this machine only, and compares its stores with perfhint's own, byte for byte:
#   cluster.sh WORK LAKE     LAKE is a folder of recordings (bench/fleet/Lake.java); S3_FILES (300) go to S3
#                            LARGE="FILE..." adds a service of large ones, executors have 1.5 GB
#   cluster.sh --quick WORK  120 perturbed copies of the repository's recordings, under three minutes
#   cluster.sh --fetch WORK  only fetches Spark, Hadoop and s3proxy
# Local, Kryo, perfhint itself on JDK 25 (JAVA25_HOME), a standalone master with two workers, an executor killed in mid-job, S3 by s3proxy,
# a server stopped in mid-job. Spark, Hadoop and s3proxy come from Maven; all listen on loopback; ends what it started.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
quick=; kill_after=5; s3_files=${S3_FILES:-300}
if [ "$1" = --quick ]; then quick=1 kill_after=2 s3_files=60; shift; fi
fetch=; if [ "$1" = --fetch ]; then fetch=1; shift; fi
work=$(mkdir -p "$1" && cd "$1" && pwd); lake=${2:-$work/lake}
jar=$PWD/integrations/spark/target/perfhint-spark.jar
export PERFHINT_NO_BUILD=1 SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1 SPARK_HOME=$work/home
started=() failed=0
# as spark-submit does; Kryo needs the first
opens=(); for each in nio lang lang.invoke io net util util.concurrent; do
    opens+=("--add-opens=java.base/java.$each=ALL-UNNAMED")
done

stop() { [ ${#started[@]} -eq 0 ] || kill -9 "${started[@]}" 2> /dev/null || true; }
trap stop EXIT
trap 'echo "cluster.sh: line $LINENO failed" >&2' ERR

jars() { # folder coordinates...
    local folder=$1 pom=$work/$1.xml; shift
    [ ! -d "$work/$folder" ] || return 0
    {   echo '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        echo '<groupId>cluster</groupId><artifactId>jars</artifactId><version>1</version><dependencies>'
        printf '%s\n' "$@" | sed -E 's|(.*):(.*):(.*)|<dependency><groupId>\1</groupId><artifactId>\2</artifactId><version>\3</version><exclusions><exclusion><groupId>software.amazon.awssdk</groupId><artifactId>bundle</artifactId></exclusion></exclusions></dependency>|'
        echo '</dependencies></project>'
    } > "$pom"
    ./mvnw -q -B -ntp -f "$pom" dependency:copy-dependencies -DoutputDirectory="$work/$folder"
}

equal() { # name store expected
    if diff -r "$2/tree" "$3/tree" > /dev/null && diff -r "$2/facts" "$3/facts" > /dev/null; then
        echo "$1: store equal, $seconds s"
    else
        echo "$1: store DIFFERENT, $seconds s"; failed=1
    fi
}

submit() { # log master store recordings options...
    local log=$work/$1 master=$2 store=$3 recordings=$4 begin=$SECONDS status=0; shift 4
    rm -rf "$log" "$log.err" "$work/events"; mkdir -p "$work/events"
    java -Xmx1g "${opens[@]}" -Dlog4j2.configurationFile="$work/log4j2.properties" -cp "$work/spark/*" \
        org.apache.spark.deploy.SparkSubmit --master "$master" --conf spark.ui.enabled=false \
        --conf spark.driver.bindAddress=127.0.0.1 --conf spark.driver.host=127.0.0.1 \
        --conf spark.executor.memory="${EXECUTOR_MEMORY:-1536m}" --conf spark.eventLog.enabled=true \
        --conf spark.eventLog.dir="file://$work/events" --conf spark.eventLog.rolling.enabled=false \
        --conf spark.eventLog.compress=false "$@" \
        --class dev.perfhint.spark.FleetCollect "$jar" "$recordings" --store "$store" > "$log" 2> "$log.err" || status=$?
    seconds=$((SECONDS - begin))
    return $status
}

wait_for() { # pattern file
    for _ in $(seq 300); do
        grep -q "$1" "$2" 2> /dev/null && return
        sleep 0.1
    done
    echo "cluster.sh: no '$1' in $2" >&2; exit 1
}

finished() { cat "$1" 2> /dev/null | grep -c 'Finished task' || true; }

after_tasks() { # log job: waits until some tasks are finished or the job has ended
    while [ "$(finished "$1")" -lt "$kill_after" ] && kill -0 "$2" 2> /dev/null; do sleep 0.05; done
}

daemon() { # log class arguments...
    local log=$1; shift
    java -Xmx512m -Dlog4j2.configurationFile="$work/log4j2.properties" -cp "$work/spark/*" "$@" > "$log" 2>&1 &
    started+=($!)
}

jars spark org.apache.spark:spark-core_2.13:4.1.0 org.apache.hadoop:hadoop-aws:3.4.2 \
    software.amazon.awssdk:s3:2.29.52 software.amazon.awssdk:s3-transfer-manager:2.29.52
jars s3proxy org.gaul:s3proxy:3.1.0
[ -z "$fetch" ] || exit 0
# both from the same sources
./mvnw -q -B -ntp -Dmaven.test.skip=true -pl cli,integrations/spark -am package
mkdir -p "$work/home"; ln -sfn "$work/spark" "$work/home/jars"
cat > "$work/log4j2.properties" <<'END'
rootLogger.level = warn
rootLogger.appenderRef.stderr.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n
logger.tasks.name = org.apache.spark.scheduler
logger.tasks.level = info
logger.deploy.name = org.apache.spark.deploy
logger.deploy.level = info
END
[ -z "$quick" ] || [ -d "$lake" ] || java bench/fleet/Lake.java fixtures/recordings/async-profiler-4.6 "$lake" 20 3

own=$work/own; rm -rf "$own" "$work"/own-* "$work"/store-* "$work/lake-large"
begin=$SECONDS; ./perfhint fleet collect "$lake" --store "$own" | head -1
echo "perfhint itself: $((SECONDS - begin)) s"
submit local "local[2]" "file://$work/store-local" "$lake"; equal "local[2]" "$work/store-local" "$own"
shuffled=$(grep -ho '"Shuffle Bytes Written":[0-9]*' "$work"/events/* | awk -F: '{ sum += $2 } END { print sum }')
bytes=$(find "$lake" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
echo "shuffled: $shuffled of $bytes bytes, $(awk -v a="$shuffled" -v b="$bytes" 'BEGIN { printf "%.1f %%", 100 * a / b }')"
submit kryo "local[2]" "file://$work/store-kryo" "$lake" \
    --conf spark.serializer=org.apache.spark.serializer.KryoSerializer
equal "local[2], Kryo" "$work/store-kryo" "$own"
if [ -z "$quick" ] && [ -n "${JAVA25_HOME:-}" ]; then
    # Hadoop 3.4.2 does not start on it: Subject.getSubject() is gone
    begin=$SECONDS; JAVA_HOME=$JAVA25_HOME ./perfhint fleet collect "$lake" --store "$work/own-25" > /dev/null
    seconds=$((SECONDS - begin)); equal "perfhint itself, JDK 25" "$work/own-25" "$own"
fi

begin=$SECONDS
daemon "$work/master.log" org.apache.spark.deploy.master.Master --host 127.0.0.1 --port 0 --webui-port 0
wait_for 'Starting Spark master at' "$work/master.log"
master=$(sed -n 's/.*Starting Spark master at \(spark:[^ ]*\).*/\1/p' "$work/master.log")
workers=()
for i in 1 2; do
    daemon "$work/worker$i.log" org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --cores 1 --memory 3g \
        --webui-port 0 --work-dir "$work/worker$i" "$master"
    workers+=("${started[-1]}")
done
for i in 1 2; do wait_for 'Successfully registered' "$work/worker$i.log"; done
echo "a master and two workers: $((SECONDS - begin)) s"
submit cluster "$master" "file://$work/store-cluster" "$lake"; equal "cluster" "$work/store-cluster" "$own"

if [ -n "${LARGE:-}" ]; then
    mkdir -p "$work/lake-large"; ln -sfn "$lake" "$work/lake-large/lake"
    for file in $LARGE; do mkdir -p "$work/lake-large/service=large"; ln -sf "$file" "$work/lake-large/service=large"; done
    ./perfhint fleet collect "$work/lake-large" --store "$work/own-large" > /dev/null
    submit large "$master" "file://$work/store-large" "$work/lake-large"
    equal "cluster, large recordings" "$work/store-large" "$work/own-large"
    grep -h 'Finished task' "$work/large.err" | sed 's/.* in \([0-9]*\) ms .*/\1/' | sort -n | tail -1 \
        | sed 's/.*/longest task: & ms/'
    grep -c OutOfMemory "$work/large.err" && failed=1 || true
fi

rm -f "$work"/*.err
submit killed "$master" "file://$work/store-killed" "$lake" & job=$!
after_tasks "$work/killed.err" "$job"
executor=$(pgrep -P "${workers[0]}" -f CoarseGrainedExecutorBackend || true)
[ -z "$executor" ] || kill -9 "$executor"
status=0; wait "$job" || status=$?
seconds=$(finished "$work/killed.err")
lost=$(grep -c 'Lost executor' "$work/killed.err" || true)
[ "$status" = 0 ] && [ -n "$executor" ] && [ "$lost" -gt 0 ] || { echo "executor killed: job $status, $lost lost"; failed=1; }
equal "executor killed after $kill_after tasks ($lost lost)" "$work/store-killed" "$own" | sed 's/ s$/ tasks in all/'

port=$((20000 + RANDOM % 10000)); rm -rf "$work/s3"; mkdir -p "$work/s3/lake"
printf '%s\n' '<configuration><root level="OFF"/></configuration>' > "$work/logback.xml"
printf '%s\n' s3proxy.authorization=none "s3proxy.endpoint=http://127.0.0.1:$port" jclouds.provider=filesystem-nio2 \
    jclouds.identity=x jclouds.credential=x "jclouds.filesystem.basedir=$work/s3" > "$work/s3proxy.properties"
java -Xmx512m -Dlogback.configurationFile="$work/logback.xml" -cp "$work/s3proxy/*" org.gaul.s3proxy.Main \
    --properties "$work/s3proxy.properties" > "$work/s3proxy.log" 2>&1 &
server=$!; started+=("$server")
for _ in $(seq 100); do (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null && break; sleep 0.1; done
s3=("fs.s3a.endpoint=http://127.0.0.1:$port" fs.s3a.endpoint.region=us-east-1 fs.s3a.path.style.access=true
    fs.s3a.connection.ssl.enabled=false fs.s3a.access.key=x fs.s3a.secret.key=x fs.s3a.retry.limit=2
    fs.s3a.attempts.maximum=2 fs.s3a.retry.interval=100ms)
spark=(); for each in "${s3[@]}"; do spark+=(--conf "spark.hadoop.$each"); done
mkdir -p "$work/conf"
{   echo '<configuration>'
    printf '%s\n' "${s3[@]}" | sed -E 's|([^=]*)=(.*)|<property><name>\1</name><value>\2</value></property>|'
    echo '</configuration>'
} > "$work/conf/core-site.xml"
part=$work/part; rm -rf "$part"; mkdir "$part"
(cd "$lake"; find . -name '*.jfr' -path '*service=*' | sort | awk -v n="$s3_files" 'NR <= n' | tar cf - -T -) \
    | tar xf - -C "$part"
begin=$SECONDS
java -Dlog4j2.configurationFile="$work/log4j2.properties" -cp "$work/conf:$work/spark/*" \
    integrations/spark/Upload.java "$part" s3a://lake/recordings 2> "$work/put.err"
echo "uploaded: $(find "$part" -name '*.jfr' | wc -l) recordings, $((SECONDS - begin)) s"
rm -rf "$work/own-part"; ./perfhint fleet collect "$part" --store "$work/own-part" > /dev/null
submit s3-local "local[2]" s3a://lake/store-local 's3a://lake/recordings/*' "${spark[@]}"
equal "local[2], S3" "$work/s3/lake/store-local" "$work/own-part"
submit s3-cluster "$master" s3a://lake/store-cluster s3a://lake/recordings "${spark[@]}"
equal "cluster, S3" "$work/s3/lake/store-cluster" "$work/own-part"
submit s3-again "$master" s3a://lake/store-cluster s3a://lake/recordings "${spark[@]}"
echo "S3 again: $(head -1 "$work/s3-again" | sed 's/.*: //'), $seconds s"
rm -f "$work/s3-stopped.err"
submit s3-stopped "$master" s3a://lake/store-stopped s3a://lake/recordings "${spark[@]}" & job=$!
after_tasks "$work/s3-stopped.err" "$job"
kill -9 "$server"
status=0; wait "$job" || status=$?
if [ "$status" != 0 ] && [ ! -e "$work/s3/lake/store-stopped/manifest/store.jsonl" ]; then
    echo "server stopped after $kill_after tasks: the job failed, no recording was called bad"
else
    echo "server stopped: job $status, store written"; failed=1
fi
exit $failed
