/**
 * Query classes for cases of many texts: classes whose costs depend on blocks, words and positions, from words that occur
 * together in some text.
 */
import type { CorpusProfile } from '../corpus/profile.ts';
import { Random } from '../random.ts';
import { Draw } from './generate.ts';
import { type BenchQuery, boolean, type NearOperand, type NearTree, queryText, type Tree } from './tree.ts';

/** Numbers of words in the unions, and in the intersections. */
const UNIONS = [2, 3, 5, 10, 20];
const INTERSECTIONS = [2, 3, 4];
/** Numbers of words that are near each other. */
const DISTANCE = 5;

export function largeQueries(profile: CorpusProfile, perClass: number, seed: number): BenchQuery[] {
  const random = new Random(seed);
  const draw = new Draw(profile, random);
  const terms = (words: readonly string[]): Tree[] => [...new Set(words)].map((term) => ({ kind: 'term', term }));
  const phrase = (words: number): Tree => ({ kind: 'phrase', terms: draw.neighbours(words), slop: 0 });
  const classes: Record<string, () => Tree> = {
    'phrase of 2': () => phrase(2),
    'phrase of 3': () => phrase(3),
    'phrase in AND': () => boolean({ must: [phrase(2), ...terms(draw.neighbours(1))] }),
    NOT: () => boolean({ must: terms(draw.neighbours(1)), mustNot: terms(draw.neighbours(1)) }),
  };
  for (const words of INTERSECTIONS)
    classes[`AND of ${words}`] = () => boolean({ must: terms(draw.neighbours(words)) });
  for (const words of UNIONS) {
    classes[`OR of ${words}`] = () =>
      boolean({ should: terms(Array.from({ length: words }, () => draw.neighbours(1)[0]!)) });
  }
  /** Draws again while a word is on both sides, because an occurrence is not near itself. */
  const near = (how: NearTree['how'], drawn: () => readonly [NearOperand, NearOperand]): Tree => {
    for (;;) {
      const [left, right] = drawn();
      if (!left.words.some((word) => right.words.includes(word))) {
        return { kind: 'near', left, right, distance: DISTANCE, how };
      }
    }
  };
  const anyOf = (...words: readonly string[]): NearOperand => ({ words: [...new Set(words)], isPhrase: false });
  const ends = (): readonly [NearOperand, NearOperand] => {
    const words = draw.neighbours(4);
    return [anyOf(words[0]!), anyOf(words.at(-1)!)];
  };
  const group = (): NearOperand => anyOf(draw.neighbours(1)[0]!, draw.neighbours(1)[0]!);
  classes.NEAR = () => near('any', ends);
  classes.BEFORE = () => near('ordered', ends);
  classes['NOT NEAR'] = () => near('not', ends);
  classes['NEAR of groups'] = () => near('any', () => [group(), group()]);
  classes['NEAR of a phrase'] = () =>
    near('any', () => [{ words: draw.neighbours(2), isPhrase: true }, anyOf(draw.neighbours(1)[0]!)]);
  const queries = new Map<string, BenchQuery>();
  for (const [name, make] of Object.entries(classes)) {
    for (let i = 0; i < perClass; i++) {
      const tree = make();
      const text = queryText(tree);
      queries.set(text, { class: name, text, tree });
    }
  }
  return [...queries.values()];
}
