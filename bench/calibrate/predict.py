#!/usr/bin/env python3
"""Holds the seconds that a calibration predicts against those that the documented repairs save.

Usage: predict.py JAVA_HOME CALIBRATION [RUNS]; PERFHINT names the command, by default ../../perfhint.

Records the examples of four rules before the repair with every I/O call as an event, predicts, and takes the CPU seconds of the
example before and after it, interleaved, each the median of RUNS (default 5). CPU, not wall: other work does not add to it.
"""
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = HERE / "../../fixtures/programs"
RULES = ["unbuffered-file-write", "unbuffered-file-read", "unbuffered-print-stream", "flush-per-record", "unbuffered-socket-write"]
EVENTS = ["ActiveSetting", "FileRead", "FileWrite", "FileForce", "SocketRead", "SocketWrite"]
SETTINGS = "".join(f'<event name="jdk.{e}"><setting name="enabled">true</setting><setting name="stackTrace">true</setting>'
                   f'<setting name="threshold">0 ms</setting><setting name="throttle">off</setting></event>' for e in EVENTS)


def cpu(command, directory):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(java_home, calibration, runs=5):
    perfhint = os.environ.get("PERFHINT", str(HERE / "../../perfhint"))
    for rule in RULES:
        with tempfile.TemporaryDirectory() as name:
            work = pathlib.Path(name)
            (work / "data").mkdir()
            (work / "io.jfc").write_text(f'<?xml version="1.0"?><configuration version="2.0">{SETTINGS}</configuration>')
            classes = {}
            for kind in ("before", "after"):
                classes[kind] = work / kind
                sources = [str(f) for f in [*(PROGRAMS / "driver/driver").glob("*.java"), *(PROGRAMS / rule / kind).glob("*/*.java")]]
                subprocess.run([f"{java_home}/bin/javac", "-g", "-d", str(classes[kind]), *sources], check=True)
            example = "example." + next((PROGRAMS / rule / "before/example").glob("*.java")).stem

            def command(kind, *options):
                return [f"{java_home}/bin/java", "-XX:+UseSerialGC", *options, "-cp", str(classes[kind]), example, "data"]

            cpu(command("before", f"-XX:StartFlightRecording=settings={work}/io.jfc,filename={work}/io.jfr"), work)
            answer = subprocess.run([perfhint, "analyze", f"{work}/io.jfr", "--calibration", calibration, "--format", "json"],
                                    check=True, capture_output=True, text=True)
            calibrated = [f["calibrated"] for f in json.loads(answer.stdout)["findings"] if "calibrated" in f]
            low = sum(c["savedSeconds"][0] for c in calibrated)
            high = sum(c["savedSeconds"][1] for c in calibrated)
            times = {"before": [], "after": []}
            for _ in range(int(runs)):
                for kind in times:
                    times[kind].append(cpu(command(kind), work))
            saved = statistics.median(times["before"]) - statistics.median(times["after"])
            verdict = "none" if not calibrated else "holds" if low <= saved <= high else "MISSED"
            print(f"{rule:26} {sum(c['calls'] for c in calibrated):9,} calls  predicted {low:6.3f} to {high:6.3f} s"
                  f"  measured {saved:6.3f} s  {verdict}", flush=True)


main(*sys.argv[1:])
