"""Names the test classes of which every case was skipped, with the reason, from surefire's reports of all modules. Fails if one is not
in .ci/skipped-classes.txt; one that is there and runs is named only. Argument: the major version of the tests' Java."""
import pathlib
import sys
import xml.etree.ElementTree as xml

java = sys.argv[1]
root = pathlib.Path(__file__).resolve().parent.parent
expected = {}
for line in (root / ".ci" / "skipped-classes.txt").read_text().splitlines():
    if line and not line.startswith("#"):
        name, version, reason = line.split(None, 2)
        if version in ("*", java):
            expected[name] = reason

ran, reasons = set(), {}
for report in sorted(root.glob("**/target/surefire-reports/TEST-*.xml")):
    suite = xml.parse(report).getroot()
    cases = suite.findall("testcase")
    skipped = [case.find("skipped") for case in cases if case.find("skipped") is not None]
    if len(skipped) < len(cases):
        ran.add(suite.get("name"))
    else:
        texts = sorted({(each.get("message") or (each.text or "").strip().split("\n")[0]) for each in skipped} - {""})
        reasons[suite.get("name")] = "; ".join(texts)[:200] or expected.get(suite.get("name"), "none of its tests ran")

new = sorted(reasons.keys() - expected.keys())
print(f"ci: {len(reasons)} of {len(reasons) + len(ran)} test classes skipped on Java {java}")
for name in sorted(reasons):
    print(f"  {name}: {reasons[name]}")
for name in sorted(expected.keys() & ran):
    print(f"ci: {name} is in .ci/skipped-classes.txt ({expected[name]}) and ran")
for name in new:
    print(f"ci: {name} is skipped and not in .ci/skipped-classes.txt: mend it, or add it there with the reason")
sys.exit(1 if new else 0)
