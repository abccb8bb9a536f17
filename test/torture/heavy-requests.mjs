/**
 * Sends the most expensive requests to a server over a large case, one after the other. Fails if one takes more processor time
 * than allowed, over all processes, including work after an answer or a refusal. `/health` is polled meanwhile. Usage: node
 * test/torture/heavy-requests.mjs --case DIRECTORY --data DIRECTORY [--only PART] [--from PART] [--seconds 15] The data
 * directory should be a copy, because a server locks it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from './clients.mjs';
import { HealthWatch } from './health-watch.mjs';
import { heavyRequests } from './heavy-request-list.mjs';
import { ProcessTree } from './process-tree.mjs';
import { frequentWords } from './real-words.mjs';
import { ServedProcess } from './served-process.mjs';

const MEBIBYTE = 2 ** 20;
/** For one process, in addition to its previous memory: 256 MiB that are counted, and garbage. */
const MEBIBYTES_MAX = 640;
/** A shorter request ends before /health is asked. */
const WATCHED_SECONDS = 0.5;
/** Forbidden answers: an error of the server that is not a refusal. */
const isRefusal = (status) => (status >= 400 && status < 500) || status === 503;

const { values } = parseArgs({
  options: {
    case: { type: 'string' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '' },
    seconds: { type: 'string', default: '15' },
  },
});
const root = mkdtempSync(join(tmpdir(), 'case-access-heavy-'));
const failures = [];
const server = await ServedProcess.start({
  root,
  dataDir: values.data,
  sources: [{ id: 'large', path: values.case }],
});
const tree = new ProcessTree(server.pid);
const client = new Client(server.url);
const id = await heaviestItem();
const all = heavyRequests(frequentWords(values.case), id);
const first = all.findIndex(({ name }) => name.includes(values.from));
const requests = all.slice(first).filter(({ name }) => name.includes(values.only));
for (const request of requests) {
  await tree.idle(60_000);
  const health = await HealthWatch.start(server.url);
  const before = tree.restart();
  const { healthMs, controlMs, isFine, ...cost } = await costOf(request, health);
  const mebibytes = Math.round((tree.peak - before) / MEBIBYTE);
  console.log(
    [
      cost.cpuSeconds.toFixed(1),
      cost.seconds.toFixed(1),
      mebibytes,
      healthMs,
      controlMs,
      cost.status,
      request.name,
      cost.said,
    ].join('\t'),
  );
  const isKnown = cost.status === 200 || isRefusal(cost.status);
  if (!isKnown) failures.push(`${request.name}: ${cost.status} ${cost.said}`);
  if (cost.cpuSeconds > Number(values.seconds))
    failures.push(`${request.name}: ${cost.cpuSeconds} s of processor time`);
  if (mebibytes > MEBIBYTES_MAX) failures.push(`${request.name}: ${mebibytes} MiB`);
  if (!isFine && cost.seconds > WATCHED_SECONDS)
    failures.push(`${request.name}: /health took ${healthMs} ms, a server that does nothing ${controlMs}`);
}
tree.stop();
client.close();
const { code } = await server.kill('SIGTERM');
if (code !== 0) failures.push(`the server ended with ${code}`);
rmSync(root, { recursive: true, force: true });
for (const failure of failures) console.log(`FAILED: ${failure}`);
console.log(`${requests.length} requests, ${failures.length} failures`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Stops `health` after an answer, because on a slow machine the server would never be idle. */
async function costOf({ method, path, body, headers }, health) {
  const cpu = tree.cpuMs();
  const started = performance.now();
  let [status, said] = [0, ''];
  try {
    const answer = await client.ask(method, path, body, { msMax: 300_000, headers });
    status = answer.status;
    said = summary(answer);
  } catch (error) {
    said = error.message;
  }
  const seconds = (performance.now() - started) / 1000;
  const { ms: healthMs, controlMs, isFine } = await health.figures();
  await health.stop();
  const isIdle = await tree.idle(120_000);
  return {
    healthMs,
    controlMs,
    isFine,
    status,
    said: isIdle ? said : `${said} (work went on)`,
    seconds,
    cpuSeconds: (tree.cpuMs() - cpu) / 1000,
  };
}

/** The error, or the size and the end of the answer. */
function summary({ status, bytes }) {
  const end = bytes.toString('utf8', Math.max(0, bytes.length - 160)).trim();
  if (status !== 200) return JSON.parse(bytes).error.slice(0, 240);
  return `${bytes.length} bytes …${end.slice(-120)}`;
}

async function heaviestItem() {
  const { bytes } = await client.get('/hits?limit=1&sort=length:desc');
  return JSON.parse(bytes).hits[0].id;
}
