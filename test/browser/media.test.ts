/**
 * Pictures and recordings on the page: turned, with their data and their neighbours; and a transcript whose times lead to
 * positions.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import sqlite from 'node-sqlite3-wasm';
import sharp from 'sharp';
import { Service } from '../support/http-service.ts';
import { withTempDir } from '../support/tiny-case.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const RATE = 8000;
const SECONDS = 20;

/** Silence. */
function recording(): Buffer {
  const samples = Buffer.alloc(RATE * SECONDS, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

describeInBrowser('pictures and recordings', () => {
  let service: Service;
  let shown: WatchedPage | undefined;
  beforeAll(async () => {
    const wide = await sharp({ create: { width: 400, height: 100, channels: 3, background: 'blue' } })
      .png()
      .toBuffer();
    const taken = await sharp(wide)
      .withExif({ IFD0: { Model: 'Other F3' }, IFD2: { DateTimeOriginal: '2023:03:12 10:15:00' } })
      .png()
      .toBuffer();
    const picture = (id: number, more: object = {}) => ({
      id,
      properties: { name: `picture ${id}.png`, contentType: 'image/png', ...more },
      content: wide,
    });
    const sound = (id: number, text: string) => ({
      id,
      properties: { name: `voice ${id}.wav`, contentType: 'audio/wav' },
      text,
      content: recording(),
    });
    const database = await withTempDir(async (dir) => {
      const path = join(dir, 'a.db');
      const written = new sqlite.Database(path);
      written.exec(
        `CREATE TABLE calls(n, who); WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 250) INSERT INTO calls SELECT n, 'caller ' || n FROM r`,
      );
      written.close();
      return readFileSync(path);
    });
    const media = [
      ...Array.from({ length: 12 }, (_, i) => picture(i + 1)),
      { ...picture(13, { 'image:Exif IFD0:Model': 'Falkon F2', subject: 'no data' }), content: taken },
      sound(20, '[00:00:01] Who is it?\n[00:00:12] x91, he said.'),
      sound(21, 'Who is it, without times?'),
      { id: 30, properties: { name: 'calls.db', contentType: 'application/x-sqlite3' }, content: database },
    ];
    const paths = { 'seized-laptop': resolve('data-samples/seized-laptop') };
    service = await Service.start({ cases: { media }, paths });
  });

  const open = async (query: string) => {
    shown = await WatchedPage.open(service.server.url, query);
    return shown.page;
  };

  test('a picture is rotated, and shows data of the case and of its bytes separately', async () => {
    const page = await open('?sources=media&item=media:13');
    const frame = page.locator('iframe.preview-frame');
    await frame.waitFor();
    const before = (await frame.boundingBox())!;
    await page.getByRole('button', { name: 'Rotate right' }).click();
    // The wide picture is now high, in the same position.
    const after = (await frame.boundingBox())!;
    expect(Math.round(after.x + after.width / 2)).toBe(Math.round(before.x + before.width / 2));
    const turned = await frame.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      return { width, height, ownWidth: element.clientWidth, ownHeight: element.clientHeight };
    });
    expect([Math.round(turned.width), Math.round(turned.height)]).toEqual([turned.ownHeight, turned.ownWidth]);
    await page.getByRole('button', { name: 'Picture data' }).click();
    const data = page.locator('.picture-data');
    await data.getByText('Photo: DateTimeOriginal').waitFor();
    const [ofCase, ofBytes] = await data.locator('section').allTextContents();
    expect(ofCase).toMatch(/In the case.*Exif IFD0:Model\s*Falkon F2/);
    expect(ofCase).not.toMatch(/no data|Other F3/);
    expect(ofBytes).toMatch(/Read from the picture.*File: Width\s*400.*Image: Model\s*Other F3/);
    expect(ofBytes).toMatch(/DateTimeOriginal\s*2023:03:12 10:15:00/);
    expect(ofBytes).not.toContain('Falkon');
    expect(await shown!.accessibilityFaults()).toEqual([]);
    shown!.expectQuiet();
  });

  test('the previous and the next hits are beside a picture', async () => {
    const page = await open('?sources=media&sort=id&filter=contentType:=image/png&item=media:6');
    const strip = page.getByRole('list', { name: 'Hits before and after' });
    await strip.getByRole('button').nth(8).waitFor();
    const names = await strip
      .getByRole('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(names).toEqual(Array.from({ length: 9 }, (_, i) => `picture ${i + 2}.png`));
    await strip.getByRole('button', { name: 'picture 9.png' }).click();
    await page.getByRole('heading', { name: 'picture 9.png' }).waitFor();
    expect(await strip.locator('[aria-current=true]').getAttribute('aria-label')).toBe('picture 9.png');
  });

  test('a recording plays from the time of a transcript line, and its bytes are requested in ranges', async () => {
    const page = await open('?sources=media');
    const ranges: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/docs/20/content')) ranges.push(request.headers()['range'] ?? '');
    });
    await page.getByRole('gridcell', { name: 'voice 20.wav', exact: true }).click();
    const transcript = page.getByRole('region', { name: 'Transcript' });
    await transcript.getByRole('button', { name: '00:00:12' }).click();
    await page.waitForFunction(`document.querySelector('audio').currentTime >= 12`);
    await transcript.locator('li[aria-current=true]').filter({ hasText: 'x91, he said.' }).waitFor();
    expect(ranges.length).toBeGreaterThan(0);
    expect(await shown!.accessibilityFaults()).toEqual([]);
    await page.getByRole('gridcell', { name: 'voice 21.wav', exact: true }).click();
    await transcript.getByText('This transcript has no times.').waitFor();
    shown!.expectQuiet();
  });

  test('a database shows the rows of a table page by page', async () => {
    const page = await open('?sources=media&item=media:30');
    await page.getByRole('combobox', { name: 'Table' }).selectOption({ label: 'calls (250 rows)' });
    const rows = page.getByRole('group', { name: 'calls' });
    await rows.getByText('caller 100', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Later rows' }).click();
    await page.getByText('101 to 200 of 250').waitFor();
    await page.getByRole('button', { name: 'Later rows' }).click();
    await rows.getByText('caller 250', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Later rows' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Earlier rows' }).click();
    await page.getByText('101 to 200 of 250').waitFor();
    expect(await shown!.accessibilityFaults()).toEqual([]);
    shown!.expectQuiet();
  });

  test('in a low window, the timeline and a mail have one scroll bar each', async () => {
    for (const query of [
      '?sources=seized-laptop&view=timeline',
      '?sources=seized-laptop&item=seized-laptop:336&tab=preview',
    ]) {
      const page = await open(query);
      await page.setViewportSize({ width: 640, height: 400 });
      await shown!.network.settled();
      expect([query, await page.evaluate(NESTED_BARS)]).toEqual([query, []]);
      await shown!.close();
    }
  });
});

/** Classes of elements that have a scroll bar and are inside another element with a scroll bar. */
const NESTED_BARS = `(() => {
  const scrolled = [...document.querySelectorAll('*')].filter(
    (element) => /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 1,
  );
  return scrolled
    .filter((element) => scrolled.some((other) => other !== element && other.contains(element)))
    .map(({ className }) => className);
})()`;
