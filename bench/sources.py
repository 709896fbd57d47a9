#!/usr/bin/env python3
"""Holds `perfhint analyze --source` against javac on the sources of whole libraries, in turn.

usage: bench/sources.py [-n ROUNDS] [--work DIR] [--table FILE] [DIR...]

Records a program that makes 1,000 classes with Byte Buddy (perf_events) and analyzes it with that library's sources; each DIR is a
work directory of corpus/libraries/run.py, which has recording, sources and class path of another library. javac compiles all of the
library's sources with -proc:none and the same class path. Prints medians of user and system time and their ratio. Fetches by Maven
coordinates. Needs a JDK 17+, Linux and Python 3.9+; JAVA_HOME runs everything.
"""
import argparse
import glob
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile

from against import times
from readers import HERE, ROOT, java

COORDINATES = "net.bytebuddy:byte-buddy:1.17.5"
LAUNCHER = os.path.join(ROOT, "perfhint")


def byte_buddy(work):
    """Makes a work directory as run.py does: recording.jfr, lib, tree/library, tree/driver."""
    maven = shutil.which("mvn") or os.path.join(ROOT, "mvnw")
    for folder, artifact in (("lib", COORDINATES), ("sources", COORDINATES + ":jar:sources")):
        if not os.path.isdir(os.path.join(work, folder)):
            subprocess.run([maven, "-q", "-B", "dependency:copy", f"-Dartifact={artifact}",
                            f"-DoutputDirectory={os.path.join(work, folder)}"], check=True, stdout=subprocess.DEVNULL)
    with zipfile.ZipFile(glob.glob(os.path.join(work, "sources", "*.jar"))[0]) as jar:
        jar.extractall(os.path.join(work, "tree", "library"))
    shutil.copytree(os.path.join(HERE, "sources"), os.path.join(work, "tree", "driver"), dirs_exist_ok=True)
    recording = os.path.join(work, "recording.jfr")
    if not os.path.exists(recording):
        class_path = ":".join([os.path.join(work, "classes")] + glob.glob(os.path.join(work, "lib", "*.jar")))
        subprocess.run([java("javac"), "-cp", class_path, "-d", os.path.join(work, "classes"),
                        os.path.join(HERE, "sources", "ManyClasses.java")], check=True)
        os.makedirs(os.path.join(work, "made"), exist_ok=True)
        subprocess.run([LAUNCHER, "record", "--interval", "1ms", "-o", recording, "--", java("java"), "-cp", class_path,
                        "ManyClasses", os.path.join(work, "made"), "1000"], check=True, stdout=subprocess.DEVNULL)
    return work


def commands(work, scratch):
    tree = os.path.join(work, "tree")
    class_path = ":".join(sorted(glob.glob(os.path.join(work, "lib", "*.jar"))))
    files = sorted(glob.glob(os.path.join(tree, "library", "**", "*.java"), recursive=True))
    listed = os.path.join(scratch, "files")
    with open(listed, "w") as names:
        names.writelines(f'"{each}"\n' for each in files if not each.endswith(("module-info.java", "package-info.java")))
    analyze = [LAUNCHER, "analyze", os.path.join(work, "recording.jfr"), "--source", os.path.join(tree, "library"),
               "--source", os.path.join(tree, "driver"), "--classpath", class_path]
    compile_all = [java("javac"), "-proc:none", "-nowarn", "-encoding", "UTF-8", "-cp", class_path,
                   "-d", os.path.join(scratch, "classes"), "@" + listed]
    return len(files), analyze, compile_all


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", "--rounds", type=int, default=5)
    parser.add_argument("--work", default=os.path.join(HERE, "target", "byte-buddy"))
    parser.add_argument("--table", help="write the table to this file too")
    parser.add_argument("directories", nargs="*")
    arguments = parser.parse_args()
    rows = ["| sources | files | analyze | javac | ratio |", "|---|--:|--:|--:|--:|"]
    print("\n".join(rows))
    ratios = []
    for work in [byte_buddy(os.path.abspath(arguments.work))] + [os.path.abspath(each) for each in arguments.directories]:
        with tempfile.TemporaryDirectory() as scratch:
            files, analyze, compile_all = commands(work, scratch)
            # a library whose optional dependencies are missing does not compile wholly: javac reads and attributes it all the same
            compiled = subprocess.run(compile_all, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0
            results = []
            for _ in range(arguments.rounds):
                ours = times(analyze, scratch)[0]
                shell = ["sh", "-c", '"$@" || true', "-", *compile_all]
                results.append((ours, times(shell, scratch)[0]))
            ours, theirs = (statistics.median(each[side] for each in results) for side in (0, 1))
            ratios.append(ours / theirs)
            rows.append(f"| {os.path.basename(work)} | {files} | {ours:.1f} s | {theirs:.1f} s{'' if compiled else ', with errors'} "
                        f"| {ours / theirs:.2f} |")
            print(rows[-1], flush=True)
    rows.append(f"| median | | | | {statistics.median(ratios):.2f} |")
    print(rows[-1])
    if arguments.table:
        with open(arguments.table, "w") as file:
            file.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    sys.exit(main())
