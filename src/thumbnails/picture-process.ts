/**
 * Entry point of a process that draws pictures and reads the data in them. Hostile input for decoders can crash only this
 * process.
 */
import { Refusal, serveConfined } from '../confined/confined-host.ts';
import { AppError } from '../shared/errors.ts';
import type { PictureTask } from './drawing.ts';
import { drawPicture } from './make-thumbnail.ts';
import { pictureData } from './picture-data.ts';

serveConfined<PictureTask | Uint8Array>(async ([first, ...pieces]) => {
  const task = first as PictureTask;
  const picture = Buffer.concat(pieces as Uint8Array[]);
  try {
    if (task === 'data') return Buffer.from(JSON.stringify(await pictureData(picture)));
    return await drawPicture(picture, task);
  } catch (fault) {
    const reason = fault instanceof AppError ? fault.message : 'the picture is broken or of an unknown kind';
    throw new Refusal(reason.replace(/^the picture /, ''));
  }
});
