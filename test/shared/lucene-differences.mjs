/** Reasons why a query string of Lucene's tests may have another meaning here. The first reason that fits a row applies. */
const REASONS = [
  [
    'The test has an analyzer that adds synonyms; there are none here, and AND binds closer than juxtaposition',
    ({ config, query }) => config.includes('Synonym') && query.includes('AND'),
  ],
  ['The test has an analyzer that adds synonyms; there are none here', ({ config }) => config.includes('Synonym')],
  [
    'The test has stop words; there are none here',
    ({ config, query }) => /\bstop\b/.test(query) || config.includes('stop words'),
  ],
  [
    'The test has an analyzer that makes two terms of "phrase"; here AND binds closer than juxtaposition, too',
    ({ config, query }) => query.includes('phrase') && config.includes('phrase2') && query.includes('AND'),
  ],
  [
    'The test has an analyzer that makes several terms of a word',
    ({ config, query }) =>
      (query.includes('phrase') && config.includes('cqpc')) || config.includes('every CJK character'),
  ],
  [
    'The test has an analyzer that drops digits',
    ({ config, query }) => query === 'term term1 term2' && config.includes('letters-only'),
  ],
  ['The test has no analyzer', ({ config }) => config === 'analyzer=null'],
  [
    'The test forbids leading wildcards; here a wildcard may stand anywhere',
    ({ config }) => config === 'allowLeadingWildcard=false',
  ],
  ['A backslash escapes one character; there are no escapes by code point', ({ query }) => query.includes('\\u')],
  ['In quotes a backslash escapes only `"`, `\\`, `*` and `?`', ({ query }) => /^"[^"]*\\[^"\\*?]/.test(query)],
  [
    'AND binds closer than OR; Lucene flattens the two',
    ({ query }) => query.includes(' AND ') && query.includes(' OR '),
  ],
  ['A sign alone between spaces is text', ({ query }) => /(^|\s)!\s/.test(query)],
  ['The distance of a fuzzy term is 1 or 2, not a similarity', ({ query }) => query === 'term~0.7'],
  ['In a value a colon is text', ({ query }) => query.startsWith('field:term:with:colon')],
  [
    'A regular expression ends before white space, `)`, `^` or the end; otherwise `/` is text',
    ({ query }) => query === '/http/~2',
  ],
  ['A backslash escapes in a range too', ({ query }) => query === '[a\\[i\\] TO b\\[i\\]]'],
  ['A quoted or escaped `*` is the character, never an open end', ({ query }) => query === '[\\* TO "*"]'],
  [
    'The same query; the older parser prints wildcard terms with the escapes as they were written',
    ({ dialect, query }) => dialect === 'lucene-classic' && /^a:b\\.\?c$/.test(query),
  ],
];

/** Returns the reason for the difference of `row`, or null if none is known. */
export function reasonFor(row) {
  return REASONS.find(([, fits]) => fits(row))?.[0] ?? null;
}
