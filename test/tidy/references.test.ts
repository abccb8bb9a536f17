/**
 * Files and make targets that documents and comments name must exist. A path may lack its ending, name a folder or have stars.
 * Variables that a document passes to make are used by that target.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';

/** Folders of the checkout that documents mention. The contents of `bench/.work/` are made by measurements. */
const PATH = /(?<![\w./-])(?:\.\.?\/)*(?:src|test|bench|grammar|docs|data-samples)\/(?!\.work)[\w.*/-]*[\w*/]/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*|^\s*#[^\n]*/gm;
const CODE = /```[\s\S]*?```|`[^`\n]+`(?: \([^)\n]*\))?/g;
const MAKE = /((?:\b[A-Z_]+=\S+ )*)\bmake ([a-z][a-z-]*)((?: [A-Z_]+=[^\s`]+)*)/g;

/** Outside a git checkout there is nothing to check. */
const files: readonly string[] = existsSync('.git')
  ? execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
      .split('\0')
      .filter((file) => file !== '' && existsSync(file))
  : [];
/** Texts of the sample cases are invented. */
const documents = files.filter((file) => file.endsWith('.md') && !/^data-samples\/.*\/(content|text)\//.test(file));
const sources = files.filter((file) => /\.(ts|mjs|sh)$|(^|\/)Makefile$/.test(file));

const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));

function foldersOf(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function comments(file: string): string {
  return (readFileSync(file, 'utf8').match(COMMENT) ?? []).join('\n');
}

function code(text: string): string {
  return (text.match(CODE) ?? []).join('\n');
}

/** Relative to the checkout, or to the document that names it. */
function exists(path: string, document: string): boolean {
  return [path, join(dirname(document), path)].map(normalize).some((candidate) => {
    const name = candidate.replace(/\/$/, '');
    if (known.has(name)) return true;
    const escaped = name.replaceAll('.', '\\.').replace(/\*+/g, '[^/]*');
    return files.some((file) => new RegExp(`^${escaped}($|[./]${name.includes('*') ? '|' : ''})`).test(file));
  });
}

function missingPaths(document: string, text: string): string[] {
  return (text.match(PATH) ?? []).filter((path) => !exists(path, document));
}

const makefile = readFileSync('Makefile', 'utf8');

/** Returns the recipe of a target and of its prerequisites. Shared steps are in it by name. */
function recipeOf(target: string): string {
  const rule = new RegExp(`^${target}:([^#\\n]*)(.*\\n(?:\\t.*\\n)*)`, 'm').exec(makefile);
  if (rule === null) return '';
  const needed = (rule[1] ?? '')
    .trim()
    .split(/\s+/)
    .filter((name) => /^[a-z-]+$/.test(name));
  return [rule[2] ?? '', ...needed.map(recipeOf)].join('\n');
}

/** Returns complaints about make commands in a code block. */
function wrongCommands(text: string): string[] {
  return [...text.matchAll(MAKE)].flatMap(([command, environment = '', target = '', after = '']) => {
    const recipe = recipeOf(target);
    if (recipe === '') return [`${command}: there is no such target`];
    const given = [...after.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name!);
    const wrong = given.filter((name) => !new RegExp(`[$][({](or [$][({])?${name}\\b`).test(recipe));
    const inEnvironment = [...environment.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name!);
    wrong.push(...inEnvironment.filter((name) => !isRead(name)));
    return wrong.map((name) => `${command}: nothing reads ${name}`);
  });
}

function isRead(variable: string): boolean {
  const reading = new RegExp(`process\\.env(\\.|\\[')${variable}\\b|[$]{?${variable}\\b`);
  return sources.some((file) => reading.test(readFileSync(file, 'utf8')));
}

/** "`make serve` (`PORT=9000`)" passes the variable to the target, like "make serve PORT=9000". */
function joined(text: string): string {
  return text.replace(/`(make [a-z-]+)` \(((?:`[A-Z]+=[^`]*`(?:, )?)+)\)/g, (_, command: string, variables: string) => {
    return `\`${command} ${[...variables.matchAll(/`([A-Z]+=[^`]*)`/g)].map(([, one]) => one!.replaceAll(' ', '_')).join(' ')}\``;
  });
}

test('every file that a document names exists', () => {
  const missing = documents.flatMap((document) =>
    missingPaths(document, readFileSync(document, 'utf8')).map((path) => `${document}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('links between documents have targets', () => {
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .filter(([, link]) => !existsSync(join(dirname(document), link!)))
      .map(([, link]) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test('every file that a comment names exists', () => {
  const missing = sources.flatMap((file) => missingPaths(file, comments(file)).map((path) => `${file}: ${path}`));
  expect(missing).toEqual([]);
});

test('every compiled module that a script imports has a source', () => {
  const modules = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bdist\/((?:src|grammar|bench)\/[\w./-]+)\.js\b/g)].map(([, module]) => ({
      file,
      source: `${module}.ts`,
    })),
  );
  expect(modules.length).toBeGreaterThan(10);
  expect(modules.filter(({ source }) => !known.has(source))).toEqual([]);
});

test('every make command in a document or a comment exists', () => {
  const wrong = [
    ...documents.map((file) => [file, code(joined(readFileSync(file, 'utf8')))] as const),
    ...sources.map((file) => [file, code(comments(file))] as const),
  ].flatMap(([file, text]) => wrongCommands(text).map((complaint) => `${file}: ${complaint}`));
  expect(wrong).toEqual([]);
});

test('mistakes are found', () => {
  const told =
    'see `src/engine/gone.ts`, src/engine, test/tidy/references and src/*/wasm-memory.ts, not ../src/kernel/x.ts';
  expect(missingPaths('docs/a.md', told)).toEqual(['src/engine/gone.ts', '../src/kernel/x.ts']);
  expect(wrongCommands(code(joined('run `make gone`, `make serve` (`PORT=1`, `COLOUR=2`), make sure')))).toEqual([
    'make gone: there is no such target',
    'make serve PORT=1 COLOUR=2: nothing reads COLOUR',
  ]);
  expect(wrongCommands(code('`make bench-case CASE=x QUERIES=y OUT=z`'))).toHaveLength(2);
  expect(wrongCommands('NO_SUCH_VARIABLE=1 make test')).toHaveLength(1);
});
