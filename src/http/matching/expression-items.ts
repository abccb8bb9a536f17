/**
 * Finds the items whose texts match an expression. Required words narrow them to candidates, whose texts are then scanned by all
 * engine processes in parallel. Requests at the same time share a scan, and the result is cached for the next one.
 */
import type { ExpressionQuery, Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import { candidatesOf } from '../../query/plan/texts/expression-leaf.ts';
import { requireWhole } from '../../search/combined/combined-answer.ts';
import type { HitBatch } from '../../search/combined/merged-hits.ts';
import type { FindTexts } from '../../search/named-sets.ts';
import { DEFAULT_FIELDS } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { SIFTED_AT_FIRST, SIFTED_AT_ONCE } from '../limits.ts';
import { Findings } from './findings.ts';
import type { ScanProgress } from './running-scans.ts';
import type { ScannedCase, ScanResult, ScanTask, SharedScan } from './shared-scans.ts';
import { Sieves } from './sieves.ts';

type Asking = Pick<Dependencies, 'coordinator' | 'items' | 'matching' | 'engines' | 'kept'> & {
  readonly me?: string | undefined;
};

/** Finder for one request. `defaultFields`: the fields of an expression without a field. */
export function expressionFinder(
  dependencies: Asking,
  sources: readonly ReadySource[],
  defaultFields: readonly string[] | undefined,
  signal: AbortSignal,
): FindTexts {
  const { expressions, scans, shared } = dependencies.kept;
  return async (leaf) => {
    const query = printQuery(leaf);
    const key = JSON.stringify([query, defaultFields ?? DEFAULT_FIELDS]);
    const found = new Map<ScannedCase, Uint32Array>();
    const joined = new Set<SharedScan>();
    const unknown: ReadySource[] = [];
    for (const source of sources) {
      const ids = expressions.get(source.caseReader, key);
      const scan = ids === undefined ? shared.find(source.caseReader, key) : undefined;
      if (ids !== undefined) found.set(source.caseReader, ids);
      else if (scan !== undefined) joined.add(scan);
      else unknown.push(source);
    }
    if (unknown.length > 0) {
      const cases = unknown.map(({ caseReader }) => caseReader);
      const run: ScanTask = async (progress, ends) => {
        const result = await scanned(dependencies, unknown, { leaf, defaultFields, signal: ends, progress });
        for (const [of, ids] of result) {
          expressions.keep(of, key, ids, 2 * key.length + ids.byteLength, dependencies.me);
        }
        return result;
      };
      signal.throwIfAborted();
      joined.add(shared.begin(cases, { key, query }, run));
    }
    // If one fails, this request does not wait for the others.
    const failing = new AbortController();
    const either = AbortSignal.any([signal, failing.signal]);
    const wait = async (scan: SharedScan): Promise<void> => {
      for (const [of, ids] of await scans.during(scan.progress, dependencies.me, scan.wait(either))) found.set(of, ids);
    };
    try {
      await Promise.all([...joined].map(wait));
    } catch (fault) {
      failing.abort();
      throw fault;
    }
    return new Map(sources.map(({ id, caseReader }) => [id, found.get(caseReader)!]));
  };
}

interface Scan {
  readonly leaf: ExpressionQuery;
  readonly defaultFields: readonly string[] | undefined;
  readonly signal: AbortSignal;
  readonly progress: ScanProgress;
}

async function scanned(
  dependencies: Asking,
  sources: readonly ReadySource[],
  { leaf, defaultFields, signal, progress }: Scan,
): Promise<ScanResult> {
  const fields = defaultFields === undefined ? {} : { defaultFields };
  const candidates = await Promise.all(
    [...new Set(sources.map(({ summary }) => summary.words))].map(async (words) => {
      const some = sources.filter(({ summary }) => summary.words === words);
      const request = { query: candidatesOf(leaf, words), ...fields, want: ['ids', 'count'] } as const;
      const answer = await dependencies.coordinator.search(some, request, signal);
      requireWhole(answer);
      return answer;
    }),
  );
  progress.items = candidates.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const size = new PieceSize();
  const batches = inPieces(
    candidates.map(({ hits }) => hits),
    size,
  );
  // If one fails, the others stop.
  const failing = new AbortController();
  const found = new Map(sources.map((source) => [source, new FoundIds()]));
  const add = (source: ReadySource, ids: Uint32Array | number): void => {
    progress.found += found.get(source)!.add(ids);
  };
  const scan = async (): Promise<void> => {
    const sieves = new Sieves(dependencies, { query: leaf, ...fields }, AbortSignal.any([signal, failing.signal]));
    try {
      await scanAll(sieves);
    } finally {
      sieves.end();
    }
  };
  const scanAll = async (sieves: Sieves): Promise<void> => {
    const findings = new Findings(dependencies, {
      set: { query: leaf, ...fields },
      hits: sifted(batches, sieves, add, { progress, size }),
      want: { kind: 'matches', from: 0, most: 0 },
      signal: AbortSignal.any([signal, failing.signal]),
    });
    for await (const { source, found: one } of findings.found()) {
      if (findings.unreadable > 0) break;
      if (one.kind !== 'matches' || one.total === 0) continue;
      add(source, one.id);
    }
    if (findings.unreadable > 0) throw unread(leaf);
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, dependencies.engines?.().length ?? 1) }, scan));
  } catch (fault) {
    failing.abort();
    throw fault;
  }
  return new Map([...found].map(([{ caseReader }, ids]) => [caseReader, ids.ascending()]));
}

/** Found ids in ascending pieces, so that a million ids are neither copied one by one nor sorted. */
class FoundIds {
  readonly #pieces: Uint32Array[] = [];
  readonly #single: number[] = [];

  /** Returns the number of ids added. */
  add(ids: Uint32Array | number): number {
    if (typeof ids === 'number') this.#single.push(ids);
    else if (ids.length > 0) this.#pieces.push(ids);
    return typeof ids === 'number' ? 1 : ids.length;
  }

  ascending(): Uint32Array {
    const pieces = this.#single.length === 0 ? this.#pieces : [...this.#pieces, Uint32Array.from(this.#single).sort()];
    pieces.sort((a, b) => a[0]! - b[0]!);
    const all = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    let areApart = true;
    for (const piece of pieces) {
      if (end > 0 && all[end - 1]! > piece[0]!) areApart = false;
      all.set(piece, end);
      end += piece.length;
    }
    return areApart ? all : all.sort();
  }
}

/** Scans the texts of items that engines cannot decide from their indexes. `add` receives the matching items. */
async function* sifted(
  batches: AsyncIterable<readonly HitBatch<ReadySource>[]>,
  sieves: Sieves,
  add: (source: ReadySource, ids: Uint32Array | number) => void,
  { progress, size }: { readonly progress: ScanProgress; readonly size: PieceSize },
): AsyncGenerator<readonly HitBatch<ReadySource>[]> {
  for await (const some of batches) {
    for (const batch of some) {
      const start = performance.now();
      const own = await sieves.sift(batch.target, batch.ids);
      if (own === null) yield [batch];
      else {
        add(batch.target, own.found);
        if (own.elsewhere.length > 0) yield [{ ...batch, ids: own.elsewhere }];
      }
      progress.scanned += batch.ids.length;
      size.took(batch.ids.length, performance.now() - start);
    }
  }
}

export function unread(leaf: Query): AppError {
  return new AppError(
    'SOURCE_UNAVAILABLE',
    `A text cannot be read, so the answer to ${printQuery(leaf)} would be incomplete. Check that the files of the case exist, and search again.`,
  );
}

/**
 * Chooses how many items one call scans: about as many as take PIECE_MS. So progress is visible and cancellation is noticed,
 * whatever the texts and the expression.
 */
class PieceSize {
  items = SIFTED_AT_FIRST;

  took(items: number, ms: number): void {
    const wanted = Math.round((items * PIECE_MS) / Math.max(1, ms));
    this.items = Math.max(1, Math.min(wanted, 2 * this.items, SIFTED_AT_ONCE));
  }
}

const PIECE_MS = 60;

/** As above, in batches that several scans can share. */
async function* inPieces(
  answers: readonly AsyncIterable<readonly HitBatch<ReadySource>[]>[],
  size: PieceSize,
): AsyncGenerator<readonly HitBatch<ReadySource>[]> {
  for (const hits of answers) {
    for await (const some of hits) {
      for (const { target, ids, ...rest } of some) {
        for (let from = 0; from < ids.length; ) {
          const to = from + size.items;
          yield [{ ...rest, target, ids: ids.slice(from, to) }];
          from = to;
        }
      }
    }
  }
}
