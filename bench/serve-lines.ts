import { createInterface } from 'node:readline';

/** Answers a question. Its whole work is timed. The ids of IDS and SET may be in any order. */
export type Ask = (command: string) => Result | Promise<Result>;
export type Result = number | ArrayLike<number>;

/**
 * Speaks the line protocol of bench/README.md on standard input and output. `prepare` reads a query, which is not timed, and
 * returns a function that runs it, or throws. An error whose message starts with `unsupported:` is reported as UNSUPPORTED.
 */
export async function serveLines(prepare: (query: string) => Ask, iterations: number): Promise<void> {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const tab = line.indexOf('\t');
    if (tab < 0) continue;
    process.stdout.write(`${line}\t${await answer(line.slice(0, tab), line.slice(tab + 1), prepare, iterations)}\n`);
  }
}

async function answer(
  command: string,
  query: string,
  prepare: (query: string) => Ask,
  iterations: number,
): Promise<string> {
  try {
    const ask = prepare(query);
    let best = Number.POSITIVE_INFINITY;
    let result: Result = 0;
    for (let i = 0; i < iterations; i++) {
      const start = process.hrtime.bigint();
      const asked = ask(command);
      result = asked instanceof Promise ? await asked : asked;
      best = Math.min(best, Number(process.hrtime.bigint() - start) / 1000);
    }
    return `${describe(command, result)}\t${best.toFixed(2)}`;
  } catch (error) {
    const message = String(error instanceof Error ? error.message : error).replace(/\s+/g, ' ');
    const unsupported = /^unsupported: (.*)/.exec(message);
    return unsupported === null ? `ERROR\t${message}` : `UNSUPPORTED\t${unsupported[1]}`;
  }
}

function describe(command: string, result: Result): string {
  if (typeof result === 'number') return String(result);
  return command === 'SET' ? `${result.length}\t${setHash(result)}` : String(result.length);
}

/**
 * Returns a hash over ids in ascending order: h = (h XOR id) × 1099511628211 mod 2^64, from 1469598103934665603; hexadecimal.
 */
export function setHash(ids: ArrayLike<number>): string {
  // Multiplies in 16-bit limbs, which is exact in doubles, and a hundred times faster than BigInt.
  let [h3, h2, h1, h0] = limbs(1469598103934665603n);
  for (const id of Uint32Array.from(ids).sort()) {
    h0 = (h0 ^ id) & 0xffff;
    h1 = (h1 ^ (id >>> 16)) & 0xffff;
    // 1099511628211 = 2^40 + 0x1b3
    const r0 = h0 * 0x1b3;
    const r1 = h1 * 0x1b3 + Math.floor(r0 / 0x10000);
    const r2 = h2 * 0x1b3 + h0 * 0x100 + Math.floor(r1 / 0x10000);
    const r3 = h3 * 0x1b3 + h1 * 0x100 + Math.floor(r2 / 0x10000);
    [h0, h1, h2, h3] = [r0 & 0xffff, r1 & 0xffff, r2 & 0xffff, r3 & 0xffff];
  }
  const hex = [h3, h2, h1, h0].map((limb) => limb.toString(16).padStart(4, '0')).join('');
  return hex.replace(/^0+(?=.)/, '');
}

function limbs(value: bigint): [number, number, number, number] {
  return [48n, 32n, 16n, 0n].map((shift) => Number((value >> shift) & 0xffffn)) as [number, number, number, number];
}
