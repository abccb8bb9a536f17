/**
 * The body of a bookmark change: an array of document references, checked whole before anything changes. Millions of
 * them are kept as numbers, and the work is done in slices that give way to other requests.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ITEM_ID_MAX } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { QUERY_BODY_BYTES_MAX, SLICE_MS_MAX } from '../limits.ts';
import { faultOfSource } from '../searches.ts';
import { jsonArraySlices } from './json-array-slices.ts';

/** Existing items by source, duplicates kept. */
export type References = ReadonlyMap<string, Uint32Array>;

/** References that are looked up at a time: few calls, and the first that is wrong is met soon. */
const windowCount = 65_536;

/**
 * Throws AppError INVALID_REQUEST, naming the first element that is no reference, and then NOT_FOUND, SOURCE_BUILDING or
 * SOURCE_UNAVAILABLE, naming the first source or item that cannot be had.
 */
export async function parseReferences(
  text: string,
  dependencies: Pick<Dependencies, 'sources' | 'items'>,
  signal: AbortSignal,
): Promise<References> {
  // Only arrays are read in slices.
  if (text.length > QUERY_BODY_BYTES_MAX && text.trimStart().startsWith('{')) {
    throw new AppError('TOO_LARGE', `The body is an object of more than ${QUERY_BODY_BYTES_MAX} bytes.`);
  }
  const list = new ReferenceList();
  const slice = new Slice();
  for (const elements of jsonArraySlices(text)) {
    for (const element of elements) list.add(element);
    await slice.giveWay();
  }
  return list.resolve(new ReferenceCheck(dependencies, signal), slice);
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

  /** The first fault in the order of the body is thrown. */
  async resolve(check: ReferenceCheck, slice: Slice): Promise<References> {
    const groups: IdGroup[] = [];
    for (let start = 0; start < this.#count; start += windowCount) {
      const end = Math.min(this.#count, start + windowCount);
      const fault = this.#gather(start, end, groups, check);
      await Promise.all(groups.map((group) => group.lookUp(check)));
      const unknown = groups.reduce((first, group) => Math.min(first, group.firstUnknown()), end);
      if (unknown < end) throw this.#noItem(unknown);
      if (fault !== null) throw fault;
      await slice.giveWay();
    }
    return new Map(groups.map((group) => [group.source.id, group.ids()]));
  }

  /** Puts references into the groups of their sources; stops at one that cannot be looked up, and returns why. */
  #gather(start: number, end: number, groups: IdGroup[], check: ReferenceCheck): unknown {
    for (let i = start; i < end; i++) {
      const ordinal = this.#sourceOrdinals[i]!;
      const id = this.#ids[i]!;
      try {
        groups[ordinal] ??= new IdGroup(check.source(this.#names[ordinal]!));
      } catch (fault) {
        return fault;
      }
      if (id < 0 || id > ITEM_ID_MAX) return this.#noItem(i);
      groups[ordinal].add(id, i);
    }
    return null;
  }

  #noItem(i: number): AppError {
    const name = JSON.stringify(this.#names[this.#sourceOrdinals[i]!]);
    return new AppError('NOT_FOUND', `There is no item ${this.#ids[i]!} in source ${name}.`);
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

/** Asks the item stores. A damaged one takes its source out of service, and the client is told. */
class ReferenceCheck {
  readonly #dependencies: Pick<Dependencies, 'sources' | 'items'>;
  readonly #signal: AbortSignal;

  constructor(dependencies: Pick<Dependencies, 'sources' | 'items'>, signal: AbortSignal) {
    this.#dependencies = dependencies;
    this.#signal = signal;
  }

  source(name: string): ReadySource {
    return this.#dependencies.sources.getReady(name);
  }

  async exist(source: ReadySource, ids: Uint32Array): Promise<Uint8Array> {
    try {
      return await this.#dependencies.items.exist(source, ids, this.#signal);
    } catch (fault) {
      throw faultOfSource(this.#dependencies, source.id, fault);
    }
  }
}

/** The ids of one source, and the offsets in the body of those not looked up yet. */
class IdGroup {
  readonly source: ReadySource;
  #ids = new Uint32Array(64);
  #count = 0;
  #offsets = new Uint32Array(64);
  #pending = 0;
  #unknown = Number.POSITIVE_INFINITY;

  constructor(source: ReadySource) {
    this.source = source;
  }

  add(id: number, offset: number): void {
    this.#ids = grownFor(this.#ids, this.#count);
    this.#offsets = grownFor(this.#offsets, this.#pending);
    this.#ids[this.#count++] = id;
    this.#offsets[this.#pending++] = offset;
  }

  /** Looks up what was added since the last lookup. */
  async lookUp(check: ReferenceCheck): Promise<void> {
    if (this.#pending === 0) return;
    const flags = await check.exist(this.source, this.#ids.subarray(this.#count - this.#pending, this.#count));
    const first = flags.indexOf(0);
    this.#unknown = first < 0 ? Number.POSITIVE_INFINITY : this.#offsets[first]!;
    this.#pending = 0;
  }

  /** The offset in the body of the first unknown id of the last lookup. */
  firstUnknown(): number {
    return this.#unknown;
  }

  ids(): Uint32Array {
    return this.#ids.subarray(0, this.#count);
  }
}

function grownFor(numbers: Uint32Array<ArrayBuffer>, count: number): Uint32Array<ArrayBuffer> {
  if (count < numbers.length) return numbers;
  const grown = new Uint32Array(numbers.length * 2);
  grown.set(numbers);
  return grown;
}

/** Lets other requests have their turn once a slice of time is used up. */
class Slice {
  #start = performance.now();

  async giveWay(): Promise<void> {
    if (performance.now() - this.#start < SLICE_MS_MAX) return;
    await nextTurn();
    this.#start = performance.now();
  }
}
