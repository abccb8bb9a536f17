/** The files of an exported archive, and their entries in its manifest. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect } from '@jest/globals';
import yauzl from 'yauzl';

/** Read by a different program from the one that wrote it. */
export async function unzipped(bytes: Buffer): Promise<ReadonlyMap<string, Buffer>> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await archive.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    const content = Buffer.concat(pieces);
    expect([crc32(content), content.length]).toEqual([entry.crc32, entry.uncompressedSize]);
    files.set(entry.fileName, content);
  }
  return files;
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function manifestOf(bytes: Buffer): Record<string, string>[] {
  const [header, ...rows] = bytes.toString().replace('\ufeff', '').trimEnd().split('\r\n');
  expect(header).toBe('path,source,id,kind,size,sha256,error');
  return rows.map((row) => {
    const cells = [...row.matchAll(/(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g)].map(([, a, b]) =>
      (a ?? b ?? '').replaceAll('""', '"'),
    );
    return Object.fromEntries(header!.split(',').map((name, i) => [name, cells[i] ?? '']));
  });
}
