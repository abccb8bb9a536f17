/** Shows a sanitized page on a dark background if it has no colours of its own, because authors choose those for a light one. */

export type Scheme = 'light' | 'dark';

/** The page has passed the sanitizer: text has no `<`, and values no `"`. */
const OWN_COLOURS = /<[^>]*\s(?:(?:bg)?color="|style="(?:[^"]*[;\s])?(?:background-)?color:)/i;

const DARK =
  '<meta name="color-scheme" content="dark"><style>:root{color-scheme:dark;background:#14171a;color:#e4e8ea}' +
  'mark{background:#ffe9a3;color:#1a2126}</style>';

/** `page`: the result of `framedPage`. */
export function inScheme(page: string, scheme: Scheme): string {
  if (scheme === 'light' || OWN_COLOURS.test(page)) return page;
  return page.replace('</head>', () => `${DARK}</head>`);
}
