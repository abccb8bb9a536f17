/** Characters of a pattern's text, folded, each with its part in a token: a pattern is cut where a text would be. */
import { type FoldedCodePoint, foldedCodePoint } from './code-points.ts';
import { TextFeed } from './text-feed.ts';
import {
  BLANK,
  BREAK,
  EMOJI,
  ESCAPE,
  HANGUL,
  LETTER,
  LOWER,
  MARK,
  REGIONAL,
  SOFT_HYPHEN,
  UNIT,
} from './unit-classes.ts';
import { CLASSES, FOLDS } from './unit-tables.ts';

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

/** The atoms of a text of our own analysis. */
export function queryAtoms(text: string): readonly QueryAtom[] {
  const atoms: QueryAtom[] = [];
  const add = ({ text: folded, class: kind }: FoldedCodePoint): void => {
    if (kind === SOFT_HYPHEN) return;
    const last = atoms.at(-1);
    const isSecond = kind === REGIONAL && last?.kind === 'separator' && last.text !== '' && REGIONALS.test(last.text);
    if (isSecond) atoms[atoms.length - 1] = { kind: 'emoji', text: last.text + folded };
    else atoms.push({ kind: KINDS.get(kind) ?? 'separator', text: folded });
  };
  const feed = new TextFeed({
    cutText: (units, from, to) => {
      for (let i = from; i < to; i++) {
        const unit = units.charCodeAt(i);
        if (CLASSES[unit] !== ESCAPE) add({ text: String.fromCharCode(FOLDS[unit]!), class: CLASSES[unit]! });
        else {
          const codePoint = units.codePointAt(i)!;
          if (codePoint > 0xffff) i++;
          foldedCodePoint(codePoint).forEach(add);
        }
      }
    },
    cutSequence: (folded) => folded.forEach(add),
    end: () => undefined,
  });
  feed.feed(text);
  feed.finish();
  return atoms;
}

const REGIONALS = /^[\u{1f1e6}-\u{1f1ff}]$/u;

/** Whether a code point can be in a term: as it is folded, a letter, a digit, a mark or an emoji. */
export function isTermCodePoint(codePoint: number): boolean {
  return foldedCodePoint(codePoint).every(
    ({ class: kind }) => kind === LETTER || kind === LOWER || kind === MARK || kind === EMOJI,
  );
}

/** Whether a code point folds to a letter of a script without spaces. */
export function isUnitCodePoint(codePoint: number): boolean {
  return foldedCodePoint(codePoint).some(({ class: kind }) => kind === UNIT || kind === HANGUL);
}
