"""SQLite FTS5 as a peer: `build TOKENS INDEX THREADS` or `serve INDEX ITERATIONS`.

Texts come analyzed; the `ascii` tokenizer then splits at spaces alone and folds nothing that is left to fold. Queries
come as SELECTs of ids. The few capitals that folding leaves stand as private-use characters, here and in the queries,
because `ascii` would fold them. A contentless table: nothing is stored. Writing is on one thread whatever was asked.
"""

import json
import os
import resource
import sqlite3
import sys
import time

SCHEMA = """
PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;
CREATE VIRTUAL TABLE texts USING fts5(content, content='', tokenize='ascii');
CREATE TABLE items(id INTEGER PRIMARY KEY, length INTEGER, modified INTEGER);
CREATE TABLE categories(category TEXT, id INTEGER, PRIMARY KEY (category, id)) WITHOUT ROWID;
"""
CAPITALS = {code: 0xE000 + code for code in range(ord("A"), ord("Z") + 1)}
INDEXES = "CREATE INDEX by_length ON items(length); CREATE INDEX by_modified ON items(modified);"


def build(tokens, index):
    start = time.perf_counter()
    db = sqlite3.connect(os.path.join(index, "index.db"), isolation_level=None)
    db.executescript(SCHEMA)
    db.execute("BEGIN")
    items = 0
    with open(tokens, encoding="utf-8", newline="\n") as lines:
        for line in lines:
            identifier, length, modified, categories, text = line.rstrip("\n").split("\t")
            db.execute("INSERT INTO texts(rowid, content) VALUES (?, ?)", (int(identifier), text.translate(CAPITALS)))
            db.execute("INSERT INTO items VALUES (?, ?, ?)", (int(identifier), number(length), number(modified)))
            for category in set(filter(None, categories.split("\x1f"))):
                db.execute("INSERT INTO categories VALUES (?, ?)", (category, int(identifier)))
            items += 1
    db.execute("COMMIT")
    db.executescript(INDEXES)
    seconds = time.perf_counter() - start
    db.execute("INSERT INTO texts(texts) VALUES ('optimize')")
    db.close()
    size = os.path.getsize(os.path.join(index, "index.db"))
    report = {
        "seconds": round(seconds, 3),
        "mergedSeconds": round(time.perf_counter() - start, 3),
        "threads": 1,
        "items": items,
        "bytes": size,
        "mergedBytes": size,
        "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
        "version": f"SQLite {sqlite3.sqlite_version}",
    }
    print(json.dumps(report), flush=True)


def number(text):
    return int(float(text)) if text else None


def serve(index, iterations):
    db = sqlite3.connect(os.path.join(index, "index.db"))
    db.execute("PRAGMA mmap_size = 8589934592")
    db.execute("PRAGMA cache_size = -262144")
    for line in sys.stdin:
        line = line.rstrip("\n")
        command, sql = line.split("\t", 1)
        try:
            answer = best_of(db, command, sql, iterations)
        except sqlite3.Error as error:
            answer = f"UNSUPPORTED\t{error}"
        print(f"{line}\t{answer}", flush=True)


def best_of(db, command, sql, iterations):
    best = float("inf")
    for _ in range(iterations):
        start = time.perf_counter_ns()
        answer = run(db, command, sql)
        best = min(best, (time.perf_counter_ns() - start) / 1000)
    if command == "SET":
        answer = f"{len(answer)}\t{set_hash(answer)}"
    elif isinstance(answer, list):
        answer = len(answer)
    return f"{answer}\t{best:.1f}"


def run(db, command, sql):
    if command == "COUNT" or command == "TOP_10_COUNT":
        return db.execute(f"SELECT count(*) FROM ({sql})").fetchone()[0]
    if command in ("IDS", "SET"):
        return db.execute(sql).fetchall()
    if command == "TOP_10" and sql.startswith("SELECT rowid FROM texts"):
        return db.execute(f"{sql} ORDER BY rank LIMIT 10").fetchall()
    raise sqlite3.Error(f"no {command} of it")


def set_hash(rows):
    value = 1469598103934665603
    for (identifier,) in sorted(rows):
        value = ((value ^ identifier) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    return f"{value:x}"


if __name__ == "__main__":
    if sys.argv[1] == "build":
        build(sys.argv[2], sys.argv[3])
    else:
        serve(sys.argv[2], int(sys.argv[3]))
