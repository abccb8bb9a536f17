import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { analyze } from '../../src/analysis/analyze.ts';
import { foldText } from '../../src/analysis/fold-text.ts';
import { type CaseRecord, caseRecords } from '../corpus/case-lines.ts';

/** What questions are drawn from: dates of items, sorted, and words by how many of a sample have them, most first. */
export interface Drawn {
  readonly items: number;
  readonly dates: readonly number[];
  readonly words: readonly string[];
}

const SAMPLE_EVERY = 50;
const SEPARATORS = /\p{Cc}/gu;
const PIECE_UNITS = 1 << 20;

/**
 * Writes a line an item: id, modified (ms), year, folded name, folded categories parted by U+001F, text, tab separated; unless
 * an earlier run did.
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
        for (const word of new Set(analyze(record.text))) counts.set(word, (counts.get(word) ?? 0) + 1);
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
  dates.sort((a, b) => a - b);
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
  return { items, dates, words };
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

/** Control characters part tokens, as spaces do. */
function plain(text: string): string {
  return text.replace(SEPARATORS, ' ');
}
