/**
 * Opens pages of the documents of a real case next to this checkout (../shared/cases/files). Reports how many open, why the
 * others do not, and which fraction of the words that another reader extracted is on the page. Then does the same with damaged
 * bytes: each must give a page or a reason, within the time of one answer.
 *
 *     node test/shared/document-pages.mjs [--fuzz 500] [--list]
 *
 * $SHARED names the folder (default ../shared).
 */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { memoryInput } from '../../dist/src/cases/files/memory-input.js';
import { textOfContent } from '../../dist/src/content-text/content-texts.js';
import { pageOfContent } from '../../dist/src/content-text/content-views.js';
import { DECODING_LIMITS } from '../../dist/src/content-text/limits.js';
import { viewKind } from '../../dist/src/content-text/view-kind.js';
import { pageText } from '../../dist/src/decoders/page-text.js';

const FORMATS =
  'docx docm dotx dotm xlsx xlsm xlsb pptx pptm msg rtf odt ods odp odg epub eml ics vcs vcf plist sqlite db'.split(
    ' ',
  );
/** A page is listed if it has less than this fraction of the words. */
const SHARE_LISTED = 0.9;
/** The pages must have this fraction of all words of all texts. */
const SHARE_MIN = 0.9;
const TEXT_UNITS_MAX = 64 * 1024 * 1024;
/** This is more than the time limit of a process, because its end is awaited, too. */
const SECONDS_MAX = DECODING_LIMITS.seconds + 10;

const { values } = parseArgs({ options: { fuzz: { type: 'string', default: '500' }, list: { type: 'boolean' } } });
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = resolve(root, process.env.SHARED ?? '../shared', 'cases/files');
if (!existsSync(folder)) {
  console.log(`document-pages: ${folder} is not there, so no page was made`);
  process.exit(0);
}

const documents = await readDocuments();
let faults = await openAll();
faults += await openDamaged(Number(values.fuzz));
process.exitCode = faults === 0 ? 0 : 1;

/** Reads documents directly from the files of the case. */
async function readDocuments() {
  const found = [];
  for (const name of JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')).items) {
    const lines = createInterface({
      input: createReadStream(join(folder, name)).pipe(createGunzip()),
      crlfDelay: Infinity,
    });
    for await (const line of lines) {
      const { id, properties, content, text } = JSON.parse(line);
      const extension = properties.ext?.[0] ?? null;
      if (content === undefined || content === null || !FORMATS.includes(extension?.toLowerCase())) continue;
      const facts = { contentType: properties.contentType?.[0] ?? null, extension, charset: null };
      const bytes = await bytesAt(content);
      found.push({ id, name: properties.name[0], bytes, facts, text: await textOf(text) });
    }
  }
  return found;
}

async function textOf(text) {
  if (typeof text === 'string' || text === undefined || text === null) return text ?? '';
  return (await bytesAt(text)).toString('utf8');
}

async function bytesAt({ file, offset = 0, length }) {
  const handle = await open(join(folder, file));
  try {
    const bytes = Buffer.alloc(length ?? (await handle.stat()).size - offset);
    await handle.read(bytes, 0, bytes.length, offset);
    return bytes;
  } finally {
    await handle.close();
  }
}

async function openAll() {
  const rows = new Map();
  const words = { expected: 0, found: 0 };
  let unexplained = 0;
  for (const document of documents) {
    const extension = document.facts.extension.toLowerCase();
    const row = rows.get(extension) ?? { files: 0, pages: 0, expected: 0, found: 0 };
    rows.set(extension, row);
    row.files++;
    const { page, reason } = await pageOf(document);
    if (page === null) {
      console.log(`  ${document.name} (${document.id}, ${document.facts.contentType}): ${reason}`);
      if (/[Ee]rror|undefined|not a function/.test(reason)) unexplained++;
      continue;
    }
    row.pages++;
    const expected = wordsOf(document.text);
    const shown = wordsOf(await shownText(document, page));
    const common = [...expected].filter((word) => shown.has(word)).length;
    row.expected += expected.size;
    row.found += common;
    words.expected += expected.size;
    words.found += common;
    if (values.list && expected.size > 0 && common / expected.size < SHARE_LISTED) {
      const missing = [...expected].filter((word) => !shown.has(word)).slice(0, 8);
      console.log(
        `  words: ${document.name} (${document.id}): ${common} of ${expected.size}, without ${missing.join(' ')}`,
      );
    }
  }
  console.log('format  files  pages  words on the page');
  for (const [extension, { files, pages, expected, found }] of [...rows].sort()) {
    const share = expected === 0 ? '-' : `${((100 * found) / expected).toFixed(1)} % of ${expected}`;
    console.log(`${extension.padEnd(6)}  ${String(files).padStart(5)}  ${String(pages).padStart(5)}  ${share}`);
  }
  const share = words.found / Math.max(1, words.expected);
  console.log(
    `document-pages: ${(100 * share).toFixed(1)} % of ${words.expected} words, ${unexplained} faults without a reason`,
  );
  return unexplained + (share < SHARE_MIN ? 1 : 0);
}

async function openDamaged(count) {
  const random = seeded(42);
  let pages = 0;
  let slowest = 0;
  let wrong = 0;
  const small = documents.filter(({ bytes }) => bytes.length > 0 && bytes.length < 2 * 1024 * 1024);
  for (let n = 0; n < count; n++) {
    const document = small[Math.floor(random() * small.length)];
    const began = performance.now();
    const { page, reason } = await pageOf({ ...document, bytes: damaged(document.bytes, random) });
    slowest = Math.max(slowest, (performance.now() - began) / 1000);
    if (page !== null) pages++;
    else if (reason === '') wrong++;
  }
  console.log(
    `document-pages: ${count} damaged files: ${pages} pages, ${count - pages} with a reason, the slowest ${slowest.toFixed(1)} s`,
  );
  return wrong + (slowest > SECONDS_MAX ? 1 : 0);
}

/** Returns a copy with some bytes changed, cut or repeated. */
function damaged(bytes, random) {
  const copy = Buffer.from(bytes);
  const changes = 1 + Math.floor(random() * 20);
  for (let n = 0; n < changes; n++) copy[Math.floor(random() * copy.length)] = Math.floor(random() * 256);
  const kind = random();
  if (kind < 0.2) return copy.subarray(0, Math.floor(random() * copy.length));
  const at = Math.floor(random() * copy.length);
  if (kind < 0.4) return Buffer.concat([copy.subarray(0, at), copy.subarray(Math.floor(at / 2))]);
  return copy;
}

async function pageOf({ bytes, facts }) {
  const kind = viewKind(facts.contentType, facts.extension);
  if (kind === null || kind === 'plain' || kind === 'pdf' || kind === 'picture') {
    return { page: null, reason: `the record gives it no page (${kind ?? 'no view'})` };
  }
  try {
    return { page: await pageOfContent(kind, memoryInput(bytes), facts, []), reason: '' };
  } catch (error) {
    if (error.code !== 'NOT_FOUND') throw error;
    return { page: null, reason: error.message };
  }
}

/** The headers of a mail are not part of its page. */
async function shownText({ bytes, facts }, page) {
  const kind = viewKind(facts.contentType, facts.extension);
  if (kind !== 'mail' && kind !== 'outlook') return pageText(page, TEXT_UNITS_MAX);
  const text = await textOfContent(memoryInput(bytes), facts);
  return pageText(page, TEXT_UNITS_MAX) + Buffer.concat(await text.map((piece) => Buffer.from(piece)).toArray());
}

function wordsOf(text) {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,40}/gu) ?? []);
}

/** Returns a repeatable generator of numbers below 1. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
