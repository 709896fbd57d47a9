#!/usr/bin/env python3
"""Plays an assistant that has nothing but the tools of `perfhint mcp`, with the client library of PyPI's `mcp`.

usage: bench/assistant.py [LAUNCHER]

Copies the worked example, builds it, and follows each answer's `next`: record, analyze, explain, patch, verify, compare; then it
cancels a recording that would take ten minutes. No model decides anything: the script takes the first finding's place, fix and
review points as they are answered, and prints them with the time and size of each answer. Exit code 1: a planted pattern is not
found, the patch is not better, an answer has more than 8 KB, or the cancelled program still runs. Needs `pip install mcp`.
"""
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLANTED = {"ExtOutputStream.java", "Export.java"}
MAX_BYTES = 8_000


async def play(launcher, root):
    failures = []
    server = StdioServerParameters(command=launcher, args=["mcp", "--root", root, "--allow-run"], env=dict(os.environ))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        start = time.time()
        await session.initialize()
        tools = (await session.list_tools()).tools
        print(f"{time.time() - start:6.1f} s  {len(tools)} tools: {', '.join(tool.name for tool in tools)}")

        async def call(tool, **arguments):
            begin = time.time()
            answer = (await session.call_tool(tool, arguments)).content[0].text
            print(f"{time.time() - begin:6.1f} s  {len(answer.encode()):5d} bytes  {tool}: {json.loads(answer).get('next', answer)}")
            if len(answer.encode()) > MAX_BYTES:
                failures.append(f"{tool} answered {len(answer.encode())} bytes")
            return json.loads(answer)

        program = ["java", "-cp", "out/export.jar:lib/textformat-1.0.jar", "org.example.export.Export"]
        recorded = await call("record", command=program + ["data", "60000"])
        recording = {"recordings": [recorded["recording"]]}
        report = await call("analyze", sources=["app"], classpath=["lib/textformat-1.0.jar"], **recording)
        places = set()
        for finding in report["findings"]:
            place = os.path.basename(finding.get("path", finding["class"]))
            places.add(place)
            print(f"{'':26}{finding['rule']} at {place}:{finding['line']}, {100 * finding.get('cpuShare', 0):.0f} % of CPU,"
                  f" fix: {finding.get('fix', 'none')}")
        if not PLANTED <= places:
            failures.append(f"found {sorted(places)}, planted are {sorted(PLANTED)}")
        await call("explain", name=report["findings"][0]["rule"])
        await call("hotspots", **recording)
        await call("callers", method="FileOutputStream.write", **recording)
        await call("callees", method="Export.export", cpu=True, **recording)
        patch = await call("patch", sources=["app"], classpath=["lib/textformat-1.0.jar"], **recording)
        proven = await call("verify", patch=patch["patch"], build="sh build.sh out",
                            run=" ".join(program + ["data", "20000"]), outputs=["data/ledger.dat", "data/report.txt"])
        for line in proven.get("result", [str(proven)]):
            print(f"{'':26}{line}")
        if not proven.get("better"):
            failures.append("the patch is not better")
        await call("compare", before="recordings/cpu.jfr", after="recordings/patched-cpu.jfr", workBefore=1, workAfter=40)
        await call("latency", recordings=["recordings/jfr-25.jfr"])

        marker = os.path.join(root, "sleep-marker")
        long = asyncio.create_task(session.call_tool("record", {"command": ["java", os.path.join(root, "Sleep.java"), marker]}))
        while not os.path.exists(marker):
            await asyncio.sleep(0.2)
        pid = int(open(marker).read() or 0)
        long.cancel()
        for _ in range(300):
            if not os.path.exists(f"/proc/{pid}"):
                break
            await asyncio.sleep(0.2)
        else:
            failures.append("the cancelled program still runs")
        await session.send_ping()
        print("        the cancelled program has ended, the server answers")
    return failures


def main():
    launcher = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else os.path.join(ROOT, "perfhint")
    with tempfile.TemporaryDirectory() as scratch:
        root = os.path.join(scratch, "worked-example")
        shutil.copytree(os.path.join(ROOT, "fixtures", "worked-example"), root)
        os.makedirs(os.path.join(root, "data"))
        with open(os.path.join(root, "Sleep.java"), "w", encoding="utf-8") as source:
            source.write("class Sleep { public static void main(String[] a) throws Exception { java.nio.file.Files.writeString("
                         "java.nio.file.Path.of(a[0]), \"\" + ProcessHandle.current().pid()); Thread.sleep(600_000); } }")
        subprocess.run(["sh", "build.sh", "out"], cwd=root, check=True)
        failures = asyncio.run(play(launcher, root))
    for failure in failures:
        print("FAILED:", failure)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
