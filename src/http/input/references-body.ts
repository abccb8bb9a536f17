/**
 * The body of a bookmark change: an array of document references, checked completely before anything changes. Millions of them
 * are stored as numbers, in slices that yield to other requests.
 */
import type { MeantMembers } from '../../bookmarks/codings/member-lookup.ts';
import type { SourceItems } from '../../bookmarks/references.ts';
import { ITEM_ID_MAX } from '../../search/item-store.ts';
import { AppError } from '../../shared/errors.ts';
import { Slice } from '../../shared/slices.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { QUERY_BODY_BYTES_MAX } from '../limits.ts';
import { JsonArrayText } from './json-array-text.ts';

/** Items by source, duplicates kept. */
export type BodyReferences = ReadonlyMap<string, Uint32Array>;

/** Takes ascending ids. Returns 1 for each that is accepted even if the source no longer has it. */
export type IsStillMember = (part: SourceItems) => Uint8Array;

/** Accepts the current members of these sets, for a removal from them. */
export function stillMembers(
  meant: MeantMembers | undefined,
  { bookmarks }: Pick<Dependencies, 'bookmarks'>,
): IsStillMember | undefined {
  return meant === undefined ? undefined : (part) => bookmarks.lookup().marks(meant, part);
}

/**
 * References stored and looked up together. This takes few calls and no large growing array, and finds the first error early.
 */
const WINDOW_COUNT = 65_536;
/**
 * More source names than any server has. Further references are not stored, because an earlier one must name an unknown source.
 */
const SOURCE_NAMES_MAX = 65_536;

/**
 * Throws AppError INVALID_REQUEST with the first element that is not a reference; TOO_LARGE. An error in the array is thrown
 * after the rest has been read, because the body may also be too large or truncated.
 */
export async function readReferences(texts: AsyncIterable<string>): Promise<ReferenceList> {
  const body = new JsonArrayText();
  const list = new ReferenceList();
  const slice = new Slice();
  let fault: { readonly of: unknown } | null = null;
  for await (const text of texts) {
    body.add(text);
    try {
      for (let next = body.nextSlice(); next !== null; next = body.nextSlice()) {
        list.addAll(next);
        await slice.giveWay();
      }
    } catch (error) {
      fault = { of: error };
      body.drop();
    }
  }
  // Only arrays are read in slices.
  if (body.isObject && body.units > QUERY_BODY_BYTES_MAX) {
    throw new AppError('TOO_LARGE', `The body is an object of more than ${QUERY_BODY_BYTES_MAX} bytes.`);
  }
  body.requireArray();
  if (fault !== null) throw fault.of;
  list.addAll(body.lastSlice());
  return list;
}

/** Consecutive references, each as the ordinal of its source and an id. The id may be any integer. */
class Window {
  sources = new Uint32Array(256);
  ids = new Float64Array(256);
  count = 0;

  add(source: number, id: number): void {
    if (this.count === this.ids.length) {
      this.sources = grown(this.sources, new Uint32Array(this.count * 2));
      this.ids = grown(this.ids, new Float64Array(this.count * 2));
    }
    this.sources[this.count] = source;
    this.ids[this.count++] = id;
  }
}

/** References in the order of the body. */
export class ReferenceList {
  readonly #ordinals = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #windows: Window[] = [];
  #last = new Window();
  #count = 0;

  constructor() {
    this.#windows.push(this.#last);
  }

  /** Throws AppError INVALID_REQUEST. */
  addAll(elements: readonly unknown[]): void {
    for (const element of elements) this.#add(element);
  }

  #add(element: unknown): void {
    const { source, id } = this.#check(element);
    this.#count++;
    let ordinal = this.#ordinals.get(source);
    if (ordinal === undefined) {
      if (this.#names.length === SOURCE_NAMES_MAX) return;
      ordinal = this.#names.length;
      this.#ordinals.set(source, ordinal);
      this.#names.push(source);
    }
    if (this.#last.count === WINDOW_COUNT) {
      this.#last = new Window();
      this.#windows.push(this.#last);
    }
    this.#last.add(ordinal, id);
  }

  /**
   * Looks up every reference. An item that `isStillMember` accepts need not exist. Throws the first fault in the order of the body:
   * AppError NOT_FOUND, SOURCE_BUILDING or SOURCE_UNAVAILABLE, with the source or item.
   */
  async resolve(
    dependencies: Pick<Dependencies, 'sources' | 'items'>,
    signal: AbortSignal,
    isStillMember?: IsStillMember,
  ): Promise<BodyReferences> {
    const check = new ReferenceCheck(dependencies, signal, isStillMember);
    const slice = new Slice();
    const groups: IdGroup[] = [];
    for (const window of this.#windows) {
      const fault = this.#gather(window, groups, check);
      await Promise.all(groups.map((group) => group.lookUp(check)));
      const unknown = groups.reduce((first, group) => Math.min(first, group.firstUnknown()), window.count);
      if (unknown < window.count) throw this.#noItem(window, unknown);
      if (fault !== null) throw fault;
      await slice.giveWay();
    }
    return new Map(groups.map((group) => [group.source.id, group.ids()]));
  }

  /** Groups references by source. Stops at one that cannot be looked up, and returns the reason. */
  #gather(window: Window, groups: IdGroup[], check: ReferenceCheck): unknown {
    for (let i = 0; i < window.count; i++) {
      const ordinal = window.sources[i]!;
      const id = window.ids[i]!;
      try {
        groups[ordinal] ??= new IdGroup(check.source(this.#names[ordinal]!));
      } catch (fault) {
        return fault;
      }
      if (id < 0 || id > ITEM_ID_MAX) return this.#noItem(window, i);
      groups[ordinal].add(id, i);
    }
    return null;
  }

  #noItem({ sources, ids }: Window, i: number): AppError {
    const name = JSON.stringify(this.#names[sources[i]!]);
    return new AppError('NOT_FOUND', `There is no item ${ids[i]!} in source ${name}.`);
  }

  #check(element: unknown): { source: string; id: number } {
    if (typeof element !== 'object' || element === null || Array.isArray(element)) {
      throw this.#fault('is not an object with "source" and "id"');
    }
    const { source, id } = element as { source?: unknown; id?: unknown };
    if (typeof source !== 'string') throw this.#fault('has no string "source"');
    if (typeof id !== 'number' || !Number.isInteger(id)) throw this.#fault('has no integer "id"');
    const names = Object.keys(element);
    const unknown = names.length === 2 ? undefined : names.find((name) => name !== 'source' && name !== 'id');
    if (unknown !== undefined) throw this.#fault(`has an unknown member ${JSON.stringify(unknown.slice(0, 80))}`);
    return { source, id };
  }

  #fault(finding: string): AppError {
    return new AppError('INVALID_REQUEST', `Element ${this.#count} of the body ${finding}.`);
  }
}

/** Looks up items in item stores. If a store is damaged, its source is taken out of service and the client gets the error. */
class ReferenceCheck {
  readonly #dependencies: Pick<Dependencies, 'sources' | 'items'>;
  readonly #signal: AbortSignal;
  readonly #isStillMember: IsStillMember | undefined;

  constructor(
    dependencies: Pick<Dependencies, 'sources' | 'items'>,
    signal: AbortSignal,
    isStillMember: IsStillMember | undefined,
  ) {
    this.#dependencies = dependencies;
    this.#signal = signal;
    this.#isStillMember = isStillMember;
  }

  source(name: string): ReadySource {
    return this.#dependencies.sources.getReady(name);
  }

  /** Returns 1 for each accepted id. */
  async accepted(source: ReadySource, ids: Uint32Array): Promise<Uint8Array> {
    const flags = await this.#dependencies.items.exist(source, ids, this.#signal);
    if (this.#isStillMember === undefined || !flags.includes(0)) return flags;
    const gone = ids.filter((_, i) => flags[i] === 0).sort();
    const marks = this.#isStillMember({ source: source.id, ids: gone });
    const members = new Set(gone.filter((_, i) => marks[i] === 1));
    return flags.map((flag, i) => (flag === 1 || members.has(ids[i]!) ? 1 : 0));
  }
}

/** The ids of one source, and the window offsets of those not looked up yet. */
class IdGroup {
  readonly source: ReadySource;
  readonly #found: Uint32Array[] = [];
  #ids = new Uint32Array(64);
  #offsets = new Uint32Array(64);
  #pending = 0;
  #unknown = Number.POSITIVE_INFINITY;

  constructor(source: ReadySource) {
    this.source = source;
  }

  add(id: number, offset: number): void {
    if (this.#pending === this.#ids.length) {
      this.#ids = grown(this.#ids, new Uint32Array(this.#pending * 2));
      this.#offsets = grown(this.#offsets, new Uint32Array(this.#pending * 2));
    }
    this.#ids[this.#pending] = id;
    this.#offsets[this.#pending++] = offset;
  }

  /** Looks up the ids added since the last lookup. */
  async lookUp(check: ReferenceCheck): Promise<void> {
    if (this.#pending === 0) return;
    const ids = this.#ids.slice(0, this.#pending);
    this.#pending = 0;
    const first = (await check.accepted(this.source, ids)).indexOf(0);
    this.#unknown = first < 0 ? Number.POSITIVE_INFINITY : this.#offsets[first]!;
    this.#found.push(ids);
  }

  /** The offset in its window of the first unknown id of the last lookup. */
  firstUnknown(): number {
    return this.#unknown;
  }

  ids(): Uint32Array {
    const all = new Uint32Array(this.#found.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const ids of this.#found) {
      all.set(ids, at);
      at += ids.length;
    }
    return all;
  }
}

function grown<T extends Uint32Array | Float64Array>(numbers: T, larger: T): T {
  larger.set(numbers);
  return larger;
}
