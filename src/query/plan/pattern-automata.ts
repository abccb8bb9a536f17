/** Compiles the patterns of a query to automata over termsonce for all sources, and writes their display forms. */
import type { Pattern } from '../../../grammar/ast.ts';
import type { QueryAnalyzer } from '../../analysis/query-analyzer.ts';
import { PIECE_UNITS } from '../../analysis/word-cutter.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { compileFuzzy } from '../../automaton/fuzzy.ts';
import { compileRegexp } from '../../automaton/regexp.ts';
import { parseRegexp } from '../../automaton/regexp-parser.ts';
import type { RegexpNode } from '../../automaton/regexp-syntax.ts';
import { compileUnits } from '../../automaton/units.ts';
import { compileWildcard } from '../../automaton/wildcard.ts';
import { AppError } from '../../shared/errors.ts';
import { compiled } from './compiled-patterns.ts';
import type { QueryPart } from './query-parts.ts';

export function wildcardAutomaton(pattern: Pattern, { key, fold }: QueryAnalyzer): TermAutomaton {
  return compiled('wildcard', key + keyOf(pattern), () => compileWildcard(pattern, fold));
}

/** Different patterns have different keys, because texts are preceded by their lengths. */
function keyOf(pattern: Pattern): string {
  let key = ' ';
  for (const part of pattern) {
    if (part.kind === 'text') key += `${part.text.length}:${part.text}`;
    else key += part.kind === 'anyRun' ? '*' : '?';
  }
  return key;
}

/** Returns an automaton for the terms of a phrase part that is not a single term. */
export function partAutomaton(
  part: QueryPart & { readonly kind: 'pattern' | 'units' },
  analyzer: QueryAnalyzer,
): TermAutomaton {
  if (part.kind === 'pattern') return wildcardAutomaton(part.pattern, analyzer);
  return compiled('units', part.units.map((unit) => unit ?? '?').join(' '), () => compileUnits(part.units));
}

export function showPart(part: QueryPart): string {
  if (part.kind === 'pattern') return showPattern(part.pattern);
  if (part.kind === 'units') return part.units.map((unit) => unit ?? '?').join('');
  return part.kind === 'term' ? part.term : part.terms[0]!;
}

export function fuzzyAutomaton(term: string, distance: 1 | 2): TermAutomaton {
  return compiled('fuzzy', `${distance} ${term}`, () => compileFuzzy(term, distance));
}

/** A term of one or two code points matches only itself. */
export const FUZZY_CODE_POINTS_MIN = 3;

/**
 * Returns the single word of a fuzzy text on an analyzed field; null if it has none. Throws QUERY_INVALID if it has several, or
 * one that cannot be fuzzy.
 */
export function fuzzyWord(text: string, distance: 1 | 2, analyzer: QueryAnalyzer): string | null {
  const tokens = analyzer.tokens(text);
  const [only] = tokens;
  if (only === undefined) return null;
  if (only.kind !== 'pieces' && [...text].some((one) => analyzer.isUnitCodePoint(one.codePointAt(0)!))) {
    throw withoutSpaces(`${text}~`, text);
  }
  if (tokens.length > 1) {
    throw new AppError(
      'QUERY_INVALID',
      `fuzzy search needs a single word, and "${text}" has ${tokens.length}: put ~${distance} after one of them, or use a sloppy phrase "${text}"~n`,
    );
  }
  if (only.kind !== 'term') {
    throw new AppError(
      'QUERY_INVALID',
      `fuzzy search needs a word of up to ${PIECE_UNITS} characters; "${text}" is longer`,
    );
  }
  return only.term;
}

/**
 * `isText`: for a field of analyzed text, whose terms have only letters, digits and other characters that the analyzer keeps.
 */
export function regexpAutomaton(pattern: string, isText: boolean, form: QueryAnalyzer): TermAutomaton {
  return compiled(isText ? 'text regexp' : 'regexp', `${form.key} ${pattern}`, () => {
    const normalized = form.compose(pattern);
    const automaton = compileRegexp(normalized, form.foldCodePoint);
    if (isText) refuseSeparators(pattern, normalized, form);
    return automaton;
  });
}

export function showPattern(pattern: Pattern): string {
  return pattern.map((part) => (part.kind === 'text' ? part.text : part.kind === 'anyRun' ? '*' : '?')).join('');
}

/** Terms of scripts without spaces are pairs of letters, so an expression would match pairs instead of words. */
export function withoutSpaces(source: string, character: string): AppError {
  return new AppError(
    'QUERY_INVALID',
    `${source} has ${JSON.stringify(character)}, of a script written without spaces between words: search for the letters as they are, or for parts near each other as a phrase "a b"~n`,
  );
}

/** A literal that no term can contain is a mistake, and is reported. Members of classes are not checked. */
function refuseSeparators(pattern: string, normalized: string, analyzer: QueryAnalyzer): void {
  const stack: RegexpNode[] = [parseRegexp(normalized)];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'sequence') stack.push(...node.parts);
    else if (node.kind === 'choice') stack.push(...node.options);
    else if (node.kind === 'repeat') stack.push(node.part);
    else if (node.kind === 'literal' && !analyzer.isTermCodePoint(node.codePoint)) {
      const character = String.fromCodePoint(node.codePoint);
      if (analyzer.isUnitCodePoint(node.codePoint)) throw withoutSpaces(`/${pattern}/`, character);
      throw new AppError(
        'QUERY_INVALID',
        `the regular expression /${pattern}/ has ${JSON.stringify(character)}, and a term holds letters and digits only; search for the parts as a phrase, or write /.../ for one term`,
      );
    }
  }
}
