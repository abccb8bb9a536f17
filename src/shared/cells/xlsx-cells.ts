/** Cells of SpreadsheetML (ISO/IEC 29500): texts, numbers, dates, links. A text is an inline string, which is never a formula. */
import { cutToFit } from './spreadsheet-cells.ts';

/** Styles of cells: indexes into `cellXfs` of the style sheet that src/export/xlsx writes. */
export const [DAY_STYLE, SECOND_STYLE, FRACTION_STYLE, TITLE_STYLE, LINK_STYLE] = [1, 2, 3, 4, 5] as const;

/** Maximum digits of a number. More digits would be rounded. */
const DIGITS_MAX = 15;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/;
const DATE = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?Z)?$/;
const DAY_MS = 86_400_000;
/** Day 0 of spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30);
/** Earlier day numbers are off by one: spreadsheets count 29 February 1900, which never was. */
const FIRST_DAY = 61;
/** Maximum UTF-16 units of a text in a formula. */
const LITERAL_UNITS_MAX = 255;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain them, nor keep a carriage return
const UNWRITABLE = /[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[\da-fA-F]{4}_)/g;

export function textCell(value: string, style = 0): string {
  const text = escaped(cutToFit(value));
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : '';
  return `<c${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

/** Returns a text cell if a spreadsheet would change the number. */
export function numberCell(value: string): string {
  const digits = value
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length;
  return NUMBER.test(value) && digits <= DIGITS_MAX ? `<c><v>${value}</v></c>` : textCell(value);
}

/**
 * Returns the cell of a date in UTC or of a day, as rows print them. It is a text cell if spreadsheets cannot show such a date.
 */
export function dateCell(value: string): string {
  const [, day, minute, second, fraction] = DATE.exec(value) ?? [];
  if (day === undefined) return textCell(value);
  const at = Date.parse(minute === undefined ? day : `${day}T${minute}:${second ?? '00'}Z`);
  const days = (at - EPOCH + Number(`0.${fraction ?? 0}`) * 1000) / DAY_MS;
  // A day that does not exist in the calendar, or a leap second.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day) || days < FIRST_DAY) return textCell(value);
  const style = minute === undefined ? DAY_STYLE : fraction === undefined ? SECOND_STYLE : FRACTION_STYLE;
  return `<c s="${style}"><v>${days}</v></c>`;
}

/** A formula with a path that this program chose. It holds nothing from a case except the characters of a safe name. */
export function linkCell(path: string): string {
  if (path === '') return '<c/>';
  if (path.length > LITERAL_UNITS_MAX || path.includes('"')) return textCell(path);
  const shown = escaped(path);
  // Number signs are escaped, because they would begin a fragment.
  const target = escaped(path.replaceAll('%', '%25').replaceAll('#', '%23'));
  return `<c s="${LINK_STYLE}" t="str"><f>HYPERLINK("${target}","${shown}")</f><v>${shown}</v></c>`;
}

function escaped(text: string): string {
  return text
    .replace(UNWRITABLE, (found) => `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
