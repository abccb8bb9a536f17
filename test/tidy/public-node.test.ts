/**
 * The server protects itself only by Node's public interface. Private members of streams, sockets and servers may change with
 * any release of Node, without notice. Their names come from the Node that runs this test.
 */
import { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { Server, Socket } from 'node:net';
import { join } from 'node:path';
import { Duplex, PassThrough, Readable, Transform, Writable } from 'node:stream';
import { expect, test } from '@jest/globals';

/** Texts of the Python client, which contain names with a leading underscore. */
const PYTHON = /\/python-\w+\.ts$/;

function privateNames(): Set<string> {
  const socket = new Socket();
  const request = new IncomingMessage(socket);
  const objects: object[] = [
    socket,
    request,
    new ServerResponse(request),
    new HttpServer(),
    new Server(),
    new PassThrough(),
    ...[Readable, Writable, Duplex, Transform, ChildProcess].map(({ prototype }) => prototype as object),
  ];
  const names = new Set<string>();
  for (let at = objects.pop(); at !== undefined; at = objects.pop()) {
    for (const name of Object.getOwnPropertyNames(at)) if (/^_[a-z]/.test(name)) names.add(name);
    const parent = Object.getPrototypeOf(at) as object | null;
    if (parent !== null && parent !== Object.prototype) objects.push(parent);
  }
  return names;
}

/** Names of Node's internals in a source: private members, the class of requests, and the hook that fills a stream. */
function intrusions(source: string): string[] {
  const members = source.matchAll(/(?:\.|^|[{};,]|readonly|override|async)\s*(_[a-z]\w*)/gm);
  const words = [...members].map(([, name]) => name!).filter((name) => NAMES.has(name));
  return [...words, ...(source.match(/process\.binding|override push\b|IncomingMessage: |ServerResponse: /g) ?? [])];
}
const NAMES = privateNames();

test('no private member of a stream, a socket or a server is used', () => {
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !PYTHON.test(file))
    .flatMap((file) => intrusions(readFileSync(join('src', file), 'utf8')).map((what) => `${file} ${what}`));
  expect(found).toEqual([]);
});

test('uses are found', () => {
  const source =
    'socket._handle?.size; class A extends B { override _read() {} _dump() {} override push() {} } /x|_closed/; (_events) => 0; createServer({ IncomingMessage: A });';
  expect(intrusions(source)).toEqual(['_handle', '_read', '_dump', 'override push', 'IncomingMessage: ']);
});
