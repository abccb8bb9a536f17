/** Finds the parents of rows by document ids, in tables of bounded size. */
import { shown } from '../../files/safe-path.ts';
import { KEYS_MAX } from '../limits.ts';
import type { TableRow } from '../rows/row-source.ts';
import { FaultyRows } from './faulty-rows.ts';
import { KeyTable } from './key-table.ts';

/** Links to documents that were not read yet. */
const PENDING_MAX = 100_000;

/** `holder`: the first row with the id. */
export interface RepeatedId {
  readonly line: number;
  readonly number: number;
  readonly id: string;
  readonly holder: number;
}

export class Families {
  /** Document id → row. */
  readonly #rows: KeyTable;
  /** Document id of a child → row of its parent. */
  readonly #parents: KeyTable;
  #pending: (readonly [parent: string, child: string])[] = [];
  /** Rows whose document id an earlier row already has. The id refers to the earlier row. */
  readonly repeated = new FaultyRows<RepeatedId>();
  #lastRepeated = 0;
  /** Links with a missing parent, or without space in the table. */
  lost = 0;

  constructor(keysMax = KEYS_MAX) {
    this.#rows = new KeyTable(keysMax);
    this.#parents = new KeyTable(keysMax);
  }

  /** Document ids without space in the table. */
  get left(): number {
    return this.#rows.left + this.#parents.left;
  }

  addRow(id: string, { number, line }: TableRow): void {
    const holder = this.#rows.add(id, number);
    if (holder === number || this.#lastRepeated === number) return;
    this.#lastRepeated = number;
    this.repeated.add(() => ({ line, number, id: shown(id), holder }));
  }

  addChild(child: string, parentRow: number): void {
    this.#parents.add(child, parentRow);
  }

  /** Takes a link that a file lists separately, before or after its documents. */
  link(parent: string, child: string): void {
    const row = this.#rows.get(parent);
    if (row !== undefined) this.#parents.add(child, row);
    else if (this.#pending.length < PENDING_MAX) this.#pending.push([parent, child]);
    else this.lost++;
  }

  /** Call this after the last row. */
  finish(): void {
    for (const [parent, child] of this.#pending) {
      const row = this.#rows.get(parent);
      if (row === undefined) this.lost++;
      else this.#parents.add(child, row);
    }
    this.#pending = [];
  }

  rowOf(id: string): number | undefined {
    return this.#rows.get(id);
  }

  parentOf(child: string): number | undefined {
    return this.#parents.get(child);
  }
}
