/** Limits of text that is decoded from the content of an item. */
import type { ConfinedLimits } from '../confined/confined-processes.ts';

export const DECODING_LIMITS: ConfinedLimits = {
  processes: 2,
  waiting: 256,
  seconds: 20,
  memoryBytes: 1024 * 1024 * 1024,
  idleSeconds: 30,
};

/** A page or a mail is completely in memory. Plain text has no limit. */
export const DOCUMENT_BYTES_MAX = 32 * 1024 * 1024;
export const DOCUMENT_TEXT_UNITS_MAX = 32 * 1024 * 1024;
/** Number of bytes of a plain text from which the encoding is detected if the record does not name it. */
export const SAMPLE_BYTES = 64 * 1024;
