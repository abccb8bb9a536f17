/**
 * Makes an expression over texts that finds one text. Blanks match any sequence of blanks, and letters match in either case.
 */
const BEGINNING_UNITS_MAX = 200;
const OPERATORS = /[\\/.*+?()[\]{}|^$]/g;

/** Only the beginning of a long text is used, because a query has a limit. */
export function literalExpression(text: string): string {
  const beginning = text
    .slice(0, BEGINNING_UNITS_MAX)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  return `text:/${beginning.replace(OPERATORS, String.raw`\$&`).replace(/\s+/g, String.raw`\s+`)}/`;
}
