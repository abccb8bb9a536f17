/** Analyses the terms and patterns of a query as a build analyses text. */
import type { Pattern, PatternPart } from '../../../grammar/ast.ts';
import type { QueryAnalyzer } from '../../analysis/query-analyzer.ts';

/** One element of a phrase in a query: a folded term, or a pattern that is folded when it is compiled. */
export type QueryPart =
  | { readonly kind: 'term'; readonly term: string }
  | { readonly kind: 'pattern'; readonly pattern: Pattern; readonly isAnyToken: boolean };

/** The parts of a text on an analyzed field. Whatever stands where a token was left out matches any. */
export function tokenParts(text: string, analyzer: QueryAnalyzer): QueryPart[] {
  return analyzer
    .analyze(text)
    .map((term) =>
      term === null ? { kind: 'pattern', pattern: [{ kind: 'anyRun' }], isAnyToken: true } : { kind: 'term', term },
    );
}

/** The parts of a pattern on an analyzed field: cut at everything that is neither letter, digit nor wildcard. */
export function analyzedParts(pattern: Pattern, analyzer: QueryAnalyzer): QueryPart[] {
  const pieces: PatternPart[][] = [[]];
  for (const part of pattern) {
    if (part.kind !== 'text') {
      pieces.at(-1)!.push(part);
      continue;
    }
    for (const [i, text] of betweenSeparators(analyzer.normalize(part.text), analyzer).entries()) {
      if (i > 0) pieces.push([]);
      if (text !== '') pieces.at(-1)!.push({ kind: 'text', text });
    }
  }
  return pieces.flatMap((piece) => toParts(piece, analyzer));
}

function toParts(piece: PatternPart[], analyzer: QueryAnalyzer): QueryPart[] {
  if (piece.length === 0) return [];
  if (piece.every((part) => part.kind === 'text')) {
    return tokenParts(piece.map((part) => part.text).join(''), analyzer);
  }
  return [{ kind: 'pattern', pattern: piece, isAnyToken: piece.every((part) => part.kind === 'anyRun') }];
}

/** Sequences of token characters between separators; the first or last is empty if the text begins or ends with a separator. */
function betweenSeparators(text: string, analyzer: QueryAnalyzer): string[] {
  const sequences: string[] = [''];
  for (const character of text) {
    if (analyzer.isTokenCodePoint(character.codePointAt(0)!)) sequences[sequences.length - 1] += character;
    else sequences.push('');
  }
  return sequences;
}

/** The text of a pattern without wildcards, or null. */
export function plainText(pattern: Pattern): string | null {
  let text = '';
  for (const part of pattern) {
    if (part.kind !== 'text') return null;
    text += part.text;
  }
  return text;
}
