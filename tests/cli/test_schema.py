#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What commands write as JSON against docs/schema: test_schema.py LIMBER ROOT

Knows the part of JSON Schema that those files use: type, properties, required, additionalProperties, items, enum, pattern.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

LIMBER, ROOT = sys.argv[1], Path(sys.argv[2])
SCENARIO = str(ROOT / "scenarios/two-brigades.yaml")
TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float)}
number = failed = 0


def faults_of(value, schema: dict, where: str = "") -> list[str]:
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where}: {value!r} is none of {schema['enum']}"]
    if "type" in schema and (not isinstance(value, TYPES[schema["type"]]) or isinstance(value, bool)):
        return [f"{where}: {value!r} is no {schema['type']}"]
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return [f"{where}: {value!r} does not fit {schema['pattern']}"]
    faults = []
    if isinstance(value, dict):
        known, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        faults += [f"{where}: no {key!r}" for key in schema.get("required", []) if key not in value]
        for key, member in value.items():
            if key in known:
                faults += faults_of(member, known[key], f"{where}.{key}")
            elif more is False:
                faults.append(f"{where}: {key!r} is not in the schema")
            elif isinstance(more, dict):
                faults += faults_of(member, more, f"{where}.{key}")
    elif isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            faults += faults_of(item, schema["items"], f"{where}[{i}]")
    return faults


def check(name: str, title: str, documents: list) -> None:
    global number, failed
    schema = json.loads((ROOT / "docs/schema" / f"{name}.json").read_text())
    faults = [fault for document in documents for fault in faults_of(document, schema)]
    number += 1
    failed += bool(faults) or not documents
    print(f"{'ok' if documents and not faults else 'not ok'} {number} - {title}")
    for fault in faults[:5]:
        print("# " + fault)


def run(*words: str) -> str:
    return subprocess.run([LIMBER, *words], capture_output=True, text=True, check=True).stdout


def one(*words: str):
    return json.loads(run(*words))


listed = re.findall(r"^([a-z0-9-]+)  ", run("chart"), re.M)
charts = [(sheet, chart) for sheet in listed for chart in re.findall(r"^  ([a-z0-9-]+) ", run("chart", sheet), re.M)]
check("chart", f"{len(charts)} charts", [one("chart", *names, "--json", "--all") for names in charts])
check("sheet", f"{len(listed)} sheets", [one("sheet", sheet, "--json") for sheet in listed])
check("explain", "explain", [one("explain", clause, "--json") for clause in ("vf.hit.base", "nl.", "esr.")])
with tempfile.TemporaryDirectory() as folder:
    for sheet in ("valour-fortitude", "napoleons-legacy"):
        record = str(Path(folder) / sheet)
        by = [SCENARIO, "--rules", sheet]
        check("fight", f"{sheet}: fight", [one("fight", *by, "--battles", "2", "--json"),
                                          one("fight", *by, "--battles", "2", "--mirror", "--report", "--json")])
        check("muster", f"{sheet}: muster", [one("muster", str(path), "--rules", sheet, "--json")
                                            for path in sorted((ROOT / "scenarios").glob("*.yaml"))])
        run("fight", *by, "--seed", "3", "--record", record)
        check("replay", f"{sheet}: replay", [json.loads(line) for line in run("replay", record, "--json").splitlines()])
        check("luck", f"{sheet}: luck", [one("luck", record, "--json")])
    check("odds", "odds", [one("odds", SCENARIO, "--rules", "valour-fortitude", "fire 3 at 5", "--json")])
    check("act", "act", [one("act", SCENARIO, "--rules", "napoleons-legacy", "pass", "--dice", "", "--json"),
                         one("act", str(ROOT / "tests/perft/positions/valour-fortitude-action.yaml"), "--rules", "valour-fortitude",
                             "activate brigade 1", "--dice", "1", "--json")])
print(f"1..{number}")
sys.exit(failed > 0)
