/**
 * Detects parents by column name. The values of `PARENT_ID`, `ParentEntryNumber` or `Id_parent` refer to the column with the
 * rest of the name. Names only suggest a relation. survey.ts drops it if few of the values exist.
 */
import type { LoadedColumn } from './column.ts';
import { keyOf } from './column-names.ts';

/** The last word of a column that identifies rows. `Parent Path` and `Path` are not such a pair, because folders repeat. */
const IDENTIFIER = /(?:id|number|num|no|nr|key|ref|reference|inode|index|upi|bates|control|doc)$/;

type ByKey = ReadonlyMap<string, LoadedColumn>;

/** Assigns uses to the parent column and the column that it refers to, unless a mapping mentions them. */
export function assignParents(
  columns: readonly LoadedColumn[],
  byKey: ByKey,
  isGiven: (column: LoadedColumn) => boolean,
): void {
  const known = columns.find(({ use }) => use === 'parent');
  const candidates = known !== undefined ? [known] : columns.filter(({ use }) => use === null);
  for (const parents of candidates) {
    const named = namedBy(keyOf(parents.header), byKey);
    if (named === undefined || named === parents || isGiven(named) || isGiven(parents)) continue;
    if (named.use !== null && named.use !== 'document') continue;
    if (named.use === 'document' && parents.use === 'parent') return;
    for (const column of [parents, named]) {
      if (column.use !== null) continue;
      column.use = column === parents ? 'parent' : 'document';
      column.isUseGuessed = true;
      if (column.understoodBy === 'own name') column.understoodBy = 'name';
    }
    return;
  }
}

function namedBy(key: string, byKey: ByKey): LoadedColumn | undefined {
  const rest = key.startsWith('parent') ? key.slice(6) : key.endsWith('parent') ? key.slice(0, -6) : '';
  return IDENTIFIER.test(rest) ? byKey.get(rest) : undefined;
}

/** Maximum number of distinct parents that are looked up after all rows. */
const SAMPLE_MAX = 1000;

/** Values of a guessed parent column: the first distinct ones. */
export class ParentSample {
  readonly #values = new Set<string>();
  readonly index: number;

  constructor(columns: readonly LoadedColumn[]) {
    const isGuessed = columns.some(({ isUseGuessed }) => isUseGuessed);
    this.index = isGuessed ? columns.findIndex(({ use }) => use === 'parent') : -1;
  }

  add(value: string): void {
    if (this.#values.size < SAMPLE_MAX) this.#values.add(value);
  }

  /** Whether at least half of them are document ids of rows. */
  isHeld(isThere: (id: string) => boolean): boolean {
    let held = 0;
    for (const value of this.#values) if (isThere(value)) held++;
    return 2 * held >= this.#values.size;
  }
}

export function dropGuesses(columns: readonly LoadedColumn[]): void {
  for (const column of columns) {
    if (!column.isUseGuessed) continue;
    column.use = null;
    if (column.property === column.header) column.understoodBy = 'own name';
  }
}
