/** The bill of materials of a release is complete and reproducible. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
// @ts-expect-error plain JavaScript, which the release runs
import { componentsOf } from '../../../src/packaging/components.mjs';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest = read('package.json');
const lock = read('package-lock.json');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly { readonly expression: string }[];
}

test('has every package that is needed at run time, with its hash and licence, and no others', () => {
  const { components, metadata } = componentsOf(manifest, lock) as {
    components: Component[];
    metadata: { component: Component };
  };
  expect(metadata.component).toMatchObject({ name: 'case-access', version: manifest.version });
  const names = new Set(components.map(({ name }) => name));
  expect(Object.keys(manifest.dependencies).filter((name) => !names.has(name))).toEqual([]);
  expect(['typescript', 'jest', 'vite'].filter((name) => names.has(name))).toEqual([]);
  expect(components.filter(({ licenses }) => licenses === undefined).map(({ purl }) => purl)).toEqual([]);
  for (const { hashes } of components) {
    expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
  }
  expect(new Set(components.map(({ purl }) => purl)).size).toBe(components.length);
});

test('is the same each time', () => {
  expect(JSON.stringify(componentsOf(read('package.json'), read('package-lock.json')))).toBe(
    JSON.stringify(componentsOf(manifest, lock)),
  );
});
