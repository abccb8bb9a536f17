#!/bin/sh
# Installs the peers of the benchmark into bench/.work, each where its tools are there, and says which are not.
# Node peers come with npm. Run from the project's root, by `make bench-peers`; with names, only those are installed.
set -u
work=bench/.work
mkdir -p "$work"

# What was installed, so that a peer is not asked as it was before a change (bench/engines/installed.ts).
keep_source() {
  rm -rf "$work/$1/source" && cp -R "bench/peers/$1" "$work/$1/source"
}

lucene() {
  # Lucene 10 wants Java 21 or newer; the newest one installed is taken.
  java_home=
  for home in ${JAVA_HOME:-} /usr/lib/jvm/*; do
    [ -x "$home/bin/javac" ] || continue
    release=$("$home/bin/javac" -version 2>&1 | sed 's/[^0-9]*\([0-9]*\).*/\1/')
    [ "$release" -ge 21 ] && java_home=$home
  done
  [ -n "$java_home" ] || { echo "lucene: skipped, no JDK of release 21 or newer"; return; }
  command -v mvn >/dev/null || { echo "lucene: skipped, no mvn"; return; }
  mkdir -p "$work/lucene/classes"
  JAVA_HOME=$java_home mvn -q -B -f bench/peers/lucene/pom.xml dependency:copy-dependencies \
    -DoutputDirectory="$PWD/$work/lucene/lib" 2>"$work/lucene/log" || { echo "lucene: skipped, Maven failed ($work/lucene/log)"; return; }
  "$java_home/bin/javac" -encoding UTF-8 -d "$work/lucene/classes" -cp "$work/lucene/lib/*" \
    bench/peers/lucene/src/main/java/bench/*.java || { echo "lucene: skipped, it does not compile"; return; }
  ln -sf "$java_home/bin/java" "$work/lucene/java"
  keep_source lucene
  echo "lucene: installed"
}

# The release that wrote the indexes of IPED 4, for bench/imports.ts. Any Java from 11 on will do.
lucene_9() {
  command -v mvn >/dev/null && command -v javac >/dev/null || { echo "lucene-9: skipped, no mvn or javac"; return; }
  mkdir -p "$work/lucene-9/classes"
  mvn -q -B -f bench/peers/lucene-9/pom.xml dependency:copy-dependencies \
    -DoutputDirectory="$PWD/$work/lucene-9/lib" 2>"$work/lucene-9/log" || { echo "lucene-9: skipped, Maven failed ($work/lucene-9/log)"; return; }
  javac -encoding UTF-8 -d "$work/lucene-9/classes" -cp "$work/lucene-9/lib/*" \
    bench/peers/lucene-9/src/main/java/bench/*.java || { echo "lucene-9: skipped, it does not compile"; return; }
  keep_source lucene-9
  echo "lucene-9: installed"
}

tantivy() {
  command -v cargo >/dev/null || { echo "tantivy: skipped, no cargo"; return; }
  mkdir -p "$work/tantivy"
  # For this machine's processor, as who wants speed builds it.
  RUSTFLAGS="-C target-cpu=native" cargo build --quiet --release --manifest-path bench/peers/tantivy/Cargo.toml --target-dir "$work/tantivy/target" \
    2>"$work/tantivy/log" || { echo "tantivy: skipped, cargo failed ($work/tantivy/log)"; return; }
  keep_source tantivy
  echo "tantivy: installed"
}

sqlite() {
  command -v python3 >/dev/null || { echo "sqlite-fts5: skipped, no python3"; return; }
  python3 -c "import sqlite3; sqlite3.connect(':memory:').execute('CREATE VIRTUAL TABLE t USING fts5(x)')" 2>/dev/null ||
    { echo "sqlite-fts5: skipped, python3 has no SQLite with FTS5"; return; }
  mkdir -p "$work/sqlite" && keep_source sqlite
  echo "sqlite-fts5: installed"
}

for peer in ${*:-lucene lucene_9 tantivy sqlite}; do "$peer"; done
