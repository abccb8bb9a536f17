/**
 * Yields the items of one item file, in batches. Splits bytes into lines and converts these to records. Reports problems on the
 * way.
 */
import type { FileHandle } from 'node:fs/promises';
import type { CaseItem, ItemPart, ReadObserver } from '../case-reader.ts';
import { readPieces } from '../files/inflate.ts';
import { type ItemLine, LineSplitter } from './item-lines.ts';
import { type AddProblem, parseItem } from './item-record.ts';
import { BATCH_BYTES_MAX, BATCH_ITEMS_MAX } from './limits.ts';

const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf);

/** Reads the file behind `handle`, and leaves it open. */
export async function* readItemFile(
  handle: FileHandle,
  part: ItemPart,
  observer: ReadObserver,
): AsyncGenerator<readonly CaseItem[]> {
  const splitter = new LineSplitter();
  const batch = new LineBatch(part, observer);
  for await (const { chunks, consumed, fault } of readPieces(handle)) {
    if (consumed > 0) observer.progress(consumed);
    for (const chunk of chunks) {
      splitter.feed(chunk);
      for (let line = splitter.next(); line !== null; line = splitter.next()) {
        batch.add(line);
        if (batch.isFull) yield batch.take();
      }
    }
    if (fault !== null) batch.reportCut(fault);
  }
  const rest = splitter.rest();
  if (rest !== null) batch.add(rest);
  if (!batch.isEmpty) yield batch.take();
}

/** Items parsed from lines of one file. */
export class LineBatch {
  readonly #file: string;
  readonly #observer: ReadObserver;
  #items: CaseItem[] = [];
  #bytes = 0;
  #lines = 0;
  #isCut: boolean;

  /** `isCut`: whether the truncation of the file was already reported. */
  constructor({ file }: ItemPart, observer: ReadObserver, isCut = false) {
    this.#file = file;
    this.#observer = observer;
    this.#isCut = isCut;
  }

  get isFull(): boolean {
    return this.#items.length >= BATCH_ITEMS_MAX || this.#bytes >= BATCH_BYTES_MAX;
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  take(): readonly CaseItem[] {
    const items = this.#items;
    this.#items = [];
    this.#bytes = 0;
    return items;
  }

  add(line: ItemLine): void {
    this.#lines = line.number;
    const addProblem: AddProblem = (kind, id, reason) =>
      this.#observer.problem({ file: this.#file, line: line.number, id, kind, reason });
    if (line.refused !== null) {
      addProblem('limit', null, `${line.refused}: the record is skipped`);
      return;
    }
    // In a truncated file, the fragment of the last line is not reported, because the truncation is.
    const isFragment = this.#isCut && !line.isEnded;
    const item = parseItem(withoutMark(line), line.number, isFragment ? () => undefined : addProblem);
    if (item === null) return;
    if (line.cut !== null) addProblem('limit', item.id, line.cut);
    this.#items.push(item);
    this.#bytes += line.bytes.length;
  }

  reportCut(fault: string): void {
    this.#isCut = true;
    reportCut(this.#file, fault, this.#lines, this.#observer);
  }
}

/** Reports that a file ends too early, after this many lines. */
export function reportCut(file: string, fault: string, lines: number, observer: ReadObserver): void {
  const reason = `${fault}: nothing after line ${lines} could be read`;
  observer.problem({ file, line: null, id: null, kind: 'case', reason });
}

/** The first line of a file may begin with a byte order mark. */
export function withoutMark(line: ItemLine): Buffer {
  return line.number === 1 && line.bytes.subarray(0, 3).equals(byteOrderMark) ? line.bytes.subarray(3) : line.bytes;
}
