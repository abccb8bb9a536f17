/** Limits of reading the databases of a hostile case. */
import type { ConfinedLimits } from '../../confined/confined-processes.ts';

export const DATABASE_LIMITS: ConfinedLimits = {
  processes: 2,
  waiting: 1024,
  seconds: 20,
  memoryBytes: 1024 * 1024 * 1024,
  idleSeconds: 30,
};

/** Maximum number of databases that a process keeps open. */
export const OPEN_DATABASES_MAX = 16;
/** Maximum bytes of a decompressed value of a row. IPED stores values of at most 16 MiB. */
export const VALUE_BYTES_MAX = 256 * 1024 * 1024;
/** Maximum bytes of decompressed values that a process caches, because they are fetched piece by piece. */
export const KEPT_BYTES_MAX = 64 * 1024 * 1024;
/** Bytes of a long value that are sent at a time. */
export const PIECE_BYTES = 1024 * 1024;
export const ROWS_MAX = 10_000;
/** Maximum number of numbers in one answer, such as two for each extent of a fragmented file. */
export const NUMBERS_MAX = 8_000_000;
/** Maximum number of characters of a text in a row. Longer texts are truncated and reported. */
export const CELL_UNITS_MAX = 65_536;
