/**
 * Indexes documents and measures at even intervals the memory of this process, without garbage. Prints a line of JSON,
 * `[documents, bytes]` of each measurement. In the last ones it deliberately keeps some bytes of each document, which the
 * measurement must show. It is a separate process, because the garbage of a test runner varies by more than the measured value.
 * It runs the built code in dist/.
 *
 * A document has eight fields, five of which are numbers or dates, and a stored record of one byte.
 *
 * Usage: node --expose-gc build-memory-meter.mjs DIRECTORY STEP STEPS KEPT_STEPS KEPT_BYTES
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DocumentIndexer } from '../../../dist/src/engine/document-indexer.js';
import { IndexWriter } from '../../../dist/src/engine/index-writer.js';
import { SeenIds } from '../../../dist/src/indexing/seen-ids.js';

const directory = process.argv[2];
const [step, steps, keptSteps, keptBytes] = process.argv.slice(3).map(Number);

/** Garbage collections that no longer change anything, and the threshold for this. */
const STABLE_ROUNDS = 3;
const STABLE_BYTES = 512;

async function heldBytes() {
  let last = Number.POSITIVE_INFINITY;
  for (let stable = 0, round = 0; stable < STABLE_ROUNDS && round < 50; round++) {
    // Memory of arrays is released a while after they were found to be garbage.
    globalThis.gc();
    await sleep(5);
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    const now = heapUsed + arrayBuffers;
    stable = Math.abs(now - last) < STABLE_BYTES ? stable + 1 : 0;
    last = now;
  }
  return last;
}

const hold = {
  fieldPageBytes: 256,
  pageBytes: 1 << 12,
  points: 1 << 12,
  values: { occurrences: 1 << 14, bytes: 1 << 18 },
};
const limits = { tokens: 1 << 16, termBytes: 2 ** 20, runs: 4 };
const writer = new IndexWriter(directory, hold);
const indexer = new DocumentIndexer(join(directory, 'runs'), () => undefined, { limits, hold });
const ids = new SeenIds();
const record = new Uint8Array(1);
const kept = [];

function add(doc) {
  const id = doc + (doc % 2) * 5; // not in order
  ids.add(id);
  const item = { parentId: doc >>> 3, properties: [['name', [`name${doc % 1000}`]]] };
  writer.addItem(id, item, record, true);
  indexer.beginDocument(doc);
  indexer.addNumber('id', id);
  indexer.addNumber('parentId', doc >>> 3);
  indexer.addField('length', [String((doc * 7919) % 100_003)]);
  indexer.addField('modified', [`20${10 + (doc % 10)}-03-04`]);
  indexer.addField('number', [String(doc)]);
  indexer.addField('name', [`name${doc % 1000} of two or three words`, 'again'.repeat(1 + (doc % 2))]);
  indexer.addField('category', ['Pictures']);
  indexer.beginText();
  indexer.addText(doc % 2 === 0 ? 'some text' : 'other text of more');
  indexer.endText();
  indexer.endDocument();
}

const measured = [];
for (let n = 1, doc = 0; n <= steps + keptSteps; n++) {
  for (; doc < n * step; doc++) add(doc);
  if (n > steps) kept.push(new Uint8Array(keptBytes * step));
  measured.push([doc, await heldBytes()]);
}
process.stdout.write(`${JSON.stringify(measured)}\n`);
await indexer.close();
await writer.abandon();
