/** The analyst's page in a browser. Each action is timed from its input event to the presented frame that shows its answer. */
import type { Browser, Page } from 'playwright-core';
import { type Picture, PROBE, type Probed } from './probe.ts';
import { CATEGORIES, type Delay, Trace } from './trace.ts';

const QUIET_MS = 120;
const LOOKS_EVERY_MS = 10;
const WAITED_MS_MAX = 20_000;
/** If a key has caused no request by then, it needs no answer of the server. */
const ASKED_WITHIN_MS = 200;

/** Bytes count all answers to the action: as transferred with headers, and decoded without headers. */
export interface MeasuredAction extends Delay {
  readonly query: string;
  readonly sentBytes: number;
  readonly decodedBytes: number;
}

/** The page in a browser. If an action has no picture in time, the benchmark is wrong or the page hangs. */
export class MeasuredPage {
  readonly page: Page;
  /** From navigation to the first row in the document. */
  readonly firstRowMs: number;
  readonly #browser: Browser;
  readonly #probed: { readonly probed: Probed; readonly query: string }[] = [];
  readonly measured = new Map<string, MeasuredAction[]>();
  /** Recorded with each action. */
  query = '';
  #isTracing = false;

  private constructor(browser: Browser, page: Page, firstRowMs: number) {
    this.#browser = browser;
    this.page = page;
    this.firstRowMs = firstRowMs;
  }

  static async open(browser: Browser, url: string): Promise<MeasuredPage> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      ignoreHTTPSErrors: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(WAITED_MS_MAX);
    await page.addInitScript(PROBE);
    await load(page, url);
    return new MeasuredPage(browser, page, await page.evaluate<number>('pageProbe.firstRowAt()'));
  }

  /** Loads the page again, for example after an action that failed. */
  async reload(): Promise<void> {
    await load(this.page, new URL(this.page.url()).origin);
    await this.settle();
  }

  async startTrace(): Promise<void> {
    await this.#browser.startTracing(this.page, { categories: [...CATEGORIES] });
    this.#isTracing = true;
  }

  /** Ends the trace, and adds its actions to `measured`. */
  async endTrace(): Promise<void> {
    this.#isTracing = false;
    const trace = new Trace((await this.#browser.stopTracing()).toString('utf8'));
    for (const { probed, query } of this.#probed.splice(0)) {
      const { name, requests } = probed;
      const sum = (of: 'bytes' | 'decodedBytes'): number => requests.reduce((all, one) => all + one[of], 0);
      const action = { ...trace.delayOf(probed), query, sentBytes: sum('bytes'), decodedBytes: sum('decodedBytes') };
      this.measured.set(name, [...(this.measured.get(name) ?? []), action]);
    }
  }

  async settle(milliseconds = QUIET_MS): Promise<void> {
    await this.page.waitForTimeout(milliseconds);
  }

  /**
   * Waits for pictures after an input of this type, and records their times under their names. Returns false if the input
   * needed no answer of the server; then nothing is recorded.
   */
  async measure(
    type: 'keydown' | 'click' | 'input',
    wanted: Readonly<Record<string, Picture>>,
    act: () => Promise<unknown>,
    /** Returns the final name of the action, when its picture is shown. */
    rename: (name: string) => Promise<string> = async (name) => name,
  ): Promise<boolean> {
    const named = Object.entries(wanted).map(([name, picture]) => ({ name, picture }));
    await this.page.evaluate(`pageProbe.arm(${JSON.stringify(type)}, ${JSON.stringify(named)})`);
    await act();
    const start = performance.now();
    while (!(await this.page.evaluate<boolean>('pageProbe.isDone()'))) {
      const waited = performance.now() - start;
      if (waited > ASKED_WITHIN_MS && !(await this.page.evaluate<boolean>('pageProbe.hasAsked()'))) {
        await this.page.evaluate('pageProbe.take()');
        return false;
      }
      if (waited > WAITED_MS_MAX) {
        const missing = await this.page.evaluate<string[]>('pageProbe.missing()');
        throw new Error(`the page never showed for ${this.query}: ${missing.join(', ')}`);
      }
      await this.page.waitForTimeout(LOOKS_EVERY_MS);
    }
    // The frame is still to be presented, and entries of requests to be written.
    await this.settle();
    const all = await this.page.evaluate<Probed[]>('pageProbe.take()');
    if (!this.#isTracing) return true;
    for (const probed of all) {
      this.#probed.push({ probed: { ...probed, name: await rename(probed.name) }, query: this.query });
    }
    return true;
  }
}

async function load(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/app/`);
  await page.locator('[role=grid] [role=row][aria-rowindex="2"] .cell').first().waitFor();
}
