/**
 * Shared parts of the parsers of expressions: the offset in the pattern, alternatives, repetition counts, depth, and errors.
 */
import { REGEXP_DEPTH_MAX, REGEXP_UNITS_MAX, REPETITIONS_MAX, tooComplex } from './limits.ts';
import { RegexpSyntaxError } from './regexp-syntax.ts';

export abstract class PatternParser<Node> {
  protected readonly pattern: string;
  protected offset = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  parse(): Node {
    const node = this.choice();
    if (this.offset < this.pattern.length)
      throw this.error('a closing bracket needs an opening one before it, or write \\)');
    return node;
  }

  /** Parses the text between two `|`. */
  protected abstract sequence(): Node;
  protected abstract choiceOf(options: readonly Node[]): Node;

  protected choice(): Node {
    const options = [this.sequence()];
    while (this.skip('|')) options.push(this.sequence());
    return options.length === 1 ? options[0]! : this.choiceOf(options);
  }

  protected isAtEndOfSequence(): boolean {
    return this.offset === this.pattern.length || this.isAt('|') || this.isAt(')');
  }

  protected isRepetition(): boolean {
    return this.isAt('*') || this.isAt('+') || this.isAt('?') || this.isAt('{');
  }

  /** Parses `*`, `+`, `?` or `{…}` at the current offset. */
  protected counts(): readonly [min: number, max: number] {
    if (this.skip('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.skip('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.skip('?')) return [0, 1];
    this.skip('{');
    const start = this.offset;
    const min = this.#count();
    let max = min;
    if (this.skip(',')) max = this.isAt('}') ? Number.POSITIVE_INFINITY : this.#count();
    if (!this.skip('}')) throw this.error("'}' is missing, as in {2}, {2,} or {2,5}");
    if (max < min)
      throw new RegexpSyntaxError(start, `{${min},${max}}`, 'the second count must not be below the first');
    return [min, max];
  }

  #count(): number {
    const digits = /^[0-9]+/.exec(this.pattern.slice(this.offset, this.offset + 20))?.[0];
    if (digits === undefined)
      throw this.error('a count is missing, as in {2}, {2,} or {2,5}; for the character write \\{');
    if (Number(digits) > REPETITIONS_MAX) throw tooComplex(`a count of ${digits}`, REPETITIONS_MAX);
    this.offset += digits.length;
    return Number(digits);
  }

  protected openGroup(): void {
    if (++this.#depth > REGEXP_DEPTH_MAX) throw tooComplex('groups nested too deep', REGEXP_DEPTH_MAX);
  }

  protected closeGroup(): void {
    if (!this.skip(')')) throw this.error("')' is missing to close the group");
    this.#depth--;
  }

  protected isAt(character: string): boolean {
    return this.pattern[this.offset] === character;
  }

  protected skip(character: string): boolean {
    if (!this.isAt(character)) return false;
    this.offset++;
    return true;
  }

  /** The error for the current character. */
  protected error(expected: string): RegexpSyntaxError {
    const codePoint = this.pattern.codePointAt(this.offset);
    const found = codePoint === undefined ? 'the end of the expression' : `'${String.fromCodePoint(codePoint)}'`;
    return new RegexpSyntaxError(this.offset, found, expected);
  }
}

/** Throws AppError QUERY_INVALID for a pattern over the limit. */
export function refuseTooLong(pattern: string): void {
  if (pattern.length > REGEXP_UNITS_MAX) throw tooComplex('too long a regular expression', REGEXP_UNITS_MAX);
}
