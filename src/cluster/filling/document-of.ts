/** Makes the document of an item of a case, for sending and for verification. */
import type { CaseItem, CaseReader } from '../../cases/case-reader.ts';
import type { FieldHeader } from '../../engine/format.ts';
import { isSearchable, readableProperties, withExtension } from '../../indexing/index-item.ts';
import { readText } from '../../indexing/read-text.ts';
import { itemDocument } from '../mapping/item-document.ts';
import { TokenText } from '../mapping/token-text.ts';

export class Documents {
  readonly #reader: CaseReader;
  readonly #fields: ReadonlyMap<string, FieldHeader>;
  readonly #tokens = new TokenText();

  constructor(reader: CaseReader, fields: ReadonlyMap<string, FieldHeader>) {
    this.#reader = reader;
    this.#fields = fields;
  }

  /** Returns null for an item that no search can hit. */
  async of(item: CaseItem): Promise<string | null> {
    const properties = withExtension(readableProperties(item.properties));
    if (!isSearchable(properties)) return null;
    const content = item.text === null ? null : await this.#content(item.text);
    return itemDocument(item, properties, { content, hasText: item.text !== null }, this.#fields, this.#tokens);
  }

  async #content(text: NonNullable<CaseItem['text']>): Promise<string | null> {
    this.#tokens.begin();
    if (typeof text === 'string') this.#tokens.feed(text);
    else {
      try {
        for await (const piece of readText(this.#reader, text)) this.#tokens.feed(piece);
      } catch {
        // The text that was read so far is searched. The item store has the same part of the text, and reports the reason.
      }
    }
    return this.#tokens.end();
  }
}
