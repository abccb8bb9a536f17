/** Finds files of natural text in folders of a system (manuals, documentation, dictionaries) and reads them as plain text. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

const TEXT = new Set(['', '.txt', '.md', '.rst', '.html', '.htm', '.pod', '.dict', '.noun', '.verb', '.adj', '.adv']);
const MANUAL = /\/man[1-9n]\w*\/[^/]+$/;
/** Left out: licences, which are the same in thousands of packages, and lists of words. */
const NO_TEXT = /^(copyright|.*\.index|index\..*|cntlist.*|.*\.list|.*\.dat)$/i;
const BYTES_MAX = 256 * 2 ** 20;

/** Paths of regular files in order of name, so that the same folders give the same texts. */
export function* textFiles(folder: string): Generator<string> {
  let entries: ReturnType<typeof read>;
  try {
    entries = read(folder);
  } catch {
    return; // missing on this system, or unreadable
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* textFiles(path);
    else if (entry.isFile() && isTextName(path, entry.name)) yield path;
  }
}

function read(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function isTextName(path: string, name: string): boolean {
  const bare = name.replace(/\.(gz|dz)$/, '');
  return MANUAL.test(path) || (TEXT.has(extname(bare)) && !NO_TEXT.test(bare));
}

/** Returns the text of a file without its markup. Empty if the file is binary. */
export function readText(path: string): string {
  let bytes = readFileSync(path);
  if (/\.[gd]z$/.test(path)) bytes = gunzipSync(bytes, { maxOutputLength: BYTES_MAX });
  if (bytes.subarray(0, 4096).includes(0)) return '';
  const text = bytes.toString('utf8');
  if (text.slice(0, 4096).includes('\ufffd')) return '';
  if (MANUAL.test(path)) return ofManual(text);
  return /\.html?(\.gz)?$/.test(path) ? ofPage(text) : text;
}

/** Removes requests and escapes of roff, which is exact enough for a benchmark. */
function ofManual(text: string): string {
  return text
    .replace(/^['.](\\"|\w+ ?)/gm, '')
    .replace(/\\f(\[\w*\]|\(..|.)|\\[&|^%c]|\\s[-+]?\d/g, '')
    .replace(/\\\((..)|\\\[\w+\]/g, ' ')
    .replace(/\\(.)/g, '$1');
}

function ofPage(text: string): string {
  return text
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(nbsp|#160);/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ');
}
