import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOLD_LIMITS, type HoldLimits } from '../../../src/engine/columns/field-files.ts';
import { DocumentIndexer } from '../../../src/engine/document-indexer.ts';
import { STREAMS, type StreamName } from '../../../src/engine/format.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { type HeaderFacts, IndexWriter } from '../../../src/engine/index-writer.ts';
import type { FieldState } from '../../../src/engine/inversion/field-state.ts';
import type { ThreadPoolOptions } from '../../../src/engine/inversion/indexing-thread-pool.ts';
import { RUN_LIMITS, type RunLimits } from '../../../src/engine/inversion/run-builder.ts';
import { writeChecksums } from '../../../src/engine/store/page-checksums.ts';
import { StoreReader } from '../../../src/engine/store/store-reader.ts';
import { StoreWriter } from '../../../src/engine/store/store-writer.ts';
import { encodeItem, NameTable } from '../../../src/engine/store/stored-item.ts';
import { streamOf } from '../../../src/engine/verify/stream-of.ts';
import type { TermCursor } from '../../../src/shared/term-cursor.ts';
import { termsOfRuns } from '../../support/run-terms.ts';

/** A document that a search can hit. Documents without an entry are items without any field, which no search can hit. */
export interface SyntheticDoc {
  readonly doc: number;
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  readonly text?: string;
}

export interface SyntheticOptions {
  /** Number of documents. Default: up to the last named one. */
  readonly documentCount?: number;
  /** Characters of a text that are indexed at once. Default: few, so that a run can end within a text. */
  readonly piece?: number;
  readonly limits?: RunLimits;
  readonly hold?: HoldLimits;
  readonly pool?: ThreadPoolOptions;
  readonly idOf?: (doc: number) => number;
  /** Modifies the input of the writer, to make incorrect indexes. */
  readonly source?: (source: TermCursor) => TermCursor;
  readonly fields?: (fields: readonly FieldState[]) => readonly FieldState[];
  readonly facts?: Partial<HeaderFacts>;
}

/** Writes an index directly from documents, without a case. `docs` ascend. */
export async function writeIndex(
  directory: string,
  docs: readonly SyntheticDoc[],
  options: SyntheticOptions = {},
): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const hold = options.hold ?? HOLD_LIMITS;
  const writer = new IndexWriter(directory, hold);
  const runs = join(directory, 'runs');
  const indexer = new DocumentIndexer(runs, () => undefined, {
    limits: options.limits ?? RUN_LIMITS,
    hold,
    pool: options.pool ?? null,
  });
  writer.useThreadPool(indexer.pool);
  try {
    await writeWith(indexer, writer, docs, { ...options, runs });
  } finally {
    await indexer.close();
  }
}

async function writeWith(
  indexer: DocumentIndexer,
  writer: IndexWriter,
  docs: readonly SyntheticDoc[],
  options: SyntheticOptions & { readonly runs: string },
): Promise<void> {
  const names = new NameTable();
  const count = options.documentCount ?? (docs.at(-1)?.doc ?? -1) + 1;
  const empty = { parentId: null, text: null, content: null, thumb: null, properties: [] };
  for (let doc = 0, next = 0; doc < count; doc++) {
    const found = docs[next]?.doc === doc ? docs[next++]! : null;
    const properties = Object.entries(found?.fields ?? {});
    const text = found?.text === undefined ? null : ('stored' as const);
    const item = { ...empty, text, properties };
    writer.addItem(options.idOf?.(doc) ?? doc, item, encodeItem(item, names), found !== null);
    if (writer.isBusy) await writer.settle();
    if (found === null) continue;
    indexer.beginDocument(doc);
    for (const [name, values] of properties) indexer.addField(name, values);
    if (found.text !== undefined) {
      writer.addText(doc, found.text);
      writer.countText();
      indexer.beginText();
      const piece = options.piece ?? 50;
      for (let at = 0; at < found.text.length; at += piece) {
        indexer.addText(found.text.slice(at, at + piece));
        if (indexer.isBusy) await indexer.settle();
      }
      indexer.endText();
    }
    indexer.endDocument();
    if (indexer.isBusy) await indexer.settle();
  }
  const facts = {
    program: 'test',
    caseFingerprint: 'none',
    caseFormat: { name: 'synthetic', version: 1 },
    isComplete: true,
    problemCount: 0,
    names: names.names,
  };
  const source = await indexer.finish();
  await writer.finish(
    options.source?.(termsOfRuns(options.runs)) ?? source,
    options.fields?.(indexer.fields) ?? indexer.fields,
    { ...facts, ...options.facts },
    async () => undefined,
  );
}

/** Runs `body` with the index open, and removes it afterwards. */
export async function withIndex<T>(
  docs: readonly SyntheticDoc[],
  options: SyntheticOptions,
  body: (index: IndexReader, directory: string) => Promise<T> | T,
): Promise<T> {
  return withDirectory(async (directory) => {
    await writeIndex(directory, docs, options);
    const index = await IndexReader.open(directory);
    try {
      return await body(index, directory);
    } finally {
      await index.close();
    }
  });
}

export async function withDirectory<T>(body: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'case-access-engine-'));
  try {
    return await body(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** All bytes of every stream. */
export async function bytesOf(directory: string): Promise<Map<StreamName, Uint8Array>> {
  const index = await IndexReader.open(directory);
  const all = new Map<StreamName, Uint8Array>();
  for (const name of STREAMS) {
    const stream = streamOf(index, name);
    const length = index.header.streamBytes[name];
    stream.fetch(0, length);
    all.set(name, stream.bytes.slice(stream.start, stream.start + length));
  }
  await index.close();
  return all;
}

/** A copy of an index with other bytes in its streams, or other headers, with new checksums. */
export async function rewriteIndex(
  from: string,
  to: string,
  streams: ReadonlyMap<StreamName, Uint8Array>,
  change: (meta: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> = (meta) => meta,
): Promise<void> {
  const store = StoreReader.open(from);
  const meta = Object.fromEntries(['header', 'fields', 'names', 'columns'].map((key) => [key, store.meta(key)]));
  await store.close();
  mkdirSync(to);
  const writer = StoreWriter.create(to);
  for (const [name, bytes] of streams) writer.stream(name).append(bytes);
  await writer.finish(change(meta));
  await writeChecksums(to);
}
