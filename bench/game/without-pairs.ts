/**
 * Imported before the engine. Disables posting lists of word pairs, because the public game does not allow indexed phrases. The
 * result is another format, which nothing else opens.
 */
import { format } from '../../src/shared/thresholds.ts';

Object.assign(format, { version: format.version + 1000, pairedMin: 2 ** 31 });
