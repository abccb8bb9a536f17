/**
 * Mailboxes that Python wrote are read as Python reads them: mails, addresses, times, and every byte of attachments. RUNS= and
 * SEED= as usual.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { CaseItem, CaseReader } from '../../../../src/cases/case-reader.ts';
import { openCase } from '../../../../src/cases/open-case.ts';
import { hasPython } from '../../../support/has-python.ts';
import { readAll } from '../../../support/read-case.ts';
import { withTempDir } from '../../../support/tiny-case.ts';

const runs = Number(process.env.RUNS ?? 1) * 2;
const seed = Number(process.env.SEED ?? 1);
const scripts = join(import.meta.dirname, '../../../support/mail');

interface ReadMail {
  readonly subject: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly id: string | null;
  readonly sent: number | null;
  readonly leaves: readonly {
    readonly mail?: string;
    readonly type?: string;
    readonly name?: string;
    readonly bytes?: number;
    readonly sha256?: string;
  }[];
}

const python = (script: string, ...args: string[]): string =>
  execFileSync('python3', [join(scripts, script), ...args], { encoding: 'utf8', maxBuffer: 1 << 28 });

const valuesOf = ({ properties }: CaseItem, name: string): readonly string[] =>
  properties.find(([key]) => key === name)?.[1] ?? [];

const addressesOf = (item: CaseItem, name: string): readonly string[] =>
  valuesOf(item, name).map((value) => /<([^>]*)>$/.exec(value)?.[1] ?? value);

async function sha256(reader: CaseReader, item: CaseItem): Promise<string> {
  const source = await reader.openPart(item.content!);
  try {
    const hash = createHash('sha256');
    for await (const chunk of source.stream() as AsyncIterable<Buffer>) hash.update(chunk);
    return hash.digest('hex');
  } finally {
    await source.close();
  }
}

(hasPython() ? test : test.skip).each(Array.from({ length: runs }, (_, run) => [run, run % 2 === 0 ? 'lf' : 'crlf']))(
  'a mailbox of Python (needs python3), run %p with line ends %p',
  async (run, ending) => {
    await withTempDir(async (dir) => {
      const path = join(dir, 'box.mbox');
      python('write-mailbox.py', path, String(seed * 1000 + Number(run)), '25', String(ending));
      const expected = python('read-mailbox.py', path)
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as ReadMail);
      const reader = await openCase(path);
      try {
        const { items, problems } = await readAll(reader);
        expect(problems).toEqual([]);
        const [box, ...others] = items;
        expect(valuesOf(box!, 'treeNode')).toEqual(['true']);
        const mails = others.filter(({ parentId }) => parentId === box!.id);
        expect(mails).toHaveLength(expected.length);
        for (const [n, mail] of mails.entries()) {
          const twin = expected[n]!;
          expect({
            subject: valuesOf(mail, 'Message-Subject')[0]?.replace(/\s+/g, ' '),
            from: addressesOf(mail, 'Communication:From'),
            to: addressesOf(mail, 'Communication:To'),
            cc: addressesOf(mail, 'Message-Cc'),
            id: valuesOf(mail, 'Message-ID')[0],
            sent: Date.parse(valuesOf(mail, 'Communication:Date')[0]!) / 1000,
          }).toEqual({
            subject: twin.subject,
            from: twin.from,
            to: twin.to,
            cc: twin.cc,
            id: twin.id,
            sent: twin.sent,
          });
          const found = await Promise.all(
            descendants(mail, others).map(async (item) => {
              const isMail = valuesOf(item, 'contentType')[0] === 'message/rfc822';
              return isMail
                ? { mail: valuesOf(item, 'Message-Subject')[0]?.replace(/\s+/g, ' ') }
                : {
                    name: valuesOf(item, 'name')[0]?.replace(/\s+/g, ' '),
                    bytes: Number(valuesOf(item, 'length')[0]),
                    sha256: await sha256(reader, item),
                  };
            }),
          );
          const shown = (type: string | undefined): boolean => type === 'text/plain' || type === 'text/html';
          const wanted = twin.leaves
            .filter(({ type }) => !shown(type))
            .map(({ mail: subject, name, bytes, sha256: hash }) =>
              subject === undefined ? { name, bytes, sha256: hash } : { mail: subject },
            );
          expect(sorted(found)).toEqual(sorted(wanted));
        }
      } finally {
        await reader.close();
      }
    });
  },
);

function descendants(mail: CaseItem, all: readonly CaseItem[]): readonly CaseItem[] {
  const inside = new Set([mail.id]);
  return all.filter(({ id, parentId }) => parentId !== null && inside.has(parentId) && inside.add(id));
}

function sorted(values: readonly unknown[]): readonly string[] {
  return values.map((value) => JSON.stringify(value)).sort();
}
