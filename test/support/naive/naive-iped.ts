/**
 * The meaning of a leaf of IPED's syntax on a field of a case that is not from IPED: English numbers, dates by time, everything
 * else by the terms of the field. README.md lists the rules.
 */
import type { Bound, IpedLeaf, Pattern } from '../../../grammar/ast.ts';
import { tokenize } from './naive-analysis.ts';
import type { NaiveCase } from './naive-case.ts';
import { foldWhole } from './naive-folding.ts';
import {
  DROPPED,
  isDateBetween,
  isNumberBetween,
  isTermBetween,
  type LeafMeaning,
  phraseMeaning,
  termMeaning,
  valueMeaning,
} from './naive-meanings.ts';
import { editsBetween } from './naive-patterns.ts';
import { NaiveQueryError } from './naive-regexp.ts';
import { compareNumbers, parseDate, parseNumber } from './naive-values.ts';

/** Maximum terms of a fuzzy word. */
const NEAREST = 50;

/** Throws NaiveQueryError for a leaf that cannot run. */
export function ipedMeaning(meant: IpedLeaf, field: string, source: NaiveCase): LeafMeaning {
  const type = source.type(field);
  if (type === 'number' && source.searchable.some((item) => source.values(item, field).length > 0))
    return ofNumbers(meant);
  const ofDates = type === 'date' ? dateMeaning(meant) : null;
  if (ofDates !== null) return ofDates;
  const isWhole = type === 'whole';
  switch (meant.kind) {
    case 'word': {
      const tokens = tokensOf(meant.text, isWhole);
      return tokens.length === 0 ? DROPPED : termMeaning((term) => tokens.includes(term));
    }
    case 'phrase':
      return phraseMeaning([{ kind: 'text', text: meant.text }], meant.slop, isWhole);
    case 'wildcard':
      return termMeaning(wildcardTest(meant.pattern));
    case 'fuzzy':
      return fuzzyMeaning(meant.text, meant.similarity, field, source);
    case 'range':
      return textRange(meant.lower, meant.upper);
  }
}

/** The upper bound is rewritten only if the lower one is rewritten, or is open. */
function textRange(lower: Bound | null, upper: Bound | null): LeafMeaning {
  const low = shortDate(lower, false);
  const high = low === lower && lower !== null ? upper : shortDate(upper, upper?.isInclusive === true);
  return termMeaning((term) => isTermBetween(term, low, high));
}

function tokensOf(text: string, isWhole: boolean): readonly string[] {
  if (!isWhole) return tokenize(text).map(({ term }) => term);
  const term = foldWhole(text);
  return term === '' ? [] : [term];
}

/** Tests the whole pattern on one term. The pattern is folded piece by piece. */
function wildcardTest(pattern: Pattern): (term: string) => boolean {
  const parts = pattern.map((part) => {
    if (part.kind !== 'text') return part.kind === 'anyRun' ? '.*' : '.';
    return foldWhole(part.text).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
  const expression = new RegExp(`^(?:${parts.join('')})$`, 'su');
  return (term) => expression.test(term);
}

function fuzzyMeaning(text: string, similarity: number, field: string, source: NaiveCase): LeafMeaning {
  const folded = foldWhole(text);
  const length = Array.from(folded).length;
  const share =
    similarity >= 1 ? similarity : similarity === 0 ? 0 : Math.floor((1 - Math.fround(similarity)) * length);
  const edits = Math.min(2, share);
  if (edits === 0) return termMeaning((term) => term === folded);
  const prefix = Array.from(folded).slice(0, 2).join('');
  const all = new Set(source.searchable.flatMap((item) => source.terms(item, field).flat(2)));
  const near = Array.from(all)
    .filter((term) => term.startsWith(prefix))
    .map((term) => ({ term, distance: editsBetween(folded.slice(prefix.length), term.slice(prefix.length)) }))
    .filter(({ distance }) => distance <= edits)
    .map(({ term, distance }) => ({ term, similarity: 1 - distance / Math.min(length, Array.from(term).length) }))
    .sort((a, b) => b.similarity - a.similarity || Buffer.compare(Buffer.from(a.term), Buffer.from(b.term)))
    .slice(0, NEAREST)
    .map(({ term }) => term);
  return termMeaning((term) => near.includes(term));
}

/** On a field of numbers everything is read as a number: the longest numeric prefix. */
function ofNumbers(meant: IpedLeaf): LeafMeaning {
  if (meant.kind === 'range') {
    const lower = meant.lower === null ? null : { ...meant.lower, text: englishNumber(meant.lower.text) };
    const upper = meant.upper === null ? null : { ...meant.upper, text: englishNumber(meant.upper.text) };
    return valueMeaning((value) => isNumberBetween(value, lower, upper));
  }
  const text = meant.kind === 'wildcard' ? shown(meant.pattern) : meant.text;
  const number = parseNumber(englishNumber(text))!;
  return valueMeaning((value) => {
    const other = parseNumber(value);
    return other !== null && compareNumbers(other, number) === 0;
  });
}

function shown(pattern: Pattern): string {
  return pattern.map((part) => (part.kind === 'text' ? part.text : part.kind === 'anyRun' ? '*' : '?')).join('');
}

function englishNumber(text: string): string {
  const found = /^(-?)([\d,]*)(?:\.(\d*))?(E-?\d+)?/.exec(text)!;
  const whole = found[2]!.replaceAll(',', '');
  const fraction = found[3] ?? '';
  if (whole === '' && fraction === '') throw new NaiveQueryError(`${text} is no number`);
  return `${found[1]}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}${found[4] ?? ''}`;
}

/** Returns null if the leaf is not a date. In that case it is compared by terms. */
function dateMeaning(meant: IpedLeaf): LeafMeaning | null {
  if (meant.kind === 'fuzzy') return null;
  if (meant.kind === 'range') {
    const bounds = [meant.lower, meant.upper].filter((bound) => bound !== null);
    if (!bounds.every((bound) => parseDate(bound.text) !== null)) return null;
    // A partial date sorts before every date that begins with it.
    const lower = meant.lower;
    const isInstant = lower !== null && parseDate(lower.text)!.first === parseDate(lower.text)!.last;
    const upper = meant.upper;
    const isUpperInstant = upper !== null && parseDate(upper.text)!.first === parseDate(upper.text)!.last;
    return valueMeaning((value) =>
      isDateBetween(
        value,
        lower === null ? null : { text: lower.text, isInclusive: lower.isInclusive || !isInstant },
        upper === null ? null : { text: upper.text, isInclusive: upper.isInclusive && isUpperInstant },
      ),
    );
  }
  const text = meant.kind === 'wildcard' ? prefixOf(meant.pattern) : meant.text;
  const period = text === null ? null : parseDate(text);
  if (period === null) return null;
  return valueMeaning((value) => {
    const instant = parseDate(value)?.first;
    return instant !== undefined && period.first <= instant && instant <= period.last;
  });
}

function prefixOf([first, second, ...more]: Pattern): string | null {
  if (more.length > 0 || first?.kind !== 'text' || second?.kind !== 'anyRun') return null;
  return first.text.replace(/[-T:]+$/, '');
}

/** Returns `12/31/20` as IPED rewrites it, at the end of that day for an inclusive upper bound. */
function shortDate(bound: Bound | null, isEnd: boolean): Bound | null {
  const found = SHORT_DATE.exec(bound?.text ?? '');
  if (bound === null || found === null) return bound;
  const [month, day, year] = found.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day)).toISOString().slice(0, 10);
  return { text: `${date.replaceAll('-', '')}${isEnd ? '235959' : '000000'}`, isInclusive: bound.isInclusive };
}

const SHORT_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})/;
