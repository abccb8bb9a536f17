/**
 * Compares contents and thumbnails of the cases that IPED made, next to this checkout (../shared/cases/iped), with IPED's own,
 * by length and SHA-256. Folders and items without bytes are compared, too.
 *
 *     node test/shared/iped-contents.mjs [case …]
 *
 * $SHARED names the folder (default ../shared).
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { openCase } from '../../dist/src/cases/open-case.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const shared = resolve(root, process.env.SHARED ?? '../shared', 'cases/iped');
if (!existsSync(shared)) {
  console.log(`iped-contents: ${shared} is not there, so nothing was compared`);
  process.exit(0);
}
const given = process.argv.slice(2);
const names = readdirSync(shared)
  .filter((name) => name.endsWith('.tar.gz'))
  .map((name) => name.slice(0, -7))
  .filter((name) => given.length === 0 || given.includes(name));
const folder = mkdtempSync(join(tmpdir(), 'iped-contents-'));
let wrong = 0;
try {
  // All cases are unpacked first, because a case may refer to the evidence of another.
  for (const name of names) execFileSync('tar', ['xzf', join(shared, `${name}.tar.gz`), '-C', folder]);
  for (const name of names) wrong += await compare(name);
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = wrong === 0 ? 0 : 1;

async function compare(name) {
  const golden = new Map(goldenItems(name).map((item) => [item.id, item]));
  const options = { evidenceRoots: [folder] };
  const reader = await openCase(join(folder, name, 'case'), undefined, options);
  const same = { contents: 0, thumbs: 0 };
  const faults = [];
  for (const part of reader.parts) {
    for await (const items of reader.readItems(part, { problem: () => undefined, progress: () => undefined })) {
      for (const item of items) {
        const expected = golden.get(item.id);
        golden.delete(item.id);
        for (const [kind, ref, facts] of [
          ['contents', item.content, expected?.content],
          ['thumbs', item.thumb, expected?.thumb],
        ]) {
          const fault = await difference(reader, ref, facts);
          if (fault === null) same[kind] += facts === undefined ? 0 : 1;
          else faults.push(`${name}: item ${item.id}, ${kind}: ${fault}`);
        }
      }
    }
  }
  await reader.close();
  for (const id of golden.keys()) faults.push(`${name}: item ${id} is missing`);
  console.log(`${name}: ${same.contents} contents and ${same.thumbs} thumbnails as in IPED, ${faults.length} not`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  return faults.length;
}

function goldenItems(name) {
  const path = join(shared, 'golden', name, 'items.jsonl');
  const text = existsSync(path) ? readFileSync(path) : gunzipSync(readFileSync(`${path}.gz`));
  return text.toString().trim().split('\n').map(JSON.parse);
}

/** Returns null if the part equals that of IPED. */
async function difference(reader, ref, expected) {
  if (ref === null || expected === undefined)
    return (ref === null) === (expected === undefined) ? null : 'only one has it';
  try {
    await reader.checkPart(ref);
    const bytes = await reader.openPart(ref);
    const hash = createHash('sha256');
    let length = 0;
    for await (const chunk of bytes.stream()) {
      hash.update(chunk);
      length += chunk.length;
    }
    await bytes.close();
    if (length !== bytes.bytes) return `${length} bytes instead of the ${bytes.bytes} that were announced`;
    return hash.digest('hex') === expected.sha256 ? null : `${length} other bytes, ${expected.length} expected`;
  } catch (error) {
    return error.message;
  }
}
