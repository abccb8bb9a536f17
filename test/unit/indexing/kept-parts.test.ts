/** Which parts of an index stay if a case grows, and which a merge builds together. */
import { describe, expect, test } from '@jest/globals';
import { STRUCK_RANGES_MAX } from '../../../src/engine/postings/struck-documents.ts';
import { keptParts } from '../../../src/indexing/growth/growth-plan.ts';

describe('the parts that stay', () => {
  const file = (name: string, bytes: number): { file: string; bytes: number; modified: string } => ({
    file: name,
    bytes,
    modified: '1',
  });
  const staying = (sizes: readonly number[], more: readonly number[], goal: 'add' | 'merge'): number | string => {
    const files = [...sizes, ...more].map((bytes, n) => file(`f${n}`, bytes));
    const parts = sizes.map((_, n) => ({ files: [files[n]!], contents: null, hasRepeatedIds: false, struck: [] }));
    const found = keptParts(parts, files, sizes.length % 2 === 1 ? 'files' : 'none', goal);
    return typeof found === 'string' ? found : found.parts.length;
  };
  const kept = (sizes: readonly number[], ...more: readonly number[]) => staying(sizes, more, 'add');
  const merged = (sizes: readonly number[]) => staying(sizes, [], 'merge');

  test('are all of them when something is added, until they are many', () => {
    expect(kept([1000], 10)).toBe(1);
    expect(kept([1000, 39, 1], 10)).toBe(3);
    const eight = [1000, 40, 2, 2, 2, 2, 2, 2];
    expect(kept(eight.slice(0, -1), 2)).toBe(7);
    expect(kept(eight, 2)).toBe(1);
    expect(kept([1000, 60, ...eight.slice(2)], 2)).toBe(2);
    expect(kept([1000, 240], 10)).toBe(2);
    expect(kept([1000, 240], 11)).toBe('too much was added');
  });

  test('have geometric sizes after a merge', () => {
    expect(merged([1000])).toMatch(/no part is small/);
    expect(merged([1000, 10])).toMatch(/no part is small/);
    expect(merged([1000, 40, 10])).toMatch(/no part is small/);
    expect(merged([1000, 39, 10])).toBe(1);
    expect(merged([1000, 160, 40, 10])).toMatch(/no part is small/);
    // The earlier parts are smaller than four times everything that is built, so they are built again, too.
    expect(merged([1000, 160, 39, 10])).toBe(1);
    expect(merged([1000, 200, 39, 10])).toBe(2);
    expect(staying([1000, 39, 10], [10], 'merge')).toBe('the case has changed');
  });

  test('have records with one id in the same order', () => {
    const part = (hasRepeatedIds: boolean) => ({
      files: [file('a', 99), file('b', 99)],
      contents: null,
      hasRepeatedIds,
      struck: [],
    });
    const keptOf = (hasRepeatedIds: boolean, ...names: string[]): unknown => {
      const files = names.map((name) => file(name, name === 'c' ? 1 : 99));
      const found = keptParts([part(hasRepeatedIds)], files, 'files');
      return typeof found === 'string' ? found : found.added;
    };
    expect(keptOf(false, 'b', 'a')).toEqual([]);
    expect(keptOf(false, 'b', 'c', 'a')).toEqual([1]);
    expect(keptOf(true, 'a', 'b')).toEqual([]);
    expect(keptOf(true, 'a', 'c', 'b')).toEqual([1]);
    expect(keptOf(true, 'b', 'a')).toBe('records with one id are in another order');
    expect(keptOf(true, 'b', 'a', 'c')).toBe('records with one id are in another order');
  });

  test('have few ranges of struck documents', () => {
    const scattered = (ranges: number) => Array.from({ length: ranges }, (_, n) => [4 * n, 4 * n + 1] as const);
    const keptWith = (ranges: number): unknown => {
      const contents = [
        { records: 0, documents: [[1, 4 * ranges + 4] as const], problems: 0 },
        { records: 0, documents: scattered(ranges), problems: 0 },
      ];
      const part = { files: [file('a', 9), file('b', 9)], contents, hasRepeatedIds: false, struck: [] };
      return keptParts([part], [file('a', 9)], 'files');
    };
    expect(keptWith(STRUCK_RANGES_MAX)).toMatchObject({ parts: [{ n: 0 }], added: [] });
    expect(keptWith(STRUCK_RANGES_MAX + 1)).toMatch(/too scattered/);
  });

  test('are few, and each item is indexed a few times, however often the case grows', () => {
    let sizes = [1_000_000];
    let built = 0;
    let most = 1;
    for (let n = 0; n < 2400; n++) {
      const build = (stay: number | string, added: number): void => {
        if (typeof stay === 'string') return;
        const joined = sizes.slice(stay).reduce((sum, bytes) => sum + bytes, added);
        built += joined;
        sizes = [...sizes.slice(0, stay), joined];
        most = Math.max(most, sizes.length);
      };
      build(kept(sizes, 100), 100);
      // Some additions come too soon for a merge.
      if (n % 1000 < 500 && n % 3 === 0) build(merged(sizes), 0);
    }
    expect(most).toBeLessThanOrEqual(12);
    expect(built / (2400 * 100)).toBeLessThan(20);
  });
});
