/** Checks what holds for every report: nothing in it is active, every link resolves, and its hashes match. */
import { expect } from '@jest/globals';
import { Parser } from 'htmlparser2';
import { sha256Of } from './unzipped.ts';

/** Returns every tag with its attributes. */
function tagsOf(page: string): { name: string; attributes: Record<string, string> }[] {
  const tags: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => tags.push({ name, attributes }) });
  parser.end(page);
  return tags;
}

/** Checks that nothing is active, nothing is fetched from elsewhere, and every link is a file of the report. */
export function checkPages(files: ReadonlyMap<string, Buffer>, beside: ReadonlyMap<string, Buffer> = new Map()): void {
  for (const [path, bytes] of files) {
    if (!path.endsWith('.html') || path.startsWith('files/')) continue;
    const page = bytes.toString();
    const tags = tagsOf(page);
    expect(tags.filter(({ name }) => /^(script|iframe|object|embed|form|link|base|input)$/.test(name))).toEqual([]);
    const policy = tags.find(({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy');
    expect(policy?.attributes['content']).toMatch(/^default-src 'none'; base-uri 'none'; form-action 'none'; img-src /);
    for (const { name, attributes } of tags) {
      expect(Object.keys(attributes).filter((one) => /^on/i.test(one))).toEqual([]);
      for (const address of [attributes['href'], attributes['src']]) {
        if (address === undefined || (name === 'img' && address.startsWith('data:image/'))) continue;
        const target = decodeURIComponent(
          new URL(address, `file:///report/${path.split('/').map(encodeURIComponent).join('/')}`).pathname,
        );
        const isThere = target.startsWith('/report/')
          ? files.has(target.replace('/report/', ''))
          : beside.has(target.slice(1));
        expect([path, address, isThere]).toEqual([path, address, true]);
      }
    }
  }
}

export function checkSums(files: ReadonlyMap<string, Buffer>): void {
  const lines = files.get('SHA256SUMS')!.toString().trimEnd().split('\n');
  const listed = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  expect([...listed.keys()].sort()).toEqual([...files.keys()].filter((path) => path !== 'SHA256SUMS').sort());
  for (const [path, sum] of listed) expect([path, sum]).toEqual([path, sha256Of(files.get(path)!)]);
}
