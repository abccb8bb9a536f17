/**
 * A second implementation of the analyzer, from its description alone. It folds characters first, then finds words, runs of
 * units and emoji in the folded text. Slow, and short enough to be checked by reading.
 */
import { type Cluster, clustersOf, foldText } from './naive-folding.ts';

/** A term at a position. `start` and `end` are UTF-16 units of the text as given. */
export interface NaiveToken {
  readonly term: string;
  readonly position: number;
  readonly start: number;
  readonly end: number;
  /** The first unit of a token in a run, which a query of one unit finds and marks. Null for other tokens. */
  readonly first: { readonly unit: string; readonly start: number; readonly end: number } | null;
}

/** What a phrase requires at a position: a term, or a token of a run with this first unit. */
export interface QueryElement {
  readonly kind: 'term' | 'unit';
  readonly term: string;
  readonly position: number;
}

export type Class = 'unit' | 'letter' | 'digit' | 'mark' | 'emoji' | 'region' | 'other';

/** A character of the folded text with its class and its extent in the original text. */
interface Folded {
  readonly character: string;
  readonly class: Class;
  readonly cluster: Cluster;
}

/** A word, a unit of a run or an emoji: characters `from` up to `to` of the folded text. */
interface Piece {
  readonly kind: 'word' | 'unit' | 'emoji';
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly characters: readonly Folded[];
  /** Whether the next piece is the next unit of the same run. */
  goesOn: boolean;
}

export const TERM_UNITS_MAX = 255;
const PIECE_STEP_UNITS = 128;

const UNIT_SCRIPT = new RegExp(
  `^[${['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr'].map((name) => `\\p{Script_Extensions=${name}}`).join('')}]$`,
  'u',
);
/** Whether a folded character is a letter of a script written without spaces. */
export function isUnit(character: string): boolean {
  return classOf(character) === 'unit';
}

const HANGUL = /^\p{Script_Extensions=Hang}/u;
const SKIN_TONE = /\p{Emoji_Modifier}$/u;
const BLANK = '[\\p{Zs}\\t]*';
const LINE_BREAK = '(?:\\r\\n|[\\n\\r\\u0085\\u2028])';
const ONE_BREAK = new RegExp(`^${BLANK}${LINE_BREAK}${BLANK}$`, 'u');
const HYPHEN_AND_BREAK = new RegExp(`^[-\\u2010]\\u00ad*${BLANK}${LINE_BREAK}${BLANK}$`, 'u');
const SOFT_HYPHEN_AND_BREAK = new RegExp(`^\\u00ad+${BLANK}${LINE_BREAK}${BLANK}$`, 'u');

/** Returns the tokens of a text, in order of positions. Several may be at one position, but a term only once. */
export function tokenize(text: string): NaiveToken[] {
  return onceAtPosition(placedTokens(text));
}

/**
 * Like `tokenize`, but returns each occurrence of a term, because two pieces of a long word may be equal and are still two
 * matches.
 */
export function placedTokens(text: string): NaiveToken[] {
  const pieces = piecesOf(text);
  const tokens = pieces.flatMap((piece, position) => tokensOfPiece(piece, pieces[position + 1], position));
  for (let position = 0; position + 1 < pieces.length; position++) {
    const [before, after] = [pieces[position]!, pieces[position + 1]!];
    if (!isBroken(text, before, after)) continue;
    if (before.text.length > TERM_UNITS_MAX || after.text.length > TERM_UNITS_MAX) continue;
    for (const joined of placedTerms([...before.characters, ...after.characters])) {
      tokens.push({ ...joined, position }, { ...joined, position: position + 1 });
    }
  }
  return tokens.sort((a, b) => a.position - b.position);
}

/** Returns the elements of a query's text, and their positions relative to the first one. */
export function queryTokens(text: string): QueryElement[] {
  const pieces = piecesOf(text);
  const elements: QueryElement[] = [];
  for (const [position, piece] of pieces.entries()) {
    const isAfterUnit = position > 0 && pieces[position - 1]!.goesOn;
    if (piece.kind !== 'unit') {
      for (const term of new Set(cutTerm(piece.text))) elements.push({ kind: 'term', term, position });
    } else if (piece.goesOn) {
      const pair = piece.text + pieces[position + 1]!.text;
      for (const term of new Set(cutTerm(pair))) elements.push({ kind: 'term', term, position });
    } else if (!isAfterUnit) {
      elements.push({ kind: 'unit', term: piece.text, position });
    }
  }
  return elements;
}

/** Returns the number of positions of a text, its length for BM25. */
export function positionsOf(text: string): number {
  return piecesOf(text).length;
}

/**
 * Pieces of a long word. Each begins 128 units after the previous one, until one reaches the end. No surrogate pair is divided.
 */
export function cutTerm(term: string): string[] {
  const pieces: string[] = [];
  for (let begin = 0; ; begin += PIECE_STEP_UNITS) {
    pieces.push(term.slice(outsidePair(term, begin), outsidePair(term, begin + TERM_UNITS_MAX)));
    if (begin + TERM_UNITS_MAX >= term.length) return pieces;
  }
}

function outsidePair(text: string, offset: number): number {
  return offset > 0 && (text.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
}

function tokensOfPiece(piece: Piece, next: Piece | undefined, position: number): NaiveToken[] {
  const { text, start, end } = piece;
  if (piece.kind !== 'unit') {
    const terms = placedTerms(piece.characters).map((term) => ({ ...term, position }));
    // Skin tones are within the extent of an emoji, but not in its term.
    return piece.kind === 'emoji' ? terms.map((term) => ({ ...term, end })) : terms;
  }
  const first = { unit: text, start, end };
  if (!piece.goesOn) return cutTerm(text).map((term) => ({ term, position, start, end, first }));
  return cutTerm(text + next!.text).map((term) => ({ term, position, start, end: next!.end, first }));
}

/** The pieces of a word, each with the extent of its characters. */
function placedTerms(characters: readonly Folded[]): Omit<NaiveToken, 'position'>[] {
  const text = characters.map(({ character }) => character).join('');
  const clusters = characters.flatMap(({ character, cluster }) => new Array<Cluster>(character.length).fill(cluster));
  let begin = -PIECE_STEP_UNITS;
  return cutTerm(text).map((term) => {
    begin += PIECE_STEP_UNITS;
    const first = outsidePair(text, begin);
    return { term, start: clusters[first]!.start, end: clusters[first + term.length - 1]!.end, first: null };
  });
}

function onceAtPosition(tokens: readonly NaiveToken[]): NaiveToken[] {
  const once = new Map<string, NaiveToken>();
  for (const token of tokens) {
    const key = `${token.position} ${token.term}`;
    if (!once.has(key)) once.set(key, token);
  }
  return [...once.values()];
}

/** Whether two consecutive words are one that was divided at the end of a line. */
function isBroken(text: string, before: Piece, after: Piece): boolean {
  if (before.kind !== 'word' || after.kind !== 'word') return false;
  if (!/^\p{Ll}/u.test(text.slice(after.start))) return false;
  const folded = text.slice(before.end, after.start).split('\u00ad').map(foldText).join('\u00ad');
  // After the line break, a soft hyphen is any invisible character.
  const between = folded.replace(/(?<=[\n\r\u0085\u2028].*)\u00ad/gsu, '');
  return HYPHEN_AND_BREAK.test(between.replace(/^\u00ad+(?=[-\u2010])/u, '')) || SOFT_HYPHEN_AND_BREAK.test(between);
}

/** Words, units and emoji of a text in order, with their positions. */
function piecesOf(text: string): Piece[] {
  const folded = foldedCharacters(text);
  const pieces: Piece[] = [];
  for (let at = 0; at < folded.length; ) {
    const to = endOfPiece(folded, at);
    if (to > at) pieces.push(pieceOf(folded, at, to));
    at = Math.max(to, at + 1);
  }
  for (let i = 0; i + 1 < pieces.length; i++) pieces[i]!.goesOn = isOneRun(folded, pieces[i]!, pieces[i + 1]!);
  return pieces;
}

function foldedCharacters(text: string): Folded[] {
  return clustersOf(text).flatMap((cluster) =>
    Array.from(cluster.folded, (character) => ({ character, class: classOf(character), cluster })),
  );
}

export function classOf(character: string): Class {
  if (/^[\p{L}\p{Nl}]$/u.test(character)) return UNIT_SCRIPT.test(character) ? 'unit' : 'letter';
  if (/^\p{Nd}$/u.test(character)) return 'digit';
  if (/^\p{M}$/u.test(character)) return 'mark';
  if (/^\p{Extended_Pictographic}$/u.test(character)) return 'emoji';
  return /^\p{Regional_Indicator}$/u.test(character) ? 'region' : 'other';
}

/** Returns the end of the piece that begins at `from`, or `from` itself if none begins there. */
function endOfPiece(folded: readonly Folded[], from: number): number {
  switch (folded[from]!.class) {
    case 'unit':
      return afterMarks(folded, from + 1);
    case 'letter':
    case 'digit':
      return endOfWord(folded, from);
    case 'emoji':
      return afterSkinTones(folded, from + 1);
    case 'region':
      return folded[from + 1]?.class === 'region' ? from + 2 : from;
    default:
      return from;
  }
}

function endOfWord(folded: readonly Folded[], from: number): number {
  let at = from;
  while (at < folded.length) {
    const { class: own, cluster } = folded[at]!;
    if (own !== 'letter' && own !== 'digit') return at;
    at = own === 'letter' ? afterMarks(folded, at + 1) : at + 1;
    if (/^[ºª]$/.test(cluster.base) && folded[at]?.class === 'digit') return at;
  }
  return at;
}

function afterMarks(folded: readonly Folded[], from: number): number {
  let at = from;
  while (folded[at]?.class === 'mark') at++;
  return at;
}

function afterSkinTones(folded: readonly Folded[], from: number): number {
  let at = from;
  while (SKIN_TONE.test(folded[at]?.character ?? '')) at++;
  return at;
}

function pieceOf(folded: readonly Folded[], from: number, to: number): Piece {
  const first = folded[from]!;
  const kind = first.class === 'unit' ? 'unit' : first.class === 'emoji' || first.class === 'region' ? 'emoji' : 'word';
  const characters = folded.slice(from, to).filter(({ character }) => !SKIN_TONE.test(character));
  const text = characters.map(({ character }) => character).join('');
  return {
    kind,
    text,
    start: first.cluster.start,
    end: folded[to - 1]!.cluster.end,
    from,
    to,
    characters,
    goesOn: false,
  };
}

/** Two units are in one run if nothing is between them, or a single line break and neither is Hangul. */
function isOneRun(folded: readonly Folded[], before: Piece, after: Piece): boolean {
  if (before.kind !== 'unit' || after.kind !== 'unit') return false;
  if (before.to === after.from) return true;
  return ONE_BREAK.test(textOf(folded, before.to, after.from)) && !HANGUL.test(before.text) && !HANGUL.test(after.text);
}

function textOf(folded: readonly Folded[], from: number, to: number): string {
  return folded
    .slice(from, to)
    .map(({ character }) => character)
    .join('');
}
