/**
 * The differences between two certificates that should agree. Index identity, program, time and user are shown but not
 * compared. Hints are compared only between certificates of one program version.
 */
import { canonicalJson } from '../shared/canonical-json.ts';
import type { Certificate, CertifiedQuery } from './certificate.ts';

/** Returns one line for each difference, with the first value and the second. Sources are compared in order. */
export function differencesOf(first: Certificate, second: Certificate): string[] {
  return [
    ...ofQueries(first.query, second.query),
    ...ofSources(first, second),
    ...ofBookmarks(first, second),
    ...difference('hash sets', first.hashSets ?? null, second.hashSets ?? null),
    ...ofReports(first.report, second.report),
    ...difference('total', first.total, second.total),
    ...difference('digest of the items', first.digest, second.digest),
    ...ofHints(first, second),
    ...difference('complete', first.complete, second.complete),
  ];
}

function ofQueries(first: CertifiedQuery, second: CertifiedQuery): string[] {
  const [a, b] = [withZone(first), withZone(second)];
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof CertifiedQuery)[];
  return names.flatMap((name) => difference(`query: ${name}`, a[name] ?? null, b[name] ?? null));
}

/** Adds the time zone UTC to a certificate of an old release, which had no time zones. */
function withZone({ timeZone = 'UTC', ...query }: CertifiedQuery): CertifiedQuery {
  return { ...query, timeZone };
}

function ofSources(first: Certificate, second: Certificate): string[] {
  const most = Math.max(first.sources.length, second.sources.length);
  return Array.from({ length: most }, (_, i) => i).flatMap((i) => {
    const [a, b] = [first.sources[i], second.sources[i]];
    if (a === undefined || b === undefined) return difference(`source ${i + 1}`, a?.id ?? null, b?.id ?? null);
    const where = `source ${JSON.stringify(a.id)}: `;
    return [
      ...difference(`${where}identity of the case`, a.caseIdentity, b.caseIdentity),
      ...difference(`${where}items`, a.items, b.items),
      ...difference(`${where}searchable items`, a.searchable, b.searchable),
      ...difference(`${where}parts that could not be read`, a.unreadable.count, b.unreadable.count),
      ...difference(`${where}digest of parts that could not be read`, a.unreadable.digest, b.unreadable.digest),
    ];
  });
}

function ofReports(first: Certificate['report'], second: Certificate['report']): string[] {
  return [
    ...difference('report: queries', first?.queries ?? null, second?.queries ?? null),
    ...difference('report: refused queries', first?.failed ?? null, second?.failed ?? null),
    ...difference('report: digest of the list', first?.list ?? null, second?.list ?? null),
    ...difference('report: digest of the lines', first?.digest ?? null, second?.digest ?? null),
  ];
}

/** Another program version may find other hints, or word them differently. */
function ofHints(first: Certificate, second: Certificate): string[] {
  if (first.program !== second.program || first.hints === undefined || second.hints === undefined) return [];
  return [
    ...difference('hints', first.hints, second.hints),
    ...difference('report: queries with hints', first.report?.hinted ?? null, second.report?.hinted ?? null),
  ];
}

function ofBookmarks(first: Certificate, second: Certificate): string[] {
  const nameOf = (name: string | null): string => (name === null ? 'selection' : `bookmark ${JSON.stringify(name)}`);
  const others = new Map(second.bookmarks.map((one) => [one.name, one]));
  const names = new Set(first.bookmarks.map(({ name }) => name));
  return [
    ...first.bookmarks.flatMap((a) => {
      const b = others.get(a.name);
      if (b === undefined) return [`${nameOf(a.name)}: present, but missing in the other`];
      return [
        ...difference(`${nameOf(a.name)}: items`, a.items, b.items),
        ...difference(`${nameOf(a.name)}: digest of its members`, a.digest, b.digest),
      ];
    }),
    ...second.bookmarks
      .filter(({ name }) => !names.has(name))
      .map(({ name }) => `${nameOf(name)}: missing, but present in the other`),
  ];
}

function difference(what: string, first: unknown, second: unknown): string[] {
  const [a, b] = [first, second].map((value) => canonicalJson([value]).slice(1, -1));
  return a === b ? [] : [`${what}: ${a}, and ${b}`];
}
