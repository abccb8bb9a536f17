import { Random } from '../random.ts';

/**
 * Made-up words, the most frequent first and shortest on average. One in twenty is Cyrillic, Han or has diacritics, so that
 * folding and multi-byte terms are measured, too. All have distinct spellings.
 */
export function vocabulary(count: number, seed: number): string[] {
  const random = new Random(seed);
  const words = new Set<string>();
  while (words.size < count) words.add(word(random, words.size));
  return [...words];
}

const ONSETS = 'b c d f g h j k l m n p r s t v w z b c d f l m n p r s t br ch cl gr pl sh st tr'.split(' ');
const VOWELS = 'a e i o u a e i o ai ea io ou'.split(' ');
const CODAS = ['', '', '', '', '', '', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'st'];
const ACCENTED = 'á é í ó ú ã õ ç ñ ü ö ä ß ø å è ê'.split(' ');
const CYRILLIC = 'бо ва го де жи за ка ле ми но по ра со ту фе ши ён ый ста при'.split(' ');

function word(random: Random, rank: number): string {
  const syllables = 1 + Math.min(5, Math.floor(Math.log10(rank + 1) * 0.4 + random.fraction() * 1.4));
  const kind = random.fraction();
  if (kind < 0.02) return Array.from({ length: syllables + 1 }, () => random.pick(CYRILLIC)).join('');
  if (kind < 0.03) {
    return Array.from({ length: 1 + (syllables >> 1) }, () => String.fromCodePoint(0x4e00 + random.below(6000))).join(
      '',
    );
  }
  if (kind < 0.04) return String(random.below(10 ** Math.min(6, syllables + 1)));
  const plain = Array.from({ length: syllables }, () => random.pick(ONSETS) + random.pick(VOWELS) + random.pick(CODAS));
  if (kind < 0.05) plain.splice(random.below(plain.length + 1), 0, random.pick(ACCENTED));
  return plain.join('');
}
