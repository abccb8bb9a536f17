/** Entry point of a process that draws thumbnails: decoders read what a suspect wrote, so only this process should crash. */
import { setPriority } from 'node:os';
import { AppError } from '../shared/errors.ts';
import type { FromDrawing, ToDrawing } from './draw-in-process.ts';
import { makeThumbnail } from './make-thumbnail.ts';

/** Requests have priority over pictures. */
const NICE = 5;

try {
  setPriority(NICE);
} catch {
  // Some systems do not let a process lower its priority.
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

let picture = Buffer.alloc(0);
let filled = 0;

const send = (message: FromDrawing): void => {
  if (process.connected) process.send?.(message);
};

process.on('message', (message: ToDrawing) => {
  switch (message.kind) {
    case 'begin':
      picture = Buffer.alloc(message.bytes);
      filled = 0;
      break;
    case 'piece':
      picture.set(message.bytes, filled);
      filled += message.bytes.length;
      break;
    case 'draw':
      void draw(picture.subarray(0, filled));
      picture = Buffer.alloc(0);
      break;
  }
});
process.on('disconnect', () => process.exit(0));

async function draw(bytes: Uint8Array): Promise<void> {
  try {
    send({ kind: 'jpeg', bytes: await makeThumbnail(bytes) });
  } catch (fault) {
    if (fault instanceof AppError) send({ kind: 'refused', reason: fault.message });
    else send({ kind: 'refused', reason: 'the picture is broken or of an unknown kind' });
  }
}
