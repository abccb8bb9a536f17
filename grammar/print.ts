/**
 * Prints a query tree as canonical text, for `explain`, logs and tests.
 *
 * With OR as the default operator, the text parses to the tree that was printed, in the original syntax. Lists are printed with
 * `+`, `-` or nothing before each clause: `a AND b OR c` is `(+a +b) c`.
 *
 * Trees that no text produces cannot be printed: a boolean with a lone optional or required clause and no minimum (that is the
 * clause), a word or pattern with ignorable characters, a wildcard of a single `*` on a named field (that is `exists`), a term
 * or fuzzy text that is empty, a set.
 */
import type { Bound, Clause, NearQuery, Pattern, Query, SpanQuery } from './ast.ts';
import {
  BACKSLASH,
  classAt,
  DASH,
  FIELD_OPERATOR,
  isModifierAt,
  KEYWORDS,
  PROXIMITY,
  QUOTE,
  SPACE,
  TEXT,
  URL_START,
  WILDCARD,
} from './characters.ts';
import { CASED_START, ENTITY_START, EXPRESSION_START, isCasedAt, isEntityAt, isExpressionAt } from './chunk.ts';
import { hasIgnorables } from './ignorables.ts';
import { printIpedLeaf } from './iped/print-leaf.ts';

/** Returns the canonical text of `query`. */
export function printQuery(query: Query): string {
  if (query.kind !== 'boolean' && query.kind !== 'boost') return printLeaf(query);
  return [...printPieces(query)].join('');
}

/**
 * Yields the text in pieces, none longer than a leaf, because in a group of a field a long name is printed with every word. A
 * surrogate pair is in one piece.
 */
export function* printPieces(query: Query): Generator<string, void, undefined> {
  if (query.kind === 'boolean' && query.minimumMatch === 0) yield* printClauses(query.clauses);
  else yield* printOperand(query);
}

function* printClauses(clauses: readonly Clause[]): Generator<string, void, undefined> {
  let separator = '';
  for (const { occur, query } of clauses) {
    yield separator + SIGN[occur];
    yield* printOperand(query);
    separator = ' ';
  }
}

const SIGN = { must: '+', should: '', mustNot: '-' } as const;

/** Prints a single clause: a leaf or a group, either with a boost. */
function* printOperand(query: Query): Generator<string, void, undefined> {
  switch (query.kind) {
    case 'boolean':
      yield '(';
      yield* printClauses(query.clauses);
      yield query.minimumMatch === 0 ? ')' : `)@${query.minimumMatch}`;
      break;
    case 'boost': {
      const isInner = query.query.kind === 'boost' || (query.query.kind === 'near' && query.query.field === null);
      if (isInner) yield '(';
      yield* printOperand(query.query);
      yield `${isInner ? ')' : ''}^${printNumber(query.factor)}`;
      break;
    }
    default:
      yield printLeaf(query);
  }
}

function printLeaf(query: Exclude<Query, { kind: 'boolean' | 'boost' }>): string {
  switch (query.kind) {
    case 'all':
      return '*:*';
    case 'set':
      return printField('set', printChunk([{ kind: 'text', text: query.name }], true));
    case 'iped':
      return printIpedLeaf(query);
    case 'near':
      return query.field === null ? printNear(query) : printField(query.field, `(${printNear(query)})`);
    case 'exists':
      return printField(query.field, '*');
    case 'whole':
      return printField(query.field, `=${printWhole(query.text)}`);
    case 'term':
      return printField(query.field, printChunk([{ kind: 'text', text: query.text }], query.field !== null));
    case 'wildcard':
      return printField(query.field, printChunk(query.pattern, query.field !== null));
    case 'fuzzy': {
      const chunk = printChunk([{ kind: 'text', text: query.text }], query.field !== null);
      return printField(query.field, `${chunk}~${query.distance}`);
    }
    case 'regexp':
      return printField(query.field, `/${query.pattern}/`);
    case 'expression':
      if (query.cased !== undefined) return printField(query.field, `${CASED_START}"${printQuotedText(query.cased)}"`);
      return printField(
        query.field,
        query.entity === undefined
          ? `${EXPRESSION_START}${query.pattern}/${query.check ?? ''}`
          : `${ENTITY_START}${query.entity}`,
      );
    case 'phrase':
      return printField(
        query.field,
        `"${printQuotedPattern(query.pattern)}"${query.slop === 0 ? '' : `~${query.slop}`}`,
      );
    case 'range': {
      const open = query.lower?.isInclusive === false ? '{' : '[';
      const close = query.upper?.isInclusive === false ? '}' : ']';
      return printField(query.field, `${open}${printBound(query.lower)} TO ${printBound(query.upper)}${close}`);
    }
  }
}

/** Recursion is as deep as groups are nested. */
function printNear({ isOrdered, isNot, distance, left, right }: NearQuery): string {
  const not = isNot ? 'NOT ' : '';
  if (right.kind === 'edge') return `${printSpan(left)} ${not}${right.isLast ? 'LAST' : 'FIRST'}/${distance}`;
  return `${printSpan(left)} ${not}${isOrdered ? 'BEFORE' : 'NEAR'}/${distance} ${printSpan(right)}`;
}

function printSpan(span: SpanQuery): string {
  if (span.kind === 'near') return `(${printNear(span)})`;
  return span.kind === 'alternatives' ? `(${span.of.map(printSpan).join(' ')})` : printLeaf(span);
}

function printField(field: string | null, value: string): string {
  if (field === null) return value;
  // After a bare name, `://` would make the name a scheme, and `text:/` begins an expression.
  const isBare =
    isBareName(field) &&
    !value.startsWith('//') &&
    !(field === 'text' && value.startsWith('/')) &&
    field !== 'entity' &&
    field !== 'cased';
  return `${isBare ? field : `"${printQuotedText(field)}"`}:${value}`;
}

function isBareName(name: string): boolean {
  if (name === '' || hasIgnorables(name) || name.startsWith('/') || KEYWORDS.has(name) || isModifierAt(name, 0))
    return false;
  for (let offset = 0; offset < name.length; offset++) if (classAt(name, offset) !== TEXT) return false;
  return true;
}

/** Prints a chunk outside quotes. If `isValue`, it follows a field, so that `:` and a leading `-` are text. */
function printChunk(pattern: Pattern, isValue: boolean): string {
  const isUrl = pattern[0]?.kind === 'text' && URL_START.test(pattern[0].text);
  const printed = printPattern(
    pattern,
    (unitClass) => unitClass !== TEXT && !((isValue || isUrl) && unitClass === FIELD_OPERATOR),
  );
  const isMisread =
    KEYWORDS.has(printed) ||
    (!isValue && PROXIMITY.test(printed)) ||
    (isValue
      ? classAt(printed, 0) === FIELD_OPERATOR ||
        isExpressionAt(printed, 0) ||
        isEntityAt(printed, 0) ||
        isCasedAt(printed, 0)
      : isModifierAt(printed, 0)) ||
    /^\/(?:[^\\/\s]|\\\S)*\/$/u.test(printed);
  return isMisread ? `\\${printed}` : printed;
}

/** Prints a text without quotes if every unit would be read as itself. */
function printWhole(text: string): string {
  let isPlain = text !== '' && !hasIgnorables(text) && !KEYWORDS.has(text) && classAt(text, 0) !== FIELD_OPERATOR;
  for (let offset = 0; isPlain && offset < text.length; offset++) {
    const unitClass = classAt(text, offset);
    isPlain = unitClass === TEXT || unitClass === FIELD_OPERATOR;
  }
  return isPlain ? text : `"${printQuotedText(text)}"`;
}

function printQuotedPattern(pattern: Pattern): string {
  return printPattern(pattern, (unitClass, unit) => endsOrEscapes(unitClass, unit) || unitClass === WILDCARD);
}

/** Prints between quotes, where wildcards are text: a field name, an end of a range. */
function printQuotedText(text: string): string {
  return escapeWhere(text, endsOrEscapes);
}

/** Whether a unit ends the quotes or needs an escape. Between `"`, typographic quotes are text. */
function endsOrEscapes(unitClass: number, unit: string): boolean {
  return unitClass === BACKSLASH || unit === '"';
}

type EscapeRule = (unitClass: number, unit: string) => boolean;

function printPattern(pattern: Pattern, isEscaped: EscapeRule): string {
  return pattern
    .map((part) => (part.kind === 'text' ? escapeWhere(part.text, isEscaped) : part.kind === 'anyRun' ? '*' : '?'))
    .join('');
}

/** Prints an end of a range, in quotes unless every unit would be read as itself. */
function printBound(bound: Bound | null): string {
  if (bound === null) return '*';
  const { text } = bound;
  const isSpecial = text === '' || hasIgnorables(text) || text === '*' || text === 'TO' || /[\]}]/.test(text);
  if (!isSpecial && ![SPACE, BACKSLASH, QUOTE, DASH].some((unitClass) => hasClass(text, unitClass))) return text;
  return `"${printQuotedText(text)}"`;
}

function hasClass(text: string, wanted: number): boolean {
  for (let offset = 0; offset < text.length; offset++) if (classAt(text, offset) === wanted) return true;
  return false;
}

function escapeWhere(text: string, isEscaped: EscapeRule): string {
  let printed = '';
  let plainStart = 0;
  for (let offset = 0; offset < text.length; offset++) {
    if (!isEscaped(classAt(text, offset), text.charAt(offset))) continue;
    printed += `${text.slice(plainStart, offset)}\\`;
    plainStart = offset;
  }
  return printed + text.slice(plainStart);
}

/** Prints a finite number exactly, without an exponent. */
function printNumber(number: number): string {
  const shortest = String(number);
  const [digits = '', exponent] = shortest.split('e');
  if (exponent === undefined) return shortest;
  const [whole = '', fraction = ''] = digits.split('.');
  const shift = Number(exponent);
  if (shift >= 0) return whole + fraction.padEnd(shift, '0');
  return `0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
}
