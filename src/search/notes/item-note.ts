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

/** What people said of items beside bookmarks, by the names by which properties ask for it. */
export const MARKS = ['notes', 'reviewed'] as const;
export type Mark = (typeof MARKS)[number];

/** Which of them a choice of properties has, too; null: everything. */
export function askedMarks(properties: readonly string[] | null): readonly Mark[] {
  return properties === null ? MARKS : MARKS.filter((mark) => properties.includes(mark));
}

/** For a cell: who wrote it and when, what it is about, and the text. No spreadsheet takes it for a formula. */
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
