/** Writes a file under a temporary name, and renames it only when it is complete. On failure the file is removed. */
import { open, rename, rm } from 'node:fs/promises';
import { AppError } from '../shared/errors.ts';
import { temporaryName } from './temporary-name.ts';

/** Writes the pieces in order. `report` receives the number of bytes. */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
  report: (bytes: number) => void = () => undefined,
): Promise<void> {
  // Elsewhere `-` means stdout, but output to stdout cannot be all or nothing.
  if (path === '-') throw new AppError('USAGE', 'Name a file with --out: this cannot be written to stdout.');
  const temporary = await temporaryName(path);
  const file = await open(temporary, 'wx').catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('USAGE', `The file ${path} cannot be written (${cause.code ?? cause.message}).`, { cause });
  });
  try {
    let bytes = 0;
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten;
      bytes += piece.length;
      report(bytes);
    }
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (fault) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw fault;
  }
}
