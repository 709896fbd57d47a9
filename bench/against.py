#!/usr/bin/env python3
"""Holds this checkout against another one: the processor time of whole commands, run in turn.

usage: bench/against.py [-n ROUNDS] [--library DIR]... [--large RECORDING] [--only TEXT] [--table FILE] OTHER [THIS]

OTHER is a built checkout of another commit, THIS another one than this script's. In each round both launchers run each command on
the same input: OTHER's worked example, with OTHER's own sources beside it for a tree of 50 and of 400 files; with --library, a work
directory of corpus/libraries/run.py, the commands of that library; with --large, hotspots of that recording. --only leaves out the
commands whose name does not contain the text.

Prints medians of user and system time of all processes together, which other work on the machine changes little, and of wall
time. The ratio is this / other, paired by rounds: the Hodges-Lehmann estimate of its logarithm and the 95 % interval of Wilcoxon's
signed ranks. "slower": the interval lies above 1.03; "faster": below 0.97; "not slower": below 1.03; "unclear": more rounds would
settle it. Exit code 1: something is slower. Linux, Python 3.9+.
"""
import argparse
import glob
import math
import os
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

from readers import ROOT

MARGIN = 1.03


def of_library(directory):
    """Returns the commands that the libraries' run.py would run in the directory."""
    name = os.path.basename(os.path.normpath(directory))
    recording = os.path.join(directory, "recording.jfr")
    source = ["--classpath", ":".join(sorted(glob.glob(os.path.join(directory, "lib", "*.jar"))))]
    for part in ("library", "driver"):
        source += ["--source", os.path.join(directory, "tree", part)]
    files = sum(each.endswith(".java") for _, _, names in os.walk(os.path.join(directory, "tree")) for each in names)
    return {
        f"{name}: analyze": ["analyze", recording],
        f"{name}: analyze --source, {files} files": ["analyze", recording] + source,
        f"{name}: --fix, {files} files": ["analyze", recording] + source + ["--fix", "--unsafe-fixes", "--patch", "PATCH"],
    }


def tree_of(home, size, scratch):
    """Returns a directory with the worked example and so many files of a checkout in all."""
    tree = os.path.join(scratch, f"tree-{size}")
    shutil.copytree(os.path.join(home, "fixtures", "worked-example", "app", "src"), tree)
    left = size - sum(len(names) for _, _, names in os.walk(tree))
    roots = sorted(glob.glob(os.path.join(home, "*", "src", "main", "java")))
    files = sorted((os.path.relpath(file, root), file) for root in roots
                   for file in glob.glob(os.path.join(root, "**", "*.java"), recursive=True) if "-info" not in file)
    for name, file in files[:: max(1, len(files) // left)][:left]:
        target = os.path.join(tree, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(file, target)
    return tree


def commands(home, scratch, arguments):
    example = os.path.join(home, "fixtures", "worked-example")
    recording = os.path.join(example, "recordings", "cpu.jfr")
    library = ["--classpath", os.path.join(example, "lib", "textformat-1.0.jar")]
    source = ["--source", os.path.join(example, "app")] + library
    table = {
        "--version": ["--version"],
        "analyze": ["analyze", recording],
        "analyze --source": ["analyze", recording] + source,
        "analyze --source --fix": ["analyze", recording] + source + ["--fix", "--unsafe-fixes", "--patch", "PATCH"],
        "hotspots": ["hotspots", recording],
    }
    for size in (50, 400):
        tree = ["--source", tree_of(home, size, scratch)] + library
        table[f"analyze --source, {size} files"] = ["analyze", recording] + tree
        table[f"--fix, {size} files"] = ["analyze", recording] + tree + ["--fix", "--unsafe-fixes", "--patch", "PATCH"]
    for each in arguments.library:
        table.update(of_library(os.path.abspath(each)))
    if arguments.large:
        table[f"hotspots, {os.path.getsize(arguments.large) / 1e6:.0f} MB"] = ["hotspots", os.path.abspath(arguments.large)]
    return table


def times(command, directory):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = os.times().elapsed
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=directory,
                          env={**os.environ, "PERFHINT_NO_BUILD": "1"})
    if done.returncode != 0:
        sys.exit(f"against.py: {shlex.join(command)} ended with {done.returncode}")
    wall = os.times().elapsed - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def interval(ratios):
    """Returns the Hodges-Lehmann estimate of paired ratios, and the ends of its interval of 95 %."""
    logs = sorted(math.log(each) for each in ratios)
    walsh = sorted((a + b) / 2 for i, a in enumerate(logs) for b in logs[i:])
    # how many of the 2^n choices of signs have each sum of ranks
    counts = [1]
    for rank in range(1, len(logs) + 1):
        counts = [(counts[i] if i < len(counts) else 0) + (counts[i - rank] if i >= rank else 0) for i in range(len(counts) + rank)]
    outside, seen = 0, counts[0]
    while seen / 2 ** len(logs) <= 0.025:
        outside += 1
        seen += counts[outside]
    ends = walsh[max(outside - 1, 0)], walsh[len(walsh) - max(outside, 1)]
    return [math.exp(each) for each in (statistics.median(walsh), *ends)]


def verdict(low, high):
    if low > MARGIN:
        return "slower"
    if high < 1 / MARGIN:
        return "faster"
    return "not slower" if high <= MARGIN else "unclear"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", "--rounds", type=int, default=11)
    parser.add_argument("--library", action="append", default=[])
    parser.add_argument("--large")
    parser.add_argument("--only", default="")
    parser.add_argument("--table", help="write the table to this file too")
    parser.add_argument("other")
    parser.add_argument("this", nargs="?", default=ROOT)
    arguments = parser.parse_args()
    homes = {"other": os.path.abspath(arguments.other), "this": os.path.abspath(arguments.this)}
    rows = ["| command | other, CPU | this, CPU | ratio | 95 % | | ratio of wall times |", "|---|--:|--:|--:|---|---|--:|"]
    print("\n".join(rows))
    with tempfile.TemporaryDirectory() as scratch:
        table = commands(homes["other"], scratch, arguments)
        for name, words in [(each, table[each]) for each in table if arguments.only in each]:
            results = {side: [] for side in homes}
            for number in range(arguments.rounds + 1):
                for side in sorted(homes, reverse=number % 2 == 0):
                    patch = os.path.join(scratch, side + ".patch")
                    command = [os.path.join(homes[side], "perfhint")] + [patch if w == "PATCH" else w for w in words]
                    measured = times(command, scratch)
                    if number > 0:  # the first round makes the start-up archive
                        results[side].append(measured)
            cpu = {side: [r[0] for r in results[side]] for side in homes}
            wall = {side: statistics.median(r[1] for r in results[side]) for side in homes}
            ratio, low, high = interval([mine / theirs for mine, theirs in zip(cpu["this"], cpu["other"])])
            rows.append(f"| {name} | {statistics.median(cpu['other']):.3f} s | {statistics.median(cpu['this']):.3f} s | {ratio:.3f} "
                        f"| {low:.3f}..{high:.3f} | {verdict(low, high)} | {wall['this'] / wall['other']:.2f} |")
            print(rows[-1], flush=True)
    if arguments.table:
        with open(arguments.table, "w") as file:
            file.write("\n".join(rows) + "\n")
    return 1 if any("| slower |" in row for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
