# SPDX-License-Identifier: MIT
"""Holds JSON against a schema of docs/schema. Knows the part of JSON Schema that those files use: type, properties, required,
additionalProperties, items, enum, pattern."""
import re

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}


def faults_of(value, schema: dict, where: str = "") -> list[str]:
    if "enum" in schema and value not in schema["enum"]:
        return [f"{where}: {value!r} is none of {schema['enum']}"]
    if "type" in schema and (not isinstance(value, TYPES[schema["type"]]) or
                             (isinstance(value, bool) and schema["type"] != "boolean")):
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
