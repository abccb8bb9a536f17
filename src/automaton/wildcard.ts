/** Wildcard patterns: `?` is exactly one code point, `*` any sequence of them, including the empty one. */
import { foldText } from '../analysis/fold-text.ts';
import { ANY } from './code-point-set.ts';
import { Dfa } from './dfa.ts';
import { Nfa } from './nfa.ts';

/** A part of a pattern, as in the query tree. */
export type WildcardPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'anyRun' }
  | { readonly kind: 'anyOne' };

/**
 * Returns the automaton of the terms that match the whole pattern. Folds the texts with `fold`; they must not be folded
 * already. Throws AppError QUERY_INVALID for a pattern that exceeds the limits.
 */
export function compileWildcard(pattern: readonly WildcardPart[], fold: (text: string) => string = foldText): Dfa {
  const nfa = new Nfa();
  const start = nfa.addState();
  let last = start;
  const required: string[] = [];
  let ending = '';
  for (const part of pattern) {
    ending = '';
    if (part.kind === 'anyRun') {
      nfa.addEdge(last, ANY, last);
      nfa.supersedingStates.add(last);
    } else if (part.kind === 'anyOne') {
      last = nfa.append(last, ANY);
    } else {
      ending = fold(part.text);
      required.push(ending);
      for (const character of ending) {
        const codePoint = character.codePointAt(0)!;
        last = nfa.append(last, [codePoint, codePoint]);
      }
    }
  }
  const [first, second, third] = pattern;
  const isSufficient =
    pattern.length <= 3 && first?.kind === 'anyRun' && second?.kind === 'text' && (third ?? first).kind === 'anyRun';
  const hasTexts = required.length > 0 && !required.includes('');
  const isOpen = first?.kind === 'anyRun' && pattern.at(-1)!.kind === 'anyRun';
  return new Dfa(nfa, start, last, {
    required,
    ending,
    isSufficient: isSufficient && hasTexts,
    isInOrder: isOpen && hasTexts && pattern.every(({ kind }) => kind !== 'anyOne'),
  });
}
