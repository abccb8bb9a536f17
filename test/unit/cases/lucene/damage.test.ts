/** Messages about a damaged index. Each finding names its file, and nothing after it is read. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { CaseFiles } from '../../../../src/cases/files/safe-path.ts';
import { openLuceneIndex } from '../../../../src/cases/lucene/lucene-index.ts';
import { temporaryDir } from '../../../support/endings.ts';
import { unpackIpedCase } from '../../../support/iped-fixture.ts';
import { digestOf } from '../../../support/lucene-digest.ts';
import { change, partsOf, seal, sealCompound, takeApart } from '../../../support/lucene-files.ts';

const original = unpackIpedCase('image', 'case/iped/index');

let folder = '';
beforeEach(() => {
  folder = temporaryDir();
  cpSync(join(original, 'iped/index'), join(folder, 'index'), { recursive: true });
});

const path = (name: string): string => join(folder, 'index', name);
const read = (name: string): Buffer => readFileSync(path(name));
const flip = (name: string, at: number): void => {
  const bytes = read(name);
  bytes[at < 0 ? bytes.length + at : at]! ^= 0x10;
  writeFileSync(path(name), bytes);
};
const partAt = (name: string): number => partsOf(read('_0.cfe')).find((part) => part.name === name)!.offset;
const edit = (name: string, how: (bytes: Buffer) => Buffer | undefined): void =>
  change(join(folder, 'index'), name, how);

/** Opens and reads everything. Returns the problems, or the message of the error. */
async function reading(): Promise<string> {
  try {
    const index = await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(folder), folder: 'index' });
    try {
      const problems = [...index.problems, ...(await index.verify())];
      await digestOf(index);
      return problems.length === 0 ? 'whole' : problems.map(({ file, reason }) => `${file}: ${reason}`).join('\n');
    } finally {
      await index.close();
    }
  } catch (error) {
    expect(error).toMatchObject({ code: 'CASE_UNREADABLE' });
    return (error as Error).message;
  }
}

test('data verified elsewhere are not read for their checksum', async () => {
  flip('_0.cfs', partAt('_Lucene90_0.doc') + 100);
  for (const isVerifiedElsewhere of [false, true]) {
    const files = new CaseFiles(folder);
    const index = await openLuceneIndex({ casePath: 'CASE', files, folder: 'index', isVerifiedElsewhere });
    const [segment] = index.segments;
    const opened = segment!.openTerms({ items: new Int32Array(segment!.maxDoc), positionBases: null, room: 1 });
    if (isVerifiedElsewhere) await opened;
    else await expect(opened).rejects.toThrow(/checksum mismatch/);
    await index.close();
  }
});

describe('a file of a segment', () => {
  test('truncated', async () => {
    truncateSync(path('_0.cfs'), read('_0.cfs').length - 100);
    expect(await reading()).toMatch(
      /^case CASE: segment _0: file "index\/_0.cfs" is truncated: it has \d+ bytes, .* needs \d+$/,
    );
  });

  test('without its last bytes, or with others', async () => {
    edit('_0.cfs', (bytes) => Buffer.concat([bytes.subarray(0, -16), Buffer.alloc(8), bytes.subarray(-16)]));
    expect(await reading()).toMatch(/segment _0: file "index\/_0.cfs" has \d+ bytes, its directory needs \d+$/);
    edit('_0.cfs', (bytes) => Buffer.concat([bytes.subarray(0, -24), Buffer.alloc(16)]));
    expect(await reading()).toMatch(/segment _0: file "index\/_0.cfs" is truncated: it does not end with a footer/);
  });

  test.each(['.fdt', '_Lucene90_0.tim', '_Lucene90_0.doc', '_Lucene90_0.pos', '_Lucene90_0.tmd', '.fnm', '.fdm'])(
    'with a byte changed in %s',
    async (part) => {
      flip('_0.cfs', partAt(part) + 60);
      expect(await reading()).toMatch(
        /segment _0: file "index\/_0.cfs" \(_0\S+\) is damaged: checksum mismatch \(expected [0-9a-f]{8}, found [0-9a-f]{8}\)$/,
      );
    },
  );

  test('with a byte changed in an unread part', async () => {
    flip('_0.cfs', partAt('.tvd') + 60);
    expect(await reading()).toMatch(
      /^index\/_0.cfs: .*checksum mismatch .*; the damage is outside the parts that are read/,
    );
  });

  test('with another checksum in its footer', async () => {
    flip('_0.cfs', -1);
    expect(await reading()).toMatch(/file "index\/_0.cfs" is damaged: checksum mismatch/);
  });

  test.each(['.si', '.cfe', '.cfs'])('%s missing', async (part) => {
    rmSync(path(`_0${part}`));
    expect(await reading()).toBe(`case CASE: segment _0: file "index/_0${part}" is missing`);
  });

  test('of another index', async () => {
    edit('_0.cfe', (bytes) => {
      bytes[4 + 1 + bytes[4]! + 4]! ^= 1;
      return undefined;
    });
    expect(await reading()).toMatch(
      /segment _0: file "index\/_0.cfe" belongs to another index \(id [0-9a-f]{32}, expected [0-9a-f]{32}\)/,
    );
  });
});

describe('a segment with a file for each part', () => {
  beforeEach(() => {
    takeApart(join(folder, 'index'), '_0');
    rmSync(path('_0.cfs'));
    rmSync(path('_0.cfe'));
  });

  test('has the same contents', async () => {
    const whole = await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(original), folder: 'iped/index' });
    const apart = await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(folder), folder: 'index' });
    expect(await digestOf(apart)).toBe(await digestOf(whole));
    await whole.close();
    await apart.close();
  });

  test.each(['.fnm', '.fdt', '.fdm', '_Lucene90_0.tmd', '_Lucene90_0.tim', '_Lucene90_0.doc', '_Lucene90_0.pos'])(
    '%s missing, or truncated',
    async (part) => {
      truncateSync(path(`_0${part}`), read(`_0${part}`).length - 1);
      expect(await reading()).toBe(
        `case CASE: segment _0: file "index/_0${part}" is truncated: it does not end with a footer`,
      );
      rmSync(path(`_0${part}`));
      expect(await reading()).toBe(`case CASE: segment _0: file "index/_0${part}" is missing`);
    },
  );
});

describe('the commit', () => {
  test('empty', async () => {
    writeFileSync(path('segments_2'), '');
    expect(await reading()).toMatch(
      /^case CASE: file "index\/segments_2" is truncated.*; it is the newest commit, and an older commit segments_1 with 0 segments exists: it is not used/,
    );
  });

  test('missing', async () => {
    rmSync(path('segments_2'));
    expect(await reading()).toMatch(
      /file "index\/segments_1" is an empty commit with 0 segments, but 3 files of segments exist .*: the newest commit is missing$/,
    );
    rmSync(path('segments_1'));
    expect(await reading()).toMatch(/has no commit/);
  });

  test('is chosen by number, in base 36', async () => {
    // The commit contains its own number.
    edit('segments_2', (bytes) => {
      bytes[4 + 1 + 8 + 4 + 16 + 1] = 'a'.charCodeAt(0);
      return undefined;
    });
    writeFileSync(path('segments_a'), read('segments_2'));
    writeFileSync(path('segments_9'), '');
    expect(await reading()).toBe('whole');
  });

  test.each([
    ['with a fitting checksum', true],
    ['alone', false],
  ])('names another codec, %s', async (_, isSealed) => {
    const bytes = read('segments_2');
    bytes.write('Lucene95', bytes.indexOf('Lucene92'));
    writeFileSync(path('segments_2'), isSealed ? seal(bytes) : bytes);
    expect(await reading()).toMatch(
      /file "index\/segments_2" says that segment _0 has the codec "Lucene95", which is not supported; this reader supports Lucene92 \(IPED 4.0 to 4.4\)/,
    );
  });

  test('of older versions of Lucene', async () => {
    const before = read('segments_2');
    edit('segments_2', (bytes) => {
      // After the header with its suffix of one letter and the version that wrote it.
      bytes[4 + 1 + 8 + 4 + 16 + 1 + 1 + 3] = 8;
      return undefined;
    });
    expect(await reading()).toMatch(
      /"index\/segments_2" belongs to an index of Lucene 8: the index format of Lucene 8 is not supported/,
    );
    before.writeInt32BE(6, 4 + 1 + 8);
    writeFileSync(path('segments_2'), before);
    expect(await reading()).toMatch(
      /"index\/segments_2" was written by Lucene 6 or older \(version 6\): a case of IPED 3.x cannot be opened/,
    );
  });

  test('with files of no commit', async () => {
    writeFileSync(path('_3.fdt'), 'left behind');
    expect(await reading()).toMatch(
      /^index\/segments_2: 1 files of segments belong to no commit \(_3.fdt\): processing was interrupted, or the newest commit is missing$/,
    );
  });

  test('with files of an older commit, which is readable', async () => {
    const commit = read('segments_2');
    const older = Buffer.from(commit);
    // The suffix in the header, and a file of live documents.
    older.write('1', 4 + 1 + 8 + 4 + 16 + 1);
    older.writeBigInt64BE(3n, older.indexOf('Lucene92') + 8);
    writeFileSync(path('segments_1'), seal(older));
    writeFileSync(path('_0_3.liv'), 'of the older commit');
    expect(await reading()).toBe('whole');
    writeFileSync(path('segments_1'), older.subarray(0, -1));
    expect(await reading()).toMatch(/^index\/segments_2: 1 files of segments belong to no commit \(_0_3.liv\)/);
  });

  test('with a lock and temporary files beside it', async () => {
    for (const name of ['write.lock', '_1_Lucene90_0.doc.tmp', 'pending_segments_3']) writeFileSync(path(name), '');
    mkdirSync(path('other'));
    expect(existsSync(path('write.lock'))).toBe(true);
    expect(await reading()).toBe('whole');
  });
});

describe('deletions', () => {
  /** A commit that names 2 deletions of generation 1, and their file. */
  const deleteDocuments = (deleted: readonly number[], maxDoc = 200): void => {
    edit('segments_2', (bytes) => {
      const at = bytes.indexOf('Lucene92') + 8;
      bytes.writeBigInt64BE(1n, at);
      bytes.writeInt32BE(2, at + 8);
      return undefined;
    });
    const id = read('segments_2')
      .subarray(read('segments_2').indexOf('Lucene92') - 17)
      .subarray(0, 16);
    const bits = Buffer.alloc(Math.ceil(maxDoc / 64) * 8);
    for (let doc = 0; doc < maxDoc; doc++) if (!deleted.includes(doc)) bits[doc >> 3]! |= 1 << (doc & 7);
    const codec = Buffer.from('Lucene90LiveDocs');
    const header = Buffer.concat([Buffer.from([0x3f, 0xd7, 0x6c, 0x17, codec.length]), codec, Buffer.alloc(4), id]);
    const footer = Buffer.from([0xc0, 0x28, 0x93, 0xe8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    writeFileSync(path('_0_1.liv'), seal(Buffer.concat([header, Buffer.from('\x011'), bits, footer])));
  };

  test('of two documents', async () => {
    deleteDocuments([0, 199]);
    const index = await openLuceneIndex({ casePath: 'CASE', files: new CaseFiles(folder), folder: 'index' });
    const live = Array.from({ length: 200 }, (_, doc) => doc).filter((doc) => index.segments[0]!.isLive(doc));
    expect(live).toEqual(Array.from({ length: 198 }, (_, i) => i + 1));
    await index.close();
  });

  test('of another number, or for another number of documents', async () => {
    deleteDocuments([1, 2, 3]);
    expect(await reading()).toBe(
      'case CASE: segment _0: file "index/_0_1.liv" is inconsistent: it deletes 3 documents, the commit says 2',
    );
    deleteDocuments([1, 2], 300);
    expect(await reading()).toMatch(
      /file "index\/_0_1.liv" is inconsistent: it has 40 bytes for 200 documents, not 32/,
    );
    rmSync(path('_0_1.liv'));
    expect(await reading()).toBe('case CASE: segment _0: file "index/_0_1.liv" is missing');
  });
});

test('a compound file with matching checksums is as sound as before', async () => {
  writeFileSync(path('_0.cfs'), sealCompound(read('_0.cfs'), read('_0.cfe')));
  expect(await reading()).toBe('whole');
});
