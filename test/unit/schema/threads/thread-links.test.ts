import { describe, expect, test } from '@jest/globals';
import { ThreadForest } from '../../../../src/schema/threads/thread-forest.ts';
import { ThreadGuesses } from '../../../../src/schema/threads/thread-guesses.ts';
import { linkThreads } from '../../../../src/schema/threads/thread-links.ts';
import { type NaiveMail, type NaiveThreads, naiveThreads } from '../../../support/naive/naive-threads.ts';
import { seeded } from '../../../support/seeded.ts';

const RUNS = Number(process.env['RUNS'] ?? 600);

/** The program's result for the same mails. */
function threadsOf(mails: readonly NaiveMail[]): NaiveThreads {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  const nodeOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, names.length);
    names.push(name);
    return names.length - 1;
  };
  const linked = mails.map(({ id, references, conversation }) => ({
    node: nodeOf(id),
    references: references.map(nodeOf),
    conversation: conversation === null ? -1 : nodeOf(`conversation ${conversation}`),
  }));
  const forest = new ThreadForest();
  forest.grow(names.length);
  for (const _ of linkThreads(forest, () => linked));
  const parents = new Map<string, string>();
  for (const [node, name] of names.entries()) {
    const parent = forest.parentOf(node);
    if (parent >= 0) parents.set(name, names[parent]!);
  }
  const before = groupsIn(forest, names);
  const circles = new Map<string, number>();
  const circlesOf = ({ circles: own }: NaiveMail): number[] =>
    own.map((circle) => {
      if (!circles.has(circle)) circles.set(circle, circles.size);
      return circles.get(circle)!;
    });
  const guesses = new ThreadGuesses(forest);
  for (const mail of mails) {
    if (!mail.isUnlinkedReply) for (const circle of circlesOf(mail)) guesses.note(circle, numbers.get(mail.id)!);
  }
  for (const mail of mails) if (mail.isUnlinkedReply) guesses.guess(numbers.get(mail.id)!, circlesOf(mail));
  guesses.finish();
  return { parents, linked: before, guessed: groupsIn(forest, names) };
}

function groupsIn(forest: ThreadForest, names: readonly string[]): Map<string, string> {
  const members = new Map<number, string[]>();
  for (const [node, name] of names.entries()) {
    const group = forest.groupOf(node);
    members.set(group, [...(members.get(group) ?? []), name]);
  }
  return new Map(names.map((name, node) => [name, members.get(forest.groupOf(node))!.sort().join(' | ')]));
}

const mail = (id: string, references: readonly string[], more: Partial<NaiveMail> = {}): NaiveMail => ({
  id,
  references,
  conversation: null,
  subject: '',
  circles: [],
  isUnlinkedReply: false,
  ...more,
});

function randomMails(random: () => number): readonly NaiveMail[] {
  const count = 1 + Math.floor(random() * 12);
  const ids = 2 + Math.floor(random() * 14);
  const pick = (prefix: string, of: number): string => `${prefix}${Math.floor(random() * of)}`;
  return Array.from({ length: count }, () => {
    const length = random() < 0.4 ? 0 : Math.floor(random() * 5);
    const conversation = random() < 0.8 ? null : pick('t', 3);
    const references = Array.from({ length }, () => pick('m', ids));
    return mail(pick('m', ids), references, {
      conversation,
      circles: [...new Set(Array.from({ length: Math.floor(random() * 3) }, () => pick('c', 4)))],
      isUnlinkedReply: references.length === 0 && conversation === null && random() < 0.6,
    });
  }).map((one) => ({ ...one, references: one.references.filter((id) => id !== one.id) }));
}

function withoutConversations({ parents, linked, guessed }: NaiveThreads): NaiveThreads {
  return { parents, linked: new Map(linked), guessed: new Map(guessed) };
}

describe('threads', () => {
  test('of random mails follow the naive rules', () => {
    const random = seeded(Number(process.env['SEED'] ?? 42));
    for (let run = 0; run < RUNS; run++) {
      const mails = randomMails(random);
      const expected = withoutConversations(naiveThreads(mails));
      const { parents, linked, guessed } = threadsOf(mails);
      const shown = JSON.stringify(mails);
      expect([shown, new Map([...parents].sort())]).toEqual([shown, new Map([...expected.parents].sort())]);
      expect([shown, new Map([...linked].sort())]).toEqual([shown, new Map([...expected.linked].sort())]);
      expect([shown, new Map([...guessed].sort())]).toEqual([shown, new Map([...expected.guessed].sort())]);
    }
  });

  test('a mail is below the one that it names itself, whatever others named before', () => {
    const { parents } = threadsOf([mail('m4', ['m1', 'm3']), mail('m3', ['m1', 'm2'])]);
    expect(Object.fromEntries(parents)).toEqual({ m4: 'm3', m3: 'm2', m2: 'm1' });
  });

  test('mails that answer each other make no loop', () => {
    const { parents, linked } = threadsOf([mail('m1', ['m2']), mail('m2', ['m1'])]);
    expect(Object.fromEntries(parents)).toEqual({ m1: 'm2' });
    expect(linked.get('m1')).toBe('m1 | m2');
  });

  test('a long chain costs no stack and no quadratic time', () => {
    const length = 300_000;
    const forest = new ThreadForest();
    forest.grow(length);
    const mails = Array.from({ length }, (_, node) => ({
      node,
      references: [(node + 1) % length],
      conversation: -1,
    }));
    for (const _ of linkThreads(forest, () => mails));
    expect(forest.topOf(0)).toBe(length - 1);
    expect(forest.groupOf(0)).toBe(forest.groupOf(length - 1));
  });

  test('a reply without references joins the only thread of its people about its subject', () => {
    const guess = { circles: ['c'], isUnlinkedReply: true };
    const one = threadsOf([mail('a', [], { circles: ['c'] }), mail('b', [], guess)]);
    expect(one.guessed.get('b')).toBe('a | b');
    const two = threadsOf([mail('a', [], { circles: ['c'] }), mail('d', [], { circles: ['c'] }), mail('b', [], guess)]);
    expect(two.guessed.get('b')).toBe('b');
  });
});
