/**
 * Shows a sanitized page on a dark background if it has no colours of its own. If it has, it stays light, because authors
 * choose colours for a light background. Colours of this program's own remarks in documents (row numbers, hidden text, notices)
 * have a dark counterpart.
 */

export type Scheme = 'light' | 'dark';

/** Colours of remarks, each with its counterpart on a dark background. */
const REMARKS: Readonly<Record<string, string>> = {
  '#5f6368': '#a3abb1',
  '#f1f3f4': '#23282c',
  '#6b4a00': '#ffd98a',
  '#fff0c2': '#4a3a12',
  '#fff8e1': '#3a3018',
};
const REMARK = new RegExp(`(?<=color:\\s*)(?:${Object.keys(REMARKS).join('|')})(?![\\da-f])`, 'gi');
const TAG = /<[^>]*>/g;
const STYLE = /(\sstyle=")([^"]*)/;

/** Larger pages stay light, because all requests wait while a page is searched for colours. */
export const SCHEMED_UNITS_MAX = 8 * 1024 * 1024;

/** The page has passed the sanitizer: text has no `<`, and values no `"`. */
const OWN_COLOURS = /<[^>]*\s(?:(?:bg)?color="|style="(?:[^"]*[;\s])?(?:background-)?color:(?!\s*(?:;|$|")))/i;

const DARK =
  '<meta name="color-scheme" content="dark"><style>:root{color-scheme:dark;background:#14171a;color:#e4e8ea}' +
  'mark{background:#ffe9a3;color:#1a2126}</style>';

/** `page` is the result of `framedPage`. */
export function inScheme(page: string, scheme: Scheme): string {
  if (scheme === 'light' || page.length > SCHEMED_UNITS_MAX) return page;
  if (OWN_COLOURS.test(withRemarks(page, () => ''))) return page;
  const dark = withRemarks(page, (colour) => REMARKS[colour.toLowerCase()]!);
  return dark.replace('</head>', () => `${DARK}</head>`);
}

/** Colours in texts and other attributes stay. */
function withRemarks(page: string, colourOf: (colour: string) => string): string {
  return page.replace(TAG, (tag) => {
    if (!tag.includes(' style="')) return tag;
    return tag.replace(STYLE, (_, name: string, style: string) => name + style.replace(REMARK, colourOf));
  });
}
