/** Mails as tests write them, and what became of them. */

import { join } from 'node:path';
import type { CaseItem, CaseProblem } from '../../../src/cases/case-reader.ts';
import { openCase } from '../../../src/cases/open-case.ts';
import { readAll } from '../read-case.ts';
import { withTempDir, writeCaseFile } from '../tiny-case.ts';

export interface ReadMails {
  readonly items: readonly CaseItem[];
  /** Without nodes of the tree. */
  readonly mails: readonly CaseItem[];
  readonly problems: readonly CaseProblem[];
  readonly reasons: readonly string[];
  /** By id, as `latin1`. */
  readonly contents: ReadonlyMap<number, string>;
}

/** `source` is the path that is opened, below a folder of these files; default: the folder. */
export function readMails(files: Readonly<Record<string, string | Uint8Array>>, source = ''): Promise<ReadMails> {
  return withTempDir(async (dir) => {
    for (const [file, bytes] of Object.entries(files))
      await writeCaseFile(dir, file, typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes);
    const reader = await openCase(join(dir, source));
    try {
      const { items, problems } = await readAll(reader);
      const contents = new Map<number, string>();
      for (const { id, content } of items) {
        if (content === null) continue;
        await reader.checkPart(content);
        const input = await reader.openPart(content);
        contents.set(id, Buffer.concat((await input.stream().toArray()) as Buffer[]).toString('latin1'));
        await input.close();
      }
      const mails = items.filter((item) => propertyOf(item, 'treeNode') === null);
      return { items, mails, problems, reasons: problems.map(({ reason }) => reason), contents };
    } finally {
      await reader.close();
    }
  });
}

export const readMbox = (text: string | Uint8Array): Promise<ReadMails> => readMails({ 'x.mbox': text }, 'x.mbox');
export const readEml = (text: string | Uint8Array): Promise<ReadMails> => readMails({ 'x.eml': text }, 'x.eml');

/** Several values are joined by `|`. */
export function propertyOf({ properties }: CaseItem, name: string): string | null {
  return properties.find(([key]) => key === name)?.[1].join('|') ?? null;
}

export function multipart(boundary: string, parts: readonly string[], type = 'mixed'): string {
  const inside = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  return `Content-Type: multipart/${type}; boundary="${boundary}"\n\n${inside}--${boundary}--\n`;
}
