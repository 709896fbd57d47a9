#!/usr/bin/env python3
"""Records real libraries at known hot spots, lets perfhint repair them, and counts what the repair saves.

Usage: corpus/libraries/run.py [--work DIR] [--fresh] [--no-count] [--all] [--report] [--list NAME] [--table FILE] [ID...]
Needs perf_events with kernel frames, strace, git, Maven and a JDK 17. Libraries come by the coordinates of libraries.tsv, of
its list `known` unless --list or an ID names others: `unseen` stands for unseen-1 to unseen-5, `all` for all lists.
"""
import argparse, hashlib, json, os, re, shutil, statistics, subprocess, sys, zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
CALLS = ("read,write,pread64,pwrite64,lseek,readv,writev,fstat,newfstatat,stat,lstat,statx,access,openat,close,"
         "sendto,recvfrom,fsync,fdatasync,ftruncate")
# a driver that writes to a socket has its peer in the same process, whose reads find one message or many: only the writes are of the fix
CALLS_OF = {"socket-write": "write,writev,sendto"}
LIMIT_SECONDS = int(os.environ.get("LIMIT_SECONDS", 180))
JAVA = os.environ.get("JAVA_HOME", "") + "/bin/java" if os.environ.get("JAVA_HOME") else "java"
JAVAC = JAVA + "c"
PERFHINT = os.environ.get("PERFHINT", str(TOP / "perfhint"))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--work", default="/tmp/perfhint-libraries")
    options.add_argument("--fresh", action="store_true", help="record and count again")
    options.add_argument("--no-count", action="store_true", help="only record and analyze")
    options.add_argument("--all", action="store_true", help="a table of all libraries, with earlier results where there are")
    options.add_argument("--report", action="store_true", help="run nothing: the table of all earlier results")
    options.add_argument("--list", help="another list: unseen, first-4, all")
    options.add_argument("--table", help="file for the table")
    options.add_argument("ids", nargs="*")
    args = options.parse_args()
    rows = [row for row in listed(args.list, args.ids) if not args.ids or row["id"] in args.ids]
    rows.sort(key=lambda row: args.ids.index(row["id"]) if args.ids else 0)
    results = []
    for row in [] if args.report else rows:
        library = Library(row, Path(args.work).resolve() / row["id"], args)
        try:
            results.append(library.run())
        except Exception as failure:
            results.append({"id": row["id"], "family": row["family"], "note": f"failed: {failure}"[:160]})
        (library.work / "result.json").write_text(json.dumps(results[-1]))
        print(line_of(results[-1]), flush=True)
    if args.all or args.report:
        files = [Path(args.work).resolve() / each / "result.json" for each in [row["id"] for row in listed(args.list, args.ids)]]
        results = [json.loads(file.read_text()) for file in files if file.exists()]
    table = report(results)
    print(table)
    if args.table:
        Path(args.table).write_text(table)


def listed(name=None, ids=()):
    """Returns the rows of a list, by default of all where ids are given, else of those that were worked on."""
    columns = ["id", "list", "kind", "coordinates", "count", "record", "family", "culprit", "call", "known", "calls", "edit"]
    lines = (HERE / "libraries.tsv").read_text().splitlines()
    rows = [dict(zip(columns, line.split("\t"))) for line in lines if not line.startswith("#")]
    wanted = name or ("all" if ids else "known")
    return [row for row in rows if wanted in ("all", row["list"]) or row["list"].startswith(wanted + "-")]


def run(command, **more):
    return subprocess.run(command, text=True, capture_output=True, **more)


def must(command, **more):
    try:
        done = run(command, timeout=LIMIT_SECONDS, **more)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"not done after {LIMIT_SECONDS} s: {' '.join(map(str, command))[:60]}")
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))[:80]}: {(done.stderr or done.stdout).strip()[-200:]}")
    return done.stdout


class Library:
    def __init__(self, row, work, options):
        self.row, self.work, self.fresh, self.counts = row, work, options.fresh, not options.no_count
        self.driver = HERE / "drivers" / row["id"]
        self.main = next(self.driver.glob("*Driver.java")).stem

    def run(self):
        self.fetch()
        plain = [self.work / "driver-classes", *self.jars()]
        self.compile_all(self.driver, self.work / "driver-classes", self.jars())
        recording = self.work / "recording.jfr"
        if self.fresh or not recording.exists():
            self.prepare("record")
            recording.unlink(missing_ok=True)
            must([PERFHINT, "record", "--interval", "1ms", "-o", recording, "--", JAVA, "-cp", path(plain), self.main,
                  self.work / "record", self.row["record"]])
        result = {"id": self.row["id"], "family": self.row["family"]}
        counted = self.counted()
        report, finding = self.analyze(recording)
        if finding is None:
            return result | {"note": "culprit not found"}
        fix = finding.get("fix") or {}
        result |= {"rule": finding["rule"], "applicability": fix.get("applicability"), "title": fix.get("title")}
        edits = [each for each in report["findings"] if is_edit(each.get("fix") or {})]
        result["edit"] = is_edit(fix)
        result["others"] = len([each for each in edits if each is not finding])
        patch = self.work / "out.patch"
        if not result["edit"] or not patch.exists() or not patch.stat().st_size:
            return result
        result |= size_of(patch)
        if not self.counts:
            return result
        result["compiled"] = (fix.get("checks") or {}).get("compiled")
        result["patch"] = digest_of(patch)
        if counted.get("patch") == result["patch"] and counted.get("identical"):
            return result | {name: counted[name] for name in ("before", "after", "identical", "factor")}
        before = self.cached("before.json", lambda: self.measure(plain, "before"))
        result["before"] = before["calls"]
        try:
            changed = self.patched(patch)
        except RuntimeError as failure:
            return result | {"note": f"patched, not compiled by itself: {failure}"[:160]}
        # a resource that stands twice on the class path is not what the patched program would see
        rest = self.work / "driver-after"
        shutil.rmtree(rest, ignore_errors=True)
        shutil.copytree(plain[0], rest, ignore=lambda _, names: [name for name in names if (changed / name).is_file()])
        after = self.measure([changed, rest, *plain[1:]], "after")
        return result | {"after": after["calls"], "identical": after["digest"] == before["digest"],
                         "factor": before["calls"] / max(after["calls"], 0.01)}

    def counted(self):
        """Returns what was counted last, with the patch that it was counted for; a patch that stays the same is not counted again."""
        file, patch = self.work / "result.json", self.work / "out.patch"
        if self.fresh or not file.exists() or not patch.exists():
            return {}
        last = json.loads(file.read_text())
        return {"patch": digest_of(patch)} | last if "identical" in last else {}

    def fetch(self):
        if (self.work / "fetched").exists():
            return
        self.work.mkdir(parents=True, exist_ok=True)
        wanted = [each.split(":") for each in self.row["coordinates"].split()]
        dependencies = "".join(f"<dependency><groupId>{g}</groupId><artifactId>{a}</artifactId><version>{v}</version></dependency>"
                               for g, a, v in wanted)
        (self.work / "pom.xml").write_text(
            '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>x</groupId>'
            f"<artifactId>x</artifactId><version>1</version><dependencies>{dependencies}</dependencies></project>")
        maven = ["mvn", "-q", "-B", "-f", self.work / "pom.xml", "dependency:copy-dependencies"]
        must([*maven, f"-DoutputDirectory={self.work}/lib"])
        for jar in self.jars():
            unsign(jar)
        first = wanted[0]
        must([*maven, f"-DoutputDirectory={self.work}/sources", "-Dclassifier=sources", "-DexcludeTransitive=true",
              f"-DincludeArtifactIds={first[1]}"])
        with zipfile.ZipFile(next((self.work / "sources").glob("*.jar"))) as jar:
            jar.extractall(self.work / "tree" / "library")
        (self.work / "fetched").touch()

    def jars(self):
        return sorted((self.work / "lib").glob("*.jar"))

    def compile_all(self, sources, classes, class_path):
        shutil.rmtree(classes, ignore_errors=True)
        classes.mkdir(parents=True)
        self.compile([each for each in sources.glob("*.java")], classes, class_path)
        for other in sources.iterdir():
            if other.suffix != ".java":
                shutil.copy(other, classes)
        shutil.rmtree(self.work / "tree" / "driver", ignore_errors=True)
        shutil.copytree(self.driver, self.work / "tree" / "driver")

    def compile(self, files, classes, class_path):
        command = [JAVAC, "-nowarn", "-proc:none", "-encoding", "UTF-8", "-cp", path(class_path), "-d", classes, *files]
        if run(command).returncode:
            # no --release, which would hide the JDK's own classes that some old libraries use
            must(command[:1] + ["-source", "8", "-target", "8"] + command[1:])

    def prepare(self, name):
        """Gives a run the driver's input, made once with the plain library: an archive holds the time it was made."""
        made = self.work / "input"
        if self.fresh and name != "after" or not made.exists():
            shutil.rmtree(made, ignore_errors=True)
            made.mkdir(parents=True)
            must([JAVA, "-cp", path([self.work / "driver-classes", *self.jars()]), self.main, made, "0"])
        shutil.rmtree(self.work / name, ignore_errors=True)
        shutil.copytree(made, self.work / name)

    def measure(self, class_path, name):
        """Returns the calls for one unit: what 3n units make more than n do, over 2n."""
        self.prepare(name)
        few = self.count(class_path, name, int(self.row["count"]))[0]
        many, output = self.count(class_path, name, 3 * int(self.row["count"]))
        digest = hashlib.sha256(output.encode())
        for file in sorted((self.work / name).rglob("*")):
            if file.is_file():
                digest.update(str(file.relative_to(self.work / name)).encode() + file.read_bytes())
        return {"calls": (many - few) / (2 * int(self.row["count"])), "digest": digest.hexdigest()}

    def count(self, class_path, name, units):
        counts = self.work / "counts.txt"
        output = must(["strace", "-f", "--seccomp-bpf", "-c", "-o", counts, "-e",
                     "trace=" + CALLS_OF.get(self.row["family"], CALLS), JAVA, "-XX:+UseSerialGC",
                       "-cp", path(class_path), self.main, self.work / name, str(units)])
        total = [each for each in counts.read_text().splitlines() if each.endswith("total")][0].split()
        return int(total[3]), output

    def cached(self, name, make):
        file = self.work / name
        if self.fresh or not file.exists():
            file.write_text(json.dumps(make()))
        return json.loads(file.read_text())

    def analyze(self, recording):
        (self.work / "out.patch").unlink(missing_ok=True)
        tree = self.work / "tree"
        must([PERFHINT, "analyze", recording, "--source", tree / "library", "--source", tree / "driver",
              "--classpath", path(self.jars()), "--fix", "--unsafe-fixes", "--patch", self.work / "out.patch",
              "--output", f"json={self.work}/out.json", "--output", f"text={self.work}/out.txt"], cwd=self.work)
        report = json.loads((self.work / "out.json").read_text())
        culprit = self.row["culprit"].rsplit(".", 1)[0]
        outer = re.sub(r"(\.[A-Z]\w*).*", r"\1", culprit)
        hits = [each for each in report["findings"]
                if any(frame.replace("$", ".").startswith(outer + ".") for frame in each["chain"])
                or (each.get("site") or {}).get("class", "").startswith(outer)]
        hits.sort(key=lambda each: (each["family"] != self.row["family"], -(each.get("systemShare") or 0)))
        return report, hits[0] if hits else None

    def patched(self, patch):
        after = self.work / "tree-after"
        shutil.rmtree(after, ignore_errors=True)
        shutil.copytree(self.work / "tree", after)
        base = Path(json.loads((self.work / "out.json").read_text())["sourceBase"]).resolve()
        must(["git", "apply", "-p1", patch], cwd=after / base.relative_to(self.work / "tree"))
        classes = self.work / "after-classes"
        shutil.rmtree(classes, ignore_errors=True)
        classes.mkdir()
        changed = [file for file in after.rglob("*") if file.is_file() and differs(file, self.work / "tree" / file.relative_to(after))]
        java = [file for file in changed if file.suffix == ".java"]
        if java:
            self.compile(java, classes, [self.work / "driver-classes", *self.jars()])
        for file in changed:
            if file.suffix != ".java":
                shutil.copy(file, classes)
        return classes


def unsign(jar):
    """Takes the signatures out of a jar: the classes of a patch have none, and a package has signed classes only or none."""
    with zipfile.ZipFile(jar) as old:
        kept = [each for each in old.infolist() if not re.fullmatch(r"META-INF/[^/]+\.(SF|RSA|DSA|EC)", each.filename)]
        if len(kept) < len(old.infolist()):
            with zipfile.ZipFile(f"{jar}.plain", "w", zipfile.ZIP_DEFLATED) as new:
                for each in kept:
                    new.writestr(each, old.read(each))
            os.replace(f"{jar}.plain", jar)


def digest_of(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def size_of(patch):
    """Returns the added and removed lines of a patch, and the lines of the largest file that it adds."""
    lines, added, new = 0, [0], False
    for line in patch.read_text(errors="replace").splitlines():
        if line.startswith("--- "):
            new = line.startswith("--- /dev/null")
            added += [0] if new else []
        elif line[:1] in ("+", "-") and not line.startswith("+++ "):
            lines += 1
            added[-1] += new
    return {"patchLines": lines, "addedClassLines": max(added)}


def is_edit(fix):
    """What a fix for display shows is never applied."""
    return bool(fix.get("edits")) and fix.get("applicability") != "display"


def differs(file, original):
    return not original.exists() or original.read_bytes() != file.read_bytes()


def path(entries):
    return ":".join(map(str, entries))


def line_of(result):
    factor = f"{result['factor']:.1f}x" if "factor" in result else "-"
    return " ".join(str(each) for each in [
        result["id"], "|", result.get("rule", "-"), "|", result.get("applicability") or "-", "|",
        "edit" if result.get("edit") else "no edit", "|", factor, "|", "same" if result.get("identical") else
        "DIFFERENT" if "identical" in result else "-", "|", result.get("title") or result.get("note", "")])


def report(results):
    lines = ["| library | rule | edit | applicability | compiled | lines of the patch | calls for each unit | factor | output |",
             "|---|---|---|---|---|--:|---|---|---|"]
    for each in results:
        measured = "identical" in each
        lines.append("| " + " | ".join([
            each["id"], each.get("rule", each.get("note", "-")), "yes" if each.get("edit") else "no",
            each.get("applicability") or "-", each.get("compiled") or "-", str(each.get("patchLines", "-")),
            f"{each['before']:.1f} → {max(each['after'], 0):.2f}" if measured else "-",
            ("> 1000" if each["factor"] > 1000 else f"{each['factor']:.1f}") if measured else "-",
            ("identical" if each["identical"] else "different") if measured else "-"]) + " |")
    n = len(results)
    count = lambda test: sum(1 for each in results if test(each))
    sizes = [each["patchLines"] for each in results if "patchLines" in each]
    if sizes:
        largest = max(each.get("addedClassLines", 0) for each in results)
        lines += ["", f"{len(sizes)} patches: median {statistics.median(sizes):g} lines added or removed, "
                      f"the largest added class has {largest}"]
    lines += ["", f"{n} hot spots: an edit in {count(lambda e: e.get('edit'))}, measured {count(lambda e: 'factor' in e)}, "
              f"halved {count(lambda e: e.get('factor', 0) >= 2)}, identical output {count(lambda e: e.get('identical'))}, "
              f"safe {count(lambda e: e.get('edit') and e.get('applicability') == 'safe')}", ""]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
