/**
 * Concurrent clients of the same bookmarks, with a killed store process and a killed server. Their answers have a legal order.
 * `make torture` has long runs. The checker itself is compared with one that tries all orders.
 */
import { existsSync } from 'node:fs';
import { beforeAll, expect, test } from '@jest/globals';
import { seeded } from '../support/seeded.ts';
// @ts-expect-error plain JavaScript, shared with make torture
import { applyOperation, EMPTY, keyOf } from '../torture/bookmark-model.mjs';
// @ts-expect-error plain JavaScript, shared with make torture
import { unexplained } from '../torture/linearizability.mjs';
// @ts-expect-error plain JavaScript, shared with make torture
import { linearizabilityRounds } from '../torture/linearizability-rounds.mjs';

const SEED = Number(process.env.SEED);
beforeAll(() => {
  if (!existsSync(new URL('../../dist/src/cli/main.js', import.meta.url))) {
    throw new Error('Build first: the children run dist/.');
  }
});

interface Outcome {
  status: number | null;
  items?: number[];
  size?: number;
}

interface Operation {
  id: string;
  kind: string;
  name: string;
  newName?: string;
  items?: number[];
  undoes?: string;
  called: number;
  answered: number;
  outcome: Outcome | null;
}

test(`answers are linearizable, through kills of the store process and of the server (SEED=${SEED})`, async () => {
  const { figures, failures } = await linearizabilityRounds({ rounds: 2, seed: SEED, roundMs: 250 });
  expect(failures).toEqual([]);
  expect(figures).toMatchObject({ rounds: 2, serversKilled: 1, storesKilled: 1 });
  expect(figures.operations).toBeGreaterThan(20);
});

/** The naive twin tries every order, with every choice of the operations whose outcome is unknown. */
function hasOrder(operations: readonly Operation[], state: unknown = EMPTY): boolean {
  if (operations.every(({ outcome }) => outcome === null)) return true;
  return operations.some((first) => {
    const others = operations.filter((one) => one !== first);
    const mayBeFirst = others.every((one) => one.answered >= first.called || one.outcome === null);
    if (!mayBeFirst) return false;
    // Operations with an unknown outcome that had to come earlier were never executed.
    const left = others.filter((one) => one.outcome !== null || one.answered >= first.called);
    const next = applyOperation(state, first);
    const isLegal =
      next.outcome.status !== null &&
      (first.outcome === null || JSON.stringify(next.outcome) === JSON.stringify(first.outcome));
    return isLegal && hasOrder(left, next.state);
  });
}

/** A legal history of a few operations. Some outcomes are unknown, and some operations were not executed. */
function randomHistory(random: () => number): Operation[] {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  let state = EMPTY;
  const operations: Operation[] = [];
  for (let i = 0; i < 3 + below(4); i++) {
    const at = i * 10;
    const kind = pick(['create', 'create', 'add', 'add', 'remove', 'read', 'rename', 'delete', 'undo']);
    const made = {
      id: `o${i}`,
      kind,
      name: pick(['a', 'b']),
      ...(kind === 'rename' && { newName: pick(['a', 'b']) }),
      ...((kind === 'add' || kind === 'remove') && { items: [...new Set([below(3), below(3)])].sort() }),
      ...(kind === 'undo' && { undoes: `o${below(i + 1)}` }),
      called: at - below(30),
      answered: at + below(30),
    };
    const next = applyOperation(state, made);
    if (next.outcome.status === null) continue;
    const fate = random();
    if (fate < 0.9) ({ state } = next);
    operations.push({ ...made, outcome: fate < 0.8 ? next.outcome : null });
  }
  return operations;
}

/** Replaces an answer with a wrong one. */
function withFault(operations: readonly Operation[], random: () => number): Operation[] {
  const at = Math.floor(random() * operations.length);
  return operations.map((operation, i) => {
    if (i !== at || operation.outcome === null) return operation;
    const { outcome } = operation;
    if (outcome.status !== 200) return { ...operation, answered: operation.called, outcome };
    const other =
      outcome.items === undefined
        ? { ...outcome, size: outcome.size! + 1 }
        : { ...outcome, items: [...outcome.items, 9] };
    return { ...operation, outcome: random() < 0.5 ? other : { status: 404 } };
  });
}

test(`a history is accepted if and only if some order is legal (SEED=${SEED})`, () => {
  const random = seeded(SEED);
  const found = { legal: 0, illegal: 0 };
  for (let run = 0; run < 2000; run++) {
    const history = randomHistory(random);
    const judged = random() < 0.3 ? history : withFault(history, random);
    const isLegal = hasOrder(judged);
    if (judged === history) expect([run, isLegal]).toEqual([run, true]);
    expect([run, judged, unexplained(judged) === null]).toEqual([run, judged, isLegal]);
    found[isLegal ? 'legal' : 'illegal']++;
  }
  expect(found.legal).toBeGreaterThan(500);
  expect(found.illegal).toBeGreaterThan(200);
  expect(keyOf(EMPTY)).toBe(keyOf({ ...EMPTY, names: {} }));
});

test('a stale read, a lost change and a half-visible change are not accepted', () => {
  const create: Operation = operation('o1', 'create', 0, 1, { status: 200, size: 0 });
  const add = operation('o2', 'add', 2, 3, { status: 200, size: 2 }, [1, 2]);
  const read = (items: number[], called = 4) => operation('o3', 'read', called, called + 1, { status: 200, items });
  expect(unexplained([create, add, read([1, 2])])).toBeNull();
  expect(unexplained([create, add, read([])])).not.toBeNull();
  expect(unexplained([create, add, read([], 2)])).toBeNull();
  expect(unexplained([create, add, read([1], 2)])).not.toBeNull();
  const lost = { ...add, outcome: null };
  expect(unexplained([create, lost, read([])])).toBeNull();
  expect(unexplained([create, lost, read([1, 2]), { ...read([], 6), id: 'o4' }])).not.toBeNull();
});

function operation(
  id: string,
  kind: string,
  called: number,
  answered: number,
  outcome: Partial<Outcome> & { status: number },
  items?: number[],
): Operation {
  const changed = items?.length ?? 0;
  const whole = kind === 'read' ? outcome : { name: 'a', changed, ...outcome };
  return { id, kind, name: 'a', called, answered, outcome: whole, ...(items !== undefined && { items }) };
}
