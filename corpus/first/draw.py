#!/usr/bin/env python3
"""Draws two lists of libraries and one of applications from the pools beside it. Prints the order; a row that cannot be run is skipped."""
import random
from pathlib import Path

HERE, SEED = Path(__file__).resolve().parent, 20261126
SHARES = {"edit": 9, "setting": 6, "negative": 2}


def rows(name):
    return [line.split("\t") for line in (HERE / name).read_text().splitlines() if not line.startswith("#")]


def main():
    draw = random.Random(SEED)
    for category, share in SHARES.items():
        drawn = [row[1] for row in rows("libraries.tsv") if row[0] == category]
        draw.shuffle(drawn)
        for place, coordinates in enumerate(drawn):
            print(["first-5", "first-6", "next"][min(place // share, 2)], category, coordinates, sep="\t")
    drawn = [row[0] for row in rows("applications.tsv")]
    draw.shuffle(drawn)
    for place, name in enumerate(drawn):
        print("4" if place < 12 else "next", "application", name, sep="\t")


if __name__ == "__main__":
    main()
