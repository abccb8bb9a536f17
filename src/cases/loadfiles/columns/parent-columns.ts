/**
 * Parents by the name of their column: `PARENT_ID`, `ParentEntryNumber`, `Id_parent` hold values of the column that is called the
 * rest. The names only suggest it: survey.ts drops the relation if few of the values are there.
 */
import type { Column } from './column.ts';
import { keyOf } from './column-names.ts';

/** What a column that names rows is called at its end. `Parent Path` and `Path` are no such pair: folders repeat. */
const IDENTIFIER = /(?:id|number|num|no|nr|key|ref|reference|inode|index|upi|bates|control|doc)$/;

type ByKey = ReadonlyMap<string, Column>;

/** Gives the column of parents and the column that it names their uses, unless a mapping said something of them. */
export function assignParents(columns: readonly Column[], byKey: ByKey, isGiven: (column: Column) => boolean): void {
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

function namedBy(key: string, byKey: ByKey): Column | undefined {
  const rest = key.startsWith('parent') ? key.slice(6) : key.endsWith('parent') ? key.slice(0, -6) : '';
  return IDENTIFIER.test(rest) ? byKey.get(rest) : undefined;
}

/** Distinct parents that are looked up when all rows were read. */
const SAMPLE_MAX = 1000;

/** Values of a guessed column of parents: the first distinct ones. */
export class ParentSample {
  readonly #values = new Set<string>();
  readonly index: number;

  constructor(columns: readonly Column[]) {
    const isGuessed = columns.some(({ isUseGuessed }) => isUseGuessed);
    this.index = isGuessed ? columns.findIndex(({ use }) => use === 'parent') : -1;
  }

  add(value: string): void {
    if (this.#values.size < SAMPLE_MAX) this.#values.add(value);
  }

  /** Whether half of them are document ids of some row. */
  isHeld(isThere: (id: string) => boolean): boolean {
    let held = 0;
    for (const value of this.#values) if (isThere(value)) held++;
    return 2 * held >= this.#values.size;
  }
}

export function dropGuesses(columns: readonly Column[]): void {
  for (const column of columns) {
    if (!column.isUseGuessed) continue;
    column.use = null;
    if (column.property === column.header) column.understoodBy = 'own name';
  }
}
