#!/usr/bin/env python3
"""Where the CPU was that a remedy saved: where.py OUT [CASE...]

Records base and remedy of each case with perf_events and prints what went, ms of CPU by thread and frame. Not sampled is what
the kernel counted beside the samples: the start of the JVM and of the profiler, threads that end before a sample, switches.
"""
import json, re, subprocess, sys
from collections import Counter
from pathlib import Path
import run

JDK = re.compile(r"^(java|javax|jdk|sun|com/sun)/")
INTERVAL = 2
COLUMNS = ["kernel, below the call", "user, below the call", "JIT", "GC, JVM", "own code", "other", "not sampled"]


def place(stack):
    frames = stack.split(";")
    thread, frames = frames[0], frames[1:]
    kinds = [(re.search(r"_\[(.)\]$", frame) or "..")[1] for frame in frames]
    kernel = "k" in kinds
    java = [frame for frame, kind in zip(frames, kinds) if kind in "ji01"]
    if re.search(r"C[12] Compiler", thread):
        return "JIT"
    if re.search(r"VM Thread|GC Thread|G1 ", thread):
        return "GC, JVM"
    if not java or all(JDK.match(frame) for frame in java):
        return "other"
    if JDK.match(java[-1]) or kernel:
        return ("kernel" if kernel else "user") + ", below the call"
    return "own code"


def cpu(out, case, side):
    file = str(out / f"{case}-{side}.jfr")
    if not Path(file).exists():
        subprocess.run([run.PERFHINT, "record", "--force", "--engine", "perf", "--interval", f"{INTERVAL}ms", "-o", file, "--",
                        *run.command(out, case, side)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    sums = Counter()
    for line in subprocess.run([run.PERFHINT, "export", file, "--format", "collapsed"], capture_output=True, text=True).stdout.splitlines():
        stack, samples = line.rsplit(" ", 1)
        sums[place(stack)] += INTERVAL * int(samples)
    report = json.loads(subprocess.run([run.PERFHINT, "analyze", file, "--format", "json"], capture_output=True, text=True).stdout)
    counted = report["cpu"]["kernelAccounting"]
    sums["not sampled"] = round((counted["userNanos"] + counted["systemNanos"]) / 1e6) - sum(sums.values())
    return sums


def main():
    out = Path(sys.argv[1]).resolve()
    run.prepare(out)
    print("| case | base | saved | " + " | ".join(COLUMNS) + " |\n|---|" + "--:|" * (len(COLUMNS) + 2))
    for case in sys.argv[2:] or run.CASES:
        base, remedy = cpu(out, case, "base"), cpu(out, case, "remedy")
        saved = [base[column] - remedy[column] for column in COLUMNS]
        print(f"| {case} | {sum(base.values())} | {sum(saved)} | " + " | ".join(map(str, saved)) + " |", flush=True)


if __name__ == "__main__":
    main()
