/**
 * The folded characters of a pattern's text, each with its role in a token. A pattern is tokenized in the same way as a text.
 */
import { type FoldedCodePoint, foldedCodePoint } from './code-points.ts';
import { TextFeed } from './text-feed.ts';
import { BLANK, BREAK, EMOJI, HANGUL, LETTER, LOWER, MARK, SOFT_HYPHEN, UNIT } from './unit-classes.ts';

export type AtomKind = 'separator' | 'blank' | 'break' | 'letter' | 'mark' | 'unit' | 'hangul' | 'emoji';

export interface QueryAtom {
  readonly kind: AtomKind;
  readonly text: string;
}

const KINDS = new Map<number, AtomKind>([
  [BLANK, 'blank'],
  [BREAK, 'break'],
  [LETTER, 'letter'],
  [LOWER, 'letter'],
  [MARK, 'mark'],
  [UNIT, 'unit'],
  [HANGUL, 'hangul'],
  [EMOJI, 'emoji'],
]);

/** Returns the atoms of a text in our own analysis. */
export function queryAtoms(text: string): readonly QueryAtom[] {
  const atoms: QueryAtom[] = [];
  const add = (folded: readonly FoldedCodePoint[]): void => {
    for (const { text: one, class: kind } of folded) {
      if (kind !== SOFT_HYPHEN) atoms.push({ kind: KINDS.get(kind) ?? 'separator', text: one });
    }
  };
  const feed = new TextFeed({
    cutText: (units, from, to) => {
      for (const character of units.slice(from, to)) add(foldedCodePoint(character.codePointAt(0)!));
    },
    cutSequence: add,
    end: () => undefined,
  });
  feed.feed(text);
  feed.finish();
  return atoms;
}

/** Whether a code point can be in a term, that is, whether its folded form is a letter, a digit, a mark or an emoji. */
export function isTermCodePoint(codePoint: number): boolean {
  return foldedCodePoint(codePoint).every(
    ({ class: kind }) => kind === LETTER || kind === LOWER || kind === MARK || kind === EMOJI,
  );
}

/** Whether a code point folds to a letter of a script without spaces. */
export function isUnitCodePoint(codePoint: number): boolean {
  return foldedCodePoint(codePoint).some(({ class: kind }) => kind === UNIT || kind === HANGUL);
}
