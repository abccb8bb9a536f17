/** Matches the sources of two certificates by the identity of their cases, because experts may name and order them differently. */
import type { Certificate } from './certificate.ts';
import { type ParsedSection, ReferenceDigest } from './reference-list.ts';

export interface Comparable {
  readonly first: Certificate;
  /**
   * The second certificate with sources renamed and sorted like those of the first. Sources that the first does not have come
   * last.
   */
  readonly second: Certificate;
  /** For the id of a source in the second certificate, its id in the first. */
  readonly idOfSecond: ReadonlyMap<string, string>;
}

export function comparable(first: Certificate, second: Certificate): Comparable {
  const left = [...second.sources];
  const idOfSecond = new Map<string, string>();
  const matched = first.sources.flatMap((source) => {
    const at = left.findIndex(({ caseIdentity }) => caseIdentity === source.caseIdentity);
    if (at < 0) return [];
    const [own] = left.splice(at, 1);
    idOfSecond.set(own!.id, source.id);
    return [{ ...own!, id: source.id }];
  });
  const inOrder = first.sources.map(
    ({ caseIdentity }) => matched.find((one) => one.caseIdentity === caseIdentity) ?? left.shift(),
  );
  const sources = [...inOrder.filter((one) => one !== undefined), ...left];
  return { first, second: { ...second, sources }, idOfSecond };
}

/** Returns the digest of the second list with the ids and the order of the first. Null if a source has no counterpart. */
export function digestUnderFirst(first: Certificate, second: ParsedSection, { idOfSecond }: Comparable): string | null {
  const renamed = new Map<string, readonly number[]>();
  for (const [source, ids] of second.ids) {
    const id = idOfSecond.get(source);
    if (id === undefined) return null;
    renamed.set(id, ids);
  }
  const list = new ReferenceDigest();
  for (const { id } of first.sources) for (const _ of list.add({ source: id, ids: renamed.get(id) ?? [] }));
  return list.summary().digest;
}

/**
 * Returns a line for each item that is in only one of the lists. Items of different cases are different, whatever the names of
 * their sources.
 */
export function differentItems(
  first: ParsedSection,
  second: ParsedSection,
  idOfSecond: ReadonlyMap<string, string>,
): string[] {
  const renamed = new Map<string, readonly number[]>();
  for (const [source, ids] of second.ids) renamed.set(idOfSecond.get(source) ?? `${source} (second)`, ids);
  return [...onlyIn('first', first.ids, renamed), ...onlyIn('second', renamed, first.ids)];
}

function onlyIn(
  which: string,
  own: ReadonlyMap<string, readonly number[]>,
  other: ReadonlyMap<string, readonly number[]>,
): string[] {
  return [...own].flatMap(([source, ids]) => {
    const known = new Set(other.get(source));
    return ids.filter((id) => !known.has(id)).map((id) => `only in the ${which}: ${source} ${id}`);
  });
}
