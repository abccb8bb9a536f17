/** Columns that mean something else in the tables of one tool. A table is of a tool if it has all columns by which it is known. */
import type { Column } from './column.ts';
import { keyOf } from './column-names.ts';
import type { DayOrder } from './usual-dates.ts';

interface Tool {
  readonly name: string;
  readonly knownBy: readonly string[];
  /** By column: the property; null: it is a property of its own name. */
  readonly columns: Readonly<Record<string, string | null>>;
  /** The order in which the tool writes its dates, if a date does not show it. */
  readonly dates?: DayOrder;
}

export const TOOLS: readonly Tool[] = [
  { name: 'case-access (CSV)', knownBy: ['source', 'id', 'parentId', 'bookmarks'], columns: { source: null } },
  {
    name: 'Autopsy',
    knownBy: ['Modified Time', 'Change Time', 'Access Time', 'Created Time', 'Location'],
    columns: { Location: 'path' },
  },
  {
    name: 'Plaso (l2t_csv)',
    knownBy: ['date', 'time', 'timezone', 'MACB', 'source', 'sourcetype'],
    columns: { source: null, type: null, filename: 'path' },
    dates: 'month first',
  },
  {
    name: 'Plaso, Timesketch',
    knownBy: ['datetime', 'timestamp_desc', 'message'],
    columns: { source: null, display_name: 'path', timestamp: null },
  },
  { name: 'Wireshark', knownBy: ['Time', 'Source', 'Destination', 'Protocol', 'Info'], columns: { source: null } },
  {
    name: 'MFTECmd',
    knownBy: ['EntryNumber', 'SequenceNumber', 'ParentEntryNumber', 'Created0x10'],
    columns: { ParentPath: 'path' },
  },
];

export interface ToolColumns {
  /** By key of the column. */
  readonly properties: ReadonlyMap<string, string | null>;
  readonly dates: DayOrder | null;
}

/** What the tool of the table says of its columns; nothing if it is of none. */
export function toolColumns(byKey: ReadonlyMap<string, Column>): ToolColumns {
  const { columns = {}, dates = null } =
    TOOLS.find(({ knownBy }) => knownBy.every((name) => byKey.has(keyOf(name)))) ?? {};
  return { properties: new Map(Object.entries(columns).map(([name, property]) => [keyOf(name), property])), dates };
}
