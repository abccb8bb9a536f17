/**
 * Bytes that were made from the runtime's own data, in a file beside the program: to make them again takes a while of every process. They are good
 * for the runtime that they were made from, whose name is in front.
 */
import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';
import { versions } from 'node:process';

const NAME_BYTES = 64;

/** Name of this runtime, as far as its data and its bytes in memory go. */
function runtimeName(): Buffer {
  const name = Buffer.alloc(NAME_BYTES);
  name.write(`unicode ${versions.unicode} icu ${versions.icu} v8 ${versions.v8} ${endianness()}`);
  return name;
}

/** The bytes in a file, `length` of them; null if there is none, or it is not of this runtime. */
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

/** What the file has: the name of this runtime, and the bytes. */
export function withRuntimeName(bytes: Uint8Array): Buffer {
  return Buffer.concat([runtimeName(), bytes]);
}
