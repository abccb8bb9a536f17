/** Builds the index of a case that provides its own terms, with and without threads. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { AnalyzedThread, type OpenedTerms } from '../../../src/engine/analyzed/analyzed-thread.ts';
import { AnalyzedThreadPool } from '../../../src/engine/analyzed/analyzed-thread-pool.ts';
import { AnalyzedIndexer } from '../../../src/engine/analyzed-indexer.ts';
import { HOLD_LIMITS } from '../../../src/engine/columns/field-files.ts';
import { IndexWriter } from '../../../src/engine/index-writer.ts';
import { compareMarks } from '../../../src/engine/inversion/runs/run-file.ts';
import type { PoolThread } from '../../../src/engine/inversion/thread-pool.ts';
import { encodeItem, NameTable } from '../../../src/engine/store/stored-item.ts';
import { fieldSpec } from '../../../src/schema/field-types.ts';
import type { TermSpan } from '../../../src/shared/term-cursor.ts';
import { temporaryDir } from '../../support/endings.ts';
import { ListCursor, type ListedTerm } from '../../support/list-cursor.ts';
import { NearThread } from '../../support/near-thread.ts';
import { expectSameBytes } from '../../support/same-bytes.ts';
import { seeded } from '../../support/seeded.ts';
import { WrittenSegment } from '../../support/written-segment.ts';

export const thread = (lists: readonly Terms[], failing?: string) =>
  new NearThread((port) => new AnalyzedThread(port, async (source) => openedTerms(lists, source)), failing);

type Terms = readonly ListedTerm[];

/** The terms of a range. */
function within(terms: Terms, { from, to }: TermSpan = { from: null, to: null }): Terms {
  return terms.filter(([field, text]) => {
    const term = { field, term: Buffer.from(text) };
    return (from === null || compareMarks(term, from) >= 0) && (to === null || compareMarks(term, to) < 0);
  });
}

/** The data from the items as it is sent to the threads, with the document of each item. If absent, the case has no terms. */
interface HandedOver {
  readonly items: number;
  readonly docOfItem: Uint32Array;
}

function openedTerms(lists: readonly Terms[], source: unknown): OpenedTerms {
  let handedOver: HandedOver | null = null;
  return {
    segments: lists.map((terms) => ({
      open: (range) => {
        expect([source, handedOver?.items]).toEqual(['the case', ITEMS]);
        const own = within(inDocuments(terms, handedOver!.docOfItem), range);
        const docs = [...handedOver!.docOfItem].filter((doc) => doc !== 0xffff_ffff);
        return new WrittenSegment(own, new ListCursor(own).isUnordered ? docs.toReversed() : docs);
      },
    })),
    takeOver: (values) => {
      handedOver = values as HandedOver;
    },
    documents: lists.map((terms) => ({ open: () => new ListCursor(terms) })),
    documentCount: ITEMS,
  };
}

/** Yields occurrences in documents of the index instead of items. Items without a document are left out. */
function inDocuments(terms: Terms, docOfItem: Uint32Array): Terms {
  return terms.map(([field, term, occurrences]) => {
    const known = occurrences.filter(([item]) => docOfItem[item] !== 0xffff_ffff);
    return [field, term, known.map(([item, position]) => [docOfItem[item]!, position] as const)] as const;
  });
}

const ITEMS = 300;
const FIELDS = ['name', 'content', 'hash'];
/**
 * Words of the second piece of some items. The last ones are parts of their own, with an item between them that is not
 * searched.
 */
const IN_PIECES = new Map([
  [60, 50],
  [297, 20_000],
  [299, 20_000],
]);
const BETWEEN = 298;
/** Whether an item is not searched. The texts of half of these items are kept. */
const isPassed = (item: number): boolean => item % 10 === 3 || item === BETWEEN;
const isKept = (item: number): boolean => item % 20 === 3 || item === BETWEEN;

/** Texts of random words, some of them in two pieces; one word is very frequent. */
export function segments(random: () => number): Terms[] {
  const all = [new Map<string, [number, number][]>(), new Map<string, [number, number][]>()];
  const add = (segment: number, field: number, term: string, item: number, position: number): void => {
    const key = `${field} ${term}`;
    const found = all[segment]!.get(key) ?? [];
    all[segment]!.set(key, found);
    found.push([item, position]);
  };
  for (let item = 0; item < ITEMS; item++) {
    const segment = item < ITEMS / 2 ? 0 : 1;
    add(segment, 0, `name${item}`, item, 0);
    const words = item % 7 === 0 ? 0 : item === 50 ? 90_000 : 40;
    for (let position = 0; position < words; position++) {
      // Occasionally a word was too long, and was left out.
      if (random() < 0.01) continue;
      const word = random() < 0.8 ? 'the' : `w${Math.floor(random() * 12_000)}`;
      add(segment, 1, word, item, position);
    }
    const more = IN_PIECES.get(item);
    if (more === undefined) continue;
    add(segment, 1, '', item, 1000);
    for (let n = 0; n < more; n++) add(segment, 1, `piece${n % 50}`, item, 1000 + n);
  }
  return all.map((terms) =>
    [...terms]
      .map(([key, occurrences]) => [Number(key[0]), key.slice(2), occurrences] as const)
      .sort((a, b) => a[0] - b[0] || Buffer.compare(Buffer.from(a[1]), Buffer.from(b[1]))),
  );
}

/** Returns the lists with the last document of each term first. */
function descending(lists: readonly Terms[]): Terms[] {
  return lists.map((terms) =>
    terms.map(([field, term, own]) => [field, term, own.toSorted(([a], [b]) => b - a)] as const),
  );
}

type OpenThread = () => PoolThread;

async function build(
  directory: string,
  lists: readonly Terms[],
  open: OpenThread | null,
  positionMax = Number.POSITIVE_INFINITY,
): Promise<void> {
  const parts: (number | null)[] = [];
  const input = {
    fields: FIELDS.map((name) => fieldSpec(name)),
    segments: lists.map((terms) => ({
      open: () => new ListCursor(terms),
      occurrences: async () => terms.reduce((sum, [, , occurrences]) => sum + occurrences.length, 0),
    })),
    spelling: { overlapUnits: 100 },
    inThreads: {
      documentCount: ITEMS,
      documents: [],
      itemsOfDocuments: async () => ({
        itemOf: Int32Array.from({ length: ITEMS }, (_, item) => item),
        inPieces: [],
        positionMax,
      }),
      handOver: async (docOfItem: Uint32Array): Promise<HandedOver> => ({ items: ITEMS, docOfItem }),
      takeOver: () => undefined,
    },
  };
  const options = { threads: 2, source: 'the case', rangeTokens: 1 };
  const pool = open === null ? null : () => new AnalyzedThreadPool({ ...options, open });
  // Threads sort the values in memory, because there are few.
  const hold = open === null ? HOLD_LIMITS : { ...HOLD_LIMITS, values: { occurrences: 40, bytes: 2 ** 20 } };
  const indexer = new AnalyzedIndexer(join(directory, 'runs'), input, () => undefined, pool, hold);
  const writer = new IndexWriter(directory);
  const names = new NameTable();
  const pause = async (): Promise<void> => undefined;
  try {
    for (let id = 0; id < ITEMS; id++) {
      const properties = [['name', [`name${id}`]]] as const;
      const item = { id, parentId: null, properties, text: 'stored' as const, content: null, thumb: null };
      const doc = writer.addItem(id, item, encodeItem(item, names), !isPassed(id));
      if (isPassed(id)) indexer.passItem(isKept(id) ? doc : null);
      else {
        indexer.beginDocument(doc);
        indexer.addNumber('id', id);
        indexer.addField('name', [`name${id}`]);
        indexer.addText();
      }
    }
    const facts = {
      program: 'test',
      caseFingerprint: '',
      caseFormat: { name: 'test', version: 1 },
      isComplete: true,
      problemCount: 0,
      names: names.names,
    };
    const terms = await indexer.finish(async (part) => void parts.push(part));
    expect(parts).toEqual(parts.map(Number).toSorted((a, b) => a - b));
    // A thread may have ended before it is called.
    if (open === null) expect(parts.at(-1)).toBeGreaterThan(0.5);
    await writer.finish(terms, indexer.fields, facts, pause, {
      values: indexer.values,
      writeTexts: (keeper, onSketch, wait) => indexer.writeTexts(keeper, onSketch, wait),
    });
  } finally {
    await indexer.close();
  }
}

export async function withIndex<T>(
  lists: readonly Terms[],
  open: OpenThread | null,
  use: (directory: string) => T,
  positionMax?: number,
): Promise<T> {
  const directory = temporaryDir();
  try {
    await build(directory, lists, open, positionMax);
    return use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * Checks that the index is the same, byte for byte, with and without threads, with documents in any order, and with and without
 * counts by document.
 */
export async function isAlikeWithThreads(): Promise<void> {
  const lists = segments(seeded(3));
  const files = ['data.mdb', 'data.sums'];
  const read = (directory: string): Buffer[] => files.map((name) => readFileSync(join(directory, name)));
  const alone = await withIndex(lists, null, read);
  const together = await withIndex(lists, () => thread(lists), read);
  // If documents have tokens that items do not have, the counts by document cannot be used.
  const counted = await withIndex(lists, () => thread(lists), read, 500);
  const inAnyOrder = descending(lists);
  const ordered = await withIndex(inAnyOrder, null, read);
  const orderedTogether = await withIndex(inAnyOrder, () => thread(inAnyOrder), read);
  for (const [i, file] of files.entries()) {
    for (const other of [together, counted, ordered, orderedTogether]) expectSameBytes(other[i]!, alone[i]!, file);
  }
}
