"""Reads the facts of a store with DuckDB and pyarrow: facts.py STORE REPORT.json [SPARK.tsv]
Sums must equal those of the report's JSON (perfhint fleet report --output json=FILE) and both readers' exactly, and those
that SparkFacts.java printed."""
import glob, json, sys, time
import duckdb, pyarrow.parquet as parquet

store, report = sys.argv[1], json.load(open(sys.argv[2]))
db = duckdb.connect()
for table in ("units", "findings", "account"):
    db.execute(f"create view {table} as select * from read_parquet('{store}/facts/{table}/*/*.parquet')")

wrong = []
for line in report["services"]:
    samples, cpu, system, hosts, seconds = db.execute(
        "select sum(samples), sum(cpu_nanos), sum(system_nanos), count(distinct host), sum(recorded_seconds)"
        " from units where service = ? and evidence = ?", [line["service"], line["evidence"]]).fetchone()
    expected = (line["samples"], line["cpuNanos"], line["systemNanos"], line["hosts"])
    if (samples, cpu, system, hosts) != expected or abs(seconds - line["recordedSeconds"]) > 1e-6:
        wrong.append((line["service"], (samples, cpu, system, hosts), expected))
print(f"{len(report['services'])} services: sums of DuckDB equal the report's in {len(report['services']) - len(wrong)}")

for table in ("units", "findings", "account"):
    tables = [parquet.read_table(file) for file in sorted(glob.glob(f"{store}/facts/{table}/*/*.parquet"))]
    rows = sum(one.num_rows for one in tables)
    nanos = sum(sum(one.column("system_nanos").to_pylist()) for one in tables)
    arrow = sorted(tuple(sorted(row.items())) for one in tables for row in one.to_pylist())
    names = db.execute(f"select * from {table} limit 0").description
    duck = sorted(tuple(sorted((name[0], value) for name, value in zip(names, row) if name[0] != "day"))
                  for row in db.execute(f"select * from {table}").fetchall())
    count, total = db.execute(f"select count(*), sum(system_nanos) from {table}").fetchone()
    equal = (rows, nanos) == (count, total) and arrow == duck
    if not equal:
        wrong.append(table)
    print(f"{table}: {rows} rows; DuckDB and pyarrow read {'the same' if equal else 'OTHER'} values")

if len(sys.argv) > 3:
    rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[3])]
    spark = {tuple(row[:2]): tuple(map(int, row[2:])) for row in rows if len(row) == 6}
    other = {(line["service"], line["evidence"]): (line["samples"], line["cpuNanos"], line["systemNanos"], line["hosts"])
             for line in report["services"]}
    print(f"Spark SQL: {sum(spark.get(key) == value for key, value in other.items())} of {len(other)} services equal the report's")
    if spark != other:
        wrong.append("Spark SQL")

QUERIES = {
    "services by system-CPU cores": "select service, evidence, sum(system_nanos) / 1e9 / sum(recorded_seconds) * "
        "count(distinct host) as cores from units group by all order by cores desc limit 10",
    "findings by saved cores": "select rule, site, sum(saved_cores_high) as high, count(distinct service) as services "
        "from findings group by all order by high desc limit 10",
    "system CPU by cause": "select cause, performer, sum(system_nanos) / 1e9 as seconds from account group by all "
        "order by seconds desc limit 10",
    "hosts that differ": "select service, host, sum(system_nanos) / sum(cpu_nanos) as share from units "
        "group by all having sum(cpu_nanos) > 0 order by share desc limit 10",
    "versions": "select service, version, sum(system_nanos) / sum(cpu_nanos) as share from units "
        "group by all having sum(cpu_nanos) > 0 order by service, version limit 10",
}
for name, query in QUERIES.items():
    start = time.perf_counter()
    rows = db.execute(query).fetchall()
    print(f"{name}: {len(rows)} rows, {1000 * (time.perf_counter() - start):.0f} ms")
for line in wrong:
    print("WRONG", line)
sys.exit(1 if wrong else 0)
