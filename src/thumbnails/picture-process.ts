/** Entry point of a process that draws pictures: hostile input for decoders can crash only this process. */
import { Refusal, serveConfined } from '../confined/confined-host.ts';
import { AppError } from '../shared/errors.ts';
import type { Drawing } from './drawing.ts';
import { drawPicture } from './make-thumbnail.ts';

serveConfined<Drawing | Uint8Array>(async ([drawing, ...pieces]) => {
  try {
    return await drawPicture(Buffer.concat(pieces as Uint8Array[]), drawing as Drawing);
  } catch (fault) {
    const reason = fault instanceof AppError ? fault.message : 'the picture is broken or of an unknown kind';
    throw new Refusal(reason.replace(/^the picture /, ''));
  }
});
