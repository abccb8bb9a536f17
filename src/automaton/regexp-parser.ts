/**
 * Parser of regular expressions: `.`, `*`, `+`, `?`, `|`, `( )`, `[a-z]`, `[^…]`, `{n}`, `{n,}`, `{n,m}`, `\d \w \s` and
 * their capitals, `\x` for the character x itself. Everything else is text. An alternative or group may be empty.
 */
import { toNfc } from '../analysis/own-folding.ts';
import { escapedClass } from './character-classes.ts';
import { CODE_POINT_MAX } from './code-point-set.ts';
import { REGEXP_DEPTH_MAX, REGEXP_UNITS_MAX, REPETITIONS_MAX, tooComplex } from './limits.ts';
import { type ClassMembers, type RegexpNode, RegexpSyntaxError } from './regexp-syntax.ts';

const ANCHORED = 'an expression always covers the whole term: leave it out';

/** Returns the tree of a pattern. Throws {@link RegexpSyntaxError}, or AppError QUERY_INVALID over a limit. */
export function parseRegexp(pattern: string): RegexpNode {
  if (pattern.length > REGEXP_UNITS_MAX) throw tooComplex('too long a regular expression', REGEXP_UNITS_MAX);
  const normalized = toNfc(pattern);
  try {
    return new RegexpParser(normalized).parse();
  } catch (error) {
    if (!(error instanceof RegexpSyntaxError) || normalized === pattern) throw error;
    throw error.at(originalOffset(pattern, error.offset));
  }
}

/** Maps an offset in the NFC of a pattern to one in the pattern: the end of everything that became the text before it. */
function originalOffset(pattern: string, offset: number): number {
  let original = 0;
  while (original < pattern.length && toNfc(pattern.slice(0, original + 1)).length <= offset) original++;
  return original;
}

class RegexpParser {
  readonly #pattern: string;
  #offset = 0;
  #depth = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  parse(): RegexpNode {
    const node = this.#choice();
    if (this.#offset < this.#pattern.length)
      throw this.#error('a closing bracket needs an opening one before it, or write \\)');
    return node;
  }

  #choice(): RegexpNode {
    const options = [this.#sequence()];
    while (this.#skip('|')) options.push(this.#sequence());
    return options.length === 1 ? options[0]! : { kind: 'choice', options };
  }

  #sequence(): RegexpNode {
    const parts: RegexpNode[] = [];
    while (this.#offset < this.#pattern.length && !this.#isAt('|') && !this.#isAt(')')) parts.push(this.#repetition());
    return { kind: 'sequence', parts };
  }

  #repetition(): RegexpNode {
    const part = this.#atom();
    let bounds: readonly [min: number, max: number];
    if (this.#skip('*')) bounds = [0, Number.POSITIVE_INFINITY];
    else if (this.#skip('+')) bounds = [1, Number.POSITIVE_INFINITY];
    else if (this.#skip('?')) bounds = [0, 1];
    else if (this.#skip('{')) bounds = this.#counts();
    else return part;
    if (this.#isAt('*') || this.#isAt('+') || this.#isAt('?') || this.#isAt('{')) {
      throw this.#error('after a repetition another one needs a group around the first: (a*)?');
    }
    return { kind: 'repeat', part, min: bounds[0], max: bounds[1] };
  }

  #counts(): readonly [min: number, max: number] {
    const start = this.#offset;
    const min = this.#count();
    let max = min;
    if (this.#skip(',')) max = this.#isAt('}') ? Number.POSITIVE_INFINITY : this.#count();
    if (!this.#skip('}')) throw this.#error("'}' could stand here, as in {2}, {2,} or {2,5}");
    if (max < min)
      throw new RegexpSyntaxError(start, `{${min},${max}}`, 'the second count must not be below the first');
    return [min, max];
  }

  #count(): number {
    const digits = /^[0-9]+/.exec(this.#pattern.slice(this.#offset, this.#offset + 20))?.[0];
    if (digits === undefined)
      throw this.#error('a count could stand here, as in {2}, {2,} or {2,5}; for the character write \\{');
    if (Number(digits) > REPETITIONS_MAX) throw tooComplex(`a count of ${digits}`, REPETITIONS_MAX);
    this.#offset += digits.length;
    return Number(digits);
  }

  #atom(): RegexpNode {
    if (this.#isAt('*') || this.#isAt('+') || this.#isAt('?') || this.#isAt('{')) {
      throw this.#error('something to repeat must stand before it; for the character write \\ before it');
    }
    if (this.#isAt('^') && this.#offset === 0) throw this.#error(`${ANCHORED}, or write \\^`);
    if (this.#isAt('$') && this.#offset === this.#pattern.length - 1) throw this.#error(`${ANCHORED}, or write \\$`);
    if (this.#skip('(')) return this.#group();
    if (this.#skip('[')) return this.#class();
    if (this.#skip('.')) return { kind: 'any' };
    if (this.#isAt('\\')) {
      const set = this.#escapedSet();
      if (set !== undefined) return { kind: 'class', members: { literals: [], sets: [set] }, isNegated: false };
    }
    return { kind: 'literal', codePoint: this.#character() };
  }

  #group(): RegexpNode {
    if (++this.#depth > REGEXP_DEPTH_MAX) throw tooComplex('groups nested too deep', REGEXP_DEPTH_MAX);
    const node = this.#choice();
    if (!this.#skip(')')) throw this.#error("')' could stand here to close the group");
    this.#depth--;
    return node;
  }

  #class(): RegexpNode {
    const isNegated = this.#skip('^');
    if (this.#isAt(']')) throw this.#error('a class must have a member; for the character write \\]');
    const literals: (readonly [number, number])[] = [];
    const sets: ClassMembers['sets'][number][] = [];
    while (!this.#skip(']')) {
      const start = this.#offset;
      const set = this.#isAt('\\') ? this.#escapedSet() : undefined;
      const first = set === undefined ? this.#character() : 0;
      const isRange =
        this.#isAt('-') && this.#pattern[this.#offset + 1] !== ']' && this.#offset + 1 < this.#pattern.length;
      if (set === undefined) literals.push([first, isRange ? this.#rangeEnd(start, first) : first]);
      else if (isRange) throw this.#error('a range goes from one character to another; for the character write \\-');
      else sets.push(set);
    }
    return { kind: 'class', members: { literals, sets }, isNegated };
  }

  #rangeEnd(start: number, first: number): number {
    this.#skip('-');
    if (this.#isAt('\\') && this.#escapedSet() !== undefined) {
      throw new RegexpSyntaxError(
        start,
        this.#pattern.slice(start, this.#offset),
        'a range goes from one character to another',
      );
    }
    const last = this.#character();
    if (last < first) {
      throw new RegexpSyntaxError(
        start,
        this.#pattern.slice(start, this.#offset),
        'a range must not end before it begins',
      );
    }
    return last;
  }

  /** Reads `\d` and the like; leaves other escapes unread. */
  #escapedSet(): ClassMembers['sets'][number] | undefined {
    const set = escapedClass(this.#pattern[this.#offset + 1] ?? '');
    if (set !== undefined) this.#offset += 2;
    return set;
  }

  /** Reads one literal character, escaped or not. */
  #character(): number {
    if (this.#skip('\\') && this.#offset === this.#pattern.length)
      throw this.#error('the character that \\ escapes must follow it');
    const codePoint = this.#pattern.codePointAt(this.#offset);
    if (codePoint === undefined) throw this.#error("']' could stand here to close the class");
    this.#offset += codePoint > 0xffff ? 2 : 1;
    return Math.min(codePoint, CODE_POINT_MAX);
  }

  #isAt(character: string): boolean {
    return this.#pattern[this.#offset] === character;
  }

  #skip(character: string): boolean {
    if (!this.#isAt(character)) return false;
    this.#offset++;
    return true;
  }

  #error(expected: string): RegexpSyntaxError {
    const codePoint = this.#pattern.codePointAt(this.#offset);
    const found = codePoint === undefined ? 'the end of the expression' : `'${String.fromCodePoint(codePoint)}'`;
    return new RegexpSyntaxError(this.#offset, found, expected);
  }
}
