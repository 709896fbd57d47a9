#!/usr/bin/env python3
"""Times perfhint and its peers on the same recordings, interleaved, as whole processes.

usage: bench/readers.py [-n RUNS] [--slow-runs RUNS] [--only NAME,...] [--baseline FILE | --write-baseline FILE] RECORDING...

Prints one Markdown table for each recording: median wall seconds, range, median peak memory (VmHWM, as the kernel
reports it when the process is reaped) and the ratio to one.jfr. Needs JDK 17+, Maven (or ./mvnw) and Linux.
Readers that need more than 20 s are run --slow-runs times, the first round included (default: like the others).
JAVA_HOME runs everything; JAVA25, if set, adds `jfr view` of that JDK. With a baseline file, a ratio that is more than
10 % worse is marked with !!.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
WORK = os.path.join(HERE, "target", "peers")
ARTIFACTS = [
    "tools.profiler:jfr-converter:4.5",
    "org.openjdk.jmc:flightrecorder:9.1.2",
    "org.openjdk.jmc:common:9.1.2",
    "org.owasp.encoder:encoder:1.2.3",
    "at.yawk.lz4:lz4-java:1.10.2",
]
TIMEOUT_SECONDS = 300
SLOW_SECONDS = 20


def prepare():
    lib = os.path.join(WORK, "lib")
    classes = os.path.join(WORK, "classes")
    os.makedirs(lib, exist_ok=True)
    os.makedirs(classes, exist_ok=True)
    maven = shutil.which("mvn") or os.path.join(ROOT, "mvnw")
    for artifact in ARTIFACTS:
        group, name, version = artifact.split(":")
        if not os.path.exists(os.path.join(lib, f"{name}-{version}.jar")):
            subprocess.run([maven, "-q", "-B", "dependency:copy", f"-Dartifact={artifact}",
                            f"-DoutputDirectory={lib}"], check=True, stdout=subprocess.DEVNULL)
    sources = [os.path.join(HERE, "peers", f) for f in sorted(os.listdir(os.path.join(HERE, "peers")))]
    subprocess.run([java("javac"), "-nowarn", "-cp", lib + "/*", "-d", classes] + sources, check=True)
    subprocess.run([os.path.join(ROOT, "perfhint"), "--version"], check=True, stdout=subprocess.DEVNULL)
    return f"{classes}:{lib}/*"


def java(tool, home=None):
    home = home or os.environ.get("JAVA_HOME")
    return os.path.join(home, "bin", tool) if home else tool


def commands(class_path, recording):
    peer = [java("java"), "-cp", class_path]
    converter = os.path.join(WORK, "lib", "jfr-converter-4.5.jar")
    table = {
        "perfhint hotspots": [os.path.join(ROOT, "perfhint"), "hotspots", recording],
        "one.jfr": peer + ["OneJfr", recording],
        "jfrconv -o collapsed": [java("java"), "-jar", converter, "-o", "collapsed", recording, "/dev/null"],
        "jdk.jfr.consumer": peer + ["JdkConsumer", recording],
        "JMC": peer + ["Jmc", recording],
    }
    if os.environ.get("JAVA25"):
        table["jfr view hot-methods"] = [java("jfr", os.environ["JAVA25"]), "view", "hot-methods", recording]
    return table


def run(command):
    """Returns (wall seconds, peak KiB, exit code); peak is that of the largest process in the family."""
    start = time.monotonic()
    pid = os.posix_spawn(
        command[0] if os.sep in command[0] else shutil.which(command[0]), command, os.environ,
        file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                      (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            return time.monotonic() - start, usage.ru_maxrss, os.waitstatus_to_exitcode(status)
        if time.monotonic() - start > TIMEOUT_SECONDS:
            os.kill(pid, 9)
        time.sleep(0.002)


def read_baseline(path):
    ratios = {}
    if path and os.path.exists(path):
        for line in open(path, encoding="utf-8"):
            recording, name, ratio = line.rstrip("\n").split("\t")
            ratios[recording, name] = float(ratio)
    return ratios


def measure(table, runs, slow_runs):
    results = {name: [] for name in table}
    slow = set()
    for round_number in range(runs + 1):
        for name, command in table.items():
            if name in slow and len(results[name]) >= slow_runs:
                continue
            result = run(command)
            if round_number == 0 and slow_runs and result[0] > SLOW_SECONDS:
                slow.add(name)
            if round_number > 0 or name in slow:  # the first round warms the page cache, which slow readers do not notice
                results[name].append(result)
    return results


def report(recording, results, baseline, written):
    size = os.path.getsize(recording) / 1e6
    name_of_file = os.path.basename(recording)
    print(f"\n**{name_of_file}**, {size:.1f} MB\n")
    print("| reader | wall, median (range) | peak memory | × one.jfr |")
    print("|---|---|---|---|")
    reference = statistics.median(r[0] for r in results["one.jfr"]) if "one.jfr" in results else None
    most = max(len(runs) for runs in results.values())
    for name, runs in results.items():
        walls = [r[0] for r in runs]
        wall = statistics.median(walls)
        failed = sum(1 for r in runs if r[2] != 0)
        ratio = wall / reference if reference else float("nan")
        before = baseline.get((name_of_file, name))
        mark = f" !! was {before:.2f}" if before and ratio > before * 1.1 else ""
        note = f" ({failed} of {len(runs)} runs failed)" if failed else ""
        if len(runs) < most:
            note += f" ({len(runs)} runs)"
        print(f"| {name}{note} | {wall:.2f} s ({min(walls):.2f}–{max(walls):.2f}) "
              f"| {statistics.median(r[1] for r in runs) / 1024:.0f} MB | {ratio:.2f}{mark} |")
        written.append(f"{name_of_file}\t{name}\t{ratio:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", "--runs", type=int, default=5)
    parser.add_argument("--slow-runs", type=int, metavar="RUNS")
    parser.add_argument("--only", help="names of readers, separated by commas")
    parser.add_argument("--baseline", default=os.path.join(HERE, "baseline.tsv"))
    parser.add_argument("--write-baseline", metavar="FILE")
    parser.add_argument("recordings", nargs="+")
    arguments = parser.parse_args()
    class_path = prepare()
    baseline = read_baseline(arguments.baseline)
    written = []
    print(f"{arguments.runs} runs each, interleaved, after one warm-up; {os.cpu_count()} processors; "
          f"perfhint's JVM flags stand in its launcher, the peers run with the JVM's defaults")
    for recording in arguments.recordings:
        table = commands(class_path, recording)
        if arguments.only:
            table = {n: c for n, c in table.items() if n in arguments.only.split(",")}
        report(recording, measure(table, arguments.runs, arguments.slow_runs), baseline, written)
    if arguments.write_baseline:
        with open(arguments.write_baseline, "w", encoding="utf-8") as out:
            out.write("\n".join(written) + "\n")


if __name__ == "__main__":
    sys.exit(main())
