/**
 * Keys of records of an NTFS master file table, as MFTECmd exports it. Entries are reused after a deletion, so a reference
 * consists of an entry and its sequence number. A deleted record already has the next sequence number.
 */
import type { TableRow } from '../rows/row-source.ts';
import type { LoadedColumn } from './column.ts';
import { keyOf } from './column-names.ts';

export interface RecordKeys {
  /** Return the key of a row with this entry, and of the parent entry that the row names. */
  own(row: TableRow, entry: string): string;
  parent(row: TableRow, entry: string): string;
}

const PLAIN: RecordKeys = { own: (_row, entry) => entry, parent: (_row, entry) => entry };

/** Returns entries alone, unless the columns are those of a master file table. */
export function recordKeys(columns: readonly LoadedColumn[]): RecordKeys {
  const byKey = new Map(columns.map((column) => [keyOf(column.header), column]));
  const [sequence, parentSequence, used] = ['sequencenumber', 'parentsequencenumber', 'inuse'].map((key) =>
    byKey.get(key),
  );
  const isMft = byKey.get('entrynumber')?.use === 'document' && byKey.get('parententrynumber')?.use === 'parent';
  if (!isMft || sequence === undefined || parentSequence === undefined) return PLAIN;
  const valueIn = ({ values }: TableRow, column: LoadedColumn | undefined): string =>
    String(column === undefined ? '' : (values[column.index] ?? '')).trim();
  const keyed = (entry: string, number: string): string => (number === '' ? entry : `${entry.trim()}-${number}`);
  return {
    own(row, entry) {
      const number = valueIn(row, sequence);
      const isDeleted = /^false$/i.test(valueIn(row, used)) && /^[1-9]\d{0,8}$/.test(number);
      return keyed(entry, isDeleted ? String(Number(number) - 1) : number);
    },
    parent: (row, entry) => keyed(entry, valueIn(row, parentSequence)),
  };
}
