/**
 * Collects the references of the mails in a build, and writes two columns of whole values at its end. One has the thread of
 * each mail, which is the id of the thread's first mail. The other has all ids that the mails of a thread refer to, each with
 * the first mail that does. The second column connects threads of several sources.
 *
 * Memory: about 49 bytes for each id that a mail has or refers to, and the memory of mail-circles.ts. Everything else is in
 * temporary files.
 */
import { join } from 'node:path';
import type { TreeItem } from '../../schema/item-kinds.ts';
import { madeId, madeIdOf } from '../../schema/threads/made-id.ts';
import { mailFactsOf } from '../../schema/threads/mail-facts.ts';
import { ThreadForest } from '../../schema/threads/thread-forest.ts';
import { ThreadGuesses } from '../../schema/threads/thread-guesses.ts';
import { type LinkedMail, linkThreads } from '../../schema/threads/thread-links.ts';
import { THREAD_FIELD, THREAD_IDS_FIELD } from '../../schema/well-known-fields.ts';
import type { HoldLimits } from '../columns/field-files.ts';
import { ColumnValues } from '../columns/values/column-values.ts';
import type { ValueLimits } from '../columns/values/value-log.ts';
import type { ValueThreadPool } from '../columns/values/value-sorting.ts';
import type { ValueColumn } from '../format.ts';
import { PagedBytes, type PageFile, PageReader } from '../store/page-file.ts';
import type { RecordFields } from '../store/records/record-fields.ts';
import type { StreamWriter } from '../store/stream-writer.ts';
import { KeptTexts } from './kept-texts.ts';
import { MailCircles, type SubjectMarks } from './mail-circles.ts';
import { NumberedTexts } from './numbered-texts.ts';

/** Mails between two pauses. */
const MAILS_PER_PAUSE = 1 << 14;
/** Memory of values, as a fraction of the memory of all whole values. */
const VALUES_PART = 4;

export class ThreadWriter {
  readonly #directory: string;
  readonly #limits: ValueLimits;
  readonly #ids = new NumberedTexts();
  /** By node. */
  readonly #idTexts: KeptTexts;
  /**
   * For each mail: distance from the previous document, node, conversation plus one, number of references, references.
   */
  readonly #mails: PagedBytes;
  readonly #circles: MailCircles;
  #mailCount = 0;
  /** Ids, each with the first mail that refers to it. */
  readonly #named: ColumnValues;
  #lastDoc = 0;

  /** Temporary files are in `directory`, which the caller removes. */
  constructor(directory: string, pages: PageFile, { values }: HoldLimits) {
    this.#directory = directory;
    this.#idTexts = new KeptTexts(pages);
    this.#mails = new PagedBytes(pages);
    this.#circles = new MailCircles(pages);
    this.#limits = {
      occurrences: Math.ceil(values.occurrences / VALUES_PART),
      bytes: Math.ceil(values.bytes / VALUES_PART),
    };
    this.#named = new ColumnValues(join(directory, 'thread-ids'), this.#limits);
  }

  /** Uses threads for sorting until they end. */
  useThreadPool(pool: ValueThreadPool): void {
    this.#named.useThreadPool(pool);
  }

  /** Documents must ascend. `fields` also has the properties of the item. */
  add(doc: number, item: TreeItem, fields: RecordFields | null = null): void {
    const facts = mailFactsOf(item);
    if (facts === null) return;
    const node = this.#nodeOf(doc, facts.id ?? madeIdIn(fields) ?? madeId(item));
    const references = facts.references.map((id) => this.#nodeOf(doc, id));
    const conversation = facts.conversation === null ? 0 : this.#nodeOf(doc, facts.conversation) + 1;
    const mails = this.#mails;
    mails.varint(doc - this.#lastDoc);
    this.#lastDoc = doc;
    mails.varint(node);
    mails.varint(conversation);
    mails.varint(references.length);
    for (const one of references) mails.varint(one);
    this.#mailCount++;
    this.#circles.add(node, facts);
  }

  get subjects(): SubjectMarks {
    return this.#circles.marks;
  }

  #nodeOf(doc: number, id: string): number {
    const node = this.#ids.numberOf(id);
    if (node < this.#idTexts.count) return node;
    this.#idTexts.add(id);
    this.#named.add(THREAD_IDS_FIELD, 'whole', doc, [id]);
    return node;
  }

  /** Appends both columns, or none if there are no mails. Calls `onPart` regularly. */
  async write(
    stream: StreamWriter,
    pages: PageFile,
    onPart: (part: number) => Promise<void>,
  ): Promise<readonly ValueColumn[]> {
    if (this.#mailCount === 0) return [];
    const forest = await this.#linked(() => onPart(1));
    const threads = new ColumnValues(join(this.#directory, 'threads'), this.#limits);
    try {
      await this.#addThreads(forest, threads, () => onPart(1));
      return [...(await threads.write(stream, pages, onPart)), ...(await this.#named.write(stream, pages, onPart))];
    } finally {
      threads.close();
    }
  }

  async #linked(pause: () => Promise<void>): Promise<ThreadForest> {
    const forest = new ThreadForest();
    forest.grow(this.#ids.count);
    for (const _ of linkThreads(forest, () => this.#eachMail())) await pause();
    const guesses = new ThreadGuesses(forest);
    for (const isUnlinked of [false, true]) {
      let count = 0;
      for (const mail of this.#circles.each()) {
        if (++count % MAILS_PER_PAUSE === 0) await pause();
        if (mail === null || mail.isUnlinked !== isUnlinked) continue;
        if (isUnlinked) guesses.guess(mail.node, mail.circles);
        else for (const circle of mail.circles) guesses.note(circle, mail.node);
      }
    }
    guesses.finish();
    return forest;
  }

  /** A thread is identified by the root of the tree of its first mail. */
  async #addThreads(forest: ThreadForest, threads: ColumnValues, pause: () => Promise<void>): Promise<void> {
    const texts = this.#idTexts.open();
    try {
      /** Indexed by group: a node plus one. */
      const tops = new Uint32Array(forest.nodeCount);
      let last = -1;
      let name = '';
      let count = 0;
      for (const { doc, node } of this.#eachMail()) {
        if (++count % MAILS_PER_PAUSE === 0) await pause();
        const group = forest.groupOf(node);
        if (tops[group] === 0) tops[group] = forest.topOf(node) + 1;
        const top = tops[group]! - 1;
        if (top !== last) name = texts.text(top);
        last = top;
        threads.add(THREAD_FIELD, 'whole', doc, [name]);
      }
    } finally {
      texts.close();
    }
  }

  /** Yields the same object each time. */
  *#eachMail(): Generator<WrittenMail, void> {
    const reader = new PageReader(this.#mails.location());
    try {
      const mail = { doc: 0, node: 0, conversation: -1, references: [] as number[] };
      for (let i = 0; i < this.#mailCount; i++) {
        mail.doc += reader.varint();
        mail.node = reader.varint();
        mail.conversation = reader.varint() - 1;
        mail.references.length = 0;
        for (let left = reader.varint(); left > 0; left--) mail.references.push(reader.varint());
        yield mail;
      }
    } finally {
      reader.close();
    }
  }

  close(): void {
    this.#named.close();
  }
}

/** Returns null if the record's properties are not available as bytes. */
function madeIdIn(fields: RecordFields | null): string | null {
  const identity = fields?.isLoaded === true ? fields.kernel.identity() : null;
  return identity === null ? null : madeIdOf(identity);
}

interface WrittenMail extends LinkedMail {
  readonly doc: number;
}
