/** Collects and checks the lines of one imported review, then writes it as a unit. */
import { AppError } from '../../shared/errors.ts';
import { atOnce } from '../../shared/slices.ts';
import { COMMENT_UNITS_MAX } from '../descriptions/description.ts';
import type { SourceItems } from '../references.ts';
import { type BatchHolder, batchText, type ItemRef, itemsBySource } from '../reviews/batch.ts';
import { type DecisionKey, decisionText } from '../reviews/decision.ts';
import { FrozenOrder, packing } from '../reviews/frozen-order.ts';
import type { OwnedSet, ReviewSets } from '../reviews/making.ts';
import { malformed } from './line-parts.ts';
import type { ExportedDecisions, ExportedSettings, ReviewPart } from './review-lines.ts';

/** Looks up set numbers in this store. */
export interface SetNumbers {
  /** Throws INVALID_REQUEST. */
  readonly bookmark: (name: string) => number;
  /** Throws INVALID_REQUEST. */
  readonly review: (name: string) => number;
}

/** Stands for a deleted review or bookmark. It is the number of the selection, which is neither of these. */
const NO_SET = 0;

interface ImportedDecisions extends ExportedDecisions {
  readonly items: SourceItems[];
}

export class ImportedReview {
  readonly name: string;
  readonly #settings: ExportedSettings;
  readonly #order = new FrozenOrder();
  readonly #batches: OwnedSet[] = [];
  readonly #decisions = new Map<string, ImportedDecisions>();
  #number = 0;

  constructor(name: string, settings: ExportedSettings) {
    this.name = name;
    this.#settings = settings;
  }

  /** Throws INVALID_REQUEST, TOO_LARGE. */
  add(part: ReviewPart): void {
    if (part.part === 'settings') throw malformed(`it defines the review ${JSON.stringify(this.name)} again`);
    if (part.part === 'batch') this.#addBatch(part.number, part.holder, part.items);
    else if (part.part === 'items') for (const id of part.items.ids) this.#addItem(part.items.source, id);
    else this.#addDecisions(part.decisions, part.items);
  }

  /** Throws INVALID_REQUEST for a choice that is not a bookmark. */
  sets(numbers: SetNumbers): ReviewSets {
    const { secondLook: look, ...settings } = this.#settings;
    const secondLook = look === null ? null : { ...look, of: look.of === null ? NO_SET : numbers.review(look.of) };
    const gone: string[] = [];
    const owned = [...this.#decisions.values()].map(({ items, ...decisions }): OwnedSet => {
      const key = { ...decisions, choice: choiceOf(decisions, numbers, gone) } satisfies DecisionKey;
      return { kind: 'decision', text: bounded(decisionText(key, decisions.choice)), packed: atOnce(packing(items)) };
    });
    const packed = atOnce(packing(itemsBySource(this.#items())));
    return {
      name: this.name,
      text: bounded(JSON.stringify({ ...settings, secondLook })),
      packed,
      owned: [...this.#batches, ...owned],
    };
  }

  #addBatch(number: number, holder: BatchHolder | null, items: readonly ItemRef[]): void {
    if (number <= this.#number) throw malformed('its "number" is not above that of the batch before');
    this.#number = number;
    const stretches: { source: string; ids: number[] }[] = [];
    for (const { source, id } of items) {
      this.#addItem(source, id);
      const last = stretches.at(-1);
      if (last?.source === source) last.ids.push(id);
      else stretches.push({ source, ids: [id] });
    }
    const parts = stretches.map(({ source, ids }) => ({ source, ids: Uint32Array.from(ids) }));
    const text = bounded(batchText(number, parts, holder));
    this.#batches.push({ kind: 'batch', text, packed: atOnce(packing(parts)) });
  }

  #addDecisions(decisions: ExportedDecisions, items: SourceItems): void {
    const { layer, coding, choice, isGone, who } = decisions;
    const key = JSON.stringify([layer, coding, choice, isGone, who]);
    const known = this.#decisions.get(key);
    if (known === undefined) this.#decisions.set(key, { ...decisions, items: [items] });
    else known.items.push(items);
  }

  #addItem(source: string, id: number): void {
    const { count } = this.#order;
    this.#order.add(source, id);
    if (this.#order.count === count) throw malformed(`it has item ${id} of ${JSON.stringify(source)} again`);
  }

  *#items(): Generator<ItemRef> {
    for (const [at, id] of this.#order.ids.entries()) yield { source: this.#order.source(at), id };
  }
}

/** A deleted bookmark gets a number that no set has. */
function choiceOf({ choice, isGone }: ExportedDecisions, numbers: SetNumbers, gone: string[]): number | null {
  if (!isGone) return choice === null ? null : numbers.bookmark(choice);
  const name = choice ?? '';
  if (!gone.includes(name)) gone.push(name);
  return NO_SET - 1 - gone.indexOf(name);
}

function bounded(text: string): string {
  if (text.length <= COMMENT_UNITS_MAX) return text;
  throw new AppError('INVALID_REQUEST', `it takes more than ${COMMENT_UNITS_MAX} characters`);
}
