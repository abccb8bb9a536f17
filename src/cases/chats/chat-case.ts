/**
 * An open case that is a chat exported by an application. The reader of its messages is passed in. Its files are those in its
 * folder or archive.
 */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { decodePartRef, encodePartRef, type PartRef } from '../../shared/part-ref.ts';
import type { Bundle } from '../bundles/bundle.ts';
import type { CaseLocation } from '../case-format.ts';
import type { ByteInput, CaseItem, CaseReader, FormatVersion, ItemPart, ReadObserver } from '../case-reader.ts';

export interface ChatReading {
  /** Number of bytes to read. */
  readonly bytes: number;
  /** Other inputs that determine the items, besides the files. */
  readonly settings: string;
  items(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]>;
  understood(): Promise<readonly string[]>;
  /** Absent if the format takes no mapping. Null if no mapping can express how the whole case was read. */
  asMapping?(): Promise<Readonly<Record<string, unknown>> | null>;
}

export class ChatCase implements CaseReader {
  readonly path: string;
  readonly realPath: string;
  readonly format: FormatVersion;
  readonly name: string;
  readonly itemCountExpected = null;
  readonly parts: readonly ItemPart[];
  readonly analyzed = null;
  readonly #bundle: Bundle;
  readonly #reading: ChatReading;
  readonly #reopen: () => Promise<Bundle>;

  /** `reopen` lists the files again. */
  constructor(
    location: CaseLocation,
    format: FormatVersion,
    bundle: Bundle,
    reading: ChatReading,
    reopen: () => Promise<Bundle>,
  ) {
    this.path = location.path;
    this.realPath = location.realPath;
    this.format = format;
    this.name = basename(location.realPath);
    // There is only one part, because ids count the messages of all conversations.
    this.parts = [{ index: 0, file: this.name, bytes: reading.bytes }];
    this.#bundle = bundle;
    this.#reading = reading;
    this.#reopen = reopen;
  }

  async fingerprint(): Promise<string> {
    const now = await this.#reopen();
    await now.close();
    return createHash('sha256').update(`${this.#reading.settings}\n${now.stamp}`).digest('hex');
  }

  countProblem(): null {
    return null;
  }

  fieldTypes(): ReadonlyMap<string, 'number' | 'date'> {
    return new Map([['Communication:Date', 'date']]);
  }

  understood(): Promise<readonly string[]> {
    return this.#reading.understood();
  }

  async asMapping(): Promise<Readonly<Record<string, unknown>> | null> {
    return (await this.#reading.asMapping?.()) ?? null;
  }

  readItems(part: ItemPart, observer: ReadObserver): AsyncGenerator<readonly CaseItem[]> {
    return this.#reading.items(part, observer);
  }

  async openPart(ref: PartRef): Promise<ByteInput> {
    return this.#bundle.open(fileOfRef(ref));
  }

  async checkPart(ref: PartRef): Promise<void> {
    this.#bundle.check(fileOfRef(ref));
  }

  async close(): Promise<void> {
    await this.#bundle.close();
  }
}

/** Returns a file of the folder or archive. */
export function refOfFile(name: string): PartRef {
  return encodePartRef([name]);
}

/** Throws AppError NOT_FOUND if the reference was made by another format. */
function fileOfRef(ref: PartRef): string {
  const [name, ...more] = decodePartRef(ref) ?? [];
  if (typeof name !== 'string' || more.length > 0) throw new AppError('NOT_FOUND', 'the reference names no file');
  return name;
}
