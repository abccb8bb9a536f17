/** Finds the notation of a column's sizes from all its values, and how to read them. */
import { hasParts, isDigits, type Notation, parseSize, type SizeReading, type Unit } from './usual-sizes.ts';

export class SizeFacts {
  readonly #givenNotation: Notation | null;
  readonly #unit: Unit | null;
  /** Number of values that are sizes in some notation, and of those with a unit. */
  sizes = 0;
  withUnit = 0;
  /** Sizes that are valid in only one notation. */
  readonly #only = { point: 0, comma: 0 };
  /** Number of sizes whose value differs between the notations: without a unit, and with a unit. */
  #eitherPlain = 0;
  #eitherScaled = 0;
  /** Sizes without a unit and with a fraction, by notation. */
  readonly #parts = { point: 0, comma: 0 };
  /** The notation in which sizes without a unit are whole numbers, and whether they disagree. */
  #either: Notation | null = null;
  #isEitherMixed = false;

  constructor(notation: Notation | null, unit: Unit | null) {
    this.#givenNotation = notation;
    this.#unit = unit;
  }

  observe(value: string): void {
    if (isDigits(value)) {
      this.sizes++;
      return;
    }
    const size = parseSize(value);
    if (size === null) return;
    this.sizes++;
    if (size.unit !== null) this.withUnit++;
    const unit = size.unit ?? this.#unit;
    const { point, comma } = size;
    if (unit === null) {
      if (point !== null && hasParts(point)) this.#parts.point++;
      if (comma !== null && hasParts(comma)) this.#parts.comma++;
    }
    // Bytes have no fractions. Such a value has only one reading, so it is not evidence for a notation.
    if (unit === 'B') return;
    if (comma === null) this.#only.point++;
    else if (point === null) this.#only.comma++;
    else if (point.fraction !== comma.fraction) this.#addEither(point.fraction === '' ? 'point' : 'comma', unit);
  }

  /** `whole`: the notation in which it is a whole number. */
  #addEither(whole: Notation, unit: Unit | null): void {
    if (unit !== null) this.#eitherScaled++;
    else this.#eitherPlain++;
    // Values that suggest different notations decide nothing.
    if (this.#either !== null && this.#either !== whole) this.#isEitherMixed = true;
    this.#either = whole;
  }

  /** The notation from the mapping or some value, or null. */
  get #known(): Notation | null {
    if (this.#givenNotation !== null) return this.#givenNotation;
    const { point, comma } = this.#only;
    return point > 0 && comma > 0 ? null : point > 0 ? 'point' : comma > 0 ? 'comma' : null;
  }

  get isContradictory(): boolean {
    return this.#givenNotation === null && this.#only.point > 0 && this.#only.comma > 0;
  }

  /** Whether no value shows the notation. Numbers without a unit are then assumed to be whole bytes. */
  get isAssumed(): boolean {
    return this.#known === null && !this.isContradictory && this.#eitherPlain > 0 && !this.#isEitherMixed;
  }

  /** Whether some sizes have two readings, and nothing decides. */
  get isAmbiguous(): boolean {
    return (
      this.#known === null &&
      this.#eitherPlain + this.#eitherScaled > 0 &&
      !(this.isAssumed && this.#eitherScaled === 0)
    );
  }

  /** Whether some numbers without a unit have a fraction, so that they are not bytes, and the unit is unknown. */
  get hasUnknownUnit(): boolean {
    const { notation } = this.reading;
    return this.#unit === null && notation !== null && this.#parts[notation] > 0;
  }

  /** Call this after the last value. */
  get reading(): SizeReading {
    const assumed = this.isAssumed && this.#eitherScaled === 0 ? this.#either : null;
    return { notation: this.#known ?? assumed, unit: this.#unit };
  }
}
