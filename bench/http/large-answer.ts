import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { LineProcess } from '../engines/line-process.ts';
import { ownBytesOf } from '../engines/measured-process.ts';
import { median } from '../mean.ts';
import { listeningProcess } from './listening-process.ts';
import { timedResponse } from './timed-response.ts';

/** One answer of very many items, compared with its unavoidable costs: the engine's work, and bytes through a socket. */
export interface LargeAnswer {
  readonly query: string;
  readonly items: number;
  readonly bytes: number;
  readonly rounds: number;
  /** All ids in-process, without a server. */
  readonly engineMs: BestAndMedian;
  /** The same number of prepared bytes, from a bare server to the same client. */
  readonly socketMs: BestAndMedian;
  /** From the request to the first byte of the body, including the engine's work. */
  readonly firstByteMs: BestAndMedian;
  readonly wholeMs: BestAndMedian;
  /** Memory of the server without mapped files, before and while clients read these answers repeatedly. */
  readonly streams: { readonly clients: number; readonly ownBytesBefore: number; readonly ownBytesMost: number };
}

export interface BestAndMedian {
  readonly best: number;
  readonly median: number;
}

export interface LargeAnswerOptions {
  readonly casePath: string;
  readonly dataDirectory: string;
  readonly query: string;
  readonly rounds: number;
  /** Seconds of concurrent streams. */
  readonly seconds: number;
}

const STREAM_CLIENTS = 8;
const POLL_MILLISECONDS = 20;

/**
 * `url` is the address of the query, and `pid` identifies the server. Measures the engine, a bare server and the server in
 * turn, round by round.
 */
export async function largeAnswer(
  url: string,
  pid: number | undefined,
  options: LargeAnswerOptions,
): Promise<LargeAnswer> {
  const { bytes } = await timedResponse(url);
  const where = ['--case', options.casePath, '--data', options.dataDirectory];
  const engine = new LineProcess(['node', script('../serve.js'), ...where, '--iterations', '1']);
  const bare = await listeningProcess(['node', script('./prepared-answer.js'), String(bytes)]);
  const times = { engine: [] as number[], socket: [] as number[], firstByte: [] as number[], whole: [] as number[] };
  let items = 0;
  try {
    for (let round = 0; round < options.rounds; round++) {
      const answer = await engine.ask('IDS', options.query);
      if (answer.kind !== 'answer') throw new Error(`${options.query}: ${answer.reason}`);
      items = answer.count;
      times.engine.push(answer.microseconds / 1000);
      times.socket.push((await timedResponse(`${bare.url}/`)).totalMs);
      const response = await timedResponse(url);
      times.firstByte.push(response.firstByteMs);
      times.whole.push(response.totalMs);
    }
  } finally {
    bare.process.kill('SIGTERM');
    await engine.end();
  }
  return {
    query: options.query,
    items,
    bytes,
    rounds: options.rounds,
    engineMs: bestAndMedian(times.engine),
    socketMs: bestAndMedian(times.socket),
    firstByteMs: bestAndMedian(times.firstByte),
    wholeMs: bestAndMedian(times.whole),
    streams: await memoryOfStreams(url, pid, options.seconds),
  };
}

/** Returns the ratio of the complete answer to the engine's time plus the socket's. */
export function ratioOf(answer: LargeAnswer, which: keyof BestAndMedian): number {
  return answer.wholeMs[which] / (answer.engineMs[which] + answer.socketMs[which]);
}

/**
 * Returns the delay of the first byte beyond the time of the engine. Zero if the byte arrives before the engine has produced
 * its last id.
 */
export function firstByteAfterEngineMs(answer: LargeAnswer, which: keyof BestAndMedian): number {
  return Math.max(0, answer.firstByteMs[which] - answer.engineMs[which]);
}

async function memoryOfStreams(url: string, pid: number | undefined, seconds: number): Promise<LargeAnswer['streams']> {
  const ownBytesBefore = ownBytesOf(pid);
  let ownBytesMost = ownBytesBefore;
  const client = spawn('node', [script('./ask-again.js'), url, String(STREAM_CLIENTS)], { stdio: 'ignore' });
  try {
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      await sleep(POLL_MILLISECONDS);
      ownBytesMost = Math.max(ownBytesMost, ownBytesOf(pid));
    }
  } finally {
    client.kill('SIGTERM');
  }
  return { clients: STREAM_CLIENTS, ownBytesBefore, ownBytesMost };
}

function bestAndMedian(times: readonly number[]): BestAndMedian {
  return { best: Math.min(...times), median: median(times) };
}

function script(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
