#!/usr/bin/env python3
"""preload REPORT LIST: writes a Java program that runs the loop which perfhint latency advises, with its list of classes.
score REPORT [CAUSE REPORT]...: the 99.9 percentile that each report says would be left without a cause, beside the next report's."""
import json
import re
import sys


reports = sys.argv[2:]
if sys.argv[1] == "preload":
    lines = next(advice["lines"] for advice in json.load(open(reports[0]))["advice"] if "Class.forName" in str(advice["lines"]))
    body = "\n".join(lines).replace('"preload.txt"', json.dumps(reports[1]))
    print("public final class Preload implements Runnable {\npublic void run() {\ntry {\n" + body
          + "\n} catch (java.io.IOException e) {\nthrow new IllegalStateException(e);\n}\n}\n}")
else:
    for before, cause, after in zip(reports[0::2], reports[1::2], reports[2::2]):
        said = next(re.search(r"at most ([\d.]+ ms), without " + cause + r" ([\d.]+ ms)", advice["text"])
                    for advice in json.load(open(before))["advice"] if f"without {cause}" in advice["text"])
        now = json.load(open(after))["groups"][0]["percentiles"]["99.9"] / 1e6
        print(f"  99.9 %: {said[1]}, said without {cause} {said[2]}, measured without it {now:.2f} ms")
