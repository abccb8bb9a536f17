/**
 * A production of documents as a law firm hands it over: a Concordance load file in windows-1252 with a list of page
 * images, texts and native files beside it. Paths are spelled in other letter case than the files, as they often are.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as pictures from './pictures.mjs';

const columns = [
  ...['BEGBATES', 'ENDBATES', 'BEGATTACH', 'ENDATTACH', 'CUSTODIAN', 'FROM', 'TO', 'SUBJECT', 'DATESENT', 'TIMESENT'],
  ...['FILENAME', 'FILESIZE', 'DATELASTMOD', 'MD5HASH', 'ISSUES', 'NATIVEPATH', 'TEXTPATH', 'NOTES'],
];

const documents = [
  {
    pages: 1,
    from: 'Joana Prates <prates@advogados.example>',
    to: 'Ruth Calder <calder@notary.example>; Émile Roux <roux@notary.example>',
    subject: 'Deed of the kestrel farm',
    sent: ['10/05/2022', '4:05 PM'],
    issues: 'Deed; Privilege',
    text: 'Dear Ruth, attached are the deed of the kestrel farm and the survey of the boundary. The price is 310.000 €.',
    notes: 'Hot document\nread twice',
    attachments: [
      {
        name: 'Deed – Kestrel Farm.txt',
        modified: '09/28/2022',
        pages: 2,
        native: 'Deed of the kestrel farm, signed in the presence of the notary. Boundary: the old mill race.\n',
        text: 'Deed of the kestrel farm, signed in the presence of the notary.\r\nBoundary: the old mill race.',
        encoding: 'windows-1252',
      },
      {
        name: 'survey.csv',
        modified: '09/30/2022',
        pages: 1,
        native: 'corner;east;north\r\nmill;512.4;88.1\r\ngate;530.9;91.7\r\n',
        text: 'corner east north mill gate',
        encoding: 'utf-16le',
      },
    ],
  },
  {
    pages: 3,
    name: 'Letter from the surveyor',
    modified: '10/02/2022',
    text: 'The boundary of the kestrel farm follows the mill race, not the hedge. Survey fee: 1.200 €.',
    encoding: 'utf-8',
    issues: 'Boundary',
  },
  {
    pages: 1,
    from: 'Ruth Calder <calder@notary.example>',
    to: 'Joana Prates <prates@advogados.example>',
    subject: 'RE: Deed of the kestrel farm',
    sent: ['10/13/2022', '9:12 AM'],
    text: 'Received with thanks. The notary keeps the original of the deed; the hedge is not mentioned anywhere.',
    issues: 'Deed',
  },
];

/** Writes `production/VOL001` into `dir`; a folder of that name is replaced. */
export async function makeProduction(dir) {
  const root = join(dir, 'production');
  await rm(root, { recursive: true, force: true });
  const volume = new Volume(join(root, 'VOL001'));
  for (const document of documents) await volume.addFamily(document);
  await volume.finish();
}

class Volume {
  #root;
  #pages = 0;
  #rows = [];
  #images = [];

  constructor(root) {
    this.#root = root;
  }

  async addFamily(document) {
    const family = [document, ...(document.attachments ?? [])];
    const first = this.#pages + 1;
    const last = this.#pages + family.reduce((sum, { pages }) => sum + pages, 0);
    const range = family.length === 1 ? ['', ''] : [bates(first), bates(last)];
    for (const member of family) await this.#add(member, range);
  }

  async finish() {
    const lines = [columns, ...this.#rows].map((row) =>
      row.map((value) => `þ${value.replaceAll('\n', '®')}þ`).join('\x14'),
    );
    await this.#write('DATA/VOL001.DAT', encode(`${lines.join('\r\n')}\r\n`, 'windows-1252'));
    await this.#write('DATA/VOL001.OPT', Buffer.from(`${this.#images.join('\r\n')}\r\n`));
  }

  async #add(document, [begAttach, endAttach]) {
    const begin = bates(this.#pages + 1);
    const end = bates(this.#pages + document.pages);
    await this.#addPages(document);
    const native = document.native === undefined ? null : Buffer.from(document.native);
    const extension = document.name?.includes('.') ? document.name.replace(/^.*\./, '') : 'txt';
    if (native !== null) await this.#write(`content/001/${begin}.${extension}`, native);
    await this.#write(`text/001/${begin}.txt`, encode(document.text, document.encoding ?? 'windows-1252'));
    this.#rows.push([
      ...[
        begin,
        end,
        begAttach,
        endAttach,
        'Prates, Joana',
        document.from ?? '',
        document.to ?? '',
        document.subject ?? '',
      ],
      ...(document.sent ?? ['', '']),
      ...[document.name ?? '', native === null ? '' : native.length.toLocaleString('en-US'), document.modified ?? ''],
      native === null ? '' : createHash('md5').update(native).digest('hex').toUpperCase(),
      document.issues ?? '',
      native === null ? '' : `\\VOL001\\CONTENT\\001\\${begin}.${extension.toUpperCase()}`,
      `\\VOL001\\TEXT\\001\\${begin}.TXT`,
      document.notes ?? '',
    ]);
  }

  async #addPages({ pages }) {
    for (let n = 0; n < pages; n++) {
      this.#pages++;
      const key = bates(this.#pages);
      this.#images.push(`${key},VOL001,IMAGES\\001\\${key}.jpg,${n === 0 ? 'Y' : ''},,,${n === 0 ? pages : ''}`);
      await this.#write(
        `images/001/${key}.jpg`,
        await pictures.jpeg('sheet', { width: 60, height: 85, number: this.#pages, seed: this.#pages }),
      );
    }
  }

  async #write(file, bytes) {
    const path = join(this.#root, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  }
}

function bates(page) {
  return `PRD${String(page).padStart(6, '0')}`;
}

/** The few characters of these documents in which windows-1252 is not Latin-1. */
const WINDOWS_1252 = { '€': 0x80, '–': 0x96 };

function encode(text, encoding) {
  if (encoding === 'windows-1252')
    return Buffer.from(Array.from(text, (unit) => WINDOWS_1252[unit] ?? unit.charCodeAt(0)));
  return encoding === 'utf-16le' ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text, 'utf8');
}
