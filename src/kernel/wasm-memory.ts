/** Instantiates compiled code whose memory the caller lays out. */

/** The part of WebAssembly that is used here and missing from Node's types. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Memory: new (limits: { initial: number; maximum: number }) => GrowingMemory;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: object };
};

const PAGE_BYTES = 1 << 16;

/** The compiler's own data is below this address. */
export const LAYOUT_START = 1024;

export interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): void;
}

/** Returns the exports of the code. `base64`: the compiled code. */
export function startCode<Code>(base64: string, imports: object = {}): Code {
  return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(base64, 'base64')), imports).exports as Code;
}

/** Creates a memory for code that imports one. It may grow without a limit. */
export function newMemory(pages: number): GrowingMemory {
  return new WebAssembly.Memory({ initial: pages, maximum: PAGES_MAX });
}

const PAGES_MAX = 1 << 16;

/**
 * Grows the memory to `end`, which detaches views. Throws RangeError if memory is exhausted. Grows by at least half, or at once
 * to `expected` if that is known. The garbage collector counts the whole memory as new at each growth, so many small steps
 * would keep it busy. Untouched pages take no memory.
 */
export function growTo(memory: GrowingMemory, end: number, expected = 0): void {
  const size = memory.buffer.byteLength;
  if (end <= size) return;
  const missing = Math.ceil((end - size) / PAGE_BYTES);
  const wanted = Math.ceil((expected - size) / PAGE_BYTES);
  try {
    memory.grow(Math.max(missing, wanted, Math.floor(size / 2 / PAGE_BYTES)));
  } catch {
    memory.grow(missing);
  }
}
