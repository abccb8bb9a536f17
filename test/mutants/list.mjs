/**
 * All mutants: single changes that make an answer wrong. The tests that must find them are named in suites.mjs.
 *
 * A list in `lists/` is a text. Its first line is its subject. Then come files, each followed by its mutants. A mutant has two
 * lines, its name with the mistake and the change:
 *
 *     name: what is wrong then
 *       function: old tokens → new text
 *
 * The old tokens occur exactly once in that function, method, class or constant, whatever the white space and comments between
 * them. A name that occurs twice is preceded by its class, as in `AdmissionQueue.enter`. `*` is the whole file.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopesOf, tokensOf } from './source-tokens.mjs';

const LISTS = join(import.meta.dirname, 'lists');
const MUTANT = /^ {2}([\w-]+): (.+)$/;
const CHANGE = /^ {4}([\w$.#*]+): (.*?) ?→ ?(.*)$/;

export const mutants = readdirSync(LISTS)
  .sort()
  .flatMap((name) => mutantsOf(readFileSync(join(LISTS, name), 'utf8'), name));

function mutantsOf(text, list) {
  const mutants = [];
  let file = '';
  for (const [i, line] of text.split('\n').entries()) {
    if (i === 0 || line === '') continue;
    const mutant = MUTANT.exec(line);
    const change = CHANGE.exec(line);
    if (/^\S/.test(line)) file = line;
    else if (mutant !== null) mutants.push({ name: mutant[1], says: mutant[2], file });
    else if (change !== null) Object.assign(mutants.at(-1), { scope: change[1], old: change[2], now: change[3] });
    else throw new Error(`Line ${i + 1} of ${list} is neither a file, a mutant nor a change: ${line}`);
  }
  return mutants;
}

/** Returns the text of a file with a mutant in it. Throws unless its old tokens occur exactly once. */
export function mutated({ name, file, scope, old, now }, text) {
  const { tokens, scopes } = readOnce(text);
  const places = placesOf({ tokens, scopes }, scope, tokensOf(old));
  if (places.length !== 1) throw new Error(`${name}: ${old} occurs ${places.length} times in ${scope} of ${file}`);
  const [{ first, last }] = places;
  return text.slice(0, tokens[first].at) + now + text.slice(tokens[last].end);
}

/** Returns the offsets of a sequence of tokens in the scopes of a name. */
function placesOf({ tokens, scopes }, scope, wanted) {
  const named = scopes.filter(({ name }) => name === scope || name.endsWith(`.${scope}`));
  const ranges = scope === '*' ? [{ start: 0, end: tokens.length - 1 }] : named;
  const found = new Set();
  for (const { start, end } of ranges) {
    for (let at = start; at + wanted.length - 1 <= end; at++) {
      if (wanted.every(({ text }, i) => tokens[at + i].text === text)) found.add(at);
    }
  }
  return [...found].map((first) => ({ first, last: first + wanted.length - 1 }));
}

let lastRead = { text: '', tokens: [], scopes: [] };

/** Consecutive mutants are mostly of one file. */
function readOnce(text) {
  if (lastRead.text !== text) {
    const tokens = tokensOf(text);
    lastRead = { text, tokens, scopes: scopesOf(tokens) };
  }
  return lastRead;
}
