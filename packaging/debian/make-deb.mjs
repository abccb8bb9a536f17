/**
 * Makes a Debian package of an installed npm package: `make deb`. It brings a Node of its own, since that of a Debian is older. Usage:
 * node packaging/debian/make-deb.mjs --app FOLDER --node BINARY --out FOLDER [--compression zstd]
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    /** Where npm has installed the package. */
    app: { type: 'string' },
    node: { type: 'string' },
    out: { type: 'string' },
    compression: { type: 'string', default: 'zstd' },
  },
});
const { app, node, out, compression } = values;
if (app === undefined || node === undefined || out === undefined) throw new Error('Give --app, --node and --out.');

const checkout = fileURLToPath(new URL('../../', import.meta.url));
const { version, description } = JSON.parse(readFileSync(join(app, 'node_modules/case-access/package.json'), 'utf8'));
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch];
if (architecture === undefined) throw new Error(`There is no Debian package for ${process.arch}.`);

const root = mkdtempSync(join(tmpdir(), 'case-access-deb-'));
try {
  const file = join(out, `case-access_${version}_${architecture}.deb`);
  putFiles();
  putControl();
  mkdirSync(out, { recursive: true });
  execFileSync('dpkg-deb', ['--root-owner-group', `-Z${compression}`, '--build', root, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  process.stdout.write(`${file}\n`);
} finally {
  rmSync(root, { recursive: true, force: true });
}

function putFiles() {
  const library = join(root, 'usr/lib/case-access');
  mkdirSync(library, { recursive: true });
  cpSync(join(app, 'node_modules'), join(library, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  put('usr/lib/case-access/node', node, 0o755);
  putText(
    'usr/bin/case-access',
    '#!/bin/sh\nset -e\nlibrary=$(dirname "$(readlink -f "$0")")/../lib/case-access\nexec "$library/node" "$library/node_modules/case-access/bin/case-access.mjs" "$@"\n',
    0o755,
  );
  put('usr/lib/systemd/system/case-access.service', join(checkout, 'packaging/systemd/case-access.service'));
  put('usr/lib/sysusers.d/case-access.conf', join(checkout, 'packaging/systemd/case-access.sysusers.conf'));
  put('usr/share/doc/case-access/copyright', join(checkout, 'LICENSE'));
}

function putControl() {
  const fields = {
    Package: 'case-access',
    Version: version,
    Architecture: architecture,
    Section: 'utils',
    Priority: 'optional',
    Maintainer: 'case-access maintainers <maintainers@case-access.invalid>',
    'Installed-Size': Math.ceil(bytesOf(join(root, 'usr')) / 1024),
    Depends: 'libc6 (>= 2.28), libstdc++6',
    Recommends: 'systemd',
    Suggests: 'sleuthkit',
    Description: `search in forensic cases\n ${description}`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  putText('DEBIAN/control', lines.join(''));
  // The service is not started: it needs /etc/case-access/sources.json and tokens first.
  putText(
    'DEBIAN/postinst',
    '#!/bin/sh\nset -e\nif command -v systemd-sysusers >/dev/null; then systemd-sysusers case-access.conf; fi\nif [ -d /run/systemd/system ]; then systemctl daemon-reload; systemctl try-restart case-access.service; fi\n',
    0o755,
  );
  putText(
    'DEBIAN/prerm',
    '#!/bin/sh\nset -e\nif [ "$1" = remove ] && [ -d /run/systemd/system ]; then systemctl disable --now case-access; fi\n',
    0o755,
  );
}

function put(path, from, mode = 0o644) {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(from, target);
  chmodSync(target, mode);
}

function putText(path, text, mode = 0o644) {
  const target = join(root, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
  chmodSync(target, mode);
}

function bytesOf(path) {
  const state = lstatSync(path);
  if (!state.isDirectory()) return state.size;
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
}
