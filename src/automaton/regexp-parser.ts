/**
 * Parser of regular expressions: `.`, `*`, `+`, `?`, `|`, `( )`, `[a-z]`, `[^…]`, `{n}`, `{n,}`, `{n,m}`, `\d \w \s` and their
 * capitals, and `\x`, which is the character x itself. Everything else is text. An alternative or group may be empty.
 */
import { toNfc } from '../analysis/own-folding.ts';
import { escapedClass } from './character-classes.ts';
import { CODE_POINT_MAX } from './code-point-set.ts';
import { PatternParser, refuseTooLong } from './pattern-parser.ts';
import { type ClassMembers, type RegexpNode, RegexpSyntaxError } from './regexp-syntax.ts';

const ANCHORED = 'an expression always covers the whole term: leave it out';

/** Returns the tree of a pattern. Throws {@link RegexpSyntaxError}, or AppError QUERY_INVALID over a limit. */
export function parseRegexp(pattern: string): RegexpNode {
  refuseTooLong(pattern);
  const normalized = toNfc(pattern);
  try {
    return new RegexpParser(normalized).parse();
  } catch (error) {
    if (!(error instanceof RegexpSyntaxError) || normalized === pattern) throw error;
    throw error.at(originalOffset(pattern, error.offset));
  }
}

/**
 * Maps an offset in the NFC of a pattern to an offset in the pattern: the end of the text whose NFC is everything before it.
 */
function originalOffset(pattern: string, offset: number): number {
  let original = 0;
  while (original < pattern.length && toNfc(pattern.slice(0, original + 1)).length <= offset) original++;
  return original;
}

class RegexpParser extends PatternParser<RegexpNode> {
  protected choiceOf(options: readonly RegexpNode[]): RegexpNode {
    return { kind: 'choice', options };
  }

  protected sequence(): RegexpNode {
    const parts: RegexpNode[] = [];
    while (!this.isAtEndOfSequence()) parts.push(this.#repetition());
    return { kind: 'sequence', parts };
  }

  #repetition(): RegexpNode {
    const part = this.#atom();
    if (!this.isRepetition()) return part;
    const [min, max] = this.counts();
    if (this.isRepetition()) {
      throw this.error('to repeat a repetition, put it in a group: (a*)?');
    }
    return { kind: 'repeat', part, min, max };
  }

  #atom(): RegexpNode {
    if (this.isRepetition()) {
      throw this.error('there is nothing to repeat before it; for the character itself, write \\ before it');
    }
    if (this.isAt('^') && this.offset === 0) throw this.error(`${ANCHORED}, or write \\^`);
    if (this.isAt('$') && this.offset === this.pattern.length - 1) throw this.error(`${ANCHORED}, or write \\$`);
    if (this.skip('(')) return this.#group();
    if (this.skip('[')) return this.#class();
    if (this.skip('.')) return { kind: 'any' };
    if (this.isAt('\\')) {
      const set = this.#escapedSet();
      if (set !== undefined) return { kind: 'class', members: { literals: [], sets: [set] }, isNegated: false };
    }
    return { kind: 'literal', codePoint: this.#character() };
  }

  #group(): RegexpNode {
    this.openGroup();
    const node = this.choice();
    this.closeGroup();
    return node;
  }

  #class(): RegexpNode {
    const isNegated = this.skip('^');
    if (this.isAt(']')) throw this.error('a class cannot be empty; for the character itself, write \\]');
    const literals: (readonly [number, number])[] = [];
    const sets: ClassMembers['sets'][number][] = [];
    while (!this.skip(']')) {
      const start = this.offset;
      const set = this.isAt('\\') ? this.#escapedSet() : undefined;
      const first = set === undefined ? this.#character() : 0;
      const isRange = this.isAt('-') && this.pattern[this.offset + 1] !== ']' && this.offset + 1 < this.pattern.length;
      if (set === undefined) literals.push([first, isRange ? this.#rangeEnd(start, first) : first]);
      else if (isRange) throw this.error('a range needs a character on each side; for the character itself, write \\-');
      else sets.push(set);
    }
    return { kind: 'class', members: { literals, sets }, isNegated };
  }

  #rangeEnd(start: number, first: number): number {
    this.skip('-');
    if (this.isAt('\\') && this.#escapedSet() !== undefined) {
      throw new RegexpSyntaxError(
        start,
        this.pattern.slice(start, this.offset),
        'a range needs a character on each side',
      );
    }
    const last = this.#character();
    if (last < first) {
      throw new RegexpSyntaxError(
        start,
        this.pattern.slice(start, this.offset),
        'a range must not end before it begins',
      );
    }
    return last;
  }

  /** Reads `\d` and the like; leaves other escapes unread. */
  #escapedSet(): ClassMembers['sets'][number] | undefined {
    const set = escapedClass(this.pattern[this.offset + 1] ?? '');
    if (set !== undefined) this.offset += 2;
    return set;
  }

  /** Reads one literal character, escaped or not. */
  #character(): number {
    if (this.skip('\\') && this.offset === this.pattern.length)
      throw this.error('the character that \\ escapes must follow it');
    const codePoint = this.pattern.codePointAt(this.offset);
    if (codePoint === undefined) throw this.error("']' is missing to close the class");
    this.offset += codePoint > 0xffff ? 2 : 1;
    return Math.min(codePoint, CODE_POINT_MAX);
  }
}
