/**
 * Finds the nearest terms of a fuzzy word in an index of several parts. The searches of all parts share one walk over
 * their dictionaries. Whichever search runs takes the next step of the walk.
 */
import type { TermAutomaton } from '../../../automaton/automaton.ts';
import type { DictionaryReader } from '../../../engine/dictionary/dictionary-reader.ts';
import { ExpandedTerms } from '../../../engine/dictionary/expanded-terms.ts';
import type { TermRange } from '../../../engine/dictionary/term-range.ts';
import type { WholeStatistics } from '../../../engine/whole-statistics.ts';
import { NearestTerms } from './nearest-terms.ts';

export interface FuzzyWord {
  readonly field: string;
  readonly text: string;
  readonly edits: number;
  readonly range: TermRange;
  /** Accepts those terms of the range that may be near; null: all. */
  readonly automaton: TermAutomaton | null;
}

export interface NearestInParts {
  /** In order of the dictionary. */
  readonly terms: readonly string[];
  /** The accepted terms of each dictionary. */
  readonly expanded: ReadonlyMap<DictionaryReader, ExpandedTerms>;
}

/** A walk that several searches may advance. */
interface SharedWalk {
  readonly steps: Generator<void, NearestInParts>;
  /** Null until it has ended. */
  found: NearestInParts | null;
  /** Whether it ended in an error that one of the searches reported. */
  isLost: boolean;
}

type Statistics = Pick<WholeStatistics, 'dictionariesOf' | 'docFreq'>;

/**
 * Walks that are kept for an index. The parts of a search, and the items whose matches are shown, need a walk in quick
 * succession.
 */
const WALKS_KEPT = 8;
const walksOf = new WeakMap<Statistics, Map<string, SharedWalk>>();

/** Leaves out terms that only struck documents have. `areShown`: whether accepted terms are shown. */
export function* nearestInParts(
  statistics: Statistics,
  word: FuzzyWord,
  areShown: boolean,
): Generator<void, NearestInParts> {
  const key = JSON.stringify([word.field, word.text, word.edits, areShown]);
  let shared: SharedWalk;
  do {
    shared = beginOrJoin(statistics, key, () => walk(statistics, word, areShown));
    while (shared.found === null && !shared.isLost) {
      advance(shared);
      if (shared.found === null) yield;
    }
  } while (shared.found === null);
  return shared.found;
}

function beginOrJoin(statistics: Statistics, key: string, steps: () => SharedWalk['steps']): SharedWalk {
  let walks = walksOf.get(statistics);
  if (walks === undefined) {
    walks = new Map();
    walksOf.set(statistics, walks);
  }
  const known = walks.get(key);
  if (known?.isLost === false) return known;
  const begun = { steps: steps(), found: null, isLost: false };
  walks.delete(key);
  walks.set(key, begun);
  if (walks.size > WALKS_KEPT) walks.delete(walks.keys().next().value!);
  return begun;
}

function advance(shared: SharedWalk): void {
  let isSound = false;
  try {
    const { done, value } = shared.steps.next();
    if (done === true) shared.found = value;
    isSound = true;
  } finally {
    shared.isLost = !isSound;
  }
}

function* walk(statistics: Statistics, word: FuzzyWord, areShown: boolean): Generator<void, NearestInParts> {
  const { field, range, automaton } = word;
  const nearest = new NearestTerms(word.text, word.edits);
  const expanded = new Map<DictionaryReader, ExpandedTerms>();
  for (const dictionary of statistics.dictionariesOf(field)) {
    const own = new ExpandedTerms(areShown);
    expanded.set(dictionary, own);
    yield* dictionary.walk(range, automaton, (bucket, first, end) => {
      own.add(bucket, first, end);
      for (let entry = first; entry < end; entry++) {
        nearest.add(bucket.term(entry), NOWHERE, (term) => statistics.docFreq(field, term) > 0);
      }
    });
  }
  return { terms: nearest.terms, expanded };
}

const NOWHERE = (): null => null;
