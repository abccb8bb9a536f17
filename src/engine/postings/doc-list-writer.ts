/** Writes posting lists that hold documents only: which documents have a field, which can be searched. */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { BLOCK_BITS } from '../../codec/doc-block.ts';
import type { ListPlace } from '../format.ts';
import { type PagedBytes, PageReader } from '../store/page-file.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { PADDING } from './list-sink.ts';
import { aligned } from './posting-list-reader.ts';
import { appendDocBlock } from './posting-list-writer.ts';

/** Writes a set of documents, given as gaps, as a long posting list without frequencies and positions. */
export function writeDocList(postings: StreamWriter, gaps: PagedBytes, count: number): ListPlace {
  const offset = postings.length;
  const directory = new ByteWriter();
  const documents = new ByteWriter();
  const reader = new PageReader(gaps.place());
  let docs = new Uint32Array(1024);
  let held = 0;
  let blocks = 0;
  let lastBlock = -1;
  const flush = (): void => {
    if (held === 0) return;
    const block = docs[0]! >>> BLOCK_BITS;
    const { bytes, form } = appendDocBlock(docs, 0, held, documents);
    directory.varint(block - lastBlock - 1);
    directory.varint(held - 1);
    directory.varint(bytes * 4 + form);
    directory.varint(0);
    directory.varint(0);
    lastBlock = block;
    blocks++;
    held = 0;
  };
  try {
    for (let i = 0, doc = -1; i < count; i++) {
      doc += reader.varint() + 1;
      if (held > 0 && doc >>> BLOCK_BITS !== docs[0]! >>> BLOCK_BITS) flush();
      if (held === docs.length) {
        const grown = new Uint32Array(held * 2);
        grown.set(docs);
        docs = grown;
      }
      docs[held++] = doc;
    }
  } finally {
    reader.close();
  }
  flush();
  const head = new ByteWriter();
  head.varint(blocks);
  for (const part of [head, directory]) postings.append(part.bytes, 0, part.length);
  postings.append(PADDING, 0, aligned(postings.length) - postings.length);
  postings.append(documents.bytes, 0, documents.length);
  return { docFreq: count, postings: { offset, length: postings.length - offset } };
}
