/**
 * A report opened from its folder. Nothing runs, nothing is fetched from elsewhere, screen readers can use it, and it prints.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { temporaryDir } from '../support/endings.ts';
import { refs, Service } from '../support/http-service.ts';
import { unzipped } from '../support/unzipped.ts';
import { describeInBrowser, openBrowser } from './open-browser.ts';

const MARKUP = '<img src="http://192.0.2.1/x" onerror="document.title=1"><script>document.title=1</script>';
const MAIL = `From: Ann <a@example.org>\r\nSubject: heron ${MARKUP}\r\nContent-Type: text/html\r\n\r\n<p style="color:#1b1f23">The heron ${MARKUP}</p>`;
const PLACES = [
  ['38.72', '-9.14'],
  ['-22.9', '-43.2'],
  ['52.5', '13.4'],
];

/** Short names in the first column of tables that wrap to two lines. */
const BROKEN_NAMES = `[...document.querySelectorAll('td:first-child > bdi')]
  .filter((one) => /^[\\w]{1,12}$/.test(one.textContent) && one.getClientRects().length > 1)
  .map((one) => one.textContent)`;

describeInBrowser('a report in a folder', () => {
  let service: Service;
  let dir: string;
  let pages: string[];
  beforeAll(async () => {
    const pictures = await Promise.all(
      ['#336699', '#996633', '#669933'].map((background) =>
        sharp({ create: { width: 240, height: 160, channels: 3, background } })
          .jpeg()
          .toBuffer(),
      ),
    );
    service = await Service.start({
      cases: {
        laptop: [
          {
            id: 1,
            properties: {
              ...{ name: 'mail.eml', contentType: 'message/rfc822', modified: '2021-03-04T10:00:00Z' },
              ...{ category: 'Emails', from: 'Ann <a@example.org>', to: 'Rui', 'Message-ID': '<m1@x>' },
            },
            text: 'heron',
            content: MAIL,
          },
          {
            id: 3,
            properties: {
              ...{ name: 'answer.eml', contentType: 'message/rfc822', modified: '1601-01-01T00:00:00Z' },
              ...{ category: 'Emails', from: 'Rui', to: 'Ann <a@example.org>', References: '<m1@x>' },
              'Message-ID': '<m2@x>',
            },
            text: 'The heron answers. '.repeat(20),
            content: MAIL,
          },
          ...['Ana', 'Rui', 'Ana'].map((from, i) => ({
            id: 20 + i,
            properties: {
              ...{ name: `message ${i}`, chat: 'Ana & Rui', from, sent: `2023-01-0${i + 1}T10:00:00Z` },
              category: 'Chats',
            },
            text: `heron, message ${i}`,
          })),
          {
            id: 2,
            properties: { name: `${MARKUP}\u202egpj.exe`, path: '/a/b', md5: 'd41d8cd98f00b204e9800998ecf8427e' },
            text: 'a heron by the water',
            content: MARKUP,
          },
          ...pictures.map((content, i) => ({
            id: 10 + i,
            properties: {
              name: `picture ${i}.jpg`,
              contentType: 'image/jpeg',
              created: '2022-05-06T07:08:09Z',
              'geo:lat': PLACES[i]![0]!,
              'geo:long': PLACES[i]![1]!,
            },
            text: 'heron',
            content,
          })),
        ],
      },
    });
    await service.post('/bookmarks/Relevant');
    await service.put('/bookmarks/Relevant/add', refs('laptop', 1, 2, 3, 10, 11, 12, 20, 21, 22));
    await service.post('/sources/laptop/docs/2/notes', { text: 'The same account as in the mail.' });
    await service.put('/codings/Kind', { choices: [{ bookmark: 'Relevant' }, { bookmark: 'Other' }], exclusive: true });
    await service.post('/reviews', { name: 'First pass', docs: refs('laptop', 1, 2), codings: ['Kind'] });
    await service.get('/reviews/First%20pass/next');
    const decided = { choice: 'Relevant', docs: refs('laptop', 1), review: 'First pass' };
    await service.put('/codings/Kind/code', decided);
    const { bytes } = await service.post('/report', {
      bookmarks: ['Relevant'],
      q: 'heron',
      title: `Report ${MARKUP}`,
      case: '4711',
      files: true,
      keywords: ['heron', '(x'],
      time: '2026-03-04T10:20:30Z',
    });
    dir = temporaryDir();
    const files = await unzipped(bytes);
    for (const [path, content] of files) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), content);
    }
    pages = [...files.keys()].filter((path) => path.endsWith('.html'));
  });

  test.each(['light', 'dark'] as const)(
    'every page loads nothing, is readable, and prints: %s',
    async (colorScheme) => {
      const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
      expect(pages.length).toBeGreaterThan(5);
      const browser = await openBrowser();
      for (const path of pages) {
        const page = await browser.newPage({ viewport: { width: 1100, height: 1400 }, colorScheme });
        const asked: string[] = [];
        const said: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        page.on('console', (message) => said.push(message.text()));
        page.on('pageerror', (error) => said.push(error.message));
        await page.goto(pathToFileURL(join(dir, path)).href, { waitUntil: 'load' });
        expect([path, said]).toEqual([path, []]);
        const root = pathToFileURL(`${dir}/`).href;
        expect([path, asked.filter((address) => !address.startsWith(root))]).toEqual([path, []]);
        expect(
          await page.evaluate('[...document.images].filter((one) => one.complete && one.naturalWidth === 0).length'),
        ).toBe(0);
        expect(await page.title()).not.toBe('1');
        const colourOf = (selector: string, name: string): Promise<unknown> =>
          page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
        const isLight = colorScheme === 'light';
        expect((await colourOf('h1', 'color')) === 'rgb(31, 78, 95)').toBe(isLight);
        expect((await colourOf('body', 'backgroundColor')) === 'rgb(255, 255, 255)').toBe(isLight);
        await page.evaluate(axe);
        const { violations } = (await page.evaluate('axe.run()')) as {
          violations: { id: string; nodes: { html: string }[] }[];
        };
        expect([path, violations.map(({ id, nodes }) => [id, nodes[0]?.html])]).toEqual([path, []]);
        const shots = process.env['REPORT_PICTURES'];
        const shoot = async (name: string): Promise<void> => {
          if (shots === undefined) return;
          await page.screenshot({ path: join(shots, `${path.replaceAll('/', '-')}-${name}.png`), fullPage: true });
        };
        await shoot(colorScheme);
        const pdf = await page.pdf({ format: 'A4' });
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
        if (isLight && shots !== undefined) await writeFile(join(shots, `${path.replaceAll('/', '-')}.pdf`), pdf);
        // Paper is light, whatever the colour scheme of the screen.
        await page.emulateMedia({ media: 'print' });
        expect(await colourOf('body', 'backgroundColor')).toBe('rgb(255, 255, 255)');
        for (const width of [690, 390]) {
          await page.emulateMedia({ media: width === 690 ? 'print' : 'screen' });
          await page.setViewportSize({ width, height: 900 });
          await shoot(String(width));
          expect([path, width, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
            path,
            width,
            width,
          ]);
          const broken = width === 690 ? await page.evaluate(BROKEN_NAMES) : [];
          expect([path, broken]).toEqual([path, []]);
        }
        await page.close();
      }
    },
  );
});
