/** Makes the document of an item that is sent to the cluster. */
import { createHash } from 'node:crypto';
import { foldWhole } from '../../analysis/whole-value.ts';
import type { CaseItem } from '../../cases/case-reader.ts';
import type { FieldHeader } from '../../engine/format.ts';
import { CONTENT_FIELD, fieldOfProperty, ID_FIELD, PARENT_FIELD } from '../../schema/well-known-fields.ts';
import { isDouble, pointOf, sortableText } from './exact-numbers.ts';
import {
  DIGEST,
  exactField,
  HAS,
  HAS_TOKEN,
  ID,
  numberField,
  textField,
  wholeField,
  wholeTerm,
} from './field-names.ts';
import type { TokenText } from './token-text.ts';

type Member = (string | number)[];

/**
 * Returns the document of an item, as JSON. `content` has the tokens of its text; null if there are none, or no text
 * (`hasText`).
 */
export function itemDocument(
  item: Pick<CaseItem, 'id' | 'parentId'>,
  properties: CaseItem['properties'],
  { content, hasText }: { readonly content: string | null; readonly hasText: boolean },
  fields: ReadonlyMap<string, FieldHeader>,
  tokens: TokenText,
): string {
  const document = new ItemDocument(fields, tokens);
  document.addNumber(ID_FIELD, item.id);
  if (item.parentId !== null) document.addNumber(PARENT_FIELD, item.parentId);
  for (const [name, values] of properties) document.addValues(fieldOfProperty(name), values);
  if (hasText) document.addText(content);
  return document.json(item.id);
}

class ItemDocument {
  readonly #fields: ReadonlyMap<string, FieldHeader>;
  readonly #tokens: TokenText;
  readonly #members = new Map<string, Member>();

  constructor(fields: ReadonlyMap<string, FieldHeader>, tokens: TokenText) {
    this.#fields = fields;
    this.#tokens = tokens;
  }

  /** Numbers of the record itself have no written form. */
  addNumber(name: string, value: number): void {
    if (!this.#fields.has(name)) return;
    this.#put(HAS, name);
    this.#put(HAS_TOKEN, name);
    this.#put(numberField(name), value);
  }

  addValues(name: string, values: readonly string[]): void {
    const field = this.#fields.get(name);
    // Beyond the limit of fields: stored in the record, but not searchable.
    if (field === undefined) return;
    this.#put(HAS, name);
    let hasToken = false;
    for (const value of values) hasToken = this.#addValue(field, value) || hasToken;
    if (hasToken) this.#put(HAS_TOKEN, name);
  }

  /** Whether it has a token. */
  #addValue({ name, analysis, type }: FieldHeader, value: string): boolean {
    const whole = foldWhole(value);
    this.#put(wholeField(name), wholeTerm(whole));
    if (type === 'number' || type === 'date') {
      const point = pointOf(value, type);
      if (point !== null && isDouble(point)) this.#put(numberField(name), point.value);
      else if (point !== null) this.#put(exactField(name), sortableText(point));
    }
    if (analysis !== 'text') return whole !== '';
    const text = this.#tokens.of(value);
    if (text !== null) this.#put(textField(name), text);
    return text !== null;
  }

  addText(content: string | null): void {
    this.#put(HAS, CONTENT_FIELD);
    if (content === null) return;
    this.#put(HAS_TOKEN, CONTENT_FIELD);
    this.#put(textField(CONTENT_FIELD), content);
  }

  json(id: number): string {
    const own = JSON.stringify({ [ID]: id, ...Object.fromEntries(this.#members) });
    const digest = createHash('sha256').update(own).digest('base64');
    return `${own.slice(0, -1)},"${DIGEST}":"${digest}"}`;
  }

  #put(member: string, value: string | number): void {
    const sent = typeof value === 'string' ? value.toWellFormed() : value;
    const values = this.#members.get(member);
    if (values === undefined) this.#members.set(member, [sent]);
    else values.push(sent);
  }
}
