/** Starts compiled code, whose memory the caller lays out. */

/** The part of WebAssembly that is used here, which Node's types lack. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Memory: new (limits: { initial: number; maximum: number }) => GrowingMemory;
  readonly Instance: new (module: object, imports?: object) => { readonly exports: object };
};

const PAGE_BYTES = 1 << 16;

/** The compiler's own data ends before. */
export const LAYOUT_START = 1024;

export interface GrowingMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): void;
}

/** What the code exports. `base64`: the compiled code. */
export function startCode<Code>(base64: string, imports: object = {}): Code {
  return new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(base64, 'base64')), imports).exports as Code;
}

/** A memory for code that does not bring its own; it may grow to all there is. */
export function newMemory(pages: number): GrowingMemory {
  return new WebAssembly.Memory({ initial: pages, maximum: PAGES_MAX });
}

const PAGES_MAX = 1 << 16;

/**
 * Makes the memory reach `end`; views of what it was are empty then. Throws RangeError where there is no room. It grows by at least half, and
 * at once to `expected` if that is known: for the collector of garbage each growth is as much new memory as there is then, so that a few bytes
 * each time had it run all the time. Pages that nobody writes to take no room.
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
