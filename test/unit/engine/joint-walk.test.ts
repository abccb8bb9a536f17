/** Many patterns in one walk of a dictionary. Each finds the terms that it accepts, with as little work as its text allows. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { acceptsTerm } from '../../../src/automaton/code-point-automaton.ts';
import type { Dfa } from '../../../src/automaton/dfa.ts';
import { compileRegexp } from '../../../src/automaton/regexp.ts';
import { TextFinder } from '../../../src/automaton/text-finder.ts';
import { compileWildcard, type WildcardPart } from '../../../src/automaton/wildcard.ts';
import { ByteReader } from '../../../src/codec/byte-reader.ts';
import { ByteWriter } from '../../../src/codec/byte-writer.ts';
import { compareBytes } from '../../../src/codec/compare-bytes.ts';
import { DictionaryBucket } from '../../../src/engine/dictionary/dictionary-bucket.ts';
import { writeTerm } from '../../../src/engine/dictionary/front-coding.ts';
import { JointWalk, soughtText } from '../../../src/engine/dictionary/joint-walk.ts';

const SEED = Number(process.env['SEED'] ?? 1);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

const wildcard = (pattern: string): Dfa =>
  compileWildcard(
    pattern
      .split(/([*?])/u)
      .filter((part) => part !== '')
      .map((part): WildcardPart => {
        if (part === '*') return { kind: 'anyRun' };
        return part === '?' ? { kind: 'anyOne' } : { kind: 'text', text: part };
      }),
  );

/** A bucket of ascending terms whose lists are not needed. */
function bucketOf(terms: readonly Uint8Array[]): DictionaryBucket {
  const coded = new ByteWriter(64);
  let before = new Uint8Array(0);
  for (const term of terms) {
    let shared = 0;
    while (shared < Math.min(before.length, term.length) && before[shared] === term[shared]) shared++;
    while (shared > 0 && shared < term.length && (term[shared]! & 0xc0) === 0x80) shared--;
    writeTerm(coded, shared, term, shared, term.length);
    before = term as Uint8Array<ArrayBuffer>;
  }
  const out = new ByteWriter(64);
  out.u8(terms.length);
  out.varint(coded.length);
  out.varint(0);
  out.copy(coded.bytes, 0, coded.length);
  return new DictionaryBucket(new ByteReader(out.bytes, 0, out.length));
}

/** Indexed by pattern: the terms that a walk of buckets finds. Also returns the walk. */
function foundBy(patterns: readonly Dfa[], buckets: readonly (readonly Uint8Array[])[]) {
  const found: string[][] = patterns.map(() => []);
  const walk = new JointWalk(patterns, (bucket, entry, accepting, count) => {
    for (const pattern of accepting.subarray(0, count)) found[pattern]!.push(decoder.decode(bucket.term(entry)));
  });
  for (const terms of buckets) walk.bucket(bucketOf(terms));
  return { found, walk };
}

const letter = fc.constantFrom('a', 'a', 'b', 'c', 'é', '山', '🦉');
const word = (most: number) => fc.array(letter, { minLength: 1, maxLength: most }).map((letters) => letters.join(''));
const term = fc.oneof(word(5), word(40));
const terms = fc
  .uniqueArray(term, { minLength: 1, maxLength: 60, size: 'max' })
  .map((all) => all.map((one) => encoder.encode(one)).sort((a, b) => compareBytes(a, 0, a.length, b, 0, b.length)));
const pattern = fc.oneof(
  word(12).map((text) => `*${text}*`),
  word(3).map((text) => `*${text}`),
  fc.tuple(word(2), word(3)).map(([first, second]) => `*${first}*${second}*`),
  fc.array(word(2), { minLength: 3, maxLength: 4 }).map((texts) => `*${texts.join('*')}*`),
  fc.tuple(word(1), word(2)).map(([first, second]) => `?${first}?${second}*`),
);

test('a bucket returns its terms in any order, each as a copy', () => {
  fc.assert(
    fc.property(terms, fc.array(fc.nat({ max: 59 }), { minLength: 1, maxLength: 20 }), (all, asked) => {
      const bucket = bucketOf(all);
      const entries = asked.map((entry) => entry % all.length);
      const found = entries.map((entry) => bucket.term(entry));
      expect(found).toEqual(entries.map((entry) => all[entry]));
    }),
    { seed: SEED },
  );
});

test('each of many patterns finds the terms that it accepts', () => {
  fc.assert(
    fc.property(fc.array(pattern, { minLength: 1, maxLength: 24, size: 'max' }), terms, (patterns, all) => {
      const automata = [...patterns.map(wildcard), compileRegexp('.*a[bc].*'), compileRegexp('.*b.*a.*b.*')];
      const buckets = Array.from({ length: Math.ceil(all.length / 8) }, (_, i) => all.slice(8 * i, 8 * i + 8));
      const { found } = foundBy(automata, buckets);
      const expected = automata.map((automaton) =>
        all.map((one) => decoder.decode(one)).filter((one) => acceptsTerm(automaton, one)),
      );
      expect(found).toEqual(expected);
    }),
    { seed: SEED, numRuns: 300 },
  );
});

test('no automaton runs on a term without the text of its pattern, or if the text suffices', () => {
  const words = ['heron', 'river', 'water', 'weather'].map((one) => encoder.encode(one));
  const infixes = Array.from({ length: 300 }, (_, i) => wildcard(`*e${String.fromCodePoint(0x61 + (i % 26))}${i}*`));
  expect(foundBy([...infixes, wildcard('*er*')], [words]).walk.checks).toBe(0);
  const { found, walk } = foundBy([wildcard('*at*r'), wildcard('*th*'), wildcard('*zz*r')], [words]);
  expect(found).toEqual([['water', 'weather'], ['weather'], []]);
  expect(walk.checks).toBe(2);
  expect(foundBy([wildcard('*at*z'), wildcard('*at*?v*'), wildcard('*at*ea*z*')], [words]).walk.checks).toBe(0);
});

test('no automaton runs on a term if the order of its texts decides', () => {
  const words = ['abab', 'abba', 'baab', 'bbba'].map((one) => encoder.encode(one));
  const patterns = [wildcard('*a*b*'), wildcard('*ab*ab*'), wildcard('*a*a*'), compileRegexp('.*b.*ba.*')];
  const { found, walk } = foundBy(patterns, [words]);
  expect(found).toEqual([['abab', 'abba', 'baab'], ['abab'], ['abab', 'abba', 'baab'], ['abba', 'bbba']]);
  expect(walk.checks).toBe(0);
});

test('if any pattern is enough, a term is reported once and tested against no further one', () => {
  const words = ['heron', 'river', 'water', 'weather'].map((one) => encoder.encode(one));
  const given: string[] = [];
  const patterns = Array.from({ length: 100 }, (_, i) => wildcard(`*${'eh'[i % 2]}*r*`));
  const give = (bucket: DictionaryBucket, entry: number): void => void given.push(decoder.decode(bucket.term(entry)));
  const walk = new JointWalk(patterns, give, true);
  walk.bucket(bucketOf(words));
  expect(given).toEqual(['heron', 'river', 'water', 'weather']);
  expect(walk.checks).toBeLessThanOrEqual(6);
});

test('a pattern that is found by its prefix, or has no text, is not searched by text', () => {
  expect(soughtText(wildcard('ab*cd*'))).toBeNull();
  expect(soughtText(wildcard('???'))).toBeNull();
  expect(soughtText(wildcard('*ab*cde*'))).toEqual(encoder.encode('cde'));
});

test('overlapping texts are all found', () => {
  const texts = ['a', 'ba', 'aba', 'bab'].map((text) => encoder.encode(text));
  const { table, texts: ends, further } = new TextFinder(texts);
  const found: string[] = [];
  let state = 0;
  for (const byte of encoder.encode('abab')) {
    state = table[(state << 8) | byte]!;
    for (let end = ends[state]! >= 0 ? state : further[state]!; end !== 0; end = further[end]!) {
      found.push(decoder.decode(texts[ends[end]!]));
    }
    found.push('.');
  }
  expect(found.join(' ')).toBe('a . . aba ba a . bab .');
});
