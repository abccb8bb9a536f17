/** Writes a case directory, version 1: items as JSON Lines, parts in files of their own or in pack files. */
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

export class CaseWriter {
  #dir;
  #name;
  #lines = [];
  #files = new Map();
  #packs = new Map();
  #nextId;

  constructor(dir, { name, firstId }) {
    this.#dir = dir;
    this.#name = name;
    this.#nextId = firstId;
  }

  /**
   * `text`: a string, or bytes. `textAs`: inline (default for strings), file, pack. `contentAs`: file (default), pack.
   * Properties of size and hash are added where there is content. Returns the id.
   */
  add({ id = this.#nextId, parentId, properties = {}, text, textAs, content, contentAs = 'file', thumb }) {
    this.#nextId = Math.max(this.#nextId, id + 1 + (id % 7 === 0 ? 2 : 0));
    const record = { id };
    if (parentId !== undefined) record.parentId = parentId;
    const all = { ...properties, ...(content === undefined ? {} : digests(content)) };
    record.properties = Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, Array.isArray(value) ? value : [value]]),
    );
    if (text !== undefined)
      record.text = this.#text(id, text, textAs ?? (typeof text === 'string' ? 'inline' : 'file'));
    if (content !== undefined) {
      const md5 = digests(content).hash.toLowerCase();
      record.content =
        contentAs === 'pack'
          ? this.#pack('content/pack-000.bin', content)
          : this.#file(`content/${md5.slice(0, 2)}/${md5}`, content);
    }
    if (thumb !== undefined) record.thumb = this.#file(`thumbs/${id}.jpg`, thumb);
    this.#lines.push(JSON.stringify(record));
    return id;
  }

  /** The next item without an id of its own has this one. */
  continueFrom(id) {
    this.#nextId = id;
  }

  /** `itemFiles`: how many lines go into each item file, and whether it is compressed. */
  async finish(itemFiles) {
    await rm(this.#dir, { recursive: true, force: true });
    const items = [];
    let from = 0;
    for (const [n, { lines, gzip }] of itemFiles.entries()) {
      const slice = this.#lines.slice(from, from + lines);
      from += lines;
      const name = `items-${String(n).padStart(5, '0')}.jsonl${gzip ? '.gz' : ''}`;
      const bytes = Buffer.from(slice.map((line) => `${line}\n`).join(''));
      this.#files.set(name, gzip ? gzipSync(bytes, { level: 9 }) : bytes);
      items.push(name);
    }
    for (const [file, chunks] of this.#packs) this.#files.set(file, Buffer.concat(chunks));
    const manifest = {
      format: 'case-directory',
      version: 1,
      name: this.#name,
      created: '2024-02-01T00:00:00Z',
      producer: 'data-samples/make.mjs',
      items,
      itemCount: this.#lines.length,
    };
    this.#files.set('case.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    for (const [file, bytes] of this.#files) {
      await mkdir(dirname(join(this.#dir, file)), { recursive: true });
      await writeFile(join(this.#dir, file), bytes);
    }
  }

  #text(id, text, textAs) {
    if (textAs === 'inline') return text;
    const bytes = Buffer.from(text);
    return textAs === 'pack' ? this.#pack('text/000.txt', bytes) : this.#file(`text/${id}.txt`, bytes);
  }

  #file(file, bytes) {
    this.#files.set(file, bytes);
    return { file };
  }

  #pack(file, bytes) {
    const chunks = this.#packs.get(file) ?? [];
    const offset = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    this.#packs.set(file, [...chunks, bytes]);
    return { file, offset, length: bytes.length };
  }
}

function digests(bytes) {
  const of = (algorithm) => createHash(algorithm).update(bytes).digest('hex');
  const md5 = of('md5').toUpperCase();
  return { length: `${bytes.length}`, hash: md5, md5, 'sha-1': of('sha1'), 'sha-256': of('sha256') };
}
