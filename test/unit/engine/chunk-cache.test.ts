import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ChunkCache } from '../../../src/engine/store/chunk-cache.ts';

/** Claims and uses chunks. Records the contents of the cache according to itself, and according to its messages to owners. */
class Kept {
  readonly sizes = new Map<number, number>();
  readonly slots = new Map<number, number>();

  forget(chunk: number): void {
    expect(this.sizes.delete(chunk)).toBe(true);
    this.slots.delete(chunk);
  }

  get bytes(): number {
    return [...this.sizes.values()].reduce((sum, size) => sum + size, 0);
  }
}

describe('a cache', () => {
  test('has no more bytes than allowed, and drops each chunk once', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('claim', 'claim', 'touch'), fc.integer({ min: 1, max: 12 })), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 40 }), (asked, most) => {
        const cache = new ChunkCache(most);
        const kept = new Kept();
        for (const [n, [step, size]] of asked.entries()) {
          if (step === 'touch') {
            const slot = [...kept.slots.values()][size % Math.max(1, kept.slots.size)];
            if (slot !== undefined) cache.touch(slot);
            continue;
          }
          const before = kept.bytes;
          const slot = cache.claim(kept, n, size);
          // Nothing is evicted without need.
          if (before + size <= most) expect(kept.bytes).toBe(before);
          expect([...kept.slots.values()]).not.toContain(slot);
          kept.sizes.set(n, size);
          kept.slots.set(n, slot);
          expect(kept.bytes <= most || kept.sizes.size === 1).toBe(true);
        }
      }),
    );
  });

  test('keeps used chunks, and drops others', () => {
    const cache = new ChunkCache(10);
    const kept = new Kept();
    const claim = (chunk: number, size: number): number => {
      const slot = cache.claim(kept, chunk, size);
      kept.sizes.set(chunk, size);
      return slot;
    };
    const used = claim(0, 2);
    for (let chunk = 1; chunk < 30; chunk++) {
      cache.touch(used);
      claim(chunk, 2);
    }
    expect([...kept.sizes.keys()].sort((a, b) => a - b)).toEqual([0, 26, 27, 28, 29]);
  });
});
