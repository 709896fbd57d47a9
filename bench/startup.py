#!/usr/bin/env python3
"""Times perfhint's start-up against its floor, a recompiled picocli program with class-data sharing, interleaved.

usage: bench/startup.py [-n RUNS] [RECORDING]

RECORDING is the one `perfhint analyze` reads; without it, only --version is timed. Prints medians and the ratio to the
floor. Needs JDK 17+, Maven (or ./mvnw) and Linux; JAVA_HOME runs everything.
"""
import argparse
import glob
import os
import shutil
import statistics
import subprocess
import sys
import zipfile

from readers import HERE, ROOT, java, run

WORK = os.path.join(HERE, "target", "floor")
PICOCLI = "4.7.7"
FLAGS = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"]


def prepare():
    classes = os.path.join(WORK, "classes")
    jar = os.path.join(WORK, "hello.jar")
    archive = os.path.join(WORK, "hello.jsa")
    if os.path.exists(archive):
        return jar, archive
    os.makedirs(classes, exist_ok=True)
    maven = shutil.which("mvn") or os.path.join(ROOT, "mvnw")
    subprocess.run([maven, "-q", "-B", "dependency:copy", f"-Dartifact=info.picocli:picocli:{PICOCLI}:jar:sources",
                    f"-DoutputDirectory={WORK}"], check=True, stdout=subprocess.DEVNULL)
    with zipfile.ZipFile(os.path.join(WORK, f"picocli-{PICOCLI}-sources.jar")) as sources:
        sources.extractall(os.path.join(WORK, "sources"))
    files = glob.glob(os.path.join(WORK, "sources", "picocli", "*.java")) + [os.path.join(HERE, "floor", "Hello.java")]
    subprocess.run([java("javac"), "--release", "17", "-nowarn", "-Xlint:none", "-d", classes] + files, check=True)
    subprocess.run([java("jar"), "cf", jar, "-C", classes, "."], check=True)
    subprocess.run([java("java")] + FLAGS + [f"-XX:ArchiveClassesAtExit={archive}", "-cp", jar, "Hello"], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return jar, archive


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", "--runs", type=int, default=15)
    parser.add_argument("recording", nargs="?")
    arguments = parser.parse_args()
    jar, archive = prepare()
    launcher = os.path.join(ROOT, "perfhint")
    table = {
        "floor: recompiled picocli": [java("java")] + FLAGS + [f"-XX:SharedArchiveFile={archive}", "-cp", jar, "Hello"],
        "perfhint --version": [launcher, "--version"],
    }
    if arguments.recording:
        table["perfhint analyze"] = [launcher, "analyze", arguments.recording]
    results = {name: [] for name in table}
    for round_number in range(arguments.runs + 1):
        for name, command in table.items():
            wall, _, code = run(command)
            if code != 0:
                sys.exit(f"startup.py: {' '.join(command)} ended with {code}")
            if round_number > 0:
                results[name].append(wall)
    floor = statistics.median(results["floor: recompiled picocli"])
    print("| start-up | median (range) | × floor |")
    print("|---|---|---|")
    for name, walls in results.items():
        median = statistics.median(walls)
        print(f"| {name} | {median * 1000:.0f} ms ({min(walls) * 1000:.0f}–{max(walls) * 1000:.0f}) | {median / floor:.2f} |")


if __name__ == "__main__":
    sys.exit(main())
