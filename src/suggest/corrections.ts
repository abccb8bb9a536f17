/**
 * Corrections of a mistyped prefix: prefixes of dictionary words within an edit distance. Neighbours in a sorted dictionary
 * share their first letters, so the distance table is kept from word to word, and only the rows after the shared letters are
 * computed again. A prefix that is already too far away skips all words with it.
 */

/** Distinct words in code-unit order, and the number of leading units that each shares with the previous one. */
export interface SortedWords {
  readonly words: readonly string[];
  readonly shared: Uint8Array;
}

export function sortWords(words: Iterable<string>): SortedWords {
  const sorted = [...new Set(words)].sort();
  const shared = new Uint8Array(sorted.length);
  for (let i = 1; i < sorted.length; i++) {
    const before = sorted[i - 1]!;
    const word = sorted[i]!;
    let length = 0;
    while (length < 255 && length < before.length && length < word.length && before[length] === word[length]) length++;
    shared[i] = length;
  }
  return { words: sorted, shared };
}

/** Maximum typing errors in a word of `length` units. Few for short words, to keep them distinct. */
export function distanceMax(length: number): number {
  if (length < 4) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * Returns the shortest prefixes of `dictionary` words at the smallest distance (insertions, deletions, substitutions and
 * adjacent transpositions count one), at most `distance`, from `typed`: nearest first, at most `limit`.
 */
export function corrections(dictionary: SortedWords, typed: string, distance: number, limit: number): string[] {
  const found = new Map<string, number>();
  const width = typed.length + 1;
  const rows: Uint16Array[] = [Uint16Array.from({ length: width }, (_, column) => column)];
  let deadDepth = Number.POSITIVE_INFINITY;
  let knownDepth = 0;
  for (let i = 0; i < dictionary.words.length; i++) {
    const shared = dictionary.shared[i]!;
    if (shared >= deadDepth) continue;
    const word = dictionary.words[i]!;
    deadDepth = Number.POSITIVE_INFINITY;
    knownDepth = Math.min(knownDepth, shared);
    for (let depth = knownDepth + 1; depth <= word.length; depth++) {
      const smallest = fillRow(rows, depth, word, typed);
      knownDepth = depth;
      if (smallest > distance) {
        deadDepth = depth;
        break;
      }
    }
    const best = bestPrefix(rows, knownDepth, width - 1, distance);
    if (best !== null) found.set(word.slice(0, best), rows[best]![width - 1]!);
  }
  return [...found]
    .sort((a, b) => a[1] - b[1])
    .slice(0, limit)
    .map(([prefix]) => prefix);
}

/** Fills the row of `depth` letters of `word` and returns its smallest value. */
function fillRow(rows: Uint16Array[], depth: number, word: string, typed: string): number {
  const above = rows[depth - 1]!;
  const row = rows[depth] ?? new Uint16Array(typed.length + 1);
  rows[depth] = row;
  row[0] = depth;
  let smallest = depth;
  for (let column = 1; column <= typed.length; column++) {
    const isSame = word[depth - 1] === typed[column - 1];
    let value = Math.min(above[column]! + 1, row[column - 1]! + 1, above[column - 1]! + (isSame ? 0 : 1));
    if (depth > 1 && column > 1 && word[depth - 1] === typed[column - 2] && word[depth - 2] === typed[column - 1]) {
      value = Math.min(value, rows[depth - 2]![column - 2]! + 1);
    }
    row[column] = value;
    if (value < smallest) smallest = value;
  }
  return smallest;
}

function bestPrefix(rows: readonly Uint16Array[], depth: number, column: number, distance: number): number | null {
  let best: number | null = null;
  let bestDistance = distance + 1;
  for (let length = 1; length <= depth; length++) {
    const value = rows[length]![column]!;
    if (value < bestDistance) {
      best = length;
      bestDistance = value;
    }
  }
  return best;
}
