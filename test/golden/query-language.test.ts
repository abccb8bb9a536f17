import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { AstBuilder } from '../../grammar/ast-builder.ts';
import { readConformance } from '../../grammar/conformance.ts';
import { QueryParser } from '../../grammar/parser.ts';
import { buildPage } from './build-page.ts';
import { printEbnf } from './ebnf.ts';

test('query-language.md shows the rows of conformance.tsv and the rules of the parser', () => {
  const page = readFileSync('grammar/query-language.md', 'utf8');
  const sections = readConformance(readFileSync('grammar/conformance.tsv', 'utf8'));
  const built = buildPage(page, sections, printEbnf(new QueryParser(new AstBuilder())));
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync('grammar/query-language.md', built);
  else expect(page).toBe(built);
});
