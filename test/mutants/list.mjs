/**
 * All mutants: changes of one place each that make an answer wrong. `old` stands exactly once in `file` and becomes `now`;
 * `says` is what is wrong then. The tests that must find it are named in suites.mjs.
 */
import { cases } from './cases.mjs';
import { changes } from './changes.mjs';
import { cluster } from './cluster.mjs';
import { codec } from './codec.mjs';
import { columns } from './columns.mjs';
import { conversations } from './conversations.mjs';
import { dictionary } from './dictionary.mjs';
import { encoding } from './encoding.mjs';
import { expressions } from './expressions.mjs';
import { families } from './families.mjs';
import { hashSets } from './hash-sets.mjs';
import { importing } from './importing.mjs';
import { indexing } from './indexing.mjs';
import { kernel } from './kernel.mjs';
import { marks } from './marks.mjs';
import { matching } from './matching.mjs';
import { nearDuplicates } from './near-duplicates.mjs';
import { operators } from './operators.mjs';
import { outside } from './outside.mjs';
import { pairs } from './pairs.mjs';
import { phrase } from './phrase.mjs';
import { proximity } from './proximity.mjs';
import { ranking } from './ranking.mjs';
import { ranked, resident } from './resident.mjs';
import { reviews } from './reviews.mjs';
import { searches } from './searches.mjs';
import { sequences } from './sequences.mjs';
import { stored } from './stored.mjs';
import { mailThreads } from './threads.mjs';
import { values } from './values.mjs';

export const mutants = [
  ...kernel,
  ...importing,
  ...indexing,
  ...encoding,
  ...dictionary,
  ...codec,
  ...operators,
  ...pairs,
  ...marks,
  ...reviews,
  ...sequences,
  ...expressions,
  ...stored,
  ...phrase,
  ...proximity,
  ...ranking,
  ...resident,
  ...ranked,
  ...columns,
  ...values,
  ...matching,
  ...families,
  ...outside,
  ...searches,
  ...cases,
  ...cluster,
  ...mailThreads,
  ...nearDuplicates,
  ...conversations,
  ...changes,
  ...hashSets,
];

/** The text of a file with a mutant in it. Throws where the old text does not stand in it just once. */
export function mutated({ name, file, old, now }, text) {
  const parts = text.split(old);
  if (parts.length !== 2) throw new Error(`${name}: its old text stands ${parts.length - 1} times in ${file}`);
  return parts.join(now);
}
