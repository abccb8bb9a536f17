/**
 * Draws pictures, and reads the data in them, in confined processes. If a picture crashes its decoder, or exceeds memory or
 * time, only that process ends and the picture is refused. The processes run picture-process.ts.
 */
import type { ByteInput } from '../cases/case-reader.ts';
import { ConfinedFault, ConfinedProcesses } from '../confined/confined-processes.ts';
import { processEntry } from '../shared/child/process-entry.ts';
import { AppError } from '../shared/errors.ts';
import { type Drawing, type PictureTask, THUMBNAIL } from './drawing.ts';
import {
  DRAWING_BYTES_MAX,
  DRAWING_IDLE_SECONDS,
  DRAWING_SECONDS_MAX,
  PICTURE_BYTES_MAX,
  THUMBNAIL_JOBS_MAX,
  THUMBNAIL_QUEUE_MAX,
} from './limits.ts';
import type { PictureData } from './picture-data.ts';
import { magicBytes, pictureFormat } from './picture-format.ts';

const PIECE_BYTES = 1 << 20;

export interface DrawingLimits {
  readonly memoryBytes: number;
  readonly seconds: number;
}

const defaultLimits: DrawingLimits = { memoryBytes: DRAWING_BYTES_MAX, seconds: DRAWING_SECONDS_MAX };

export class PictureProcesses {
  readonly #processes: ConfinedProcesses<PictureTask | Uint8Array, Uint8Array>;

  constructor(
    entry: URL = processEntry('./picture-process.js', import.meta.url),
    limits: DrawingLimits = defaultLimits,
  ) {
    this.#processes = new ConfinedProcesses(entry, {
      ...limits,
      processes: THUMBNAIL_JOBS_MAX,
      waiting: THUMBNAIL_QUEUE_MAX,
      idleSeconds: DRAWING_IDLE_SECONDS,
    });
  }

  /** Like `drawPicture`. Throws AppError NOT_FOUND, with the reason, if it cannot be drawn. */
  draw(source: ByteInput, drawing: Drawing = THUMBNAIL): Promise<Buffer> {
    return this.#work(source, drawing);
  }

  /** Like `pictureData`. Throws AppError NOT_FOUND, with the reason, if it cannot be read. */
  async data(source: ByteInput): Promise<PictureData> {
    return JSON.parse((await this.#work(source, 'data')).toString('utf8')) as PictureData;
  }

  async #work(source: ByteInput, task: PictureTask): Promise<Buffer> {
    if (source.bytes > PICTURE_BYTES_MAX) {
      throw refused(`the picture has ${source.bytes} bytes, more than ${PICTURE_BYTES_MAX}`);
    }
    const start = Buffer.alloc(Math.min(magicBytes, source.bytes));
    await source.read(start, 0);
    if (pictureFormat(start) === null) throw refused('the content is not a picture of a known format');
    try {
      return Buffer.from(await this.#processes.ask(() => messagesOf(source, task)));
    } catch (error) {
      throw error instanceof ConfinedFault ? refused(`the picture ${error.message}`) : error;
    }
  }

  close(): void {
    this.#processes.close();
  }
}

async function* messagesOf(source: ByteInput, task: PictureTask): AsyncGenerator<PictureTask | Uint8Array> {
  yield task;
  for (let position = 0; position < source.bytes; ) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, source.bytes - position));
    const count = await source.read(piece, position);
    if (count === 0) break;
    yield piece.subarray(0, count);
    position += count;
  }
}

function refused(reason: string): AppError {
  return new AppError('NOT_FOUND', reason);
}
