/** Writes posting lists of documents only: those that have a field, and those that can be searched. */
import { ByteWriter } from '../../codec/byte-writer.ts';
import { lengthened } from '../../shared/longer-arrays.ts';
import type { ListLocation } from '../format.ts';
import { type PagedBytes, PageReader } from '../store/page-file.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { BLOCK_BITS } from './doc-block.ts';
import { appendLongList, LongListBlocks } from './long-list-writer.ts';

/** Writes a set of documents, given as gaps, as a long posting list without frequencies and positions. */
export function writeDocList(postings: StreamWriter, gaps: PagedBytes, count: number): ListLocation {
  const offset = postings.length;
  const blocks = new LongListBlocks();
  const reader = new PageReader(gaps.location());
  let docs = new Uint32Array(1024);
  let held = 0;
  const flush = (): void => {
    if (held > 0) blocks.add(docs, 0, held, 0, 0);
    held = 0;
  };
  try {
    for (let i = 0, doc = -1; i < count; i++) {
      doc += reader.varint() + 1;
      if (held > 0 && doc >>> BLOCK_BITS !== docs[0]! >>> BLOCK_BITS) flush();
      if (held === docs.length) docs = lengthened(docs, held * 2);
      docs[held++] = doc;
    }
  } finally {
    reader.close();
  }
  flush();
  const head = new ByteWriter();
  blocks.writeHead(head);
  const length = appendLongList(postings, head, blocks.documents);
  return { docFreq: count, postings: { offset, length } };
}
