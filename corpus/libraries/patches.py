#!/usr/bin/env python3
"""Copies the patches of a run of run.py into docs/results/patches as they are, with an index of what each saves.

Usage: corpus/libraries/patches.py [--work DIR] ID...
The index has the coordinates, the system calls per unit of work before and after, and what the list knows of upstream.
"""
import argparse, json, shutil
from pathlib import Path

from run import TOP, listed

options = argparse.ArgumentParser()
options.add_argument("--work", default="/tmp/perfhint-libraries", type=Path)
options.add_argument("ids", nargs="+")
args = options.parse_args()
patches = TOP / "docs" / "results" / "patches"
patches.mkdir(exist_ok=True)
lines = ["patch\tlibrary\tcalls before\tcalls after\tchanged lines\toutput\tknown upstream"]
for row in listed("all"):
    if row["id"] not in args.ids:
        continue
    result = json.loads((args.work / row["id"] / "result.json").read_text())
    shutil.copy(args.work / row["id"] / "out.patch", patches / f"{row['id']}.patch")
    lines.append("\t".join([row["id"], row["coordinates"].split()[0], f"{max(0, result['before']):.1f}", f"{max(0, result['after']):.1f}",
                            str(result["patchLines"]), "identical" if result["identical"] else "different", row["known"]]))
(patches / "index.tsv").write_text("\n".join(lines) + "\n")
