/** Entry point of a process that draws thumbnails: decoders read what a suspect wrote, so only this process should crash. */
import { Refusal, serveConfined } from '../confined/confined-host.ts';
import { AppError } from '../shared/errors.ts';
import { makeThumbnail } from './make-thumbnail.ts';

serveConfined<Uint8Array>(async (pieces) => {
  try {
    return await makeThumbnail(Buffer.concat(pieces));
  } catch (fault) {
    const reason = fault instanceof AppError ? fault.message : 'the picture is broken or of an unknown kind';
    throw new Refusal(reason.replace(/^the picture /, ''));
  }
});
