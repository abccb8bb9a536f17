/**
 * Circles: pairs of people in mails about a subject that an unlinked reply has, too. Compared with the pairs of all these
 * mails.
 */
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PageFile } from '../../../src/engine/store/page-file.ts';
import { MailCircles } from '../../../src/engine/structure/mail-circles.ts';
import { NumberedTexts } from '../../../src/engine/structure/numbered-texts.ts';
import { madeId } from '../../../src/schema/threads/made-id.ts';
import { circlesOf } from '../../../src/schema/threads/mail-facts.ts';
import { temporaryDir } from '../../support/endings.ts';

const person = fc.constantFrom('a@x', 'b@x', 'ü@x', 'd'.repeat(300));
const mail = fc.record({
  subject: fc.constantFrom('', 'ab', 'ac', 'über', 'x'.repeat(400), '日本'),
  sender: fc.option(person),
  recipients: fc.array(person, { maxLength: 4 }),
  isUnlinkedReply: fc.boolean(),
});

test.each([16, 64, 4096])('are those of mails that matter, with pages of %d bytes', async (pageBytes) => {
  let made = 0;
  const directory = temporaryDir();
  fc.assert(
    fc.property(fc.array(mail, { maxLength: 40 }), (mails) => {
      const pages = new PageFile(join(directory, `pages-${pageBytes}-${made++}`), pageBytes);
      const circles = new MailCircles(pages);
      const facts = { id: null, references: [], conversation: null, date: '' };
      mails.forEach((one, node) => {
        circles.add(node, { ...facts, ...one });
      });
      const unlinked = new Set(mails.filter(matters).flatMap((one) => (one.isUnlinkedReply ? [one.subject] : [])));
      const expected = mails.flatMap((one, node) =>
        matters(one) && unlinked.has(one.subject) ? [[node, one.isUnlinkedReply, keysOf(one)]] : [],
      );
      const keys = new Map<number, string>();
      for (let round = 0; round < 2; round++) {
        const found: unknown[] = [];
        for (const one of circles.each()) {
          if (one === null || !unlinked.has(mails[one.node]!.subject)) continue;
          const own = keysOf(mails[one.node]!);
          one.circles.forEach((circle, i) => {
            expect(keys.get(circle) ?? own[i]).toBe(own[i]);
            keys.set(circle, own[i]!);
          });
          found.push([one.node, one.isUnlinked, one.circles.map((circle) => keys.get(circle))]);
        }
        expect(found).toEqual(expected);
      }
      expect(new Set(keys.values()).size).toBe(keys.size);
      pages.close();
    }),
    { numRuns: 60 },
  );
});

interface Mail {
  readonly subject: string;
  readonly sender: string | null;
  readonly recipients: readonly string[];
  readonly isUnlinkedReply: boolean;
}

function matters({ subject, sender, recipients }: Mail): boolean {
  return subject !== '' && sender !== null && recipients.length > 0;
}

function keysOf({ subject, sender, recipients }: Mail): readonly string[] {
  return circlesOf({ sender, recipients }).map((pair) => JSON.stringify([subject, ...pair]));
}

test('texts and made ids are numbered in order of arrival, equal ones with the same number', () => {
  const id = fc.integer({ min: 0, max: 30 }).map((n) => madeId({ properties: [['subject', [`${n}`]]] }));
  const nearly = id.map((one) => `${one.slice(0, -1)}g`);
  const text = fc.oneof(
    id,
    nearly,
    id.map((one) => one.toUpperCase()),
    fc.constantFrom('', 'no-id:', 'a@x', '日本'),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 200 }), (texts) => {
      const numbered = new NumberedTexts();
      const expected = new Map<string, number>();
      for (const one of texts) {
        if (!expected.has(one)) expected.set(one, expected.size);
        expect(numbered.numberOf(one)).toBe(expected.get(one));
      }
      expect(numbered.count).toBe(expected.size);
    }),
  );
});
