/**
 * Merges sorted runs of whole values. Equal values of several runs become one, with the documents of each run in turn. They
 * become columns, or a list of documents by folded value. Compiled to WebAssembly from assembly/; value-run.ts describes the
 * format of runs.
 */
import { type GrowingMemory, LAYOUT_START, startCode } from '../../../kernel/wasm-memory.ts';
import { code } from './columns-code.ts';

interface Value {
  readonly value: number;
}

interface Code {
  readonly memory: GrowingMemory;
  beginRuns(start: number, runs: number): void;
  addRun(runBytes: number, longest: number, readBytes: number): void;
  makeRoom(run: number): number;
  roomOf(run: number): number;
  fill(run: number, bytes: number, isLast: number): void;
  layAlphabets(): number;
  layColumns(spellingsPerGroup: number, longest: number): void;
  beginColumn(): void;
  writeColumn(column: number, isKept: number): number;
  endColumn(): void;
  taken(): void;
  readonly spelledAt: Value;
  readonly spelled: Value;
  readonly docsAt: Value;
  readonly docsBytes: Value;
  readonly groupsAt: Value;
  readonly groupsBytes: Value;
  readonly firstsAt: Value;
  readonly firstsBytes: Value;
  readonly spellings: Value;
  readonly values: Value;
  readonly occurrences: Value;
  layNames(): void;
  listNames(isOrdered: number): number;
  namesTaken(): void;
  readonly listedAt: Value;
  readonly listed: Value;
  readonly equalAt: Value;
  readonly equals: Value;
}

/** A sorted run. */
export interface ValueRun {
  readonly bytes: number;
  /** Length in bytes of its longest spelling. */
  readonly longest: number;
  /** Fills `into` with the next bytes. */
  read(into: Uint8Array): void;
}

/** Receives bytes, valid only during the call. */
type TakeBytes = (bytes: Uint8Array) => void;

/** Receivers of the parts of a column: spellings, documents, starts of groups, and which spellings are the first of their value. */
export interface ColumnParts {
  readonly spellings: TakeBytes;
  readonly docs: TakeBytes;
  readonly groups: TakeBytes;
  readonly firsts: TakeBytes;
}

/** Return values of the code. Numbers from 0 on mean a run whose next bytes it needs. */
const ENDED = -2;

export class MergedValues {
  readonly #code = startCode<Code>(code);
  readonly #runs: readonly ValueRun[];
  /** Unread bytes of each run. */
  readonly #left: number[];

  /**
   * `alphabets`: alphabets of packed texts, of up to 16 characters each. `readBytes`: number of bytes of a run to read
   * at a time.
   */
  constructor(
    runs: readonly ValueRun[],
    format: { readonly spellingsPerGroup: number; readonly alphabets: readonly string[] },
    readBytes: number,
  ) {
    this.#runs = runs;
    this.#left = runs.map(({ bytes }) => bytes);
    const { longest } = runs.reduce((a, b) => (a.longest > b.longest ? a : b));
    this.#code.beginRuns(LAYOUT_START, runs.length);
    for (const run of runs) this.#code.addRun(run.bytes, run.longest, readBytes);
    const digits = this.#view(this.#code.layAlphabets(), format.alphabets.length << 8);
    for (const [form, alphabet] of format.alphabets.entries())
      for (const [digit, character] of [...alphabet].entries()) digits[(form << 8) + character.charCodeAt(0)] = digit;
    this.#code.layColumns(format.spellingsPerGroup, longest);
    this.#code.layNames();
  }

  #view(at: number, bytes: number): Uint8Array {
    return new Uint8Array(this.#code.memory.buffer, at, bytes);
  }

  beginColumn(): void {
    this.#code.beginColumn();
  }

  /**
   * Writes values of a column and passes on some output, or skips them. Returns false once everything was passed on.
   */
  writeColumn(column: number, parts: ColumnParts | null): boolean {
    const found = this.#filled(() => this.#code.writeColumn(column, parts === null ? 0 : 1));
    if (found === ENDED) this.#code.endColumn();
    if (parts !== null) {
      const { spelledAt, spelled, docsAt, docsBytes, groupsAt, groupsBytes, firstsAt, firstsBytes } = this.#code;
      parts.spellings(this.#view(spelledAt.value, spelled.value));
      parts.docs(this.#view(docsAt.value, docsBytes.value));
      parts.groups(this.#view(groupsAt.value, groupsBytes.value));
      parts.firsts(this.#view(firstsAt.value, firstsBytes.value));
    }
    this.#code.taken();
    return found !== ENDED;
  }

  /** Counts of the column so far: distinct spellings, distinct folded values, documents of all values. */
  get counts(): { readonly spellings: number; readonly values: number; readonly occurrences: number } {
    const { spellings, values, occurrences } = this.#code;
    return { spellings: spellings.value, values: values.value, occurrences: occurrences.value };
  }

  /**
   * Lists the documents of the only column by folded value. Passes on the next documents, and the bounds of ranges to
   * sort: the documents of each value or, with `isOrdered`, of each value with several spellings. Returns false at the
   * end.
   */
  listNames(isOrdered: boolean, take: (docs: Uint32Array, equal: Uint32Array) => void): boolean {
    const found = this.#filled(() => this.#code.listNames(isOrdered ? 1 : 0));
    const { memory, listedAt, listed, equalAt, equals } = this.#code;
    take(
      new Uint32Array(memory.buffer, listedAt.value, listed.value),
      new Uint32Array(memory.buffer, equalAt.value, 2 * equals.value),
    );
    this.#code.namesTaken();
    return found !== ENDED;
  }

  /** Calls `play` again, with further bytes, as long as it needs bytes of a run. */
  #filled(play: () => number): number {
    for (;;) {
      const found = play();
      if (found < 0) return found;
      const at = this.#code.makeRoom(found);
      const count = Math.min(this.#code.roomOf(found), this.#left[found]!);
      this.#runs[found]!.read(this.#view(at, count));
      this.#left[found]! -= count;
      this.#code.fill(found, count, this.#left[found] === 0 ? 1 : 0);
    }
  }
}
