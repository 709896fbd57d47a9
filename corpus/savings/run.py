#!/usr/bin/env python3
"""Holds predicted savings against measured ones: run.py OUT [CASE...] [--unseen|--sequel] [--runs 5] [--record] [--measure] [--table FILE]

--measure runs base and remedy of each case in turn, without profiler, and appends the processes' CPU seconds (user and
system, from rusage) to OUT/runs.tsv. --record records each base from start to end with perf_events. --table reads what
perfhint predicts from the recordings, as it is built now, and writes the table. PERFHINT and JAVA name the commands.
"""
import argparse, json, os, re, statistics, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DRIVERS = HERE / "drivers"
PERFHINT = os.environ.get("PERFHINT", str(HERE.parent.parent / "perfhint"))
JAVA = os.environ.get("JAVA", "java")

def listed():
    """Returns the rows of savings.tsv: the list of a case, its units, the rules and the words of its remedy."""
    lines = [line.split("\t") for line in (HERE / "savings.tsv").read_text().splitlines() if not line.startswith("#")]
    return {case: (of, int(units), rules, words[0] if words else "") for case, of, units, rules, *words in lines}


LISTS = {case: row[0] for case, row in listed().items()}
CASES = {case: row[1:] for case, row in listed().items()}
FLAGS = {"heap": ["-Xmx256m", "-Xms256m", "-XX:+AlwaysPreTouch"]}


def command(out, case, side):
    flags = ["-XX:+UseSerialGC"] if case != "heap" else ["-Xmx256m", "-Xms16m", "-XX:+UseSerialGC"]
    if side == "remedy":
        flags += FLAGS.get(case, [])
    return [JAVA, *flags, "-cp", f"{out}/classes:{(out / 'classpath').read_text().strip()}", program(case), case, side,
            str(CASES[case][0])]


def program(case):
    return LISTS[case].capitalize()


def prepare(out):
    out.mkdir(parents=True, exist_ok=True)
    if not (out / "classpath").exists():
        subprocess.run(["mvn", "-q", "-B", "-f", str(HERE / "pom.xml"), "dependency:build-classpath",
                        f"-Dmdep.outputFile={out}/classpath"], check=True)
    subprocess.run(["javac", "-g", "-cp", (out / "classpath").read_text().strip(), "-d", str(out / "classes"),
                    *[str(file) for file in sorted(DRIVERS.glob("*.java")) if file.name != "Remedies.java"]], check=True)


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
    done = subprocess.run([PERFHINT, "analyze", "--source", str(DRIVERS), "--format", "json", str(out / f"{case}.jfr")],
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


def ceilings(out, cases):
    """Prints what each remedy saved beside the ceilings that perfhint says, of all CPU and of system CPU."""
    runs = {}
    for line in open(out / "runs.tsv"):
        case, side, user, system = line.split()
        runs.setdefault((case, side), []).append((float(user) + float(system), float(system)))
    broken = said = 0
    print("| case | finding | of all CPU | saved | at most | of system CPU | saved | at most |\n|---|---|--:|--:|--:|--:|--:|--:|")
    for case in cases:
        saved = [1 - statistics.median(run[of] for run in runs[case, "remedy"])
                 / statistics.median(run[of] for run in runs[case, "base"]) for of in (0, 1)]
        report = json.loads(subprocess.run([PERFHINT, "analyze", "--source", str(DRIVERS), "--format", "json",
                                            str(out / f"{case}.jfr")], capture_output=True, text=True).stdout)
        found = [finding for finding in report["findings"] if finding["rule"] in CASES[case][1].split()]
        bounds = [max((finding["bound"][share] or 0 for finding in found), default=0) for share in ("cpuShare", "systemShare")]
        said += bounds[0] > 0
        broken += bounds[0] > 0 and (saved[0] > bounds[0] + 0.005 or saved[1] > bounds[1] + 0.005)
        cells = [f"{sum(finding[share] for finding in found):.0%} | {save:.0%} | {f'{bound:.0%}' if bound else ''}"
                 for share, save, bound in zip(("cpuShare", "systemShare"), saved, bounds)]
        print(f"| {case} | {found[0]['rule'] if found else 'none'} | {' | '.join(cells)} |".replace("%", " %"))
    print(f"\nWith a ceiling: {said} of {len(cases)}. Saved more than the ceiling: {broken}.")


def spread(values):
    return f"{statistics.median(values):.2f} ({min(values):.2f}–{max(values):.2f})"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--runs", type=int, default=5)
    for name in ("--record", "--measure", "--ceilings", "--unseen", "--sequel"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("--table", nargs="?", const="")
    given = parser.parse_args()
    own = "sequel" if given.sequel else "unseen" if given.unseen else "others"
    out, cases = given.out.resolve(), given.cases or [case for case in CASES if LISTS[case] == own]
    prepare(out)
    if given.record:
        record(out, cases)
    if given.measure:
        measure(out, cases, given.runs)
    if given.ceilings:
        ceilings(out, cases)
    if given.table is not None:
        table(out, cases, given.table)


if __name__ == "__main__":
    main()
