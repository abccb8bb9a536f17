import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { ByteInput } from '../../../src/cases/case-reader.ts';
import { type DrawingLimits, PictureProcesses } from '../../../src/thumbnails/draw-in-process.ts';
import { temporaryDir } from '../../support/endings.ts';

const entry = pathToFileURL(resolve('dist/src/thumbnails/picture-process.js'));
if (!existsSync(entry)) throw new Error('dist/ is missing: npm run build');

const processes: PictureProcesses[] = [];
const drawing = (limits?: DrawingLimits, at = entry): PictureProcesses => {
  processes.push(new PictureProcesses(at, limits));
  return processes.at(-1)!;
};
afterAll(() => {
  for (const one of processes) one.close();
});

function sourceOf(bytes: Uint8Array): ByteInput {
  return {
    bytes: bytes.length,
    read: async (target, position) => Buffer.from(bytes).copy(target, 0, position, position + target.length),
    stream: () => {
      throw new Error('not streamed');
    },
    close: async () => undefined,
  };
}

const faultOf = (drawn: Promise<Buffer>): Promise<string> =>
  drawn.then(
    () => 'drawn',
    ({ code, message }) => `${code}: ${message}`,
  );

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** An interlaced picture of 16 bits a channel and 100 megapixels in a few hundred kilobytes: 800 MB decoded. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 6, 0, 0, 1], 8);
  const rows = Buffer.alloc(side * side * 8 + side * 15);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture drawn in a separate process', () => {
  test('becomes the same thumbnail, again and again in the same process', async () => {
    const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const all = drawing();
    for (let round = 0; round < 3; round++) {
      expect(await sharp(await all.draw(sourceOf(picture))).metadata()).toMatchObject({ width: 320, height: 240 });
    }
    expect(await faultOf(all.draw(sourceOf(picture.subarray(0, 90))))).toMatch(/NOT_FOUND: the picture is broken/);
    expect(await faultOf(all.draw(sourceOf(picture)))).toBe('drawn');
  });

  test('is refused before it is decoded if that takes too much memory', async () => {
    expect(await faultOf(drawing().draw(sourceOf(bomb(6000))))).toMatch(/NOT_FOUND: the picture takes 288000000 bytes/);
  });

  test('is refused if its process takes too much memory or too long, or ends', async () => {
    const dir = temporaryDir();
    const picture = sourceOf(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    );
    const script = async (name: string, text: string): Promise<URL> => {
      await writeFile(join(dir, name), text);
      return pathToFileURL(join(dir, name));
    };
    const greedy = await script(
      'greedy.mjs',
      'const kept = []; setInterval(() => kept.push(Buffer.alloc(2 ** 25, 1)), 5); process.on("message", () => {});',
    );
    const limits = { memoryBytes: 400 * 2 ** 20, seconds: 20 };
    expect(await faultOf(drawing(limits, greedy).draw(picture))).toMatch(/NOT_FOUND: .* bytes of memory/);
    const slow = await script('slow.mjs', 'process.on("message", () => {});');
    expect(await faultOf(drawing({ ...limits, seconds: 0.5 }, slow).draw(picture))).toMatch(/took more than 0.5 s/);
    const dying = await script('dying.mjs', 'process.on("message", ({ kind }) => kind === "call" && process.abort());');
    expect(await faultOf(drawing(limits, dying).draw(picture))).toMatch(/NOT_FOUND: the picture ended the program/);
  });
});
