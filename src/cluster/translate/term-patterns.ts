/**
 * Translates patterns of terms to queries of a cluster. Our own automata have compiled them before, within our limits. The mark
 * at the edges of a value is a term for the cluster, and must match no pattern.
 */
import type { Pattern } from '../../../grammar/ast.ts';
import { foldSet } from '../../automaton/character-classes.ts';
import { type CodePointSet, complementOf, rangesOf, unionOf } from '../../automaton/code-point-set.ts';
import { parseRegexp } from '../../automaton/regexp-parser.ts';
import type { RegexpNode } from '../../automaton/regexp-syntax.ts';
import { unitLetters, unitMarks } from '../../automaton/units.ts';
import type { TermRange } from '../../engine/dictionary/term-range.ts';
import type { TermPattern } from '../../query/plan/pattern-keys.ts';
import { VALUE_EDGE } from '../mapping/field-names.ts';
import type { Dsl } from './dsl.ts';

/**
 * Maximum number of `?` in a wildcard. With more, it is too complex for the cluster, which has a fixed limit. Regular
 * expressions have another limit.
 */
const ANY_ONES_MAX = 8;
/**
 * The effort that the cluster may spend on determinizing an expression, in tens of the nondeterministic states that its
 * deterministic states represent. Nothing interrupts that work, so this bounds it to about a second.
 */
const EFFORT_MAX = 50_000;
/** Patterns that need more effort are not sent. Instead, items with their required words are checked. */
export const PATTERN_MEMBERS_MAX = 200_000;
/** Fuzzy terms share this many leading characters. */
const PREFIX_LENGTH = 2;

/** No term is longer. */
const BOUND_MAX = 800;

/** Any code point except the mark. */
const ANY_BUT_EDGE = '[^\u0001]';
/** Characters with a meaning in an expression of the cluster. */
const SPECIAL = /[.?+*|{}[\]()"\\#@&<>~^$-]/;

/** Rewrites a pattern as one constant score. */
const PLAIN = 'constant_score';
/** Rewrites a pattern as a list of its words, of which the cluster accepts a limited number. */
const LISTED = 'constant_score_boolean';

export const patternDsl = (field: string, pattern: TermPattern): Dsl => termsDsl(field, pattern, PLAIN);
export const listedPattern = (field: string, pattern: TermPattern): Dsl => termsDsl(field, pattern, LISTED);

function termsDsl(field: string, pattern: TermPattern, rewrite: string): Dsl {
  switch (pattern.kind) {
    case 'fuzzy':
      return {
        fuzzy: {
          [field]: {
            value: pattern.term,
            fuzziness: pattern.distance,
            prefix_length: PREFIX_LENGTH,
            transpositions: true,
            rewrite,
          },
        },
      };
    case 'regexp': {
      const { foldCodePoint, compose } = pattern.analyzer;
      return regexpDsl(field, regexpText(parseRegexp(compose(pattern.pattern)), foldCodePoint), { rewrite });
    }
    case 'units':
      return regexpDsl(field, unitsText(pattern.units), { rewrite });
    case 'wildcard': {
      const { fold } = pattern.analyzer;
      const anyOnes = pattern.pattern.filter(({ kind }) => kind === 'anyOne').length;
      const hasLetters = pattern.pattern.some((part) => part.kind === 'text' && fold(part.text) !== '');
      if (!hasLetters || anyOnes > ANY_ONES_MAX)
        return regexpDsl(field, wildcardAsRegexp(pattern.pattern, fold), { rewrite });
      return { wildcard: { [field]: { value: wildcardText(pattern.pattern, fold), rewrite } } };
    }
  }
}

/** Matches terms that begin with a letter of a script without spaces, or are a pair of two. */
function unitsText(units: readonly (string | null)[]): string {
  const letters = setText(unitLetters());
  const marks = `${setText(unitMarks())}*`;
  const text = units.map((unit) => (unit === null ? letters + marks : [...unit].map(literal).join(''))).join('');
  return units.length === 1 ? `${text}(${letters}${ANY_BUT_EDGE}*)?` : text;
}

/** Matches terms that contain a folded text anywhere. */
export function containing(field: string, text: string): Dsl {
  return { wildcard: { [field]: { value: `*${text.replace(/[\\*?]/g, '\\$&')}*`, rewrite: 'constant_score' } } };
}

/** Returns a wildcard in the cluster's syntax: the same operators, with others escaped. */
export function wildcardText(pattern: Pattern, fold: (text: string) => string): string {
  return pattern
    .map((part) =>
      part.kind === 'anyRun' ? '*' : part.kind === 'anyOne' ? '?' : fold(part.text).replace(/[\\*?]/g, '\\$&'),
    )
    .join('');
}

function wildcardAsRegexp(pattern: Pattern, fold: (text: string) => string): string {
  return pattern
    .map((part) =>
      part.kind === 'anyRun'
        ? `${ANY_BUT_EDGE}*`
        : part.kind === 'anyOne'
          ? ANY_BUT_EDGE
          : [...fold(part.text)].map(literal).join(''),
    )
    .join('');
}

function regexpDsl(
  field: string,
  value: string,
  { rewrite, flags = 'NONE' }: { rewrite: string; flags?: string },
): Dsl {
  return { regexp: { [field]: { value, flags, max_determinized_states: EFFORT_MAX, rewrite } } };
}

/** Matches the terms between two bounds. */
export function rangeDsl(field: string, { lower, upper, isLowerExclusive, isUpperExclusive }: TermRange): Dsl {
  const low = lower === null ? '' : Buffer.from(lower).toString('utf8');
  // The marks of value edges sort before every term.
  const bounds: Record<string, string> =
    low <= VALUE_EDGE ? { gt: VALUE_EDGE } : { [isLowerExclusive === true ? 'gt' : 'gte']: low };
  if (upper !== null) bounds[isUpperExclusive === true ? 'lt' : 'lte'] = Buffer.from(upper).toString('utf8');
  return { range: { [field]: bounds } };
}

/** Returns the terms between two bounds as an expression that can be listed; null for bounds that are longer than any term. */
export function rangeExpression(field: string, { lower, upper, ...exclusive }: TermRange): Dsl | null {
  const low = lower === null ? [] : [...Buffer.from(lower).toString('utf8')];
  const high = upper === null ? [] : [...Buffer.from(upper).toString('utf8')];
  if (Math.max(low.length, high.length) > BOUND_MAX) return null;
  const above = low.length === 0 ? `${ANY_BUT_EDGE}+` : aboveText(low, exclusive.isLowerExclusive === true);
  const below = upper === null ? null : belowText(high, exclusive.isUpperExclusive === true);
  const value = below === null ? above : `(${above})&(${below})`;
  return regexpDsl(field, value, { rewrite: LISTED, flags: 'INTERSECTION' });
}

/**
 * At each code point there are two options. Either it equals that of the bound and the rest decides, or it is greater and the
 * rest is arbitrary.
 */
function aboveText(bound: readonly string[], isExclusive: boolean): string {
  return bound.reduceRight(
    (rest, character) => `(${literal(character)}${rest}|${setText(after(character))}${ANY_BUT_EDGE}*)`,
    `${ANY_BUT_EDGE}${isExclusive ? '+' : '*'}`,
  );
}

/** Like `aboveText`, for terms below a bound. Prefixes of the bound are also below it. */
function belowText(bound: readonly string[], isExclusive: boolean): string {
  if (bound.length === 0) return NO_CHARACTER;
  const whole = bound.reduceRight<string | null>((rest, character) => {
    const equal = rest === null ? (isExclusive ? null : literal(character)) : `${literal(character)}(${rest})?`;
    const less = `${setText(before(character))}${ANY_BUT_EDGE}*`;
    return equal === null ? less : `(${equal}|${less})`;
  }, null);
  return whole!;
}

const after = (character: string): CodePointSet => complementOf([0, character.codePointAt(0)!]);
const before = (character: string): CodePointSet => {
  const point = character.codePointAt(0)!;
  return point === 0 ? [] : [0, point - 1];
};

/** Returns an expression in the cluster's syntax, folded. It uses only features of both languages, with classes as ranges. */
export function regexpText(node: RegexpNode, fold: (codePoint: number) => string): string {
  switch (node.kind) {
    case 'literal':
      return grouped([...fold(node.codePoint)].map(literal));
    case 'any':
      return ANY_BUT_EDGE;
    case 'class': {
      const folded = foldSet(unionOf(node.members.literals), fold);
      const isOneSet = node.members.literals.length === 0 && node.members.sets.length === 1;
      const set = isOneSet
        ? node.members.sets[0]!
        : unionOf([folded.set, ...node.members.sets].flatMap((part) => [...rangesOf(part)]));
      if (node.isNegated) return setText(complementOf(set));
      const texts = folded.texts.map((text) => grouped([...text].map(literal)));
      return texts.length === 0 ? setText(set) : `(${[setText(set), ...texts].join('|')})`;
    }
    case 'sequence':
      return node.parts.length === 0 ? '()' : node.parts.map((part) => regexpText(part, fold)).join('');
    case 'choice':
      return `(${node.options.map((option) => regexpText(option, fold)).join('|')})`;
    case 'repeat': {
      const max = node.max === Number.POSITIVE_INFINITY ? '' : node.max;
      return `(${regexpText(node.part, fold)}){${node.min},${max}}`;
    }
  }
}

function grouped(characters: readonly string[]): string {
  return characters.length === 1 ? characters[0]! : `(${characters.join('')})`;
}

function literal(character: string): string {
  return SPECIAL.test(character) ? `\\${character}` : character;
}

/** Characters that cannot be literal in a class of the cluster. */
const OUTSIDE_CLASSES = unionOf([...'\\]^-["&'].map((sign) => [sign.codePointAt(0)!, sign.codePointAt(0)!] as const));
const EDGE: CodePointSet = [1, 1];
/** Surrogates are not characters, and do not occur in texts of the cluster. */
const SURROGATES: CodePointSet = [0xd800, 0xdfff];

/** Returns a set without the mark, as a class and as single characters that a class cannot contain. */
function setText(set: CodePointSet): string {
  const own = without(set, unionOf([...rangesOf(EDGE), ...rangesOf(SURROGATES)]));
  const apart = intersection(own, OUTSIDE_CLASSES);
  const inside = without(own, OUTSIDE_CLASSES);
  const options: string[] = [];
  if (inside.length > 0) options.push(`[${[...rangesOf(inside)].map(rangeText).join('')}]`);
  for (const [first, last] of rangesOf(apart)) {
    for (let point = first; point <= last; point++) options.push(literal(String.fromCodePoint(point)));
  }
  if (options.length === 0) return NO_CHARACTER;
  return options.length === 1 ? options[0]! : `(${options.join('|')})`;
}

/** Matches only the mark, twice, which is never a term. */
const NO_CHARACTER = '\u0001\u0001';

function rangeText([first, last]: readonly [number, number]): string {
  const from = String.fromCodePoint(first);
  return first === last ? from : `${from}-${String.fromCodePoint(last)}`;
}

function without(set: CodePointSet, taken: CodePointSet): CodePointSet {
  return intersection(set, complementOf(taken));
}

function intersection(a: CodePointSet, b: CodePointSet): CodePointSet {
  return complementOf(unionOf([...rangesOf(complementOf(a)), ...rangesOf(complementOf(b))]));
}
