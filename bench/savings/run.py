#!/usr/bin/env python3
"""Holds predicted savings against measured ones: run.py OUT [CASE...] [--unseen|--sequel] [--runs 5] [--record] [--measure] [--table FILE]

--measure runs base and remedy of each case in turn, without profiler, and appends the processes' CPU seconds (user and
system, from rusage) to OUT/runs.tsv. --record records each base from start to end with perf_events. --table reads what
perfhint predicts from the recordings, as it is built now, and writes the table. PERFHINT and JAVA name the commands.
"""
import argparse, json, os, re, statistics, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PERFHINT = os.environ.get("PERFHINT", str(HERE.parent.parent / "perfhint"))
JAVA = os.environ.get("JAVA", "java")
# case: units, rules whose findings the remedy answers, words of the advice that it is ("" for a fix)
CASES = {
    "jul": (25_000, "log-write-per-event", "StreamHandler"), "thread": (12_000, "thread-per-task", ""),
    "poll": (1_500, "sleep-polling", ""), "sync": (4_000, "sync-per-record", ""),
    "churn": (5_000, "file-churn", ""), "direct": (900, "page-fault-churn", "reuse"),
    "heap": (20_000, "page-fault-churn", "-X"), "connect": (10_000, "connection-per-request", ""),
    "trips": (60_000, "round-trip-per-call", ""), "parts": (40_000, "partial-socket-writes unbuffered-socket-write", ""),
    "lock": (600_000, "lock-contention", ""), "println": (150_000, "unbuffered-print-stream", ""),
    "chars": (60_000, "unbuffered-file-write", ""), "readline": (50_000, "unbuffered-random-access", ""),
    "nio": (60_000, "unbuffered-file-read", ""), "zip": (20_000, "unbuffered-file-write", ""),
    "log4j2": (50_000, "log-write-per-event", "immediateFlush"), "logback": (50_000, "log-write-per-event", "immediateFlush"),
    "sqlite": (1_300, "sync-per-record file-churn", "transaction"), "hsqldb": (2_000, "sync-per-record", "write_delay")}
# written after the predictions, and not used to make them
UNSEEN = {
    "spool": (15_000, "file-churn", ""), "settings": (60_000, "open-per-use file-churn", ""),
    "request": (8_000, "connection-per-request", ""), "async": (8_000, "thread-per-task", ""),
    "token": (200_000, "random-seed-per-use", ""), "queue": (60_000, "thread-handoff", ""),
    "ledger": (8_000, "sync-per-record", ""), "mapped": (40_000, "open-per-use", ""),
    "frames": (900, "page-fault-churn", "again"), "lines": (50_000, "open-per-use", "")}
# written after the model of the prediction; rules that predict
SEQUEL = {
    "tar": (80_000, "unbuffered-file-write", ""), "swapped": (500_000, "unbuffered-file-read", ""),
    "stax": (30_000, "unbuffered-file-write flush-per-record", ""), "digest": (600_000, "unbuffered-file-write", ""),
    "objects": (120_000, "unbuffered-file-read", ""), "fields": (100_000, "unbuffered-random-access", ""),
    "printf": (120_000, "unbuffered-print-stream unbuffered-file-write", ""), "console": (1_000_000, "unbuffered-print-stream", ""),
    "sender": (12_500, "unbuffered-socket-write", ""), "receiver": (300_000, "unbuffered-socket-read", ""),
    "copy": (450_000, "small-copy-buffer", ""), "csv": (600_000, "flush-per-record", ""), "json": (250_000, "flush-per-record", ""),
    "report": (800_000, "flush-per-record unbuffered-print-stream", ""), "audit": (500_000, "log-write-per-event", "full"),
    "journal": (12_000, "sync-per-record", ""), "walk": (400, "file-metadata-storm", ""), "checks": (300_000, "file-metadata-storm", ""),
    "templates": (60_000, "file-metadata-storm", "setTemplateUpdateDelay"), "image": (6_000, "unbuffered-random-access", "memory-cached"),
    "thumbs": (4_000, "file-churn", "setUseCache"), "positions": (600_000, "unbuffered-file-read unbuffered-random-access", "")}
CASES.update(UNSEEN)
CASES.update(SEQUEL)
FLAGS = {"heap": ["-Xmx256m", "-Xms256m", "-XX:+AlwaysPreTouch"]}


def command(out, case, side):
    flags = ["-XX:+UseSerialGC"] if case != "heap" else ["-Xmx256m", "-Xms16m", "-XX:+UseSerialGC"]
    if side == "remedy":
        flags += FLAGS.get(case, [])
    return [JAVA, *flags, "-cp", f"{out}/classes:{(out / 'classpath').read_text().strip()}", program(case), case, side,
            str(CASES[case][0])]


def program(case):
    return "Sequel" if case in SEQUEL else "Unseen" if case in UNSEEN else "Others"


def prepare(out):
    out.mkdir(parents=True, exist_ok=True)
    if not (out / "classpath").exists():
        subprocess.run(["mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), "dependency:build-classpath",
                        f"-Dmdep.outputFile={out}/classpath"], check=True)
    subprocess.run(["javac", "-g", "-cp", (out / "classpath").read_text().strip(), "-d", str(out / "classes"),
                    *[str(HERE / name) for name in ("Others.java", "Libraries.java", "Unseen.java", "Sequel.java")]], check=True)


def seconds(out, line):
    with open(out / "stdout", "w") as stdout:
        process = subprocess.Popen(line, stdout=stdout, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"failed: {' '.join(line)}")
    return usage.ru_utime, usage.ru_stime


def measure(out, cases, runs):
    with open(out / "runs.tsv", "a") as file:
        for _ in range(runs):
            for case in cases:
                for side in ("base", "remedy"):
                    user, system = seconds(out, command(out, case, side))
                    print(case, side, f"{user:.2f}", f"{system:.2f}", sep="\t", file=file, flush=True)


def record(out, cases):
    for case in cases:
        with open(out / "stdout", "w") as stdout:
            done = subprocess.run([PERFHINT, "record", "--force", "--engine", "perf", "--interval", "2ms", "-o", str(out / f"{case}.jfr"), "--",
                                   *command(out, case, "base")], stdout=stdout, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            print(f"{case}: {done.stderr}", file=sys.stderr)


def predicted(out, case):
    done = subprocess.run([PERFHINT, "analyze", "--source", str(HERE), "--format", "json", str(out / f"{case}.jfr")],
                          capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{case}: {done.stderr}")
    _, rules, words = CASES[case]
    low = high = most = 0
    for finding in json.loads(done.stdout)["findings"]:
        if finding["rule"] not in rules.split() or finding["confidence"] == "low":
            continue
        saving = (finding.get("fix") or {}).get("predictedSaving") or finding.get("predictedSaving")
        for advice in finding.get("advice") or []:
            said = f"{advice['text']} {advice.get('after') or ''}"
            if words and words in said and (advice.get("predictedSaving") or {}).get("cpuShare"):
                saving = advice["predictedSaving"]
                break
        if saving and saving.get("cpuShare"):
            low, high = low + saving["cpuShare"][0], high + saving["cpuShare"][1]
        most += (finding["bound"]["cpuShare"] or 0) if finding["severity"] != "info" else 0
    return low, min(1, high), min(1, most)


def table(out, cases, file):
    sides = {}
    for line in open(out / "runs.tsv"):
        case, side, user, system = line.split()
        sides.setdefault(case, {"base": [], "remedy": []})[side].append(float(user) + float(system))
    lines = ["| case | runs | CPU s, base | with the remedy | saved | predicted | within | width |", "|---|--:|--:|--:|--:|--:|---|--:|"]
    within, wide, middles, savings = 0, 0, [], []
    for case in cases:
        base, remedy = sides[case]["base"], sides[case]["remedy"]
        saved = 1 - statistics.median(remedy) / statistics.median(base)
        low, high, most = predicted(out, case)
        if not low:
            lines.append(f"| {case} | {len(base)} | {spread(base)} | {spread(remedy)} | {100 * saved:.0f} % | "
                         + (f"at most {100 * most:.0f} %" if most else "nothing") + " | | |")
            continue
        holds = low <= saved <= high and high > 0
        within += holds
        wide += high > 2.005 * low
        middles.append((low + high) / 2)
        savings.append(saved)
        lines.append(f"| {case} | {len(base)} | {spread(base)} | {spread(remedy)} | {100 * saved:.0f} % | "
                     f"{100 * low:.0f}–{100 * high:.0f} % | {'yes' if holds else 'no'} | {high / low:.2f} |")
    lines += ["", f"Within the predicted interval: {within} of {len(savings)}. Wider than a factor of two: {wide}. Median predicted "
              f"{100 * statistics.median(middles):.1f} %, median measured {100 * statistics.median(savings):.1f} %."]
    print("\n".join(lines))
    if file:
        Path(file).write_text("\n".join(lines) + "\n")


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    for name in ("--record", "--measure", "--unseen", "--sequel"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--table", nargs="?", const="")
    given = parser.parse_args()
    own = "Sequel" if given.sequel else "Unseen" if given.unseen else "Others"
    out, cases = given.out.resolve(), given.cases or [case for case in CASES if program(case) == own]
    prepare(out)
    if given.record:
        record(out, cases)
    if given.measure:
        measure(out, cases, given.runs)
    if given.table is not None:
        table(out, cases, given.table)


if __name__ == "__main__":
    main()
