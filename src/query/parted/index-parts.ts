/** The parts of the indexes of an engine: the items of each, and the names to use for them in place of their source. */
import type { IndexReader } from '../../engine/index-reader.ts';
import type { OutsideSet, SearchRequest, SourceScope } from '../../search/search-request.ts';
import type { Work } from '../../shared/slices.ts';

/** A part of an index, under its name in the engine of the parts. */
export interface PartOfSource {
  readonly name: string;
  /** Its highest item id. */
  readonly last: number;
  /** Number of documents in the parts before it, or 0 if documents keep the numbers of an imported index. */
  readonly documentsBefore: number;
  /** Whether ids of one part lie between those of another, because items were replaced. */
  readonly isInterleaved: boolean;
  /** Whether it has an item that is not struck. */
  readonly has: (id: number) => boolean;
}

/** The parts of each source that has several. It changes when sources are opened and closed. */
export class IndexParts {
  readonly #parts = new Map<string, readonly PartOfSource[]>();
  readonly #sources = new Map<string, string>();

  /** Adds a source, and returns its readers with the names to register them under. */
  add(source: string, readers: readonly IndexReader[]): readonly (readonly [name: string, reader: IndexReader])[] {
    this.drop(source);
    if (readers.length === 1) return [[source, readers[0]!]];
    const parts: PartOfSource[] = [];
    let documentsBefore = 0;
    const isInterleaved = areInterleaved(readers.map(idsInOrder));
    for (const [n, reader] of readers.entries()) {
      const has = (id: number): boolean => reader.docOf(id) >= 0;
      parts.push({ name: `${source}\0${n}`, last: idsInOrder(reader).at(-1)!, documentsBefore, isInterleaved, has });
      if (reader.header.originNumbers === undefined) documentsBefore += reader.documentCount;
    }
    this.#parts.set(source, parts);
    for (const { name } of parts) this.#sources.set(name, source);
    return parts.map(({ name }, n) => [name, readers[n]!]);
  }

  drop(source: string): void {
    for (const { name } of this.#parts.get(source) ?? []) this.#sources.delete(name);
    this.#parts.delete(source);
  }

  /** Returns the parts of a source in order, or null if its index has no parts. */
  of(source: string): readonly PartOfSource[] | null {
    return this.#parts.get(source) ?? null;
  }

  /** Whether ids of one of its parts lie between those of another. */
  areInterleaved(source: string): boolean {
    return this.of(source)?.[0]?.isInterleaved ?? false;
  }

  /** Returns the names of the parts of a source, or its own name. */
  namesOf(source: string): readonly string[] {
    return this.of(source)?.map(({ name }) => name) ?? [source];
  }

  /** Returns the scopes of the parts of a source, or its own. */
  scopesOf<S extends { readonly source: string }>(
    scope: S,
  ): readonly (S & Pick<SourceScope, 'partOf' | 'isInterleaved'>)[] {
    const { source } = scope;
    const parts = this.of(source);
    if (parts === null) return [scope];
    return parts.map(({ name, isInterleaved }) => ({ ...scope, partOf: source, isInterleaved, source: name }));
  }

  /** Returns the source of a part; other names unchanged. */
  sourceOf(name: string): string {
    return this.#sources.get(name) ?? name;
  }

  /** Whether any of these sources has several parts. */
  haveAny(scopes: readonly { readonly source: string }[]): boolean {
    return this.#parts.size > 0 && scopes.some(({ source }) => this.#parts.has(source));
  }
}

const idsInOrder = ({ ids, idOrder }: IndexReader): Uint32Array => idOrder?.ids ?? ids;

function areInterleaved(parts: readonly Uint32Array[]): boolean {
  return parts.some((ids, n) => n > 0 && ids[0]! <= parts[n - 1]!.at(-1)!);
}

/** Returns the part that an id belongs to, even if no item has the id. */
export function partOfId(parts: readonly PartOfSource[], id: number): PartOfSource {
  const isThere = ({ last, isInterleaved, has }: PartOfSource): boolean => (isInterleaved ? has(id) : id <= last);
  return parts.find(isThere) ?? parts.at(-1)!;
}

/** Ids of one part, with their indexes in the original list. */
export interface IdsOfPart {
  readonly part: PartOfSource;
  readonly at: readonly number[];
  readonly ids: Uint32Array;
}

/** Divides ids among the parts that they belong to. */
export function* dividedIds(parts: readonly PartOfSource[], ids: Uint32Array): Work<readonly IdsOfPart[]> {
  const at = new Map<PartOfSource, number[]>();
  for (let i = 0; i < ids.length; i++) {
    const part = partOfId(parts, ids[i]!);
    const known = at.get(part);
    if (known === undefined) at.set(part, [i]);
    else known.push(i);
    if (i % IDS_PER_SLICE === IDS_PER_SLICE - 1) yield;
  }
  return [...at].map(([part, own]) => ({ part, at: own, ids: Uint32Array.from(own, (i) => ids[i]!) }));
}

/** Ids between two yields. */
const IDS_PER_SLICE = 4096;

/** Returns a set divided by part. */
function setOfParts(parts: IndexParts, { items, ...set }: OutsideSet): OutsideSet {
  const own = new Map<string, Uint32Array | 'all'>();
  for (const [source, ids] of items) for (const name of parts.namesOf(source)) own.set(name, ids);
  return { ...set, items: own };
}

/** Replaces the sources in the members of a request by their parts. */
export function namesInParts(
  parts: IndexParts,
  { sets, seen }: Pick<SearchRequest, 'sets' | 'seen'>,
): Pick<SearchRequest, 'sets' | 'seen'> {
  return {
    ...(sets === undefined ? {} : { sets: sets.map((set) => setOfParts(parts, set)) }),
    ...(seen === undefined
      ? {}
      : { seen: seen.map(([source, values]) => [parts.namesOf(source)[0]!, values] as const) }),
  };
}
