/**
 * The body of a bookmark change: an array of document references, checked whole before anything changes. Millions of
 * them are kept as numbers, and the work is done in slices that give way to other requests.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../shared/errors.ts';
import type { SourceRegistry } from '../../sources/source-registry.ts';
import { sliceMsMax } from '../limits.ts';
import { jsonArraySlices } from './json-array-slices.ts';

/** Existing items by source, duplicates kept. */
export type References = ReadonlyMap<string, Uint32Array>;

/**
 * Throws AppError INVALID_REQUEST, naming the first element that is no reference, and then NOT_FOUND, SOURCE_BUILDING or
 * SOURCE_UNAVAILABLE, naming the first source or item that cannot be had.
 */
export async function parseReferences(text: string, sources: SourceRegistry): Promise<References> {
  const list = new ReferenceList();
  const slice = new Slice();
  for (const elements of jsonArraySlices(text)) {
    for (const element of elements) list.add(element);
    await slice.giveWay();
  }
  return list.resolve(sources, slice);
}

/** References in the order of the body: for each the ordinal of its source, and an id that may be any integer. */
class ReferenceList {
  readonly #ordinals = new Map<string, number>();
  readonly #names: string[] = [];
  #sourceOrdinals = new Uint32Array(1024);
  #ids = new Float64Array(1024);
  #count = 0;

  add(element: unknown): void {
    const { source, id } = this.#check(element);
    let ordinal = this.#ordinals.get(source);
    if (ordinal === undefined) {
      ordinal = this.#names.length;
      this.#ordinals.set(source, ordinal);
      this.#names.push(source);
    }
    if (this.#count === this.#ids.length) this.#grow();
    this.#sourceOrdinals[this.#count] = ordinal;
    this.#ids[this.#count] = id;
    this.#count++;
  }

  async resolve(sources: SourceRegistry, slice: Slice): Promise<References> {
    const groups: (IdGroup | undefined)[] = [];
    for (let i = 0; i < this.#count; i++) {
      const ordinal = this.#sourceOrdinals[i]!;
      const id = this.#ids[i]!;
      const name = this.#names[ordinal]!;
      let group = groups[ordinal];
      if (group === undefined) {
        group = new IdGroup(itemCheck(sources, name));
        groups[ordinal] = group;
      }
      if (!group.add(id)) {
        throw new AppError('NOT_FOUND', `There is no item ${id} in source ${JSON.stringify(name)}.`);
      }
      if ((i & 0xfff) === 0xfff) await slice.giveWay();
    }
    return new Map(this.#names.map((name, ordinal) => [name, groups[ordinal]!.ids()]));
  }

  #check(element: unknown): { source: string; id: number } {
    if (typeof element !== 'object' || element === null || Array.isArray(element)) {
      throw this.#fault('is not an object with "source" and "id"');
    }
    const { source, id, ...others } = element as { source?: unknown; id?: unknown };
    if (typeof source !== 'string') throw this.#fault('has no string "source"');
    if (typeof id !== 'number' || !Number.isInteger(id)) throw this.#fault('has no integer "id"');
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw this.#fault(`has an unknown member ${JSON.stringify(unknown.slice(0, 80))}`);
    return { source, id };
  }

  #fault(finding: string): AppError {
    return new AppError('INVALID_REQUEST', `Element ${this.#count} of the body ${finding}.`);
  }

  #grow(): void {
    const sourceOrdinals = new Uint32Array(this.#ids.length * 2);
    const ids = new Float64Array(this.#ids.length * 2);
    sourceOrdinals.set(this.#sourceOrdinals);
    ids.set(this.#ids);
    this.#sourceOrdinals = sourceOrdinals;
    this.#ids = ids;
  }
}

/** Says whether a source has an item. An index that turns out to be damaged takes its source out of service. */
function itemCheck(sources: SourceRegistry, name: string): (id: number) => boolean {
  const { engine } = sources.getReady(name);
  return (id) => {
    try {
      return engine.hasItem(id);
    } catch (fault) {
      if (!(fault instanceof AppError) || fault.code !== 'INDEX_CORRUPT') throw fault;
      sources.takeOut(name, fault);
      sources.getReady(name);
      throw fault;
    }
  };
}

/** The ids of one source. */
class IdGroup {
  readonly #exists: (id: number) => boolean;
  #ids = new Uint32Array(64);
  #count = 0;

  constructor(exists: (id: number) => boolean) {
    this.#exists = exists;
  }

  /** False, and nothing is kept, where no item has the id. */
  add(id: number): boolean {
    if (id < 0 || id > 0x7fff_ffff || !this.#exists(id)) return false;
    if (this.#count === this.#ids.length) {
      const grown = new Uint32Array(this.#ids.length * 2);
      grown.set(this.#ids);
      this.#ids = grown;
    }
    this.#ids[this.#count++] = id;
    return true;
  }

  ids(): Uint32Array {
    return this.#ids.subarray(0, this.#count);
  }
}

/** Lets other requests have their turn once a slice of time is used up. */
class Slice {
  #start = performance.now();

  async giveWay(): Promise<void> {
    if (performance.now() - this.#start < sliceMsMax) return;
    await nextTurn();
    this.#start = performance.now();
  }
}
