import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { loadSourcesFile, SOURCES_FILE_BYTES_MAX } from '../../../src/sources/sources-file.ts';
import { temporaryDir } from '../../support/endings.ts';
import { withTempDir } from '../../support/tiny-case.ts';

async function withServer<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/sources.json`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function load(text: string): Promise<unknown> {
  const dir = temporaryDir();
  const file = join(dir, 'sources.json');
  await writeFile(file, text);
  return loadSourcesFile(file);
}

describe('the sources file', () => {
  test('returns the sources in order, relative paths from its own folder', async () => {
    await withTempDir(async (dir) => {
      const file = join(dir, 'sources.json');
      await writeFile(
        file,
        '\ufeff[{"id":"b","path":"x/y"},{"id":"a","path":"/abs","note":"kept for people"},{"id":"c","path":"y","mapping":{"columns":{}}}]',
      );
      expect(await loadSourcesFile(file)).toEqual([
        { id: 'b', path: 'x/y', resolvedPath: join(dir, 'x/y') },
        { id: 'a', path: '/abs', resolvedPath: '/abs' },
        { id: 'c', path: 'y', resolvedPath: join(dir, 'y'), mapping: { columns: {} } },
      ]);
    });
    expect(await load('[]')).toEqual([]);
  });

  test.each([
    ['', 'not valid JSON'],
    ['[', 'not valid JSON'],
    ['{}', 'not a JSON array'],
    ['[1]', 'entry 1'],
    ['[{"id":"a","path":"x"},null]', 'entry 2'],
    ['[{"path":"x"}]', '"id"'],
    ['[{"id":1,"path":"x"}]', '"id"'],
    ['[{"id":"","path":"x"}]', 'is empty'],
    ['[{"id":"a\\u0000","path":"x"}]', 'control characters'],
    ['[{"id":"a"}]', '"path"'],
    ['[{"id":"a","path":""}]', 'is empty'],
    ['[{"id":"a","path":"x\\u0000"}]', 'NUL'],
    ['[{"id":"a","path":"x"},{"id":"a","path":"y"}]', '"a" twice'],
    ['[{"id":"a","path":"x"},{"id":"b","path":"./x","mapping":{}}]', 'two mappings'],
  ])('%s is one clear line', async (text, message) => {
    const fault = await load(text).then(
      () => null,
      (error: unknown) => error,
    );
    expect(fault).toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) });
    expect((fault as Error).message).not.toContain('\n');
  });

  test('that is missing, a folder, or too large is one clear line', async () => {
    const dir = temporaryDir();
    await expect(loadSourcesFile(join(dir, 'no'))).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('does not exist'),
    });
    await mkdir(join(dir, 'folder'));
    await expect(loadSourcesFile(join(dir, 'folder'))).rejects.toMatchObject({ code: 'USAGE' });
    const large = join(dir, 'large');
    await writeFile(large, Buffer.alloc(SOURCES_FILE_BYTES_MAX + 1, ' '));
    await expect(loadSourcesFile(large)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('larger'),
    });
  });

  test('may be at a URL, with relative paths from the working directory', async () => {
    await withServer(
      (_request, response) => response.end('[{"id":"a","path":"x"}]'),
      async (url) => {
        expect(await loadSourcesFile(url)).toEqual([{ id: 'a', path: 'x', resolvedPath: resolve('x') }]);
      },
    );
  });

  test.each<[string, RequestListener, string]>([
    ['a status', (_request, response) => response.writeHead(404).end('no'), 'status 404'],
    ['no JSON', (_request, response) => response.end('<html>'), 'not valid JSON'],
    [
      'a cut answer',
      (_request, response) => response.writeHead(200, { 'Content-Length': 99 }).write('[', () => response.destroy()),
      'cannot be fetched',
    ],
    ['a hang-up', (request) => request.socket.destroy(), 'cannot be fetched'],
    ['no end', (_request, response) => flood(response), 'larger'],
  ])('behind a URL that answers with %s is one clear line', async (_name, listener, message) => {
    await withServer(listener, async (url) => {
      const fault = await loadSourcesFile(url).then(
        () => null,
        (error: unknown) => error,
      );
      expect(fault).toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) });
      expect((fault as Error).message).toContain(url);
    });
  });
});

function flood(response: Parameters<RequestListener>[1]): void {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
