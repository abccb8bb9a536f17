import { describe, expect, test } from '@jest/globals';
import { type MailFacts, mailFactsOf } from '../../../../src/schema/threads/mail-facts.ts';
import { type ThreadMail, threadRows } from '../../../../src/search/threads/thread-tree.ts';
import { naiveThreads } from '../../../support/naive/naive-threads.ts';
import { seeded } from '../../../support/seeded.ts';

const RUNS = Number(process.env['RUNS'] ?? 400);

const mail = (n: number, properties: Record<string, string>): ThreadMail => {
  const facts = mailFactsOf({
    properties: Object.entries(properties).map(([name, value]): [string, string[]] => [name, [value]]),
  })!;
  return { facts, id: facts.id ?? `made ${n}` };
};

function rowsOf(mails: readonly ThreadMail[]) {
  const work = threadRows(mails);
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Draws a tree: indented ids with `?` before guesses, each followed by its copies. */
const drawn = (mails: readonly ThreadMail[]): readonly string[] =>
  rowsOf(mails).map(({ messageId, depth, mails: own, isGuess }) =>
    [
      ' '.repeat(depth),
      isGuess ? '?' : '',
      messageId ?? 'none',
      own.length === 0 ? ' missing' : ` ${own.join(' ')}`,
    ].join(''),
  );

describe('a thread', () => {
  test('reads from top to bottom, with gaps, copies and guesses', () => {
    const mails = [
      mail(0, {
        'Message-ID': '<c@x>',
        References: '<a@x> <b@x>',
        subject: 'Re: Plan',
        from: 'bob@x',
        to: 'ada@x',
        date: '2021-03-03',
      }),
      mail(1, { 'Message-ID': '<a@x>', subject: 'Plan', from: 'ada@x', to: 'bob@x', date: '2021-03-01' }),
      mail(2, { 'Message-ID': '<d@x>', 'In-Reply-To': '<a@x>', subject: 'Re: Plan', from: 'cy@x', date: '2021-03-02' }),
      mail(3, { 'Message-ID': '<c@x>', References: '<a@x> <b@x>', subject: 'Re: Plan', from: 'bob@x', to: 'ada@x' }),
      mail(4, { 'Message-ID': '<c@x>', References: '<a@x> <b@x>', subject: 'Something else', from: 'eve@x' }),
      mail(5, { subject: 'AW: Plan', from: 'ada@x', to: 'bob@x', date: '2021-03-04' }),
    ];
    expect(drawn(mails)).toEqual(['a@x 1', ' d@x 2', ' b@x missing', '  c@x 0 3', '  c@x 4', '   ?none 5']);
  });

  test('begins with a missing mail if all others answer it', () => {
    const mails = [
      mail(0, { 'Message-ID': '<b@x>', References: '<a@x>', date: '2021-03-02' }),
      mail(1, { 'Message-ID': '<c@x>', References: '<a@x>', date: '2021-03-01' }),
    ];
    expect(drawn(mails)).toEqual(['a@x missing', ' c@x 1', ' b@x 0']);
  });

  test('has a missing mail in place of the first mail below it', () => {
    const mails = [
      mail(0, { 'Message-ID': '<a@x>', date: '2021-03-01' }),
      mail(1, { 'Message-ID': '<late@x>', References: '<a@x>', date: '2021-03-05' }),
      mail(2, { 'Message-ID': '<d@x>', References: '<a@x> <gone@x> <lost@x>', date: '2021-03-03' }),
      mail(3, { 'Message-ID': '<early@x>', References: '<a@x>', date: '2021-03-02' }),
    ];
    expect(drawn(mails)).toEqual([
      'a@x 0',
      ' early@x 3',
      ' gone@x missing',
      '  lost@x missing',
      '   d@x 2',
      ' late@x 1',
    ]);
  });

  test('has conversations of Outlook without a row for the conversation', () => {
    const index = Buffer.concat([Buffer.from([1]), Buffer.alloc(21, 7)]).toString('base64');
    const mails = ['a', 'b'].map((id, n) => mail(n, { 'Message-ID': `<${id}@x>`, 'Thread-Index': index }));
    expect(drawn(mails)).toEqual(['a@x 0', 'b@x 1']);
  });

  test('guesses that would form a loop are dropped', () => {
    const guess = { subject: 'Re: Plan', date: '2021-03-01' };
    const mails = [
      mail(0, { ...guess, from: 'ada@x', to: 'bob@x' }),
      mail(1, { ...guess, from: 'bob@x', to: 'ada@x' }),
    ];
    expect(drawn(mails)).toEqual(['?none 0', ' ?none 1']);
  });

  test('of random mails has each once, below the naive parent', () => {
    const random = seeded(Number(process.env['SEED'] ?? 42));
    for (let run = 0; run < RUNS; run++) {
      const pick = (): string => `m${Math.floor(random() * 10)}`;
      const mails: ThreadMail[] = Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
        const id = pick();
        const references = Array.from({ length: Math.floor(random() * 4) }, pick).filter((one) => one !== id);
        const facts: MailFacts = {
          ...{ id, references, conversation: null, subject: '', isUnlinkedReply: false, sender: null, recipients: [] },
          date: random() < 0.3 ? '' : `2021-03-0${1 + Math.floor(random() * 9)}`,
        };
        return { id, facts };
      });
      const naive = mails.map(({ id, facts: { references } }) => ({
        ...{ id, references, conversation: null, subject: '', circles: [], isUnlinkedReply: false },
      }));
      const { parents } = naiveThreads(naive);
      const rows = rowsOf(mails);
      const shown = JSON.stringify(naive);
      const names = new Set(naive.flatMap(({ id, references }) => [id, ...references]));
      expect([shown, rows.map(({ messageId }) => messageId).sort()]).toEqual([shown, [...names].sort()]);
      for (const [n, { messageId, parent, depth, mails: own }] of rows.entries()) {
        expect([shown, messageId, parent === null ? undefined : rows[parent]!.messageId]).toEqual([
          ...[shown, messageId],
          parents.get(messageId!),
        ]);
        // A row follows the one above it, with no other of the same level between.
        if (parent !== null) {
          expect(parent).toBeLessThan(n);
          expect(rows.slice(parent + 1, n).every((one) => one.depth > rows[parent]!.depth)).toBe(true);
        }
        expect(depth).toBe(parent === null ? 0 : rows[parent]!.depth + 1);
        expect([...own]).toEqual(mails.flatMap(({ id }, i) => (id === messageId ? [i] : [])));
      }
    }
  });
});
