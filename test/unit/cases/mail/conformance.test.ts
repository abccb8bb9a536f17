import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mailFormat } from '../../../../src/cases/mail/mail-format.ts';
import { encodePartRef } from '../../../../src/shared/part-ref.ts';
import { type ConformanceItem, describeCaseReader } from '../../../conformance/case-reader.ts';

/** A mail in a separate file. Its item depends only on its bytes. */
function mail(id: number, subject: string, body: string): ConformanceItem {
  const content = `Subject: ${subject}\n\n${body}`;
  return {
    id,
    properties: {
      name: [subject],
      path: [`${id}.eml`],
      ext: ['eml'],
      contentType: ['message/rfc822'],
      category: ['Emails'],
      length: [String(content.length)],
      'Message-Subject': [subject],
    },
    text: `Subject: ${subject}\n\n${body}`,
    content,
  };
}

/** Broken files are empty, and come first. */
describeCaseReader('a folder of mail', {
  format: mailFormat,
  isAnalyzed: false,
  items: [mail(1, 'one', 'the heron'), mail(2, 'two', 'x'.repeat(100_000)), mail(3, 'three', 'copper')],
  write: async (dir, items, broken) => {
    for (let n = 0; n < broken; n++) await writeFile(join(dir, `0${n}.eml`), '');
    for (const { id, content } of items) await writeFile(join(dir, `${id}.eml`), content ?? 'Subject: new\n\n');
  },
  hostileRefs: [
    ['none.eml', 0, 1],
    ['1.eml', 0, 2 ** 40],
    ['1.eml', -1, 1],
    ['1.eml', 0, 8, 'base64', 9],
    ['1.eml', 0, 8, 'base64', 'x'],
    ['1.eml', 0, 8, 'gzip', 8],
    ['../1.eml', 0, 1],
  ].map((values) => encodePartRef(values)),
});
