/**
 * Sanitizes a web page: removes everything that could run, fetch, send or cover. Keeps only listed elements and attributes.
 * Shows only pictures that are part of the page itself.
 */
import sanitize from 'sanitize-html';

const ELEMENTS = (
  'a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup dd del dfn div dl dt em figcaption ' +
  'figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q s samp section small span strike ' +
  'strong sub sup table tbody td tfoot th thead time title tr tt u ul var wbr'
).split(' ');

/** Elements whose text is not part of the page's text. */
const DROPPED_WITH_TEXT = [
  'script',
  'style',
  'textarea',
  'option',
  'template',
  'title',
  'svg',
  'math',
  'object',
  'iframe',
];

/** Maximum depth. Browsers show nothing at deeper levels, and closing that many elements takes long. */
const NESTING_MAX = 256;

const LENGTH = /^\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?$/;
const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]{3,20}|rgba?\([\d\s.,%]{1,40}\))$/i;
/** Excludes properties that take a URL, or move an element over another. */
const STYLES: Record<string, RegExp[]> = {
  'background-color': [COLOUR],
  color: [COLOUR],
  'font-size': [LENGTH, /^(xx?-small|small|medium|large|xx?-large|smaller|larger)$/],
  'font-style': [/^(normal|italic|oblique)$/],
  'font-weight': [/^(normal|bold|bolder|lighter|\d{3})$/],
  'text-align': [/^(left|right|center|justify|start|end)$/],
  'text-decoration': [/^(none|underline|line-through)$/],
  'white-space': [/^(normal|pre|pre-wrap|pre-line|nowrap)$/],
  width: [LENGTH],
};

const OPTIONS: sanitize.IOptions = {
  allowedTags: ELEMENTS.filter((name) => name !== 'title'),
  nonTextTags: DROPPED_WITH_TEXT,
  allowedAttributes: {
    '*': ['align', 'dir', 'lang', 'style', 'title', 'valign', 'bgcolor', 'color'],
    a: ['name'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan', 'width', 'height'],
    th: ['colspan', 'rowspan', 'width', 'height'],
    table: ['border', 'cellpadding', 'cellspacing', 'width'],
    col: ['span', 'width'],
    ol: ['start', 'type'],
    font: ['color', 'face', 'size'],
    time: ['datetime'],
  },
  allowedStyles: { '*': STYLES },
  allowedSchemes: [],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !/^data:image\/(png|jpeg|gif|webp);base64,/i.test(attribs['src'] ?? ''),
  nestingLimit: NESTING_MAX,
  parseStyleAttributes: true,
};

/**
 * Returns the inside of `body`. Reads at most `unitsMax` units of the page. `pictureOf` returns pictures that came with the
 * page as `data:` URLs, by their URL in it.
 */
export function safePage(html: string, unitsMax: number, pictureOf?: (source: string) => string | null): string {
  if (pictureOf === undefined) return sanitize(html.slice(0, unitsMax), OPTIONS);
  const img: sanitize.Transformer = (tagName, attribs) => {
    const address = pictureOf(attribs['src'] ?? '');
    return { tagName, attribs: address === null ? attribs : { ...attribs, src: address } };
  };
  return sanitize(html.slice(0, unitsMax), { ...OPTIONS, transformTags: { img } });
}
