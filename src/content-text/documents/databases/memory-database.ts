/** An SQLite database in memory. SQLite reads these bytes instead of a disk, and cannot write them. */
import fs from 'node:fs';
import sqlite from 'node-sqlite3-wasm';
import { IS_TEXT_FUNCTION, isText } from '../../../cases/sqlite/cell-columns.ts';
import { confineFileSystem, forgetDescriptor, nameOfDescriptor } from '../../../cases/sqlite/descriptor-file-system.ts';

export type Database = InstanceType<typeof sqlite.Database>;

/** A number that is not the descriptor of any open file. */
const DESCRIPTOR = 2 ** 30;

let content: Buffer | null = null;
let isConfined = false;

/** `work` must not keep the database. */
export function withDatabase<T>(bytes: Buffer, work: (database: Database) => T): T {
  if (!isConfined) readFromMemory();
  isConfined = true;
  content = bytes;
  const database = new sqlite.Database(nameOfDescriptor(DESCRIPTOR), { readOnly: true });
  try {
    database.exec('PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    database.function(IS_TEXT_FUNCTION, isText, { deterministic: true });
    return work(database);
  } finally {
    database.close();
    forgetDescriptor(DESCRIPTOR);
    content = null;
  }
}

/** The library takes these functions from the module at every call. After this, the process cannot open any file. */
function readFromMemory(): void {
  confineFileSystem();
  Object.assign(fs, {
    fstatSync: () => ({ size: content?.length ?? 0 }),
    readSync: (_: number, target: Uint8Array, offset: number, length: number, position: number | bigint) => {
      const start = Number(position);
      const piece = content?.subarray(start, start + length) ?? Buffer.alloc(0);
      target.set(piece, offset);
      return piece.length;
    },
  });
}
