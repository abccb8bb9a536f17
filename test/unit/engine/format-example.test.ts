/** The worked examples of docs/index-format.md, so that the document cannot drift. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES, FORMAT_VERSION, STREAMS, TERMS_PER_BUCKET } from '../../../src/engine/format.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { Impacts } from '../../../src/engine/postings/field-lengths.ts';
import { ListStreams } from '../../../src/engine/postings/list-sink.ts';
import { PostingListWriter } from '../../../src/engine/postings/posting-list-writer.ts';
import type { StreamWriter } from '../../../src/engine/store/stream-writer.ts';
import { contentOf } from '../../../src/engine/verify/stream-of.ts';
import { withBench } from '../build/built-case.ts';

const page = readFileSync('docs/index-format.md', 'utf8');

function fenced(language: string): string {
  return new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(page)![1]!;
}

/** Lines `name hex …`, a line that begins with a space going on with the one before. */
function hexTable(text: string): Map<string, string> {
  const table = new Map<string, string>();
  let name = '';
  for (const line of text.split('\n').filter((found) => found.trim() !== '')) {
    const words = line.trim().split(/\s+/);
    if (!line.startsWith(' ')) {
      name = words.shift()!;
      table.set(name, '');
    }
    table.set(name, table.get(name)! + words.join(''));
  }
  return table;
}

describe('the worked example of docs/index-format.md', () => {
  test('of an index: every stream, byte for byte', async () => {
    await withBench(async ({ write, build }) => {
      await write(fenced('jsonl').trim().split('\n'));
      const { indexPath } = await build();
      const index = await IndexReader.open(indexPath);
      const found = new Map<string, string>();
      for (const name of STREAMS) {
        // How frames are compressed depends on the version of Brotli.
        const { content, length } = contentOf(index, name);
        content.fetch(0, length);
        found.set(name, Buffer.from(content.bytes.subarray(content.start, content.start + length)).toString('hex'));
      }
      expect([...index.fields.keys()]).toEqual(['content', 'id', 'parentId', 'length', 'tag']);
      await index.close();
      expect(Object.fromEntries(hexTable(fenced('hex')))).toEqual(Object.fromEntries(found));
    });
  });

  test('of a posting list', () => {
    const streams = { postings: new Memory(), frequencies: new Memory(), positions: new Memory() };
    const writer = new PostingListWriter(
      new ListStreams(streams as unknown as Record<keyof typeof streams, StreamWriter>),
      new Impacts(0),
    );
    writer.begin();
    writer.add(Uint32Array.of(7, 11, 11, 11), Uint32Array.of(4, 0, 2, 9), 0, 4);
    writer.end();
    const example = hexTable(/^ {4}(postings {2}[^\n]*)\n {4}(positions [^\n]*)$/m.exec(page)!.slice(1).join('\n'));
    expect(example.get('postings')).toBe(Buffer.from(streams.postings.bytes).toString('hex'));
    expect(example.get('positions')).toBe(Buffer.from(streams.positions.bytes).toString('hex'));
  });
});

test('docs/index-format.md names the numbers of the format', () => {
  expect(page).toContain(`# Index format, version ${FORMAT_VERSION}\n`);
  expect(page).toContain(`| ${FORMAT_VERSION} | `);
  expect(page).toContain(`${CHUNK_BYTES.toLocaleString('en-US')} bytes of the stream`);
  expect(page).toContain(`code points, ${TERMS_PER_BUCKET} to a bucket`);
  for (const name of STREAMS) expect(page).toContain(`| \`${name}\` |`);
});

class Memory {
  readonly bytes: number[] = [];

  get length(): number {
    return this.bytes.length;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.bytes.push(...bytes.subarray(start, end));
  }
}
