/**
 * Damages files of a case of IPED, one at a time: bytes flipped, zeroed, removed or cut, files removed. A build must report it,
 * or have read the same. A content must be unchanged, or an error, or other bytes of the same length if nothing in the case
 * reveals them.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCase } from '../../dist/src/cases/open-case.js';
import { STREAMS } from '../../dist/src/engine/format.js';
import { IndexReader } from '../../dist/src/engine/index-reader.js';
import { streamOf } from '../../dist/src/engine/verify/stream-of.js';
import { buildIndex } from '../../dist/src/indexing/build-index.js';
import { AppError } from '../../dist/src/shared/errors.js';
import { Random } from './random.mjs';

const FIXTURE = fileURLToPath(new URL('../fixtures/iped/image.tar.gz', import.meta.url));
/** Contents read in a round. */
const CONTENTS = 12;
/** Files that a build reads with checksums, and files that it reads without. */
const INDEX = ['segments_2', '_0.si', '_0.cfe', '_0.cfs', '_0.cfs', '_0.cfs'].map((name) => `case/iped/index/${name}`);
const SETTINGS = [
  'conf/IndexTaskConfig.txt',
  'conf/CategoriesConfig.json',
  'conf/metadataTypes.txt',
  'LocalConfig.txt',
].map((name) => `case/iped/${name}`);

const DAMAGES = {
  'a bit flipped': (bytes, at) => replaced(bytes, at, [bytes[at] ^ 16]),
  'a byte changed': (bytes, at, random) => replaced(bytes, at, [random.below(256)]),
  'bytes zeroed': (bytes, at, random) => replaced(bytes, at, Buffer.alloc(1 + random.below(500))),
  'bytes missing': (bytes, at, random) =>
    Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(500))]),
  'cut off': (bytes, at) => bytes.subarray(0, at),
  gone: () => null,
};

function replaced(bytes, at, other) {
  const out = Buffer.from(bytes);
  out.set(Buffer.from(other).subarray(0, out.length - at), at);
  return out;
}

/** Returns figures, and the failures as texts with seed, round and damage. */
export async function ipedRounds({ rounds, seed, onRound = () => undefined }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'case-access-iped-')));
  const random = new Random(seed);
  const failures = [];
  const figures = { rounds: 0, builds: 0, refused: 0, told: 0, same: 0, otherSettings: 0, contents: 0, otherBytes: 0 };
  try {
    execFileSync('tar', ['xzf', FIXTURE, '-C', root]);
    const rig = await Rig.open(join(root, 'image'), join(root, 'data'));
    while (figures.rounds < rounds) {
      const kind = random.next();
      const file = random.pick(kind < 0.6 ? INDEX : kind < 0.7 ? SETTINGS : rig.contentFiles);
      const what = random.pick(Object.keys(DAMAGES));
      const bytes = rig.bytesOf(file);
      const at = random.below(bytes.length);
      const fail = (why) => failures.push(`seed ${seed}, round ${figures.rounds}, ${file}: ${what} at ${at}: ${why}`);
      rig.write(file, DAMAGES[what](bytes, at, random));
      try {
        if (kind < 0.7) await rig.judgeBuild(SETTINGS.includes(file), figures, fail);
        else await rig.judgeContents(random, figures, fail);
      } catch (error) {
        fail(error.stack);
      }
      rig.write(file, bytes);
      figures.rounds++;
      onRound(figures);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return { figures, failures };
}

class Rig {
  #folder;
  #dataDir;
  #kept = new Map();
  #sound;
  #contents;
  contentFiles;

  static async open(folder, dataDir) {
    const rig = new Rig();
    rig.#folder = folder;
    rig.#dataDir = dataDir;
    rig.#sound = await rig.#build();
    rig.#contents = await rig.#readContents(null);
    const storages = readdirSync(join(folder, 'case/iped/storage')).filter((name) => name.endsWith('.db'));
    const objects = readdirSync(join(folder, 'case')).filter((name) => name === 'sleuth.db');
    rig.contentFiles = [
      ...storages.map((name) => `case/iped/storage/${name}`),
      ...[...objects, ...objects].map((name) => `case/${name}`),
      'disk.dd',
    ];
    return rig;
  }

  bytesOf(file) {
    if (!this.#kept.has(file)) this.#kept.set(file, readFileSync(join(this.#folder, file)));
    return this.#kept.get(file);
  }

  /** Null removes the file. */
  write(file, bytes) {
    const path = join(this.#folder, file);
    rmSync(path, { force: true });
    if (bytes !== null) writeFileSync(path, bytes);
  }

  async #build() {
    const report = await buildIndex({ casePath: join(this.#folder, 'case'), dataDir: this.#dataDir, isForced: true });
    const index = await IndexReader.open(report.indexPath);
    const hash = createHash('sha256').update(JSON.stringify(index.header.origin));
    for (const name of STREAMS) {
      const stream = streamOf(index, name);
      const length = index.header.streamBytes[name];
      stream.fetch(0, length);
      hash.update(stream.bytes.subarray(stream.start, stream.start + length));
    }
    await index.close();
    return { problems: report.problems.count, facts: hash.digest('hex') };
  }

  async judgeBuild(isSettings, figures, fail) {
    figures.builds++;
    let built;
    try {
      built = await this.#build();
    } catch (error) {
      figures.refused++;
      if (!(error instanceof AppError) || error.code !== 'CASE_UNREADABLE') fail(error.stack);
      return;
    }
    if (built.problems > this.#sound.problems) figures.told++;
    else if (built.facts === this.#sound.facts) figures.same++;
    else if (isSettings) figures.otherSettings++;
    else fail('the index differs, and nothing was reported');
  }

  async judgeContents(random, figures, fail) {
    const chosen = new Set(Array.from({ length: CONTENTS }, () => random.below(this.#contents.length)));
    for (const [n, found] of (await this.#readContents(chosen)).entries()) {
      const sound = this.#contents[n];
      if (found === undefined || sound.error !== undefined) continue;
      figures.contents++;
      if (found.error !== undefined) {
        figures.refused++;
        if (!(found.error instanceof AppError)) fail(`content ${n}: ${found.error.stack}`);
      } else if (found.hash === sound.hash) figures.same++;
      else if (found.bytes === sound.bytes) figures.otherBytes++;
      else fail(`content ${n} has ${found.bytes} bytes, expected ${sound.bytes}, and nothing was reported`);
    }
  }

  /** Length and hash, or the error, of contents and thumbnails by their number; null for all. */
  async #readContents(chosen) {
    const options = { evidenceRoots: [dirname(this.#folder)] };
    const reader = await openCase(join(this.#folder, 'case'), undefined, options);
    const found = [];
    let n = 0;
    try {
      for (const part of reader.parts) {
        for await (const items of reader.readItems(part, { problem: () => undefined, progress: () => undefined })) {
          for (const ref of items.flatMap(({ content, thumb }) => [content, thumb]).filter((ref) => ref !== null)) {
            if (chosen === null || chosen.has(n)) found[n] = await contentOf(reader, ref);
            n++;
          }
        }
      }
    } finally {
      await reader.close();
    }
    return found;
  }
}

async function contentOf(reader, ref) {
  try {
    const input = await reader.openPart(ref);
    try {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of input.stream()) {
        hash.update(piece);
        bytes += piece.length;
      }
      return { bytes, hash: hash.digest('hex') };
    } finally {
      await input.close();
    }
  } catch (error) {
    return { error };
  }
}
