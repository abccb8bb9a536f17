/**
 * Fills the tables and the grammar of query-language.md. The prose between them is written by hand; what stands
 * between `<!-- rows: title -->` or `<!-- ebnf -->` and `<!-- end -->` is made from conformance.tsv and the parser.
 */
import type { ConformanceRow, ConformanceSection } from './conformance.ts';

/** `page` with every generated part made anew. Throws Error for an unknown section, or one that no table shows. */
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

function printTable(rows: readonly ConformanceRow[]): string {
  const lines = rows.map(({ text, result, note }) => {
    if (result.kind === 'query') return `| ${code(text)} | ${code(result.printed)} | ${escapeCell(note)} |`;
    const meant = result.suggestion === null ? '' : `meant: ${code(result.suggestion)}`;
    const notes = [escapeCell(note), meant].filter((part) => part !== '').join('; ');
    return `| ${code(text)} | error at ${result.position}: ${escapeCell(result.messageStart)} | ${notes} |`;
  });
  return ['| query | reads as | |', '|---|---|---|', ...lines, ''].join('\n');
}

/** A code span; what a table cannot show, white space at the ends and of other kinds, is shown as JSON. */
function code(text: string): string {
  if (text === '') return '(empty)';
  const isInvisible = /[\t\n\r\u00a0\u3000]|^ | $/u.test(text);
  const visible = isInvisible ? JSON.stringify(text).replace(/[\u00a0\u3000]/gu, jsonEscape) : text;
  const fence = visible.includes('`') ? '``' : '`';
  return `${fence}${visible.replaceAll('|', '\\|')}${fence}`;
}

function jsonEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Notes are Markdown, but for what would end the cell or begin a tag. */
function escapeCell(text: string): string {
  return text.replace(/[<>|*]/gu, (character) => `&#${character.charCodeAt(0)};`);
}
