/**
 * Caches bytes that were derived from the runtime's own data in a file beside the program. Every process would take a while to
 * make them. The file begins with the name of its runtime and is valid for that runtime only.
 */
import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { versions } from 'node:process';

const NAME_BYTES = 64;

/** Name of this runtime: everything that its data and its byte order depend on. */
function runtimeName(): Buffer {
  const name = Buffer.alloc(NAME_BYTES);
  name.write(`unicode ${versions.unicode} icu ${versions.icu} v8 ${versions.v8} ${endianness()}`);
  return name;
}

/** Returns `length` bytes from a file, or null if there is no file or it belongs to another runtime. */
export function bytesOfRuntime(file: URL, length: number): Uint8Array<ArrayBuffer> | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return null;
  }
  if (bytes.length !== NAME_BYTES + length || !bytes.subarray(0, NAME_BYTES).equals(runtimeName())) return null;
  return new Uint8Array(bytes.subarray(NAME_BYTES));
}

/** Returns the contents of the file: the name of this runtime, then the bytes. */
export function withRuntimeName(bytes: Uint8Array): Buffer {
  return Buffer.concat([runtimeName(), bytes]);
}
