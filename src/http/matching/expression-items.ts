/**
 * Finds the items whose texts match an expression. Required words narrow them to candidates, whose texts are then scanned by all
 * engine processes in parallel. The result is cached for the next request.
 */
import type { ExpressionQuery, Query } from '../../../grammar/ast.ts';
import { printQuery } from '../../../grammar/print.ts';
import { candidatesOf } from '../../query/plan/texts/expression-leaf.ts';
import { requireWhole } from '../../search/combined/combined-answer.ts';
import type { HitBatch } from '../../search/combined/merged-hits.ts';
import type { TextFinder } from '../../search/named-sets.ts';
import { DEFAULT_FIELDS } from '../../search/search-request.ts';
import { AppError } from '../../shared/errors.ts';
import type { ReadySource } from '../../sources/source.ts';
import type { Dependencies } from '../dependencies.ts';
import { SIFTED_AT_ONCE } from '../limits.ts';
import { Findings } from './findings.ts';
import type { ScanProgress } from './running-scans.ts';
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
): TextFinder {
  const { expressions, scans } = dependencies.kept;
  return async (leaf) => {
    const key = JSON.stringify([printQuery(leaf), defaultFields ?? DEFAULT_FIELDS]);
    const known = new Map<string, Uint32Array>();
    const unknown: ReadySource[] = [];
    for (const source of sources) {
      const ids = expressions.get(source.caseReader, key);
      if (ids === undefined) unknown.push(source);
      else known.set(source.id, ids);
    }
    if (unknown.length > 0) {
      const found = await scans.during(printQuery(leaf), dependencies.me, (progress) =>
        scanned(dependencies, unknown, { leaf, defaultFields, signal, progress }),
      );
      for (const source of unknown) {
        const ids = Uint32Array.from(found.get(source) ?? []).sort();
        expressions.keep(source.caseReader, key, ids, ids.byteLength, dependencies.me);
        known.set(source.id, ids);
      }
    }
    return known;
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
): Promise<ReadonlyMap<ReadySource, number[]>> {
  const fields = defaultFields === undefined ? {} : { defaultFields };
  const candidates = await dependencies.coordinator.search(
    sources,
    { query: candidatesOf(leaf), ...fields, want: ['ids', 'count'] },
    signal,
  );
  requireWhole(candidates);
  progress.items = candidates.count ?? 0;
  const batches = inPieces(candidates.hits);
  // If one fails, the others stop.
  const failing = new AbortController();
  const found = new Map<ReadySource, number[]>();
  const add = (source: ReadySource, ids: Iterable<number>): void => {
    const known = found.get(source) ?? [];
    found.set(source, known);
    for (const id of ids) {
      known.push(id);
      progress.found++;
    }
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
      hits: sifted(batches, sieves, add, progress),
      want: { kind: 'matches', from: 0, most: 0 },
      signal: AbortSignal.any([signal, failing.signal]),
    });
    for await (const { source, found: one } of findings.found()) {
      if (findings.unreadable > 0) break;
      if (one.kind !== 'matches' || one.total === 0) continue;
      add(source, [one.id]);
    }
    if (findings.unreadable > 0) throw unread(leaf);
  };
  try {
    await Promise.all(Array.from({ length: Math.max(1, dependencies.engines?.().length ?? 1) }, scan));
  } catch (fault) {
    failing.abort();
    throw fault;
  }
  return found;
}

/** Scans the texts of these items, which engines cannot decide from their indexes; `add` receives the matches. */
async function* sifted(
  batches: AsyncIterable<readonly HitBatch<ReadySource>[]>,
  sieves: Sieves,
  add: (source: ReadySource, ids: Iterable<number>) => void,
  progress: ScanProgress,
): AsyncGenerator<readonly HitBatch<ReadySource>[]> {
  for await (const some of batches) {
    for (const batch of some) {
      const own = await sieves.sift(batch.target, batch.ids);
      if (own === null) yield [batch];
      else {
        add(batch.target, own.found);
        if (own.elsewhere.length > 0) yield [{ ...batch, ids: own.elsewhere }];
      }
      progress.scanned += Array.from(batch.ids).length;
    }
  }
}

export function unread(leaf: Query): AppError {
  return new AppError(
    'SOURCE_UNAVAILABLE',
    `A text cannot be read, so that the answer of ${printQuery(leaf)} would not be complete. Check that the files of the case are there, and search again.`,
  );
}

/** As above, in batches that several scans can share. */
async function* inPieces(
  hits: AsyncIterable<readonly HitBatch<ReadySource>[]>,
): AsyncGenerator<readonly HitBatch<ReadySource>[]> {
  for await (const some of hits) {
    for (const { target, ids, ...rest } of some) {
      for (let from = 0; from < ids.length; from += SIFTED_AT_ONCE) {
        yield [{ ...rest, target, ids: ids.slice(from, from + SIFTED_AT_ONCE) }];
      }
    }
  }
}
