/** Archives with 64 bits, read again by another library: with small limits, and (`GIGABYTES=`) at the real limit of 32 bits. */
import { createHash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, test } from '@jest/globals';
import { type Entry, open, type ZipFile } from 'yauzl';
import { WIDE_FROM, type WideFrom } from '../../../src/export/zip/zip-records.ts';
import { ZipWriter } from '../../../src/export/zip/zip-writer.ts';
import { temporaryDir } from '../../support/endings.ts';

interface File {
  readonly name: string;
  readonly bytes: number;
  /** False if its size is not known before. */
  readonly isBounded: boolean;
}

const PIECE = Buffer.alloc(1 << 20, 'heron ');

function* contentOf({ bytes }: File): Generator<Buffer> {
  for (let at = 0; at < bytes; at += PIECE.length) yield PIECE.subarray(0, Math.min(PIECE.length, bytes - at));
}

async function* archive(zip: ZipWriter, files: readonly File[], sums: string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) {
    const { sha256, size } = yield* zip.file(file.name, contentOf(file), ...(file.isBounded ? [file.bytes] : []));
    sums.push(`${file.name} ${size} ${sha256}`);
  }
  yield* zip.end();
}

/** Read and checked by its directory. */
async function read(path: string): Promise<string[]> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    open(path, { lazyEntries: true }, (fault, opened) => (fault ? reject(fault) : resolve(opened))),
  );
  const sums: string[] = [];
  zip.readEntry();
  await new Promise<void>((resolve, reject) => {
    zip.on('end', resolve).on('error', reject);
    zip.on('entry', (entry: Entry) => {
      zip.openReadStream(entry, async (fault, stream) => {
        if (fault) return reject(fault);
        const hash = createHash('sha256');
        for await (const chunk of stream) hash.update(chunk as Buffer);
        sums.push(`${entry.fileName} ${entry.uncompressedSize} ${hash.digest('hex')}`);
        zip.readEntry();
      });
    });
  });
  return sums;
}

async function check(files: readonly File[], wideFrom: WideFrom): Promise<void> {
  const dir = temporaryDir();
  const zip = new ZipWriter(wideFrom);
  try {
    const path = join(dir, 'it.zip');
    const sums: string[] = [];
    await pipeline(archive(zip, files, sums), createWriteStream(path));
    expect(sums).toHaveLength(files.length);
    expect(await read(path)).toEqual(sums);
  } finally {
    await zip.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

const sizes = [0, 1, 99, 100, 101, 5000, 3];
const small = sizes.flatMap((bytes, i) => [
  { name: `content/${i}-ä.bin`, bytes, isBounded: true },
  { name: `text/${i}.txt`, bytes, isBounded: false },
]);

test.each([
  ['no limit is reached', WIDE_FROM],
  ['sizes, offsets and the number of files are over it', { bytes: 100, count: 3 }],
  ['only the number of files is', { bytes: WIDE_FROM.bytes, count: 14 }],
  ['only the place of the directory is', { bytes: 6000, count: WIDE_FROM.count }],
  ['everything is', { bytes: 0, count: 0 }],
])('an archive is read back as written if %s', async (_what, wideFrom) => {
  await check(small, wideFrom);
});

test('more files than 16 bits can count', async () => {
  const files = Array.from({ length: 0x1_0001 }, (_, i) => ({ name: `${i}`, bytes: 0, isBounded: true }));
  const zip = new ZipWriter();
  let bytes = 0;
  let end = Buffer.alloc(0);
  for await (const piece of archive(zip, files, [])) {
    bytes += piece.length;
    end = Buffer.from(piece);
  }
  await zip.close();
  expect([end.readUInt32LE(0), end.readBigUInt64LE(32)]).toEqual([0x06064b50, 0x1_0001n]);
  expect(end.readBigUInt64LE(48) + end.readBigUInt64LE(40)).toBe(BigInt(bytes - end.length));
});

test('without space for temporary files an archive ends, and says what to do', async () => {
  const { TMPDIR: before } = process.env;
  const zip = new ZipWriter(WIDE_FROM);
  const files = Array.from({ length: 2000 }, (_, n) => ({
    name: `a rather long name ${n}`,
    bytes: 0,
    isBounded: true,
  }));
  process.env['TMPDIR'] = '/dev/null';
  try {
    await expect(
      (async () => {
        for await (const _piece of archive(zip, files, []));
      })(),
    ).rejects.toMatchObject({ code: 'DISK_FULL', message: expect.stringMatching(/\(ENOTDIR\)\. .*TMPDIR/) });
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await zip.close();
  }
});

const gigabytes = Number(process.env['GIGABYTES'] ?? 0);

test(`a file of ${gigabytes} GB, and files after it`, async () => {
  const files = [
    { name: 'first', bytes: gigabytes * 2 ** 30 + 1, isBounded: true },
    { name: 'unknown', bytes: gigabytes * 2 ** 30, isBounded: false },
    { name: 'last', bytes: 7, isBounded: true },
  ];
  await check(files, WIDE_FROM);
}, 1_800_000);

test.each([0, 1, 2])('a file that is abandoned after %i pieces releases its source', async (steps) => {
  let left = 0;
  const content: AsyncIterableIterator<Uint8Array> = {
    next: async () => ({ done: false, value: PIECE }),
    return: async () => {
      left++;
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  const pieces = new ZipWriter().file('a', content);
  // The first one is the header.
  for (let i = 0; i <= steps; i++) await pieces.next();
  await pieces.return({ size: 0, sha256: '', fault: null });
  expect(left).toBeGreaterThan(0);
});
