import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../../grammar/parse.ts';
import { FORMAT_VERSION } from '../../src/engine/format.ts';
import { runCli } from '../support/run-cli.ts';
import { runHere } from '../support/run-here.ts';

const commands = [
  [],
  ['serve'],
  ['index'],
  ['index', 'build'],
  ['index', 'verify'],
  ['index', 'stats'],
  ['search'],
  ['case'],
  ['case', 'check'],
  ['bench'],
  ['bookmarks'],
  ['bookmarks', 'export'],
  ['bookmarks', 'import'],
  ['bookmarks', 'log'],
  ['bookmarks', 'at'],
  ['bookmarks', 'undo'],
  ['bookmarks', 'verify'],
  ['codings'],
  ['codings', 'list'],
  ['codings', 'decisions'],
  ['codings', 'compare'],
  ['reviews'],
  ['reviews', 'list'],
  ['reviews', 'show'],
  ['reviews', 'items'],
  ['reviews', 'agreement'],
  ['reviews', 'delete'],
  ['searches'],
  ['searches', 'list'],
  ['searches', 'run'],
  ['searches', 'put'],
  ['searches', 'delete'],
  ['audit'],
  ['audit', 'verify'],
  ['audit', 'show'],
  ['key'],
  ['key', 'new'],
  ['certify'],
  ['verify-certificate'],
  ['compare'],
  ['demo'],
  ['token'],
  ['token', 'new'],
  ['export'],
  ['report'],
  ['report-html'],
  ['validate'],
  ['translate'],
  ['mcp'],
];

/** Returns the commands that a help text lists. */
function listedIn(help: string): string[] {
  const [, list = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(help) ?? [];
  return [...list.matchAll(/^ {2}([\w-]+)/gm)].flatMap(([, name = '']) => (name === 'help' ? [] : [name]));
}

describe('--help', () => {
  test.each(commands.map((command) => [command.join(' '), command] as const))(
    'case-access %s: examples and exit codes on stdout, nothing on stderr',
    async (_, command) => {
      const { code, stdout, stderr } = await runHere([...command, '--help']);
      expect(stderr).toBe('');
      expect(stdout).toMatch(/^Usage: case-access/);
      expect(stdout).toMatch(/\nExamples:\n {2}case-access /);
      expect(stdout).toMatch(/\nExit codes:\n/);
      expect(code).toBe(0);
    },
  );

  test('lists no other commands', async () => {
    const listed: string[][] = [[]];
    for (const command of listed) {
      const { stdout } = await runHere([...command, '--help']);
      listed.push(...listedIn(stdout).map((name) => [...command, name]));
    }
    expect(listed.map((command) => command.join(' ')).sort()).toEqual(
      commands.map((command) => command.join(' ')).sort(),
    );
  });

  test('the queries of its examples are valid', async () => {
    const queries: string[] = [];
    for (const command of ['search', 'export', 'certify']) {
      const { stdout } = await runHere([command, '--help']);
      for (const [, quoted, word] of stdout.matchAll(/case-access (?:search|export|certify) (?:'([^']*)'|(\w+)) /g)) {
        queries.push(quoted ?? word ?? '');
      }
    }
    expect(queries.length).toBeGreaterThan(8);
    for (const query of queries) expect(() => parseQuery(query, {})).not.toThrow();
  });

  test('an optional option has its default in words', async () => {
    for (const command of commands) expect((await runHere([...command, '--help'])).stdout).not.toContain('[])');
  });
});

test('--version names the release and the index format', async () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { code, stdout, stderr } = await runCli(['--version']);
  expect(stdout).toBe(`case-access ${version} (index format ${FORMAT_VERSION})\n`);
  expect([code, stderr]).toEqual([0, '']);
});

describe('a usage error is one line on stderr and exit code 2', () => {
  test.each([
    ['an unknown command', ['frob'], /unknown command 'frob'/],
    ['an unknown option', ['search', 'x', '--frob'], /unknown option '--frob'/],
    ['a missing argument', ['index', 'build'], /missing required argument 'case'/],
    ['an argument too many', ['index', 'build', 'a', 'b'], /too many arguments/],
    ['a missing option', ['serve'], /--sources/],
    ['a port that is none', ['serve', '--sources', 'x', '--port', '65536'], /from 0 to 65535/],
    ['a port that is no number', ['serve', '--sources=x', '--port=http'], /from 0 to 65535/],
    ['an unknown operator', ['search', 'x', '--default-operator', 'XOR'], /XOR/],
    ['an empty field name', ['search', 'x', '--fields=a,,b', '--case=x'], /field name is empty/],
    ['options that exclude each other', ['search', 'x', '--count', '--ids'], /--count/],
    ['neither a case nor sources', ['search', 'x'], /--case DIR or --sources FILE/],
    ['a case and sources', ['search', 'x', '--case', 'a', '--sources', 'b'], /--case DIR or --sources FILE/],
    ['neither a query nor a list', ['search', '--case', 'x'], /a query or --list FILE/],
    ['a query and a list', ['search', 'x', '--list', 'y', '--case', 'x'], /a query or --list FILE/],
    ['no rounds', ['bench', 'x', '--case', 'x', '--rounds', '0'], /from 1 to 10000/],
    ['a sources file that is not there', ['serve', '--sources', 'gone.json'], /gone\.json does not exist/],
    ['a sources file that is none', ['serve', '--sources=package.json'], /not a JSON array/],
    ['an import that is not there', ['bookmarks', 'import', 'gone.jsonl'], /gone\.jsonl does not exist/],
  ])('%s', async (_, args, message) => {
    const { code, stdout, stderr } = await runHere(args);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^case-access: [^\n]+\n$/);
    expect([code, stdout]).toEqual([2, '']);
  });
});

test('no command at all shows the help on stderr', async () => {
  const { code, stdout, stderr } = await runCli([]);
  expect(stderr).toMatch(/^Usage: case-access/);
  expect([code, stdout]).toEqual([2, '']);
});

describe('a missing thing is exit code 3', () => {
  test.each([
    ['index build', ['index', 'build', 'gone']],
    ['index verify', ['index', 'verify', 'gone']],
    ['index stats', ['index', 'stats', 'gone']],
    ['case check', ['case', 'check', 'gone']],
    ['search', ['search', 'x', '--case=gone']],
    ['bookmarks verify', ['bookmarks', 'verify', '--data', 'gone']],
  ])('%s', async (_, args) => {
    const { code, stdout, stderr } = await runHere(args);
    expect(stderr).toMatch(/^case-access: There (is|are) no [^\n]+\n$/);
    expect([code, stdout]).toEqual([3, '']);
  });
});

test('a directory that is not a case is a failure in one line', async () => {
  const { code, stdout, stderr } = await runCli(['case', 'check', 'docs']);
  expect(stderr).toMatch(/^case-access: [^\n]*case\.json[^\n]*\n$/);
  expect([code, stdout]).toEqual([1, '']);
});

describe('a query that does not parse is shown with the position', () => {
  test('a caret marks the position, and the probable intention is suggested', async () => {
    const { code, stdout, stderr } = await runHere(['search', 'ab (cd', '--case', 'gone']);
    const [message, query, caret, suggestion] = stderr.split('\n');
    expect(message).toMatch(/^case-access: Query syntax error at position 6: .*expected/);
    expect(query).toBe('  ab (cd');
    expect(caret).toBe(`  ${' '.repeat(6)}^`);
    expect(suggestion).toMatch(/^Did you mean: /);
    expect([code, stdout]).toEqual([2, '']);
  });

  test('wide characters and control characters do not move the caret', async () => {
    const { stderr } = await runHere(['search', '日本\u001b (', '--case', 'gone']);
    const [, query, caret] = stderr.split('\n');
    expect(query).toBe('  日本\\u{1b} (');
    expect(caret).toBe(`  ${' '.repeat(4 + 6 + 2)}^`);
  });

  test('only the surroundings of the error in a long query are shown', async () => {
    const { stderr } = await runHere([
      'search',
      `${'word '.repeat(1000)}( ${'word '.repeat(1000)})) x`,
      '--case',
      'gone',
    ]);
    for (const line of stderr.split('\n')) expect(line.length).toBeLessThan(400);
  });
});
