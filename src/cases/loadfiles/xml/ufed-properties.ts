/** Derives properties of a row of Cellebrite's reports: a display name, a category, and the order of a conversation. */
import { COLUMN } from './ufed-names.ts';

/** Units of a derived name. */
const NAME_UNITS_MAX = 120;

const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['Chat', 'Chats'],
  ['InstantMessage', 'Instant Messages'],
  ['Email', 'Emails'],
  ['Call', 'Calls'],
  ['Contact', 'Contacts'],
  ['Location', 'Locations'],
]);

/** The name of a row: the first of these values that exists. */
const NAMES = ['Subject', 'Title', COLUMN.body, 'Filename', 'Participants', 'Parties', 'From', 'Value', 'Url', 'Key'];

/** `values` returns the first values of its columns. */
export function ownProperties(
  type: string,
  values: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [name: string, values: readonly string[]])[] {
  const properties: (readonly [name: string, values: readonly string[]])[] = [];
  if (type === 'File') return [['category', values.get('Tags') ?? ['Files']]];
  if (!values.has('Name')) {
    properties.push(['name', [nameOf(type, values)]]);
    // Sets an empty extension. Otherwise one would be derived from a text that ends like a file name.
    if (!values.has('Filename')) properties.push(['ext', []]);
  }
  properties.push(['category', [CATEGORIES.get(type) ?? type]]);
  if (type === 'Chat') properties.push(['childrenInOrder', ['true']]);
  return properties;
}

function nameOf(type: string, values: ReadonlyMap<string, readonly string[]>): string {
  for (const column of NAMES) {
    const found = values.get(column);
    if (found === undefined) continue;
    const isList = column === 'Participants' || column === 'Parties';
    const text = isList ? found.join(', ') : found[0]!;
    const line = text.trim().split('\n', 1)[0]!.slice(0, NAME_UNITS_MAX);
    if (line !== '') return line;
  }
  return type;
}
