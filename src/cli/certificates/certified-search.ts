/** Runs the query of a certificate over opened cases, and certifies what it finds. */
import type { KeyObject } from 'node:crypto';
import type { Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import { ANALYSIS_VERSION } from '../../analysis/analyze.ts';
import { readCaseIdentity } from '../../certificates/case-identity.ts';
import type { Certificate, CertifiedQuery, CertifiedSource } from '../../certificates/certificate.ts';
import { certify } from '../../certificates/certify.ts';
import { readUnreadable } from '../../certificates/unread-parts.ts';
import { readBox } from '../../http/input/box.ts';
import { type CombinedRequest, Coordinator } from '../../search/coordinator.ts';
import { DamageWatch } from '../../search/damage-watch.ts';
import { type NamedItems, namedSets } from '../../search/named-sets.ts';
import { type SetClause, takeSets } from '../../search/set-clauses.ts';
import { meantSets } from '../../search/sets/meant-sets.ts';
import { RememberedSets } from '../../search/sets/remembered-sets.ts';
import type { NamedSource } from '../open-sources.ts';
import { parseQueryText } from '../query-text.ts';
import { startProgress } from '../terminal/progress.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { packageVersion } from '../version.ts';

export interface CertifiedSearch {
  readonly query: Omit<CertifiedQuery, 'canonical'>;
  readonly sources: readonly NamedSource[];
  readonly dataDir: string;
  readonly named: NamedItems;
  readonly key: KeyObject | null;
  readonly isDeep?: boolean;
  readonly onLines?: (lines: string) => void;
  /** Told of a part that was not read when the index was built, and of a content that is not what the case says. */
  readonly onFinding: (finding: string) => void;
}

export async function certifiedSearch(given: CertifiedSearch, terminal: Terminal): Promise<Certificate> {
  const { query, sources, named, key, onLines } = given;
  const parsed = parseAll(query);
  const certified: CertifiedSource[] = [];
  for (const source of sources) certified.push(await certifiedSource(source, given, terminal));
  const remembered = new RememberedSets(named);
  const ids = sources.map(({ id }) => id);
  const sets = parsed.clauses.length === 0 ? [] : await namedSets(parsed.clauses, ids, remembered);
  const request: CombinedRequest = { ...parsed.request, ...(sets.length === 0 ? {} : { sets }), want: ['ids'] };
  const coordinator = new Coordinator<NamedSource>(new DamageWatch(() => undefined));
  const { hits, damaged } = await coordinator.search(sources, request, terminal.signal);
  for (const { fault } of damaged) throw fault;
  return certify({
    query: { ...query, canonical: parsed.canonical },
    sources: certified,
    hits: listed(hits),
    bookmarks: await meantSets(parsed.clauses, ids, remembered),
    isComplete: true,
    program: `case-access ${packageVersion()}`,
    analysis: ANALYSIS_VERSION,
    who: null,
    key,
    ...(onLines === undefined ? {} : { onLines }),
  });
}

interface ParsedSet {
  readonly canonical: string;
  readonly request: Omit<CombinedRequest, 'want'>;
  readonly clauses: readonly SetClause[];
}

/** Whether a query needs bookmarks or the selection. */
export function asksForSets(query: Omit<CertifiedQuery, 'canonical'>): boolean {
  return parseAll(query).clauses.some(({ field }) => field !== 'source');
}

function parseAll(query: Omit<CertifiedQuery, 'canonical'>): ParsedSet {
  const { q, defaultOperator, syntax, fields, expand, collapse, bbox, filter } = query;
  const whole = parseQueryText(q, { defaultOperator, syntax: syntax ?? 'own' });
  const main = takeSets(whole);
  const filters = filter.map((text) => takeSets(parseQueryText(text, { defaultOperator: 'OR', syntax: 'own' })));
  return {
    canonical: printQuery(whole),
    clauses: [main, ...filters].flatMap(({ clauses }) => clauses),
    request: {
      query: main.query,
      ...(fields === null ? {} : { defaultFields: fields }),
      ...(expand.length === 0 ? {} : { expand }),
      ...(collapse === null ? {} : { collapse }),
      ...(bbox === null ? {} : { bbox: readBox(bbox) }),
      ...(filters.length === 0 ? {} : { filters: filters.map(({ query: one }): Query => one) }),
    },
  };
}

async function certifiedSource(
  { id, caseReader, summary }: NamedSource,
  { dataDir, isDeep = false, onFinding }: CertifiedSearch,
  terminal: Terminal,
): Promise<CertifiedSource> {
  const progress = startProgress(printable(id), terminal.stderr);
  const { itemCount: items, searchableCount: searchable, identity: indexIdentity } = summary;
  try {
    const { identity: caseIdentity, wrongContents } = await readCaseIdentity(caseReader, {
      isDeep,
      signal: terminal.signal,
      onProgress: (count) =>
        progress.update({
          phase: 'case',
          items: count,
          bytes: 0,
          fraction: count / Math.max(1, items),
        }),
    });
    for (const { id: item, finding } of wrongContents)
      onFinding(`source ${JSON.stringify(id)}: item ${item}: ${finding}`);
    const unreadable = await readUnreadable(dataDir, caseReader.realPath);
    return { id, caseIdentity, items, searchable, unreadable, indexIdentity };
  } finally {
    progress.stop();
  }
}

async function* listed(hits: Awaited<ReturnType<Coordinator<NamedSource>['search']>>['hits']) {
  for await (const batches of hits) yield batches.map(({ target, ids }) => ({ source: target.id, ids }));
}
