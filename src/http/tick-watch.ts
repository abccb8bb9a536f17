/**
 * Measures how long the event loop was blocked at most in the last minute. A block delays every request. It measures only while
 * requests arrive: an idle server need not wake up hundreds of times a second.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** Sampling interval: a real block is longer by at most this. */
const RESOLUTION_MILLISECONDS = 2;
/** The minute is divided into spans; a block expires with its span. */
const SPAN_MILLISECONDS = 5000;
const SPANS = 12;

export class TickWatch {
  readonly #histogram: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  /** The longest block of each span, in seconds; the last span is current. */
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

  /** Called for each request. Measures until a span passes without a request. */
  look(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#histogram.enable();
    this.#lookAtFirst();
  }

  /** The measured values stay in the histogram until the next start. */
  #rest(): void {
    this.#isLooking = false;
    this.#histogram.disable();
  }

  /** The histogram counts from its first sample on. A block before the first sample is measured here. */
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
