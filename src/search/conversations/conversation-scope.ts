/** Finds the conversation of an item, from the item and its ancestors, and the query for the messages of that conversation. */
import type { Query } from '../../../grammar/ast.ts';
import { isConversation, isLooseMessage, messageFactsOf } from '../../schema/conversations/message-facts.ts';
import { fieldOfProperty, PARENT_FIELD } from '../../schema/well-known-fields.ts';
import type { IndexedItem } from '../item-store.ts';

export interface ConversationScope {
  /** What its messages have in common: the item above them, the value of a property, or the two participants. */
  readonly by: 'node' | 'property' | 'people';
  /** The item that contains its messages. Null if there is none. */
  readonly node: IndexedItem | null;
  /** The message of the requested item. Null if the conversation itself was requested. */
  readonly message: IndexedItem | null;
  readonly name: string;
  /** Equal for all messages of the conversation, within its source. */
  readonly key: string;
  readonly query: Query;
  /** Finds messages that have replies as children. Null if there are none. */
  readonly answered: Query | null;
}

/** Number of ancestors to read: a file is below its message, which may be below the message that it answers. */
export const ABOVE_MAX = 3;

/** `chain`: the item, then its ancestors, nearest first. Null if no conversation is known. */
export function conversationScope(chain: readonly IndexedItem[]): ConversationScope | null {
  const at = chain.findIndex(isConversation);
  if (at >= 0) return belowNode(chain, at);
  for (const item of chain.slice(0, 2)) {
    if (!isLooseMessage(item)) continue;
    const scope = byProperty(item) ?? byPeople(item);
    if (scope !== null) return scope;
  }
  return null;
}

function belowNode(chain: readonly IndexedItem[], at: number): ConversationScope {
  const node = chain[at]!;
  const query: Query = { kind: 'term', field: PARENT_FIELD, text: String(node.id) };
  const inOrder: Query = { kind: 'whole', field: 'childrenInOrder', text: 'true' };
  const [inner, direct] = [chain[at - 2], chain[at - 1]];
  // A reply is below the message that it answers, a file below its message.
  const isAnswer = inner !== undefined && isAnswered(direct!) && messageFactsOf(inner).from !== null;
  return {
    by: 'node',
    node,
    message: (isAnswer ? inner : direct) ?? null,
    name: nameOf(node),
    key: keyOf('node', node.id),
    query,
    answered: allOf(query, inOrder),
  };
}

function keyOf(...parts: readonly (string | number | null)[]): string {
  return JSON.stringify(parts);
}

function isAnswered({ properties }: IndexedItem): boolean {
  return properties.some(([name, values]) => name === 'childrenInOrder' && values[0] === 'true');
}

function byProperty(item: IndexedItem): ConversationScope | null {
  const { key } = messageFactsOf(item);
  if (key === null || key.values.length !== 1) return null;
  const [value] = key.values as readonly [string];
  return {
    by: 'property',
    node: null,
    message: item,
    name: value,
    key: keyOf('property', item.parentId, key.property, value),
    query: beside(item, whole(key.property, value)),
    answered: null,
  };
}

/**
 * Returns the messages between two participants, in both directions. If only one participant is known, all messages from and to
 * this one.
 */
function byPeople(item: IndexedItem): ConversationScope | null {
  const { from, to } = messageFactsOf(item);
  if ((from?.values.length ?? 1) !== 1 || (to?.values.length ?? 1) !== 1) return null;
  const category = item.properties.find(([name]) => name === 'category')?.[1][0];
  const ends = from === null || to === null ? oneEnd(from?.property ?? null, to?.property ?? null) : null;
  const [fromName, toName] = ends ?? [from!.property, to!.property];
  const first = from?.values[0];
  const second = to?.values[0];
  const found =
    first !== undefined && second !== undefined
      ? anyOf(
          allOf(whole(fromName, first), whole(toName, second)),
          allOf(whole(fromName, second), whole(toName, first)),
        )
      : anyOf(whole(fromName, (first ?? second)!), whole(toName, (first ?? second)!));
  const kind = category === undefined ? found : allOf(found, whole('category', category));
  const people = [first, second].filter((end) => end !== undefined);
  const key = keyOf('people', item.parentId, category ?? null, ...people.toSorted());
  return {
    by: 'people',
    node: null,
    message: item,
    name: people.join(', '),
    key,
    query: beside(item, kind),
    answered: null,
  };
}

const OTHER_END: readonly (readonly [string, string])[] = [
  ['from', 'to'],
  ['sender', 'recipient'],
];

/** Given one name, returns the names of both properties, such as `phone_number_from` and `phone_number_to`. */
function oneEnd(from: string | null, to: string | null): readonly [string, string] {
  for (const [here, there] of OTHER_END) {
    if (from !== null && from.toLowerCase().includes(here)) return [from, replaced(from, here, there)];
    if (to?.toLowerCase().includes(there) === true) return [replaced(to, there, here), to];
  }
  return [(from ?? to)!, (to ?? from)!];
}

/** Replaces the last `here` in a name, keeping its letter case. */
function replaced(name: string, here: string, there: string): string {
  const at = name.toLowerCase().lastIndexOf(here);
  const old = name.slice(at, at + here.length);
  const isUpper = old === old.toUpperCase();
  const isCapital = old[0] !== old[0]!.toLowerCase();
  const put = isUpper ? there.toUpperCase() : isCapital ? there[0]!.toUpperCase() + there.slice(1) : there;
  return name.slice(0, at) + put + name.slice(at + here.length);
}

/** Restricts the query to one database, because conversations of the same number in two databases are different. */
function beside({ parentId }: IndexedItem, query: Query): Query {
  return parentId === null ? query : allOf(query, { kind: 'term', field: PARENT_FIELD, text: String(parentId) });
}

function whole(property: string, text: string): Query {
  return { kind: 'whole', field: fieldOfProperty(property), text };
}

function allOf(...queries: readonly Query[]): Query {
  return { kind: 'boolean', clauses: queries.map((query) => ({ occur: 'must', query })), minimumMatch: 0 };
}

function anyOf(...queries: readonly Query[]): Query {
  return { kind: 'boolean', clauses: queries.map((query) => ({ occur: 'should', query })), minimumMatch: 0 };
}

function nameOf({ properties }: IndexedItem): string {
  for (const name of ['name', 'title']) {
    const value = properties.find(([own]) => own === name)?.[1][0];
    if (value !== undefined && value !== '') return value;
  }
  return '';
}
