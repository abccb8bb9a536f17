/**
 * Writes PDF files that open: pages of headings, paragraphs, tables and pictures. Latin text is set in Helvetica, which every
 * viewer has; other scripts in a font that is not embedded, which a viewer replaces, with a map back to Unicode.
 */
const PAGE = { width: 595, height: 842, margin: 64 };
const WIDE = PAGE.width - 2 * PAGE.margin;
const COLUMN = 120;

/** Widths of Helvetica from the space to the tilde, in thousandths. */
const WIDTHS =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
/** Characters that windows-1252 has outside Latin-1. */
const WINDOWS_1252 = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};
const RIGHT_TO_LEFT = /[\u0590-\u06ff]/u;

/**
 * The first line of `text` is the heading, a line with tabs a row of a table, an empty line a gap. `photos`: JPEG bytes with width
 * and height, below the text.
 */
export function pdf({ title, author, text, photos = [] }) {
  const pages = layOut(text, photos);
  const strange = [...new Set([...text].filter((character) => !isLatin(character)))].sort();
  const objects = new Objects();
  const fonts = addFonts(objects, strange);
  const pictures = photos.map((photo) => objects.add(pictureObject(photo)));
  const names = pictures.map((number, n) => `/P${n} ${number} 0 R`).join(' ');
  const parent = objects.reserve();
  const kids = pages.map((commands) => {
    const content = objects.add(stream('', Buffer.from(commands.join('\n'), 'latin1')));
    return objects.add(
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${content} 0 R /Resources << /Font << ${fonts} >> /XObject << ${names} >> >> >>`,
    );
  });
  objects.set(parent, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
  const root = objects.add(`<< /Type /Catalog /Pages ${parent} 0 R >>`);
  const info = objects.add(`<< /Title ${unicode(title)} /Author ${unicode(author)} >>`);
  return objects.write(root, info);
}

/** Commands of each page. */
function layOut(text, photos) {
  const pages = [[]];
  let y = PAGE.height - PAGE.margin;
  const advance = (height) => {
    y -= height;
    if (y >= PAGE.margin) return;
    pages.push([]);
    y = PAGE.height - PAGE.margin - height;
  };
  for (const [n, line] of text.split('\n').entries()) {
    const [size, font] = n === 0 && text.includes('\n') ? [17, 'B'] : [11, 'L'];
    if (line.includes('\t')) {
      advance(18);
      const cells = line.split('\t');
      const width = Math.min(COLUMN, WIDE / cells.length);
      pages.at(-1).push(`0.8 G ${PAGE.margin} ${y - 5} m ${PAGE.margin + WIDE} ${y - 5} l S`);
      for (const [k, cell] of cells.entries()) pages.at(-1).push(...show(cell, PAGE.margin + k * width, y, 10, 'L'));
    } else if (line.trim() === '') advance(10);
    else {
      for (const part of wrap(line, size)) {
        advance(size * 1.45);
        const x = RIGHT_TO_LEFT.test(part) ? PAGE.margin + WIDE - widthOf(part, size) : PAGE.margin;
        pages.at(-1).push(...show(part, x, y, size, font));
      }
      if (n === 0) advance(8);
    }
  }
  for (const [n, { width, height }] of photos.entries()) {
    const shown = { width: WIDE, height: (WIDE * height) / width };
    advance(shown.height + 14);
    pages.at(-1).push(`q ${shown.width} 0 0 ${shown.height.toFixed(1)} ${PAGE.margin} ${y.toFixed(1)} cm /P${n} Do Q`);
  }
  for (const [n, commands] of pages.entries()) commands.push(...show(`${n + 1} / ${pages.length}`, 280, 36, 8, 'L'));
  return pages;
}

function show(text, x, y, size, font) {
  if (text === '') return [];
  const isPlain = [...text].every(isLatin);
  const name = isPlain ? font : 'U';
  const shown = isPlain ? `(${latin(text)})` : `<${hex(visual(text))}>`;
  return [`BT /${name} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td ${shown} Tj ET`];
}

/** Letters in the order in which they stand on paper, from left to right. */
function visual(text) {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  const turned = [...text].reverse().join('');
  return turned.replace(/[\d٠-٩A-Za-z]+/gu, (run) => [...run].reverse().join(''));
}

function wrap(line, size) {
  const lines = [''];
  for (const word of line.split(' ')) {
    const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
    if (widthOf(longer, size) <= WIDE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function widthOf(text, size) {
  const units = [...text].reduce((sum, character) => sum + (WIDTHS[character.codePointAt(0) - 32] ?? 600), 0);
  return (units * size) / 1000;
}

const isLatin = (character) => character.codePointAt(0) < 0x100 || character in WINDOWS_1252;
const hex = (text) => Buffer.from(text, 'utf16le').swap16().toString('hex');
const unicode = (text) => `<feff${hex(text)}>`;
const latin = (text) =>
  [...text]
    .map((character) => String.fromCharCode(WINDOWS_1252[character] ?? character.charCodeAt(0)))
    .join('')
    .replace(/[\\()]/g, '\\$&');

function addFonts(objects, strange) {
  const simple = (name) =>
    objects.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
  const fonts = [`/L ${simple('Helvetica')} 0 R`, `/B ${simple('Helvetica-Bold')} 0 R`];
  if (strange.length === 0) return fonts.join(' ');
  const descriptor = objects.add(
    '<< /Type /FontDescriptor /FontName /SampleSans /Flags 4 /FontBBox [0 -250 1000 1000] /ItalicAngle 0 /Ascent 900 /Descent -250 /CapHeight 700 /StemV 80 >>',
  );
  const descendant = objects.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SampleSans /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 600 /CIDToGIDMap /Identity >>`,
  );
  const map = objects.add(stream('', Buffer.from(unicodeMap(strange))));
  const font = objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /SampleSans /Encoding /Identity-H /DescendantFonts [${descendant} 0 R] /ToUnicode ${map} 0 R >>`,
  );
  return [...fonts, `/U ${font} 0 R`].join(' ');
}

/** Codes are UTF-16 already; digits and Latin letters stand in such lines, too. */
function unicodeMap(strange) {
  const codes = [...Array.from({ length: 224 }, (_, n) => String.fromCharCode(32 + n)), ...strange].map(hex);
  const blocks = [];
  for (let from = 0; from < codes.length; from += 100) {
    const block = codes.slice(from, from + 100);
    blocks.push(`${block.length} beginbfchar\n${block.map((code) => `<${code}> <${code}>`).join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /SampleUnicode def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...blocks,
    'endcmap end end',
  ].join('\n');
}

function pictureObject({ bytes, width, height }) {
  return stream(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode `,
    bytes,
  );
}

function stream(entries, bytes) {
  return Buffer.concat([
    Buffer.from(`<< ${entries}/Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Numbered objects, and the table that says where each begins. */
class Objects {
  #bodies = [];

  add(body) {
    return this.#bodies.push(Buffer.from(body));
  }

  reserve() {
    return this.#bodies.push(Buffer.alloc(0));
  }

  set(number, body) {
    this.#bodies[number - 1] = Buffer.from(body);
  }

  write(root, info) {
    const chunks = [Buffer.from('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
    let size = chunks[0].length;
    const offsets = this.#bodies.map((body, n) => {
      const at = size;
      const chunk = Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
      chunks.push(chunk);
      size += chunk.length;
      return `${String(at).padStart(10, '0')} 00000 n \n`;
    });
    const count = this.#bodies.length + 1;
    chunks.push(Buffer.from(`xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`));
    chunks.push(
      Buffer.from(`trailer\n<< /Size ${count} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${size}\n%%EOF\n`),
    );
    return Buffer.concat(chunks);
  }
}
