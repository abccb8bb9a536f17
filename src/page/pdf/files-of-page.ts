/**
 * Character maps, standard fonts and decoders of pictures for pdf.js: the frame asks the page around it for them, since it
 * reaches nothing itself.
 */
import { tell } from './tell.ts';

interface Request {
  readonly bytes: Promise<Uint8Array>;
  readonly answer: (bytes: ArrayBuffer | null) => void;
}

const asked = new Map<string, Request>();

/** As pdf.js wants it: made by it, and asked for one file at a time. */
export class FilesOfPage {
  fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const request = asked.get(filename) ?? requestOf(filename);
    asked.set(filename, request);
    return request.bytes;
  }
}

function requestOf(file: string): Request {
  let answer: Request['answer'] = () => undefined;
  const bytes = new Promise<Uint8Array>((resolve, reject) => {
    answer = (given) => (given === null ? reject(new Error(`there is no ${file}`)) : resolve(new Uint8Array(given)));
  });
  tell({ kind: 'need', file });
  return { bytes, answer };
}

export function give(file: string, bytes: ArrayBuffer | null): void {
  asked.get(file)?.answer(bytes);
}
