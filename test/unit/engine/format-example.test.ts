/** The worked examples of docs/index-format.md, so that the document cannot drift. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { TermAssembly, type TermStreams } from '../../../src/engine/dictionary/term-assembly.ts';
import { CHUNK_BYTES, FORMAT_VERSION, STREAMS, TERMS_PER_BUCKET } from '../../../src/engine/format.ts';
import { IndexReader } from '../../../src/engine/index-reader.ts';
import { ListReplay } from '../../../src/engine/inversion/encoded-lists.ts';
import type { FieldLengths } from '../../../src/engine/postings/field-lengths.ts';
import { newListEncoder } from '../../../src/engine/postings/list-encoding.ts';
import { contentOf } from '../../../src/engine/verify/stream-of.ts';
import { withBench } from '../indexing/built-case.ts';

const page = readFileSync('docs/index-format.md', 'utf8');

function fenced(language: string): string {
  return new RegExp(`\`\`\`${language}\n([^\`]*)\`\`\``).exec(page)![1]!;
}

/** Lines `name hex …`. A line that begins with a space continues the previous one. */
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
        // The compressed form of frames depends on the version of Brotli.
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
    const postings = new Memory();
    const all = { postings, terms: new Memory(), 'terms-index': new Memory() } as unknown as TermStreams;
    const terms = new TermAssembly(all, [0], true);
    const replay = new ListReplay(all, terms);
    const encoding = { fields: () => UNUSED, documentCount: 12, hasPositions: true };
    const encoder = newListEncoder(encoding, (piece) => replay.play(piece));
    encoder.begin(0, Buffer.from('term'), 0, 4);
    encoder.add(Uint32Array.of(7, 11, 11, 11), Uint32Array.of(4, 0, 2, 9), 0, 4);
    encoder.end();
    encoder.flush();
    const example = hexTable(/^ {4}(documents [^\n]*)\n {4}(positions [^\n]*)$/m.exec(page)!.slice(1).join('\n'));
    expect(example.get('documents')! + example.get('positions')!).toBe(Buffer.from(postings.bytes).toString('hex'));
  });
});

test('docs/index-format.md names the numbers of the format', () => {
  expect(page).toContain(`# Index format, version ${FORMAT_VERSION}\n`);
  expect(page).toContain(`| ${FORMAT_VERSION} | `);
  expect(page).toContain(`${CHUNK_BYTES.toLocaleString('en-US')} bytes of the stream`);
  expect(page).toContain(`code points, ${TERMS_PER_BUCKET} to a bucket`);
  for (const name of STREAMS) expect(page).toContain(`| \`${name}\` |`);
});

/** For a short list, lengths are not needed. */
const UNUSED = null as unknown as FieldLengths;

class Memory {
  readonly bytes: number[] = [];

  get length(): number {
    return this.bytes.length;
  }

  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.bytes.push(...bytes.subarray(start, end));
  }
}
