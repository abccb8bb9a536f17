/** The most expensive requests, in every route that searches: `{name, method, path, body, headers}`. */

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const PAIRS = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));

const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));

const post = (path, body) => ({ method: 'POST', path, body });
const search = (name, q, others = {}) => ({ name, ...post('/search', { q, ...others }) });

/** `words` are those of the case, the most frequent first. `id` is an item with a long text. */
export function heavyRequests(words, id) {
  const word = (i) => words[i % words.length];
  const ranked = { sort: 'relevance', limit: 100 };
  const wide = times(5000, (i) => `[${PAIRS[i % 676]} TO ${PAIRS[(i * 7 + 3) % 676]}${LETTERS[i % 26]}]`).join(' ');
  const narrow = times(5000, (i) => `[${word(i)} TO ${word(i)}z]`).join(' ');
  const nested = ['e', 'a', 'o', '1', 't'];
  const exclusions = times(900, (i) => `(NOT (${word(i)} AND NOT *${nested[i % 5]}*))`).join(' ');
  const infixes = PAIRS.map((pair) => `*${pair}*`);
  const thousand = times(1000, (i) => `*${PAIRS[i % 676]}${i < 676 ? '' : LETTERS[i % 26]}*`);
  const letters = LETTERS.map((letter) => `*${letter}*`).join(' ');
  const expressions = PAIRS.map(([a, b]) => `/.*${a}.*${b}.*/`).join(' ');
  const phrase = `"${word(0)} ${word(1)} ${word(2)}"~50`;
  const phrases = times(2000, () => phrase).join(' ');
  const others = times(2000, (i) => `"${word(i % 40)} ${word((i % 40) + 1)} ${word(i)}"~50`).join(' ');
  const near = (k) => times(k, (i) => word(i)).join(' ');
  return [
    search('5,000 ranges of words, wide', wide),
    search('5,000 ranges of words, narrow', narrow),
    search('5,000 ranges of words, ranked', wide, ranked),
    search('5,000 ranges of words, at least half', `(${wide})@2500`),
    search('900 exclusions around five patterns', exclusions),
    search('900 exclusions around one pattern', times(900, (i) => `(NOT (${word(i)} AND NOT *e*))`).join(' ')),
    search(
      '900 exclusions around one pattern, ranked',
      times(900, (i) => `(NOT (${word(i)} AND NOT *e*))`).join(' '),
      ranked,
    ),
    search('600 patterns of two characters', times(600, () => '*人*山*').join(' ')),
    search(
      '600 patterns of two characters, different',
      times(600, (i) => `*人*${String.fromCodePoint(0x5c71 + i)}*`).join(' '),
    ),
    search('1,000 equal infixes', times(1000, () => '*ae*').join(' ')),
    search('1,000 infixes', thousand.join(' ')),
    search('1,000 infixes, ranked', thousand.join(' '), ranked),
    search('1,000 infixes, at least ten', `(${thousand.join(' ')})@10`),
    search('1,000 infixes, all of them', thousand.map((infix) => `+${infix}`).join(' ')),
    { name: 'facets of matches of 26 infixes', ...post('/facets', { q: letters, facets: [{ matches: true }] }) },
    {
      name: 'facets of matches of 676 infixes',
      ...post('/facets', { q: infixes.join(' '), facets: [{ matches: true }] }),
    },
    {
      name: 'facets of matches of an expression',
      ...post('/facets', { q: 'text:/[a-z]+ [a-z]+/', facets: [{ matches: true }] }),
    },
    { name: 'facets of matches of everything', ...post('/facets', { q: '/.*/', facets: [{ matches: true }] }) },
    { name: 'facets of matches of 5,000 ranges', ...post('/facets', { q: wide, facets: [{ matches: true }] }) },
    {
      name: 'facets of many fields',
      ...post('/facets', { facets: times(50, () => ({ field: 'name', limit: 10000 })) }),
    },
    { name: 'findings of everything', ...post('/findings', { q: '*e* OR *a*' }) },
    { name: 'findings by text', ...post('/findings', { q: '*a*', group: 'text' }) },
    { name: 'findings by text of a word', ...post('/findings', { q: word(0), group: 'text' }) },
    { name: 'findings by text of 26 infixes', ...post('/findings', { q: letters, group: 'text' }) },
    { name: 'findings by text of an expression', ...post('/findings', { q: 'text:/[a-z]+ [a-z]+/', group: 'text' }) },
    search('676 expressions', expressions),
    search('676 expressions, ranked', expressions, ranked),
    search('2,000 equal sloppy phrases, ranked', phrases, ranked),
    search('2,000 sloppy phrases, ranked', others, ranked),
    search('2,000 sloppy phrases', others),
    search('at least 1,000 of 2,000 sloppy phrases', `(${others})@1000`),
    search('at least half of the frequent words', `(${times(1000, word).join(' ')})@500`),
    search('at least half of the frequent words, ranked', `(${times(1000, word).join(' ')})@500`, ranked),
    search('at least two of 10,000 words', `(${times(10_000, word).join(' ')})@2`),
    search('at least two of 10,000 words, ranked', `(${times(10_000, word).join(' ')})@2`, ranked),
    search('10,000 words, ranked', times(10_000, word).join(' '), ranked),
    search('fuzzy words', times(1000, (i) => `${word(i + 200)}~2`).join(' ')),
    search('fuzzy words, ranked', times(1000, (i) => `${word(i + 200)}~2`).join(' '), ranked),
    search('an expression over texts with nothing to look up', 'text:/[a-z] [a-z]/'),
    search('an expression over texts that finds nothing', 'text:/[^a-z ]{40}[a-z ]{40}[^a-z ]{40}/'),
    search('an expression over texts of many states', 'text:/[ab].{50}[ab]/'),
    search('50 expressions over texts', times(50, (i) => `text:/[a-z]{${i + 3}} [0-9]{${i + 1}} q/`).join(' ')),
    {
      name: 'explain of 5,000 ranges',
      ...post('/explain', undefined),
      method: 'GET',
      path: `/explain?${new URLSearchParams({ q: wide })}`,
    },
    {
      name: 'explain of 1,000 infixes',
      method: 'GET',
      path: `/explain?${new URLSearchParams({ q: thousand.join(' ') })}`,
    },
    { name: 'explain of 676 expressions', method: 'GET', path: `/explain?${new URLSearchParams({ q: expressions })}` },
    { name: 'explain of 900 exclusions', method: 'GET', path: `/explain?${new URLSearchParams({ q: exclusions })}` },
    { name: 'explain of 2,000 sloppy phrases', method: 'GET', path: `/explain?${new URLSearchParams({ q: others })}` },
    {
      name: 'explain of an expression over texts',
      method: 'GET',
      path: `/explain?${new URLSearchParams({ q: 'text:/[a-z] [a-z]/' })}`,
    },
    { name: 'keywords: 676 infixes', ...post('/keywords', { queries: infixes }) },
    { name: 'keywords: 676 expressions', ...post('/keywords', { queries: expressions.split(' ') }) },
    {
      name: 'keywords: 2,000 sloppy phrases',
      ...post('/keywords', { queries: times(2000, (i) => `"${word(i % 40)} ${word((i % 40) + 1)} ${word(i)}"~50`) }),
    },
    {
      name: 'keywords: 20 lists of 1,000 infixes',
      ...post('/keywords', { queries: times(20, (i) => `${thousand.join(' ')} ${word(i)}`) }),
    },
    { name: 'keywords: 20 lists of ranges', ...post('/keywords', { queries: times(20, (i) => `${wide} ${word(i)}`) }) },
    { name: 'keywords: 10,000 words', ...post('/keywords', { queries: times(10_000, word) }) },
    {
      name: 'keywords: 2,000 patterns in phrases',
      ...post('/keywords', { queries: times(2000, (i) => `"*${PAIRS[i % 676]}* ${word(i % 100)}"`) }),
    },
    { name: 'certificate of everything', ...post('/certificates', { q: '' }) },
    { name: 'certificate of 1,000 infixes', ...post('/certificates', { q: thousand.join(' ') }) },
    { name: 'thread of an item', method: 'GET', path: `/sources/large/docs/${id}/thread` },
    { name: 'similar to a long text', method: 'GET', path: `/sources/large/docs/${id}/similar?limit=100` },
    {
      name: 'matches of 26 infixes in a long text',
      method: 'GET',
      path: `/sources/large/docs/${id}/matches?${new URLSearchParams({ q: letters })}`,
    },
    { name: 'hits with snippets of 26 infixes', ...post('/hits', { q: letters, snippets: 10, limit: 1000 }) },
    {
      name: 'hits of everything by name',
      ...post('/hits', { sort: ['name:natural'], limit: 10_000, properties: ['*'] }),
    },
    { name: 'events of everything', ...post('/events', { limit: 10_000 }) },
    { name: 'facets of events by hour', ...post('/facets', { facets: [{ events: true, interval: 'hour' }] }) },
    search('NEAR of 100 and 100 words', `(${near(100)}) NEAR/50 (${near(100)})`),
    search('NEAR of 1,000 and 1,000 words', `(${near(1000)}) NEAR/50 (${near(1000)})`),
    search('NEAR of patterns', `*a* NEAR/1000 *e*`),
    search('NEAR, nested', `((${near(50)}) NEAR/20 (${near(50)})) NEAR/100 ((${near(50)}) BEFORE/20 (${near(50)}))`),
    search('NOT NEAR', `(${near(500)}) NOT NEAR/1 *a*`),
    search('NEAR of 1,000 words, ranked', `(${near(1000)}) NEAR/50 (${near(1000)})`, ranked),
    search('500 NEAR', times(500, (i) => `(${word(i)} NEAR/50 ${word(i + 1)})`).join(' ')),
    search('digits', times(500, (i) => `digits:${i}*`).join(' ')),
    search('digits within', times(500, (i) => `digits:*${i}*`).join(' ')),
    search('5,000 ranges of numbers, ranked', times(5000, (i) => `length:[${i} TO 900000]`).join(' '), ranked),
    search('words of five dtSearch operators', times(300, (i) => `(${word(i)} w/30 ${word(i + 1)})`).join(' or '), {
      syntax: 'dtsearch',
    }),
    search('dtSearch fuzzy words and stems', times(300, (i) => `${word(i + 100)}%%%`).join(' or '), {
      syntax: 'dtsearch',
    }),
  ];
}
