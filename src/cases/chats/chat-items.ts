/**
 * Yields batches of the items of conversations: conversation nodes, messages, and the files that messages mention. Ids number
 * all items from 1.
 */
import type { CaseItem } from '../case-reader.ts';
import { refOfFile } from './chat-case.ts';
import { BATCH_ITEMS_MAX, BATCH_UNITS_MAX, IDS_MAX, NAME_UNITS_MAX } from './limits.ts';

export type ChatProperties = [name: string, values: readonly string[]][];

export interface Message {
  readonly parentId: number;
  readonly text: string;
  readonly properties: ChatProperties;
  readonly line: number | null;
}

export class ChatItems {
  #batch: CaseItem[] = [];
  #units = 0;
  #lastId = 0;

  /** Whether there are ids left. */
  get isFull(): boolean {
    return this.#lastId >= IDS_MAX;
  }

  node(name: string, path: string, parentId: number | null, more: ChatProperties = []): number {
    const properties: ChatProperties = [
      ['name', [name]],
      ['path', [path]],
      ...more,
      ['childrenInOrder', ['true']],
      ['isDir', ['true']],
      ['treeNode', ['true']],
    ];
    return this.#add({ parentId, properties, text: null, content: null, line: null });
  }

  /** The name of a message is its first line. */
  message({ parentId, text, properties, line }: Message, names: readonly string[]): number {
    const attachments: ChatProperties = names.length === 0 ? [] : [['attachments', names]];
    const first = text.trim().split('\n', 1)[0]!.slice(0, NAME_UNITS_MAX);
    const name = first !== '' ? first : (names[0] ?? 'message');
    // Sets an empty extension. Otherwise one would be derived from a message that ends like a file name.
    const all: ChatProperties = [
      ['name', [name]],
      ['ext', []],
      ['category', ['Instant Messages']],
      ...properties,
      ...attachments,
    ];
    return this.#add({ parentId, properties: all, text, content: null, line });
  }

  /** `file` is its name in the folder or archive. */
  file(parentId: number, file: string, bytes: number, line: number | null, more: ChatProperties = []): void {
    const name = file.slice(file.lastIndexOf('/') + 1);
    const ext = /\.([^./\\]{1,20})$/.exec(name)?.[1]?.toLowerCase();
    const properties: ChatProperties = [
      ['name', [name]],
      ['path', [file]],
    ];
    if (ext !== undefined) properties.push(['ext', [ext]]);
    properties.push(['length', [String(bytes)]], ...more);
    this.#add({ parentId, properties, text: null, content: refOfFile(file), line });
  }

  /** Returns the current items if they fill a batch or `isLast`. */
  take(isLast: boolean): readonly CaseItem[] | null {
    const isEnough = this.#batch.length >= BATCH_ITEMS_MAX || this.#units >= BATCH_UNITS_MAX;
    if (this.#batch.length === 0 || !(isEnough || isLast)) return null;
    const batch = this.#batch;
    this.#batch = [];
    this.#units = 0;
    return batch;
  }

  #add(item: Omit<CaseItem, 'id' | 'thumb'>): number {
    const id = ++this.#lastId;
    this.#batch.push({ id, thumb: null, ...item });
    this.#units += typeof item.text === 'string' ? item.text.length : 0;
    return id;
  }
}
