/**
 * Parser of expressions over the characters of a text: those over words (../regexp-parser.ts), and `^`, `$`, `\b`, `\B`, `\n` and
 * the like, `\x41`, `\u0041`, `\u{1F600}`, `\p{…}`, groups `(?:…)`, flags `(?i)`, `(?-i)`, `(?m)`, `(?s)`, and lazy repetitions.
 * Backreferences and lookarounds (`\1`, `(?=…)`) are refused.
 */
import { classesOf, scan } from '../character-classes.ts';
import { ANY, type CodePointSet, complementOf, unionOf } from '../code-point-set.ts';
import { PatternParser, refuseTooLong } from '../pattern-parser.ts';
import { RegexpSyntaxError } from '../regexp-syntax.ts';
import type { ExpressionNode } from './expression-node.ts';
import { withCases } from './letter-cases.ts';

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
}

const SETS: Readonly<Record<string, RegExp>> = {
  d: /\p{Nd}+/gu,
  w: /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]+/gu,
  s: /\p{White_Space}+/gu,
};
const LINE_FEED: CodePointSet = [0x0a, 0x0a];
const CONTROLS: Readonly<Record<string, number>> = { n: 0x0a, r: 0x0d, t: 0x09, f: 0x0c, v: 0x0b, 0: 0 };

const letterSet = classesOf(SETS);
const properties = new Map<string, CodePointSet>();

/** Returns the members of `\w`, which also define `\b`. */
export function wordSet(): CodePointSet {
  return letterSet('w')!;
}

/** Returns the tree of a pattern. Throws {@link RegexpSyntaxError}, or AppError QUERY_INVALID over a limit. */
export function parseExpression(pattern: string): ExpressionNode {
  refuseTooLong(pattern);
  return new ExpressionParser(pattern).parse();
}

class ExpressionParser extends PatternParser<ExpressionNode> {
  #flags: Flags = { i: true, m: false, s: false };

  protected choiceOf(options: readonly ExpressionNode[]): ExpressionNode {
    return { kind: 'choice', options };
  }

  protected sequence(): ExpressionNode {
    const parts: ExpressionNode[] = [];
    while (!this.isAtEndOfSequence()) {
      const part = this.#repetition();
      if (part !== null) parts.push(part);
    }
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  /** Returns null for flags, which match nothing. */
  #repetition(): ExpressionNode | null {
    if (this.isRepetition()) {
      throw this.error('there is nothing to repeat before it; for the character itself, write \\ before it');
    }
    const part = this.#atom();
    if (!this.isRepetition()) return part;
    const start = this.offset;
    const [min, max] = this.counts();
    if (part === null || part.kind === 'edge') {
      throw new RegexpSyntaxError(start, this.pattern[start]!, 'an anchor or a word boundary cannot be repeated');
    }
    const isLazy = this.skip('?');
    if (this.isRepetition() || this.isAt('+')) {
      throw this.error('to repeat a repetition, put it in a group: (a*)?');
    }
    return { kind: 'repeat', part, min, max, isLazy };
  }

  #atom(): ExpressionNode | null {
    if (this.skip('(')) return this.#group();
    if (this.skip('[')) return this.#class();
    if (this.skip('.')) return { kind: 'set', set: this.#flags.s ? ANY : complementOf(LINE_FEED) };
    if (this.skip('^')) return { kind: 'edge', edge: this.#flags.m ? 'lineStart' : 'textStart' };
    if (this.skip('$')) return { kind: 'edge', edge: this.#flags.m ? 'lineEnd' : 'textEnd' };
    if (this.#skipText('\\b')) return { kind: 'edge', edge: 'word' };
    if (this.#skipText('\\B')) return { kind: 'edge', edge: 'noWord' };
    const set = this.#escapedSet();
    if (set !== undefined) return { kind: 'set', set };
    const one = this.#character();
    return { kind: 'set', set: this.#cased([one, one]) };
  }

  #cased(set: CodePointSet): CodePointSet {
    return this.#flags.i ? withCases(set) : set;
  }

  /** A group that contains only flags sets them for the rest of the enclosing group. */
  #group(): ExpressionNode | null {
    this.openGroup();
    const before = this.#flags;
    if (this.skip('?')) {
      const written = /^([ims]*)(?:-([ims]+))?([:)])/.exec(this.pattern.slice(this.offset, this.offset + 10));
      if (written === null) {
        throw this.error(
          'after (? only : and the flags i, m, s are supported: no lookahead, lookbehind or named groups',
        );
      }
      this.offset += written[0].length;
      const isOn = (flag: keyof Flags): boolean =>
        (before[flag] || written[1]!.includes(flag)) && written[2]?.includes(flag) !== true;
      this.#flags = { i: isOn('i'), m: isOn('m'), s: isOn('s') };
      if (written[3] === ')') {
        this.offset--;
        this.closeGroup();
        return null;
      }
    }
    const node = this.choice();
    this.closeGroup();
    this.#flags = before;
    return node;
  }

  #class(): ExpressionNode {
    const isNegated = this.skip('^');
    if (this.isAt(']')) throw this.error('a class cannot be empty; for the character itself, write \\]');
    const ranges: (readonly [number, number])[] = [];
    while (!this.skip(']')) {
      const start = this.offset;
      const set = this.#escapedSet();
      const first = set === undefined ? this.#character(true) : 0;
      const isRange = this.isAt('-') && this.offset + 1 < this.pattern.length && this.pattern[this.offset + 1] !== ']';
      if (set !== undefined) {
        if (isRange) throw this.error('a range needs a character on each side; for the character itself, write \\-');
        for (let i = 0; i < set.length; i += 2) ranges.push([set[i]!, set[i + 1]!]);
      } else ranges.push([first, isRange ? this.#rangeEnd(start, first) : first]);
    }
    const set = this.#cased(unionOf(ranges));
    return { kind: 'set', set: isNegated ? complementOf(set) : set };
  }

  #rangeEnd(start: number, first: number): number {
    this.skip('-');
    const last = this.#escapedSet() === undefined ? this.#character(true) : -1;
    if (last >= first) return last;
    const remedy = last < 0 ? 'a range needs a character on each side' : 'a range must not end before it begins';
    throw new RegexpSyntaxError(start, this.pattern.slice(start, this.offset), remedy);
  }

  /** Reads `\d` and the like, and `\p{…}`. Leaves other escapes unread. */
  #escapedSet(): CodePointSet | undefined {
    if (!this.isAt('\\')) return undefined;
    const letter = this.pattern[this.offset + 1] ?? '';
    const set = letterSet(letter);
    if (set !== undefined) {
      this.offset += 2;
      return set;
    }
    return letter === 'p' || letter === 'P' ? this.#property(letter === 'P') : undefined;
  }

  #property(isNegated: boolean): CodePointSet {
    const written = /^\\[pP]\{([A-Za-z_]+(?:=[A-Za-z_]+)?)\}/.exec(this.pattern.slice(this.offset, this.offset + 80));
    const set = written === null ? undefined : propertySet(written[1]!);
    if (set === undefined)
      throw this.error('a Unicode property is missing, as in \\p{L}, \\p{Lu} or \\p{Script=Cyrillic}');
    this.offset += written![0].length;
    return this.#cased(isNegated ? complementOf(set) : set);
  }

  /** Reads one literal character, escaped or not. */
  #character(isInClass = false): number {
    if (this.skip('\\')) return this.#escaped();
    const codePoint = this.pattern.codePointAt(this.offset);
    if (codePoint === undefined) throw this.error(isInClass ? "']' is missing to close the class" : 'a character');
    this.offset += codePoint > 0xffff ? 2 : 1;
    return codePoint;
  }

  #escaped(): number {
    if (this.offset === this.pattern.length) throw this.error('the character that \\ escapes must follow it');
    const rest = this.pattern.slice(this.offset, this.offset + 10);
    const coded = /^(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\})/.exec(rest);
    if (coded !== null) {
      const codePoint = Number.parseInt(coded[1] ?? coded[2] ?? coded[3]!, 16);
      if (codePoint > 0x10ffff) throw this.error('a code point of at most 10FFFF');
      this.offset += coded[0].length;
      return codePoint;
    }
    const codePoint = this.pattern.codePointAt(this.offset)!;
    const character = String.fromCodePoint(codePoint);
    const control = CONTROLS[character];
    if (control === undefined && /[A-Za-z0-9]/.test(character)) {
      throw this.error(
        'of the letters and digits, only these have a meaning after \\: b, B, d, D, s, S, w, W, p, P, n, r, t, f, v, 0, x, u',
      );
    }
    this.offset += character.length;
    return control ?? codePoint;
  }

  #skipText(text: string): boolean {
    if (!this.pattern.startsWith(text, this.offset)) return false;
    this.offset += text.length;
    return true;
  }
}

function propertySet(name: string): CodePointSet | undefined {
  const before = properties.get(name);
  if (before !== undefined) return before;
  let expression: RegExp;
  try {
    expression = new RegExp(`\\p{${name}}+`, 'gu');
  } catch {
    return undefined;
  }
  const set = unionOf(scan(expression));
  // The number of names is limited, and each set is small.
  properties.set(name, set);
  return set;
}
