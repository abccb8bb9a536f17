/**
 * Patterns of terms as the cluster takes them. They were compiled by our own automata before, within our limits. The mark at the
 * edges of a value is a term to the cluster, and must match no pattern.
 */
import type { Pattern } from '../../../grammar/ast.ts';
import { foldSet } from '../../automaton/character-classes.ts';
import { type CodePointSet, complementOf, rangesOf, unionOf } from '../../automaton/code-point-set.ts';
import { parseRegexp } from '../../automaton/regexp-parser.ts';
import type { RegexpNode } from '../../automaton/regexp-syntax.ts';
import type { TermPattern } from '../../query/plan/leaf-forms.ts';
import type { Dsl } from './dsl.ts';

/** More of them make a wildcard of the cluster too complex, whose limit cannot be raised: as an expression it has another one. */
const ANY_ONES_MAX = 8;
/** States of an expression that the cluster makes at most. */
const STATES_MAX = 1_000_000;
/** Fuzzy terms agree in so many characters at the beginning. */
const PREFIX_LENGTH = 2;

/** Any code point but the mark. */
const ANY_BUT_EDGE = '[^\u0001]';
/** What means something in an expression of the cluster. */
const SPECIAL = /[.?+*|{}[\]()"\\#@&<>~^$-]/;

export function patternDsl(field: string, pattern: TermPattern): Dsl {
  switch (pattern.kind) {
    case 'fuzzy':
      return {
        fuzzy: {
          [field]: {
            value: pattern.term,
            fuzziness: pattern.distance,
            prefix_length: PREFIX_LENGTH,
            transpositions: true,
            rewrite: 'constant_score',
          },
        },
      };
    case 'regexp': {
      const { foldCodePoint, normalize } = pattern.analyzer;
      return regexpDsl(field, regexpText(parseRegexp(normalize(pattern.pattern)), foldCodePoint));
    }
    case 'wildcard': {
      const { fold } = pattern.analyzer;
      const anyOnes = pattern.pattern.filter(({ kind }) => kind === 'anyOne').length;
      const hasLetters = pattern.pattern.some((part) => part.kind === 'text' && fold(part.text) !== '');
      if (!hasLetters || anyOnes > ANY_ONES_MAX) return regexpDsl(field, wildcardAsRegexp(pattern.pattern, fold));
      return { wildcard: { [field]: { value: wildcardText(pattern.pattern, fold), rewrite: 'constant_score' } } };
    }
  }
}

/** A wildcard in the cluster's spelling: the same signs, others of them escaped. */
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

function regexpDsl(field: string, value: string): Dsl {
  return {
    regexp: { [field]: { value, flags: 'NONE', max_determinized_states: STATES_MAX, rewrite: 'constant_score' } },
  };
}

/** An expression in the cluster's spelling, folded: only what both languages have, with classes written out as ranges. */
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

/** Characters that cannot stand for themselves in a class of the cluster. */
const OUTSIDE_CLASSES = unionOf([...'\\]^-["&'].map((sign) => [sign.codePointAt(0)!, sign.codePointAt(0)!] as const));
const EDGE: CodePointSet = [1, 1];
/** Halves of pairs are no characters: no text of the cluster has them. */
const SURROGATES: CodePointSet = [0xd800, 0xdfff];

/** A set without the mark, as a class and as single characters that a class cannot hold. */
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

/** Only the mark, twice: no term is that. */
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
