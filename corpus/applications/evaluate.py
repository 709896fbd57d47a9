#!/usr/bin/env python3
"""What perfhint says of the recordings of real applications, against the list that was written by hand before.

  evaluate.py recordings OUT [PERFHINT]   a table of OUT/*.jfr: explained share, small, findings above info, expert's item named
  evaluate.py ab OUT [PERFHINT]           a table of OUT/ab.tsv: measured saving of system CPU a unit against the prediction
"""
import csv, json, os, re, statistics, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PERFHINT = HERE.parent.parent / "perfhint"
ABOVE_INFO = {"high", "medium", "low"}


def rows(name):
    with open(HERE / name) as file:
        return [row for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if row and not row[0].startswith("#")]


def analyze(recording):
    done = subprocess.run([PERFHINT, "analyze", str(recording), "--format", "json"], capture_output=True, text=True,
                          env=dict(os.environ, PERFHINT_NO_BUILD="1"))
    if done.returncode:
        raise SystemExit(f"{recording}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def said(finding):
    texts = [finding["message"], json.dumps(finding.get("site")), json.dumps(finding.get("facts")), json.dumps(finding.get("chain"))]
    texts += [f"{one['text']} {one.get('after') or ''}" for one in finding.get("advice") or []]
    return " ".join(texts)


def recordings(out):
    expert = {}
    for row in rows("applications.tsv"):
        expert.setdefault(row[0], []).append(row + [""] * (8 - len(row)))
    print("| application | system of all CPU | told | unknown | small | environment | findings above info | expert |")
    print("|---|--:|--:|--:|--:|--:|---|---|")
    told, named, actionable, quiet, good = [], 0, 0, 0, 0
    for path in sorted(out.glob("*.jfr")):
        report = analyze(path)
        share = {}
        for line in report.get("account", []):
            share[line["verdict"]] = share.get(line["verdict"], 0) + line["share"]
        above = [one for one in report["findings"] if one["severity"] in ABOVE_INFO]
        known = 1 - share.get("unknown", 0)
        system = report["cpu"]["systemShare"]
        told.append((known, system))
        verdict = []
        for _, of, state, causes, _, words, *_ in expert.get(path.stem, []):
            if state == "actionable":
                hits = [one for one in above if one["cause"] in causes.split(",") and re.search(words, said(one))]
                actionable += 1
                named += bool(hits)
                verdict.append("named" if hits else "**not named**")
            elif state == "good":
                loud = [one for one in above if of.startswith("1") or one["severity"] != "low"]
                good += 1
                quiet += not loud
                verdict.append("**not quiet**" if loud else "quiet")
            elif state == "inherent":
                verdict.append(state)
        verdict = ", ".join(verdict) or "?"
        listed = ", ".join(f"{one['rule']} ({one['severity']}, {100 * one['systemShare']:.0f} %)" for one in above)
        print(f"| {path.stem} | {100 * system:.0f} % | {100 * known:.0f} % | {100 * share.get('unknown', 0):.0f} % | "
              f"{100 * share.get('small', 0):.0f} % | {100 * share.get('environment', 0):.0f} % | {listed} | {verdict} |")
        if "-v" in sys.argv:
            for line in report["account"]:
                if line["verdict"] == "unknown" and line["share"] >= 0.02:
                    print(f"    {100 * line['share']:.1f} % {line['cause']} {line['performer']} {line['object']}: {line['why']}")
    print(f"\nmedian told {100 * statistics.median(known for known, _ in told):.1f} %, least of those with 5 % system CPU or more "
          f"{100 * min(known for known, system in told if system >= 0.05):.1f} %; named {named} of {actionable}; quiet {quiet} of {good}")


def ab(out):
    runs = {}
    with open(out / "ab.tsv") as file:
        for name, remedy, side, *numbers in csv.reader(file, delimiter="\t"):
            runs.setdefault((name, remedy), {}).setdefault("base" if side == "base" else "remedy", []).append(float(numbers[-1]))
    reports = {}
    held = 0
    print("| application | remedy | runs | system µs a unit, base | with it | saved | predicted | holds |")
    print("|---|---|--:|--:|--:|--:|--:|---|")
    for name, remedy, _, causes, what in rows("remedies.tsv"):
        sides = runs.get((name, remedy), {})
        if len(sides) < 2:
            continue
        base, changed = (statistics.median(sides[side]) for side in ("base", "remedy"))
        recording = out / f"{name}.jfr"
        if name not in reports:
            reports[name] = analyze(recording) if recording.exists() else {"findings": []}
        low, high = (share / by_units(reports[name], causes.split(",")) for share in
                     predicted(reports[name]["findings"], causes.split(","), remedy, what))
        saved = 1 - changed / base
        low, high = min(low, 1), min(high, 1)
        holds = high > 0 and low - 0.005 <= saved <= high + 0.005
        held += holds
        wanted = f"{100 * low:.0f}–{100 * high:.0f} %" if high else "none"
        print(f"| {name} | {what} | {min(map(len, sides.values()))} | {spread(sides['base'])} | {spread(sides['remedy'])} | "
              f"{100 * saved:.0f} % | {wanted} | {'yes' if holds else 'no'} |")
    print(f"\nthe predicted range holds the measured saving in {held} of {len(runs)}")


ONCE_OR_BY_TIME = {"jit", "gc", "vm", "class-loading", "thread-start"}


def by_units(report, causes):
    """The part of the system CPU that grows with the units: without what runs by time or once (the first touch of memory too,
    where the remedy is not about it), and without the environment."""
    rest = sum(line["share"] for line in report.get("account", []) if line["verdict"] == "environment"
               or not line["findings"] and (line["cause"] in ONCE_OR_BY_TIME or line["performer"] in ONCE_OR_BY_TIME
                                            or line["cause"] == "page-fault")
               or line["cause"] == "page-fault" and "page-fault" not in causes)
    return max(1 - rest, 0.01)


def spread(values):
    return f"{statistics.median(values):.3g} ({min(values):.3g}–{max(values):.3g})"


def predicted(findings, causes, remedy, what):
    """The range of the advice that this remedy is, else of the best finding of these causes."""
    best = (0, 0)
    for finding in findings:
        if finding["cause"] not in causes:
            continue
        for one in finding.get("advice") or []:
            said = (one["text"] + " " + (one.get("after") or "")).lower()
            words = [word for word in re.findall(r"[a-z]{5,}", what.lower())]
            saving = (one.get("predictedSaving") or {}).get("systemShare")
            if saving and any(word in said for word in words):
                return tuple(saving)
        saving = (finding.get("predictedSaving") or {}).get("systemShare")
        if saving and saving[0] > best[0]:
            best = tuple(saving)
    return best


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("recordings", "ab"):
        raise SystemExit(__doc__)
    if len(sys.argv) > 3 and sys.argv[3] != "-v":
        PERFHINT = Path(sys.argv[3]).resolve()
    {"recordings": recordings, "ab": ab}[sys.argv[1]](Path(sys.argv[2]))
