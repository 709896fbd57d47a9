#!/usr/bin/env python3
"""Runs perfhint compare over 30 known changes and counts which verdicts are right.

Records each pair with `perfhint record -- java KnownChange ...`, in turn, compares them, and judges the JSON and the text:
- nothing: 10 pairs of the same program; right if no row is called changed
- faster, slower: the changed part has its verdict, and CPU time has not the opposite one
- work: more of the same part and of its surroundings; right if no part is blamed and the factor is within 25 %
A contradiction is a verdict with another sign than its number, in any row of the JSON or the text.

Usage: known-changes.py OUT [ROUNDS]; PERFHINT and JAVA name the commands.
"""
import json, os, re, subprocess, sys

here = os.path.dirname(os.path.abspath(__file__))
perfhint = os.environ.get("PERFHINT", os.path.join(here, "..", "..", "perfhint"))
java = os.environ.get("JAVA", "java")
out = sys.argv[1]
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 150

WAYS = [("write", r"^write$|FileOutputStream\.write"), ("read", r"^read$|FileInputStream\.read"),
        ("stat", r"^newfstatat$|^newstat$|getBooleanAttributes"), ("socket", r"^write$|^sendto$|write0"),
        ("regex", r"Pattern|String\.matches|Matcher"), ("text", r"StringConcat|String.getBytes|allocateUninitializedArray|StringBuilder|text|newString|concat|byte\[\]|copy|Arrays"),
        ("flush", r"^write$|FileOutputStream\.write")]
CASES = (
    [("nothing", part, ("a", 100), ("a", 100), "") for part, _ in WAYS] + [("nothing", "compute", ("a", 100), ("a", 100), "")]
    + [("nothing", part, ("b", 100), ("b", 100), "") for part in ("write", "socket")]
    + [("faster", part, ("a", 100), ("b", 100), row) for part, row in WAYS]
    + [("faster", "compute", ("a", 200), ("a", 100), r"compute")]
    + [("slower", part, ("b", 100), ("a", 100), row) for part, row in WAYS[:4]]
    + [("slower", "write", ("a", 100), ("a", 150), WAYS[0][1]), ("slower", "compute", ("a", 100), ("a", 180), r"compute")]
    + [("work", part, ("a", 100), ("a", 100), factor) for part, factor in
       (("write", 2), ("read", 1.5), ("stat", 3), ("socket", 2), ("flush", 1.5), ("compute", 2))])


def record(name, part, way, percent, count):
    file = os.path.join(out, name + ".jfr")
    if not os.path.exists(file):
        subprocess.run([perfhint, "record", "-o", file, "--", java, "-XX:+UseSerialGC", "-cp", out, "KnownChange", part, way,
                        str(count), str(percent)], check=True, capture_output=True)
    return file


def compare(before, after, form):
    done = subprocess.run([perfhint, "compare", "--format", form, before, after], check=True, capture_output=True, text=True)
    return done.stdout


def contradictions(rows, text):
    found = []
    for row in rows:
        less = row["verdict"] in ("gone", "smaller")
        more = row["verdict"] in ("new", "larger")
        if less and row["after"] >= row["before"] or more and row["after"] <= row["before"]:
            found.append(str(row))
    for line in text.splitlines():
        if re.match(r"\s*(improved|gone|fixed)\s+(\+|×)", line) or re.match(r"\s*regressed\s+-", line):
            found.append(line)
    return found


def main():
    os.makedirs(out, exist_ok=True)
    subprocess.run(["javac", "-d", out, os.path.join(here, "KnownChange.java")], check=True)
    right = {}
    wrong = 0
    for number, (kind, part, first, second, expected) in enumerate(CASES):
        count = int(rounds * expected) if kind == "work" else rounds
        before = record(f"{number:02}-before", part, *first, rounds)
        after = record(f"{number:02}-after", part, *second, count)
        comparison = json.loads(compare(before, after, "json"))
        text = compare(before, after, "text")
        rows = comparison["changes"]
        changed = [row for row in rows if row["verdict"] not in ("same", "inconclusive")]
        total = rows[0]
        bad = contradictions(rows + comparison["measures"], text)
        wrong += len(bad)
        if kind == "nothing":
            good = not changed and all(m["verdict"] in ("same", "inconclusive") for m in comparison["measures"])
        elif kind == "work":
            parts = [row for row in changed if row["subject"] not in ("cpu", "system")]
            good = not parts and comparison["movedAlike"] and abs(comparison["commonFactor"] / expected - 1) < 0.25
        else:
            words = ("gone", "smaller") if kind == "faster" else ("new", "larger")
            opposite = ("new", "larger") if kind == "faster" else ("gone", "smaller")
            good = total["verdict"] not in opposite and any(
                row["verdict"] in words and re.search(expected, row["name"]) for row in changed)
        right.setdefault(kind, []).append(good)
        print(f"{number:02} {kind:8} {part:8} {'right' if good else 'WRONG'}  {text.splitlines()[0]}"
              + "".join("\n     contradiction: " + one for one in bad), flush=True)
        if not good:
            print("\n".join("     " + line for line in text.splitlines()[1:]), flush=True)
    for kind, results in right.items():
        print(f"{kind}: {sum(results)} of {len(results)} right")
    print(f"contradictions: {wrong}")


main()
