/**
 * The lines of an export: JSON Lines, one object per line, version 1.
 *
 *     {"format":"case-access-bookmarks","version":1,"exported":"2024-05-01T10:00:00.000Z"}
 *     {"bookmark":"Invoices"}                                optionally "comment", "color", "inReport"
 *     {"bookmark":"Invoices","source":"A","ids":[1,5,9]}     any number of these per bookmark and source
 *     {"coding":"Responsiveness","choices":[{"bookmark":"Invoices","key":"i","colour":null}],"exclusive":true,"required":false}
 *     {"note":"a text","source":"A","id":5,"author":"anna","created":TIME,"changedBy":"anna","changed":TIME}   optionally "range"
 *     {"reviewed":"anna","source":"A","ids":[1,5]}             items that a viewer marked as reviewed, any number of these
 *     {"decided":"Responsiveness","who":"anna","choice":"Invoices","source":"A","ids":[1]}   a person's choice; null: none of the
 *     choices
 *     {"search":"Invoices of May","owner":"anna","shared":false,"q":"invoice*", …}        see ../searches/saved-search.ts
 *     {"review":"First pass", …}                             reviews: see review-lines.ts
 *     {"selection":true,"source":"A","ids":[1]}
 *     {"end":true,"lines":5}                                 number of lines with this one: detects truncation
 *
 * A bookmark's own line comes before its members, and before the codings and reviews with it as a choice; a coding comes before
 * people's choices in it. Ids are integers from 0 to 4,294,967,295, in any order.
 */
import type { DecidedName } from '../../shared/names/decided-name.ts';
import { bookmarkName } from '../bookmark-name.ts';
import { type Choice, type CodingChange, checkedCoding } from '../codings/coding.ts';
import { type Description, described, NO_DESCRIPTION, parseDescription } from '../descriptions/description.ts';
import { checkedStored, type StoredNote } from '../notes/note.ts';
import type { NotedItem } from '../notes/notes.ts';
import type { SourceItems } from '../references.ts';
import { type SavedSearch, searchName } from '../searches/saved-search.ts';
import { type ExchangeObject, malformed, onlyKeys, sourceItems } from './line-parts.ts';
import { parseReviewLine, type ReviewPart } from './review-lines.ts';

export const EXCHANGE_FORMAT = 'case-access-bookmarks';
export const EXCHANGE_VERSION = 1;
/** Maximum length of a line, in UTF-16 units. Lines of an export stay below a tenth of it unless a source id is huge. */
export const LINE_UNITS_MAX = 4 * 1024 * 1024;

export type ExchangeLine =
  | { readonly kind: 'header' }
  | { readonly kind: 'bookmark'; readonly name: string; readonly said: Description; readonly items?: SourceItems }
  | { readonly kind: 'coding'; readonly name: string; readonly coding: CodingChange }
  | { readonly kind: 'note'; readonly item: NotedItem; readonly note: StoredNote }
  | { readonly kind: 'reviewed'; readonly viewer: string; readonly items: SourceItems }
  | { readonly kind: 'decided'; readonly decided: DecidedName; readonly items: SourceItems }
  | { readonly kind: 'search'; readonly search: SavedSearch }
  | { readonly kind: 'review'; readonly review: string; readonly part: ReviewPart }
  | { readonly kind: 'selection'; readonly items: SourceItems }
  | { readonly kind: 'end'; readonly lines: number };

/** Parses a line. Throws INVALID_REQUEST with the reason if it has none of these forms. */
export function parseExchangeLine(line: string): ExchangeLine {
  if (line.length > LINE_UNITS_MAX) throw malformed(`it is longer than ${LINE_UNITS_MAX} characters`);
  const value = parseObject(line);
  if (Object.hasOwn(value, 'format')) return header(value);
  if (Object.hasOwn(value, 'end')) {
    onlyKeys(value, ['end', 'lines']);
    if (value.end !== true || !Number.isSafeInteger(value.lines)) throw malformed('its "lines" is not a number');
    return { kind: 'end', lines: value.lines as number };
  }
  if (Object.hasOwn(value, 'selection')) {
    onlyKeys(value, ['selection', 'source', 'ids']);
    if (value.selection !== true) throw malformed('its "selection" is not true');
    return { kind: 'selection', items: sourceItems(value) };
  }
  if (Object.hasOwn(value, 'review')) return { kind: 'review', ...parseReviewLine(value) };
  if (Object.hasOwn(value, 'coding')) return codingLine(value);
  if (Object.hasOwn(value, 'note')) return noteLine(value);
  if (Object.hasOwn(value, 'reviewed')) {
    onlyKeys(value, ['reviewed', 'source', 'ids']);
    if (typeof value.reviewed !== 'string') throw malformed('its "reviewed" is not text');
    return { kind: 'reviewed', viewer: bookmarkName(value.reviewed, 'viewer'), items: sourceItems(value) };
  }
  if (Object.hasOwn(value, 'decided')) return decidedLine(value);
  if (Object.hasOwn(value, 'search')) return searchLine(value);
  const hasItems = Object.hasOwn(value, 'source') || Object.hasOwn(value, 'ids');
  onlyKeys(value, hasItems ? ['bookmark', 'source', 'ids'] : ['bookmark', 'comment', 'color', 'inReport']);
  if (typeof value.bookmark !== 'string') throw malformed('it has no "bookmark" that is text');
  const name = bookmarkName(value.bookmark);
  const said = saidIn(value);
  return { kind: 'bookmark', name, said, ...(hasItems && { items: sourceItems(value) }) };
}

function parseObject(line: string): ExchangeObject {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw malformed('it is not JSON', error);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed('it is not a JSON object');
  return value as ExchangeObject;
}

function header(value: ExchangeObject): ExchangeLine {
  if (value.format !== EXCHANGE_FORMAT) throw malformed(`its "format" is not "${EXCHANGE_FORMAT}"`);
  if (value.version !== EXCHANGE_VERSION) throw malformed(`its "version" is not ${EXCHANGE_VERSION}`);
  return { kind: 'header' };
}

function codingLine(value: ExchangeObject): ExchangeLine {
  onlyKeys(value, ['coding', 'choices', 'exclusive', 'required']);
  const { coding, choices, exclusive, required } = value;
  if (typeof coding !== 'string') throw malformed('its "coding" is not text');
  if (typeof exclusive !== 'boolean' || typeof required !== 'boolean' || !Array.isArray(choices)) {
    throw malformed('its choices or flags are not of the right type');
  }
  const isChoice = (one: unknown): one is Choice =>
    typeof one === 'object' &&
    one !== null &&
    'bookmark' in one &&
    typeof one.bookmark === 'string' &&
    'key' in one &&
    isTextOrNull(one.key) &&
    'colour' in one &&
    isTextOrNull(one.colour);
  if (!choices.every(isChoice)) throw malformed('one of its choices is not of the right type');
  return {
    kind: 'coding',
    name: bookmarkName(coding, 'coding'),
    coding: checkedCoding({ choices, exclusive, required }, 0),
  };
}

function decidedLine(value: ExchangeObject): ExchangeLine {
  onlyKeys(value, ['decided', 'who', 'choice', 'source', 'ids']);
  const { decided: coding, who, choice } = value;
  if (typeof coding !== 'string' || typeof who !== 'string') throw malformed('its "decided" or "who" is not text');
  if (!isTextOrNull(choice)) throw malformed('its "choice" is not text or null');
  const chosen = choice === null ? null : bookmarkName(choice);
  const decided = { coding: bookmarkName(coding, 'coding'), who: who.normalize('NFC'), choice: chosen };
  return { kind: 'decided', decided, items: sourceItems(value) };
}

function noteLine(value: ExchangeObject): ExchangeLine {
  onlyKeys(value, ['note', 'source', 'id', 'author', 'created', 'changedBy', 'changed', 'range']);
  const { note: text, source, id, author, created, changedBy, changed, range } = value;
  const isText = (one: unknown): one is string => typeof one === 'string';
  if (![text, source, author, created, changedBy, changed].every(isText)) {
    throw malformed('its text, source, author or one of its times is not text');
  }
  const { ids } = sourceItems({ source, ids: [id] });
  if (range !== undefined && !isRange(range)) throw malformed('its "range" is invalid');
  const said = { text, author, created, changedBy, changed, ...(range !== undefined && { range }) } as StoredNote;
  return { kind: 'note', item: { source: source as string, id: ids[0]! }, note: checkedStored(said) };
}

function isRange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { start, end, property, value: held, ...others } = value as ExchangeObject;
  if (Object.keys(others).length > 0) return false;
  if (property === undefined) return held === undefined && Number.isInteger(start) && Number.isInteger(end);
  return typeof property === 'string' && start === undefined && (held === undefined || typeof held === 'string');
}

const SEARCH_KEYS = [
  'search',
  'owner',
  'shared',
  'q',
  'defaultOperator',
  'literal',
  'timeZone',
  'filter',
  'sourceID',
  'bbox',
  'sort',
  'view',
];

function searchLine(value: ExchangeObject): ExchangeLine {
  onlyKeys(value, SEARCH_KEYS);
  const { search, owner, shared, q, defaultOperator, literal, timeZone, filter, sourceID, bbox, sort, view } = value;
  if (typeof search !== 'string') throw malformed('its "search" is not text');
  const isRight =
    isTextOrNull(owner) &&
    typeof shared === 'boolean' &&
    typeof q === 'string' &&
    isOperator(defaultOperator) &&
    typeof literal === 'boolean' &&
    typeof timeZone === 'string' &&
    isTexts(filter) &&
    isTexts(sourceID) &&
    isTextOrNull(bbox) &&
    isTexts(sort) &&
    isTextOrNull(view);
  if (!isRight) throw malformed('a part of its search is missing or not of the right type');
  const content = { q, defaultOperator, literal, timeZone, filter, sourceID, bbox, sort, view };
  return { kind: 'search', search: { name: searchName(search), owner, shared, ...content } };
}

function isOperator(value: unknown): value is 'AND' | 'OR' {
  return value === 'AND' || value === 'OR';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

function saidIn({ comment = null, color = null, inReport = false }: ExchangeObject): Description {
  const said = parseDescription({ comment, color, inReport });
  if (said === null) throw malformed('its comment, colour or report flag is not of the right type');
  return described(NO_DESCRIPTION, said);
}
