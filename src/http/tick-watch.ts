/**
 * The longest time in the last minute for which the event loop stood still, and every other request with it. It looks while
 * requests come: a server that nobody asks need not wake up hundreds of times a second.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** How often the loop is looked at: a tick is known to be this much longer at the most than what is told. */
const RESOLUTION_MILLISECONDS = 2;
/** The minute in spans: a tick is forgotten with its span. */
const SPAN_MILLISECONDS = 5000;
const SPANS = 12;

export class TickWatch {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  /** The longest of each span, in seconds; the last is not over. */
  readonly #longest: number[] = [0];
  #isAsked = false;
  #isLooking = false;

  constructor() {
    setInterval(() => {
      if (!this.#isAsked) this.#rest();
      this.#look();
      this.#isAsked = false;
      this.#longest.push(0);
      if (this.#longest.length > SPANS + 1) this.#longest.shift();
    }, SPAN_MILLISECONDS).unref();
  }

  /** A request has come. It goes on looking until a whole span has none. */
  look(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#histogram.enable();
    this.#lookAtFirst();
  }

  /** What was seen until now stays in the histogram until the next look at it. */
  #rest(): void {
    this.#isLooking = false;
    this.#histogram.disable();
  }

  /** Enabled or reset, the histogram counts from its next look on: what stands still before that is measured here. */
  #lookAtFirst(): void {
    const start = performance.now();
    setTimeout(() => {
      this.#note((performance.now() - start - RESOLUTION_MILLISECONDS) / 1e3);
    }, RESOLUTION_MILLISECONDS).unref();
  }

  longestSeconds(): number {
    this.#look();
    return Math.max(...this.#longest);
  }

  #look(): void {
    const seconds = this.#histogram.max / 1e9 - RESOLUTION_MILLISECONDS / 1e3;
    this.#histogram.reset();
    this.#note(seconds);
    if (this.#isLooking) this.#lookAtFirst();
  }

  #note(seconds: number): void {
    const now = this.#longest.length - 1;
    this.#longest[now] = Math.max(this.#longest[now]!, seconds);
  }
}
