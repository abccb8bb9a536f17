/**
 * The page knows the server by its interface. It may use only the client, the lexer of the grammar and
 * its translation of other syntaxes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const files = readdirSync('src/page', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const texts = files.map((name) => ({ name, text: readFileSync(join('src/page', name), 'utf8') }));
const beside = ['grammar/lexer.ts', 'grammar/texts/translated-line.ts', 'src/client/case-access-client.ts'];
const packages = [
  'diff',
  'preact',
  'preact/hooks',
  'preact/jsx-runtime',
  '@preact/signals',
  'minisearch',
  'pdfjs-dist',
  'topojson-client',
  'world-atlas',
];

test('the page imports itself, the client, the lexer, the translation of lists, and the packages that are bundled', () => {
  expect(files.length).toBeGreaterThan(40);
  const imported = texts.flatMap(({ name, text }) =>
    [...text.matchAll(/(?:^import .*from|^} from|^import|\bimport\()\s*'([^']+)'/gm)].map(([, path = '']) => ({
      name,
      path,
    })),
  );
  const foreign = imported.filter(({ name, path }) => {
    if (!path.startsWith('.')) return !packages.some((one) => path === one || path.startsWith(`${one}/`));
    const target = join('src/page', name, '..', path);
    return !target.startsWith('src/page/') && !beside.includes(target);
  });
  expect(foreign).toEqual([]);
});

test('nothing in the page parses text as markup', () => {
  const markup = /dangerouslySetInnerHTML|\.(innerHTML|outerHTML)\s*=|insertAdjacentHTML|document\.write|\bstyle="/;
  expect(texts.filter(({ text }) => markup.test(text)).map(({ name }) => name)).toEqual([]);
});

test('every file of the page begins with a comment, is short, and is named after one idea', () => {
  const silent = texts.filter(({ text }) => !/^\/\*\*(\s+\*?\s*\S+){3}/.test(text));
  expect(silent.map(({ name }) => name)).toEqual([]);
  const long = texts.filter(({ text }) => text.split('\n').length > 300);
  expect(long.map(({ name }) => name)).toEqual([]);
  expect(files.filter((name) => !/^([a-z0-9-]+\/)?[a-z0-9-]+(\.d)?\.tsx?$/.test(name))).toEqual([]);
});
