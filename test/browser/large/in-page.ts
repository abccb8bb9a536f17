/** Code that runs inside the page. It is passed to the browser as text, because it cannot share variables with the tests. */

/** Script that records the time when the first row of hits is in the document. Injected before the page's own code. */
export const WATCH_FIRST_ROW = `
  new MutationObserver((_, observer) => {
    const cell = document.querySelector('[role=row][aria-rowindex="2"] [role=gridcell]:nth-child(n+3):not(:empty)');
    if (cell === null) return;
    observer.disconnect();
    globalThis.firstRowAt = performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });`;

export const HAS_FIRST_ROW = 'globalThis.firstRowAt !== undefined';

/** Returns the milliseconds from the first byte of the first page of hits. */
export const FIRST_ROW_DELAY = `(() => {
  const asked = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname === '/hits');
  return globalThis.firstRowAt - asked[0].responseStart;
})()`;

export const START_COUNTING = `(() => {
  globalThis.frameTimes = [];
  globalThis.isCounting = true;
  const count = (time) => {
    frameTimes.push(time);
    if (isCounting) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
})()`;

export const STOP_COUNTING = `(() => {
  isCounting = false;
  return frameTimes;
})()`;

const GRID = `const grid = document.querySelector('[role=grid]');`;
const ROWS = `${GRID}
  const head = grid.querySelector('[role=columnheader][aria-label=name]');
  const nameOf = (row) => row.children[head.getAttribute('aria-colindex') - 1]?.textContent ?? '';
  const rows = [...grid.querySelectorAll('[role=row]')].slice(1);`;

/** Whether every drawn row has its name. */
export const ROWS_ARE_THERE = `(() => {
  ${ROWS}
  return rows.length > 5 && rows.every((row) => nameOf(row) !== '');
})()`;

/** Returns position and name of each completely visible row. */
export const SEEN_ROWS = `(() => {
  ${ROWS}
  const box = grid.getBoundingClientRect();
  const from = head.getBoundingClientRect().bottom;
  return rows.flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    if (top < from - 1 || bottom > box.bottom + 1) return [];
    return [[Number(row.getAttribute('aria-rowindex')) - 2, nameOf(row)]];
  });
})()`;

/** Moves the scroll bar to a fraction of its range, from 0 to 1. */
export const scrollTo = (part: number): string => `(() => {
  ${GRID}
  grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * ${part};
})()`;

/** Drags the scroll bar from top to bottom, one step per frame. */
export const dragThrough = (seconds: number): string => `new Promise((done) => {
  ${GRID}
  const start = performance.now();
  const step = (time) => {
    const part = Math.min(1, Math.max(0, time - start) / ${seconds * 1000});
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part;
    if (part < 1) requestAnimationFrame(step);
    else done();
  };
  requestAnimationFrame(step);
})`;
