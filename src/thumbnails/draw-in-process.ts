/**
 * Draws thumbnails in separate processes: a picture that crashes its decoder, or makes it exceed its memory or time, costs
 * only that process, and is refused. picture-process.ts is the other side.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ByteInput } from '../cases/case-reader.ts';
import { AppError } from '../shared/errors.ts';
import { DRAWING_BYTES_MAX, DRAWING_IDLE_SECONDS, DRAWING_SECONDS_MAX, PICTURE_BYTES_MAX } from './limits.ts';
import { magicBytes, pictureFormat } from './picture-format.ts';

export type ToDrawing =
  | { readonly kind: 'begin'; readonly bytes: number }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'draw' };

export type FromDrawing =
  | { readonly kind: 'jpeg'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly reason: string };

const PIECE_BYTES = 1 << 20;
const MEMORY_ASKED_MILLISECONDS = 50;

export interface DrawingLimits {
  readonly memoryBytes: number;
  readonly seconds: number;
}

const defaultLimits: DrawingLimits = { memoryBytes: DRAWING_BYTES_MAX, seconds: DRAWING_SECONDS_MAX };

export class PictureProcesses {
  readonly #entry: URL;
  readonly #limits: DrawingLimits;
  readonly #idle: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout }[] = [];

  constructor(entry: URL = new URL('./picture-process.js', import.meta.url), limits: DrawingLimits = defaultLimits) {
    this.#entry = entry;
    this.#limits = limits;
  }

  /** The JPEG. Throws AppError NOT_FOUND, with the reason, if there is none. Callers limit how many are drawn at once. */
  async draw(source: ByteInput): Promise<Buffer> {
    if (source.bytes > PICTURE_BYTES_MAX) {
      throw refused(`the picture has ${source.bytes} bytes, more than ${PICTURE_BYTES_MAX}`);
    }
    const start = Buffer.alloc(Math.min(magicBytes, source.bytes));
    await source.read(start, 0);
    if (pictureFormat(start) === null) throw refused('the content is not a picture of a known format');
    const child = this.#take();
    const answer = this.#answerOf(child);
    // Errors are handled below; sending may fail first, because the process has ended.
    answer.catch(() => undefined);
    await sendPicture(child, source);
    const jpeg = await answer;
    this.#keep(child);
    return jpeg;
  }

  close(): void {
    for (const { child, timer } of this.#idle.splice(0)) {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
  }

  #take(): ChildProcess {
    const kept = this.#idle.pop();
    if (kept === undefined) {
      return fork(this.#entry, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    }
    clearTimeout(kept.timer);
    kept.child.removeAllListeners();
    return kept.child;
  }

  #keep(child: ChildProcess): void {
    const end = (): void => {
      const index = this.#idle.findIndex((kept) => kept.child === child);
      if (index >= 0) this.#idle.splice(index, 1);
      child.kill('SIGKILL');
    };
    child.once('exit', end);
    const timer = setTimeout(end, DRAWING_IDLE_SECONDS * 1000).unref();
    this.#idle.push({ child, timer });
  }

  #answerOf(child: ChildProcess): Promise<Buffer> {
    const { memoryBytes, seconds } = this.#limits;
    return new Promise<Buffer>((resolve, reject) => {
      let reason = 'the picture ended the program that draws it';
      const end = (why: string): void => {
        reason = why;
        child.kill('SIGKILL');
      };
      const late = setTimeout(() => end(`the picture took more than ${seconds} s to draw`), seconds * 1000);
      const watch = setInterval(async () => {
        if ((await residentBytes(child.pid)) > memoryBytes) {
          end(`the picture took more than ${memoryBytes} bytes of memory to draw`);
        }
      }, MEMORY_ASKED_MILLISECONDS);
      const settle = (): void => {
        clearTimeout(late);
        clearInterval(watch);
        child.removeAllListeners();
        // Ignore anything after the answer.
        child.on('error', () => undefined);
      };
      child.once('message', (message: FromDrawing) => {
        settle();
        if (message.kind === 'jpeg') resolve(Buffer.from(message.bytes));
        else {
          this.#keep(child);
          reject(refused(message.reason));
        }
      });
      child.once('error', () => {
        settle();
        reject(refused(reason));
      });
      child.once('exit', () => {
        settle();
        reject(refused(reason));
      });
    });
  }
}

async function sendPicture(child: ChildProcess, source: ByteInput): Promise<void> {
  await send(child, { kind: 'begin', bytes: source.bytes });
  for (let position = 0; position < source.bytes; ) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, source.bytes - position));
    const count = await source.read(piece, position);
    if (count === 0) break;
    await send(child, { kind: 'piece', bytes: piece.subarray(0, count) });
    position += count;
  }
  await send(child, { kind: 'draw' });
}

/** Resolves when it has been sent; a process that has ended is noticed by its exit. */
function send(child: ChildProcess, message: ToDrawing): Promise<void> {
  return new Promise((resolve) => {
    if (child.connected) child.send(message, () => resolve());
    else resolve();
  });
}

/** On systems that report it; elsewhere only the limits of the decoder apply. */
async function residentBytes(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '0 0');
  return Number(statm.split(' ')[1]) * PAGE_BYTES;
}

const PAGE_BYTES = 4096;

function refused(reason: string): AppError {
  return new AppError('NOT_FOUND', reason);
}
