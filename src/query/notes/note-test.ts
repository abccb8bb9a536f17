/** Tests whether a leaf such as `note:word` matches the words of a note, with the same meaning as for any text. */
import type { LeafQuery, NearQuery, Pattern } from '../../../grammar/ast.ts';
import { offsetOf } from '../../../grammar/offsets.ts';
import { analyzerOfIndex } from '../../analysis/analyzer-of-index.ts';
import type { TermAutomaton } from '../../automaton/automaton.ts';
import { acceptsTerm } from '../../automaton/code-point-automaton.ts';
import { RefusedQueryError } from '../../search/refused-query.ts';
import type { ElementGroup } from '../phrase/element-group.ts';
import { canMatchAll } from '../phrase/position-matching.ts';
import { nearWords } from '../plan/near/near-words.ts';
import {
  FUZZY_CODE_POINTS_MIN,
  fuzzyAutomaton,
  fuzzyWord,
  partAutomaton,
  regexpAutomaton,
  showPattern,
} from '../plan/pattern-automata.ts';
import { analyzedParts, plainText, type QueryPart, tokenParts } from '../plan/query-parts.ts';
import { refusalOf } from '../plan/refusal.ts';
import { hasOccurrence, type ListPositions } from '../proximity/span-plan.ts';
import type { NoteWords } from './note-words.ts';

export type NoteTest = (words: NoteWords) => boolean;

/** The positions of an element of a phrase, ascending. */
type Element = (words: NoteWords) => readonly number[];

/**
 * A leaf without a word matches nothing. It was already removed from the query. Throws RefusedQueryError for a leaf
 * that no text can match.
 */
export function noteTest(leaf: LeafQuery): NoteTest {
  try {
    return testOf(leaf) ?? (() => false);
  } catch (error) {
    throw refusalOf(error, leaf);
  }
}

const analyzer = analyzerOfIndex(undefined);

function testOf(leaf: LeafQuery): NoteTest | null {
  switch (leaf.kind) {
    case 'exists':
      return () => true;
    case 'term':
      return phrase(tokenParts(leaf.text, analyzer), 0);
    case 'wildcard':
      return phrase(analyzedParts(leaf.pattern, analyzer), 0);
    case 'phrase':
      return quoted(leaf.pattern, leaf.slop);
    case 'fuzzy':
      return fuzzy(leaf.text, leaf.distance);
    case 'regexp':
      return accepted(regexpAutomaton(leaf.pattern, true, analyzer));
    case 'near':
      return near(leaf);
    default:
      throw new RefusedQueryError({
        message: 'notes are searched by words only: use ranges and whole values for other fields',
        position: offsetOf(leaf.kind === 'range' ? (leaf.lower ?? leaf.upper ?? leaf) : leaf),
        expected: ['a word', 'a phrase', 'a pattern', '*'],
      });
  }
}

/** Tests a quoted text, with its wildcards or as literal text. */
function quoted(pattern: Pattern, slop: number): NoteTest | null {
  const text = plainText(pattern);
  if (text !== null) return phrase(tokenParts(text, analyzer), slop);
  const wild = phrase(analyzedParts(pattern, analyzer), slop);
  const literal = phrase(tokenParts(showPattern(pattern), analyzer), slop);
  if (wild === null || literal === null) return wild ?? literal;
  return (words) => wild(words) || literal(words);
}

function near(leaf: NearQuery): NoteTest {
  const { plan, words } = nearWords(leaf, analyzer);
  const elements = words.map((word): Element => {
    if (word.kind === 'term') return ({ positions }) => positions.get(word.term) ?? [];
    return positionsOf(remembering(word.automaton));
  });
  return (note) => {
    const lists = elements.map((element) => Uint32Array.from(element(note)));
    const positionsIn = (list: number): ListPositions => ({ positions: lists[list]!, length: lists[list]!.length });
    return hasOccurrence(plan, { begin: 0, first: 0, end: note.length, positionsOf: positionsIn });
  };
}

function fuzzy(text: string, distance: 1 | 2): NoteTest | null {
  const term = fuzzyWord(text, distance, analyzer);
  if (term === null) return null;
  if ([...term].length < FUZZY_CODE_POINTS_MIN) return phrase([{ kind: 'term', term }], 0);
  return accepted(fuzzyAutomaton(term, distance));
}

function accepted(automaton: TermAutomaton): NoteTest {
  const accepts = remembering(automaton);
  return ({ positions }) => {
    for (const term of positions.keys()) if (accepts(term)) return true;
    return false;
  };
}

function phrase(parts: readonly QueryPart[], slop: number): NoteTest | null {
  if (parts.length === 0) return null;
  const elements = parts.map(elementOf);
  const [first] = elements;
  if (elements.length === 1) return (words) => first!(words).length > 0;
  return (words) => {
    const groups: ElementGroup[] = [];
    for (const [i, element] of elements.entries()) {
      const positions = element(words);
      if (positions.length === 0) return false;
      groups.push({ positions: Uint32Array.from(positions), length: positions.length, offsets: [i] });
    }
    return canMatchAll(groups, slop);
  };
}

function elementOf(part: QueryPart): Element {
  if (part.kind === 'term') return ({ positions }) => positions.get(part.term) ?? [];
  if (part.kind === 'pieces') {
    return ({ positions }) => {
      const [first = [], ...others] = part.terms.map((term) => new Set(positions.get(term)));
      return [...first].filter((position) => others.every((other) => other.has(position)));
    };
  }
  if (part.kind === 'pattern' && part.isAnyToken) return ({ length }) => Array.from({ length }, (_, i) => i);
  return positionsOf(remembering(partAutomaton(part, analyzer)));
}

function positionsOf(accepts: (term: string) => boolean): Element {
  return ({ positions }) => {
    const found = new Set<number>();
    for (const [term, own] of positions) if (accepts(term)) for (const position of own) found.add(position);
    return [...found].sort((a, b) => a - b);
  };
}

/** Maximum number of cached results of patterns on the terms of notes. Most terms are in many notes. */
const REMEMBERED_MAX = 1 << 18;

function remembering(automaton: TermAutomaton): (term: string) => boolean {
  const known = new Map<string, boolean>();
  return (term) => {
    let isAccepted = known.get(term);
    if (isAccepted === undefined) {
      isAccepted = acceptsTerm(automaton, term);
      if (known.size < REMEMBERED_MAX) known.set(term, isAccepted);
    }
    return isAccepted;
  };
}
