/**
 * Decides whether concurrent operations have a legal order: one in which each takes effect at one moment between its call and
 * its answer, with the answer of the model at that moment (Wing and Gong). Operations are ordered as late as possible, when an
 * answer requires it, so that only concurrent ones are tried in all orders.
 *
 * An operation has two times, `called` and `answered`, and its `outcome`. If that is unknown, it is null, and the operation
 * took effect before `answered`, or never.
 */
import { applyOperation, EMPTY, keyOf } from './bookmark-model.mjs';

/**
 * Maximum orders tracked at a time. If there are more, too many operations were concurrent, and the history cannot be judged.
 */
const CONFIGURATION_COUNT_MAX = 20_000;

/** Returns null if there is a legal order, or else what cannot be explained. */
export function unexplained(operations) {
  const undone = new Set(operations.map(({ undoes }) => undoes).filter((id) => id !== undefined));
  const events = operations.flatMap((operation) => [
    { time: operation.called, operation, isCall: true },
    { time: operation.answered, operation, isCall: false },
  ]);
  // An operation called when another is answered may be concurrent with it.
  events.sort((a, b) => a.time - b.time || Number(b.isCall) - Number(a.isCall));
  const underWay = new Set();
  let configurations = new Map([['', { state: EMPTY, done: new Set() }]]);
  for (const { operation, isCall } of events) {
    if (isCall) {
      underWay.add(operation);
      continue;
    }
    const before = configurations;
    configurations = answeredIn(configurations, operation, underWay, (id) => undone.has(id));
    underWay.delete(operation);
    if (configurations.size === 0) return { operation, states: [...before.values()].map(({ state }) => state) };
    if (configurations.size > CONFIGURATION_COUNT_MAX) return { operation, states: 'too many' };
  }
  return null;
}

/** Possible successors of each configuration by the time that `operation` was answered. */
function answeredIn(configurations, operation, underWay, isKept) {
  const after = new Map();
  const tried = new Set();
  const pending = [...configurations.values()];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const key = configurationKey(one);
    if (tried.has(key)) continue;
    tried.add(key);
    const isDone = one.done.has(operation.id);
    if (isDone || operation.outcome === null) {
      const kept = { state: one.state, done: new Set([...one.done].filter((id) => id !== operation.id)) };
      after.set(configurationKey(kept), kept);
    }
    if (isDone) continue;
    for (const other of underWay) {
      if (one.done.has(other.id)) continue;
      const { state, outcome } = applyOperation(one.state, other, isKept);
      if (!isLegal(outcome, other.outcome)) continue;
      pending.push({ state, done: new Set(one.done).add(other.id) });
    }
  }
  return after;
}

function isLegal(outcome, answered) {
  if (outcome.status === null) return false;
  if (answered === null) return true;
  return Object.keys(outcome).every((name) => String(outcome[name]) === String(answered[name]));
}

function configurationKey({ state, done }) {
  return `${keyOf(state)} ${[...done].sort()}`;
}
