/** Parts of a conversation: a source's fields for author and time, the sorted messages, and the files and texts of a page. */
import type { Query } from '../../../../grammar/ast.ts';
import { messageFactsOf } from '../../../schema/conversations/message-facts.ts';
import { type MessageRole, messageRoleOf } from '../../../schema/conversations/message-roles.ts';
import { propertyOfField } from '../../../schema/well-known-fields.ts';
import { requireWhole } from '../../../search/combined/combined-answer.ts';
import type { CombinedRequest } from '../../../search/combined/coordinator.ts';
import { ABOVE_MAX, type ConversationScope } from '../../../search/conversations/conversation-scope.ts';
import { type MessageOrder, messageOrder } from '../../../search/conversations/message-order.ts';
import type { IndexedItem } from '../../../search/item-store.ts';
import type { SearchEngine } from '../../../search/search-engine.ts';
import type { Sort } from '../../../search/search-request.ts';
import { AppError } from '../../../shared/errors.ts';
import { runInSlices } from '../../../shared/slices.ts';
import { weightOf } from '../../../shared/value-weight.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  CONVERSATION_ATTACHMENTS_MAX,
  CONVERSATION_FIELDS_MAX,
  CONVERSATION_MESSAGES_MAX,
  CONVERSATION_TEXT_UNITS_MAX,
  PAGE_WEIGHT_MAX,
  RECORDS_AT_ONCE,
} from '../../limits.ts';
import { findItem } from '../../output/item-record.ts';
import { SearchedText } from '../../output/searched-text.ts';
import { turn } from '../../output/turns.ts';
import type { AskedId } from '../../schemas.ts';

type Asking = Pick<Dependencies, 'coordinator' | 'items' | 'held' | 'kept' | 'me'>;

/** Returns the item, then its ancestors, nearest first. */
export async function chainOf(
  dependencies: Asking,
  source: ReadySource,
  id: AskedId,
  signal: AbortSignal,
): Promise<readonly IndexedItem[]> {
  const chain = [await findItem(dependencies, source, id, signal)];
  while (chain.length <= ABOVE_MAX) {
    const { parentId } = chain.at(-1)!;
    if (parentId === null || chain.some((item) => item.id === parentId)) break;
    const [above] = await dependencies.items.records(source, [parentId], signal);
    if (above == null) break;
    chain.push(above);
  }
  return chain;
}

/** Fields of a source, in order of priority. */
export interface MessageFields {
  readonly dates: readonly string[];
  readonly senders: readonly string[];
}

const PER_SLICE = 4096;

const fieldsOfEngines = new WeakMap<SearchEngine, Map<string, MessageFields>>();

/** Cached: an index never changes. */
export async function messageFields(
  dependencies: Asking,
  source: ReadySource,
  signal: AbortSignal,
): Promise<MessageFields> {
  const ofEngine = fieldsOfEngines.get(source.engine) ?? new Map<string, MessageFields>();
  fieldsOfEngines.set(source.engine, ofEngine);
  const known = ofEngine.get(source.name);
  if (known !== undefined) return known;
  const fields = await lookedUp(dependencies, source, signal);
  ofEngine.set(source.name, fields);
  return fields;
}

async function lookedUp({ coordinator }: Asking, source: ReadySource, signal: AbortSignal): Promise<MessageFields> {
  const { found, damaged } = await coordinator.fields([source], signal);
  requireWhole({ damaged });
  const ranked: Partial<Record<MessageRole, { name: string; rank: number }[]>> = {};
  for (const { value } of found) {
    for (const [i, { name, type, sorts, counts }] of value.entries()) {
      if (i % PER_SLICE === PER_SLICE - 1) await turn();
      const role = messageRoleOf(propertyOfField(name));
      if (role === null || !(role.role === 'date' ? type === 'date' && sorts : counts)) continue;
      const others = ranked[role.role] ?? [];
      others.push({ name, rank: role.rank });
      ranked[role.role] = others;
    }
  }
  const first = (role: MessageRole): readonly string[] =>
    (ranked[role] ?? [])
      .sort((a, b) => a.rank - b.rank)
      .slice(0, CONVERSATION_FIELDS_MAX)
      .map(({ name }) => name);
  return { dates: first('date'), senders: first('from') };
}

/**
 * Throws AppError UNSUPPORTED for a conversation with too many messages to sort. Cached, within a limit, for successive pages.
 */
export async function messageOrderOf(
  dependencies: Asking,
  source: ReadySource,
  scope: ConversationScope,
  fields: MessageFields,
  signal: AbortSignal,
): Promise<MessageOrder> {
  const { kept, me } = dependencies;
  const key = JSON.stringify(scope.query);
  const known = kept.orders.get(source.caseReader, key);
  if (known !== undefined) return known;
  const order = await putInOrder(dependencies, source, scope, fields, signal);
  kept.orders.keep(source.caseReader, key, order, order.ids.byteLength + order.times.byteLength, me);
  return order;
}

async function putInOrder(
  dependencies: Asking,
  source: ReadySource,
  scope: ConversationScope,
  fields: MessageFields,
  signal: AbortSignal,
): Promise<MessageOrder> {
  const ids: number[] = [];
  const times: number[] = [];
  const known = new Set<number>();
  const gather = async (asked: Omit<CombinedRequest, 'want'>): Promise<void> => {
    const sort: Sort =
      fields.dates.length === 0
        ? { by: 'id' }
        : { by: 'fields', keys: fields.dates.map((field) => ({ field, direction: 'asc' })) };
    const request = { ...asked, sort, want: ['ids', 'keys'] as const, limit: CONVERSATION_MESSAGES_MAX + 1 };
    const { hits, damaged } = await dependencies.coordinator.search([source], request, signal);
    requireWhole({ damaged });
    for await (const batches of hits) {
      for (const { ids: some, keys } of batches) {
        for (const [i, id] of some.entries()) {
          if (known.has(id) || id === scope.node?.id) continue;
          known.add(id);
          ids.push(id);
          times.push(timeIn(keys as readonly unknown[] | null, i, fields.dates.length));
        }
        if (ids.length > CONVERSATION_MESSAGES_MAX) throw tooMany();
      }
      await turn();
      signal.throwIfAborted();
    }
  };
  await gather({ query: scope.query });
  if (scope.answered !== null && fields.senders.length > 0) {
    const isWritten: Query = anyOf(fields.senders.map((field) => ({ kind: 'exists', field })));
    await gather({ query: scope.answered, expand: ['children'], filters: [isWritten] });
  }
  return runInSlices(messageOrder(Uint32Array.from(ids), Float64Array.from(times)), signal);
}

/** Returns the first moment among the keys of an item, or NaN if there is none. */
function timeIn(keys: readonly unknown[] | null, i: number, width: number): number {
  for (let at = 0; keys !== null && at < width; at++) {
    const key = keys[i * width + at];
    if (typeof key === 'object' && key !== null && 'moment' in key) return Number(key.moment);
  }
  return Number.NaN;
}

function tooMany(): AppError {
  return new AppError(
    'UNSUPPORTED',
    `The conversation has more than ${CONVERSATION_MESSAGES_MAX} messages, too many to show in order. Search them, sorted by date.`,
  );
}

export function anyOf(queries: readonly Query[]): Query {
  return { kind: 'boolean', clauses: queries.map((query) => ({ occur: 'should', query })), minimumMatch: 0 };
}

/** Records in the order of the ids; unknown ones are left out. */
export async function messageRecordsOf(
  dependencies: Asking,
  source: ReadySource,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly IndexedItem[]> {
  const records: IndexedItem[] = [];
  for (let from = 0; from < ids.length; from += RECORDS_AT_ONCE) {
    for (const item of await dependencies.items.records(source, ids.slice(from, from + RECORDS_AT_ONCE), signal)) {
      if (item === null) continue;
      dependencies.held?.claim(weightOf(item, PAGE_WEIGHT_MAX));
      records.push(item);
    }
    await turn();
  }
  return records;
}

export interface Attached {
  readonly items: ReadonlyMap<number, readonly IndexedItem[]>;
  /** Whether the list is complete. */
  readonly isWhole: boolean;
}

const SET = 'messages';
/** Property names of item hashes. */
const HASHES = ['hash', 'md5', 'sha-1', 'sha-256', 'sha-512', 'sha1', 'sha256', 'sha512'];

/**
 * Returns, by message id, the files below the message and the items with a hash that it names. Leaves out messages of the
 * conversation.
 */
export async function attachedTo(
  dependencies: Asking,
  source: ReadySource,
  messages: readonly IndexedItem[],
  isMessage: (id: number) => boolean,
  signal: AbortSignal,
): Promise<Attached> {
  const found = new Map<number, IndexedItem[]>();
  const add = (message: number, item: IndexedItem): void => {
    const own = found.get(message) ?? [];
    if (!own.some(({ id }) => id === item.id)) own.push(item);
    found.set(message, own);
  };
  const below = await idsBelow(dependencies, source, messages, signal);
  const files = below.filter((id) => !isMessage(id)).slice(0, CONVERSATION_ATTACHMENTS_MAX);
  for (const item of await messageRecordsOf(dependencies, source, files, signal)) {
    if (item.parentId !== null) add(item.parentId, item);
  }
  const named = new Map<string, number[]>();
  for (const item of messages) {
    for (const hash of messageFactsOf(item).linkedHashes) named.set(hash, [...(named.get(hash) ?? []), item.id]);
  }
  let linked: readonly number[] = [];
  if (named.size > 0) {
    const texts = [...named.keys()].slice(0, CONVERSATION_ATTACHMENTS_MAX).map((hash) => Buffer.from(hash));
    let end = 0;
    const ends = Uint32Array.from(texts, (text) => (end += text.length));
    const { ids } = await dependencies.items.holders(
      source,
      { fields: HASHES, bytes: Buffer.concat(texts), ends },
      signal,
    );
    linked = [...ids].filter((id) => !isMessage(id)).sort((a, b) => a - b);
    for (const item of await messageRecordsOf(
      dependencies,
      source,
      linked.slice(0, CONVERSATION_ATTACHMENTS_MAX),
      signal,
    )) {
      for (const [name, values] of item.properties) {
        if (!HASHES.includes(name.toLowerCase())) continue;
        for (const value of values) for (const message of named.get(value.toLowerCase()) ?? []) add(message, item);
      }
    }
  }
  const isWhole = below.length <= CONVERSATION_ATTACHMENTS_MAX && linked.length <= CONVERSATION_ATTACHMENTS_MAX;
  return { items: found, isWhole };
}

/** Returns at most one item more than is shown, not counting messages. */
async function idsBelow(
  { coordinator }: Asking,
  source: ReadySource,
  messages: readonly IndexedItem[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const own = Uint32Array.from(messages, ({ id }) => id).sort();
  const query: Query = { kind: 'set', name: SET };
  const { hits, damaged } = await coordinator.search(
    [source],
    {
      query,
      sets: [{ name: SET, items: new Map([[source.id, own]]) }],
      expand: ['children'],
      filters: [{ kind: 'boolean', clauses: [{ occur: 'mustNot', query }], minimumMatch: 0 }],
      want: ['ids'],
      limit: CONVERSATION_ATTACHMENTS_MAX + 1,
    },
    signal,
  );
  requireWhole({ damaged });
  const ids: number[] = [];
  for await (const batches of hits) for (const { ids: some } of batches) ids.push(...some);
  return ids;
}

export interface ShownText {
  readonly value: string;
  /** Whether there are more. */
  readonly isCut: boolean;
}

/**
 * Returns the text of a message: the property that contains it, or else the item's text, unless that consists of property
 * values.
 */
export async function messageTextOf(
  dependencies: Asking,
  source: ReadySource,
  item: IndexedItem,
  signal: AbortSignal,
): Promise<ShownText> {
  const { body } = messageFactsOf(item);
  if (body !== null) return shown(body, false);
  if (item.text === null || item.isRowText === true) return { value: '', isCut: false };
  const { pieces, close } = await new SearchedText(source, item, dependencies, signal).open();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let text = '';
  try {
    for await (const piece of pieces) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > CONVERSATION_TEXT_UNITS_MAX) return shown(text, true);
    }
    return shown(text + decoder.decode(), false);
  } finally {
    await close();
  }
}

function shown(text: string, hasMore: boolean): ShownText {
  return {
    value: text.slice(0, CONVERSATION_TEXT_UNITS_MAX),
    isCut: hasMore || text.length > CONVERSATION_TEXT_UNITS_MAX,
  };
}
