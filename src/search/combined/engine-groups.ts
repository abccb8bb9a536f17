/**
 * Calls engines concurrently. Sources of the same engine are requested together. If several fail, throws the error of the first
 * source in order, not of the first that fails. So a request always fails in the same way.
 */
import { onAbort } from '../../shared/ends/end-listeners.ts';
import type { DamageWatch } from '../damage-watch.ts';
import type { Outcome } from '../search-answer.ts';
import type { SearchEngine } from '../search-engine.ts';
import { startConcurrently } from '../start-concurrently.ts';
import type { Target } from '../target.ts';
import type { Combined, Damaged } from './combined-answer.ts';
import { named } from './named-sources.ts';

interface Group<T extends Target> {
  readonly engine: SearchEngine;
  readonly members: { readonly target: T; readonly index: number }[];
}

/** Calls one engine for some targets. Returns an outcome for each, in order. */
export type AskGroup<T extends Target, R> = (
  engine: SearchEngine,
  targets: readonly T[],
  signal: AbortSignal | undefined,
) => Promise<readonly Outcome<R>[]>;

/** Asks the engines of all targets. Reports damage to the watch. Other errors name their target. */
export async function askConcurrently<T extends Target, R>(
  watch: DamageWatch<T>,
  targets: readonly T[],
  ask: AskGroup<T, R>,
  signal: AbortSignal | undefined,
): Promise<Combined<T, R>> {
  const groups = groupsOf(targets);
  const found: { target: T; value: R }[] = [];
  const damaged: Damaged<T>[] = [];
  let outcomes: readonly Outcome<R>[];
  try {
    outcomes =
      groups.length === 1 ? await ask(groups[0]!.engine, targets, signal) : await askGroups(groups, ask, signal);
  } catch (fault) {
    throw named(fault, targets);
  }
  for (const [i, outcome] of outcomes.entries()) {
    const target = targets[i]!;
    if (outcome.kind === 'value') found.push({ target, value: outcome.value });
    else damaged.push({ target, fault: outcome.fault, error: watch.report(target, outcome.fault) });
  }
  return { found, damaged };
}

/** Returns an outcome for each target, in order. */
async function askGroups<T extends Target, R>(
  groups: readonly Group<T>[],
  ask: AskGroup<T, R>,
  signal: AbortSignal | undefined,
): Promise<readonly Outcome<R>[]> {
  const outcomes: Outcome<R>[] = [];
  const stops = groups.map(() => new AbortController());
  const stopAll = (): void => stopFrom(0, signal?.reason);
  const stopFrom = (first: number, reason: unknown): void => {
    for (const stop of stops.slice(first)) stop.abort(reason);
  };
  let firstFault: { readonly group: number; readonly fault: unknown } | null = null;
  if (signal?.aborted === true) stopAll();
  const forget = signal && onAbort(signal, stopAll);
  try {
    await startConcurrently(groups, async ({ engine, members }, group) => {
      try {
        const own = members.map(({ target }) => target);
        const found = await ask(engine, own, stops[group]!.signal);
        for (const [i, { index }] of members.entries()) outcomes[index] = found[i]!;
      } catch (fault) {
        if (firstFault !== null && firstFault.group < group) return;
        firstFault = { group, fault };
        // The results of the groups after this one are no longer needed.
        stopFrom(group + 1, undefined);
      }
    });
  } finally {
    forget?.();
  }
  throwFault(firstFault);
  return outcomes;
}

function throwFault(first: { readonly fault: unknown } | null): void {
  if (first !== null) throw first.fault;
}

/** Returns the group number of each target, in order. An engine has one group, or more if several targets are the same case. */
export function groupNumbers<T extends Target>(targets: readonly T[]): ReadonlyMap<T, number> {
  const numbers = new Map(
    groupsOf(targets).flatMap(({ members }, n) => members.map(({ target }) => [target, n] as const)),
  );
  return new Map(targets.map((target) => [target, numbers.get(target)!]));
}

/** Targets grouped by engine, in order of each engine's first appearance. Each name occurs at most once in a group. */
function groupsOf<T extends Target>(targets: readonly T[]): Group<T>[] {
  const groups: Group<T>[] = [];
  for (const [index, target] of targets.entries()) {
    const known = groups.find(
      ({ engine, members }) =>
        engine === target.engine && members.every((member) => member.target.name !== target.name),
    );
    if (known === undefined) groups.push({ engine: target.engine, members: [{ target, index }] });
    else known.members.push({ target, index });
  }
  return groups;
}
