/** The data of a case that peers index, as a file of columns, and the source of generated questions. */
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { foldText } from '../../src/analysis/fold-text.ts';
import { wordsOf } from '../../src/analysis/query-tokens.ts';
import { type CaseRecord, caseRecords } from '../corpus/case-lines.ts';

/** The source of generated questions. */
export interface Drawn {
  readonly items: number;
  /** Distinct dates. A little more than half of the items are at or after any of them. */
  readonly dates: readonly number[];
  /** The number of items at or after a date is at least this for each of these dates. */
  readonly fewest: number;
  /** Words in order of their number of items in a sample, most first. */
  readonly words: readonly string[];
}

const SAMPLE_EVERY = 50;
const DATES_DRAWN = 1000;
/** Fraction of the items that are before the chosen dates, at most. */
const BEFORE = 0.49;
const SEPARATORS = /\p{Cc}/gu;
const PIECE_UNITS = 1 << 20;

/**
 * Writes a line per item: id, modified (ms), year, folded name, folded categories separated by U+001F, text, tab separated.
 * Does nothing if an earlier run has written the file.
 */
export async function exportColumns(casePath: string, file: string): Promise<Drawn> {
  const dates: number[] = [];
  const counts = new Map<string, number>();
  let items = 0;
  const isThere = existsSync(file);
  async function* lines(): AsyncGenerator<string> {
    let piece = '';
    for await (const record of caseRecords(casePath)) {
      const modified = Date.parse(record.properties.modified?.[0] ?? '');
      if (!Number.isNaN(modified)) dates.push(modified);
      if (items++ % SAMPLE_EVERY === 0) {
        for (const word of new Set(wordsOf(record.text))) counts.set(word, (counts.get(word) ?? 0) + 1);
      }
      if (isThere) continue;
      piece += lineOf(record, modified);
      if (piece.length < PIECE_UNITS) continue;
      yield piece;
      piece = '';
    }
    yield piece;
  }
  const draft = `${file}.draft`;
  await pipeline(Readable.from(lines()), createWriteStream(draft));
  if (!isThere) renameSync(draft, file);
  const sorted = Float64Array.from(dates).sort();
  const middle = Math.floor(sorted.length * BEFORE);
  const near = new Set<number>();
  for (let away = 0; away <= middle && near.size < DATES_DRAWN; away++) {
    for (const at of [middle - away, middle + away]) if (at < sorted.length) near.add(sorted[at]!);
  }
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  const fewest = sorted.length - sorted.lastIndexOf(Math.max(...near));
  return { items, dates: [...near], fewest, words };
}

function lineOf({ id, properties, text }: CaseRecord, modified: number): string {
  const hasDate = !Number.isNaN(modified);
  const columns = [
    String(id),
    hasDate ? String(modified) : '',
    hasDate ? String(new Date(modified).getUTCFullYear()) : '',
    plain(foldText(properties.name?.[0] ?? '')),
    (properties.category ?? []).map((value) => plain(foldText(value))).join('\u001f'),
    plain(text),
  ];
  return `${columns.join('\t')}\n`;
}

/** Control characters separate tokens like spaces. */
function plain(text: string): string {
  return text.replace(SEPARATORS, ' ');
}
