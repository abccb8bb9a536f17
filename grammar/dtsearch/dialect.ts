/** The differences between requests of dtSearch and of Relativity, which runs dtSearch: noise words, and a connector. */

export interface Dialect {
  readonly name: 'dtSearch' | 'Relativity';
  /** Whether noise words are left out, as in the default index of the tool. If not, each of them counts. */
  readonly leavesOutNoise: boolean;
}

export const DTSEARCH: Dialect = { name: 'dtSearch', leavesOutNoise: false };
export const RELATIVITY: Dialect = { name: 'Relativity', leavesOutNoise: false };

/** The default list of both: words so frequent that their indexes leave them out. */
const NOISE_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also an and another any are as at be because been before being between both but by came can come could did do each even ' +
    'for from further furthermore get got had has have he her here hi him himself his how however i if in indeed into is it its just like made many ' +
    'me might more moreover most much must my never not now of on only or other our out over said same see she should since some still such take than ' +
    'that the their them then there therefore these they this those through thus to too under up very was way we well were what when where which while ' +
    'who will with would you your'
  ).split(' '),
);
const SINGLE = /^[a-z0-9]$/;
const AROUND = /^[^\p{L}\p{N}\p{M}=*?%#~]+|[^\p{L}\p{N}\p{M}=*?%#~]+$/gu;
/** Maximum length of a noise word, including signs around it. */
const NOISE_UNITS_MAX = 40;

/** Whether a word is a noise word. For Relativity, single letters and digits are noise words, too. */
export function isNoise(written: string, { name }: Dialect): boolean {
  if (written.length > NOISE_UNITS_MAX) return false;
  const word = written.replace(AROUND, '').toLowerCase();
  return NOISE_WORDS.has(word) || (name === 'Relativity' && SINGLE.test(word));
}

/** Returns the dialect without its noise words. */
export function withoutNoise(dialect: Dialect): Dialect {
  return { ...dialect, leavesOutNoise: true };
}
