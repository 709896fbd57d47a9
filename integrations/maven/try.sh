#!/usr/bin/env bash
# Tries the plugin on the three-module project in example/: records its tests, analyses, fixes, applies the patch and tests again,
# and compares with what the command line finds. MAVEN_OFFLINE=1 keeps from the network once it has run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
home=$(cd "$here/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
# what is installed goes into a repository of its own, in front of the user's
mvn() {
    "$home/mvnw" -B ${MAVEN_OFFLINE:+-o} -Dmaven.repo.local="$here/target/repository" -Dmaven.repo.local.tail="$repository" "$@"
}

step() { echo; echo "== $*"; }

step "install the plugin"
(cd "$home" && mvn -q -Dmaven.test.skip=true -Dspotless.check.skip=true -pl integrations/maven -am install)

cp -r "$here/example" "$work/shop"
cd "$work/shop"
git init -q .

step "mvn perfhint:record test"
mvn -q perfhint:record test
ls */target/*.jfr | sed 's/-[0-9]*\.jfr/-PID.jfr/'

step "mvn perfhint:analyze"
mvn -q perfhint:analyze -Dperfhint.args="--color never" | sed "s#$work/##" | grep -v '^    at \(java\|jdk\|org.junit\)'

step "mvn perfhint:fix -Dperfhint.unsafeFixes"
mvn -q perfhint:fix -Dperfhint.unsafeFixes -Dperfhint.args="--output json=target/plugin.json" > /dev/null
grep -c '^@@' target/perfhint.patch | sed 's/$/ hunks in target\/perfhint.patch/'

step "mvn perfhint:fix -Dperfhint.unsafeFixes -Dperfhint.verifyTests"
mvn -q perfhint:fix -Dperfhint.unsafeFixes -Dperfhint.verifyTests -Dperfhint.patch=target/verified.patch > /dev/null
grep '^# perfhint verify: \(verdict\|left\|passed\|median\)' target/verified.patch

step "the same with the command line"
classpath=$(find "$work/shop" -path '*/target/classes' -type d | sort | tr '\n' ':')
classpath=$classpath$(find "$repository" -name 'gson-2.15.0.jar' -o -path '*junit*' -name '*-6.1.3.jar' -o -name 'opentest4j-1.3.0.jar' -o -name 'apiguardian-api-*.jar' | sort | tr '\n' ':')
"$home/perfhint" analyze app/target/*.jfr --source model/src --source store/src --source app/src --classpath "$classpath" \
    --fix --unsafe-fixes --patch "$work/cli.patch" --format json -o "$work/cli.json" 2> /dev/null
python3 - target/plugin.json "$work/cli.json" <<'END'
import json, sys
reports = [json.load(open(name)) for name in sys.argv[1:]]
def lines(report):
    for finding in report["findings"]:
        fix = finding["fix"] or {}
        yield "%s %s %s %s:%s fix %s compiled %s" % (finding["id"], finding["rule"], finding["severity"],
            (finding["created"] or finding["site"])["path"], (finding["created"] or finding["site"])["line"],
            fix.get("applicability"), (fix.get("checks") or {}).get("compiled"))
plugin, command = (list(lines(report)) for report in reports)
print("\n".join(plugin))
sys.exit("the command line differs:\n" + "\n".join(command) if plugin != command else 0)
END
diff <(grep -v '^#' target/perfhint.patch) <(grep -v '^#' "$work/cli.patch") && echo "same findings, same patch"

step "git apply, mvn test"
git apply target/perfhint.patch
mvn -q perfhint:record test
mvn -q perfhint:analyze -Dperfhint.args="--color never" | sed -n '1p;$p' | sed "s#$work/##"
