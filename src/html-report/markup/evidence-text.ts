/**
 * Shows text from evidence: isolated in its direction, with every control character replaced by its code point. A long text is
 * cut, with a note.
 */
import { VALUE_UNITS_MAX } from '../limits.ts';
import { html, type Markup, type MarkupValue } from './markup.ts';

const ACTING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\udb40[\udc00-\udc7f]/g;
/** Shows several lines: line breaks, tabs and soft hyphens are kept. */
const ACTING_IN_LINES = new RegExp(
  ACTING.source.replace('\\u001f', '\\u0008\\u000b\\u000c\\u000e-\\u001f').replace('\\u00ad', ''),
  'g',
);

export interface ShownLength {
  /** Returns the note with the number of cut characters, in the language of the report. */
  readonly cut: (units: number) => string;
  readonly unitsMax?: number;
}

/** Shows one line. */
export function evidence(text: string, { cut, unitsMax = VALUE_UNITS_MAX }: ShownLength): Markup {
  const shown = text.length > unitsMax ? whole(text.slice(0, unitsMax)) : text;
  const rest = text.length - shown.length;
  return html`<bdi dir="auto">${visible(shown, ACTING)}</bdi>${rest === 0 ? null : html` <span class="cut">${cut(rest)}</span>`}`;
}

/** Keeps line breaks. */
export function evidenceLines(text: string): Markup {
  return html`<pre dir="auto">${visible(text, ACTING_IN_LINES)}</pre>`;
}

/** Returns plain text, for places without markup such as a title. */
export function plainEvidence(text: string, unitsMax = VALUE_UNITS_MAX): string {
  const shown = text.length > unitsMax ? `${whole(text.slice(0, unitsMax))}…` : text;
  return shown.replace(ACTING, (character) => `‹${codePoint(character)}›`);
}

/** Replaces control characters by their code points. */
export function visible(text: string, acting: RegExp = ACTING): MarkupValue {
  const pieces: MarkupValue[] = [];
  let from = 0;
  for (const { 0: character, index } of text.matchAll(acting)) {
    pieces.push(text.slice(from, index), html`<span class="acting">${codePoint(character)}</span>`);
    from = index + character.length;
  }
  return from === 0 ? text : [...pieces, text.slice(from)];
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Removes half a surrogate pair at the end. */
function whole(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
