"""Reads the tables of a folder with Python's own csv and json: a line of JSON for each file, by name, with its rows as lists of [column, value]."""

import csv
import json
import pathlib
import sys

csv.field_size_limit(1 << 30)


def leaves(name, value):
    if isinstance(value, tuple):
        for member, inner in value:
            yield from leaves(f"{name}.{member}" if name else member, inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(name, inner)
    elif value is True or value is False:
        yield [name, "true" if value else "false"]
    elif value is not None:
        yield [name, value]


def parsed(text):
    return json.loads(text, object_pairs_hook=tuple, parse_int=str, parse_float=str)


def objects(file):
    text = file.read_text(encoding="utf-8-sig")
    if file.suffix == ".jsonl":
        found = [parsed(line) for line in text.split("\n") if line.strip()]
    else:
        found = parsed(text)
    return [list(leaves("", one)) for one in found]


def cells(file):
    delimiter = "\t" if file.suffix == ".tsv" else ","
    with file.open(encoding="utf-8-sig", newline="") as lines:
        header, *rows = csv.reader(lines, delimiter=delimiter)
    return [[[column, value] for column, value in zip(header, row, strict=True)] for row in rows]


for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    rows = objects(file) if file.suffix in (".json", ".jsonl") else cells(file)
    print(json.dumps({"file": file.name, "rows": rows}))
