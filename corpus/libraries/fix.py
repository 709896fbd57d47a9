#!/usr/bin/env python3
"""Runs `perfhint fix` on the corpus' drivers: an application that uses each library as a jar, without a build.

Usage: corpus/libraries/fix.py [--work DIR] [--table FILE] [--report] [--limit SECONDS] [ID...]
Takes the rows of results.md that have an edit, unless IDs name others. Needs what run.py needs.
"""
import argparse, importlib.util, json, os, re, resource, shutil, subprocess, sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("libraries", HERE / "run.py")
libraries = importlib.util.module_from_spec(spec)
spec.loader.exec_module(libraries)
COUNTS = re.compile(r"^(read|write|all) system calls +([\d,]+).*?  +([\d,]+)", re.M)
CPU = re.compile(r"CPU time ([\d.,]+) s → ([\d.,]+) s")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--work", default="/tmp/perfhint-libraries")
    options.add_argument("--table")
    options.add_argument("--report", action="store_true")
    options.add_argument("--limit", type=int, default=300, help="seconds for one library")
    options.add_argument("--part", type=int, default=1, help="run this part of the units that are recorded else")
    options.add_argument("--skip-done", action="store_true")
    options.add_argument("ids", nargs="*")
    args = options.parse_args()
    args.fresh, args.no_count = False, True
    expected = expectations()
    rows = [row for row in libraries.listed("all") if row["id"] in (args.ids or expected)]
    results = []
    for row in rows:
        work = Path(args.work).resolve() / row["id"]
        file = work / "fix.json"
        if not args.report and not (args.skip_done and file.exists()):
            try:
                result = fix(libraries.Library(row, work, args), args.limit, args.part)
            except Exception as failure:
                result = {"id": row["id"], "result": f"not run: {failure}"[:120]}
            work.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(result))
            print(json.dumps(result), flush=True)
        if file.exists():
            results.append(json.loads(file.read_text()))
    table = report(results, expected)
    print(table)
    if args.table:
        Path(args.table).write_text(table)


def expectations():
    """Returns the calls for each unit before and after of the rows that have an edit."""
    text = (HERE / "results.md").read_text().split("## First runs")[0]
    found = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("| \n").split("|")]
        if len(cells) == 9 and cells[2] == "yes":
            calls = re.match(r"([\d.]+) → ([\d.]+)", cells[6])
            found[cells[0]] = (float(calls.group(1)), float(calls.group(2))) if calls else None
    return found


def fix(library, limit, part):
    library.fetch()
    work, units = library.work, str(max(1, int(library.row["record"]) // part))
    app = work / "app"
    shutil.rmtree(app, ignore_errors=True)
    app.mkdir()
    shutil.copytree(library.driver, app / "src")
    shutil.copytree(work / "lib", app / "lib")
    for sources in (work / "sources").glob("*-sources.jar"):
        shutil.copy(sources, app / "lib")
    jars = sorted(each for each in (app / "lib").glob("*.jar") if not each.name.endswith("-sources.jar"))
    library.compile_all(library.driver, app / "classes", jars)
    class_path = ":".join(["classes", *(f"lib/{each.name}" for each in jars)])
    (app / "data").mkdir()
    libraries.must([libraries.JAVA, "-cp", class_path, library.main, "data", "0"], cwd=app)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [libraries.PERFHINT, "fix", "--no-project", "--force", "--runs", "1", "--time-limit", "120s", "--",
               libraries.JAVA, "-XX:+UseSerialGC", "-cp", class_path, library.main, "data", units]
    done = subprocess.run(command, cwd=app, text=True, capture_output=True, timeout=limit)
    (work / "fix.txt").write_text(done.stdout + "\n" + done.stderr)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = {"id": library.row["id"], "exit": done.returncode, "units": int(units),
              "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}
    fixes = re.findall(r"^fix \d+ .*", done.stdout, re.M)
    result |= {"fixes": len(fixes), "verified": sum("verified: " in each for each in fixes)}
    for name, first, second in COUNTS.findall(done.stdout):
        result[name] = [int(first.replace(",", "")), int(second.replace(",", ""))]
    cpu = CPU.search(done.stdout)
    if cpu:
        result["program"] = float(cpu.group(1).replace(",", ""))
    failed = re.findall(r"^ +((?:failed|not tried): .*)", done.stdout, re.M)
    said = [each for each in done.stderr.splitlines() if each.startswith("perfhint: ")]
    first = done.stdout.splitlines()[0] if done.stdout else said[-1] if said else ""
    result["result"] = "verified" if result["verified"] == len(fixes) > 0 else "; ".join(failed) or first
    result["jar"] = bool(list(app.glob("perfhint-patched-*.jar")))
    return result


def report(results, expected):
    lines = ["| library | fixes | verified | all calls, before → after | saved for each unit, by results.md | CPU of the program, of all runs | result |",
             "|---|--:|--:|---|---|---|---|"]
    close = 0
    for each in results:
        calls = each.get("all") or [sum(pair) for pair in zip(each.get("read", [0, 0]), each.get("write", [0, 0]))]
        saved = (calls[0] - calls[1]) / each["units"] if each.get("units") else 0
        wanted = expected.get(each["id"])
        wanted = wanted[0] - wanted[1] if wanted else None
        near = wanted and each.get("verified") and abs(saved - wanted) <= 0.1 * wanted + 0.05
        close += bool(near)
        lines.append("| " + " | ".join([
            each["id"], str(each.get("fixes", "-")), str(each.get("verified", "-")),
            f"{calls[0]:,} → {calls[1]:,}" if calls[0] else "-",
            f"{saved:.1f}, {wanted:.1f}" if wanted and calls[0] else "-",
            f"{each['program']:.1f} s, {each['cpu']:.1f} s" if "program" in each else f"-, {each.get('cpu', 0):.1f} s",
            each["result"].replace("|", "/")[:140]]) + " |")
    verified = sum(each["result"] == "verified" for each in results)
    lines += ["", f"{len(results)} hot spots: all fixes verified in {verified}, some in {sum(0 < each.get('verified', 0) < each.get('fixes', 0) for each in results)}; "
              f"calls as results.md has them, within 10 %, in {close}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
