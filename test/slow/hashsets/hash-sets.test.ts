/**
 * Hash sets compared with a twin that keeps all hashes in a `Set`: lists of every form, sorted in small stretches, and looked
 * up.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import { AskedHashes } from '../../../src/hashsets/asked-hashes.ts';
import { type HashSet, hashSetOf } from '../../../src/hashsets/build-hash-set.ts';
import { foundItems } from '../../../src/hashsets/found-items.ts';
import { SortedHashes } from '../../../src/hashsets/sorted-hashes.ts';
import { temporaryDir } from '../../support/endings.ts';
import { seeded } from '../../support/seeded.ts';

const hashOf = (algorithm: string, text: string): string => createHash(algorithm).update(text).digest('hex');

test('hashes are sorted on disk, each once, whatever their order and their first bits', async () => {
  const dir = temporaryDir();
  for (const [stretch, digits] of [
    [7, 40],
    [1000, 3],
    [64, 1],
  ] as const) {
    const random = seeded(digits);
    const given = Array.from({ length: 999 }, () =>
      hashOf('sha1', String(Math.floor(random() * 600)))
        .slice(-digits)
        .padStart(40, '0'),
    );
    const handle = await open(join(dir, `sort-${digits}`), 'w+');
    const sorted = new SortedHashes(20, { descriptor: handle.fd, bytes: 0 }, stretch);
    for (const digest of given) expect(sorted.add(digest)).toBe(true);
    expect(sorted.add('x'.repeat(40))).toBe(false);
    const merged = Buffer.concat([...sorted.merged()].map((piece) => Buffer.from(piece)));
    await handle.close();
    expect(merged.toString('hex')).toBe([...new Set(given)].sort().join(''));
  }
});

test('requested hashes are sorted in slices, however many', () => {
  for (const count of [0, 1, 16_384, 70_000]) {
    const random = seeded(count);
    const asked = new AskedHashes();
    const given = Array.from({ length: count }, (_, id) => ({
      // Equal beginnings, and equal hashes.
      hash: hashOf('md5', String(Math.floor(random() * count * 0.9)))
        .slice(id % 3 === 0 ? 20 : 0)
        .padStart(32, '0'),
      id,
    }));
    for (const { hash, id } of given) asked.add(hash, id);
    const work = asked.sorted();
    let turns = 0;
    let step = work.next();
    for (; step.done !== true; step = work.next()) turns++;
    const { hashes, ids } = step.value.md5;
    expect(ids.length).toBe(count);
    const found = Array.from(ids, (id, n) => ({ hash: hashes.toString('hex', n * 16, (n + 1) * 16), id }));
    expect(found.every(({ hash, id }) => hash === given[id]!.hash)).toBe(true);
    expect(found.map(({ hash }) => hash)).toEqual(given.map(({ hash }) => hash).sort());
    expect(new Set(ids).size).toBe(count);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(count / 16_384));
  }
});

const FILES = Array.from({ length: 50 }, (_, n) => ({
  md5: hashOf('md5', `${n}`),
  sha1: hashOf('sha1', `${n}`),
  sha256: hashOf('sha256', `${n}`),
}));

/** The other tables of an RDS of version 3, as its published schema has them. */
const OF_PACKAGES = [
  'CREATE TABLE MFG (manufacturer_id INTEGER NOT NULL, name VARCHAR NOT NULL, PRIMARY KEY (manufacturer_id))',
  'CREATE TABLE OS (operating_system_id INTEGER NOT NULL, name VARCHAR NOT NULL, version VARCHAR NOT NULL, manufacturer_id INTEGER NOT NULL, PRIMARY KEY (operating_system_id, manufacturer_id))',
  'CREATE TABLE PKG (package_id INTEGER NOT NULL, name VARCHAR NOT NULL, version VARCHAR NOT NULL, operating_system_id INTEGER NOT NULL, manufacturer_id INTEGER NOT NULL, language VARCHAR NOT NULL, application_type VARCHAR NOT NULL, PRIMARY KEY (package_id, operating_system_id, manufacturer_id, language, application_type))',
  'CREATE TABLE VERSION (version VARCHAR UNIQUE NOT NULL, build_set VARCHAR NOT NULL, build_date TIMESTAMP NOT NULL, release_date TIMESTAMP NOT NULL, description VARCHAR NOT NULL)',
];

/** A minimal RDS. Its key is every column of FILE, and a view has each file once. */
function minimalRds(hashes: readonly string[]) {
  const key = [...hashes, 'file_name', 'file_size', 'package_id'].join(', ');
  return {
    kinds: ['sha1', 'md5', 'sha256'] as const,
    write: (path: string): void =>
      writeDatabase(path, [
        `CREATE TABLE FILE (${hashes.map((name) => `${name} VARCHAR NOT NULL, `).join('')}file_name VARCHAR NOT NULL, file_size INTEGER NOT NULL, package_id INTEGER NOT NULL, PRIMARY KEY (${key}))`,
        ...OF_PACKAGES,
        `CREATE VIEW DISTINCT_HASH AS SELECT DISTINCT ${hashes.join(', ')} FROM FILE`,
        // Several packages have the same file.
        ...[...FILES, ...FILES.slice(0, 9)].map(({ sha256, sha1, md5 }, n) => {
          const cells = [sha256, sha1, md5, '0000abcd'].slice(0, hashes.length);
          return `INSERT INTO FILE VALUES (${cells.map((cell) => `'${cell.toUpperCase()}'`).join(', ')}, 'a,b"${n}', ${n}, ${n < FILES.length ? 1 : 2})`;
        }),
      ]),
  };
}

function writeDatabase(path: string, statements: readonly string[]): void {
  const database = new sqlite.Database(path);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** The same files in each form. `both` are the kinds of hashes in the form. */
const LISTS: Readonly<
  Record<string, { readonly kinds: readonly (keyof (typeof FILES)[0])[]; write(path: string): void }>
> = {
  'NSRLFile.txt': {
    kinds: ['sha1', 'md5'],
    write: (path) =>
      writeFileSync(
        path,
        [
          '"SHA-1","MD5","CRC32","FileName","FileSize","ProductCode","OpSystemCode","SpecialCode"',
          ...FILES.map(
            ({ sha1, md5 }, n) =>
              `"${sha1.toUpperCase()}","${md5.toUpperCase()}","0000","a ""b"", ${n}.txt",1,2,"x",""`,
          ),
        ].join('\r\n'),
      ),
  },
  'RDS_2025.03.1_modern.db': {
    kinds: ['sha1', 'md5', 'sha256'],
    write: (path) =>
      writeDatabase(path, [
        'CREATE TABLE METADATA (object_id INTEGER PRIMARY KEY, key_hash TEXT, bytes INTEGER, extension TEXT, file_name TEXT, md5 TEXT, package_id INTEGER, path TEXT, recursion_level INTEGER, sha1 TEXT, sha256 TEXT)',
        'CREATE VIEW FILE AS SELECT UPPER(sha256) AS sha256, UPPER(sha1) AS sha1, UPPER(md5) AS md5, file_name, bytes AS file_size, package_id FROM METADATA',
        ...OF_PACKAGES,
        // Several packages have the same file.
        ...[...FILES, ...FILES.slice(0, 9)].map(
          ({ sha256, sha1, md5 }, n) =>
            `INSERT INTO METADATA (object_id, file_name, bytes, package_id, sha256, sha1, md5) VALUES (${7 * n + 3}, 'a,b"${n}', ${n}, 1, '${sha256}', '${sha1}', '${md5}')`,
        ),
      ]),
  },
  // Lists with and without CRC-32, because releases differ.
  'RDS_2026.09.1_modern_minimal.db': minimalRds(['sha256', 'sha1', 'md5', 'crc32']),
  'RDS_2022.03.1_modern_minimal.db': minimalRds(['sha256', 'sha1', 'md5']),
  'hashkeeper.hsh': {
    kinds: ['md5'],
    write: (path) =>
      writeFileSync(
        path,
        [
          '"file_id","hashset_id","file_name","directory","hash","file_size","date_modified","time_modified","time_zone","comments","date_accessed","time_accessed"',
          ...FILES.map(
            ({ md5 }, n) =>
              `${n},1,"a, b","c:\\",${n % 2 ? `"${md5}"` : md5},${n},"1998/05/11","20:01:00","PST","","1998/05/11",""`,
          ),
        ].join('\n'),
      ),
  },
  'vic.json': {
    kinds: ['md5', 'sha1'],
    write: (path) => {
      const value = FILES.map(({ md5, sha1 }, n) => ({
        MediaID: n,
        Category: n % 4,
        VictimIdentified: false,
        Alternatives: [{ HashName: 'PhotoDNA', HashValue: 'q'.repeat(40) }],
        MD5: md5.toUpperCase(),
        SHA1: sha1,
        Name: `"MD5":"${'0'.repeat(32)}"`,
        MediaFiles: [{ FileName: '\\"' }],
      }));
      const context = 'http://github.com/ICMEC/ProjectVic/DataModels/2.0.xml/US/$metadata#Media';
      writeFileSync(path, `\uFEFF${JSON.stringify({ '@odata.context': context, value })}`);
    },
  },
  'md5sum.txt': {
    kinds: ['md5'],
    write: (path) => writeFileSync(path, `# known\n\n${FILES.map(({ md5 }) => `${md5} *file, md5\n`).join('')}`),
  },
  'mixed.txt': {
    kinds: ['sha256', 'md5', 'sha1'],
    write: (path) => writeFileSync(path, FILES.flatMap(({ md5, sha1, sha256 }) => [sha256, sha1, md5]).join('\r\n')),
  },
};

test.each(Object.entries(LISTS))(
  '%s is read, searched, and has the digest of its hashes',
  async (name, { kinds, write }) => {
    const dir = temporaryDir();
    const file = join(dir, name);
    write(file);
    const before = readFileSync(file);
    const set = await hashSetOf({ name: 'known', file }, join(dir, 'data'));
    expect(readFileSync(file).toString('hex')).toBe(before.toString('hex'));
    const has = (kind: keyof (typeof FILES)[0]): number => (kinds.includes(kind) ? FILES.length : 0);
    expect(set.head.counts).toEqual({ md5: has('md5'), 'sha-1': has('sha1'), 'sha-256': has('sha256') });
    expect(set.head.skipped).toBe(0);
    const plain = join(dir, 'plain');
    writeFileSync(
      plain,
      [...FILES]
        .reverse()
        .flatMap((own) => kinds.map((kind) => own[kind]))
        .join('\n'),
    );
    expect((await hashSetOf({ name: 'plain', file: plain }, join(dir, 'data'))).head.digest).toBe(set.head.digest);
    // A list is read again if and only if it has changed.
    const again: string[] = [];
    const onBegin = (): void => void again.push('read');
    await hashSetOf({ name: 'known', file }, join(dir, 'data'), { onBegin });
    writeFileSync(plain, FILES[0]!.md5);
    const other = await hashSetOf({ name: 'plain', file: plain }, join(dir, 'data'), { onBegin });
    expect([again, other.head.counts.md5]).toEqual([['read'], 1]);
    expect(readdirSync(join(dir, 'data/hash-sets')).sort()).toEqual(['known.hashes', 'plain.hashes']);
  },
);

test.each([
  ['nothing of the kind', 'hello\nworld\n', 'has no MD5'],
  ['JSON that is cut', `{"value":[{"MD5":"${'a'.repeat(32)}"}`, 'in the middle of its JSON'],
  ['a line without an end', 'a'.repeat(200_000), 'more than 65536 bytes'],
])('a list with %s is refused by name', async (_, text, finding) => {
  const dir = temporaryDir();
  const file = join(dir, 'list.txt');
  writeFileSync(file, text);
  await expect(hashSetOf({ name: 'bad', file }, dir)).rejects.toThrow(finding);
  await expect(hashSetOf({ name: 'bad', file: join(dir, 'none') }, dir)).rejects.toThrow('ENOENT');
  expect(readdirSync(join(dir, 'hash-sets'))).toEqual([]);
});

test('a pipe or a folder in place of a list is refused at once', async () => {
  const dir = temporaryDir();
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const file of [pipe, dir]) {
    await expect(hashSetOf({ name: 'bad', file }, dir)).rejects.toMatchObject({
      code: 'USAGE',
      message: `The list ${file} of the hash set bad is not a file: give the path of one.`,
    });
  }
});

test('the same items are found as by the twin, in any number of passes, and cached until set or index changes', async () => {
  const dir = temporaryDir();
  const random = seeded(5);
  const pick = (count: number): number => Math.floor(random() * count);
  const listed = Array.from({ length: 400 }, () => hashOf('md5', String(pick(900))));
  const bad = Array.from({ length: 30 }, () => hashOf('sha256', String(pick(900))));
  const sets: HashSet[] = [];
  for (const [name, lines] of Object.entries({ known: listed, bad })) {
    writeFileSync(join(dir, name), lines.join('\n'));
    sets.push(await hashSetOf({ name, file: join(dir, name) }, dir));
  }
  const items = Array.from({ length: 500 }, (_, n) => {
    const text = String(pick(900));
    return {
      id: n * 3,
      properties: [
        ['hash', [hashOf('md5', text).toUpperCase()]],
        ['SHA-256', pick(2) ? [hashOf('sha256', text)] : ['none']],
        ['note', [listed[0]!]],
      ] as [string, string[]][],
    };
  });
  const known = new Set([...listed, ...bad]);
  const twin = [listed, bad].map((lines) => {
    const own = new Set(lines);
    return items
      .filter(({ properties }) =>
        properties.some(([name, values]) => name !== 'note' && values.some((value) => own.has(value.toLowerCase()))),
      )
      .map(({ id }) => id);
  });
  expect(twin.map((ids) => ids.length > 5)).toEqual([true, true]);
  expect(known.size).toBeGreaterThan(300);
  let reads = 0;
  const hashed = (identity: string) => ({
    identity,
    async *batches() {
      reads++;
      for (let from = 0; from < items.length; from += 33) yield items.slice(from, from + 33);
    },
  });
  for (const atOnce of [1, 40, 10_000]) {
    const found = await foundItems(sets, hashed(`index ${atOnce}`), join(dir, 'found'), atOnce);
    expect(found.map((ids) => [...ids])).toEqual(twin);
  }
  expect((await foundItems(sets, hashed('index 1'), join(dir, 'found'))).map((ids) => [...ids])).toEqual(twin);
  expect(reads).toBe(3);
  // Cached results are checked, and so is the set itself.
  for (const file of readdirSync(join(dir, 'found'))) writeFileSync(join(dir, 'found', file), 'damaged '.repeat(16));
  expect((await foundItems(sets, hashed('index 1'), join(dir, 'found'))).map((ids) => [...ids])).toEqual(twin);
  const bytes = readFileSync(sets[0]!.path);
  bytes[5000]! ^= 1;
  writeFileSync(sets[0]!.path, bytes);
  await expect(foundItems(sets, hashed('another'), join(dir, 'found'))).rejects.toThrow('is damaged');
});

test('hashes are found in each piece of a file, next to others with the same first bytes, wherever the requested ones are', async () => {
  const dir = temporaryDir();
  const random = seeded(11);
  const digits = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const hash = (first = digits()): string => first + digits() + digits() + digits();
  const listed = [
    ...Array.from({ length: 70_000 }, () => hash()),
    ...Array.from({ length: 300 }, () => hash('7fffffff')),
    ...['00000000', 'ffffffff'].map((first) => hash(first)),
  ];
  const file = join(dir, 'list');
  writeFileSync(file, listed.join('\n'));
  const set = await hashSetOf({ name: 'many', file }, dir);
  expect(set.head.counts.md5).toBe(new Set(listed).size);
  const known = new Set(listed);
  const sorted = [...known].sort();
  const half = Math.floor(sorted.length / 2);
  const asked: Readonly<Record<string, readonly string[]>> = {
    'one, the first': sorted.slice(0, 1),
    'one, the last': sorted.slice(-1),
    'one behind all': ['f'.repeat(32)],
    'one before all': ['0'.repeat(32)],
    'many in a row': sorted.slice(half - 2000, half + 2000),
    'all and as many others': [...sorted, ...sorted.map(() => hash())],
    'those with the same first bytes': [
      ...sorted.filter((one) => one.startsWith('7fffffff')),
      ...Array.from({ length: 300 }, () => hash('7fffffff')),
    ],
    'some of the end and one of the beginning': [sorted[3]!, ...sorted.slice(-500), hash('fffffff0')],
  };
  for (const [name, hashes] of Object.entries(asked)) {
    const items = hashes.map((own, id) => ({ id, properties: [['md5', [own]]] as [string, string[]][] }));
    const batches = async function* () {
      yield items;
    };
    const twin = hashes.flatMap((own, id) => (known.has(own) ? [id] : []));
    for (const atOnce of [hashes.length + 1, 777]) {
      const found = await foundItems([set], { identity: `${name} ${atOnce}`, batches }, dir, atOnce);
      expect([name, [...found[0]!]]).toEqual([name, twin]);
    }
  }
});
