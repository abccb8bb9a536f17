import { type Agent, get } from 'node:http';

/** Milliseconds from the request to the first and to the last byte of the body, and the number of bytes. */
export interface ResponseTime {
  readonly firstByteMs: number;
  readonly totalMs: number;
  readonly bytes: number;
}

export function timedResponse(url: string, agent?: Agent): Promise<ResponseTime> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    let firstByteMs = 0;
    let bytes = 0;
    get(url, agent === undefined ? {} : { agent }, (response) => {
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0) firstByteMs = performance.now() - start;
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ firstByteMs, totalMs: performance.now() - start, bytes }));
      response.on('error', reject);
    }).on('error', reject);
  });
}
