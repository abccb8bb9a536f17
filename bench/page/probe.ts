/**
 * Code that runs inside the measured page. It is passed to the browser as text. It times JSON parsing, and notices the moment
 * when the document shows the answer to an action.
 */

/** Times of one action on the page's clock, in milliseconds. */
export interface Probed {
  readonly name: string;
  /** The time stamp of the input event. */
  readonly input: number;
  /** When the document had changed. A mark of the same number is in the trace. */
  readonly changed: number;
  readonly mark: string;
  readonly requests: readonly ProbedRequest[];
  /** Time of parsing JSON. */
  readonly json: readonly (readonly [number, number])[];
}

export interface ProbedRequest {
  readonly path: string;
  readonly queued: number;
  readonly sent: number;
  readonly firstByte: number;
  readonly lastByte: number;
  readonly bytes: number;
  readonly decodedBytes: number;
}

/** A condition on the document that ends an action. Answers are those that arrived since its input. */
export const PICTURES = {
  /** The number of hits and the rows of a new set. */
  rows: `(answers) => {
    const answer = answers.findLast(({ path }) => path === '/hits')?.value;
    if (answer === undefined) return false;
    const count = document.querySelector('.result-line strong')?.textContent ?? '';
    if (count.split(' ')[0] !== answer.total.toLocaleString('en-US')) return false;
    const rows = drawnRows();
    return rows.length >= Math.min(answer.total, 5) && rows.every(isLoaded);
  }`,
  /** The rows of another place in the same set, which may have been loaded before. The focus was at an earlier one. */
  place: `() => {
    const focused = Number(document.activeElement?.getAttribute('aria-rowindex') ?? 0);
    return focused > focusedBefore && drawnRows().every(isLoaded);
  }`,
  /** The values of the facet \`category\`. */
  counts: `(answers) => {
    const facet = answers.findLast(({ path }) => path === '/facets')?.value.facets.find(({ field }) => field === 'category');
    const group = document.querySelector('.facet[role=group]');
    if (facet === undefined || group === null) return false;
    const shown = [...group.querySelectorAll('.facet-value .count')].map(({ textContent }) => textContent.trim());
    const wanted = facet.values.map(({ items }) => items.toLocaleString('en-US'));
    return shown.join() === wanted.join();
  }`,
  /** The text of an item, with marks if there are any in its first part. */
  marks: `(answers) => {
    const answer = answers.findLast(({ path }) => path.endsWith('/matches'))?.value;
    if (answer === undefined || document.querySelector('.text-slice') === null) return false;
    const isMarked = answer.matches.some(({ field, start }) => field === 'content' && start < 4000);
    return !isMarked || document.querySelector('.text-slice mark') !== null;
  }`,
  /** The list below the query. */
  suggestions: `(answers) => {
    const answer = answers.findLast(({ path }) => path === '/suggest')?.value;
    if (answer === undefined) return false;
    const shown = [...document.querySelectorAll('.suggestion .count')].map(({ textContent }) => textContent.trim());
    return shown.join() === answer.data.map(({ items }) => items.toLocaleString('en-US')).join();
  }`,
};

export type Picture = keyof typeof PICTURES;

/** The end of the path of the request on which each picture depends; empty if it may need none. */
const ANSWERS: Readonly<Record<Picture, string>> = {
  rows: '/hits',
  place: '',
  counts: '/facets',
  marks: '/matches',
  suggestions: '/suggest',
};

/** Script to inject before the page's own code. */
export const PROBE = `(() => {
  performance.setResourceTimingBufferSize(1_000_000);
  const drawnRows = () => [...document.querySelectorAll('[role=grid] [role=rowgroup] [role=row]')];
  const isLoaded = (row) => row.getAttribute('aria-busy') === null && row.children.length > 1;
  const pictures = { ${Object.entries(PICTURES)
    .map(([name, code]) => `${name}: ${code}`)
    .join(',\n')} };
  const answersOf = ${JSON.stringify(ANSWERS)};
  let count = 0;
  let input = null;
  let focusedBefore = 0;
  let answers = [];
  let json = [];
  let asked = [];
  let armed = [];
  let waiting = [];
  let done = [];
  let firstRowAt = null;
  const look = () => {
    if (firstRowAt === null && drawnRows().some(isLoaded)) firstRowAt = performance.now();
    if (input === null || waiting.length === 0) return;
    for (const one of waiting.filter(({ picture }) => pictures[picture](answers))) {
      const mark = 'probe:' + performance.timeOrigin + ':' + count++;
      done.push({ name: one.name, input, changed: performance.mark(mark).startTime, mark });
      waiting = waiting.filter((other) => other !== one);
    }
  };
  globalThis.pageProbe = {
    /** Expects an input event, then pictures. */
    arm(type, wanted) {
      [input, answers, json, done, asked] = [null, [], [], [], []];
      waiting = armed = wanted;
      const onInput = (event) => {
        input = event.timeStamp;
        focusedBefore = Number(document.activeElement?.getAttribute('aria-rowindex') ?? 0);
        performance.clearResourceTimings();
      };
      addEventListener(type, onInput, { capture: true, once: true });
    },
    firstRowAt: () => firstRowAt,
    isDone: () => waiting.length === 0,
    /** Whether an answer was requested on which the pictures depend. */
    hasAsked: () => armed.some(({ picture }) => answersOf[picture] === '') || asked.some((path) => armed.some(({ picture }) => path.endsWith(answersOf[picture]))),
    missing: () => waiting.map(({ name }) => name),
    take() {
      const requests = performance.getEntriesByType('resource').map((entry) => ({
        path: new URL(entry.name).pathname,
        queued: entry.startTime,
        sent: entry.requestStart,
        firstByte: entry.responseStart,
        lastByte: entry.responseEnd,
        bytes: entry.transferSize,
        decodedBytes: entry.decodedBodySize,
      }));
      waiting = [];
      return done.map((one) => ({ ...one, requests: requests.filter(({ queued }) => queued >= one.input), json }));
    },
  };
  const { fetch } = globalThis;
  globalThis.fetch = (...how) => {
    asked.push(new URL(how[0], location.href).pathname);
    return fetch(...how);
  };
  Response.prototype.json = async function () {
    const text = await this.text();
    const start = performance.now();
    const value = JSON.parse(text);
    json.push([start, performance.now()]);
    answers.push({ path: new URL(this.url).pathname, value });
    // The document may already be what the answer says.
    requestAnimationFrame(look);
    return value;
  };
  addEventListener('focusin', look);
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})();`;
