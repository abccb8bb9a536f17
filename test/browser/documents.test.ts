/**
 * Documents on the page: a Word file in its frame, with the matches of the query marked. Nothing that it refers to is fetched.
 */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { zipFile } from '../support/zip-file.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

describeInBrowser('documents', () => {
  let shown: WatchedPage | undefined;
  const parts = {
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="p" Type="${OFFICE}/image" Target="http://evil.example/p.png" TargetMode="External"/></Relationships>`,
    'word/document.xml':
      '<w:document><w:body><w:p><w:r><w:t>The blue her</w:t></w:r><w:r><w:t>on &lt;script&gt;flies</w:t></w:r></w:p><w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden heron</w:t></w:r></w:p><w:p><w:r><w:drawing><a:blip r:link="p"/></w:drawing></w:r></w:p></w:body></w:document>',
  };
  const content = zipFile(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) })));
  const rtf = '{\\rtf1 A {\\b heron} in RTF}';
  const items = [
    { id: 1, properties: { name: 'a.docx', contentType: WORD }, text: 'The blue heron flies hidden heron', content },
    { id: 2, properties: { name: 'b.rtf', contentType: 'text/rtf' }, text: 'A heron in RTF', content: rtf },
    { id: 3, properties: { name: 'c.docx', contentType: WORD }, text: 'heron', content: 'no archive' },
  ];
  const service = Service.beforeTests({ cases: { papers: items } });

  test('are pages with marks, and one that cannot be shown says why', async () => {
    shown = await WatchedPage.open(service.server.url, '?q=heron');
    const { page } = shown;
    await shown.expectCount('3 items');
    const frame = page.frameLocator('iframe.preview-frame');
    await page.getByRole('gridcell', { name: 'a.docx', exact: true }).click();
    await frame.getByText('Text on a yellow background is hidden').waitFor();
    expect(await frame.locator('mark').allTextContents()).toEqual(['heron', 'heron']);
    expect(await frame.locator('body').textContent()).toContain('<script>flies');
    expect(await frame.locator('body').textContent()).toContain('not fetched: http://evil.example/p.png');
    if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/docx.png` });
    await page.getByRole('gridcell', { name: 'b.rtf', exact: true }).click();
    await frame.locator('b mark').waitFor();
    await page.getByRole('gridcell', { name: 'c.docx', exact: true }).click();
    await frame.getByText('it does not begin like').waitFor();
    shown.expectQuiet();
  });
});
