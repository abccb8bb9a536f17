/**
 * Reads the items of all files of a case by ascending id, equal ids in case order. A first pass locates the lines, and copies
 * those of compressed files to a temporary file. Lines are then read by location, many at a time.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { ItemPart, PartItems, ReadObserver } from '../case-reader.ts';
import { isGzip, readPieces } from '../files/inflate.ts';
import { ReadProgress } from '../read-progress.ts';
import { LineSplitter } from './item-lines.ts';
import { idOfLine } from './item-record.ts';
import { HELD_ITEM_FILES_MAX } from './limits.ts';
import { LineTable } from './line-table.ts';
import { type LineFile, LineWindows } from './line-windows.ts';
import { LineBatch, reportCut, withoutMark } from './read-items.ts';

/** The fraction of the work that the first pass takes, for progress. */
const FIRST_PASS = 1 / 8;

export interface ItemLineFiles {
  readonly parts: readonly ItemPart[];
  open(part: ItemPart): Promise<FileHandle>;
}

/** `temporary`: a new file for the lines of compressed files. Batches are empty during the first pass. */
export async function* readItemsById(
  files: ItemLineFiles,
  temporary: string,
  observer: ReadObserver,
): AsyncGenerator<PartItems> {
  const reading = new ReadingById(files, temporary, observer);
  try {
    yield* reading.findLines();
    yield* reading.items();
  } finally {
    await reading.close();
  }
}

class ReadingById {
  readonly #files: ItemLineFiles;
  readonly #observer: ReadObserver;
  readonly #temporary: string;
  readonly #table = new LineTable();
  readonly #lineFiles: LineFile[] = [];
  readonly #held: FileHandle[] = [];
  readonly #cut = new Set<number>();
  readonly #splitter = new LineSplitter();
  #copy: number | null = null;
  #copied = 0;
  readonly #progress: ReadProgress;
  #consumed = 0;

  constructor(files: ItemLineFiles, temporary: string, observer: ReadObserver) {
    this.#files = files;
    this.#temporary = temporary;
    this.#observer = observer;
    const bytes = files.parts.reduce((sum, part) => sum + part.bytes, 0);
    this.#progress = new ReadProgress(bytes, observer);
  }

  async *findLines(): AsyncGenerator<PartItems> {
    for (const [index, part] of this.#files.parts.entries()) {
      const handle = await this.#files.open(part);
      const isHeld = this.#held.length < HELD_ITEM_FILES_MAX && !(await isGzip(handle));
      if (isHeld) this.#held.push(handle);
      try {
        yield* this.#findLinesOf(part, index, handle, isHeld);
      } finally {
        if (!isHeld) await handle.close();
      }
    }
    this.#table.sort();
  }

  async *#findLinesOf(part: ItemPart, index: number, handle: FileHandle, isHeld: boolean): AsyncGenerator<PartItems> {
    this.#lineFiles.push(isHeld ? { file: handle.fd, offset: 0 } : { file: this.#copyFile(), offset: this.#copied });
    const splitter = new LineSplitter();
    let bytes = 0;
    let lines = 0;
    let start = 0;
    this.#table.beginPart();
    for await (const { chunks, consumed, fault } of readPieces(handle)) {
      this.#consumed += consumed;
      this.#progress.reportBytes(FIRST_PASS * this.#consumed);
      for (const chunk of chunks) {
        bytes += chunk.length;
        if (!isHeld) this.#write(chunk);
        splitter.feed(chunk);
        for (let line = splitter.next(); line !== null; line = splitter.next()) {
          lines = line.number;
          this.#table.add(idOfLine(withoutMark(line)), start, lines);
          start = splitter.consumed;
        }
      }
      if (fault !== null) {
        this.#cut.add(index);
        reportCut(part.file, fault, lines, this.#observer);
      }
      yield { part, items: [] };
    }
    const rest = splitter.rest();
    if (rest !== null) this.#table.add(idOfLine(withoutMark(rest)), start, rest.number);
    this.#table.endPart(bytes);
  }

  async *items(): AsyncGenerator<PartItems> {
    const { parts } = this.#files;
    const lines = new LineWindows(this.#table, this.#lineFiles);
    const batches = parts.map((part, index) => new LineBatch(part, this.#observer, this.#cut.has(index)));
    let current = 0;
    for (const ranks of lines.windows()) {
      for (let rank = ranks.from; rank < ranks.end; rank++) {
        const found = this.#table.at(rank);
        if (found.part !== current && !batches[current]!.isEmpty) {
          yield { part: parts[current]!, items: batches[current]!.take() };
        }
        current = found.part;
        const batch = batches[current]!;
        this.#addLines(lines, rank - ranks.from, found.line, batch);
        if (batch.isFull) yield { part: parts[current]!, items: batch.take() };
      }
      this.#progress.report(FIRST_PASS + (1 - FIRST_PASS) * (ranks.end / this.#table.count));
      if (parts.length > 0) yield { part: parts[current]!, items: batches[current]!.take() };
    }
    // Yields even if there are no lines.
    this.#progress.report(1);
  }

  /** Adds the lines of a record of the window to the batch. */
  #addLines(lines: LineWindows, n: number, number: number, batch: LineBatch): void {
    const splitter = this.#splitter;
    splitter.restart(number);
    let at = 0;
    for (let bytes = lines.bytesFrom(n, 0); bytes.length > 0; bytes = lines.bytesFrom(n, at)) {
      at += bytes.length;
      splitter.feed(bytes);
      for (let line = splitter.next(); line !== null; line = splitter.next()) batch.add(line);
    }
    const rest = splitter.rest();
    if (rest !== null) batch.add(rest);
    if (lines.isCut(n)) batch.reportCut('the file was truncated while it was read');
  }

  async close(): Promise<void> {
    for (const handle of this.#held) await handle.close();
    if (this.#copy === null) return;
    closeSync(this.#copy);
    rmSync(this.#temporary, { force: true });
  }

  #copyFile(): number {
    this.#copy ??= openSync(this.#temporary, 'wx+');
    return this.#copy;
  }

  #write(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      at += writeSync(this.#copyFile(), chunk, at, chunk.length - at, this.#copied + at);
    }
    this.#copied += chunk.length;
  }
}
