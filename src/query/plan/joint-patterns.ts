/**
 * Chooses the patterns of a query that are matched together in one walk of a dictionary, because separate walks would cost
 * more.
 */
import type { LeafQuery } from '../../../grammar/ast.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { soughtText } from '../../engine/dictionary/joint-walk.ts';
import type { FieldHeader } from '../../engine/format.ts';
import type { IndexReader } from '../../engine/index-reader.ts';
import { claimMemory, heldMemory, releaseMemoryTo } from '../../shared/query-memory.ts';
import { tuning } from '../../shared/thresholds.ts';
import type { Operator } from '../operators/operator.ts';
import { LeafPlanner } from './leaf-planner.ts';
import { NOTHING, PatternForms } from './pattern-forms.ts';
import type { TermPattern } from './pattern-keys.ts';
import { AUTOMATON_BYTES, JOINT_MAX, type JointPatterns, keyOfPattern } from './pattern-keys.ts';
import { planned } from './planning.ts';

/** Patterns are matched together if separate walks would visit this many times the buckets of the dictionary. */
const WALKS_MIN = tuning.jointWalks;

/**
 * Passes suitable patterns of some leaves to `expand`, at most {@link JOINT_MAX} at a time. Skips those with a known
 * key. Throws the errors of planning a leaf.
 */
export function* expandJointly(
  index: IndexReader,
  defaultFields: readonly string[],
  leaves: Iterable<LeafQuery>,
  expand: (patterns: JointPatterns) => Generator<void, void>,
  isKnown: (key: string) => boolean = () => false,
): Generator<void, void> {
  const forms = new GatheringForms(index, isKnown);
  let planner = new LeafPlanner(index, defaultFields, forms, false);
  const held = heldMemory();
  for (const leaf of leaves) {
    yield* planned(planner.plan(leaf));
    yield;
    if (forms.count < JOINT_MAX) continue;
    releaseMemoryTo(held);
    yield* expandGathered(forms, expand);
    planner = new LeafPlanner(index, defaultFields, forms, false);
  }
  releaseMemoryTo(held);
  yield* expandGathered(forms, expand);
}

function* expandGathered(
  forms: GatheringForms,
  expand: (patterns: JointPatterns) => Generator<void, void>,
): Generator<void, void> {
  for (const patterns of forms.taken()) {
    claimMemory(patterns.automata.length * AUTOMATON_BYTES, 'the patterns of a query');
    yield* expand(patterns);
    releaseMemoryTo(heldMemory() - patterns.automata.length * AUTOMATON_BYTES);
  }
}

interface Gathered {
  readonly field: FieldHeader;
  readonly patterns: Map<string, { readonly automaton: TermAutomaton; readonly source: string }>;
  buckets: number;
}

/** Collects the patterns of leaves. */
class GatheringForms extends PatternForms {
  readonly #index: IndexReader;
  readonly #isKnown: (key: string) => boolean;
  #fields = new Map<string, Gathered>();
  /** Patterns collected so far. */
  count = 0;

  constructor(index: IndexReader, isKnown: (key: string) => boolean) {
    super();
    this.#index = index;
    this.#isKnown = isKnown;
  }

  /** Returns the suitable patterns, and clears all. */
  taken(): JointPatterns[] {
    const worth = [...this.#fields.values()].filter(
      ({ field, buckets }) => buckets >= WALKS_MIN * this.#index.dictionary(field).bucketCount,
    );
    this.#fields = new Map();
    this.count = 0;
    return worth.map(({ field, patterns }) => ({
      field,
      automata: [...patterns.values()].map(({ automaton }) => automaton),
      keys: [...patterns.keys()],
      sources: [...patterns.values()].map(({ source }) => source),
    }));
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *terms(
    field: FieldHeader,
    automaton: TermAutomaton,
    source: string,
    pattern: TermPattern,
  ): Generator<void, Operator> {
    if (soughtText(automaton) === null) return NOTHING;
    let gathered = this.#fields.get(field.name);
    if (gathered === undefined) {
      gathered = { field, patterns: new Map(), buckets: 0 };
      this.#fields.set(field.name, gathered);
    }
    const key = keyOfPattern(field, pattern);
    if (gathered.patterns.has(key) || this.#isKnown(key)) return NOTHING;
    gathered.patterns.set(key, { automaton, source });
    gathered.buckets += this.#index.dictionary(field).bucketsOf(automaton);
    this.count++;
    return NOTHING;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *termsInRange(): Generator<void, Operator> {
    return NOTHING;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *nearestTerms(): Generator<void, Operator> {
    return NOTHING;
  }
}
