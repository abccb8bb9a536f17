/**
 * HTML that is safe by construction. A template escapes every value that is not markup itself. All tags of a report come from
 * here, except those of pages and mails, which content-text has sanitized.
 */
import { escaped } from '../../content-text/escaped-text.ts';

export class Markup {
  readonly text: string;

  /** The caller guarantees that `text` is safe. */
  constructor(text: string) {
    this.text = text;
  }
}

/** Null adds nothing. A list adds its elements in order. */
export type MarkupValue = Markup | string | number | null | readonly MarkupValue[];

export function html(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let text = parts[0]!;
  for (const [i, value] of values.entries()) text += textOf(value) + parts[i + 1]!;
  return new Markup(text);
}

function textOf(value: MarkupValue): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? escaped(value) : value.map(textOf).join('');
}

/** Returns a relative address. Each part of the path is encoded, so that no name is read as a scheme, a fragment or an escape. */
export function addressOf(path: string, from = ''): string {
  const depth = from.split('/').length - 1;
  return '../'.repeat(depth) + path.split('/').map(encodedPart).join('/');
}

/** Replaces lone surrogates, which would throw. Safe names have none. */
function encodedPart(part: string): string {
  return encodeURIComponent(
    part.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '_'),
  );
}
