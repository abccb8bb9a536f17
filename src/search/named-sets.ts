/** The items of bookmarks, of the selection and of whole sources, for clauses that name them. */
import type { ExpressionQuery, LeafQuery } from '../../grammar/ast.ts';
import { ascending } from '../shared/ascending-ids.ts';
import { AppError } from '../shared/errors.ts';
import { runInSlices, Slice, type Work } from '../shared/slices.ts';
import type { SavedQueries } from './saved/expand-searches.ts';
import type { OutsideSet } from './search-request.ts';
import { isMeant, type SetClause } from './set-clauses.ts';

interface SourceItems {
  readonly source: string;
  /** Ascending. */
  readonly ids: Uint32Array;
}

type Presence = (source: string) => boolean;

/** A coding panel. Its items are the items of its choices. */
interface Panel {
  readonly name: string;
  readonly choices: readonly { readonly bookmark: string }[];
}

/** Items that viewers marked as reviewed. */
interface Reviewers {
  viewers(): readonly string[];
  readMembers(viewer: string, isPresent: Presence): Promise<readonly SourceItems[]>;
}

/** Choices in coding panels, under the names for `decided:`. */
interface DecidedItems {
  readMeant(isMeant: (name: string) => boolean, isPresent: Presence): Promise<readonly SourceItems[]>;
}

/** Sets of hashes, by name with their digests, and their items. */
interface HashSets {
  readonly digests: ReadonlyMap<string, string>;
  readMembers(name: string, isPresent: Presence): Promise<readonly SourceItems[]>;
}

/** Fields of sets that do not need the store. */
export const STORELESS: ReadonlySet<SetClause['field']> = new Set(['source', 'text', 'hashset']);

/** Notes, consecutive for each item. */
export type NoteTexts = Iterable<{
  readonly source: string;
  readonly id: number;
  readonly note: { readonly text: string };
}>;

/** Searches the texts of notes. Returns ids by source. */
export type NoteFinder = (leaf: LeafQuery, notes: NoteTexts) => Work<Map<string, Uint32Array>>;

/** Searches the texts of items for an expression. Returns ids by source. */
export type FindTexts = (leaf: ExpressionQuery) => Promise<ReadonlyMap<string, Uint32Array>>;

/** The store of bookmarks and selection. While it is unreachable, every member throws BOOKMARKS_UNAVAILABLE. */
export interface NamedItems {
  /** Changes with every change of a bookmark or the selection. */
  readonly head?: { readonly hash: string } | undefined;
  names(): readonly string[];
  /** Absent if only bookmarks are known, as in a list of references. */
  readonly codings?: { all(): readonly Panel[] } | undefined;
  readonly reviewed?: Reviewers | undefined;
  readonly decisions?: DecidedItems | undefined;
  /** Absent if none are known. */
  readonly hashSets?: HashSets | undefined;
  readonly notes?: { all(isPresent: Presence): NoteTexts } | undefined;
  /** Absent if saved searches are not supported. */
  readonly searches?: SavedQueries | undefined;
  readMembers(name: string, isPresent: Presence): Promise<readonly SourceItems[]>;
  readSelected(isPresent: Presence): Promise<readonly SourceItems[]>;
}

/** Returns the current set of each clause, for these sources. An unknown name has no items. */
export async function namedSets(
  clauses: readonly SetClause[],
  sources: readonly string[],
  named: NamedItems,
  findNotes?: NoteFinder,
  findTexts?: FindTexts,
): Promise<readonly OutsideSet[]> {
  const present = new Set(sources);
  const isPresent: Presence = (source) => present.has(source);
  const sets: OutsideSet[] = [];
  let names: ReadonlySet<string> | null = null;
  const known = (): ReadonlySet<string> => {
    names ??= new Set(named.names());
    return names;
  };
  // The version is read before the members. So a set that changes meanwhile is cached under its old version.
  const state = clauses.every(({ field }) => STORELESS.has(field)) ? undefined : named.head?.hash;
  const version = state === undefined ? {} : { version: state };
  const slice = new Slice();
  for (const { name, field, meant, leaf, expression } of clauses) {
    if (slice.isOver) await slice.giveWay();
    if (expression !== undefined) {
      // Needs no version, because it depends only on indexes, which do not change while they are open.
      if (findTexts !== undefined) sets.push({ name, items: await findTexts(expression), version: 'text' });
      continue;
    }
    if (field === 'source') {
      const meantIds = sources.filter((id) => isMeant(meant, id));
      sets.push({ name, items: new Map(meantIds.map((id) => [id, 'all'] as const)), version: meantIds.join('\n') });
      continue;
    }
    if (field === 'hashset') {
      const own: SourceItems[] = [];
      for (const set of meantHashSets(meant, named)) own.push(...(await set.readMembers(isPresent)));
      // Hash sets do not change while the program runs.
      sets.push({ name, items: await runInSlices(bySource(own)), version: field });
      continue;
    }
    if (leaf !== undefined) {
      if (named.notes === undefined || findNotes === undefined) throw notListed('note');
      sets.push({ name, items: await runInSlices(findNotes(leaf, named.notes.all(isPresent))), ...version });
      continue;
    }
    const parts: SourceItems[] = [];
    if (field === 'selected') parts.push(...(await named.readSelected(isPresent)));
    else if (field === 'reviewed') {
      const { reviewed } = named;
      if (reviewed === undefined) throw notListed(field);
      for (const viewer of reviewed.viewers().filter((one) => isMeant(meant, one))) {
        parts.push(...(await reviewed.readMembers(viewer, isPresent)));
      }
    } else if (field === 'decided') {
      if (named.decisions === undefined) throw notListed(field);
      parts.push(...(await named.decisions.readMeant((one) => isMeant(meant, one), isPresent)));
    } else {
      for (const bookmark of bookmarksOf({ name, field, meant }, known, named)) {
        parts.push(...(await named.readMembers(bookmark, isPresent)));
      }
    }
    sets.push({ name, items: await runInSlices(bySource(parts)), ...version });
  }
  return sets;
}

/** Throws INVALID_REQUEST for an unknown name, because a typing error must not bring back known files that a query excludes. */
export function meantHashSets(
  meant: SetClause['meant'],
  { hashSets }: Pick<NamedItems, 'hashSets'>,
): readonly { readonly name: string; readMembers(isPresent: Presence): Promise<readonly SourceItems[]> }[] {
  const names = [...(hashSets?.digests.keys() ?? [])];
  const own = names.filter((name) => isMeant(meant, name));
  if (own.length === 0 && (typeof meant === 'string' || hashSets === undefined)) {
    const known =
      names.length === 0 ? 'There are none here: --hash-set NAME=FILE adds one' : `There are ${names.join(', ')}`;
    const name = typeof meant === 'string' ? ` ${JSON.stringify(meant.slice(0, 80))}` : '';
    throw new AppError('INVALID_REQUEST', `There is no hash set${name}. ${known}.`);
  }
  return own.map((name) => ({ name, readMembers: (isPresent) => hashSets!.readMembers(name, isPresent) }));
}

/** Throws INVALID_REQUEST for a coding if none are known. */
function bookmarksOf(
  { field, meant }: SetClause,
  known: () => ReadonlySet<string>,
  { codings }: NamedItems,
): Iterable<string> {
  if (field === 'coding') {
    if (codings === undefined) throw notListed(field);
    const panels = codings.all().filter(({ name }) => isMeant(meant, name));
    return new Set(panels.flatMap(({ choices }) => choices.map(({ bookmark }) => bookmark)));
  }
  if (typeof meant === 'string') return [meant.normalize('NFC')].filter((one) => known().has(one));
  return [...known()].filter((one) => isMeant(meant, one));
}

/**
 * Fields that certificates refuse. Certificates list only members of bookmarks and of the selection, because anyone can check
 * those.
 */
const NOT_LISTED = {
  coding:
    'Codings are not available here, or would not be in the certificate: name the bookmarks of its choices instead.',
  decided:
    'Decisions are not available here, or would not be in the certificate: bookmark these items, and name the bookmark instead.',
  note: 'Notes are not available here, or would not be in the certificate: bookmark these items, and name the bookmark instead.',
  text: 'Expressions over texts cannot be in a certificate: bookmark the items that they find, and name the bookmark instead.',
  reviewed:
    'Reviewed items are not available here, or would not be in the certificate: bookmark these items, and name the bookmark instead.',
} as const;

export function isNotListed(field: SetClause['field']): field is keyof typeof NOT_LISTED {
  return Object.hasOwn(NOT_LISTED, field);
}

export function notListed(field: keyof typeof NOT_LISTED): AppError {
  return new AppError('INVALID_REQUEST', NOT_LISTED[field]);
}

/** Ascending ids of each source, without repeats. */
function* bySource(parts: readonly SourceItems[]): Work<Map<string, Uint32Array>> {
  const lists = new Map<string, Uint32Array[]>();
  for (const { source, ids } of parts) {
    const known = lists.get(source);
    if (known === undefined) lists.set(source, [ids]);
    else known.push(ids);
  }
  const found = new Map<string, Uint32Array>();
  for (const [source, own] of lists) found.set(source, yield* ascending(own));
  return found;
}
