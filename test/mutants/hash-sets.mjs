/** Mutants of sorting hashes, and of looking many up in one pass over a file. */
const file = 'src/hashsets/hash-set-file.ts';
const sorting = 'src/hashsets/sorted-hashes.ts';

export const hashSets = [
  {
    name: 'hash-first-bytes-only',
    says: 'a hash is found by its first bytes',
    file,
    old: 'if (first !== 0) return first;',
    now: 'return first;',
  },
  {
    name: 'hash-above-halves',
    says: 'the last of the halved steps is not looked at',
    file,
    old: 'let high = Math.min(size, low + step);',
    now: 'let high = Math.min(size, low + step - 1);',
  },
  {
    name: 'hash-passed-at-piece',
    says: 'a hash behind a piece counts as not found',
    file,
    old: 'if (low === size) return;',
    now: 'if (low === size) continue;',
  },
  {
    name: 'hash-of-state-forgotten',
    says: 'the digest of a file that changed is not compared',
    file,
    old: 'compared.get(head) === state ? null',
    now: 'compared.has(head) ? null',
  },
  {
    name: 'hash-repeats-by-first-bytes',
    says: 'hashes with the same first bytes are one',
    file: sorting,
    old: 'hashes.readUInt32LE(at) === hashes.readUInt32LE(bytes - width) &&\n      hashes.compare(hashes, bytes - width, bytes, at, at + width) === 0;',
    now: 'hashes.readUInt32LE(at) === hashes.readUInt32LE(bytes - width);',
  },
  {
    name: 'hash-ties-in-any-order',
    says: 'hashes that begin alike stay in the order in which they came',
    file: sorting,
    old: 'if (end - start > 1) {',
    now: 'if (end - start > count) {',
  },
];
