#!/usr/bin/env python3
"""Holds this checkout against another one: the processor time of whole commands, run in turn.

usage: bench/against.py [-n ROUNDS] [--tree DIR] [--library DIR]... [--only TEXT] OTHER

OTHER is a built checkout of another commit; each checkout runs its own launcher on the worked example. Prints medians of
user and system time together, which other work on the machine changes little, of wall time, and the ratios this / other.
With --tree, `analyze --source DIR` is measured too; with --library, a work directory of corpus/libraries/run.py, the commands
of that library. --only leaves out the commands whose name does not contain the text. Linux, Python 3.9+.
"""
import argparse
import glob
import os
import resource
import shlex
import statistics
import subprocess
import sys
import tempfile

from readers import ROOT

EXAMPLE = os.path.join(ROOT, "fixtures", "worked-example")
RECORDING = os.path.join(EXAMPLE, "recordings", "cpu.jfr")
LIBRARY = os.path.join(EXAMPLE, "lib", "textformat-1.0.jar")


def of_library(directory):
    """Returns the commands that corpus/libraries/run.py would run in the directory."""
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


def commands(tree, libraries):
    source = ["--source", os.path.join(EXAMPLE, "app"), "--classpath", LIBRARY]
    table = {
        "--version": ["--version"],
        "analyze": ["analyze", RECORDING],
        "analyze --source": ["analyze", RECORDING] + source,
        "analyze --source --fix": ["analyze", RECORDING] + source + ["--fix", "--unsafe-fixes", "--patch", "PATCH"],
    }
    if tree:
        table["analyze --source " + os.path.basename(tree)] = ["analyze", RECORDING, "--source", tree, "--classpath", LIBRARY]
    for each in libraries:
        table.update(of_library(os.path.abspath(each)))
    return table


def times(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = os.times().elapsed
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env={**os.environ, "PERFHINT_NO_BUILD": "1"})
    if done.returncode != 0:
        sys.exit(f"against.py: {shlex.join(command)} ended with {done.returncode}")
    wall = os.times().elapsed - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", "--rounds", type=int, default=21)
    parser.add_argument("--tree")
    parser.add_argument("--library", action="append", default=[])
    parser.add_argument("--only", default="")
    parser.add_argument("other")
    arguments = parser.parse_args()
    homes = {"other": os.path.abspath(arguments.other), "this": ROOT}
    print("| command | other, CPU | this, CPU | ratio | ratio of wall times |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        table = commands(arguments.tree and os.path.abspath(arguments.tree), arguments.library)
        for name, words in [(each, table[each]) for each in table if arguments.only in each]:
            results = {side: [] for side in homes}
            for number in range(arguments.rounds + 1):
                for side in sorted(homes, reverse=number % 2 == 0):
                    patch = os.path.join(scratch, side + ".patch")
                    command = [os.path.join(homes[side], "perfhint")] + [patch if w == "PATCH" else w for w in words]
                    measured = times(command)
                    if number > 0:  # the first round makes the start-up archive
                        results[side].append(measured)
            cpu = {side: statistics.median(r[0] for r in results[side]) for side in homes}
            wall = {side: statistics.median(r[1] for r in results[side]) for side in homes}
            print(f"| {name} | {cpu['other']:.3f} s | {cpu['this']:.3f} s | {cpu['this'] / cpu['other']:.2f} "
                  f"| {wall['this'] / wall['other']:.2f} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
