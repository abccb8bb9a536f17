/**
 * A query longer than the limit of immediate parsing, in which a clause names a set. Only the server knows the set, so it
 * parses the text.
 */
import { expect, test } from '@jest/globals';
import { parseQuery } from '../../../../grammar/parse.ts';
import { SearchLanes } from '../../../../src/http/admission/search-lanes.ts';
import { readQuery } from '../../../../src/http/input/query-text.ts';
import { SHORT_QUERY_UNITS_MAX } from '../../../../src/http/limits.ts';
import { SET_FIELDS } from '../../../../src/schema/well-known-fields.ts';
import type { QueryTexts } from '../../../../src/search/query-texts.ts';

const WORDS = 'heron '.repeat(SHORT_QUERY_UNITS_MAX / 5);
// A parser that is not expected to be used. A text that is left to it comes back unparsed.
const parts = { lanes: SearchLanes.ofProcesses(1), parseQuery, queryTexts: {} as QueryTexts };

test.each([...SET_FIELDS, '"coding"'])('a long query with %s: is parsed here', async (field) => {
  expect((await readQuery({ q: `${WORDS}${field}:true` }, parts)).kind).toBe('boolean');
});

test('a long query that names no set is left to the engine that plans it', async () => {
  expect((await readQuery({ q: WORDS }, parts)).kind).toBe('unparsed');
});
