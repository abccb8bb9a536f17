import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import { startProgress } from '../../src/cli/terminal/progress.ts';
import { formatBytes, formatCount, formatDuration } from '../../src/cli/terminal/quantities.ts';
import { printable } from '../../src/cli/terminal/terminal.ts';
import { fractionOf } from '../../src/indexing/fraction-of.ts';
import { pause } from '../support/until.ts';

function fakeStream(isTTY: boolean): { stream: NodeJS.WriteStream; text: () => string } {
  const pass = new PassThrough();
  const pieces: string[] = [];
  pass.setEncoding('utf8').on('data', (text: string) => pieces.push(text));
  const stream = Object.assign(pass, {
    isTTY,
    columns: 200,
    cursorTo: () => true,
    clearLine: () => true,
    moveCursor: () => true,
  });
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => pieces.join('') };
}

test('without a terminal: a line at each phase, and at most one in five seconds', () => {
  const { stream, text } = fakeStream(false);
  let now = 0;
  const progress = startProgress('case', stream, () => now);
  for (let step = 0; step <= 100; step++) {
    now = step * 100;
    progress.update({ phase: 'read', items: step * 10, bytes: step * 1000, fraction: step / 100 });
  }
  progress.update({ phase: 'merge', items: 1000, bytes: 100_000, fraction: null });
  progress.stop();
  expect(text()).toBe(
    [
      'case: read 0 %',
      'case: read 50 % · 5.0 s left · 500 items · 50 kB · 100/s',
      'case: read 100 % · 0 ms left · 1,000 items · 100 kB · 100/s',
      'case: merge · 1,000 items · 100 kB',
      '',
    ].join('\n'),
  );
});

test('on a terminal: a bar with phase, items, bytes, rate and remaining time, which is removed at the end', async () => {
  const { stream, text } = fakeStream(true);
  let now = 0;
  const progress = startProgress('case', stream, () => now);
  progress.update({ phase: 'read', items: 0, bytes: 0, fraction: 0 });
  now = 4000;
  progress.update({ phase: 'read', items: 400, bytes: 40_000, fraction: 0.4 });
  await pause(400);
  progress.stop();
  progress.stop();
  expect(text()).toMatch(/case: read \[=+ +\] 40% · 6\.0 s left · 400 items · 40 kB · 100\/s/);
});

test('the fraction is of bytes if their total is known, else of items', () => {
  expect(fractionOf({ items: 1, itemsTotal: 2, bytes: 1, bytesTotal: 4 })).toBe(0.25);
  expect(fractionOf({ items: 1, itemsTotal: 2, bytes: 1, bytesTotal: 0 })).toBe(0.5);
  expect(fractionOf({ items: 1, itemsTotal: null, bytes: 1, bytesTotal: 0 })).toBeNull();
  expect(fractionOf({ items: 3, itemsTotal: 2, bytes: 0, bytesTotal: 0 })).toBe(1);
});

test('quantities are rounded for people', () => {
  expect([0, 999, 1000, 9949, 999_499, 999_500, 5e15].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '9.9 kB',
    '999 kB',
    '1.0 MB',
    '5.0 PB',
  ]);
  expect([0, 999, 1000, 59_949, 61_000, 3_660_000].map(formatDuration)).toEqual([
    '0 ms',
    '999 ms',
    '1.0 s',
    '59.9 s',
    '1 min 1 s',
    '1 h 1 min',
  ]);
  expect([formatCount(1, 'item'), formatCount(34_767, 'item')]).toEqual(['1 item', '34,767 items']);
});

test('names from evidence cannot control a terminal', () => {
  expect(printable('a\u001b[2J\n\t\u202egpj.exe\u2028')).toBe('a\\u{1b}[2J\\n\\t\\u{202e}gpj.exe\\u{2028}');
  expect(printable('João 日本 😀')).toBe('João 日本 😀');
});
