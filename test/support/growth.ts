/**
 * Measures how processor time grows with the size of an input. A limit in seconds would fail on a busy or slow machine; a
 * control measured beside it does not.
 */
const PARTS = 64;
/** Shorter times count as this one, because shorter measurements are mostly noise. */
const MS_MIN = 5;
const ROUNDS = 4;

/** Work that grows with the size takes as long as its parts. Work that grows with its square takes 64 times as long. */
export const GROWTH_MAX = 16;

/**
 * Compares `run` for `size` with 64 runs for a 64th of it. Returns how many times longer it takes. The fastest of up to four
 * measurements of each counts.
 */
export function growthOf(run: (size: number) => unknown, size: number): number {
  const part = Math.ceil(size / PARTS);
  let parts = Number.POSITIVE_INFINITY;
  let whole = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    parts = Math.min(
      parts,
      processorMs(() => {
        for (let i = 0; i < PARTS; i++) run(part);
      }),
    );
    whole = Math.min(
      whole,
      processorMs(() => run(size)),
    );
    if (whole / parts < GROWTH_MAX) break;
  }
  return whole / parts;
}

/** Measures work and, for comparison, the same work on a healthy input. */
export class BesideControl {
  readonly #controlMs: number;
  #mostMs = 0;

  /** The fastest of a few runs of the control counts. */
  static async of(control: () => Promise<unknown>): Promise<BesideControl> {
    let fastest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) fastest = Math.min(fastest, (await timed(control)).ms);
    return new BesideControl(fastest);
  }

  private constructor(controlMs: number) {
    this.#controlMs = controlMs;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const { result, ms } = await timed(work);
    this.#mostMs = Math.max(this.#mostMs, ms);
    return result;
  }

  /** Processor time of the most expensive run, divided by that of the control. */
  get most(): number {
    return this.#mostMs / this.#controlMs;
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const before = process.cpuUsage();
  const result = await work();
  return { result, ms: msSince(before) };
}

/** Returns the processor time of this process for the work, in milliseconds. */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return msSince(before);
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return Math.max(MS_MIN, (user + system) / 1000);
}
