/**
 * Finds titles above a header and parents by column names as in docs/load-files.md, and tools as in docs/tables/tools.md. It is
 * slow, works on all lines at once, and takes the list of tools from the page itself.
 */

/** The header line, from 1. Values have no quotes and no commas. */
export function naiveHeaderLine(lines: readonly string[]): number {
  const rows = lines.map((line) => line.split(','));
  const filled = (row: readonly string[]): number => row.filter((value) => value.trim() !== '').length;
  const first = rows.findIndex((row) => filled(row) > 0);
  if (first < 0 || filled(rows[first]!) > 2) return 1;
  for (let i = first + 1; i < Math.min(20, rows.length); i++) {
    const names = rows[i]!;
    const below = rows.slice(i + 1, i + 4);
    const areNames = names.every((name) => /^\P{White_Space}/u.test(name) && name.length <= 80 && /\p{L}/u.test(name));
    const times = filled(rows[first]!) === 1 ? 1 : 2;
    const isWide = names.length >= 3 && rows.slice(0, i).every((row) => names.length > times * filled(row));
    const isHeld = below.length > 0 && below.every((row) => row.length === names.length && filled(row) > 1);
    if (areNames && new Set(names).size === names.length && isWide && isHeld) return i + 1;
  }
  return 1;
}

/** The number of each row's parent, from 1, by the first pair of columns `Parent X` and `X`; null if there is none. */
export function naiveParents(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): readonly (number | null)[] {
  const keys = columns.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  for (const [parents, key] of keys.entries()) {
    const rest = key.startsWith('parent') ? key.slice(6) : key.endsWith('parent') ? key.slice(0, -6) : '';
    const named = keys.indexOf(rest);
    if (named < 0 || !/(id|number|no|key|ref|inode)$/.test(rest)) continue;
    const rowOf = (id: string): number => rows.findIndex((row) => row[named] === id) + 1;
    const distinct = [...new Set(rows.map((row) => row[parents]!))].filter((id) => id !== '').slice(0, 1000);
    if (distinct.filter((id) => rowOf(id) > 0).length * 2 < distinct.length) return rows.map(() => null);
    return rows.map((row, i) => {
      const above = row[parents] === '' ? 0 : rowOf(row[parents]!);
      return above === 0 || above === i + 1 ? null : above;
    });
  }
  return rows.map(() => null);
}

export interface NaiveTool {
  readonly name: string;
  readonly knownBy: readonly string[];
  /** Keyed by column: the property, or the column's own name. */
  readonly columns: ReadonlyMap<string, string>;
}

/** The tools in the table of the page. */
export function naiveTools(page: string): readonly NaiveTool[] {
  const rows = [...page.matchAll(/^\| ([^|]+) \| ((?:`[^`]+` ?)+)\| ([^|]*)\|$/gm)];
  return rows.map(([, name, knownBy, meanings]) => ({
    name: name!,
    knownBy: [...knownBy!.matchAll(/`([^`]+)`/g)].map(([, column]) => column!),
    columns: new Map([
      ...[...meanings!.matchAll(/`([^`]+)` → `([^`]+)`/g)].map(([, column, property]) => [column!, property!] as const),
      ...[...meanings!.matchAll(/`([^`]+)` its own name/g)].map(([, column]) => [column!, column!] as const),
    ]),
  }));
}

/** The first tool with all of its columns among these, ignoring case, blanks and punctuation. */
export function naiveToolOf(tools: readonly NaiveTool[], columns: readonly string[]): NaiveTool | null {
  const plain = (name: string): string => [...name.toLowerCase()].filter((c) => /[\p{L}\p{N}]/u.test(c)).join('');
  const known = columns.map(plain);
  return tools.find(({ knownBy }) => knownBy.every((name) => known.includes(plain(name)))) ?? null;
}
