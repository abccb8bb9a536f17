/** Collects the findings and counts of a verification, and the data that its parts share. */
/** A defect in an index. */
export interface VerifyFinding {
  readonly what: string;
  /** A stream and, if known, the field, term, bucket or item. */
  readonly where: string;
}

/** Maximum number of findings kept; the rest are only counted. One bug of a writer can cause a million findings. */
const FINDINGS_KEPT = 200;

/** The findings of one verification, and the counts of checked elements. */
export class VerifyFindings {
  readonly #kept: VerifyFinding[] = [];
  readonly #checked = new Map<string, number>();
  #part: string | null = null;
  count = 0;

  /** Names the part of the index that further findings are about, or null for none. */
  enter(part: string | null): void {
    this.#part = part;
  }

  add(where: string, what: string): void {
    if (++this.count > FINDINGS_KEPT) return;
    this.#kept.push({ what, where: this.#part === null ? where : `${this.#part}, ${where}` });
  }

  /** Adds a finding unless `holds`. Returns `holds`. Calls `where` and `what` only if needed. */
  expect(holds: boolean, where: () => string, what: () => string): boolean {
    if (!holds) this.add(where(), what());
    return holds;
  }

  /** Runs `body`. If it throws, adds a finding and returns false. */
  attempt(where: () => string, body: () => void): boolean {
    try {
      body();
      return true;
    } catch (error) {
      this.addError(where(), error);
      return false;
    }
  }

  addError(where: string, error: unknown): void {
    this.add(where, error instanceof Error ? error.message : String(error));
  }

  /** Counts checked elements under a name for display. */
  checked(what: string, count = 1): void {
    this.#checked.set(what, (this.#checked.get(what) ?? 0) + count);
  }

  get list(): VerifyFinding[] {
    const more = this.count - this.#kept.length;
    return more === 0 ? [...this.#kept] : [...this.#kept, { what: `${more} more findings`, where: 'index' }];
  }

  get counts(): Record<string, number> {
    return Object.fromEntries(this.#checked);
  }
}

export interface VerifyProgress {
  readonly phase: string;
  readonly items: number;
  readonly itemsTotal: number | null;
  readonly bytes: number;
  readonly bytesTotal: number;
}

/** Reports progress and yields to other work. Throws CANCELLED. May be called any number of times. */
export type Pause = (progress: VerifyProgress) => Promise<void>;

/**
 * Data that the parts of a verification share. Each part declares the members of an index that it needs instead of
 * importing the index reader, which itself imports the structures.
 */
export interface Verification<Index> {
  readonly index: Index;
  readonly findings: VerifyFindings;
  readonly pause: Pause;
  /** A bit for every document that a search can hit. */
  readonly searchable: Uint8Array;
}

export function isMarked(bits: Uint8Array, doc: number): boolean {
  return (bits[doc >>> 3]! & (1 << (doc & 7))) !== 0;
}

/** Sets a bit. Returns false if it was already set. */
export function markBit(bits: Uint8Array, doc: number): boolean {
  const isNew = !isMarked(bits, doc);
  bits[doc >>> 3]! |= 1 << (doc & 7);
  return isNew;
}
