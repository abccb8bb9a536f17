/** Finds the ranges of words in a query that are expanded together by joint-ranges.ts. */
import type { LeafQuery } from '../../../../grammar/ast.ts';
import type { TermRange } from '../../../engine/dictionary/term-range.ts';
import type { FieldHeader } from '../../../engine/format.ts';
import type { IndexReader } from '../../../engine/index-reader.ts';
import { heldMemory, releaseMemoryTo } from '../../../shared/query-memory.ts';
import type { Operator } from '../../operators/operator.ts';
import { LeafPlanner } from '../leaf-planner.ts';
import { NOTHING, PatternForms } from '../pattern-forms.ts';
import { rangeKey } from '../pattern-keys.ts';
import { planned } from '../planning.ts';
import type { JointRanges } from './joint-ranges.ts';

/** Leaves between two yields. */
const LEAVES_PER_SLICE = 256;

/**
 * Returns the ranges of words among some leaves, for fields with at least two. Skips those with a known key. Throws the
 * errors of planning a leaf.
 */
export function* gatherRanges(
  index: IndexReader,
  defaultFields: readonly string[],
  leaves: Iterable<LeafQuery>,
  isKnown: (key: string) => boolean = () => false,
): Generator<void, readonly JointRanges[]> {
  const forms = new GatheringForms(isKnown);
  const held = heldMemory();
  const planner = new LeafPlanner(index, defaultFields, forms, false);
  let count = 0;
  for (const leaf of leaves) {
    if (leaf.kind !== 'range' || isOfNumbers(index, leaf.field)) continue;
    yield* planned(planner.plan(leaf));
    if (++count % LEAVES_PER_SLICE === 0) yield;
  }
  releaseMemoryTo(held);
  return [...forms.fields.values()].filter(({ ranges }) => ranges.size > 1);
}

function isOfNumbers(index: IndexReader, field: string | null): boolean {
  const type = field === null ? undefined : index.fields.get(index.ownName(field))?.type;
  return type === 'number' || type === 'date';
}

/** Collects the ranges of leaves. */
class GatheringForms extends PatternForms {
  readonly fields = new Map<string, { readonly field: FieldHeader; readonly ranges: Map<string, TermRange> }>();

  readonly #isKnown: (key: string) => boolean;

  constructor(isKnown: (key: string) => boolean) {
    super();
    this.#isKnown = isKnown;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *termsInRange(field: FieldHeader, range: TermRange, source: string): Generator<void, Operator> {
    if (this.#isKnown(rangeKey(field, source))) return NOTHING;
    let gathered = this.fields.get(field.name);
    if (gathered === undefined) {
      gathered = { field, ranges: new Map() };
      this.fields.set(field.name, gathered);
    }
    gathered.ranges.set(source, range);
    return NOTHING;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *terms(): Generator<void, Operator> {
    return NOTHING;
  }

  // biome-ignore lint/correctness/useYield: the signature of planning steps
  *nearestTerms(): Generator<void, Operator> {
    return NOTHING;
  }
}
