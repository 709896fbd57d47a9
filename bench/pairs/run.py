#!/usr/bin/env python3
"""Whether two recordings of one program have the same findings: run.py OUT [CASE...] [--times N] [--table FILE]

Records the base of each case of corpus/savings twice with perf_events, ctimer and JFR, N times as long, and compares the
findings of high and medium confidence: by id in each pair of one engine, and by rule between the engines, except for rules
about what a grade does not see by docs/reference/evidence.md. Also counts the pairs in which each such finding is named in the other
recording, at least with low confidence. Recordings that are there are not made again. PERFHINT and JAVA name the commands.
"""
import argparse, importlib.util, json, os, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
loaded = importlib.util.spec_from_file_location("savings", HERE.parent.parent / "corpus" / "savings" / "run.py")
savings = importlib.util.module_from_spec(loaded)
loaded.loader.exec_module(savings)
ENGINES = {"perf": [], "ctimer": ["page-fault-churn"],
           "jfr": ["page-fault-churn", "lock-contention", "thread-handoff", "thread-per-task", "sleep-polling"]}
# plain JFR sees no call of a native library
NATIVE = {"sqlite"}


def record(out, case, engine, number):
    file = out / f"{case}-{engine}-{number}.jfr"
    if not file.exists():
        with open(out / "stdout", "w") as stdout:
            done = subprocess.run([savings.PERFHINT, "record", "--engine", engine, "-o", str(file), "--",
                                   *savings.command(out, case, "base")], stdout=stdout, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            print(f"{file.name}: {done.stderr}", file=sys.stderr)
    return file


def findings(file):
    done = subprocess.run([savings.PERFHINT, "analyze", "--no-project", "--format", "json", str(file)], capture_output=True,
                          text=True)
    if done.returncode:
        raise SystemExit(f"{file}: {done.stderr}")
    return json.loads(done.stdout)["findings"]


def sure(found):
    return [one for one in found if one.get("confidence", "high") != "low"]


def ids(found):
    return {one["id"] for one in found}


def describe(found):
    return ", ".join(sorted({one["rule"] for one in found})) or "–"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--record-only", action="store_true")
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--table")
    given = parser.parse_args()
    out, cases = given.out.resolve(), given.cases or [case for case, of in savings.LISTS.items() if of == "others"]
    savings.prepare(out)
    for case in cases:
        units, *rest = savings.CASES[case]
        savings.CASES[case] = (units * given.times, *rest)
    for number in (1, 2):
        for case in cases:
            for engine in ENGINES:
                record(out, case, engine, number)
    if given.record_only:
        return
    same, named = dict.fromkeys(ENGINES, 0), dict.fromkeys(ENGINES, 0)
    across = 0
    lines = ["| case | perf_events | ctimer | JFR | pairs | engines |", "|---|---|---|---|---|---|"]
    for case in cases:
        every = {engine: [findings(out / f"{case}-{engine}-{n}.jfr") for n in (1, 2)] for engine in ENGINES}
        found = {engine: [sure(side) for side in sides] for engine, sides in every.items()}
        alike = [engine for engine, (one, two) in found.items() if ids(one) == ids(two)]
        for engine, (one, two) in found.items():
            named[engine] += ids(one) <= ids(every[engine][1]) and ids(two) <= ids(every[engine][0])
        for engine in alike:
            same[engine] += 1
        rules = {engine: {f["rule"] for each in sides for f in each} for engine, sides in found.items()}
        hidden = {rule for blind in ENGINES.values() for rule in blind}
        seen = [rules[engine] - hidden for engine in ENGINES if engine != "jfr" or case not in NATIVE]
        engines = all(each == seen[0] for each in seen)
        across += engines
        cells = [describe(one) if describe(one) == describe(two) else f"{describe(one)}; {describe(two)}"
                 for one, two in found.values()]
        differing = [engine for engine in ENGINES if engine not in alike]
        lines.append(f"| {case} | {' | '.join(cells)} | {'same' if not differing else 'differ: ' + ', '.join(differing)} | "
                     f"{'same' if engines else 'differ'} |")
    lines += ["", "Pairs with the same findings: " + ", ".join(f"{engine} {count}" for engine, count in same.items())
              + f" of {len(cases)} each; between engines {across} of {len(cases)}. Pairs in which the other recording names each,"
              + " at least with low confidence: " + ", ".join(f"{engine} {count}" for engine, count in named.items()) + "."]
    print("\n".join(lines))
    if given.table:
        Path(given.table).write_text("\n".join(lines) + "\n")


main()
