/**
 * A page of the browser that records requests to other origins, violations of its policy, logged errors, and accessibility
 * findings.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { atEnd } from '../support/endings.ts';
import { openBrowser } from './open-browser.ts';
import { QuietNetwork } from './quiet-network.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export class WatchedPage {
  readonly page: Page;
  readonly origin: string;
  /** Addresses of other origins that the page requested. */
  readonly foreign: string[] = [];
  /** Requests that the page's policy refused. */
  readonly reports: string[] = [];
  readonly errors: string[] = [];
  readonly network: QuietNetwork;

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.network = new QuietNetwork(page);
    this.origin = origin;
  }

  /** Opens `/app/` with that query of its address, until the end of the test. */
  static async open(origin: string, query = '', options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const browser = await openBrowser();
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'en-US',
      acceptDownloads: true,
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const watched = new WatchedPage(page, origin);
    atEnd(() => watched.close());
    await watched.#watch();
    await page.goto(`${origin}/app/${query}`);
    return watched;
  }

  async #watch(): Promise<void> {
    const { page, origin } = this;
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !/^(blob:|data:|about:)/.test(url)) this.foreign.push(url);
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content Security Policy|Content-Security-Policy/.test(message.text())) {
        this.errors.push(message.text());
      }
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
    await page.exposeFunction('reportViolation', (text: string) => this.reports.push(text));
    await page.addInitScript(
      `document.addEventListener('securitypolicyviolation', (event) => {
        reportViolation(event.violatedDirective + ' ' + event.blockedURI);
      });`,
    );
  }

  /** Fails if anything was requested elsewhere, refused or logged since the page was opened. */
  expectQuiet(): void {
    expect({ foreign: this.foreign, reports: this.reports, errors: this.errors }).toEqual({
      foreign: [],
      reports: [],
      errors: [],
    });
  }

  /** Returns the serious and critical findings of axe in the visible page. */
  async accessibilityFaults(): Promise<readonly string[]> {
    await this.page.evaluate(`${axe}; undefined`);
    return this.page.evaluate(async () => {
      const tool = (globalThis as unknown as { axe: { run(options: unknown): Promise<AxeAnswer> } }).axe;
      const { violations } = await tool.run({ iframes: false, resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
        );
    });
  }

  /** Waits until the page shows this number of found items. */
  async expectCount(text: string | RegExp): Promise<void> {
    await this.page.getByRole('status', { name: 'Result' }).filter({ hasText: text }).waitFor();
  }

  row(index: number) {
    return this.page.getByRole('grid', { name: 'Results' }).locator(`[role=row][aria-rowindex="${index + 1}"]`);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}

interface AxeAnswer {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}
