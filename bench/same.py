#!/usr/bin/env python3
"""Says what two builds answer differently: every recording and program of the repository, every command and format.

usage: bench/same.py [--work DIR] [--corpus DIR]... [--only RE] [--expected FILE] [--max N] BEFORE AFTER

BEFORE and AFTER are built checkouts. Both read the same copies of BEFORE's recordings and sources, in the same directories, so
that their answers differ only where the builds do. All commands of one build run in one JVM. Answers of BEFORE stay in --work
and are not asked again for the same jars. --corpus is a work directory of the libraries' run.py, or one of *.jfr files.

Differences are grouped: those of JSON (SARIF, HTML's data, ...) by path and values, those of text by changed lines, each with how
many answers have it. --expected has a regular expression and a reason on each line, separated by a tab: groups that one of them
matches are listed apart. Exit code 1: there are others. Linux, JDK 17+, Python 3.9+.
"""
import argparse
import difflib
import gzip
import hashlib
import json
import os
import re
import select
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT_SECONDS = 180
# fields of JSON that nothing released had, and that went
REMOVED = {"guards", "proven", "inspected", "requires"}
PAGE_DATA = re.compile(r'(<script type="application/json" id="[^"]*">)(.*?)(</script>)', re.S)
SUFFIXES = (".jfr", ".jfr.gz", ".collapsed", ".collapsed.gz", ".otlp.gz", ".part.gz", ".txt.gz", ".html", ".pprof", ".pb.gz")
RULE_KINDS = ("before", "positives", "negatives")


class Build:
    """A built checkout."""

    def __init__(self, home):
        self.home = Path(home).resolve()
        self.jars = sorted((self.home / "cli/target/app/lib").glob("*.jar"))
        if not self.jars:
            sys.exit(f"same.py: {home} is not built: run its ./perfhint --version")
        digest = hashlib.sha256()
        for jar in self.jars:
            if jar.name.startswith("perfhint"):
                digest.update(content_of(jar))
        self.key = digest.hexdigest()[:16]
        self.main = next(name for jar in self.jars if jar.name.startswith("perfhint-cli")
                         for name in zipfile.ZipFile(jar).namelist() if name.endswith("/Main.class"))
        self.main = self.main[:-len(".class")].replace("/", ".")

    def start(self, work):
        command = ["java", "-XX:+UseSerialGC", "-Xmx3g", "-XX:TieredStopAtLevel=1", "-cp", ":".join(map(str, self.jars)),
                   str(HERE / "same" / "Batch.java"), self.main]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=open(work / "batch.log", "ab"),
                                cwd=work, text=True, bufsize=1, env={**os.environ, "LC_ALL": "C.UTF-8"})


def content_of(jar):
    """Returns names and checksums of a jar's entries: the same for two builds of the same sources."""
    with zipfile.ZipFile(jar) as entries:
        return "".join(f"{each.filename} {each.CRC}\n" for each in sorted(entries.infolist(), key=lambda e: e.filename)
                       if not each.filename.startswith("META-INF/")).encode()


class Runs:
    """The answers of one build: a directory for each job, made at the same place for both builds and kept elsewhere."""

    def __init__(self, build, work):
        self.build, self.work, self.kept = build, work, work / "kept" / build.key

    def of(self, jobs):
        stale = [job for job in jobs if not self.has(job)]
        if any(job.of_fleet() for job in stale):  # they share a store
            stale = [job for job in jobs if job in stale or job.of_fleet()]
            shutil.rmtree(self.work / "store", ignore_errors=True)
        while stale:
            stale = self.batch(stale)

    def has(self, job):
        asked = self.kept / job.name / "asked"
        return asked.exists() and asked.read_text() == job.line()

    def batch(self, jobs):
        """Runs jobs until one exceeds its time; returns those that are left."""
        shutil.rmtree(self.work / "run", ignore_errors=True)
        process = self.build.start(self.work)
        try:
            for number, job in enumerate(jobs):
                made = self.work / "run" / job.name
                made.mkdir(parents=True)
                try:
                    process.stdin.write(job.line() + "\n")
                    process.stdin.flush()
                    ready, _, _ = select.select([process.stdout], [], [], LIMIT_SECONDS)
                    ended = bool(ready) and process.stdout.readline() != ""
                except BrokenPipeError:
                    ended = False
                if not ended:
                    (made / "code").write_text("no answer\n")
                (made / "asked").write_text(job.line())
                target = self.kept / job.name
                shutil.rmtree(target, ignore_errors=True)
                target.parent.mkdir(parents=True, exist_ok=True)
                if job.of_fleet():
                    (made / "store.sums").write_text(sums(self.work / "store"))
                shutil.move(made, target)
                if number % 200 == 199:
                    print(f"{self.build.home.name}: {number + 1} of {len(jobs)}", file=sys.stderr, flush=True)
                if not ended:
                    return jobs[number + 1:]
            return []
        finally:
            process.kill()
            process.wait()

    def json_of(self, name, file):
        try:
            return json.loads((self.kept / name / file).read_text())
        except (OSError, ValueError):
            return {}


def sums(store):
    """Returns a line for each file of a fleet's store; a manifest has paths, times and marks of files."""
    lines = []
    for file in sorted(store.rglob("*")):
        if file.is_file() and file.name != ".lock":
            content = file.read_bytes()
            if "manifest" in str(file.relative_to(store)):
                content = re.sub(rb"\d{10,}", b"TIME", content)
            lines.append(f"{hashlib.sha256(content).hexdigest()} {file.relative_to(store)}\n")
    return "".join(lines)


class Job:
    """One command: its name, its arguments with @ for its own directory, and where it runs."""

    def __init__(self, work, name, arguments, cwd):
        self.name, self.cwd, self.directory = name, cwd, work / "run" / name
        self.arguments = [str(each).replace("@", str(self.directory), 1) for each in arguments]

    def of_fleet(self):
        return self.name.startswith("fleet/")

    def line(self):
        return "\t".join([str(self.directory), str(self.cwd), *self.arguments])


class Plan:
    """All jobs. Some are known only when BEFORE has answered others."""

    def __init__(self, before, work, corpora):
        self.work, self.inputs = work, work / "inputs"
        self.recordings = []  # name, file, arguments that name its sources
        self.jobs = []
        self.repository(before.home)
        for corpus in corpora:
            self.corpus(Path(corpus).resolve())

    def job(self, name, *arguments, cwd=None):
        self.jobs.append(Job(self.work, name, arguments, cwd or self.inputs))

    def repository(self, home):
        if not (self.inputs / "made").exists():
            shutil.rmtree(self.inputs, ignore_errors=True)
            for folder in ("recordings", "programs", "worked-example"):
                shutil.copytree(home / "fixtures" / folder, self.inputs / folder)
            project = self.inputs / "project" / "src/main/java"
            shutil.copytree(self.inputs / "worked-example/app/src", project)
            (self.inputs / "project/pom.xml").write_text(
                '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>x</groupId>'
                "<artifactId>x</artifactId><version>1</version></project>\n")
            self.lake()
            (self.inputs / "made").touch()
        for file in sorted(self.inputs.glob("recordings/**/*")) + sorted(self.inputs.glob("worked-example/recordings/*")):
            if file.is_file() and file.name.endswith(SUFFIXES):
                name = str(file.relative_to(self.inputs)).replace("recordings/", "", 1)
                self.recordings.append((name, file, self.sources_of(file)))

    def lake(self):
        """Recordings as a fleet has them: services, versions, hosts, dates."""
        rules = self.inputs / "recordings/rules"
        number = 0
        for rule in ("unbuffered-file-write", "lock-contention", "thread-handoff", "page-fault-churn", "unbuffered-socket-write"):
            for version, kinds in (("1.0", ("positives-17", "positives-25")), ("1.1", ("negatives-17", "negatives-25"))):
                for kind in kinds:
                    number += 1
                    folder = self.inputs / f"lake/{rule}/{version}/host-{number % 3}/2026-0{1 + number % 4}-1{number % 7}"
                    folder.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(rules / rule / f"{kind}.jfr.gz", folder)
        shutil.copy2(self.inputs / "recordings/async-profiler-4.6/cpu-killed-early.jfr.gz", folder)

    def sources_of(self, file):
        parts = file.relative_to(self.inputs).parts
        if parts[0] == "worked-example":
            return ["--source", self.inputs / "worked-example/app", "--classpath",
                    self.inputs / "worked-example/lib/textformat-1.0.jar"]
        if parts[1] == "rules":
            kind = next((each for each in RULE_KINDS if file.name.startswith(each)), None)
            return ["--source", self.inputs / "programs" / parts[2] / kind] if kind else []
        if parts[1] == "grades":
            rule = next((each.name for each in (self.inputs / "programs").iterdir() if file.name.startswith(each.name)),
                        "unbuffered-socket-write")
            return ["--source", self.inputs / "programs" / rule / "positives"]
        if parts[1] in ("events", "server"):
            return ["--source", self.inputs / "recordings" / parts[1]]
        return ["--source", self.inputs / "recordings/src"] if len(parts) > 2 else []

    def corpus(self, folder):
        for recording in sorted(folder.glob("*/recording.jfr")):
            home = recording.parent
            sources = ["--classpath", ":".join(map(str, sorted((home / "lib").glob("*.jar"))))]
            for part in ("library", "driver"):
                sources += ["--source", home / "tree" / part]
            self.recordings.append((f"corpus/{home.name}", recording, sources))
        for recording in sorted(folder.glob("*.jfr")):
            self.recordings.append((f"corpus/{recording.stem}", recording, []))

    def first(self):
        """What each recording is asked."""
        for name, file, sources in self.recordings:
            plain = ["--no-project", "--no-config"]
            self.job(f"{name}/report", "analyze", file, *plain, *outputs("text", "json", "sarif", "markdown", "html", "gitlab"))
            self.job(f"{name}/verbose", "analyze", file, *plain, "-v", "--account")
            self.job(f"{name}/quiet", "analyze", file, *plain, "-q", "--min-share", "0.1", "--fail-on", "medium")
            self.job(f"{name}/hotspots", "hotspots", file)
            self.job(f"{name}/hotspots-json", "hotspots", file, "--format", "json", "--top", "300")
            self.job(f"{name}/hotspots-native", "hotspots", file, "--native", "--cpu", "--by", "inclusive")
            for form in ("collapsed", "speedscope", "pprof", "profile"):
                self.job(f"{name}/export-{form}", "export", file, "--format", form, "-o", "@/exported")
            self.job(f"{name}/latency", "latency", file)
            self.job(f"{name}/latency-json", "latency", file, "--format", "json")
            if sources:
                self.job(f"{name}/fix", "analyze", file, *plain, *sources, "--fix", "--unsafe-fixes", "--patch", "@/fix.patch",
                         *outputs("text", "json", "sarif", "markdown", "html", "github", "rdjson", "gitlab"))
                if "corpus/" not in name:
                    self.job(f"{name}/sources", "analyze", file, *plain, *sources, "-v", "--explain-fix")
                    self.job(f"{name}/safe", "analyze", file, *plain, *sources, "--fix", "--patch", "@/fix.patch", "--assume", "none")
        self.pairs()
        self.selections()
        self.fleet()
        self.others()

    def pairs(self):
        """Each recording beside the next one of its folder."""
        for number, ((name, file, sources), (other, after, _)) in enumerate(zip(self.recordings, self.recordings[1:])):
            if file.parent == after.parent:
                self.job(f"{other}/compare", "compare", file, after)
                self.job(f"{other}/compare-json", "compare", file, after, "--format", "json", "--work-before", "10", "--work-after", "20")
                if number % 5 == 0:
                    self.job(f"{other}/compare-html", "compare", file, after, "--format", "html", "-o", "@/compare.html", *sources)
                    self.job(f"{other}/compare-markdown", "compare", file, after, "--format", "markdown", *sources)

    def selections(self):
        for name, file, _ in self.recordings:
            if re.search(r"several|jfrsync|/all\.|tuned|wall|heap|pinned|switches|io-exact", name) and not name.startswith("corpus"):
                for event in ("wall", "alloc", "lock", "jdk.ExecutionSample", "nativemem", "nonsense"):
                    self.job(f"{name}/event-{event}", "hotspots", file, "--event", event, "--format", "json")
                self.job(f"{name}/selected", "analyze", file, "--no-project", "--from", "200ms", "--to", "2s", "--thread", "main|.*-[0-9]",
                         "--exclude", "ClassLoader", "-v")
        example = self.inputs / "worked-example"
        self.job("project/found", "analyze", example / "recordings/cpu.jfr", cwd=self.inputs / "project")
        self.job("project/fixed", "analyze", example / "recordings/cpu.jfr", "--fix", "--patch", "@/fix.patch", cwd=self.inputs / "project")
        self.job("project/shorthand", example / "recordings/cpu.jfr", cwd=self.inputs / "project")
        self.job("project/two", "analyze", example / "recordings/cpu.jfr", example / "recordings/cpu-25.jfr", cwd=self.inputs / "project")
        self.job("project/repository", "analyze", self.inputs / "recordings/jfr-17/repository", "--no-project")
        self.job("project/baseline", "analyze", example / "recordings/cpu.jfr", "--write-baseline", "@/baseline.json",
                 cwd=self.inputs / "project")

    def fleet(self):
        store = ["--store", self.work / "store"]
        versions = ["--before", "version=1.0", "--after", "version=1.1"]
        self.job("fleet/collect", "fleet", "collect", self.inputs / "lake", *store, "--layout",
                 "{service}/{version}/{host}/{date}/*.jfr.gz", "--threads", "1")
        self.job("fleet/again", "fleet", "collect", self.inputs / "lake", *store, "--layout",
                 "{service}/{version}/{host}/{date}/*.jfr.gz", "--threads", "1")
        self.job("fleet/report", "fleet", "report", *store, *outputs("html", "markdown", "json"))
        self.job("fleet/top", "fleet", "report", *store, "--top", "3", "--since", "2026-02-01")
        self.job("fleet/versions", "fleet", "compare", *store, *versions)
        self.job("fleet/versions-json", "fleet", "compare", *store, *versions, "--format", "json", "--min-cores", "0.001")

    def others(self):
        for words in ("", "analyze", "hotspots", "callers", "callees", "compare", "latency", "scaling", "fleet", "fleet collect",
                      "fleet report", "fleet compare", "export", "calibrate", "config", "rules", "explain", "record", "verify", "doctor",
                      "install", "lsp", "ide", "run"):
            self.job(f"help/{words.replace(' ', '-') or 'perfhint'}", *words.split(), "--help")
        self.job("help/none", cwd=self.inputs)
        self.job("help/version", "--version")
        self.job("help/unknown", "analyse", "x.jfr")
        self.job("help/option", "analyze", "--sources", "x")
        self.job("asked/rules", "rules")
        self.job("asked/rules-json", "rules", "--format", "json")
        self.job("asked/explain-unknown", "explain", "unbuffered-file-wirte")
        self.job("asked/config", "config", "show")
        self.job("asked/install", "install", "--prefix", "@/prefix")
        for file in sorted([*(self.inputs / "worked-example").rglob("*"), self.inputs / "recordings/MANIFEST.md",
                            *(self.inputs / "recordings").rglob("*.oracle.events.tsv.gz"), self.inputs / "missing.jfr"]):
            if not file.is_dir() and not file.name.endswith(SUFFIXES):
                self.job(f"refused/{file.relative_to(self.inputs)}", "analyze", file, "--no-project")
        for rule in sorted(each.name for each in (self.inputs / "programs").iterdir() if (each / "positives").exists()):
            self.job(f"rule/{rule}", "explain", rule)
            self.job(f"rule/{rule}-only", "analyze", self.inputs / f"recordings/rules/{rule}/positives-17.jfr.gz", "--no-project",
                     "--rule", rule)
            self.job(f"rule/{rule}-without", "analyze", self.inputs / f"recordings/rules/{rule}/positives-17.jfr.gz", "--no-project",
                     "--ignore", rule, "-v")
        grades = self.inputs / "recordings/grades"
        for rule in ("unbuffered-file-write", "unbuffered-socket-write", "lock-contention", "thread-handoff"):
            loads = [f"{load}={grades}/{rule}-{grade}.jfr.gz" for load, grade in ((2, "cpu"), (8, "cpu-25"))]
            self.job(f"scaling/{rule}", "scaling", *loads, "--work", "2=100,8=300")
            self.job(f"scaling/{rule}-json", "scaling", *loads, "--format", "json")

    def second(self, runs):
        """Questions that answers of BEFORE lead to: methods, causes, operations, the fleet's store."""
        self.jobs = []
        causes = set()
        for name, file, _ in self.recordings:
            methods = [each["method"] for each in runs.json_of(f"{name}/hotspots-json", "stdout").get("methods", [])]
            for number, method in enumerate([each for each in methods if not each.startswith("[")][:2]):
                self.job(f"{name}/callers-{number}", "callers", file, method)
                self.job(f"{name}/callers-{number}-json", "callers", file, method, "--format", "json", "--native")
                self.job(f"{name}/callees-{number}", "callees", file, method.rsplit(".", 2)[-2] + "." + method.rsplit(".", 1)[-1], "--cpu")
            causes |= {each["cause"] for each in runs.json_of(f"{name}/report", "report.json").get("account", [])}
            operations = runs.json_of(f"{name}/latency-json", "stdout").get("operations", [])
            for number, operation in enumerate(operations[:2]):
                self.job(f"{name}/operation-{number}", "latency", file, "--operation", operation["name"])
                self.job(f"{name}/operation-{number}-json", "latency", file, "--operation", operation["name"], "--format", "json")
        for cause in sorted(causes):
            self.job(f"cause/{cause}", "explain", cause)
            self.job(f"cause/{cause}-hotspots", "hotspots", self.inputs / "worked-example/recordings/cpu.jfr", "--cause", cause)


def outputs(*forms):
    return [word for form in forms for word in ("--output", f"{form}=@/report.{form}")]


class Differences:
    """What differs, grouped by what it is."""

    def __init__(self, before, after):
        self.before, self.after, self.groups, self.compared = before, after, {}, 0

    def note(self, key, name):
        self.groups.setdefault(key, []).append(name)

    def of(self, job):
        sides = [runs.kept / job.name for runs in (self.before, self.after)]
        files = sorted({str(file.relative_to(side)) for side in sides for file in side.rglob("*") if file.is_file()} - {"asked"})
        for file in files:
            self.compared += 1
            old, new = [content(side / file, runs.build) for side, runs in zip(sides, (self.before, self.after))]
            if old == new:
                continue
            if old is None or new is None:
                self.note(f"file {Path(file).name}: {'only before' if new is None else 'only after'}", f"{job.name}/{file}")
            else:
                self.parts(f"{job.name}/{file}", old, new)

    def parts(self, name, old, new):
        pair = [tree_of(each) for each in (old, new)]
        if None not in pair:
            for path, was, now in changes(*pair, ""):
                self.note(f"{kind(name)} {path}: {short(was)} -> {short(now)}", name)
            if pair[0] == pair[1] and old != new and text_of(old) != text_of(new):
                self.note(f"{kind(name)} other layout of equal JSON", name)
            return
        pages = [PAGE_DATA.search(each.decode(errors="replace")) for each in (old, new)]
        if all(pages):
            for path, was, now in changes(*[cut(json.loads(each.group(2))) for each in pages], ""):
                self.note(f"report.html {re.sub(r'^.rules[.][-a-z]+', '.rules', path)}: {short(was)} -> {short(now)}", name)
            old, new = [PAGE_DATA.sub(r"\1\3", each.decode(errors="replace")).encode() for each in (old, new)]
            if old == new:
                return
        if b"\0" in old or b"\0" in new:
            self.note(f"{kind(name)} other bytes", name)
            return
        old, new = [each.decode(errors="replace").splitlines() for each in (old, new)]
        for what, first, last, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if what != "equal":
                changed = [f"    -{line[:300]}" for line in old[first:last]] + [f"    +{line[:300]}" for line in new[start:end]]
                self.note("\n".join([kind(name), *changed[:24], *([f"    ... {len(changed) - 24} more"] if len(changed) > 24 else [])]), name)


def content(file, build):
    """Returns what a file says, without the build's own place and version; None if there is no such file."""
    if not file.exists():
        return None
    data = file.read_bytes()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    return re.sub(rb"\b0\.1\.0(-SNAPSHOT)?\b", b"VERSION", data.replace(str(build.home).encode(), b"HOME"))


def tree_of(data):
    try:
        return cut(json.loads(data)) if data[:1] in (b"{", b"[") else None
    except ValueError:
        return None


def text_of(data):
    """Returns JSON as it was written, but for what went; layout counts."""
    return json.dumps(cut(json.loads(data))), data.count(b"\n") > 1


def cut(tree):
    if isinstance(tree, dict):
        return {name: cut(each) for name, each in tree.items() if name not in REMOVED}
    return [cut(each) for each in tree] if isinstance(tree, list) else tree


def changes(old, new, path):
    if isinstance(old, dict) and isinstance(new, dict):
        for name in {**old, **new}:
            yield from changes(old.get(name, "(absent)"), new.get(name, "(absent)"), f"{path}.{name}")
        if old.keys() == new.keys() and list(old) != list(new):
            yield path, list(old), list(new)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for was, now in zip(old, new):
            yield from changes(was, now, path + "[]")
    elif isinstance(old, str) and isinstance(new, str) and old != new and "\n" in old:  # a page: its lines
        yield path, *("\n".join(sorted(set(one.split("\n")) - set(other.split("\n")))) for one, other in ((old, new), (new, old)))
    elif type(old) is not type(new) or old != new:
        yield path, old, new


def short(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 240 else f"{text[:160]} ... {text[-60:]}"


def kind(name):
    """Returns what kind of answer it is: the end of its name, without numbers."""
    parts = name.split("/")
    return parts[-1] if parts[-1].startswith("report.") else re.sub(r"-?\d+", "", "/".join(parts[-2:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default="/tmp/perfhint-same", type=Path)
    parser.add_argument("--corpus", action="append", default=[])
    parser.add_argument("--only", default="", help="only jobs whose name this regular expression finds")
    parser.add_argument("--expected", type=Path)
    parser.add_argument("--max", type=int, default=200, help="groups to print")
    parser.add_argument("before")
    parser.add_argument("after")
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    before, after = [Runs(Build(each), work) for each in (arguments.before, arguments.after)]
    if before.kept == after.kept:  # the same build twice: are its answers the same each time?
        after.kept = work / "kept" / "again"
        shutil.rmtree(after.kept, ignore_errors=True)
    plan = Plan(before.build, work, arguments.corpus)
    differences, asked = Differences(before, after), 0
    for step in (plan.first, lambda: plan.second(before)):
        step()
        jobs = [job for job in plan.jobs if re.search(arguments.only, job.name)]
        asked += len(jobs)
        for runs in (before, after):
            runs.of(jobs)
        for job in jobs:
            differences.of(job)
    return report(differences, asked, expectations(arguments.expected), arguments.max)


def expectations(file):
    lines = file.read_text().splitlines() if file else []
    return [tuple(line.split("\t", 1)) for line in lines if line and not line.startswith("#")]


def report(differences, asked, expected, most):
    reasons, others = {}, []
    for key, names in sorted(differences.groups.items(), key=lambda each: -len(each[1])):
        reason = next((reason for pattern, reason in expected if re.search(pattern, key, re.S)), None)
        if reason is None:
            others.append((key, names))
        else:
            reasons.setdefault(reason, []).append((key, names))
    print(f"{asked} commands, {differences.compared} answers compared, {len(differences.groups)} kinds of differences, "
          f"{len(others)} of them not expected")
    for key, names in others[:most]:
        print(f"\n{len(names)} x {key}\n    in {', '.join(list(dict.fromkeys(names))[:3])}")
    if len(others) > most:
        print(f"\n... {len(others) - most} kinds more")
    for reason, groups in reasons.items():
        print(f"\nexpected: {reason}: {len(groups)} kinds in {sum(len(names) for _, names in groups)} answers, {groups[0][0][:300]} say")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
