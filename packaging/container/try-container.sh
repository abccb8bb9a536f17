#!/bin/sh
# Builds the image of packaging/container with buildah, on a base of Debian by debootstrap in place of the registry's, and runs it. Needs root,
# debootstrap, buildah and the network; skipped by name without them. BASE_DIR= has a base that was made before.
set -e
cd "$(dirname "$0")/../.."
for tool in debootstrap buildah; do
  command -v $tool >/dev/null || { echo "test-container is skipped: $tool is missing (apt-get install $tool)"; exit 0; }
done
work=$(mktemp -d)
# Below /tmp: storage that is thrown away.
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
bud() { buildah --root "$work/storage" --runroot "$work/run" "$@"; }
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null; rm -rf "$work"' EXIT

base=${BASE_DIR:-$work/base}
[ -d "$base" ] || debootstrap --variant=minbase --include=ca-certificates,libatomic1 bookworm "$base" >"$work/log" || { tail "$work/log"; exit 1; }
cp -a "$base" "$work/node-base"
cp -L "$(node -p process.execPath)" "$work/node-base/usr/local/bin/node"
npm=$(readlink -f "$(command -v npm)")
cp -rL "$(dirname "$(dirname "$npm")")" "$work/node-base/opt/npm"
ln -s /opt/npm/bin/npm-cli.js "$work/node-base/usr/local/bin/npm"
# Certificates of this machine, as a proxy may have its own.
mkdir -p "$work/node-base/etc/ssl/certs" && cp -L /etc/ssl/certs/ca-certificates.crt "$work/node-base/etc/ssl/certs/"
container=$(bud from scratch)
bud copy "$container" "$work/node-base" / >/dev/null
bud config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
bud commit --quiet "$container" localhost/node-base >/dev/null
bud rm "$container" >/dev/null
rm -rf "$work/node-base"

bud bud --build-arg BASE=localhost/node-base --file packaging/container/Dockerfile --tag case-access .
container=$(bud from --pull-never localhost/case-access)
ran() { bud run "$container" -- "$@"; }
[ "$(ran id -u)" = 10001 ] || { echo "the image runs as root"; exit 1; }
ran icat -V
ran case-access --version
ran sh -c 'cd /data && case-access demo --folder demo --port 8977 & server=$!
  for n in $(seq 60); do sleep 5; node -e "fetch(\"http://127.0.0.1:8977/search?q=heron\").then(async (a) => { console.log((await a.text()).slice(0, 80)); process.exit(a.ok ? 0 : 1) }, () => process.exit(1))" && break; done
  status=$?; kill $server; wait $server; exit $status'
echo "the image was built and run"
