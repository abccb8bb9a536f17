/**
 * Reads conformance.tsv: sections of rows, each with a query, its expected print or error, and a note.
 *
 * A section begins with a line `# title`. The rows of `# Default operator AND` are parsed with that operator. A cell that
 * begins with `json ` holds the text as JSON, for white space that a table cannot show. An error is written `error@POSITION
 * start of its message`, then ` → suggestion` if there is one.
 */
import type { DefaultOperator } from './parser.ts';

export interface ConformanceSection {
  readonly title: string;
  readonly defaultOperator: DefaultOperator;
  readonly rows: readonly ConformanceRow[];
}

export interface ConformanceRow {
  readonly text: string;
  readonly result: ConformanceResult;
  readonly note: string;
}

export type ConformanceResult =
  | { readonly kind: 'query'; readonly printed: string }
  | {
      readonly kind: 'error';
      readonly position: number;
      readonly messageStart: string;
      readonly suggestion: string | null;
    };

/** Returns the sections of the text of conformance.tsv, in order. Throws Error for a line that is neither section nor row. */
export function readConformance(tsv: string): readonly ConformanceSection[] {
  const sections: { title: string; defaultOperator: DefaultOperator; rows: ConformanceRow[] }[] = [];
  for (const line of tsv.split('\n')) {
    if (line === '') continue;
    if (!line.includes('\t') && line.startsWith('# ')) {
      const title = line.slice(2);
      sections.push({ title, defaultOperator: title.endsWith('operator AND') ? 'AND' : 'OR', rows: [] });
      continue;
    }
    const [text, result, note, ...rest] = line.split('\t');
    const section = sections.at(-1);
    if (section === undefined || text === undefined || result === undefined || note === undefined || rest.length > 0) {
      throw new Error(`Not a conformance row: ${line}`);
    }
    section.rows.push({ text: readCell(text), result: readResult(result), note });
  }
  return sections;
}

function readCell(cell: string): string {
  return cell.startsWith('json ') ? JSON.parse(cell.slice('json '.length)) : cell;
}

function readResult(cell: string): ConformanceResult {
  const error = /^error@(\d+) (.*?)(?: → (.*))?$/u.exec(cell);
  if (error === null) return { kind: 'query', printed: readCell(cell) };
  const [, position, messageStart = '', suggestion] = error;
  return { kind: 'error', position: Number(position), messageStart, suggestion: suggestion ?? null };
}
