#!/usr/bin/env python3
"""Measures the flags that `perfhint latency` advises: pauses.py OUT [RUNS]. JAVA and JAVA25 name the commands of JDK 17 and 25.

Collections: number, sum and longest of the pauses in the GC log. Start: wall time of a program that loads a template engine.
OUT is that of run.py, whose class path and classes are used.
"""
import os, re, statistics, subprocess, sys, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = Path(sys.argv[1]).resolve()
RUNS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
JAVA, JAVA25 = os.environ.get("JAVA", "java"), os.environ.get("JAVA25", "")
G1 = ["-XX:+UseG1GC", "-Xmx2g"]
COLLECTIONS = [
    ("gc", G1, ["-XX:+ExplicitGCInvokesConcurrent"]), ("gc", G1, ["-XX:+DisableExplicitGC"]),
    ("metaspace", G1, ["-XX:MetaspaceSize=256m"]), ("heap", [*G1, "-Xms16m"], [*G1, "-Xms1200m"])]


def java(command, flags, case):
    return subprocess.run([command, *flags, "-cp", str(OUT), "Pauses", case], check=True, capture_output=True, text=True)


def pauses(flags, case):
    done = java(JAVA, [*flags, "-Xlog:gc:file=" + str(OUT / "gc.log")], case)
    found = [float(each) for each in re.findall(r"Pause .* ([\d.]+)ms", (OUT / "gc.log").read_text())]
    return len(found), sum(found), max(found, default=0)


OUT.mkdir(parents=True, exist_ok=True)
subprocess.run(["javac", "-d", str(OUT), "--release", "17", str(HERE / "drivers" / "Pauses.java")], check=True)
for case, base, flags in COLLECTIONS:
    sides = [[pauses(side, case) for _ in range(RUNS)] for side in (base, [*base, *flags])]
    print(flags[-1], *(f"{runs[0][0]} pauses, {statistics.median(r[1] for r in runs):.0f} ms, longest "
                       f"{statistics.median(r[2] for r in runs):.1f} ms" for runs in sides), sep="\t")


def started(command, made, flags):
    """Wall time of a program that loads a template engine, with and without an archive of its classes."""
    program = ["-cp", f"{OUT}/app.jar:{(OUT / 'classpath').read_text().strip()}", "Settings", "freemarker-delay", "base", "1"]
    for each in made:
        subprocess.run([command, *each, *program], check=True, capture_output=True)
    sides = []
    for side in ([], flags):
        seconds = []
        for _ in range(RUNS):
            before = time.monotonic()
            subprocess.run([command, *side, *program], check=True, capture_output=True)
            seconds.append(time.monotonic() - before)
        sides.append(statistics.median(seconds))
    print(made[0][0].split("=")[0], flags[-1].split("=")[0], *(f"{1000 * each:.0f} ms" for each in sides), sep="\t")


subprocess.run(["jar", "cf", f"{OUT}/app.jar", "-C", f"{OUT}/classes", "Settings.class"], check=True)
started(JAVA, [[f"-XX:ArchiveClassesAtExit={OUT}/app.jsa"]], [f"-XX:SharedArchiveFile={OUT}/app.jsa"])
if JAVA25:
    started(JAVA25, [[f"-XX:AOTCacheOutput={OUT}/app.aot"]], [f"-XX:AOTCache={OUT}/app.aot"])
    started(JAVA25, [["-XX:AOTMode=record", f"-XX:AOTConfiguration={OUT}/app.aotconf"],
                     ["-XX:AOTMode=create", f"-XX:AOTConfiguration={OUT}/app.aotconf", f"-XX:AOTCache={OUT}/two.aot"]],
            [f"-XX:AOTCache={OUT}/two.aot"])
