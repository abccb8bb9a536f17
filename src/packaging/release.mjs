/**
 * Makes a release in release/: the npm package, the list of its packages at run time (CycloneDX), and their SHA-256. The
 * package is made twice, to check that the build is reproducible. Nobody could verify a release whose bytes differ each time.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { componentsOf } from './components.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'release');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const files = [madeTwice(), writeComponents()];
const sums = files.map((name) => `${digestOf(join(folder, name))}  ${name}\n`);
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
process.stdout.write(`release/\n${sums.join('')}`);

function madeTwice() {
  const name = makePackage(folder);
  const again = mkdtempSync(join(tmpdir(), 'case-access-release-'));
  try {
    makePackage(again);
    const [first, second] = [folder, again].map((directory) => digestOf(join(directory, name)));
    if (first !== second) {
      renameSync(join(again, name), join(folder, `again-${name}`));
      throw new Error(
        `${name} has other bytes when it is made again: compare release/${name} and release/again-${name}`,
      );
    }
    return name;
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
}

function makePackage(destination) {
  const arguments_ = ['pack', '--json', '--ignore-scripts=false', '--pack-destination', destination];
  const answer = execFileSync('npm', arguments_, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] }).toString();
  // Scripts of the package print before the answer.
  return JSON.parse(answer.slice(answer.lastIndexOf('\n[\n') + 1))[0].filename;
}

function writeComponents() {
  const name = `${manifest.name}-${manifest.version}.cdx.json`;
  writeFileSync(join(folder, name), `${JSON.stringify(componentsOf(manifest, lock), null, 2)}\n`);
  return name;
}

function digestOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
