/** Collects every match of an item with the text around it. */
import type { Finding, Found } from '../../search/text-matching.ts';
import type { Collector } from './collector.ts';
import type { LeafMatch } from './field-matcher.ts';
import type { TextWindow } from './text-window.ts';

/** Findings are passed on once their texts have this many units. */
const PART_UNITS = 1 << 16;
/** Cost of a finding in addition to its texts. */
const FINDING_UNITS = 60;

export class FindingLines implements Collector {
  readonly lead: number;
  #id = 0;
  #field = '';
  #value = 0;
  /** Matches whose following text is not complete yet. */
  #waiting: LeafMatch[] = [];
  #last: LeafMatch | null = null;
  #findings: Finding[] = [];
  #units = 0;

  constructor(context: number) {
    this.lead = context;
  }

  beginItem(id: number): void {
    this.#id = id;
  }

  wants(): boolean {
    return true;
  }

  beginValue(field: string, value: number): void {
    this.#field = field;
    this.#value = value;
    this.#last = null;
  }

  take(marks: readonly LeafMatch[], settledTo: number, text: TextWindow): number {
    this.#wait(marks);
    let given = 0;
    for (const mark of this.#waiting) {
      // The next unit shows whether the context would split a surrogate pair.
      if (mark.end + this.lead >= text.end) break;
      this.#give(mark, text);
      given++;
    }
    if (given > 0) this.#waiting = this.#waiting.slice(given);
    return Math.min(settledTo, this.#waiting[0]?.start ?? settledTo);
  }

  endValue(marks: readonly LeafMatch[], text: TextWindow): void {
    this.#wait(marks);
    for (const mark of this.#waiting) this.#give(mark, text);
    this.#waiting = [];
  }

  part(): Found | null {
    return this.#units < PART_UNITS ? null : this.#found();
  }

  endItem(): Found[] {
    return this.#findings.length === 0 ? [] : [this.#found()];
  }

  #found(): Found {
    const findings = this.#findings;
    this.#findings = [];
    this.#units = 0;
    return { kind: 'findings', id: this.#id, findings };
  }

  /** Matches of two clauses with the same extent are one finding. */
  #wait(marks: readonly LeafMatch[]): void {
    for (const mark of marks) {
      if (this.#last?.start === mark.start && this.#last.end === mark.end) continue;
      this.#last = mark;
      this.#waiting.push(mark);
    }
  }

  #give({ start, end }: LeafMatch, window: TextWindow): void {
    const from = window.wholeAt(Math.max(0, start - this.lead));
    const to = window.wholeAt(end + this.lead);
    const finding = {
      field: this.#field,
      value: this.#value,
      start,
      end,
      text: window.slice(start, end),
      before: window.slice(from, start),
      after: window.slice(end, Math.max(to, end)),
    };
    this.#findings.push(finding);
    this.#units += finding.text.length + finding.before.length + finding.after.length + FINDING_UNITS;
  }
}
