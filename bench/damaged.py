#!/usr/bin/env python3
"""Damages shipped recordings in the ways disks and killed JVMs do, and shows what perfhint and its peers make of them.

usage: bench/damaged.py [--only READER,...] [--case TEXT]

Prints one Markdown table: the share of the CPU samples that the same reader finds in the undamaged file, whether it said
that something is missing, or how it ended otherwise. A run is stopped after 60 s. Needs what readers.py needs; JAVA25, if set, adds the readers of that JDK.
"""
import argparse
import gzip
import json
import os
import re
import signal
import subprocess
import sys
import tempfile

import readers

RECORDINGS = os.path.join(readers.ROOT, "fixtures", "recordings")
TIMEOUT_SECONDS = 60


def shipped(name):
    with open(os.path.join(RECORDINGS, name), "rb") as file:
        content = file.read()
    return gzip.decompress(content) if name.endswith(".gz") else content


def varint(content, at):
    value = shift = 0
    while True:
        byte = content[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 or shift == 56:
            return value, at


def events(content):
    """Yields (offset, end, type) of each event of a whole, one-chunk recording."""
    at = 68
    while at < len(content):
        size, position = varint(content, at)
        kind, _ = varint(content, position)
        yield at, at + size, kind
        at += size


def put(content, at, patch):
    return content[:at] + patch + content[at + len(patch):]


def cases():
    """Yields (what, file name, damaged content, the undamaged recordings in it)."""
    profiler = shipped("async-profiler-4.6/cpu.jfr")
    jdk = shipped("jfr-25/cputime.jfr")
    first, second = (shipped(f"jfr-17/repository/2026_11_21_02_21_{name}.jfr.gz") for name in (11, 14))
    middle = [event for event in events(profiler) if event[2] > 1]
    middle = middle[len(middle) // 2]
    names = max((event for event in events(profiler) if event[2] == 1), key=lambda event: event[1] - event[0])
    killed = shipped("jfr-17/raw-killed.jfr.gz")

    def damaged(what, content):
        return what, "a.jfr", content, [profiler]

    yield damaged("last 10 bytes missing", profiler[:-10])
    yield damaged("cut at 98 %", profiler[:len(profiler) * 98 // 100])
    yield damaged("64 bytes of 0xFF among the events", put(profiler, middle[0], b"\xff" * 64))
    yield damaged("64 bytes of zeros among the events", put(profiler, middle[0], bytes(64)))
    yield damaged("one event with a huge size", put(profiler, middle[0], b"\xff\xff\xff\x7f"))
    yield damaged("500 bytes of garbage in a name table", put(profiler, names[1] - 900, b"\xee" * 500))
    yield damaged("header without sizes and offsets", put(profiler, 8, bytes(24)))
    yield damaged("header all zeros", put(profiler, 0, bytes(68)))
    yield damaged("1,000 bytes of garbage behind", profiler + b"\xee" * 1000)
    yield "JDK 25, last 10 bytes missing", "b.jfr", jdk[:-10], [jdk]
    yield "JDK 17, second chunk cut in half", "c.jfr", first + second[:len(second) // 2], [first, second]
    yield "JDK 17, chunk of a killed JVM", "k.jfr", killed, [killed]
    yield "async-profiler in a killed JVM: no stacks", "p.jfr", shipped("async-profiler-4.6/cpu-killed.jfr.gz"), []
    yield "two recorders' files joined", "j.jfr", profiler + jdk, [profiler, jdk]
    yield "gzip", "a.jfr.gz", gzip.compress(profiler), [profiler]
    yield "gzip, last 1,000 bytes missing", "j.jfr.gz", gzip.compress(jdk + profiler)[:-1000], [jdk, profiler]
    yield "empty file", "e.jfr", b"", []
    yield "text file", "t.jfr", b"these are\nmy notes\n", []


def perfhint(path):
    report = path + ".json"
    run = process([os.path.join(readers.ROOT, "perfhint"), "analyze", path, "--format", "json", "-o", report])
    if run is None or run.returncode != 0:
        return ended(run, None)
    with open(report, encoding="utf-8") as file:
        result = json.load(file)
    samples = sum(grade["samples"] for grade in result["cpu"]["byEvidence"])
    return samples, "" if result["recordings"][0]["complete"] else ", says so"


def counted(command):
    run = process(command)
    found = re.search(r"events=(\d+)", run.stdout) if run else None
    return ended(run, int(found.group(1)) if found else None)


def converted(command, path):
    out = path + ".collapsed"
    run = process(command + [path, out])
    if run is None or run.returncode != 0 or not os.path.exists(out):
        return ended(run, None)
    with open(out, encoding="utf-8", errors="replace") as lines:
        return ended(run, sum(int(line.rsplit(" ", 1)[1]) for line in lines))


def summarised(command):
    run = process(command)
    counts = re.findall(r"^ *jdk\.(?:Execution|NativeMethod|CPUTime)Sample +(\d+)", run.stdout, re.M) if run else []
    return ended(run, sum(map(int, counts)) if counts else None)


def ended(run, count):
    """Returns (samples or None, what else happened)."""
    if run is None:
        return None, f"**hangs > {TIMEOUT_SECONDS} s**"
    if count is None or run.returncode != 0:
        if "\tat " in run.stderr:
            return None, "exception"
        return None, f"error, exit {run.returncode}" if run.returncode else "**nothing, exit 0**"
    return count, ", says so" if run.stderr.strip() else ""


def cell(found, whole):
    count, text = found
    if count is None:
        return text
    if count == 0:
        return "0" + text if text else "**silent 0**"
    # rounded down: 100 % is all of them
    return (f"{count * 1000 // whole / 10:g} %" if whole else str(count)) + text


def process(command):
    run = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                           errors="replace", start_new_session=True)
    try:
        out, err = run.communicate(timeout=TIMEOUT_SECONDS)
        return subprocess.CompletedProcess(command, run.returncode, out, err)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)  # a launcher's Java too
        run.communicate()
        return None


def table(class_path):
    def peer(main, home=None):
        return lambda path: counted([readers.java("java", home), "-Xmx1g", "-cp", class_path, main, path])
    converter = os.path.join(readers.WORK, "lib", "jfr-converter-4.5.jar")
    columns = {
        "perfhint": perfhint,
        "one.jfr": peer("OneJfr"),
        "jfrconv": lambda path: converted([readers.java("java"), "-Xmx1g", "-jar", converter, "-o", "collapsed"], path),
        "JMC": peer("Jmc"),
        "jdk.jfr.consumer 17": peer("JdkConsumer"),
        "EventStream 17": peer("Streaming"),
        "jfr summary 17": lambda path: summarised([readers.java("jfr"), "summary", path]),
    }
    newer = os.environ.get("JAVA25")
    if newer:
        columns["jdk.jfr.consumer 25"] = peer("JdkConsumer", newer)
        columns["EventStream 25"] = peer("Streaming", newer)
        columns["jfr summary 25"] = lambda path: summarised([readers.java("jfr", newer), "summary", path])
    return columns


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="names of readers, separated by commas")
    parser.add_argument("--case", default="", help="only inputs whose description contains this")
    arguments = parser.parse_args()
    columns = table(readers.prepare())
    if arguments.only:
        columns = {name: columns[name] for name in arguments.only.split(",")}
    print("| input | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 1) + "|", flush=True)
    undamaged = {}
    with tempfile.TemporaryDirectory() as directory:
        def read(reader, name, content):
            path = os.path.join(directory, name)
            with open(path, "wb") as file:
                file.write(content)
            return columns[reader](path)
        for what, name, content, whole in cases():
            if arguments.case not in what:
                continue
            cells = []
            for reader in columns:
                for part in whole:
                    if (reader, part) not in undamaged:
                        undamaged[reader, part] = read(reader, "whole.jfr", part)[0] or 0
                samples = sum(undamaged[reader, part] for part in whole)
                cells.append(cell(read(reader, name, content), samples))
            print(f"| {what} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
