"""Checks what was deployed into a directory: each artifact has POM, jar, sources and Javadoc, each effective POM what Maven
Central asks for. Arguments: the directory, the effective POMs of all modules, the version."""
import pathlib
import sys
import xml.etree.ElementTree as xml
import zipfile

POM = {"m": "http://maven.apache.org/POM/4.0.0"}
URL = "https://github.com/perfhint/perfhint"
staging, effective, version = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
problems = []


def need(holds, what):
    if not holds:
        problems.append(what)


def entries(jar, suffix):
    if not jar.exists():
        return 0
    with zipfile.ZipFile(jar) as file:
        return sum(name.endswith(suffix) for name in file.namelist())


projects = {}
root = xml.parse(effective).getroot()
for project in root.findall("m:project", POM) or [root]:
    projects[project.findtext("m:artifactId", namespaces=POM)] = project

deployed = sorted(path.parent for path in (staging / "dev" / "perfhint").glob("*/*/*.pom"))
for folder in deployed:
    name = folder.parent.name
    jar = f"{name}-{version}"
    project = projects[name]
    text = lambda path: project.findtext(path, "", POM).strip()
    need(folder.name == version, f"{name}: deployed as {folder.name}")
    need("SNAPSHOT" not in (folder / f"{jar}.pom").read_text(), f"{name}: the POM names a SNAPSHOT")
    for path in ("name", "description", "licenses/license/name", "licenses/license/url", "developers/developer/name"):
        need(text("/".join("m:" + part for part in path.split("/"))), f"{name}: the POM has no {path}")
    for path, url in (("m:url", URL), ("m:scm/m:url", URL), ("m:scm/m:connection", f"scm:git:{URL}.git")):
        need(text(path) == url, f"{name}: {path} is {text(path)}")
    if text("m:packaging") != "pom":
        for classifier, suffix in (("", ".class"), ("-sources", ".java"), ("-javadoc", ".html")):
            need(entries(folder / f"{jar}{classifier}.jar", suffix), f"{name}: no {suffix} in {jar}{classifier}.jar")

modules = sorted(name for name, project in projects.items() if project.findtext(
    "m:properties/m:maven.deploy.skip", "", POM) != "true")
need([folder.parent.name for folder in deployed] == modules, f"deployed is not what the reactor has: {modules}")
print("\n".join(problems) or f"{len(deployed)} artifacts have all that Maven Central asks for")
sys.exit(1 if problems else 0)
