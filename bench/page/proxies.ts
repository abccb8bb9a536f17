/** nginx in front of the server, with TLS on the loopback address: one port with HTTP/1.1, one with HTTP/2. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Proxies {
  readonly http1: string;
  readonly http2: string;
  readonly process: ChildProcess;
}

const READY_TRIES = 100;
const READY_PAUSE_MS = 50;

/** Settings of connections are those of docs/reverse-proxy/nginx.conf. */
function configuration(directory: string, server: string, ports: readonly [number, number]): string {
  const [http1, http2] = ports;
  const listening = (port: number, how: string): string => `
  server {
    listen 127.0.0.1:${port} ssl${how};
    ssl_certificate ${directory}/proxy.crt;
    ssl_certificate_key ${directory}/proxy.key;
    ssl_protocols TLSv1.2 TLSv1.3;
    location / {
      proxy_pass http://case_access;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_buffering off;
      proxy_request_buffering off;
    }
  }`;
  return `daemon off;
worker_processes 1;
pid ${directory}/nginx.pid;
error_log stderr warn;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${directory}/bodies;
  proxy_temp_path ${directory}/answers;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  upstream case_access { server ${new URL(server).host}; keepalive 16; }
${listening(http1, '')}${listening(http2, ' http2')}
}
`;
}

/** Throws if nginx or openssl is missing. Directories of the machine's own nginx are not touched. */
export async function startProxies(server: string, directory: string): Promise<Proxies> {
  const dir = resolve(directory);
  mkdirSync(dir, { recursive: true });
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(dir, 'proxy.key'), '-out', join(dir, 'proxy.crt')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...key, '-days', '2', ...subject, ...files], { stdio: 'ignore' });
  const ports = [await freePort(), await freePort()] as const;
  const file = join(dir, 'nginx.conf');
  writeFileSync(file, configuration(dir, server, ports));
  const child = spawn('nginx', ['-p', dir, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise<void>((done, fail) => child.once('spawn', done).once('error', fail));
  for (const port of ports) await listens(port);
  const [http1, http2] = ports.map((port) => `https://127.0.0.1:${port}`) as [string, string];
  return { http1, http2, process: child };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

async function listens(port: number): Promise<void> {
  const { connect } = await import('node:net');
  for (let n = 0; n < READY_TRIES; n++) {
    const isOpen = await new Promise<boolean>((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true)).once('error', () => done(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await sleep(READY_PAUSE_MS);
  }
  throw new Error(`nginx does not listen on port ${port}`);
}
