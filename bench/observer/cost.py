#!/usr/bin/env python3
"""CPU seconds of programs without the observer, with its hooks off, and observed: interleaved, the ratio of each round's pair.
Prints a Markdown table; says 'over' where the 95 % interval of the ratio lies above the budget.
Arguments: AGENT_JAR JAVA_HOME [ROUNDS] [PROGRAM,...]"""
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

AGENT, JAVA_HOME = sys.argv[1], pathlib.Path(sys.argv[2])
ROUNDS = int(sys.argv[3]) if len(sys.argv) > 3 else 5
# calls, so that a plain run takes ten CPU seconds, for the start has a budget of its own; the budget of the observed run
PROGRAMS = {"bytes": (12_000_000, 1.2), "random": (16_000_000, 1.2), "channel": (11_000_000, 1.2), "copy": (5_500_000, 1.4),
            "metadata": (5_500_000, 1.4), "files": (150_000, 1.4), "echo": (600_000, 1.05), "http": (140_000, 1.05),
            "netty": (200_000, 1.05), "empty": (0, 0)}
NETTY = "4.2.7.Final"
CHOSEN = sys.argv[4].split(",") if len(sys.argv) > 4 else list(PROGRAMS)
T95 = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 7: 2.45, 8: 2.36, 9: 2.31, 10: 2.26}


def run(classes, program, count, option):
    """Returns CPU seconds, resident megabytes, what it printed."""
    main = "NettyProgram" if program == "netty" else "Programs"
    command = [str(JAVA_HOME / "bin/java"), *option, "-cp", f"{classes}:{classes}/*", main, program, str(count)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    printed = process.stdout.read().decode().split()
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, command
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, [int(word) for word in printed]


def interval(ratios):
    logs = [math.log(ratio) for ratio in ratios]
    mean, half = statistics.mean(logs), T95.get(len(logs), 2.2) * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


with tempfile.TemporaryDirectory() as folder:
    here = pathlib.Path(__file__).resolve().parent
    for part in ("buffer", "codec-base", "codec-compression", "codec-http", "common", "handler", "resolver", "transport"):
        subprocess.run([str(here.parents[1] / "mvnw"), "-q", "-B", "dependency:copy", f"-Dartifact=io.netty:netty-{part}:{NETTY}",
                        f"-DoutputDirectory={folder}"], cwd=here.parents[1], check=True)
    subprocess.run([str(JAVA_HOME / "bin/javac"), "-cp", f"{folder}/*", "-d", folder, *map(str, here.glob("*Program*.java"))], check=True)
    agent = f"-javaagent:{AGENT}=observe={folder}/observed,mode="
    kinds = {"plain": [], "off": [agent + "off"], "observed": [agent + "stacks"]}
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors\n")
    print("| program | plain CPU | off | observed | 95 % | budget | median, p99 latency plain | observed |")
    print("|---|--:|--:|--:|---|--:|--:|--:|", flush=True)
    for program in CHOSEN:
        count, budget = PROGRAMS[program]
        rounds = [{kind: run(folder, program, count, option) for kind, option in kinds.items()} for _ in range(ROUNDS)]
        plain = statistics.median(each["plain"][0] for each in rounds)
        if program == "empty":
            extra = statistics.median(each["observed"][0] - each["plain"][0] for each in rounds)
            memory = statistics.median(each["observed"][1] - each["plain"][1] for each in rounds)
            print(f"\nStart: {extra * 1000:.0f} ms of CPU more than {plain * 1000:.0f}, {memory:.0f} MB resident more.")
            continue
        off = interval([each["off"][0] / each["plain"][0] for each in rounds])
        ratio = interval([each["observed"][0] / each["plain"][0] for each in rounds])
        latency = [", ".join(str(round(statistics.median(each[kind][2][i] for each in rounds))) for i in (0, 1)) + " µs"
                   if rounds[0]["plain"][2] else "" for kind in ("plain", "observed")]
        over = " **over**" if ratio[1] > budget else ""
        off_over = " **over**" if off[1] > 1.05 else ""
        print(f"| {program} | {plain:.2f} s | {off[0]:.2f} ({off[1]:.2f} to {off[2]:.2f}){off_over} | {ratio[0]:.2f}{over} | "
              f"{ratio[1]:.2f} to {ratio[2]:.2f} | {budget} | {latency[0]} | {latency[1]} |", flush=True)
    print(f"\nload {os.getloadavg()[0]:.1f}")
