/** A note on an item, as lists of items print it. */
export interface ItemNote {
  readonly n: number;
  readonly text: string;
  readonly range?:
    | { readonly start: number; readonly end: number }
    | { readonly property: string; readonly value?: string | undefined };
  readonly author: string;
  /** ISO 8601, in UTC. */
  readonly created: string;
  readonly changedBy: string;
  readonly changed: string;
}

/** Marks of items besides bookmarks, under the property names that request them. */
export const MARKS = ['notes', 'reviewed', 'hashsets'] as const;
export type Mark = (typeof MARKS)[number];

/** Returns the marks that a choice of properties includes. Null means all. */
export function askedMarks(properties: readonly string[] | null): readonly Mark[] {
  return properties === null ? MARKS : MARKS.filter((mark) => properties.includes(mark));
}

/** Prints a note for a cell: author and time, subject, and text. Spreadsheets do not read it as a formula. */
export function printItemNote({ author, changed, range, text }: ItemNote): string {
  const about = range === undefined ? '' : `, ${printRange(range)}`;
  return `[${author}, ${changed}${about}] ${text}`;
}

function printRange(range: NonNullable<ItemNote['range']>): string {
  if (!('property' in range)) return `characters ${range.start} to ${range.end}`;
  return range.value === undefined ? range.property : `${range.property}: ${range.value}`;
}

/** All notes of an item in one cell. */
export function printItemNotes(notes: readonly ItemNote[]): string {
  return notes.map(printItemNote).join('\n');
}
