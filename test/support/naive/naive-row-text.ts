/** The text of a row without one: `Column: value` lines, from the original table. */

/** `separators` has, by column, the separator of list values. Blank values are left out. */
export function naiveRowText(
  columns: readonly string[],
  cells: readonly string[],
  separators: Readonly<Record<string, string>> = {},
): string | null {
  const lines = columns.flatMap((column, i) => {
    const separator = separators[column];
    const values =
      separator === undefined ? [cells[i] ?? ''] : (cells[i] ?? '').split(separator).map((one) => one.trim());
    return values.filter((value) => value.trim() !== '').map((value) => `${column}: ${value}`);
  });
  return lines.length === 0 ? null : lines.join('\n');
}
