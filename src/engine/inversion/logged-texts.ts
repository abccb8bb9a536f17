/** Cuts texts into tokens where they are logged, in the memory of a term log; what one of its tables does not fold is folded here. */
import { FOLD_TABLE, foldCodePoint, isTokenCodePoint } from '../../analysis/fold-table.ts';
import { STABILITY, STABLE } from '../../analysis/normalization-classes.ts';
import {
  BUFFER_UNITS,
  codePointAt,
  FOLDED_UNITS_MAX,
  TOKEN_UNITS_MAX,
  type UnitCutter,
} from '../../analysis/token-cutter.ts';
import { WHOLE_VALUE_UNITS_MAX } from '../../analysis/whole-value.ts';
import { TermLog } from '../../kernel/term-log.ts';

/** Logs that nobody uses now, in this thread: the memory of one is not free again soon. */
const unused: TermLog[] = [];

/** A log that is empty, with room for so many tokens if it is new. */
export function takeTermLog(tokens: number): TermLog {
  const log = unused.pop();
  if (log !== undefined) {
    log.reset();
    return log;
  }
  const foldedMax = Math.max(FOLDED_UNITS_MAX, WHOLE_VALUE_UNITS_MAX);
  const sizes = { textUnits: BUFFER_UNITS, unitsMax: TOKEN_UNITS_MAX, foldedMax };
  return new TermLog({ folds: FOLD_TABLE, stability: STABILITY }, sizes, tokens);
}

/** Nothing of the log may be used after that. */
export function giveTermLogBack(log: TermLog): void {
  unused.push(log);
}

export class LoggedTexts implements UnitCutter {
  readonly #log: TermLog;

  constructor(log: TermLog) {
    this.#log = log;
  }

  get text(): Uint16Array {
    return this.#log.text;
  }

  get textBytes(): Buffer {
    return this.#log.textBytes;
  }

  isStable(units: number): boolean {
    if (this.#log.isStable(units)) return true;
    // The table has learned of surrogates since the log has it.
    const { text } = this.#log;
    for (let i = 0; i < units; i++) if (STABILITY[text[i]!] !== STABLE) return false;
    return true;
  }

  cut(units: number): void {
    for (let from = 0; from < units; ) {
      const at = this.#log.cut(from, units);
      from = at === units ? units : at + this.#takeCodePoint(codePointAt(this.#log.text, at, units));
    }
  }

  cutAscii(bytes: Uint8Array, from: number, to: number): void {
    this.#log.cutAscii(bytes, from, to);
  }

  endToken(): void {
    this.#log.endToken();
  }

  /** A surrogate pair, a lone surrogate, or a fold to several units. Returns its units. */
  #takeCodePoint(codePoint: number): number {
    const width = codePoint > 0xffff ? 2 : 1;
    if (!isTokenCodePoint(codePoint)) {
      this.#log.endToken();
      return width;
    }
    if (this.#log.tokenUnits + width > TOKEN_UNITS_MAX) this.#log.endToken();
    this.#log.addFolded(foldCodePoint(codePoint), width);
    return width;
  }
}
