/**
 * A thread in reading order, from its found mails. Each row is below the mail that it answers, and earlier rows come first. A
 * mail that others refer to but no source has is also a row. Copies of a mail share a row.
 */
import { parseDateStart } from '../../schema/date-value.ts';
import { circlesOf, type MailFacts } from '../../schema/threads/mail-facts.ts';
import { ThreadForest } from '../../schema/threads/thread-forest.ts';
import { linkThreads } from '../../schema/threads/thread-links.ts';

export interface ThreadMail {
  readonly facts: MailFacts;
  /** Its Message-ID, or its substitute. */
  readonly id: string;
}

export interface ThreadRow {
  /** Null: the mail has none. */
  readonly messageId: string | null;
  /** Number of its parent row, or null. */
  readonly parent: number | null;
  readonly depth: number;
  /** Numbers of its copies. Empty if the mail is missing. The first copy represents all. */
  readonly mails: readonly number[];
  /** Whether only subject and people suggest that it belongs here. */
  readonly isGuess: boolean;
}

/** Steps between two yields. */
const STEPS_PER_SLICE = 4096;

/** `mails` must be in order of source and id, because the first of several copies represents them. */
export function* threadRows(mails: readonly ThreadMail[]): Generator<void, readonly ThreadRow[]> {
  const { names, conversations, nodes, forest, isGuess } = yield* linked(mails);
  const times = mails.map(({ facts }) => parseDateStart(facts.date)?.value ?? Number.POSITIVE_INFINITY);
  const parents = yield* withGuesses(mails, nodes, forest, isGuess, times);
  const held: number[][] = names.map(() => []);
  for (const [n, node] of nodes.entries()) held[node]!.push(n);
  const order = yield* topDown(parents);
  // A missing mail is placed as if it had the time of the first mail below it.
  const nodeTimes = held.map((own) => Math.min(Number.POSITIVE_INFINITY, ...own.map((n) => times[n]!)));
  for (let i = order.length - 1; i >= 0; i--) {
    const node = order[i]!;
    const parent = parents[node]!;
    if (parent >= 0 && held[parent]!.length === 0) nodeTimes[parent] = Math.min(nodeTimes[parent]!, nodeTimes[node]!);
    if (i % STEPS_PER_SLICE === 0) yield;
  }
  const children: number[][] = names.map(() => []);
  const tops: number[] = [];
  for (const [node, parent] of parents.entries()) {
    if (!conversations.has(node)) (parent < 0 ? tops : children[parent]!).push(node);
  }
  const first = (node: number): number => held[node]![0] ?? Number.POSITIVE_INFINITY;
  const inOrder = (a: number, b: number): number =>
    compare(nodeTimes[a]!, nodeTimes[b]!) || compare(first(a), first(b)) || a - b;
  const rows: ThreadRow[] = [];
  const rowOf = new Int32Array(names.length);
  const waiting = tops.sort(inOrder).reverse();
  while (waiting.length > 0) {
    const node = waiting.pop()!;
    const parent = parents[node]! < 0 ? null : rowOf[parents[node]!]!;
    const depth = parent === null ? 0 : rows[parent]!.depth + 1;
    rowOf[node] = rows.length;
    const isNamed = held[node]!.length === 0 || mails[held[node]![0]!]!.facts.id !== null;
    const shared = { messageId: isNamed ? names[node]! : null, parent, depth, isGuess: isGuess(node) };
    for (const own of copies(mails, held[node]!)) rows.push({ ...shared, mails: own });
    waiting.push(...children[node]!.sort(inOrder).reverse());
    if (rows.length % STEPS_PER_SLICE === 0) yield;
  }
  return rows;
}

function* linked(mails: readonly ThreadMail[]) {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const nodeOf = (name: string): number => {
    let node = numbers.get(name);
    if (node === undefined) {
      node = names.push(name) - 1;
      numbers.set(name, node);
    }
    return node;
  };
  const conversations = new Set<number>();
  const all = mails.map(({ id, facts }) => {
    const conversation = facts.conversation === null ? -1 : nodeOf(facts.conversation);
    if (conversation >= 0) conversations.add(conversation);
    return { node: nodeOf(id), references: facts.references.map(nodeOf), conversation };
  });
  const forest = new ThreadForest();
  forest.grow(names.length);
  yield* linkThreads(forest, () => all);
  const nodes = all.map(({ node }) => node);
  const guessed = new Set<number>();
  if (new Set(nodes.map((node) => forest.groupOf(node))).size > 1) {
    for (const [n, { facts }] of mails.entries()) {
      if (facts.isUnlinkedReply && forest.parentOf(nodes[n]!) < 0) guessed.add(nodes[n]!);
    }
  }
  return { names, conversations, nodes, forest, isGuess: (node: number): boolean => guessed.has(node) };
}

/**
 * Returns the parent of each node, or -1. A guessed mail is below the last earlier mail between the same people about the same
 * subject.
 */
function* withGuesses(
  mails: readonly ThreadMail[],
  nodes: readonly number[],
  forest: ThreadForest,
  isGuess: (node: number) => boolean,
  times: readonly number[],
): Generator<void, Int32Array> {
  const parents = Int32Array.from({ length: forest.nodeCount }, (_, node) => forest.parentOf(node));
  const trees = parents.map((parent, node) => (parent < 0 ? node : parent));
  const topOf = (node: number): number => {
    let at = node;
    while (trees[at] !== at) {
      trees[at] = trees[trees[at]!]!;
      at = trees[at]!;
    }
    return at;
  };
  const circles = new Map<string, number[]>();
  const namesOf = ({ facts }: ThreadMail): string[] =>
    circlesOf(facts).map((pair) => JSON.stringify([facts.subject, ...pair]));
  for (const [n, mail] of mails.entries()) {
    for (const circle of namesOf(mail)) {
      const own = circles.get(circle);
      if (own === undefined) circles.set(circle, [n]);
      else own.push(n);
    }
    yield;
  }
  for (const [n, mail] of mails.entries()) {
    const node = nodes[n]!;
    if (!isGuess(node) || parents[node]! >= 0) continue;
    let best = -1;
    for (const circle of namesOf(mail)) {
      for (const other of circles.get(circle)!) {
        const isEarlier = times[other]! < times[n]! || (times[other] === times[n] && other < n);
        if (!isEarlier || topOf(nodes[other]!) === topOf(node)) continue;
        if (best < 0 || times[other]! > times[best]!) best = other;
      }
      yield;
    }
    if (best < 0) continue;
    parents[node] = nodes[best]!;
    trees[topOf(node)] = nodes[best]!;
  }
  return parents;
}

/** All nodes, each after its parent. */
function* topDown(parents: Int32Array): Generator<void, readonly number[]> {
  const children: number[][] = Array.from(parents, () => []);
  const order: number[] = [];
  for (const [node, parent] of parents.entries()) {
    if (parent < 0) order.push(node);
    else children[parent]!.push(node);
  }
  for (let i = 0; i < order.length; i++) {
    for (const child of children[order[i]!]!) order.push(child);
    if (i % STEPS_PER_SLICE === 0) yield;
  }
  return order;
}

/** Groups mails with the same Message-ID by subject and sender, because some programs give all of their mails the same id. */
function copies(mails: readonly ThreadMail[], own: readonly number[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>();
  for (const n of own) {
    const { subject, sender } = mails[n]!.facts;
    const key = JSON.stringify([subject, sender]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [n]);
    else group.push(n);
  }
  return groups.size === 0 ? [[]] : [...groups.values()];
}

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
