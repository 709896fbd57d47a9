#!/usr/bin/env python3
"""Records the corpus' drivers anew, analyzes them, and runs `perfhint fix` where there is an edit; one JSON per row.

Usage: corpus/libraries/fix.py [--work DIR] [--order] [--report] [--count] [--build] [--build-path CP] [--table FILE] [--skip-done] [ID...]
`--order` prints the ids in the order of SEED; the first 30 of them that have an edit, at most 8 of random access, are the
drawn repairs: five runs of each side instead of one. `--count` fixes nothing: it counts rows that were fixed as run.py counts, by
strace, with the jar of the patched classes. `--build` fixes rows that need a build: driver and sources of the library as one project;
`--build-path` has annotation processors and annotations that its own build has. Needs what run.py needs.
"""
import argparse, importlib.util, json, os, random, re, resource, shutil, subprocess, sys, time
from pathlib import Path

HERE = Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("libraries", HERE / "run.py")
libraries = importlib.util.module_from_spec(spec)
spec.loader.exec_module(libraries)
SEED = 37
LISTS = re.compile("known|unseen-[1-5]|first-[12]|first-3[ab]|first-4")  # those that stood when the order was drawn
DRAWN, DRAWN_RUNS = 36, 5
MOVING = ["read", "write", "pread64", "pwrite64", "writev", "sendto", "recvfrom"]
SIZES = [(0, 1), (1, 2), (2, 8), (8, 64), (64, 1024), (1024, 4096), (4096, 1 << 40)]
COUNTS = re.compile(r"^(read|write|all) system calls +([\d,]+).*?  +([\d,]+)", re.M)
MILLIS = re.compile(r"^(user|system) CPU, ms +([\d,]+)(?: \(([\d,]+)–([\d,]+)\))? +([\d,]+)(?: \(([\d,]+)–([\d,]+)\))?", re.M)
PREDICTED = re.compile(r"([\d,]+) ((?:read|write)[\w-]*)\(\) calls → (?:at most )?([\d,]+)")
OPEN = re.compile(r"size unknown|not found|do(?:es)? not show|probably|inherent|large blocks|may be|unknown", re.I)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--work", default="/tmp/perfhint-libraries")
    options.add_argument("--table")
    options.add_argument("--order", action="store_true")
    options.add_argument("--report", action="store_true")
    options.add_argument("--count", action="store_true")
    options.add_argument("--build", action="store_true")
    options.add_argument("--build-path")
    options.add_argument("--limit", type=int, default=400, help="seconds for one command")
    options.add_argument("--skip-done", action="store_true")
    options.add_argument("ids", nargs="*")
    args = options.parse_args()
    args.fresh, args.no_count = False, True
    rows = ordered()
    if args.order:
        print("\n".join(row["id"] for row in rows))
        return
    results = []
    for row in [row for row in rows if not args.ids or row["id"] in args.ids]:
        work = Path(args.work).resolve() / row["id"]
        file = work / "fix.json"
        if args.count or args.build:
            result = json.loads(file.read_text())
            fixed = Row(libraries.Library(row, work, args), args.limit, result)
            fixed.count() if args.count else fixed.build(args.build_path)
            file.write_text(json.dumps(result, indent=1))
            print(result["id"], result["fix"].get("counted") if args.count else result["built"], flush=True)
        elif not args.report and not (args.skip_done and file.exists()):
            result = {name: row[name] for name in ("id", "list", "kind", "culprit", "edit")}
            try:
                Row(libraries.Library(row, work, args), args.limit, result).measure()
            except Exception as failure:
                result["failed"] = f"{failure}"[:200]
            work.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(result, indent=1))
            print(summary(result), flush=True)
        if file.exists():
            results.append(json.loads(file.read_text()))
    if args.report:
        table = report(results)
        print(table)
        if args.table:
            Path(args.table).write_text(table)


def ordered():
    rows = [row for row in libraries.listed("all") if LISTS.fullmatch(row["list"])]
    random.Random(SEED).shuffle(rows)
    return rows


def drawn():
    """Returns the ids of the first rows that had an edit when they were drawn, at most ten of random access."""
    edits, ids, access = expectations(), [], 0
    for row in ordered():
        if row["id"] in edits and len(ids) < DRAWN and (row["family"] != "random-access" or access < 10):
            ids.append(row["id"])
            access += row["family"] == "random-access"
    return ids


def expectations():
    """Returns the calls for each unit before and after of the rows that have an edit, as results.md has them last."""
    found = {}
    for line in (HERE / "results.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("| \n").split("|")]
        if len(cells) in (7, 9) and cells[2] == "yes":
            calls = re.match(r"([\d.]+) → ([\d.]+)", cells[6 if len(cells) == 9 else 3])
            found[cells[0]] = (float(calls.group(1)), float(calls.group(2))) if calls else None
    return found


class Row:
    def __init__(self, library, limit, result):
        self.library, self.limit, self.result = library, limit, result
        self.work, self.app = library.work, library.work / "app"

    def measure(self):
        self.library.fetch()
        self.lay_out()
        self.calibrate()
        self.record()
        if self.result["edits"]:
            self.fix()

    def lay_out(self):
        library, app = self.library, self.app
        shutil.rmtree(app, ignore_errors=True)
        app.mkdir()
        shutil.copytree(library.driver, app / "src")
        shutil.copytree(self.work / "lib", app / "lib")
        for sources in (self.work / "sources").glob("*-sources.jar"):
            shutil.copy(sources, app / "lib")
        jars = sorted(each for each in (app / "lib").glob("*.jar") if not each.name.endswith("-sources.jar"))
        library.compile_all(library.driver, app / "classes", jars)
        self.class_path = ":".join(["classes", *(f"lib/{each.name}" for each in jars)])
        (app / "data").mkdir()
        libraries.must(self.command(0), cwd=app)
        shutil.rmtree(self.work / "data", ignore_errors=True)
        shutil.copytree(app / "data", self.work / "data")

    def command(self, units):
        return [libraries.JAVA, "-XX:+UseSerialGC", "-cp", self.class_path, self.library.main, "data", str(units)]

    def fresh_data(self):
        shutil.rmtree(self.app / "data")
        shutil.copytree(self.work / "data", self.app / "data")

    def calibrate(self):
        """Chooses units for which the program takes 1 to 3 CPU s, and counts its calls by their sizes in the kernel."""
        units, counts = int(self.library.row["record"]), self.work / "calls.csv"
        command = ["perf", "stat", "-x,", "-o", counts]
        for name in MOVING:
            for low, high in SIZES:
                command += ["-e", f"syscalls:sys_exit_{name}", "--filter", f"ret >= {low} && ret < {high}"]
        for attempt in range(4):
            self.fresh_data()
            seconds = self.timed([*command, "--", *self.command(units)])
            if 0.9 <= seconds <= 3 or attempt == 3:
                break
            units = max(1, int(units * min(20, max(0.02, 1.8 / max(0.05, seconds - 0.2)))))
        calls = [int(line.split(",")[0]) for line in counts.read_text().splitlines() if "sys_exit" in line]
        self.result |= {"units": units, "plainCpu": seconds, "counted": {
            name: dict(zip((f"{low}+" for low, _ in SIZES), calls[i * len(SIZES):])) for i, name in enumerate(MOVING)
            if any(calls[i * len(SIZES):(i + 1) * len(SIZES)])}}

    def timed(self, command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(list(map(str, command)), cwd=self.app, text=True, capture_output=True, timeout=self.limit)
        if done.returncode:
            raise RuntimeError(f"{command[0]}: exit {done.returncode}: {(done.stderr or done.stdout).strip()[-160:]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def record(self):
        self.fresh_data()
        recording = self.work / "recording.jfr"
        recording.unlink(missing_ok=True)
        self.result["recordCpu"] = self.timed([libraries.PERFHINT, "record", "-o", recording, "--", *self.command(self.result["units"])])
        self.fresh_data()
        report, finding = self.library.analyze(recording)
        self.result["edits"] = sum(bool((each.get("fix") or {}).get("edits")) and each["fix"]["applicability"] != "display"
                                   for each in report["findings"])
        self.result["counting"] = [f"{each['rule']} {each['severity']} {place(each['site'])}" for each in report["findings"]
                                   if each["severity"] != "info"]
        self.result["open"] = [line.strip() for each in report["findings"] if each.get("observed")
                               for line in [each["message"], *each.get("notes", [])] if OPEN.search(line)]
        self.result["reviews"] = [f"{each['id'][:8]} {hazard['harm']} {hazard['path']}:{hazard['line']}: {hazard['text']}"
                                  for each in report["findings"] for hazard in (each.get("fix") or {}).get("hazards", [])]
        if finding:
            fix = finding.get("fix") or {}
            self.result["finding"] = {name: finding.get(name) for name in ("rule", "family", "severity", "systemShare", "message", "observed", "notes")} | {
                "site": place(finding["site"]), "created": place(finding.get("created")), "title": fix.get("title"),
                "applicability": fix.get("applicability"), "isEdit": libraries.is_edit(fix),
                "reasons": fix.get("reasons"), "advice": [each["text"] for each in finding.get("advice", [])] or finding.get("help") or [],
                "saving": {"cpuShare": joint([each for each in report["findings"] if each is finding or created(each) == created(finding) != None])},
                "edited": sorted({f"{each['path']}:{each['startLine']}" for each in fix.get("edits", [])})}

    def fix(self):
        self.result["fix"] = self.fixed(DRAWN_RUNS if self.result["id"] in drawn() else 1)

    def build(self, path):
        self.library.fetch()
        self.lay_out()
        for sources in (self.app / "lib").glob("*-sources.jar"):
            sources.unlink()
        shutil.copytree(self.work / "tree" / "library", self.app / "library")
        jars = self.class_path.removeprefix("classes:")
        options = f"-processorpath {path} -cp {path}:{jars}" if path else f"-proc:none -cp {jars}"
        # not all sources compile without optional dependencies, and Lombok changes those alone that are named
        for sources in ("-Xprefer:source -sourcepath library", "$(find library -name '*.java' ! -name module-info.java)"):
            (self.app / "build.sh").write_text(
                "rm -rf classes; mkdir classes; find src -type f ! -name '*.java' -exec cp {} classes ';'\n"
                f"javac -nowarn -encoding UTF-8 {options} -d classes src/*.java {sources}\n")
            done = libraries.run(["sh", "build.sh"], cwd=self.app)
            if done.returncode == 0:
                break
        self.result["built"] = {"result": "cannot be built here: " + done.stderr.strip()[-160:]} if done.returncode else self.fixed(
            1, "--source", "src", "--source", "library", "--build", "sh build.sh")

    def fixed(self, runs, *more):
        command = [libraries.PERFHINT, "fix", "--no-project", "--force", "--runs", str(runs), "--time-limit", "120s", *more, "--",
                   *self.command(self.result["units"])]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(self.work / "fix.out", "w") as out, open(self.work / "fix.err", "w") as err:
            process = subprocess.Popen(list(map(str, command)), cwd=self.app, stdout=out, stderr=err, start_new_session=True)
            patched = until_patch(process, self.work / "fix.err", time.time() + self.limit * runs)
        done, after = process.returncode, resource.getrusage(resource.RUSAGE_CHILDREN)
        text, said = (self.work / "fix.out").read_text(), (self.work / "fix.err").read_text()
        total = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        lines = re.findall(r"^fix \d+ .*", text, re.M)
        fixed = {"exit": done, "runs": runs, "cpu": total, "fromPatch": total - patched if patched else None, "lines": lines,
                 "verified": sum("verified: " in each for each in lines), "jar": bool(list(self.app.glob("perfhint-patched-*.jar")))}
        for name, first, second in COUNTS.findall(text):
            fixed[name] = [number(first), number(second)]
        for each in MILLIS.findall(text):
            fixed[each[0]] = [[number(value or each[first]) for value in each[first:first + 3]] for first in (1, 4)]
        failed = re.findall(r"^ +((?:failed|not tried): .*)", text, re.M)
        errors = [each for each in said.splitlines() if each.startswith("perfhint: ")]
        fixed["compared"] = re.findall(r"^(?:compared|identical in all runs|not compared).*", text, re.M)
        fixed["result"] = ("verified" if fixed["verified"] == len(lines) > 0
                           else "; ".join(failed) or (text.splitlines() or errors[-1:] or [""])[0])
        return fixed

    def count(self):
        """Counts the calls of a unit as run.py does, without and with the classes of the fix: those of results.md are of fewer units."""
        plain, changed = [self.work / "driver-classes", *self.library.jars()], sorted(self.app.glob("perfhint-patched-*.jar"))
        if not changed:
            raise RuntimeError(f"{self.result['id']}: the fix is none of a library")
        self.library.compile_all(self.library.driver, plain[0], self.library.jars())
        sides = [self.library.measure([*first, *plain], name) for first, name in (([], "before"), (changed, "after"))]
        self.result["fix"]["counted"] = [side["calls"] for side in sides]
        self.result["fix"]["countedIdentical"] = sides[0]["digest"] == sides[1]["digest"]


def created(finding):
    place = finding.get("created")
    return (place.get("path"), place["line"]) if place else None


def joint(findings):
    """Returns the interval of the CPU that findings of the same streams save, which one repair ends: as Range.around has it."""
    intervals = [saving for each in findings for saving in [((each.get("fix") or {}).get("predictedSaving") or {}).get("cpuShare")
                                                             or (each.get("predictedSaving") or {}).get("cpuShare")] if saving]
    middle = sum(sum(each) / 2 for each in intervals)
    error = min(0.1, middle / 3)
    return intervals[0] if len(intervals) == 1 else [middle - error, middle + error] if intervals else None


def until_patch(process, errors, end):
    """Waits for the process; returns the CPU seconds that it had used when the first run without the patch began."""
    patched, ticks = None, os.sysconf("SC_CLK_TCK")
    while process.poll() is None:
        if time.time() > end:
            os.killpg(process.pid, 9)
            process.wait()
            raise RuntimeError("fix does not end")
        if patched is None and "observed:" in errors.read_text():
            try:
                # read, not asked of pgrep: its CPU would be counted with the program's
                if any(file.read_text() for file in Path(f"/proc/{process.pid}/task").glob("*/children")):
                    stat = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
                    patched = sum(map(int, stat[11:15])) / ticks
            except OSError:  # a thread has ended
                pass
        time.sleep(0.03)
    return patched


def number(text):
    return int((text or "0").replace(",", ""))


def place(call):
    return f"{call['class']}.{call['method']}:{call['line']}" if call else None


def summary(result):
    finding, fixed = result.get("finding") or {}, result.get("fix") or {}
    return " | ".join(map(str, [result["id"], result.get("failed") or finding.get("rule"), finding.get("created"),
                                finding.get("title") or (finding.get("advice") or ["-"])[0][:80], fixed.get("result", "-")[:100], fixed.get("all")]))


def program_seconds(result):
    fixed = result.get("fix") or {}
    return sum(fixed[name][0][0] for name in ("user", "system")) / 1000 if "user" in fixed else None


def saved(result):
    """Returns the share of CPU that the fix saves: of the medians, and between the extremes of the runs."""
    before, after = ([sum(part) for part in zip(*(result["fix"][name][side] for name in ("user", "system")))] for side in (0, 1))
    return 1 - after[0] / before[0]


def per_unit(result):
    """Returns the calls that the fix saves for each unit, to be compared with results.md, which counts no futex: of all, and of those
    that move bytes; of a driver that writes to a socket the writes, as there; of a fix that was counted as there, that."""
    fixed, writes = result["fix"], (result.get("finding") or {}).get("family") == "socket-write"
    if fixed.get("countedIdentical"):
        return [fixed["counted"][0] - fixed["counted"][1]]
    saved = {name: (fixed[name][0] - fixed[name][1]) / result["units"] for name in ("all", "read", "write") if name in fixed}
    return [saved["write"]] if writes and "write" in saved else [saved["all"], saved.get("read", 0) + saved.get("write", 0)]


def left(result):
    """Returns the calls that a run with the fixes makes of those that were observed, and how many were predicted."""
    fixed = result.get("fix") or {}
    if not fixed.get("verified") or "read" not in fixed:
        return None
    sums = {"read": [0, 0], "write": [0, 0]}
    for line in fixed["lines"]:
        for before, operation, after in PREDICTED.findall(line):
            for i, value in enumerate((before, after)):
                sums["write" if operation.startswith("write") else "read"][i] += number(value)
    kind = max(sums, key=lambda name: sums[name][0])
    others = fixed[kind][0] - sums[kind][0]
    return (fixed[kind][1] - others, sums[kind][1]) if sums[kind][0] and others >= 0 else None


def sized(result):
    """Returns whether number and median size of the observed calls are those that the kernel counted; None where none were observed."""
    seen = (result.get("finding") or {}).get("observed")
    if not seen or not seen["operation"].startswith(("read", "write")):
        return None
    names = [name for name in result["counted"] if ("write" in name or name == "sendto") == seen["operation"].startswith("write")]
    classes = [sum(result["counted"][name][f"{low}+"] for name in names) for low, _ in SIZES]
    # two where two sizes are half of the calls each, by 1 %
    middle = [SIZES[i] for i in range(len(SIZES)) if sum(classes[:i + 1]) * 2.02 >= sum(classes) >= sum(classes[:i]) * 1.98]
    # the JVM's own start makes a few hundred
    if abs(sum(classes) - seen["calls"]) <= 0.02 * seen["calls"] + 1500:
        return any(low <= max(seen["bytesPerCall"]["p50"], low > 0) < high for low, high in middle)
    if seen["calls"] > sum(classes):
        return False
    # other streams of the program move as well: as many calls of that size are among the counted
    own = next(i for i, (low, high) in enumerate(SIZES) if low <= (seen["bytesPerCall"]["p50"] or max(seen["bytesPerCall"]["mean"], 1)) < high)
    return classes[own] >= 0.4 * seen["calls"]


def halved(result):
    """Returns whether at most half of the calls are left: of all, or of those that the fix is about (by 1 %, the JVM's start among them)."""
    fixed = result.get("fix") or {}
    counts = [fixed["all"]] if "all" in fixed else []
    counts += [max((fixed[name] for name in ("read", "write") if name in fixed), key=lambda pair: pair[0])] if "read" in fixed else []
    return any(after <= 0.505 * before for before, after in counts)


def near(value, wanted, share=0.1, calls=5):
    return abs(value - wanted) <= max(share * wanted, calls)


def report(results):
    wanted = expectations()
    lines = ["| library | rule | created | edit | calls of a run, before → after | saved for each unit, by results.md | left: predicted, counted | CPU saved: predicted, measured | CPU s: program, from patch to result | result |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for each in results:
        finding, fixed = each.get("finding") or {}, each.get("fix") or {}
        calls, expected, seconds, rest = fixed.get("all"), wanted.get(each["id"]), program_seconds(each), left(each)
        interval = ((finding.get("saving") or {}).get("cpuShare")) if finding else None
        lines.append("| " + " | ".join([
            each["id"], finding.get("rule") or ("negative" if each["kind"] == "negative" else "no finding"), finding.get("created") or "-",
            "yes" if finding.get("isEdit") else "no", f"{calls[0]:,} → {calls[1]:,}" if calls else "-",
            f"{per_unit(each)[0]:.1f}, {expected[0] - expected[1]:.1f}" if calls and expected else "-",
            f"{rest[1]:,}, {rest[0]:,}" if rest else "-",
            (f"{interval[0]:.0%} to {interval[1]:.0%}, " if interval else "-, ") + f"{saved(each):.0%}" if seconds else "-",
            f"{seconds:.1f}, {fixed['fromPatch']:.1f}" if seconds and fixed.get("fromPatch") else "-",
            (each.get("failed") or fixed.get("result") or "; ".join(finding.get("advice") or [])[:80] or "-").replace("|", "/")[:140]]) + " |")
    return "\n".join(lines + [""] + totals(results, wanted)) + "\n"


def totals(results, wanted):
    hot = [each for each in results if each["kind"] != "negative" and "failed" not in each]
    edits = [each for each in hot if (each.get("finding") or {}).get("isEdit")]
    built = [each for each in edits if "built" in each]
    verified = [each for each in edits if (each.get("fix") or {}).get("result") == "verified"]
    counted = [each for each in verified if wanted.get(each["id"]) and "all" in each["fix"]]
    timed = [each for each in verified if program_seconds(each) and each["fix"].get("fromPatch")]
    predicted = [each for each in verified if left(each)]
    intervals = [each for each in timed if each["fix"]["runs"] > 1 and each["finding"].get("saving") and each["finding"]["saving"]["cpuShare"]]
    inside = lambda each: each["finding"]["saving"]["cpuShare"][0] <= saved(each) <= each["finding"]["saving"]["cpuShare"][1]
    ratios = lambda each: [part / (wanted[each["id"]][0] - wanted[each["id"]][1]) for part in per_unit(each)]
    share = lambda some, of: f"{len(some)} of {len(of)}"
    return [
        f"- hot spots run: {len(hot)}; with an edit {len(edits)}, with an edit or advice "
        + share([e for e in hot if (e.get("finding") or {}).get("isEdit") or (e.get("finding") or {}).get("advice")], hot),
        "- halved with identical output: " + share([e for e in verified if halved(e)], hot),
        "- fixes of a row verified without a build: " + share(verified, edits),
        "- by a build, of those that need one and can be built here: "
        + share([e for e in built if e["built"]["result"] == "verified"], [e for e in built if "lines" in e["built"]]),
        "- calls saved as results.md has them, within 10 %: " + share([e for e in counted if any(abs(ratio - 1) <= 0.1 for ratio in ratios(e))], counted),
        "- from patch to result within (2N + 1) times the program's CPU plus 8 s: "
        + share([e for e in timed if e["fix"]["fromPatch"] <= (2 * e["fix"]["runs"] + 1) * program_seconds(e) + 8], timed),
        "- calls left predicted within 10 % or 5 calls: " + share([e for e in predicted if near(*left(e))], predicted),
        "- CPU saving (rows of five runs): said " + share(intervals, [e for e in timed if e["fix"]["runs"] > 1])
        + ", at most 20 points wide " + share([e for e in intervals if e["finding"]["saving"]["cpuShare"][1] - e["finding"]["saving"]["cpuShare"][0] <= 0.2], intervals)
        + ", measured one inside " + share([e for e in intervals if inside(e)], intervals),
        "- observed calls and sizes as the kernel counted them: " + share([e for e in hot if sized(e)], [e for e in hot if sized(e) is not None])
        + "; not: " + (", ".join(e["id"] for e in hot if sized(e) is False) or "none"),
        "- negatives silent: " + share([e for e in results if e["kind"] == "negative" and not e.get("counting") and "failed" not in e],
                                       [e for e in results if e["kind"] == "negative" and "failed" not in e]),
        "- sentences that leave open what was observed: " + str(sum(len(e.get("open", [])) for e in hot)),
        "- not fetched or not run: " + (", ".join(f"{e['id']} ({e['failed'][:60]})" for e in results if "failed" in e) or "none")]


if __name__ == "__main__":
    sys.exit(main())
