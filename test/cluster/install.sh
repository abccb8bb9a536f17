#!/bin/sh
# Fetches a cluster for tests from Maven and compiles the launcher of its nodes into .cluster-nodes/. Says why where that is not
# possible, with exit code 3: whoever calls skips then, by name. Run from the project's root.
set -u
work=.cluster-nodes
java_home=
for home in ${JAVA_HOME:-} /usr/lib/jvm/*; do
  [ -x "$home/bin/javac" ] || continue
  release=$("$home/bin/javac" -version 2>&1 | sed 's/[^0-9]*\([0-9]*\).*/\1/')
  [ "$release" -ge 21 ] && java_home=$home
done
[ -n "$java_home" ] || { echo "cluster: skipped, no JDK of release 21 or newer"; exit 3; }
command -v mvn >/dev/null || { echo "cluster: skipped, no mvn"; exit 3; }
[ -f "$work/ready" ] && [ "$work/ready" -nt test/cluster/node/pom.xml ] && [ "$work/ready" -nt test/cluster/node/src/ClusterNode.java ] && exit 0
mkdir -p "$work/lib" "$work/classes" "$work/home/config"
JAVA_HOME=$java_home mvn -q -B -f test/cluster/node/pom.xml dependency:copy-dependencies \
  -DoutputDirectory="$PWD/$work/lib" >"$work/log" 2>&1 || { echo "cluster: skipped, Maven failed ($work/log)"; exit 3; }
"$java_home/bin/javac" -nowarn -encoding UTF-8 -d "$work/classes" -cp "$work/lib/*" test/cluster/node/src/ClusterNode.java ||
  { echo "cluster: the launcher does not compile"; exit 1; }
# Class data sharing takes archives, no folders, and wants the same class path at every start.
"$java_home/bin/jar" cf "$work/node.jar" -C "$work/classes" .
ln -sfn "$java_home/bin/java" "$work/java"
path=node.jar
for jar in "$work"/lib/*.jar; do path="$path:lib/${jar##*/}"; done
printf %s "$path" >"$work/class-path"
(cd "$work" && ./java -Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=node.jsa \
  --enable-native-access=ALL-UNNAMED -Dio.netty.noUnsafe=true -Dlog4j2.disable.jmx=true -cp "$path" ClusterNode --once \
  path.home="$PWD/home" cluster.name=once node.name=once http.port=0 network.host=127.0.0.1 discovery.type=single-node) >"$work/log" 2>&1 ||
  echo "cluster: no class archive, nodes start more slowly ($work/log)"
touch "$work/ready"
