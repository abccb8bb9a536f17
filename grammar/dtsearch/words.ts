/** Reads the words of a dtSearch request: the meaning of each sign in our tree, or why it has none. */
import type { Pattern, PatternPart, SpanQuery } from '../ast.ts';
import type { Doubts } from './doubts.ts';
import { integersBetween } from './integer-range.ts';
import { refusal } from './refusal.ts';

/** A word outside or inside quotes, and its position. */
export interface WrittenWord {
  readonly text: string;
  readonly start: number;
}

/** One word, or a word with separators in it, which is the phrase of its parts. */
export type WordSpan = Exclude<SpanQuery, { kind: 'near' | 'alternatives' | 'phrase' }>;

const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Characters at which a word may be cut: neither letters nor digits nor signs with a meaning. */
const SEPARATORS = /[^\p{L}\p{N}\p{M}=*?]+/u;
/** `apple:4` */
const WEIGHTED = /^([\p{L}\p{M}*?]+):\d+$/u;
/** The characters before the first `%` must agree exactly. In our queries, these are always two. */
const EXACT_CHARACTERS = 2;
const EDITS_MAX = 2;

/** Returns the one or more consecutive words that a written word means. `text` is the request, for its errors. */
export function wordsOf({ text: word, start }: WrittenWord, text: string, doubts: Doubts): WordSpan[] {
  const no = (reason: string): never => {
    throw refusal(text, start, reason);
  };
  if (word.startsWith('##')) return [expression(word.slice(2), no, doubts)];
  if (word.startsWith('#'))
    return no(
      '# searches for words that sound alike, which is not supported here: write the spellings with OR, or name% for letters that differ',
    );
  const range = /^(\d+)~~(\d+)$/.exec(word);
  if (range !== null) return [numbers(range[1]!, range[2]!, no)];
  if (word.endsWith('~'))
    return no(
      '~ asks for forms of a word by the rules of a language, which are not known here: write the forms with OR, or the beginning of the word with *',
    );
  if (/[\p{L}\p{N}]&$/u.test(word)) return no('& asks for synonyms, which are not known here: write them with OR');
  if (word.includes('%')) return [fuzzy(word, no, doubts)];
  const weighted = WEIGHTED.exec(word);
  if (weighted !== null) {
    doubts.add(`the weight of ${word} would only change the order by relevance, and is ignored`);
    return [plain(weighted[1]!, no, doubts)];
  }
  if (!LETTER.test(word) && !/[=*?]/.test(word)) return [];
  if (!word.includes('=')) return [plain(word, no, doubts)];
  return word
    .split(SEPARATORS)
    .filter((part) => part !== '')
    .map((part) => (part.includes('=') ? digits(part) : plain(part, no, doubts)));
}

function plain(word: string, no: (reason: string) => never, doubts: Doubts): WordSpan {
  if (word.split(SEPARATORS).filter((part) => part !== '').length > 1) {
    doubts.add(`${word} is searched as a phrase of its parts`);
  }
  const pattern = patternOf(word);
  if (pattern.every(({ kind }) => kind === 'anyRun'))
    return no('* alone stands for any word: leave it out, or write a number of words, as in pre/2');
  return pattern.every(({ kind }) => kind === 'text')
    ? { kind: 'term', field: null, text: word }
    : { kind: 'wildcard', field: null, pattern };
}

/** `*` matches any letters, `?` one. */
function patternOf(word: string): Pattern {
  return word
    .split(/([*?])/)
    .filter((part) => part !== '')
    .map((part): PatternPart => {
      if (part === '*') return { kind: 'anyRun' };
      return part === '?' ? { kind: 'anyOne' } : { kind: 'text', text: part };
    });
}

/** `=` matches one digit. Our language has no such wildcard, so the word becomes an expression. */
function digits(word: string): WordSpan {
  const pattern = [...word]
    .map((unit) => (unit === '=' ? '[0-9]' : unit === '*' ? '.*' : unit === '?' ? '.' : unit))
    .join('');
  return { kind: 'regexp', field: null, pattern };
}

function numbers(from: string, to: string, no: (reason: string) => never): WordSpan {
  const pattern = integersBetween(from, to);
  if (pattern === null) return no('the numbers of a range ascend, and have at most 15 digits');
  return { kind: 'regexp', field: null, pattern };
}

function expression(source: string, no: (reason: string) => never, doubts: Doubts): WordSpan {
  if (source === '' || /\s/u.test(source))
    return no('an expression after ## matches one word, and has no blanks: write the parts as words with w/');
  doubts.add(`##${source} matches whole words; the pattern uses our syntax of regular expressions`);
  const pattern = source.replace(/(\\.)|\//gsu, (match, escaped: string | undefined) => escaped ?? `\\${match}`);
  return { kind: 'regexp', field: null, pattern };
}

function fuzzy(word: string, no: (reason: string) => never, doubts: Doubts): WordSpan {
  const edits = word.split('%').length - 1;
  const exact = word.indexOf('%');
  const bare = word.replaceAll('%', '');
  if (!/^[\p{L}\p{N}\p{M}]+$/u.test(bare))
    return no('% stands in a word of letters and digits: write a percent sign without it');
  if (exact === word.length - edits)
    return no('% after a word has no letters to differ in: leave it out, or put it after the second letter');
  if (exact !== EXACT_CHARACTERS || edits > EDITS_MAX) {
    return no(
      `fuzzy words agree in their first two characters and differ in one or two others here: write ${bare.slice(0, 2)}%${bare.slice(2)} or ${bare.slice(0, 2)}%%${bare.slice(2)}`,
    );
  }
  doubts.add(`${word} counts letters that are added, missing, different or swapped with their neighbour`);
  return { kind: 'fuzzy', field: null, text: bare, distance: edits as 1 | 2 };
}
