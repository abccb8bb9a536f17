/** Hashes everything that is read of a Lucene index. Two indexes with the same hash have the same contents. */
import { createHash, type Hash } from 'node:crypto';
import type { LuceneIndex } from '../../src/cases/lucene/lucene-index.ts';
import type { LuceneSegment } from '../../src/cases/lucene/lucene-segment.ts';

export async function digestOf(index: LuceneIndex): Promise<string> {
  const hash = createHash('sha256');
  for (const segment of index.segments) {
    hash.update(`${segment.name} ${segment.docBase} ${segment.maxDoc}\n`);
    await addTerms(hash, segment);
    await addDocuments(hash, segment);
  }
  return hash.digest('hex');
}

async function addTerms(hash: Hash, segment: LuceneSegment): Promise<void> {
  for (const field of segment.fields) {
    const { name, number, indexOptions } = field;
    hash.update(`${name} ${number} ${indexOptions}\n`);
    const terms = await segment.terms(field);
    while (terms?.next()) {
      hash.update(`${terms.docFreq} ${terms.totalTermFreq} `).update(terms.bytes.subarray(0, terms.length));
      for (let count = terms.read(); count > 0; count = terms.read()) {
        hash.update(terms.docs.subarray(0, count)).update(terms.positions.subarray(0, count));
      }
    }
  }
}

async function addDocuments(hash: Hash, segment: LuceneSegment): Promise<void> {
  for await (const batch of segment.storedDocuments()) {
    for (const { doc, values } of batch) {
      hash.update(`${doc} ${segment.isLive(doc)}\n`);
      for (const { field, kind, value } of values) {
        hash.update(`${field.number} ${kind} `).update(typeof value === 'object' ? value : String(value));
      }
    }
  }
}
