#!/usr/bin/env python3
"""Measures what each setting of advice.tsv saves of the pattern that it is advised for: run.py OUT [CASE...] [--runs 5]

Base and setting in turn, CPU seconds of the process (user and system, rusage), and system calls of one run a side by strace.
"""
import argparse, os, re, statistics, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
JAVA = os.environ.get("JAVA", "java")
CASES = {
    "sqlite-wal": 3_000, "hsqldb-delay": 4_000, "h2-delay": 20_000, "mapdb-mmap": 2_000, "log4j2-flush": 200_000,
    "log4j1-flush": 100_000, "logback-flush": 200_000, "tinylog-buffer": 100_000, "juli-buffer": 100_000,
    "freemarker-delay": 100_000, "velocity-cache": 20_000, "pdfbox-memory": 500, "poi-tmpdir": 300, "imageio-cache": 5_000,
    "tmpdir": 5_000, "inetaddr-ttl": 10_000, "malloc": 2_000, "heap": 20_000, "pretouch": 20_000}
FLAGS = {
    "poi-tmpdir": ["-Djava.io.tmpdir=/dev/shm"], "tmpdir": ["-Djava.io.tmpdir=/dev/shm"],
    "pretouch": ["-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch"],
    "inetaddr-ttl": ["-Dsun.net.inetaddr.ttl=30"], "heap": ["-Xms256m", "-Xmx256m"]}
BASES = {"inetaddr-ttl": ["-Dsun.net.inetaddr.ttl=0"], "heap": ["-Xms16m", "-Xmx256m"],
         "pretouch": ["-Xms256m", "-Xmx256m"]}
ENVIRONMENT = {"malloc": {"MALLOC_TRIM_THRESHOLD_": "1073741824", "MALLOC_MMAP_THRESHOLD_": "1073741824"}}


def run(out, case, side, trace=()):
    flags = (FLAGS if side == "set" else BASES).get(case, [])
    more = ENVIRONMENT.get(case, {}) if side == "set" else {}
    line = [*trace, JAVA, "-XX:+UseSerialGC", "-Xmx512m", *flags, "-cp", f"{out}/classes:{(out / 'classpath').read_text().strip()}",
            "Settings", case, side, str(CASES[case])]
    process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=open(out / "stderr", "w"), env={**os.environ, **more})
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        print(f"{case} {side} failed\n{(out / 'stderr').read_text()[-2000:]}", file=sys.stderr)
    return usage.ru_utime + usage.ru_stime


def calls(out, case, side):
    run(out, case, side, ["strace", "-f", "-qq", "-c", "-o", str(out / "calls")])
    found = re.search(r"100\.00\s+\S+\s+\d*\s+(\d+).*total", (out / "calls").read_text())
    return int(found.group(1)) if found else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    out = given.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if not (out / "classpath").exists():
        subprocess.run(["mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), "dependency:build-classpath",
                        f"-Dmdep.outputFile={out}/classpath"], check=True)
    subprocess.run(["javac", "-g", "-cp", (out / "classpath").read_text().strip(), "-d", str(out / "classes"),
                    str(HERE / "drivers" / "Settings.java")], check=True)
    print("case\tCPU s, base\twith it\tsaved\tcalls, base\twith it")
    for case in given.cases or CASES:
        sides = {"base": [], "set": []}
        for _ in range(given.runs):
            for side, seconds in sides.items():
                seconds.append(run(out, case, side))
        base, less = (statistics.median(seconds) for seconds in sides.values())
        print(case, f"{base:.2f}", f"{less:.2f}", f"{100 * (1 - less / base):.0f} %", calls(out, case, "base"),
              calls(out, case, "set"), sep="\t", flush=True)


main()
