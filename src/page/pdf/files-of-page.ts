/**
 * Requests character maps, standard fonts and picture decoders for pdf.js from the surrounding page, because the frame has no
 * network.
 */
import { sendToPage } from './send-to-page.ts';

interface Request {
  readonly bytes: Promise<Uint8Array>;
  readonly answer: (bytes: ArrayBuffer | null) => void;
}

const asked = new Map<string, Request>();

/** Implements the interface that pdf.js expects. pdf.js creates the object and requests one file at a time. */
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
  sendToPage({ kind: 'need', file });
  return { bytes, answer };
}

export function give(file: string, bytes: ArrayBuffer | null): void {
  asked.get(file)?.answer(bytes);
}
