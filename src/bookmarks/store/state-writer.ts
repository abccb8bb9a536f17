/** Writes log records, and applies each to the stored members and names, for the same transaction. */
import type { Work } from '../../shared/slices.ts';
import { BlockBitmap, DamagedBlockError } from '../block.ts';
import { type EffectKind, parseRecord } from '../change-record.ts';
import { effectOf } from '../effects.ts';
import type { Direction, PackedItems } from '../member-set.ts';
import { decodeRecord } from '../record-format.ts';
import { DamagedStoreError } from '../store-errors.ts';
import type { RowAccess } from './pending-rows.ts';
import { blockKey, nameKey, numberKey, recordKey } from './store-file.ts';

const HAS_NAME = Buffer.of(1);
const HAD_NAME = Buffer.of(0);

const present = new BlockBitmap();
const moved = new BlockBitmap();

export class StateWriter {
  readonly #rows: RowAccess;
  readonly #sources = new Map<string, number>();

  /** Used for one transaction. `sources`: the sources in the file, by number. */
  constructor(rows: RowAccess, sources: ReadonlyMap<string, number>) {
    this.#rows = rows;
    for (const [source, number] of sources) this.#sources.set(source, number);
  }

  /** Source numbers by id, including those added in this transaction. */
  get sources(): ReadonlyMap<string, number> {
    return this.#sources;
  }

  /** Throws DamagedStoreError if the record contradicts the tables. */
  *record(sequence: number, bytes: Buffer): Work<void> {
    this.#rows.put('records', recordKey(sequence), bytes);
    const { text, items } = decodeRecord(bytes);
    const record = parseRecord(text);
    const effect = record === undefined ? null : effectOf(record, items);
    if (effect === null) throw new DamagedStoreError(`record ${sequence} cannot be read`);
    const { kind, set, name, newName } = effect;
    if (kind === 'create' || kind === 'delete') this.name(set, name ?? '', kind === 'create');
    if (kind === 'rename') {
      this.name(set, name ?? '', false);
      this.name(set, newName ?? '', true);
    }
    if (effect.description !== undefined) {
      this.#rows.put('names', nameKey(set, ''), Buffer.from(JSON.stringify(effect.description)));
    }
    const direction = DIRECTIONS[kind];
    if (direction !== null) for (const part of effect.items) yield* this.move(direction, set, part);
  }

  name(set: number, name: string, isNow: boolean): void {
    this.#rows.put('names', nameKey(set, name), isNow ? HAS_NAME : HAD_NAME);
  }

  *move(direction: Direction, set: number, { source, blocks }: PackedItems): Work<void> {
    const number = this.#sourceNumber(source);
    for (const [block, members] of blocks) {
      this.#moveBlock(direction, blockKey(set, number, block), members);
      yield;
    }
  }

  #moveBlock(direction: Direction, key: Buffer, members: Uint8Array): void {
    const before = this.#rows.get('sets', key);
    if (direction === 'add' && before === undefined) {
      this.#rows.put('sets', key, members);
      return;
    }
    if (direction === 'remove' && before?.equals(members) === true) {
      this.#rows.remove('sets', key);
      return;
    }
    try {
      if (before === undefined) present.clear();
      else present.decode(before);
      moved.decode(members);
    } catch (error) {
      if (error instanceof DamagedBlockError) throw new DamagedStoreError(`a block ${error.message}`);
      throw error;
    }
    const { count } = moved;
    present.move(direction, moved);
    if (moved.count !== count)
      throw new DamagedStoreError('a record changes members that are not in the state that it requires');
    if (present.count === 0) this.#rows.remove('sets', key);
    else this.#rows.put('sets', key, present.encode());
  }

  #sourceNumber(source: string): number {
    let number = this.#sources.get(source);
    if (number === undefined) {
      number = this.#sources.size;
      this.#sources.set(source, number);
      this.#rows.put('sources', numberKey(number), Buffer.from(JSON.stringify(source)));
    }
    return number;
  }
}

const DIRECTIONS: Readonly<Record<EffectKind, Direction | null>> = {
  create: 'add',
  add: 'add',
  delete: 'remove',
  remove: 'remove',
  rename: null,
  describe: null,
};
