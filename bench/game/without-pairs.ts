/**
 * Imported before the engine: pairs of words have no posting lists then. The public game does not allow phrases that were indexed. It is
 * a format of its own, which nothing else opens.
 */
import { format } from '../../src/shared/thresholds.ts';

Object.assign(format, { version: format.version + 1000, pairedMin: 2 ** 31 });
