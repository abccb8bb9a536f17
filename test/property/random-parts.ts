/** Shared parts of random queries of several kinds. */
import fc from 'fast-check';
import type { Pattern, PatternPart } from '../../grammar/ast.ts';
import { FIELD_NAMES } from './random-case.ts';

/** Fields in which patterns have terms to match. */
export const textField = (): fc.Arbitrary<string | null> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('title', 'author', 'name', 'path', 'my field', 'Поле', 'property:content'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...FIELD_NAMES) },
  );

export function toPattern(text: string): Pattern {
  return text
    .split(/([*?])/)
    .filter((part) => part !== '')
    .map((part): PatternPart => {
      if (part === '*') return { kind: 'anyRun' };
      return part === '?' ? { kind: 'anyOne' } : { kind: 'text', text: part };
    });
}

/** Inserts one to three wildcards into a text, each in place of some code points or between two. */
export function withWildcards(text: string): fc.Arbitrary<Pattern> {
  const characters = Array.from(text);
  return fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: characters.length }),
        length: fc.integer({ min: 0, max: 3 }),
        kind: fc.constantFrom('anyRun' as const, 'anyRun' as const, 'anyOne' as const),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((edits) => {
      const symbols: PatternPart[] = characters.map((character) => ({ kind: 'text', text: character }));
      for (const edit of edits)
        symbols.splice(edit.at, edit.kind === 'anyOne' ? Math.min(1, edit.length) : edit.length, { kind: edit.kind });
      return joinText(symbols);
    });
}

function joinText(parts: readonly PatternPart[]): Pattern {
  const joined: PatternPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.kind === 'text' && last?.kind === 'text')
      joined[joined.length - 1] = { kind: 'text', text: last.text + part.text };
    else joined.push(part);
  }
  return joined;
}
