/** Imports reviews. An existing review stays as it is. */
import { AppError } from '../../shared/errors.ts';
import type { Origin } from '../change-record.ts';
import type { Reviews } from '../reviews/reviews.ts';
import { ImportedReview, type SetNumbers } from './imported-review.ts';
import { malformed } from './line-parts.ts';
import { noSuchFirstLook, type ReviewPart } from './review-lines.ts';

interface ReviewStore {
  readonly reviews: Pick<Reviews, 'applyMake' | 'setOf'>;
  /** The lines of an existing review. */
  readonly reviewLines: (name: string) => Iterable<object>;
}

export class ReviewImport {
  readonly tally = { added: 0, alreadyThere: 0 };
  readonly notes: string[] = [];
  readonly #reviews: Pick<Reviews, 'applyMake' | 'setOf'>;
  readonly #linesOf: (name: string) => Iterable<object>;
  readonly #numbers: SetNumbers;
  readonly #origin: Origin;
  readonly #stated = new Set<string>();
  #current: ImportedReview | null = null;
  /** The remaining lines of an existing review. Null if a line differed. */
  #expected: Set<string> | null = null;

  constructor({ reviews, reviewLines }: ReviewStore, bookmark: SetNumbers['bookmark'], origin: Origin) {
    this.#reviews = reviews;
    this.#linesOf = reviewLines;
    this.#numbers = { bookmark, review: (name) => this.#firstLook(name) };
    this.#origin = origin;
  }

  /** `text` is the line. Throws INVALID_REQUEST, TOO_LARGE. */
  take(name: string, part: ReviewPart, text: string, isApplied: boolean): void {
    if (this.#current?.name === name) {
      this.#current.add(part);
      if (this.#expected?.delete(text) === false) this.#expected = null;
      return;
    }
    this.end(isApplied);
    if (part.part !== 'settings') throw malformed('it is a part of a review that no earlier line creates');
    if (this.#stated.has(name)) throw malformed(`it defines the review ${JSON.stringify(name)} again`);
    this.#stated.add(name);
    this.#current = new ImportedReview(name, part.settings);
    this.#expected = new Set([...this.#linesOf(name)].map((line) => JSON.stringify(line)));
    if (!this.#expected.delete(text)) this.#expected = null;
  }

  #firstLook(name: string): number {
    const set = this.#reviews.setOf(name);
    if (set === undefined) throw noSuchFirstLook(name);
    return set;
  }

  /** Writes the last review. Throws INVALID_REQUEST. */
  end(isApplied: boolean): void {
    const review = this.#current;
    this.#current = null;
    if (review === null || !isApplied) return;
    if (this.#reviews.setOf(review.name) !== undefined) {
      this.tally.alreadyThere++;
      if (this.#expected?.size === 0) return;
      this.notes.push(
        `the review ${JSON.stringify(review.name)} stays as it is; the import has another one of that name`,
      );
      return;
    }
    const sets = review.sets(this.#numbers);
    if (sets.packed.length === 0)
      throw new AppError('INVALID_REQUEST', `the review ${JSON.stringify(review.name)} has no items`);
    this.#reviews.applyMake(sets, this.#origin);
    this.tally.added++;
  }
}
