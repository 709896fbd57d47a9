#!/usr/bin/env python3
"""Compares the first causes that perfhint latency names with those that fixtures/latency/Orders.java planted.
Arguments: recording, perfhint."""
import collections
import json
import subprocess
import sys

CAUSES = {"gc": "GC pause", "lock": "lock", "class": "class loading", "file": "file I/O", "starve": "CPU starvation"}
recording, perfhint = sys.argv[1:3]
command = [perfhint, "latency", recording, "--operation", "app.Order", "--format", "json", "--slower-than"]


def outliers(slower_than):
    return json.loads(subprocess.run(command + [slower_than], check=True, capture_output=True, text=True).stdout)["groups"][0]["outliers"]


found = outliers("1ms")
right, all_planted = collections.Counter(), collections.Counter()
wrong = []
for outlier in found["slowest"]:
    planted = outlier["values"]["planted"]
    if planted != "none":
        all_planted[planted] += 1
        right[planted] += outlier["firstCause"] == CAUSES[planted]
        if outlier["firstCause"] != CAUSES[planted]:
            wrong.append((planted, outlier["values"]["number"], outlier["firstCause"], outlier["durationNanos"] // 1000, outlier["causes"]))
for planted, cause in CAUSES.items():
    if all_planted[planted]:
        print(f"  {planted:8} {right[planted]:3} of {all_planted[planted]:3} have the first cause {cause}")
if all_planted:
    print(f"  together {sum(right.values())} of {sum(all_planted.values())}, {100 * sum(right.values()) / sum(all_planted.values()):.1f} %")
for each in wrong:
    print("    wrong:", *each)
print("  first causes of all outliers of 10 ms and more:", ", ".join(f"{c['cause']} {c['firstOf']}" for c in found["causes"]))
print("  shares of their time above the median:", ", ".join(f"{c['cause']} {100 * c['share']:.1f} %" for c in found["causes"]))
