/** Writes a CSV load file of any size: mails and files in families of four, dates, lists, a short text with line breaks. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Random } from '../random.ts';

const HEADER =
  'Control Number,Group Identifier,File Name,File Path,File Size,MD5 Hash,Created,Last Modified,Custodian,Email From,Email To,Email Subject,Date Sent,Tags,Extracted Text';
const WORDS =
  'invoice warehouse container ledger meeting harbour payment transfer report draft copy contract survey boundary'.split(
    ' ',
  );
/** For a wide file. */
const MORE_COLUMNS = 15;
const PIECE_UNITS = 1_000_000;

/** Returns the bytes of the file. */
export async function writeLoadFile(file: string, rows: number, seed: number, isWide = false): Promise<number> {
  await mkdir(dirname(file), { recursive: true });
  const out = createWriteStream(file);
  const random = new Random(seed);
  const more = Array.from({ length: isWide ? MORE_COLUMNS : 0 }, (_, i) => `,Field ${i + 1}`);
  let piece = `${HEADER}${more.join('')}\n`;
  let bytes = 0;
  for (let row = 1; row <= rows; row++) {
    piece += `${rowOf(row, random)}${more.map((_, i) => `,${moreOf(i, random)}`).join('')}\n`;
    if (piece.length < PIECE_UNITS) continue;
    bytes += piece.length;
    if (!out.write(piece)) await once(out, 'drain');
    piece = '';
  }
  out.end(piece);
  await once(out, 'close');
  return bytes + piece.length;
}

function rowOf(row: number, random: Random): string {
  const below = (end: number): number => Math.floor(random.fraction() * end);
  const words = (count: number): string => Array.from({ length: count }, () => WORDS[below(WORDS.length)]).join(' ');
  const control = (n: number): string => `CTRL${String(n).padStart(9, '0')}`;
  const date = (year: number): string =>
    `${1 + below(12)}/${1 + below(28)}/${year} ${1 + below(12)}:${10 + below(50)} PM`;
  const name = `${words(2)}.docx`;
  return [
    ...[control(row), control(row - ((row - 1) % 4)), name, `"C:\\Users\\ana\\${words(1)}\\${name}"`, below(1e6)],
    ...[
      below(2 ** 32)
        .toString(16)
        .padStart(32, '0'),
      date(2020),
      date(2021),
      '"Souza, Ana"',
      'ana@x.example',
    ],
    ...['"bo@x.example; cy@y.example"', words(5), date(2021), `hot; ${words(1)}`],
    `"${words(30)}, ""quoted""\n${words(10)}"`,
  ].join(',');
}

/** Words, numbers and codes of a few values, alternating. */
function moreOf(column: number, random: Random): string {
  const number = Math.floor(random.fraction() * 1e9);
  return column % 3 === 0 ? WORDS[number % WORDS.length]! : column % 3 === 1 ? String(number) : `code-${number % 1000}`;
}
