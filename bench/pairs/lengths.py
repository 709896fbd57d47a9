#!/usr/bin/env python3
"""Whether rule, verdict and savings depend on interval, length and sources: lengths.py OUT [CASE...] [--record] [--table FILE]

Records the base of each case at 1 ms and 10 ms, half and twice as long, unobserved, with perf_events; reads each recording
with and without sources and compares every two answers of a case. Cases are the twenty of corpus/savings and its three
programs. A finding is the same in two answers by its id, else by cause and method. Recordings that are there are not made
again, answers are; --record makes recordings only. Where fewer than six samples of a finding are to be expected, it cannot be
named (too few). PERFHINT and JAVA name the commands.
"""
import argparse, importlib.util, itertools, json, subprocess, sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
loaded = importlib.util.spec_from_file_location("savings", HERE.parent.parent / "corpus" / "savings" / "run.py")
savings = importlib.util.module_from_spec(loaded)
loaded.loader.exec_module(savings)
INTERVALS, LENGTHS = ("1ms", "10ms"), (0.5, 2)
SURE, LEAST = 60, 6
KINDS = ("other rule", "other verdict", "apart: bound", "apart: saving", "not named", "too few")


def record(out, case, interval, length):
    file = out / f"{case}-{interval}-{length}.jfr"
    if not file.exists():
        *command, units = savings.command(out, case, "base")
        with open(out / "stdout", "w") as stdout:
            done = subprocess.run([savings.PERFHINT, "record", "--engine", "perf", "--interval", interval, "--no-observe", "-o",
                                   str(file), "--", *command, str(int(int(units) * length))], stdout=stdout,
                                  stderr=subprocess.PIPE, text=True)
        if done.returncode:
            print(f"{file.name}: {done.stderr}", file=sys.stderr)
    return file


def answer(file, sources):
    where = ["--source", str(savings.DRIVERS)] if sources else ["--no-project"]
    done = subprocess.run([savings.PERFHINT, "analyze", *where, "--format", "json", str(file)], capture_output=True, text=True)
    if not done.stdout:
        raise SystemExit(f"{file}: {done.stderr}")
    report = json.loads(done.stdout)
    # starting takes a larger part of a short run, and other programs on the machine change what a unit of work costs: savings
    # are apart where they are as shares and as CPU time of a unit
    report["unit"] = report["cpu"]["nanos"] / float(file.stem.rsplit("-", 1)[1])
    for finding in report["findings"]:
        finding["verdict"] = "+".join(sorted({row["verdict"] for row in report["account"] if finding["id"] in row["findings"]}))
    return report


def methods(finding):
    return {(site["class"], site["method"]) for site in finding["sites"]}


def partner(finding, findings):
    """Returns the finding that is the same in another answer: by id, else of the same cause and method, largest first."""
    alike = [one for one in findings if one["id"] == finding["id"]] or sorted(
        (one for one in findings if one["cause"] == finding["cause"] and methods(one) & methods(finding)),
        key=lambda one: -one["samples"])
    return alike[0] if alike else None


def apart(one, other):
    return bool(one and other and None not in one + other) and (one[1] < other[0] or other[1] < one[0])


def errors(finding):
    """Returns the range of two standard errors of a share, relative."""
    return 2 / max(1, finding["samples"]) ** 0.5


def times(shares, unit):
    return None if None in (shares or [None]) else [share * unit for share in shares]


def differences(one, other, expected, units):
    if other is None:
        yield ("not named" if expected >= LEAST else "too few"), f"{expected:.0f} samples expected"
        return
    if min(one["samples"], other["samples"]) < SURE:
        return
    if one["rule"] != other["rule"]:
        yield "other rule", other["rule"]
    if one["verdict"] != other["verdict"]:
        yield "other verdict", f"{one['verdict']}, {other['verdict']}"
    # what is found costs at least its share: a ceiling below that of the other would be broken
    for kind, ranges in {
            "apart: bound": [[f["cpuShare"] * (1 - errors(f)), f["bound"]["cpuShare"]] for f in (one, other)],
            "apart: saving": [(f.get("predictedSaving") or {}).get("cpuShare") for f in (one, other)]}.items():
        ends = [times(shares, unit) for shares, unit in zip(ranges, units)]
        if apart(*ranges) and apart(*ends):
            yield kind, f"{[[round(end / 1e6) for end in each] for each in ends]} ms"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--table")
    given = parser.parse_args()
    out, cases = given.out.resolve(), given.cases or [case for case, of in savings.LISTS.items() if of in ("others", "programs")]
    savings.prepare(out)
    for case, interval, length in itertools.product(cases, INTERVALS, LENGTHS):
        record(out, case, interval, length)
    if given.record:
        return
    compared, counts, details = Counter(), Counter(), []
    lines = ["| case | samples | both of 60 | others | differences |", "|---|--:|--:|--:|---|"]
    for case in cases:
        answers = {(interval, length, sources): answer(record(out, case, interval, length), sources)
                   for interval in INTERVALS for length in LENGTHS for sources in (False, True)}
        found, sure, few = Counter(), 0, 0
        for (key, one), (beside, other) in itertools.permutations(answers.items(), 2):
            for finding in one["findings"]:
                same = partner(finding, other["findings"])
                if same and key > beside:
                    continue
                enough = same and min(finding["samples"], same["samples"]) >= SURE
                sure, few = sure + bool(enough), few + (not enough)
                expected = finding["samples"] * other["cpu"]["samples"] / one["cpu"]["samples"]
                for kind, what in differences(finding, same, expected, [one["unit"], other["unit"]]):
                    found[kind] += 1
                    if kind == "too few":
                        continue
                    details.append(f"{case}: {kind}: {finding['rule']} at {finding['site']['class']}.{finding['site']['method']}, "
                                   f"{finding['samples']}/{same['samples'] if same else 0} samples, {key} against {beside}: {what}")
        counts += found
        samples = [report["cpu"]["samples"] for report in answers.values()]
        compared.update(sure=sure, few=few)
        lines.append(f"| {case} | {min(samples):,}–{max(samples):,} | {sure} | {few} | "
                     f"{', '.join(f'{kind} {found[kind]}' for kind in KINDS if found[kind]) or '–'} |")
        print(lines[-1], flush=True)
    lines += ["", f"Compared with at least {SURE} samples in both: {compared['sure']}; others: {compared['few']}. "
              + ", ".join(f"{kind}: {counts[kind]}" for kind in KINDS) + "."]
    print("\n".join(["", *lines[-1:], *details]))
    if given.table:
        Path(given.table).write_text("\n".join(lines) + "\n")


main()
