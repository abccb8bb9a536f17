/** PDF files on the page: drawn, with selectable words. Files with formatted notes, forms and XFA are only drawn. */
import { expect, test } from '@jest/globals';
import { Service } from '../support/http-service.ts';
import { pause } from '../support/until.ts';
import { describeInBrowser } from './open-browser.ts';
import { WatchedPage } from './watched-page.ts';

/** Makes a file of these objects, numbered from 1. The first is the catalog. */
function pdfOf(objects: readonly string[]): string {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}

function streamOf(text: string): string {
  return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
}

const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const WORDS = streamOf('BT /F 48 Tf 40 100 Td (heron harbour) Tj ET');
const pageOf = (more: string): string =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 200] /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R ${more} >>`;
const NOTE =
  '<< /Type /Annot /Subtype /FreeText /Rect [20 20 200 60] /DA (/F 12 Tf) /Contents (a note) /RC (<body xmlns="http://www.w3.org/1999/xhtml"><p>a note</p></body>) >>';
const FIELD = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ana) /Rect [220 20 400 60] /DA (/F 12 Tf 0 g) >>';
const XFA = streamOf('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>');

const FILES = {
  'plain.pdf': pdfOf(['<< /Type /Catalog /Pages 2 0 R >>', PAGES, pageOf(''), FONT, WORDS]),
  'noted.pdf': pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] /XFA 8 0 R >> >>',
    PAGES,
    pageOf('/Annots [6 0 R 7 0 R]'),
    FONT,
    WORDS,
    NOTE,
    FIELD,
    XFA,
  ]),
};

describeInBrowser('PDF files', () => {
  const items = Object.entries(FILES).map(([name, content], n) => ({
    id: n + 1,
    properties: { name, contentType: 'application/pdf', length: String(content.length) },
    text: 'heron harbour',
    content,
  }));
  const service = Service.beforeTests({ cases: { pdf: items } });

  test.each(Object.keys(FILES))('%s is drawn, with its words in place', async (name) => {
    const id = Object.keys(FILES).indexOf(name) + 1;
    const shown = await WatchedPage.open(service.server.url, `?q=heron&item=pdf:${id}&tab=preview`);
    const frame = shown.page.getByTitle('Preview').contentFrame();
    await frame.getByText('heron harbour').waitFor({ state: 'attached' });
    const drawn = await frame.locator('canvas').first().evaluate(darkPixels);
    expect(drawn).toBeGreaterThan(500);
    shown.expectQuiet();
  });
});

/** Runs in the browser. Waits until something is drawn. */
async function darkPixels(canvas: unknown): Promise<number> {
  const { width, height, getContext } = canvas as {
    width: number;
    height: number;
    getContext(kind: '2d'): { getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray } };
  };
  for (let tries = 0; ; tries++) {
    const { data } = getContext.call(canvas, '2d').getImageData(0, 0, width, height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at + 3]! > 128 && data[at]! < 100) count++;
    if (count > 500 || tries === 200) return count;
    await pause(50);
  }
}
