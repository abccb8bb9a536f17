/** Marks texts matched by the server in the text of a page. */
export function markTexts(layer: HTMLElement, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const wanted = texts.map((text) => text.toLowerCase());
  for (const span of layer.querySelectorAll('span')) {
    const text = span.textContent ?? '';
    const folded = text.toLowerCase();
    const found = wanted.flatMap((one) => stretchesOf(folded, one)).sort((a, b) => a.start - b.start);
    if (found.length > 0 && folded.length === text.length) span.replaceChildren(...pieces(text, found));
  }
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

function stretchesOf(text: string, wanted: string): Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf(wanted); at >= 0 && wanted !== ''; at = text.indexOf(wanted, at + wanted.length)) {
    found.push({ start: at, end: at + wanted.length });
  }
  return found;
}

function pieces(text: string, found: readonly Stretch[]): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let from = 0;
  for (const { start, end } of found) {
    if (start < from) continue;
    const mark = document.createElement('mark');
    mark.textContent = text.slice(start, end);
    parts.push(text.slice(from, start), mark);
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
