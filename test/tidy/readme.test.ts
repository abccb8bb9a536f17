import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { exitCodesHelp } from '../../src/cli/exit-codes.ts';
import { endpointTable } from '../../src/http/endpoint-table.ts';
import { routeTable } from '../../src/http/route-table.ts';
import { runCli } from '../support/run-cli.ts';

const ENDPOINTS = 'docs/http-api.md';
const endpoints = readFileSync(ENDPOINTS, 'utf8');
const commands = readFileSync('docs/commands.md', 'utf8');

test('the endpoint table of the documentation equals the route table', () => {
  const marks = /(<!-- endpoints[^\n]*-->\n)([\s\S]*?)(\n<!-- end of endpoints -->)/;
  const table = endpointTable(routeTable).trim();
  if (process.env['UPDATE_GOLDEN'] === '1') {
    writeFileSync(
      ENDPOINTS,
      endpoints.replace(marks, (_, start: string, __: string, end: string) => start + table + end),
    );
    return;
  }
  expect(marks.exec(endpoints)?.[2]).toBe(table);
});

test('the exit codes of the documentation equal those of --help', () => {
  const codes = (text: string, pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map(([, code, what]) => `${code} ${what}`);
  const documented = codes(commands, /^\| (\d) \| (.*) \|$/gm);
  expect(documented).toHaveLength(6);
  expect(documented).toEqual(codes(exitCodesHelp, /^ {2}(\d) {2}(.*)$/gm));
});

test('the documentation names every command', async () => {
  const { stdout } = await runCli(['--help']);
  const names = [
    ...stdout.slice(stdout.indexOf('Commands:'), stdout.indexOf('Examples:')).matchAll(/^ {2}([a-z]+) /gm),
  ];
  expect(names.length).toBeGreaterThan(4);
  for (const [, name] of names) expect(commands).toMatch(new RegExp(`^\\| \`${name} `, 'm'));
});

test('every target of make has a line in its help', () => {
  const makefile = readFileSync('Makefile', 'utf8');
  const phony = [...makefile.matchAll(/^\.PHONY: (.*)$/gm)].flatMap(([, names]) => (names ?? '').split(' '));
  const helped = [...makefile.matchAll(/^([a-z-]+):.*## /gm)].map(([, name]) => name);
  expect(helped).toEqual(phony);
});
