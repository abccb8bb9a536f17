/** Runs the query of a certificate over opened cases, and certifies the result. */
import type { KeyObject } from 'node:crypto';
import type { Query } from '../../../grammar/ast.ts';
import { parseQuery } from '../../../grammar/parse.ts';
import { printQuery } from '../../../grammar/print.ts';
import { ANALYSIS_VERSION } from '../../analysis/analysis-version.ts';
import { readCaseIdentity } from '../../certificates/case-identity.ts';
import type { Certificate, CertifiedQuery, CertifiedSource } from '../../certificates/certificate.ts';
import { certifiedReport } from '../../certificates/certified-report.ts';
import { type Certifying, certify } from '../../certificates/certify.ts';
import { readUnreadable } from '../../certificates/unread-parts.ts';
import { readBox } from '../../http/input/box.ts';
import type { KeywordLines } from '../../http/input/keyword-list.ts';
import { askedSyntax, zoned } from '../../http/input/query-text.ts';
import {
  answersBySource,
  type KeywordReport,
  reportedItems,
  reportLines,
} from '../../http/routes/lists/keyword-lines.ts';
import { keywordQuestions } from '../../http/routes/lists/keyword-questions.ts';
import { isTimeZone, UTC } from '../../schema/zone-clock.ts';
import type { CombinedKeywords } from '../../search/combined/combined-answer.ts';
import { type CombinedRequest, Coordinator } from '../../search/combined/coordinator.ts';
import { DamageWatch } from '../../search/damage-watch.ts';
import { asWritten } from '../../search/hints.ts';
import { type NamedItems, namedSets } from '../../search/named-sets.ts';
import { type SetClause, takeSets } from '../../search/set-clauses.ts';
import { meantDigests, meantSets } from '../../search/sets/meant-sets.ts';
import { RememberedSets } from '../../search/sets/remembered-sets.ts';
import { AppError } from '../../shared/errors.ts';
import type { HashLists } from '../hash-sets/option.ts';
import { hashSetsOf } from '../hash-sets/over-sources.ts';
import type { NamedSource } from '../open-sources.ts';
import { parseQueryText } from '../query-text.ts';
import { startProgress } from '../terminal/progress.ts';
import { printable, type Terminal } from '../terminal/terminal.ts';
import { packageVersion } from '../version.ts';

export interface CertifiedSearch {
  readonly query: Omit<CertifiedQuery, 'canonical'>;
  readonly sources: readonly NamedSource[];
  readonly named: NamedItems;
  readonly hashLists?: HashLists;
  readonly key: KeyObject | null;
  readonly isDeep?: boolean;
  /** False if a source cannot be opened. */
  readonly isComplete?: boolean;
  readonly onLines?: (lines: string) => void;
  /** Called for a part that was not read when the index was built, and for a content that differs from its hash. */
  readonly onFinding: (finding: string) => void;
}

export async function certifiedSearch(given: CertifiedSearch, terminal: Terminal): Promise<Certificate> {
  const parsed = parseAll(given.query);
  return certified(given, parsed, parsed.clauses, terminal, async (coordinator, sets) => {
    const request: CombinedRequest = { ...parsed.request, ...sets, want: ['ids', 'hints'] };
    const { hits, hints, damaged } = await coordinator.search(given.sources, request, terminal.signal);
    for (const { fault } of damaged) throw fault;
    return { hits: listed(hits), hints };
  });
}

/** Returns the report on a list of queries, and its certificate. `query` is the set to which the list applies. */
export async function certifiedList(
  list: KeywordLines,
  given: CertifiedSearch,
  terminal: Terminal,
): Promise<{ readonly report: KeywordReport; readonly certificate: Certificate }> {
  const { sources, query } = given;
  const parsed = parseAll(query);
  const { defaultOperator, literal } = query;
  const how = { ...zoneIn(query), literal, ...(query.syntax === null ? {} : { syntax: query.syntax }) };
  const syntax = askedSyntax(how);
  const named = { defaultOperator, ...zoned(how), ...(syntax === undefined ? {} : { syntax }) };
  const { queries, clauses, refused } = await keywordQuestions(list.texts, { defaultOperator, ...how }, { parseQuery });
  let report: KeywordReport | null = null;
  const all = new Map([...parsed.clauses, ...clauses].map((clause) => [clause.name, clause]));
  const certificate = await certified(given, parsed, [...all.values()], terminal, async (coordinator, sets) => {
    const { query: _, ...set } = parsed.request;
    const request: CombinedKeywords = { ...set, ...sets, ...named, queries, refused, wantsIds: true };
    const answer = await coordinator.keywords(sources, request, terminal.signal);
    for (const { fault } of answer.damaged) throw fault;
    report = { list, ...answersBySource(answer.found, answer.refused), missing: [] };
    return { hits: reportedItems(report), hints: [], report: await certifiedReport(reportLines(report)) };
  });
  return { report: report!, certificate };
}

type Found = Pick<Certifying, 'hits' | 'hints' | 'report'>;
type Find = (coordinator: Coordinator<NamedSource>, sets: Pick<CombinedRequest, 'sets'>) => Promise<Found>;

async function certified(
  given: CertifiedSearch,
  parsed: ParsedSet,
  clauses: readonly SetClause[],
  terminal: Terminal,
  find: Find,
): Promise<Certificate> {
  const { query, sources, named, key, onLines } = given;
  const facts: CertifiedSource[] = [];
  for (const source of sources) facts.push(await certifiedSource(source, given, terminal));
  const coordinator = new Coordinator<NamedSource>(new DamageWatch((_, fault) => fault));
  const remembered = new RememberedSets(named, await hashSetsIn(given, coordinator));
  const ids = sources.map(({ id }) => id);
  const sets = clauses.length === 0 ? {} : { sets: await namedSets(clauses, ids, remembered) };
  return certify({
    query: { ...query, canonical: parsed.canonical },
    sources: facts,
    ...(await find(coordinator, sets)),
    bookmarks: await meantSets(clauses, ids, remembered),
    hashSets: meantDigests(clauses, remembered),
    isComplete: given.isComplete ?? true,
    program: `case-access ${packageVersion()}`,
    analysis: ANALYSIS_VERSION,
    who: null,
    key,
    ...(onLines === undefined ? {} : { onLines }),
  });
}

async function hashSetsIn(
  { hashLists, sources }: CertifiedSearch,
  coordinator: Coordinator<NamedSource>,
): Promise<NamedItems['hashSets']> {
  return hashLists === undefined ? undefined : hashSetsOf(hashLists, sources, coordinator);
}

interface ParsedSet {
  readonly canonical: string;
  readonly request: Omit<CombinedRequest, 'want'>;
  readonly clauses: readonly SetClause[];
}

/** Whether a query needs bookmarks or the selection. */
export function asksForSets(query: Omit<CertifiedQuery, 'canonical'>): boolean {
  return parseAll(query).clauses.some(({ field }) => field !== 'source' && field !== 'hashset');
}

function parseAll(query: Omit<CertifiedQuery, 'canonical'>): ParsedSet {
  const { q, defaultOperator, syntax, literal = false, fields, expand, collapse, bbox, filter } = query;
  const zone = zoneIn(query);
  const whole = parseQueryText(q, { defaultOperator, syntax: syntax ?? 'own', literal, ...zone });
  const main = takeSets(whole);
  const filters = filter.map((text) =>
    takeSets(parseQueryText(text, { defaultOperator: 'OR', syntax: 'own', ...zone })),
  );
  return {
    canonical: printQuery(whole),
    clauses: [main, ...filters].flatMap(({ clauses }) => clauses),
    request: {
      query: main.query,
      ...asWritten(q),
      ...(fields === null ? {} : { defaultFields: fields }),
      ...(expand.length === 0 ? {} : { expand }),
      ...(collapse === null ? {} : { collapse }),
      ...(bbox === null ? {} : { bbox: readBox(bbox) }),
      ...(filters.length === 0 ? {} : { filters: filters.map(({ query: one }): Query => one) }),
    },
  };
}

async function certifiedSource(
  source: NamedSource,
  { isDeep = false, onFinding }: CertifiedSearch,
  terminal: Terminal,
): Promise<CertifiedSource> {
  const { id, caseReader, indexedIn, summary } = source;
  const { itemCount: items, searchableCount: searchable, identity: indexIdentity } = summary;
  const { identity: caseIdentity, wrongContents, unhashedContents } = await identityOf(source, terminal, isDeep);
  for (const { id: item, finding } of wrongContents)
    onFinding(`source ${JSON.stringify(id)}: item ${item}: ${finding}`);
  if (unhashedContents > 0) {
    const finding = `the case has no hash of ${unhashedContents} contents of ${JSON.stringify(id)}`;
    terminal.say(`case-access: ${printable(finding)}: they are not compared`);
  }
  const unreadable = await readUnreadable(indexedIn, caseReader.realPath);
  return { id, caseIdentity, items, searchable, unreadable, indexIdentity };
}

/** Reads the case, and shows progress. */
export async function identityOf(
  { id, caseReader, summary: { itemCount } }: NamedSource,
  terminal: Terminal,
  isDeep = false,
): ReturnType<typeof readCaseIdentity> {
  const progress = startProgress(printable(id), terminal.stderr);
  const onProgress = (items: number): void =>
    progress.update({ phase: 'case', items, bytes: 0, fraction: items / Math.max(1, itemCount) });
  try {
    return await readCaseIdentity(caseReader, { isDeep, signal: terminal.signal, onProgress });
  } finally {
    progress.stop();
  }
}

async function* listed(hits: Awaited<ReturnType<Coordinator<NamedSource>['search']>>['hits']) {
  for await (const batches of hits) yield batches.map(({ target, ids }) => ({ source: target.id, ids }));
}

function zoneIn({ timeZone = UTC }: Pick<CertifiedQuery, 'timeZone'>): { timeZone?: string } {
  if (isTimeZone(timeZone)) return timeZone === UTC ? {} : { timeZone };
  throw new AppError(
    'INVALID_REQUEST',
    `The certificate has the time zone ${JSON.stringify(timeZone)}, which is unknown here.`,
  );
}
