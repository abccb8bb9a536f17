import { readFileSync } from 'node:fs';
import type { Engine } from '../engines/engine.ts';
import type { Answer, Command, LineProcess } from '../engines/line-process.ts';
import type { BenchQuery } from '../queries/tree.ts';

export interface RunningEngine {
  readonly engine: Engine;
  readonly process: LineProcess;
}

export interface Disagreement {
  readonly engine: string;
  readonly class: string;
  readonly query: string;
  readonly expected: string;
  readonly found: string;
  /** The reason in bench/known-differences.tsv. If null, the run fails. */
  readonly knownReason: string | null;
}

export interface Agreement {
  /** Keyed by query: the names of the engines with the agreed answer. Only they are timed. */
  readonly agreeing: ReadonlyMap<BenchQuery, ReadonlySet<string>>;
  readonly hits: ReadonlyMap<BenchQuery, number>;
  readonly disagreements: readonly Disagreement[];
  /** `engine: class: reason`, for queries that an engine does not support. */
  readonly unsupported: ReadonlySet<string>;
}

/** Asks every engine for the result set of each query, and compares it with that of the first engine that supports it. */
export async function checkAgreement(
  running: readonly RunningEngine[],
  queries: readonly BenchQuery[],
): Promise<Agreement> {
  const known = readKnownDifferences('bench/known-differences.tsv');
  const agreeing = new Map<BenchQuery, ReadonlySet<string>>();
  const hits = new Map<BenchQuery, number>();
  const disagreements: Disagreement[] = [];
  const unsupported = new Set<string>();
  for (const query of queries) {
    let expected: string | undefined;
    const names = new Set<string>();
    for (const { engine, process } of running) {
      const text = engine.query(query);
      const answer: Answer =
        typeof text === 'string' ? await process.ask('SET', text) : { kind: 'unsupported', reason: text.unsupported };
      if (answer.kind === 'unsupported') {
        unsupported.add(`${engine.name}: ${query.class}: ${answer.reason}`);
        continue;
      }
      const found = answer.kind === 'error' ? `error: ${answer.reason}` : `${answer.count} ${answer.hash}`;
      expected ??= found;
      if (answer.kind === 'answer' && found === expected) {
        names.add(engine.name);
        hits.set(query, answer.count);
      } else {
        const knownReason = known.get(`${engine.name}\t${query.class}`) ?? known.get(`${engine.name}\t*`) ?? null;
        disagreements.push({
          engine: engine.name,
          class: query.class,
          query: query.text,
          expected,
          found,
          knownReason,
        });
      }
    }
    agreeing.set(query, names);
  }
  return { agreeing, hits, disagreements: withFewReasons(disagreements, queries.length), unsupported };
}

/** A known reason explains only a small part of the answers of an engine. */
const EXPLAINED_PART_MAX = 0.05;

/** Drops the reasons for an engine if too many of its answers differ, because too little would be compared. */
function withFewReasons(disagreements: readonly Disagreement[], queries: number): readonly Disagreement[] {
  const ofEngine = (name: string): number => disagreements.filter(({ engine }) => engine === name).length;
  return disagreements.map((one) =>
    ofEngine(one.engine) > EXPLAINED_PART_MAX * queries ? { ...one, knownReason: null } : one,
  );
}

/** Throws if a timed answer does not have the number of hits of the query, or the smaller number that the command requests. */
export function checkCount(engine: string, command: Command, query: BenchQuery, count: number, hits: number): void {
  const wanted = command === 'TOP_10' ? Math.min(10, hits) : command === 'TOP_100' ? Math.min(100, hits) : hits;
  if (count === wanted) return;
  throw new Error(
    `${engine} answered ${command} of ${query.text} with ${count} hits, not ${wanted}: its time does not count`,
  );
}

function readKnownDifferences(path: string): Map<string, string> {
  const rows = readFileSync(path, 'utf8').split('\n');
  const columns = rows.filter((row) => row !== '' && !row.startsWith('#')).map((row) => row.split('\t'));
  return new Map(columns.map(([engine, className, reason]) => [`${engine}\t${className}`, reason ?? '']));
}
