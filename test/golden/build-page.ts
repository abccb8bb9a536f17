/**
 * Fills the tables and the grammar of query-language.md. The text between them is written by hand. Everything between `<!--
 * rows: title -->` or `<!-- ebnf -->` and `<!-- end -->` is generated from conformance.tsv and the parser.
 */
import type { ConformanceResult, ConformanceRow, ConformanceSection } from '../../grammar/conformance.ts';

/**
 * Returns `page` with every generated part renewed. Throws Error for an unknown section, and for a section that no table shows.
 */
export function buildPage(page: string, sections: readonly ConformanceSection[], ebnf: string): string {
  const shown = new Set<string>();
  const built = page.replace(
    /(<!-- (rows: (.+?)|ebnf) -->\n)[\s\S]*?(<!-- end -->)/gu,
    (_, start, kind, title, end) => {
      if (kind === 'ebnf') return `${start}\n\`\`\`ebnf\n${ebnf}\n\`\`\`\n\n${end}`;
      const section = sections.find((one) => one.title === title);
      if (section === undefined) throw new Error(`conformance.tsv has no section "${title}"`);
      shown.add(title);
      return `${start}\n${printTable(section.rows)}\n${end}`;
    },
  );
  const missing = sections.filter(({ title }) => !shown.has(title)).map(({ title }) => title);
  if (missing.length > 0) throw new Error(`The page shows no table of: ${missing.join(', ')}`);
  return built;
}

/** Columns are in a code block, because a Markdown table would need escapes for half the characters of the language. */
function printTable(rows: readonly ConformanceRow[]): string {
  const queryWidth = columnWidth(rows.map(({ text }) => visible(text)));
  const resultWidth = columnWidth(rows.map(({ result }) => printResult(result)));
  const lines = rows.map(({ text, result, note }) => {
    const meant = result.kind === 'error' && result.suggestion !== null ? `meant: ${visible(result.suggestion)}` : '';
    const notes = [note.replaceAll('`', ''), meant].filter((part) => part !== '').join('; ');
    const start = `${visible(text).padEnd(queryWidth)}  ${printResult(result).padEnd(resultWidth)}`;
    return notes === '' ? start.trimEnd() : `${start}  # ${notes}`;
  });
  return `\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`;
}

function printResult(result: ConformanceResult): string {
  if (result.kind === 'query') return visible(result.printed);
  return `error at ${result.position}: ${result.messageStart}`;
}

const COLUMN_UNITS_MAX = 48;

function columnWidth(cells: readonly string[]): number {
  return Math.min(COLUMN_UNITS_MAX, Math.max(...cells.map((cell) => cell.length)));
}

/** Written as JSON: the empty text, invisible characters, and white space at the ends or of other kinds. */
function visible(text: string): string {
  if (!/[\t\n\r\u00a0\u3000\p{Default_Ignorable_Code_Point}]|^ | $|^$/u.test(text)) return text;
  return JSON.stringify(text).replace(/[\u00a0\u3000\p{Default_Ignorable_Code_Point}]/gu, jsonEscape);
}

function jsonEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
