/**
 * Interrupted long answers: the client leaves, every engine process is killed, the temporary folder is gone or its disk full,
 * the files of the case or of the index are cut. Everything that a client gets is complete and correct, or says what it lacks,
 * or is refused or cut. Nothing remains open, and the next request is answered. Returns figures, and failures as texts.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './clients.mjs';
import { writeLoadCase } from './load-case.mjs';
import { Random } from './random.mjs';
import { ServedProcess } from './served-process.mjs';
import { signal } from './signal.mjs';

const PROCESSES = 2;
const REST_MS_MAX = 20_000;
const lists = Array.from({ length: 200 }, (_, i) => `w${i} OR file`);

/** Every kind of long answer. */
const STREAMS = [
  { path: '/export?q=&format=ndjson' },
  { path: '/export?q=&format=ndjson&sort=length:desc' },
  { path: '/export?q=&format=csv' },
  { path: '/export?q=&format=zip' },
  { path: '/export?q=&format=dat' },
  { path: '/findings?q=w*' },
  { path: '/findings?q=w*&group=text' },
  { path: '/events?q=&limit=10000' },
  { path: '/hits?q=w*&limit=10000&properties=*&sort=name:asc' },
  { path: '/search?q=*:*' },
  { path: '/keywords', body: { queries: lists } },
];

/** A round requests some of them, each with one fault. */
export async function streamRounds({ rounds, seed, items = 1500, each = STREAMS.length, onRound = () => undefined }) {
  const root = mkdtempSync(join(tmpdir(), 'case-access-streams-'));
  const random = new Random(seed);
  const figures = { rounds: 0, whole: 0, cut: 0, refused: 0, told: 0, left: 0, noRoom: 0 };
  const failures = [];
  const fail = (why) => failures.length < 20 && failures.push(`seed ${seed}, round ${figures.rounds}: ${why}`);
  const path = join(root, 'case');
  const temporary = join(root, 'tmp');
  const start = () => started({ root, path, temporary });
  let server = null;
  try {
    await writeLoadCase(path, { seed, items });
    mkdirSync(temporary);
    server = await start();
    const right = await answersOf(server, fail);
    const handles = await server.restingHandles();
    const handlesBelow = server.handlesBelow();
    const before = filesBelow(join(root, 'data'));
    for (; figures.rounds < rounds; onRound(figures)) {
      for (let n = 0; n < each; n++) {
        const i = each < STREAMS.length ? random.below(STREAMS.length) : n;
        const stream = STREAMS[i];
        const fault = random.pick([leaving, killing, killing]);
        await fault({ server, stream, right: right[i], random, figures, fail });
        await atRest(server, `after ${stream.path}`, fail);
      }
      figures.rounds++;
    }
    await withoutTemporary({ server, temporary, right, figures, fail });
    await withoutRoom({ server, temporary, right, figures, fail });
    for (const name of ['content', 'text']) await withoutFiles({ server, path, name, right, random, figures, fail });
    if (readdirSync(temporary).length > 0) fail(`temporary files stay: ${readdirSync(temporary)}`);
    if (filesBelow(join(root, 'data')) !== before) fail('the data directory has other files than before');
    const now = await server.restingHandles(handles + 4);
    if (now > handles + 4) fail(`${now} handles, and ${handles} before`);
    const below = server.handlesBelow();
    if (below > handlesBelow + 8) fail(`${below} handles of its processes, and ${handlesBelow} before`);
    await cutIndex({ server, data: join(root, 'data'), right, random, figures, fail });
    await server.kill('SIGTERM');
    server = await start();
    await rightAgain({ server, stream: STREAMS[0], right: right[0], fail });
  } catch (error) {
    fail(`ended early: ${error.stack}`);
  } finally {
    const { code, signal } = (await server?.kill('SIGTERM')) ?? {};
    if (server !== null && code !== 0) fail(`the server ended with ${code ?? signal}`);
    rmSync(root, { recursive: true, force: true });
  }
  return { figures, failures };
}

async function started({ root, path, temporary }) {
  const own = process.env.TMPDIR;
  process.env.TMPDIR = temporary;
  try {
    const options = ['--engine-processes', String(PROCESSES)];
    return await ServedProcess.start({ root, sources: [{ id: 'one', path }], options });
  } finally {
    if (own === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = own;
  }
}

/** The digest of each complete answer. */
async function answersOf(server, fail) {
  const right = [];
  for (const stream of STREAMS) {
    const { status, bytes } = await asked(server, stream);
    if (status !== 200) fail(`${stream.path} is ${status}: ${bytes.toString().slice(0, 300)}`);
    right.push(digestOf(bytes));
  }
  return right;
}

function asked(server, { path, body }) {
  const client = new Client(server.url);
  return client.ask(body === undefined ? 'GET' : 'POST', path, body).finally(() => client.close());
}

/** Leaves out durations, and cursors, which belong to one process. */
function digestOf(bytes) {
  const text = bytes.toString('latin1').replace(/"(?:tookMs|next)":(?:[\d.]+|"[^"]*")/g, '');
  return createHash('sha256').update(text).digest('hex');
}

async function leaving({ server, stream, random, figures, fail, right }) {
  const client = new Client(server.url);
  if (stream.body === undefined) await client.leave(stream.path, random.below(60));
  figures.left++;
  client.close();
  await rightAgain({ server, stream, right, fail });
}

/** If an answer is complete in spite of this, it must be correct. */
async function killing({ server, stream, right, random, figures, fail }) {
  const answer = asked(server, stream).then(
    ({ status, bytes }) => ({ status, bytes }),
    () => null,
  );
  await sleep(random.below(40));
  const killed = await server.engines();
  for (const pid of killed) signal(pid, 'SIGKILL');
  judge(await answer, { stream, right, figures, fail });
  // An end that was not noticed yet would affect the next request.
  while ((await server.allEngines(PROCESSES)).some((pid) => killed.includes(pid))) await sleep(10);
  await rightAgain({ server, stream, right, fail });
}

function judge(answer, { stream, right, figures, fail }) {
  if (answer === null) figures.cut++;
  else if (answer.status === 503) figures.refused++;
  else if (answer.status === 200 && digestOf(answer.bytes) === right) figures.whole++;
  else fail(`${stream.path}: ${answer.status}, ${answer.bytes.length} bytes that look whole and are not right`);
}

/** Archives need room for their directory. */
async function withoutTemporary({ server, temporary, right, figures, fail }) {
  rmSync(temporary, { recursive: true });
  for (const { stream, right: own } of archivesOf(right)) {
    const answer = await asked(server, stream).catch(() => null);
    if (answer?.status === 200) fail(`${stream.path} is whole without a temporary folder`);
    judge(answer, { stream, right: own, figures, fail });
  }
  mkdirSync(temporary);
  for (const { stream, right: own } of archivesOf(right)) await rightAgain({ server, stream, right: own, fail });
}

/** A disk of one page, so the end of an archive does not fit. Needs root. */
async function withoutRoom({ server, temporary, right, figures, fail }) {
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'none', temporary]).status !== 0) return;
  try {
    for (const { stream, right: own } of archivesOf(right)) {
      const answer = await asked(server, stream).catch(() => null);
      if (answer?.status === 200) fail(`${stream.path} is whole on a full disk`);
      judge(answer, { stream, right: own, figures, fail });
      figures.noRoom++;
    }
    if (readdirSync(temporary).length > 0) fail(`temporary files stay: ${readdirSync(temporary)}`);
  } finally {
    spawnSync('umount', [temporary]);
  }
  for (const { stream, right: own } of archivesOf(right)) await rightAgain({ server, stream, right: own, fail });
}

function archivesOf(right) {
  return STREAMS.flatMap((stream, i) => (/zip|dat/.test(stream.path) ? [{ stream, right: right[i] }] : []));
}

/** Files of the case are cut while they are read. An archive names each incomplete file, and findings report missing texts. */
async function withoutFiles({ server, path, name, right, random, figures, fail }) {
  const file = join(path, name, 'pack-0');
  const bytes = readFileSync(file);
  const streams = STREAMS.flatMap((stream, i) =>
    /zip|dat|findings/.test(stream.path) ? [{ stream, right: right[i] }] : [],
  );
  const { stream, right: own } = random.pick(streams);
  try {
    const answer = asked(server, stream).catch(() => null);
    await sleep(random.below(30));
    truncateSync(file, random.below(bytes.length));
    const got = await answer;
    if (got?.status === 200 && digestOf(got.bytes) !== own && namesWhatItLacks(stream, got.bytes)) figures.told++;
    else judge(got, { stream, right: own, figures, fail });
  } finally {
    writeFileSync(file, bytes);
  }
  await rightAgain({ server, stream, right: own, fail });
}

function namesWhatItLacks({ path }, bytes) {
  const text = bytes.toString('latin1');
  if (path.startsWith('/findings')) return /"complete":false,.*"unreadable":[1-9]\d*\}\n$/.test(text);
  const manifest = text.slice(text.lastIndexOf('path,source,id,kind,size,sha256,error'));
  return (
    /\r\n[^\r]*,one,\d+,(?:content|text|thumb),[^\r]*[^,\r]\r\n/.test(manifest) &&
    /(?:changed|shorter|truncated|cannot be read|ends|beyond)/.test(manifest)
  );
}

/** The index is cut in place while an answer is made from it, while the processes have it mapped. */
async function cutIndex({ server, data, right, random, figures, fail }) {
  const indexes = join(data, 'indexes');
  const [directory] = readdirSync(indexes);
  const file = join(
    indexes,
    directory,
    readdirSync(join(indexes, directory)).find((entry) => entry.startsWith('gen-')),
    'data.mdb',
  );
  const bytes = readFileSync(file);
  const i = random.below(STREAMS.length);
  const answer = asked(server, STREAMS[i]).catch(() => null);
  await sleep(random.below(20));
  truncateSync(file, random.below(bytes.length));
  const got = await answer;
  if (got?.status === 500 && /index|engine/.test(got.bytes.toString())) figures.refused++;
  else if (got?.status === 200 && /"incomplete":\[/.test(got.bytes.toString())) figures.told++;
  else judge(got, { stream: STREAMS[i], right: right[i], figures, fail });
  writeFileSync(file, bytes);
}

/**
 * An archive may still use the process that ended. It names each file that it lacks for that reason, and the next one is
 * complete.
 */
async function rightAgain({ server, stream, right, fail }) {
  let { status, bytes } = await asked(server, stream);
  if (status === 200 && digestOf(bytes) !== right && bytes.includes('engine process'))
    ({ status, bytes } = await asked(server, stream));
  if (status !== 200 || digestOf(bytes) !== right) fail(`${stream.path} is ${status} and not right after the fault`);
}

/** No search runs or waits now. */
async function atRest(server, when, fail) {
  const end = performance.now() + REST_MS_MAX;
  for (;;) {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const busy = [...text.matchAll(/^case_access_searches\{.*\} ([1-9]\d*)$/gm)].map(([line]) => line);
    if (busy.length === 0) return;
    if (performance.now() > end) return fail(`${when}: ${busy.join(', ')}`);
    await sleep(20);
  }
}

function filesBelow(directory) {
  const names = readdirSync(directory, { recursive: true });
  // The files of the bookmark store are excluded.
  return names
    .filter((name) => !/^bookmarks|lock/.test(name))
    .sort()
    .join('\n');
}
