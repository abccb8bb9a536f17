/**
 * Displays text from evidence. Every control, bidirectional or invisible character is replaced by its name, so that no name can
 * imitate another. Joiners and variation selectors stay, because scripts and emoji need them.
 */
import type { ComponentChildren } from 'preact';

const ACTING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\udb40[\udc00-\udc7f]/g;

/** On a single line, such as a name, line breaks and soft hyphens are replaced as well. */
const BREAKING = new RegExp(`${ACTING.source}|[\\t\\n\\r\\u00ad]`, 'g');

const names: Readonly<Record<number, string>> = {
  0: 'NUL',
  9: 'TAB',
  10: 'LF',
  13: 'CR',
  127: 'DEL',
  27: 'ESC',
  173: 'SHY',
  847: 'CGJ',
  1564: 'ALM',
  8203: 'ZWSP',
  8206: 'LRM',
  8207: 'RLM',
  8232: 'LS',
  8233: 'PS',
  8234: 'LRE',
  8235: 'RLE',
  8236: 'PDF',
  8237: 'LRO',
  8238: 'RLO',
  8294: 'LRI',
  8295: 'RLI',
  8296: 'FSI',
  8297: 'PDI',
  65279: 'BOM',
};

/** Splits `text`: normal characters unchanged, replaced ones by name. */
export function visible(text: string, acting = ACTING): ComponentChildren {
  if (text.search(acting) < 0) return text;
  const pieces: ComponentChildren[] = [];
  let from = 0;
  for (const match of text.matchAll(acting)) {
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push(<Acting code={match[0].codePointAt(0)!} />);
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

function Acting({ code }: { readonly code: number }) {
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return (
    <span class="acting" title={point}>
      {names[code] ?? point}
    </span>
  );
}

/** Returns such a text for places without markup, such as button labels. */
export function visibleName(text: string): string {
  return text.replace(BREAKING, (char) => {
    const code = char.codePointAt(0)!;
    return `‹${names[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}›`;
  });
}

/** One line of evidence. */
export function Evidence({ text, class: name }: { readonly text: string; readonly class?: string }) {
  return (
    <bdi dir="auto" class={name}>
      {visible(text, BREAKING)}
    </bdi>
  );
}
