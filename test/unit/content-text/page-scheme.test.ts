import { expect, test } from '@jest/globals';
import { framedPage } from '../../../src/content-text/content-views.ts';
import { inScheme, SCHEMED_UNITS_MAX } from '../../../src/content-text/page-scheme.ts';
import { GROWTH_MAX, growthOf } from '../../support/growth.ts';

const darkOf = (body: string): string => inScheme(framedPage(body), 'dark');
const isDark = (body: string): boolean => darkOf(body).includes('color-scheme:dark');

test.each([
  '<p>plain, color:#123456 in its text</p>',
  '<th style="color:#5f6368;background-color:#f1f3f4;font-weight:normal">A</th>',
  '<span style="color:#6b4a00;background-color:#FFF0C2" title="hidden text">x</span>',
  '<p style="font-weight:bold">x</p>',
])('without colours of its author, or with those of remarks, a page is dark: %s', (body) => {
  expect(isDark(body)).toBe(true);
  expect(inScheme(framedPage(body), 'light')).toBe(framedPage(body));
});

test.each([
  '<p style="color:#123456">x</p>',
  '<p style="color:#5f6368">x</p><p style="margin:0;background-color:red">x</p>',
  '<p style="color:#5f6368;background-color:#5f63680">x</p>',
  '<td bgcolor="red">x</td>',
])('with colours of its author, a page stays as it is: %s', (body) => {
  expect(darkOf(body)).toBe(framedPage(body));
});

test('remarks get colours for a dark background, and texts keep theirs', () => {
  const body = '<p style="color:#5f6368" title="color:#5f6368">color:#5f6368</p>';
  expect(darkOf(body)).toContain('<p style="color:#a3abb1" title="color:#5f6368">color:#5f6368</p>');
});

test('a page of many tags takes time that grows with its length, whatever its text imitates', () => {
  const look = (count: number): void => {
    const cells = '<td style="color:#5f6368">1</td>'.repeat(count);
    const imitation = ' style="color:#5f6368'.repeat(count);
    expect(isDark(`<table><tr>${cells}</tr></table><p>${imitation}</p>`)).toBe(true);
  };
  expect(growthOf(look, 100_000)).toBeLessThan(GROWTH_MAX);
  expect(isDark(`<p>${'x'.repeat(SCHEMED_UNITS_MAX)}</p>`)).toBe(false);
});
