import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { IdSet } from '../../../src/build/id-set.ts';
import { DocumentIndexer } from '../../../src/engine/document-indexer.ts';
import { IndexWriter } from '../../../src/engine/index-writer.ts';
import { withDirectory } from './synthetic-index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What this process has in memory, apart from garbage, in bytes. */
async function heldBytes(): Promise<number> {
  // What arrays held is given back a while after they were found to be garbage.
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A document has eight fields, five of which are numbers or dates; of what it is stored as, one byte. */
test('a build holds less than twenty bytes of memory for a document, whatever it has', async () => {
  await withDirectory(async (directory) => {
    const hold = { fieldPageBytes: 256, pageBytes: 1 << 12, points: 1 << 12 };
    const limits = { tokens: 1 << 16, termBytes: 2 ** 20, runs: 4 };
    const writer = new IndexWriter(directory, hold);
    const indexer = new DocumentIndexer(join(directory, 'runs'), () => undefined, { limits, hold });
    const ids = new IdSet();
    const record = new Uint8Array(1);
    const add = (doc: number): void => {
      const id = doc + (doc % 2) * 5; // not in order
      ids.add(id);
      writer.addItem(id, record, true);
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
    };
    const [few, many] = [30_000, 90_000];
    for (let doc = 0; doc < few; doc++) add(doc);
    const before = await heldBytes();
    for (let doc = few; doc < many; doc++) add(doc);
    const bytesPerDocument = ((await heldBytes()) - before) / (many - few);
    expect(writer.documentCount).toBe(many);
    await indexer.close();
    await writer.abandon();
    // It is about two, one of them the record on its way to the store, and varies by some with what is garbage when. A list of
    // one number for each document and field would be forty.
    expect(bytesPerDocument).toBeLessThan(20);
  });
}, 120_000);
