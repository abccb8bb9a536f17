/** Threads of mails, computed slowly: texts in maps, ancestors by walking, groups by flood fill. */

export interface NaiveMail {
  readonly id: string;
  readonly references: readonly string[];
  readonly conversation: string | null;
  readonly subject: string;
  readonly circles: readonly string[];
  readonly isUnlinkedReply: boolean;
}

export interface NaiveThreads {
  /** By id. */
  readonly parents: ReadonlyMap<string, string>;
  /** Keyed by id: the sorted ids of its group. */
  readonly linked: ReadonlyMap<string, string>;
  readonly guessed: ReadonlyMap<string, string>;
}

export function naiveThreads(mails: readonly NaiveMail[]): NaiveThreads {
  const parents = new Map<string, string>();
  const link = (child: string, parent: string): void => {
    if (parents.has(child)) return;
    for (let at: string | undefined = parent; at !== undefined; at = parents.get(at)) if (at === child) return;
    parents.set(child, parent);
  };
  for (const { id, references } of mails) if (references.length > 0) link(id, references.at(-1)!);
  for (const { references } of mails) {
    for (const [i, one] of references.entries()) if (i > 0) link(one, references[i - 1]!);
  }
  const edges: [string, string][] = mails.flatMap(({ id, references, conversation }) => [
    [id, id] as [string, string],
    ...references.map((one): [string, string] => [id, one]),
    ...(conversation === null ? [] : [[id, `conversation ${conversation}`] as [string, string]]),
  ]);
  const linked = groups(edges);
  const guesses = mails.filter(({ isUnlinkedReply }) => isUnlinkedReply);
  const threadsOf = (mail: NaiveMail): Set<string> =>
    new Set(
      mails
        .filter((other) => !other.isUnlinkedReply && other.circles.some((circle) => mail.circles.includes(circle)))
        .map(({ id }) => linked.get(id)!)
        .filter((group) => group !== linked.get(mail.id)),
    );
  for (const guess of guesses) {
    const threads = threadsOf(guess);
    if (threads.size === 1) {
      const [group] = threads;
      edges.push([guess.id, [...linked].find(([, one]) => one === group)![0]]);
    } else if (threads.size === 0) {
      for (const other of guesses) {
        const isShared = other.circles.some((circle) => guess.circles.includes(circle));
        if (isShared && threadsOf(other).size === 0) edges.push([guess.id, other.id]);
      }
    }
  }
  return { parents, linked, guessed: groups(edges) };
}

function groups(edges: readonly (readonly [string, string])[]): Map<string, string> {
  const all = new Set(edges.flat());
  const found = new Map<string, string>();
  for (const start of all) {
    if (found.has(start)) continue;
    const group = new Set([start]);
    for (let size = 0; size !== group.size; ) {
      size = group.size;
      for (const [a, b] of edges) {
        if (group.has(a)) group.add(b);
        if (group.has(b)) group.add(a);
      }
    }
    const name = [...group].sort().join(' | ');
    for (const one of group) found.set(one, name);
  }
  return found;
}
