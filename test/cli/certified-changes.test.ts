/**
 * Random changes of everything that a certificate covers: cases of every format, their contents, the certificate itself and its
 * list. `verify-certificate` must find each change that changes a meaning. `make certificates` makes ten thousand.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CaseReader } from '../../src/cases/case-reader.ts';
import { CASE_FORMATS, openCase } from '../../src/cases/open-case.ts';
import { readCaseIdentity } from '../../src/certificates/case-identity.ts';
import { parseCertificate } from '../../src/certificates/certificate.ts';
import { certify } from '../../src/certificates/certify.ts';
import { contentFinding, UNHASHED } from '../../src/certificates/content-check.ts';
import { parseReferences } from '../../src/certificates/reference-list.ts';
import { newKeyPair, parsePrivateKey } from '../../src/certificates/signing.ts';
import { signatureFindings } from '../../src/cli/certificates/signature-findings.ts';
import { decodePartRef } from '../../src/shared/part-ref.ts';
import { temporaryDir } from '../support/endings.ts';
import { unpackIpedCase } from '../support/iped-fixture.ts';
import { CONCORDANCE, writeDelimited } from '../support/load-files.ts';
import { seeded } from '../support/seeded.ts';
import { writeCase } from '../support/tiny-case.ts';

const RUNS = Number(process.env['RUNS'] ?? 160);
const random = seeded(Number(process.env['SEED'] ?? 1));
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

let dir: string;
/** Folders outside `dir`. */
const others: string[] = [];

beforeAll(async () => {
  dir = temporaryDir();
});
afterAll(async () => {
  for (const folder of [dir, ...others]) await rm(folder, { recursive: true, force: true });
});

/** The file that is changed, and the files that may be read for it. */
interface Subject {
  readonly path: string;
  /** Files with records and texts. */
  readonly files: readonly string[];
  /** Files with contents. */
  readonly contents: readonly string[];
  /** Makes a file consistent again after a change, so that no checksum of the format finds it. */
  readonly repair?: (file: string, bytes: Buffer) => void;
}

async function portable(): Promise<Subject> {
  const items = Array.from({ length: 12 }, (_, i) => ({
    // Not in order of ids.
    id: (i * 7) % 12,
    ...(i === 0 ? {} : { parentId: 0 }),
    properties: { name: [`näme ${i}.txt`], category: ['Documents'], hash: [md5(`content ${i}`)] },
    text: i % 2 === 0 ? `the heron ${i} flies` : `nothing ${i} here`,
    content: `content ${i}`,
  }));
  const path = await writeCase(join(dir, 'portable'), items, { itemFiles: 2, textAs: 'file', gzip: false });
  const texts = items.map(({ id }) => join(path, 'text', `${id}.txt`));
  const contents = items.map(({ id }) => join(path, 'content', `${id}`));
  return { path, files: [join(path, 'items-00000.jsonl'), join(path, 'items-00001.jsonl'), ...texts], contents };
}

async function loadFile(): Promise<Subject> {
  const folder = join(dir, 'production');
  const numbers = Array.from({ length: 8 }, (_, i) => i + 1);
  const columns = ['DOCID', 'PARENTID', 'FILENAME', 'SUBJECT', 'MD5HASH', 'TEXTPATH', 'NATIVEPATH'];
  const rows = numbers.map((n) => {
    const name = `P${n}`;
    const subject = `on the ${n}th heron, ünd more`;
    return [
      name,
      n > 4 ? 'P1' : '',
      `${name}.txt`,
      subject,
      md5(`native ${n}`),
      `TEXT\\${name}.txt`,
      `NATIVE\\${name}.bin`,
    ];
  });
  const written: string[] = [];
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    written.push(file);
    return file;
  };
  const path = await write('load.dat', writeDelimited({ columns, rows }, CONCORDANCE));
  for (const n of numbers) await write(`TEXT/P${n}.txt`, `the heron ${n} flies over ${'reed '.repeat(n)}`);
  const files = written.splice(0);
  for (const n of numbers) await write(`NATIVE/P${n}.bin`, `native ${n}`);
  return { path, files, contents: written };
}

/** Records and terms of Lucene files. Their checksums are made to match again. */
async function iped(): Promise<Subject> {
  const path = unpackIpedCase('pieces');
  others.push(dirname(dirname(path)));
  const index = join(path, 'iped', 'index');
  const files = (await readdir(index)).filter((name) => /\.(fdt|fnm|tim|doc|pos)$/.test(name));
  const repair = (_: string, bytes: Buffer): void => {
    bytes.writeBigInt64BE(BigInt(crc32(bytes.subarray(0, -8))), bytes.length - 8);
  };
  return { path, files: files.map((name) => join(index, name)), contents: [], repair };
}

async function withCase<T>(path: string, use: (reader: CaseReader) => Promise<T>): Promise<T> {
  const reader = await openCase(path, CASE_FORMATS, { evidenceRoots: [dirname(dirname(path))] });
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

const identityOf = (path: string): Promise<string> =>
  withCase(path, async (reader) => (await readCaseIdentity(reader)).identity);

/** Returns everything that the case contains, in the obvious way, without hashes that could hide anything. */
async function everythingOf(path: string): Promise<string> {
  return withCase(path, async (reader) => {
    const all: unknown[] = [];
    for (const part of reader.parts) {
      for await (const items of reader.readItems(part, { problem: () => undefined, progress: () => undefined })) {
        for (const { id, parentId, properties, text, content, thumb } of items) {
          const known = new Map(properties);
          const told = typeof text === 'string' || text === null ? text : await bytesOf(reader, text);
          const refs = [content, thumb].map((ref) => ref && decodePartRef(ref));
          all.push([id, parentId, [...known.keys()].sort().map((name) => [name, known.get(name)]), told, refs]);
        }
      }
    }
    for (const segment of reader.analyzed?.segments ?? []) {
      const cursor = await segment.open();
      while (cursor.next()) {
        all.push([reader.analyzed!.fields[cursor.field]!.name]);
        all.push(Buffer.from(cursor.bytes.subarray(cursor.termStart, cursor.termEnd)).toString('hex'));
        for (let count = cursor.read(); count > 0; count = cursor.read()) {
          for (let i = cursor.from; i < cursor.from + count; i++) all.push(cursor.docs[i], cursor.positions[i]);
        }
      }
      cursor.close();
    }
    return JSON.stringify(all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)));
  });
}

async function bytesOf(reader: CaseReader, ref: Parameters<CaseReader['openPart']>[0]): Promise<string> {
  const source = await reader.openPart(ref);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of source.stream() as AsyncIterable<Buffer>) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('hex');
  } finally {
    await source.close();
  }
}

/** Changes one byte, at a different position each time. Restores the file afterwards. */
async function changed<T>(
  { repair }: Subject,
  file: string,
  look: () => Promise<T>,
): Promise<{ what: string; found: T }> {
  const before = await readFile(file);
  const bytes = Buffer.from(before);
  const offset = Math.floor(random() * (bytes.length - (repair === undefined ? 0 : 16)));
  bytes[offset] = bytes[offset]! ^ (1 + Math.floor(random() * 255));
  const what = `${file} at ${offset}: ${before[offset]}, now ${bytes[offset]}`;
  repair?.(file, bytes);
  await writeFile(file, bytes);
  try {
    return { what, found: await look() };
  } finally {
    await writeFile(file, before);
  }
}

/** Whether both give the same result, or both fail. */
async function isAs<T>(before: T, look: () => Promise<T>): Promise<boolean> {
  try {
    return (await look()) === before;
  } catch {
    return false;
  }
}

test.each([
  ['a case directory', portable, 0.5],
  ['a load file', loadFile, 0.25],
  ['a case of IPED', iped, 0.1],
] as const)('%s: changes of records and texts are found', async (_what, make, share) => {
  const subject = await make();
  const before = await identityOf(subject.path);
  const everything = await everythingOf(subject.path);
  let found = 0;
  const runs = Math.ceil(RUNS * share);
  for (let run = 0; run < runs; run++) {
    const { what, found: isSame } = await changed(subject, pick(subject.files), async () => {
      if (!(await isAs(before, () => identityOf(subject.path)))) return false;
      // White space between members, or a compressed byte that stands for the same content. Such changes alter nothing.
      return (await isAs(everything, () => everythingOf(subject.path))) ? 'as before' : true;
    });
    expect([what, isSame]).not.toEqual([what, true]);
    if (isSame === false) found++;
  }
  expect(found).toBeGreaterThan(runs / 2);
  expect(await identityOf(subject.path)).toBe(before);
});

test('changes of contents are found by reading them', async () => {
  for (const subject of [await portable(), await loadFile()]) {
    const wrong = () =>
      withCase(subject.path, async (reader) => (await readCaseIdentity(reader, { isDeep: true })).wrongContents.length);
    expect(await wrong()).toBe(0);
    for (let run = 0; run < RUNS / 20; run++) {
      const { what, found } = await changed(subject, pick(subject.contents), wrong);
      expect([what, found]).toEqual([what, 1]);
    }
  }
});

test('changed contents of a disk image are found, too; folders have no hash, which is reported', async () => {
  const path = unpackIpedCase('image');
  others.push(dirname(dirname(path)));
  const disk = join(dirname(path), 'disk.dd');
  await withCase(path, async (reader) => {
    const image = await readFile(disk);
    let folders = 0;
    for (const part of reader.parts) {
      for await (const items of reader.readItems(part, { problem: () => undefined, progress: () => undefined })) {
        for (const item of items) {
          if (item.content === null) continue;
          const finding = await contentFinding(reader, item, item.content);
          if (finding === UNHASHED) {
            folders++;
            continue;
          }
          const bytes = Buffer.from(await bytesOf(reader, item.content), 'hex');
          // Long runs of zeros would make the search slow.
          const offset = bytes.length > 200 && bytes.length < 100_000 ? image.indexOf(bytes) : -1;
          if (offset < 0) continue;
          // This is the first item that is contiguous in the image.
          expect([item.id, finding]).toEqual([item.id, null]);
          image[offset + Math.floor(random() * bytes.length)]! ^= 1;
          await writeFile(disk, image);
          expect(await contentFinding(reader, item, item.content)).toMatch(/^its content (?:is not|cannot)/);
          expect(folders).toBeGreaterThan(0);
          return;
        }
      }
    }
    throw new Error('no content lies in the image');
  });
});

test('changes of a certificate and of its list are found', async () => {
  const lines = Array.from({ length: 30 }, (_, i) => ({ source: 'laptop', ids: [i * 3] }));
  const hash = md5('a') + md5('b');
  let list = '';
  const certificate = await certify({
    hints: ['a hint'],
    query: {
      q: 'heron näme:"a b"',
      canonical: 'heron näme:"a b"',
      defaultOperator: 'AND',
      fields: ['name', 'content'],
      syntax: null,
      expand: ['family'],
      collapse: 'hash',
      bbox: '1,2,3,4',
      filter: ['type:pdf'],
    },
    sources: [
      {
        id: 'laptop',
        caseIdentity: hash,
        items: 99,
        searchable: 98,
        unreadable: { count: 1, digest: hash },
        indexIdentity: 'x',
      },
    ],
    hits: [lines],
    bookmarks: [{ name: null, members: [] }],
    report: { queries: 3, failed: 1, list: hash, digest: hash },
    isComplete: true,
    program: 'case-access',
    analysis: 'of the test',
    who: 'ana',
    key: parsePrivateKey(newKeyPair().privateKey),
    onLines: (more) => {
      list += more;
    },
  });
  const whole = Buffer.from(JSON.stringify(certificate));
  expect(signatureFindings(parseCertificate(whole.toString()), null)).toEqual([]);
  const isFound = (bytes: Buffer, kind: string): boolean => {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      if (kind === 'certificate') return signatureFindings(parseCertificate(text), null).length > 0;
      return parseReferences(text)[0]!.digest !== certificate.digest;
    } catch {
      return true;
    }
  };
  for (let run = 0; run < RUNS; run++) {
    const kind = pick(['certificate', 'list']);
    const bytes = Buffer.from(kind === 'list' ? list : whole);
    const offset = Math.floor(random() * bytes.length);
    const before = bytes[offset]!;
    bytes[offset] = before ^ (1 + Math.floor(random() * 255));
    expect([kind, offset, bytes[offset], isFound(bytes, kind)]).toEqual([kind, offset, bytes[offset], true]);
  }
});
