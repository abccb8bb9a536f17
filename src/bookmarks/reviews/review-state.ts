/**
 * The reviews in a state of the store, present or past. Records can be undone individually, so any part may be missing. The
 * rest is still read.
 */
import { AppError } from '../../shared/errors.ts';
import { atOnce, type Work } from '../../shared/slices.ts';
import type { BookmarkState } from '../bookmark-state.ts';
import { type Coding, shownCoding } from '../codings/coding.ts';
import type { Description } from '../descriptions/description.ts';
import { storedName } from '../kinds/kind-name.ts';
import { parseBatch, type ReviewBatch } from './batch.ts';
import { type Layer, parseDecision, type RecordedDecision } from './decision.ts';
import { type ReviewSettings, reviewName } from './review.ts';

/** Caches parsed texts. A changed description is a new object, which is not in the cache. */
const batches = new WeakMap<Description, ReviewBatch>();
const decisions = new WeakMap<Description, RecordedDecision>();
const settings = new WeakMap<Description, ReviewSettings>();

function parsedOnce<T>(known: WeakMap<Description, T>, description: Description, parse: (text: string) => T): T | null {
  if (description.comment === null) return null;
  let value = known.get(description);
  if (value === undefined) {
    value = parse(description.comment);
    known.set(description, value);
  }
  return value;
}

export class Review {
  readonly name: string;
  readonly set: number;
  readonly settings: ReviewSettings;
  readonly #state: BookmarkState;

  constructor(state: BookmarkState, name: string, set: number, own: ReviewSettings) {
    this.#state = state;
    this.name = name;
    this.set = set;
    this.settings = own;
  }

  /** By number. */
  batches(): readonly ReviewBatch[] {
    return atOnce(this.readingBatches());
  }

  /** Like `batches`, in slices, because the texts contain the items and take time to parse. */
  *readingBatches(): Work<readonly ReviewBatch[]> {
    const found: ReviewBatch[] = [];
    for (const set of this.#state.ownedBy('batch', this.set)) {
      const batch = parsedOnce(batches, this.#state.descriptionOf(set), (text) => parseBatch(set, text));
      if (batch !== null) found.push(batch);
      yield;
    }
    return found.sort((a, b) => a.number - b.number);
  }

  decisions(layer?: Layer): readonly RecordedDecision[] {
    const found: RecordedDecision[] = [];
    for (const set of this.#state.ownedBy('decision', this.set)) {
      const one = parsedOnce(decisions, this.#state.descriptionOf(set), (text) => parseDecision(set, text));
      if (one !== null && (layer === undefined || one.layer === layer)) found.push(one);
    }
    return found.sort((a, b) => a.set - b.set);
  }

  /** The current or last name of the choice. */
  nameOfChoice({ choice, bookmark }: RecordedDecision): string | null {
    return choice === null ? null : (this.#state.nameOf(choice) ?? bookmark);
  }

  /** The panel, if it exists. */
  coding(name: string): Coding | null {
    const set = this.#state.find(storedName('coding', name));
    if (set === undefined) return null;
    return shownCoding(name, this.#state.descriptionOf(set).comment ?? '', (one) => this.#state.nameOf(one));
  }
}

/** Throws NOT_FOUND, INVALID_REQUEST. */
export function reviewIn(state: BookmarkState, name: string): Review {
  const checked = reviewName(name);
  const set = state.find(storedName('review', checked));
  const found = set === undefined ? null : reviewOf(state, set);
  if (found === null) throw noSuchReview(checked);
  return found;
}

export function noSuchReview(name: string): AppError {
  return new AppError('NOT_FOUND', `There is no review named ${JSON.stringify(name)}.`);
}

/** The review of a set. Null if it was deleted. */
export function reviewOf(state: BookmarkState, set: number): Review | null {
  const stored = state.nameOf(set);
  if (stored === undefined) return null;
  const own = parsedOnce(settings, state.descriptionOf(set), (text) => JSON.parse(text) as ReviewSettings);
  return own === null ? null : new Review(state, stored.slice(storedName('review', '').length), set, own);
}

/** Sorted by name. */
export function reviewsIn(state: BookmarkState): readonly Review[] {
  return state.namesOf('review').flatMap((name) => reviewOf(state, state.find(storedName('review', name))!) ?? []);
}

/** The second looks at a review, oldest first, in a state or among the given reviews. */
export function secondLooksAt(
  state: BookmarkState,
  { set }: Review,
  all: readonly Review[] = reviewsIn(state),
): readonly Review[] {
  return all.filter((one) => one.settings.secondLook?.of === set).sort((a, b) => a.set - b.set);
}
