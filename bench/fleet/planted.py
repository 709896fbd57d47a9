"""Plants regressions in files of a lake, and counts which ones fleet compare names: planted.py LAKE WORK [SERVICES [EVERY]]
In so many services, on every host (or each EVERYth one) of version 1.2, half of the samples below the calls of a finding are
added once more, as a second recording of the same time: that finding costs 50 % more there. PLANT_CLASSES is the class path.
"""
import glob, json, os, subprocess, sys

lake, work = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 5
every = int(sys.argv[4]) if len(sys.argv) > 4 else 1
here = os.path.dirname(os.path.abspath(__file__))
perfhint = os.path.join(here, "..", "..", "perfhint")
os.makedirs(work, exist_ok=True)


def run(*arguments, codes=(0,)):
    done = subprocess.run([perfhint, *arguments], capture_output=True, text=True)
    if done.returncode not in codes:
        sys.exit(f"planted.py: {' '.join(arguments)} ended with {done.returncode}\n{done.stderr}")
    return done.stdout


def compared():
    run("fleet", "collect", lake, "--store", f"{work}/store")
    return json.loads(run("fleet", "compare", "--store", f"{work}/store", "--before", "version=1.1", "--after",
                          "version=1.2", "--min-cores", "0", "--format", "json", codes=(0, 1)))["changes"]


def outcomes(changes):
    return {(change["service"], change["finding"]): change for change in changes}


before = [key for key, change in outcomes(compared()).items() if change["outcome"] in ("regressed", "improved")]
print(f"before: {len(before)} findings changed")
run("fleet", "report", "--store", f"{work}/store", "--output", f"json={work}/report.json", "--top", "1")
report = json.load(open(f"{work}/report.json"))
cpu = {line["service"]: line["cpuNanos"] for line in report["services"]}
planted = {}
for finding in report["findings"]: # the largest of each service; more of what is most of the CPU changes no share
    service = finding["services"][0]
    if len(finding["services"]) == 1 and finding["samples"] >= 2000 and finding["systemNanos"] < 0.25 * cpu[service]:
        planted.setdefault(service, finding)
planted = dict(list(planted.items())[:wanted])
files = []
for service, finding in planted.items():
    for file in sorted(glob.glob(f"{lake}/service={service}/version=1.2/host=*/date=*/rec.jfr"))[::every]:
        files += [file, finding["id"]]
done = subprocess.run(["java", "-cp", os.environ["PLANT_CLASSES"], os.path.join(here, "Plant.java"), *files],
                      capture_output=True, text=True, check=True)
print(f"planted: 50 % more of {len(planted)} findings, in {done.stdout.strip()} of {len(files) // 2} files")
after = outcomes(compared())
named = 0
for service, finding in planted.items():
    change = after[service, finding["id"]]
    named += change["outcome"] == "regressed"
    print(f"  {change['outcome']} {100 * change['effect']:+.0f} %: {service}: {finding['rule']} {finding['place']}")
changed = [key[0] for key, change in after.items() if change["outcome"] in ("regressed", "improved")]
others = [service for service in changed if service not in planted]
print(f"named: {named} of {len(planted)}; others changed: {len(changed) - len(others) - named} in the same services, "
      f"{len(others)} in the rest; {len(after)} findings in all")
sys.exit(0 if named == len(planted) and len(others) <= 1 else 1)
