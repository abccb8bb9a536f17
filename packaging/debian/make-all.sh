#!/bin/sh
# Packs and installs the npm package, fetches the Node of the checkout, and makes the Debian package of both in release/: `make deb`.
set -eu
cd "$(dirname "$0")/../.."
command -v dpkg-deb >/dev/null || { echo 'make deb needs dpkg-deb' >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --ignore-scripts=false --pack-destination "$work" >"$work/pack.log" 2>&1 || { cat "$work/pack.log" >&2; exit 1; }
mkdir "$work/app" "$work/node"
echo '{"private":true}' >"$work/app/package.json"
npm install --prefix "$work/app" --ignore-scripts --no-audit --no-fund --prefer-offline --silent "$work"/case-access-*.tgz
cp src/packaging/node/package.json src/packaging/node/package-lock.json "$work/node"
npm ci --prefix "$work/node" --ignore-scripts --no-audit --no-fund --prefer-offline --silent
node=$(echo "$work"/node/node_modules/node-*/bin/node)
# The time of the commit, so that the same checkout makes the same bytes.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) "$node" packaging/debian/make-deb.mjs --app "$work/app" --node "$node" --out release
