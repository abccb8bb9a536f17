import { createReadStream, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/**
 * Reads a well-formed case directory, record by record, for the benchmark only. It is deliberately separate from the program's
 * own case reader, because the input of peers must not depend on the code that is measured.
 */
export interface CaseRecord {
  readonly id: number;
  readonly properties: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
}

/** Only a line feed ends a line. A text may have U+2028, at which readline would also end a line. */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of input.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  yield rest;
}

export async function* caseRecords(casePath: string): AsyncGenerator<CaseRecord> {
  const manifest = JSON.parse(readFileSync(join(casePath, 'case.json'), 'utf8')) as { items: string[] };
  const texts = new TextFiles(casePath);
  try {
    for (const file of manifest.items) {
      const bytes = createReadStream(join(casePath, file));
      const input = file.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
      for await (const line of linesOf(input)) {
        if (line === '') continue;
        const record = JSON.parse(line) as { id: number; properties?: CaseRecord['properties']; text?: RecordText };
        yield { id: record.id, properties: record.properties ?? {}, text: await texts.read(record.text) };
      }
    }
  } finally {
    await texts.close();
  }
}

type RecordText = string | { file: string; offset?: number; length?: number } | undefined;

/** Reads texts in files of the case. The last file stays open, because texts come from it in order. */
class TextFiles {
  readonly #casePath: string;
  #name = '';
  #handle: Awaited<ReturnType<typeof open>> | undefined;

  constructor(casePath: string) {
    this.#casePath = casePath;
  }

  async read(text: RecordText): Promise<string> {
    if (text === undefined) return '';
    if (typeof text === 'string') return text;
    if (this.#handle === undefined || this.#name !== text.file) {
      await this.close();
      this.#handle = await open(join(this.#casePath, text.file));
      this.#name = text.file;
    }
    const offset = text.offset ?? 0;
    const length = text.length ?? (await this.#handle.stat()).size - offset;
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await this.#handle.read(buffer, 0, length, offset);
    return buffer.toString('utf8', 0, bytesRead);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
    this.#handle = undefined;
  }
}
