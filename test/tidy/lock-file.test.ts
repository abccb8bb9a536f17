import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function packagesOf(path: string): Record<string, LockedPackage> {
  return (JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockedPackage> }).packages;
}

const lock = { packages: packagesOf('package-lock.json') };
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string> | undefined>;

/** Binaries of Node. */
const nodeLocks = ['src/packaging/node/package-lock.json', 'test/nodes/package-lock.json'];

test.each([
  'package-lock.json',
  'test/browser/chromium/package-lock.json',
  'test/protocol-suite/package-lock.json',
  ...nodeLocks,
])('%s names no registry', (path) => {
  expect(Object.entries(packagesOf(path)).filter(([, locked]) => locked.resolved !== undefined)).toEqual([]);
});

test('package-lock.json has a hash of every package', () => {
  const locked = Object.entries(lock.packages).filter(([path, { link }]) => path !== '' && link !== true);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});

test.each(nodeLocks)('binaries of Node are fetched only by the hashes in %s', (path) => {
  const binaries = Object.entries(packagesOf(path)).filter(([folder]) => folder !== '');
  expect(binaries.length).toBeGreaterThan(0);
  expect(binaries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('the lock file lists the prebuilt packages of every platform: npm ci refuses it otherwise', () => {
  const names = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const wanted = Object.values(lock.packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

test('every dependency has an exact version, and the lock file agrees', () => {
  const direct = { ...manifest['dependencies'], ...manifest['devDependencies'] };
  expect(Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  for (const [name, version] of Object.entries(direct)) {
    expect([name, lock.packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
  }
});

test('no package runs code when it is installed', () => {
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
});
