/** The conversation of a chat message. Its messages are in order of time; a page is around a message, a date or a number. */
import type { Query } from '../../../../grammar/ast.ts';
import { messageFactsOf } from '../../../schema/conversations/message-facts.ts';
import { renderUtc } from '../../../schema/utc-dates.ts';
import { requireWhole } from '../../../search/combined/combined-answer.ts';
import { type ConversationScope, conversationScope } from '../../../search/conversations/conversation-scope.ts';
import { firstSince, type MessageOrder } from '../../../search/conversations/message-order.ts';
import type { IndexedItem } from '../../../search/item-store.ts';
import type { Facet } from '../../../search/search-request.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ReadySource } from '../../../sources/source.ts';
import type { Dependencies } from '../../dependencies.ts';
import { hintsMember, withAllHints } from '../../hints/all-hints.ts';
import { readPeriod } from '../../input/moment.ts';
import {
  CONVERSATION_ATTACHMENTS_MAX,
  CONVERSATION_GAP_SECONDS,
  CONVERSATION_MATCHES_SHOWN_MAX,
  CONVERSATION_PAGE_MAX,
  CONVERSATION_PEOPLE_SHOWN_MAX,
  CONVERSATION_TEXT_UNITS_MAX,
  CONVERSATION_VALUE_UNITS_MAX,
} from '../../limits.ts';
import { propertyValue } from '../../output/item-record.ts';
import { type RouteRequest, route } from '../../route.ts';
import { type AskedId, hintsSchema, type ItemPath, itemIdParameter, itemPath, z } from '../../schemas.ts';
import { runSearch } from '../../searches.ts';
import { timeZone } from '../search-parameters.ts';
import { type AskedSet, countParameter, readSetParameters } from '../set-parameters.ts';
import {
  type Attached,
  attachedTo,
  chainOf,
  type MessageFields,
  messageFields,
  messageOrderOf,
  messageRecordsOf,
  messageTextOf,
  type ShownText,
} from './conversation-parts.ts';

const DEFAULT_LIMIT = 100;

const conversationQuery = z.strictObject({
  around: itemIdParameter.optional().openapi({
    description: 'Id of the message in the middle of the page; by default the item itself.',
  }),
  at: z.string().optional().openapi({
    description: 'A date: the page begins with the first message on or after it.',
    example: '2021-03-04',
  }),
  offset: countParameter({ description: 'Messages to skip at the beginning.' }),
  limit: countParameter({
    most: CONVERSATION_PAGE_MAX,
    otherwise: DEFAULT_LIMIT,
    description: 'Maximum number of messages.',
  }),
  q: z.string().optional().openapi({ description: 'A query: `matches` has the messages that it finds.' }),
  timeZone,
});

type ConversationQuery = z.infer<typeof conversationQuery>;

const strings = z.strictObject({ total: z.int(), values: z.array(z.string()) });
const attachmentSchema = z.strictObject({
  id: z.int(),
  name: z.string(),
  contentType: z.string().nullable(),
  hasContent: z.boolean(),
  hasThumb: z.boolean(),
  isDeleted: z.boolean(),
});
const messageSchema = z
  .strictObject({
    id: z.int(),
    time: z.string().nullable().openapi({
      description: 'ISO 8601 in UTC; as the case writes it if it is not a date; null: none.',
    }),
    gapSeconds: z
      .int()
      .nullable()
      .openapi({
        description: `Seconds since the message before it, if there are more than ${CONVERSATION_GAP_SECONDS}.`,
      }),
    from: strings,
    to: strings.openapi({ description: `The first ${CONVERSATION_PEOPLE_SHOWN_MAX}.` }),
    side: z
      .enum(['own', 'other'])
      .nullable()
      .openapi({ description: 'Whether the owner of the device wrote it. Null: the case does not say.' }),
    isSystem: z.boolean().openapi({ description: 'A line written by the application.' }),
    isDeleted: z.boolean().openapi({ description: 'Marked as deleted in the case.' }),
    answers: z.int().nullable().openapi({ description: 'Id of the message that it answers, as a part of a thread.' }),
    text: z
      .strictObject({ value: z.string(), isCut: z.boolean() })
      .openapi({ description: `The first ${CONVERSATION_TEXT_UNITS_MAX} characters.` }),
    attachments: z.array(attachmentSchema),
    missing: strings.openapi({ description: 'Files that it names, and that are not below it.' }),
  })
  .openapi('ConversationMessage');

const conversationSchema = z
  .strictObject({
    name: z.string(),
    node: z.int().nullable().openapi({ description: 'The item that its messages are below; null: none.' }),
    by: z.enum(['node', 'property', 'people']).openapi({
      description:
        'What groups the messages: the item above them, the value of a property, or, if the case has no conversations, sender and recipient.',
    }),
    senders: z
      .strictObject({
        total: z.int(),
        values: z.array(z.strictObject({ value: z.string(), messages: z.int() })),
      })
      .openapi({
        description: `The writers, those with most messages first; the first ${CONVERSATION_PEOPLE_SHOWN_MAX}.`,
      }),
    participants: strings.openapi({ description: 'The participants, if the conversation lists them.' }),
    total: z.int().openapi({ description: 'Number of all messages.' }),
    first: z.string().nullable().openapi({ description: 'The earliest time, ISO 8601 in UTC.' }),
    last: z.string().nullable(),
    untimed: z.int().openapi({
      description: 'Messages without a time: they come after the message that the case lists before them.',
    }),
    offset: z.int().openapi({ description: 'Number of the first message of the page.' }),
    number: z.int().nullable().openapi({
      description:
        'Number of the requested message, from 0; null if none was requested, or if it is not in the conversation.',
    }),
    messages: z.array(messageSchema),
    next: z.int().nullable().openapi({ description: '`offset` of the next page; null if this is the last one.' }),
    areAttachmentsComplete: z.boolean().openapi({
      description: `False: the messages of the page have more than ${CONVERSATION_ATTACHMENTS_MAX} files, and the others are not listed.`,
    }),
    matches: z
      .strictObject({ total: z.int(), numbers: z.array(z.int()) })
      .optional()
      .openapi({
        description: `With \`q\`: the messages that it finds; the first ${CONVERSATION_MATCHES_SHOWN_MAX} numbers, ascending.`,
      }),
    hints: hintsSchema.optional(),
  })
  .openapi('Conversation');

export const conversationRoutes = [
  route<ItemPath, ConversationQuery>({
    method: 'get',
    path: '/sources/{sourceID}/docs/{id}/conversation',
    role: 'reader',
    tag: 'Documents',
    summary: 'Returns the conversation of a message of a chat, in order of time',
    description:
      'The item is a message, a file of one, or the conversation itself. Without `around`, `at` and `offset` the page is around the item.',
    params: itemPath,
    query: conversationQuery,
    ok: { description: 'A page of messages.', mediaTypes: { 'application/json': conversationSchema } },
    errors: {
      400: 'The id is not an integer, a malformed parameter, or an invalid query.',
      404: 'There is no such source or item, or the item is not in a conversation.',
      501: 'The conversation has too many messages.',
      503: 'The source is still being built, too many searches are waiting, or the search took too long.',
    },
    handle: (request, dependencies) => conversation(request, dependencies),
  }),
];

async function conversation(
  { params: { sourceID, id }, query, signal }: RouteRequest<ItemPath, ConversationQuery, unknown>,
  dependencies: Dependencies,
): Promise<unknown> {
  const { around, at, offset, limit = DEFAULT_LIMIT, q, timeZone: zone } = query;
  requireOne({ around, at, offset });
  const moment = at === undefined ? null : readPeriod('at', at, zone).moments.from;
  const asked = q === undefined ? null : await readSetParameters({ q, timeZone: zone }, dependencies);
  const { result } = await runSearch(dependencies, {
    query: asked?.query ?? { kind: 'all' },
    sourceId: sourceID,
    clientSignal: signal,
    run: async (sources, searchSignal) => {
      const [source] = sources as readonly [ReadySource];
      const scope = conversationScope(await chainOf(dependencies, source, id, searchSignal));
      if (scope === null) throw noConversation(source, id);
      const fields = await messageFields(dependencies, source, searchSignal);
      const order = await messageOrderOf(dependencies, source, scope, fields, searchSignal);
      const wanted = around ?? scope.message?.id ?? null;
      const number = wanted === null ? -1 : order.ids.indexOf(Number(wanted));
      if (around !== undefined && number < 0) throw notOfIt(source, around);
      const begin =
        moment === null ? (offset ?? Math.max(0, number - Math.floor(limit / 2))) : firstSince(order, moment);
      const page = await pageOf(dependencies, { source, scope, order, begin, limit, signal: searchSignal });
      const beside = await besideMessages(dependencies, { source, scope, order, fields, asked, signal: searchSignal });
      return { source, scope, order, begin, number, page, ...beside, damaged: [] };
    },
  });
  const { scope, order, begin, number, page, senders, matches, hints } = result;
  const end = begin + page.messages.length;
  const times = order.times.filter((time) => !Number.isNaN(time));
  return {
    name: cut(scope.name),
    node: scope.node?.id ?? null,
    by: scope.by,
    senders,
    participants: listed(scope.node?.properties.find(([name]) => /(?:^|:)participants$/i.test(name))?.[1] ?? []),
    total: order.ids.length,
    first: times.length === 0 ? null : iso(times[0]!),
    last: times.length === 0 ? null : iso(times.at(-1)!),
    untimed: order.times.length - times.length,
    offset: begin,
    number: number < 0 ? null : number,
    messages: page.messages,
    next: end < order.ids.length && limit > 0 ? end : null,
    areAttachmentsComplete: page.attached.isWhole,
    ...(matches === null ? {} : { matches }),
    ...hintsMember(hints),
  };
}

function requireOne(beginnings: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(beginnings).filter((name) => beginnings[name] !== undefined);
  if (given.length < 2) return;
  const shown = given.map((name) => JSON.stringify(name)).join(' and ');
  throw new AppError('INVALID_REQUEST', `Give only one of ${shown}.`);
}

interface Paged {
  readonly source: ReadySource;
  readonly scope: ConversationScope;
  readonly order: MessageOrder;
  readonly begin: number;
  readonly limit: number;
  readonly signal: AbortSignal;
}

async function pageOf(dependencies: Dependencies, { source, scope, order, begin, limit, signal }: Paged) {
  const ids = [...order.ids.subarray(begin, begin + limit)];
  const records = await messageRecordsOf(dependencies, source, ids, signal);
  const own = new Set(order.ids);
  const attached = await attachedTo(dependencies, source, records, (id) => own.has(id), signal);
  const messages: unknown[] = [];
  for (const [i, item] of records.entries()) {
    const text = await messageTextOf(dependencies, source, item, signal);
    messages.push(shownMessage(item, { text, attached, scope, order, number: begin + i }));
  }
  return { messages, attached };
}

interface AboutMessage {
  readonly text: ShownText;
  readonly attached: Attached;
  readonly scope: ConversationScope;
  readonly order: MessageOrder;
  readonly number: number;
}

function shownMessage(item: IndexedItem, { text, attached, scope, order, number }: AboutMessage): unknown {
  const { from, to, date, side, isSystem, isDeleted, attachments } = messageFactsOf(item);
  const files = attached.items.get(item.id) ?? [];
  const shown = files.map(shownAttachment);
  const time = order.times[number]!;
  const before = number === 0 ? Number.NaN : order.times[number - 1]!;
  const gap = Math.floor((time - before) / 1000);
  const isAnswer = scope.by === 'node' && item.parentId !== null && item.parentId !== scope.node!.id;
  return {
    id: item.id,
    time: date === null || !Number.isNaN(time) ? (Number.isNaN(time) ? null : iso(time)) : cut(renderUtc(date)),
    gapSeconds: gap > CONVERSATION_GAP_SECONDS ? gap : null,
    from: listed(from?.values ?? []),
    to: listed(to?.values ?? []),
    side,
    isSystem: isSystem || (scope.by === 'node' && from === null && to === null),
    isDeleted,
    answers: isAnswer ? item.parentId : null,
    text,
    attachments: shown,
    missing: listed(attachments.filter((name) => !shown.some((file) => file.name === lastOf(name)))),
  };
}

function shownAttachment(item: IndexedItem) {
  return {
    id: item.id,
    name: cut(propertyValue(item, 'name') ?? lastOf(propertyValue(item, 'path') ?? '')),
    contentType: propertyValue(item, 'contentType') ?? propertyValue(item, 'type') ?? null,
    hasContent: item.content !== null,
    hasThumb: item.thumb !== null || item.content !== null,
    isDeleted: messageFactsOf(item).isDeleted,
  };
}

interface Beside {
  readonly source: ReadySource;
  readonly scope: ConversationScope;
  readonly order: MessageOrder;
  readonly fields: MessageFields;
  readonly asked: AskedSet | null;
  readonly signal: AbortSignal;
}

const SET = 'conversation';

/** The author of each message, and which messages match the query. */
async function besideMessages(dependencies: Dependencies, { source, order, fields, asked, signal }: Beside) {
  const { coordinator } = dependencies;
  const query: Query = { kind: 'set', name: SET };
  const messages = { name: SET, items: new Map([[source.id, order.ids.toSorted()]]) };
  const facets: Facet[] = fields.senders.map((field) => ({
    kind: 'values',
    field,
    first: { count: CONVERSATION_PEOPLE_SHOWN_MAX, order: 'count' },
  }));
  const counted = await coordinator.search([source], { query, sets: [messages], want: [], facets }, signal);
  requireWhole(counted);
  const values = counted.facets
    .flatMap(({ counts }) =>
      counts.map(({ spellings, key, items }) => ({ value: cut(spellings[0]?.value ?? key), messages: items })),
    )
    .sort((a, b) => b.messages - a.messages)
    .slice(0, CONVERSATION_PEOPLE_SHOWN_MAX);
  const senders = { total: counted.facets.reduce((sum, { distinct }) => sum + distinct, 0), values };
  if (asked === null) return { senders, matches: null, hints: [] };
  const request = await asked.requestOf([source], signal);
  const within = { ...request, sets: [...(request.sets ?? []), messages], filters: [query] };
  const result = await coordinator.search([source], { ...within, want: ['ids', 'hints'] }, signal);
  requireWhole(result);
  const found = await withAllHints(result, asked, [source], dependencies, signal);
  const ids = new Set<number>();
  for await (const batches of found.hits) for (const { ids: some } of batches) for (const id of some) ids.add(id);
  const numbers: number[] = [];
  for (let n = 0; n < order.ids.length && numbers.length < CONVERSATION_MATCHES_SHOWN_MAX; n++) {
    if (ids.has(order.ids[n]!)) numbers.push(n);
  }
  return { senders, matches: { total: ids.size, numbers }, hints: found.hints };
}

function listed(values: readonly string[]) {
  return { total: values.length, values: values.slice(0, CONVERSATION_PEOPLE_SHOWN_MAX).map(cut) };
}

function cut(text: string): string {
  return text.slice(0, CONVERSATION_VALUE_UNITS_MAX);
}

function lastOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function iso(time: number): string {
  const date = new Date(Math.floor(time));
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString();
}

function noConversation(source: ReadySource, id: AskedId): AppError {
  return new AppError(
    'NOT_FOUND',
    `Item ${id} in source ${JSON.stringify(source.id)} is not in a conversation: it is neither a chat message nor a file of one, and has no messages below it.`,
  );
}

function notOfIt(source: ReadySource, id: AskedId): AppError {
  return new AppError(
    'NOT_FOUND',
    `Item ${id} in source ${JSON.stringify(source.id)} is not a message of this conversation. Remove "around".`,
  );
}
