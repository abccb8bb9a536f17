/**
 * The suites that must find mutants. Each group of files has its own, the quickest first. Code that decides single bits of the
 * engine is tested with everything; a mutant of any other part must die in the suites of that part.
 */

/**
 * A suite, and a pattern for its tests. With small thresholds, more code is reached in less time, so these tests come first.
 */
const AGREEMENT = {
  path: 'test/property/engine-agrees.test.ts',
  tests: '',
  env: { RUNS: '12', QUERIES: '200', SETTINGS: 'all' },
};
const AGREEMENT_SMALL = { ...AGREEMENT, tests: 'where thresholds' };
const RANKING_SMALL = { ...AGREEMENT, tests: 'where thresholds .* relevance' };
const OPERATORS = { path: 'test/slow/query/operators.test.ts', tests: '', env: { RUNS: '40', SETTINGS: 'all' } };
const OPERATORS_SMALL = { ...OPERATORS, tests: 'thresholds of (all|mixed)' };
const KERNEL = { path: 'test/slow/query/resident/', tests: '' };
/** Documents that a phrase examines together and one by one in turn, over more positions than random texts have. */
const BULK = { path: 'test/slow/query/(bulk-phrase|phrases).test.ts', tests: '' };
/** The best documents of several blocks, and of lists in each form. */
const RANKED = { path: 'test/slow/query/(pruned-top|top-of-blocks)', tests: '' };
/** Parts of an index with struck documents. */
const PARTS = { path: 'test/slow/query/parts-scored.test.ts', tests: '' };
/** The parts of a plan that ranking uses. */
const SHAPES = { path: 'test/unit/query/match-shape.test.ts', tests: '' };
/** Quoted texts must be found. */
const QUOTED = { path: 'test/property/quoted-texts.test.ts', tests: '' };
/** Lists of sloppy phrases. */
const LISTED = { path: 'test/slow/query/many-phrases.test.ts', tests: '' };
/** Known facts about the documents of a phrase, and how often equal leaves are looked up. */
const WORK = { path: 'test/unit/query/query-work.test.ts', tests: '' };
const EXAMINED = { path: 'test/unit/query/(examined-docs|equal-leaves).test.ts', tests: '' };
/** Documents counted over bitmaps, and many ranges scored and refused. */
const COUNTED = { path: 'test/slow/query/(block-counts|counted-scores).test.ts', tests: '' };
/** Words of sloppy phrases at one position. */
const SHARED_POSITIONS = { path: 'test/unit/query/shared-positions.test.ts', tests: '' };
/** Queries that repeat their parts. */
const REPEATED = { path: 'test/slow/query/repeated-parts.test.ts', tests: '' };
/** Many ranges of words in one walk of a dictionary. */
const UNITED = { path: 'test/slow/query/united-leaves.test.ts', tests: '' };
const RANGES = { path: 'test/slow/query/joint-ranges.test.ts', tests: '' };
/** Words that patterns matched, within the memory of a query. */
const WORDS = { path: 'test/unit/query/matched-words.test.ts', tests: '' };
/** Many patterns in one walk of a dictionary. */
const JOINT = { path: 'test/unit/engine/joint-walk.test.ts', tests: '' };
const ENGINE = [
  SHAPES,
  SHARED_POSITIONS,
  LISTED,
  OPERATORS_SMALL,
  KERNEL,
  BULK,
  RANKED,
  PARTS,
  RANKING_SMALL,
  AGREEMENT_SMALL,
  AGREEMENT,
  OPERATORS,
];

/** Words near each other: their pairs, and queries with only these. */
const SPANS = { path: 'test/unit/query/span-plan.test.ts', tests: '' };
const JOINED = { path: 'test/unit/query/joined-alternatives.test.ts', tests: '' };
const NEAR = {
  path: 'test/property/engine-agrees.test.ts',
  tests: 'on words near',
  env: { RUNS: '8', QUERIES: '400' },
};

/** NEAR in the resident kernel, on few documents. */
const NEAR_LISTS = { path: 'test/slow/query/near-lists.test.ts', tests: '' };

/** Columns, written and read value by value. */
const VALUES = { path: 'test/unit/engine/value', tests: '' };
const ZONED = { path: 'test/slow/query/zoned-dates.test.ts', tests: '' };
const INTERVALS = { path: 'test/unit/query/time-intervals.test.ts', tests: '' };
const ANSWERS = { path: 'test/unit/query/column-answers.test.ts', tests: '' };
/** Sets that are bitmaps, under small thresholds. */
const LARGE = { path: 'test/slow/query/large-sets.test.ts', tests: '', env: { QUERIES: '80' } };
/** Orders, counts, families, rows and lists of queries under small thresholds: a request takes 50 ms, half of it the naive answer. */
const COLUMNS = { path: 'test/property/columns.test.ts', tests: '', env: { RUNS: '2', QUERIES: '50' } };
/** Pages over sources that disagree about types, and spellings of one value in one item. */
const PAGES = { path: 'test/http/interface.test.ts', tests: '^/(hits|facets) ' };
const MATCHES = {
  path: 'test/conformance/engines.test.ts',
  tests: 'the embedded engine finds in items',
  env: { RUNS: '32', QUERIES: '300' },
};
/** Positions of words in texts that are not in NFC. */
const TOKENS = { path: 'test/unit/analysis/placed-tokenizer.test.ts', tests: '' };
/** Pairs of frequent words, and phrases of them. */
const PAIRS = { path: 'test/(unit/engine/pairs|slow/engine/pair-log).test.ts', tests: '' };
/** Sketches of texts, and groups of random ones. */
const NEAR_DUPLICATES = [
  { path: 'test/unit/engine/(word-sketch|near-duplicates).test.ts', tests: '' },
  { path: 'test/property/near-duplicates.test.ts', tests: '' },
];

/** Indexes that threads wrote. */
const DIVIDED = { path: 'test/slow/engine/runs.test.ts', tests: 'from threads' };
/** Lists whose documents come in any order. */
const ORDERED = { path: 'test/slow/engine/ordered-cursor.test.ts', tests: '' };
/** Terms of cases, encoded where they are decoded. */
const OF_CASES = [
  { path: 'test/slow/engine/case-terms', tests: '' },
  { path: 'test/slow/engine/analyzed-threads', tests: 'the same index' },
];
/** Items and texts in frames. */
const FRAMES = { path: 'test/unit/engine/store.test.ts', tests: '^(frames|a frame) ' };
/** Frames as they are compressed. */
const COMPRESSED = { path: 'test/unit/engine/frame-compression.test.ts', tests: '' };
/** Frames that threads compress. */
const QUEUED = { path: 'test/unit/engine/frame-queue.test.ts', tests: '' };
/** Chunks read for callers that keep none of their bytes. */
const PASSING = { path: 'test/unit/engine/passing-chunks.test.ts', tests: '' };
/** Texts reconstructed from terms. */
const SPELLED = { path: 'test/slow/engine/text-speller', tests: '^(a text is its terms|words of)' };
/** The build after each change of a case of IPED. */
const GROWING = [{ path: 'test/unit/indexing/iped-parts.test.ts', tests: '' }];
const http = (name) => ({ path: `test/http/${name}.test.ts`, tests: '' });

/** Who receives each change, and which change is sent first. */
const CHANGES = {
  path: 'test/http/changes.test.ts',
  tests:
    'sends each kind|resumes after|cannot resume|is an event|random changes|is invisible|be resumed|revoked|ended session',
  env: { SEED: '7' },
};

/** All tests except those of the command, which is compiled. */
const ACCESS = { path: 'test/http/access.test.ts', tests: '^(?!token new)' };

const TURNS = { path: 'test/(slow/indexing/index-state-in-process|unit/indexing/build-turns).test.ts', tests: '' };

/** Matches in texts, and the items that have some. */
const EXPRESSIONS = {
  path: 'test/((property|http)/text-expressions|slow/automaton/match-finder|unit/query/(text-checks|expression-sieve)).test.ts',
  tests: '',
};
/** Items in which an expression may match. */
const CANDIDATES = { path: 'test/(property|unit/query)/expression-candidates.test.ts', tests: '' };
/** Sequences of digits in texts. */
const SEQUENCES = { path: 'test/property/sequences.test.ts', tests: '' };

/** Keyed by the beginning of a file's path. The longest key counts. */
const OWN = {
  'src/analysis/identifiers/': [SEQUENCES],
  'src/automaton/text/required-': [CANDIDATES, EXPRESSIONS],
  'src/automaton/text/factor-set': [CANDIDATES],
  'src/automaton/text/': [EXPRESSIONS],
  'src/query/matching/scanning/': [EXPRESSIONS],
  'src/query/matching/expression-': [EXPRESSIONS],
  'src/query/matching/checks/': [EXPRESSIONS],
  'src/engine/text-extents.ts': [EXPRESSIONS],
  'src/query/matching/text-matchers.ts': [SEQUENCES],
  'src/shared/child/': [{ path: 'test/unit/shared/child', tests: '' }],
  'src/hashsets/': [{ path: 'test/slow/hashsets/', tests: '' }],
  'src/shared/sorting/': [{ path: 'test/unit/shared/sorting/', tests: '' }],
  'src/shared/semaphore.ts': [{ path: 'test/unit/shared/semaphore.test.ts', tests: '' }],
  'src/indexing/index-state-in-process.ts': [TURNS],
  'src/processes/index-check.ts': [{ path: 'test/unit/processes/index-check.test.ts', tests: '' }],
  'src/bookmarks/notes/': [http('notes')],
  'src/http/routes/bookmarks/notes.ts': [http('notes')],
  'src/http/routes/bookmarks/reviewed.ts': [http('reviewed')],
  'src/export/set-rows.ts': [http('noted-lists')],
  'src/search/set-clauses.ts': [http('note-queries')],
  'src/bookmarks/block.ts': [{ path: 'test/unit/bookmarks/block.test.ts', tests: '' }],
  'src/bookmarks/reviews/making.ts': [{ path: 'test/unit/bookmarks/review-making.test.ts', tests: '' }],
  'src/bookmarks/reviews/frozen-order.ts': [{ path: 'test/unit/bookmarks/review-dealing.test.ts', tests: '' }],
  'src/bookmarks/reviews/linked-groups.ts': [{ path: 'test/unit/bookmarks/linked-groups.test.ts', tests: '' }],
  'src/bookmarks/reviews/': [
    { path: 'test/unit/bookmarks/review-slices.test.ts', tests: '' },
    http('reviews'),
    http('hidden-changes'),
  ],
  'src/bookmarks/codings/agreement.ts': [http('reviews')],
  'src/bookmarks/codings/': [http('decisions')],
  'src/http/output/compared-cells.ts': [http('decisions')],
  'src/http/output/hit-records.ts': [http('related')],
  'src/html-report/': [http('report')],
  'src/bookmarks/searches/': [http('saved-searches'), http('hidden-changes')],
  'src/bookmarks/visible/visible-records.ts': [http('hidden-changes')],
  'src/indexing/build-in-process.ts': [TURNS],
  'src/http/routes/related/thread': [http('threads')],
  'src/http/routes/related/conversation': [http('conversations')],
  'src/search/conversations/conversation-scope.ts': [http('conversations')],
  'src/schema/conversations/': [http('conversations')],
  'src/search/conversations/message-order.ts': [{ path: 'test/unit/search/conversations/', tests: '' }],
  'src/http/routes/related/': [http('related')],
  'src/audit/search-history.ts': [
    { path: 'test/slow/audit/search-history.test.ts', tests: '' },
    http('search-history'),
  ],
  'src/search/saved/': [http('saved-searches')],
  'src/cases/loadfiles/unread-files.ts': [{ path: 'test/slow/cases/loadfiles/unread-files.test.ts', tests: '' }],
  'src/cases/loadfiles/': [{ path: 'test/unit/cases/loadfiles/', tests: '' }],
  'src/cases/recorded-hashes.ts': [{ path: 'test/unit/cases/check-case.test.ts', tests: '' }],
  'src/cases/iped/java-numbers.ts': [{ path: 'test/unit/cases/iped/java-numbers.test.ts', tests: '' }],
  'src/cluster/link/': [{ path: 'test/slow/cluster/cluster-link.test.ts', tests: '' }],
  'src/engine/columns/sort-numbers.ts': [{ path: 'test/unit/engine/sort-numbers.test.ts', tests: '' }],
  'src/schema/date-value.ts': [{ path: 'test/unit/schema/date-grammar.test.ts', tests: '' }],
  'src/query/plan/number-ranges.ts': [ZONED, http('time-zones')],
  'src/engine/columns/point-log.ts': [{ path: 'test/slow/engine/point-log.test.ts', tests: '' }],
  'src/engine/store/records/assembly/': [{ path: 'test/unit/engine/record-fields.test.ts', tests: '' }],
  'src/engine/neardup/': NEAR_DUPLICATES,
  'src/schema/threads/': [{ path: 'test/unit/schema/threads/', tests: '' }],
  'src/search/threads/': [{ path: 'test/unit/search/threads/', tests: '' }],
  'src/schema/zone-clock.ts': [ZONED],
  'src/search/natural-order.ts': [{ path: 'test/unit/search/natural-order.test.ts', tests: '' }],
  'src/search/combined/merged-hits.ts': [PAGES],
  'src/query/columns/natural': [{ path: 'test/unit/query/natural-values.test.ts', tests: '' }, COLUMNS, PAGES],
  'src/engine/columns/': [VALUES, ANSWERS, LARGE, COLUMNS, PAGES],
  'src/query/columns/': [ANSWERS, INTERVALS, LARGE, COLUMNS, PAGES],
  'src/engine/structure/': [{ path: 'test/slow/engine/tree.test.ts', tests: '' }, http('related')],
  'src/query/families/thread-groups.ts': [
    { path: 'test/unit/query/thread-groups.test.ts', tests: '' },
    http('review-groups'),
  ],
  'src/query/families/': [ANSWERS, http('related'), COLUMNS],
  'src/query/keywords/': [{ path: 'test/unit/query/keyword-counter.test.ts', tests: '' }, http('keywords'), COLUMNS],
  'src/engine/postings/document-lengths.ts': [{ path: 'test/slow/engine/document-lengths.test.ts', tests: '' }],
  'src/analysis/word-seeker.ts': [TOKENS],
  'src/query/matching/term-tests': [{ path: 'test/slow/query/term-tests.test.ts', tests: '' }],
  'src/analysis/word-cutter.ts': [TOKENS, { path: 'test/slow/analysis/tokens.test.ts', tests: '' }],
  'src/analysis/text-feed.ts': [TOKENS, { path: 'test/slow/analysis/tokens.test.ts', tests: '' }],
  'src/query/matching/word-sample.ts': [WORDS],
  'src/query/matching/matched-words.ts': [WORDS, MATCHES],
  'src/query/matching/matched-texts.ts': [{ path: 'test/unit/query/matched-texts.test.ts', tests: '' }, MATCHES],
  'src/query/matching/': [http('matching'), MATCHES],
  'src/engine/dictionary/term-range.ts': [http('matching'), MATCHES],
  'src/query/plan/pattern-forms.ts': [{ path: 'test/unit/cluster/translator.test.ts', tests: '' }, http('matching')],
  'src/search/sets/value-cache': [{ path: 'test/unit/query/set-cache.test.ts', tests: '' }],
  'src/query/set-cache': [{ path: 'test/unit/query/set-cache.test.ts', tests: '' }, COLUMNS],
  'src/query/cached-search': [{ path: 'test/unit/query/set-cache.test.ts', tests: '' }, COLUMNS],
  'src/http/routes/reviews/frozen-set.ts': [http('review-groups')],
  'src/query/rows/': [http('export'), COLUMNS],
  'src/shared/cells/formula-signs.ts': [{ path: 'test/unit/shared/cells/formula-signs.test.ts', tests: '' }],
  'src/shared/cells/table-cells.ts': [http('export')],
  'src/export/zip/': [{ path: 'test/unit/export/', tests: '' }, http('export')],
  'src/export/': [http('export')],
  'src/engine/store/passing-chunks': [PASSING],
  'src/engine/store/stream-reader': [PASSING],
  'src/engine/store/stream-chunks': [PASSING],
  'src/engine/store/sealed-chunk': [PASSING],
  'src/engine/store/frames/frame-queue': [QUEUED],
  'src/engine/store/frames/frame-batch': [QUEUED],
  'src/engine/store/frames/frame-cutter': [FRAMES, { path: 'test/slow/engine/analyzed-threads', tests: 'the same' }],
  'src/engine/store/frames/': [FRAMES],
  'src/engine/rank-of-id': [{ path: 'test/unit/engine/rank-of-id.test.ts', tests: '' }],
  'src/engine/store/chunk-cache': [{ path: 'test/unit/engine/chunk-cache.test.ts', tests: '' }],
  'src/engine/store/frames/assembly/frames': [FRAMES],
  'src/engine/store/frames/assembly/prefix-codes': [FRAMES],
  'src/engine/store/frames/assembly/': [COMPRESSED],
  'src/engine/store/frames/verify-frames.ts': [FRAMES],
  'src/engine/verify/verify-items.ts': [
    { path: 'test/slow/indexing/spelled-texts.test.ts', tests: '^the space before a text' },
  ],
  'src/engine/pairs/': [PAIRS, DIVIDED],
  'src/engine/pairs/verify-pairs.ts': [PAIRS],
  'src/engine/dictionary/joint-walk.ts': [JOINT],
  'src/engine/postings/joint-union.ts': [{ path: 'test/slow/engine/posting-list.test.ts', tests: '' }],
  'src/automaton/text-finder.ts': [JOINT],
  'src/query/plan/equal-parts.ts': [REPEATED, UNITED],
  'src/query/plan/joint/merged-intervals.ts': [UNITED],
  'src/query/plan/joint/united-leaves.ts': [UNITED],
  'src/query/plan/joint/joint-ranges.ts': [RANGES],
  'src/query/plan/joint/range-docs.ts': [RANGES],
  'src/query/plan/joint/range-cuts.ts': [RANGES],
  'src/query/plan/planner.ts': [REPEATED, AGREEMENT_SMALL],
  'src/query/operators/repeated.ts': [REPEATED],
  'src/query/explain.ts': [{ path: 'test/unit/query/explained-plans.test.ts', tests: '' }],
  'src/query/operators/block-counts.ts': [COUNTED],
  'src/query/operators/number-range.ts': [COUNTED, OPERATORS_SMALL, AGREEMENT_SMALL],
  'src/query/proximity/near-lists.ts': [NEAR_LISTS],
  'src/query/proximity/': [SPANS, NEAR],
  'src/query/plan/near/joined-alternatives.ts': [JOINED],
  'src/query/plan/near/near-words.ts': [{ path: 'test/unit/query/near-words.test.ts', tests: '' }, NEAR],
  'src/query/plan/near/': [NEAR],
  'src/query/plan/two-readings.ts': [QUOTED],
  'src/query/operators/two-readings.ts': [QUOTED],
  'src/query/plan/iped/nearest-': [{ path: 'test/unit/query/nearest-in-parts.test.ts', tests: '' }],
  'src/query/plan/leaf-planner.ts': [LISTED, AGREEMENT_SMALL],
  'src/query/phrase/examined-docs.ts': [EXAMINED],
  'src/query/ranking/score-sum.ts': [COUNTED, EXAMINED, LISTED],
  'src/query/ranking/query-work.ts': [WORK],
  'src/query/ranking/sampled-work.ts': [WORK],
  'src/query/operators/at-least.ts': [{ path: 'test/unit/query/at-least.test.ts', tests: '' }, WORK, OPERATORS_SMALL],
  'src/query/plan/phrase-planner.ts': [AGREEMENT_SMALL],
  'src/engine/analyzed/gathered-list.ts': [ORDERED],
  'src/engine/analyzed/ordered-cursor.ts': [ORDERED],
  'src/engine/analyzed/field-counts.ts': [{ path: 'test/unit/engine/field-counts.test.ts', tests: '' }],
  'src/engine/analyzed/': [
    { path: 'test/slow/indexing/analyzed-case.test.ts', tests: '' },
    { path: 'test/slow/engine/analyzed-threads.test.ts', tests: '' },
  ],
  'src/engine/spelling/text-division.ts': [{ path: 'test/unit/engine/text-division.test.ts', tests: '' }],
  'src/engine/spelling/text-speller.ts': [
    { path: 'test/slow/engine/text-speller', tests: '' },
    { path: 'test/slow/engine/analyzed-threads', tests: 'the same' },
  ],
  'src/certificates/': [
    { path: 'test/unit/certificates/', tests: '' },
    { path: 'test/cli/certificates.test.ts', tests: '' },
  ],
  'src/cluster/': [{ path: 'test/unit/cluster/translator.test.ts', tests: '' }],
  'src/cases/portable/': [{ path: 'test/slow/cases/read-items.test.ts', tests: '^items by id' }],
  'src/indexing/case-build.ts': [{ path: 'test/slow/indexing/build-index.test.ts', tests: 'numbers documents by id' }],
  'src/cases/autopsy/': [{ path: 'test/slow/cases/autopsy/', tests: '^(?!.*real disk image)' }],
  'src/cases/iped/item': [{ path: 'test/slow/cases/iped/items-by-id.test.ts', tests: '' }],
  'src/cases/iped/segment': GROWING,
  'src/indexing/growth/': GROWING,
  'src/cases/floor-index.ts': [{ path: 'test/slow/cases/iped/items-by-id.test.ts', tests: '' }],
  'src/cases/iped/content/': [{ path: 'test/unit/cases/iped/content.test.ts', tests: '' }],
  'src/engine/spelling/assembly/spelling.ts': [SPELLED],
  'src/engine/spelling/assembly/collecting.ts': [
    SPELLED,
    { path: 'test/slow/engine/analyzed-threads', tests: 'the same index if many' },
  ],
  'src/lucene/assembly/': [
    { path: 'test/unit/cases/lucene/', tests: '' },
    { path: 'test/slow/cases/lucene/written-terms', tests: '' },
    { path: 'test/slow/engine/case-terms', tests: '' },
  ],
  'src/engine/postings/assembly/case-terms.ts': OF_CASES,
  'src/engine/postings/assembly/gathered.ts': OF_CASES,
  'src/engine/postings/assembly/utf8.ts': [{ path: 'test/unit/codec/utf8-check', tests: '' }],
  'src/engine/postings/assembly/': [{ path: 'test/slow/engine/list-encoder', tests: '' }],
  'src/engine/inversion/assembly/term-log.ts': [{ path: 'test/slow/engine/(term-log|run-builder).test.ts', tests: '' }],
  'src/engine/inversion/assembly/word-cutter.ts': [{ path: 'test/slow/engine/term-log.test.ts', tests: '' }],
  'src/engine/inversion/assembly/term-order.ts': [{ path: 'test/slow/engine/term-log.test.ts', tests: '' }],
  'src/kernel/assembly/text-order.ts': [
    { path: 'test/slow/engine/value-log.test.ts', tests: '' },
    { path: 'test/slow/engine/term-log.test.ts', tests: '' },
  ],
  'src/kernel/assembly/text-bytes.ts': [{ path: 'test/slow/engine/(value-log|term-assembly).test.ts', tests: '' }],
  'src/engine/columns/values/assembly/': [{ path: 'test/slow/engine/value-log.test.ts', tests: '' }],
  'src/engine/columns/values/logged-values.ts': [{ path: 'test/slow/engine/value-log.test.ts', tests: '' }],
  'src/engine/columns/values/value-log.ts': [{ path: 'test/slow/engine/value-log.test.ts', tests: '' }],
  'src/engine/inversion/assembly/run-bytes.ts': [{ path: 'test/slow/engine/run-builder.test.ts', tests: '' }],
  'src/engine/inversion/assembly/run-items.ts': [{ path: 'test/slow/engine/run-builder.test.ts', tests: '' }],
  'src/engine/dictionary/assembly/': [{ path: 'test/slow/engine/term-assembly', tests: '' }],
  'src/engine/pairs/assembly/': [PAIRS],
  'src/engine/inversion/encoded-lists': [{ path: 'test/slow/engine/term-assembly', tests: '' }],
  'src/engine/inversion/token-counts.ts': [{ path: 'test/unit/engine/field-counts.test.ts', tests: '' }],
  'src/engine/inversion/field-state.ts': [{ path: 'test/unit/engine/field-values', tests: '' }],
  'src/engine/columns/values/column-counts.ts': [{ path: 'test/unit/engine/field-values', tests: '' }],
  'src/codec/utf8-check.ts': [{ path: 'test/unit/codec/utf8-check', tests: '' }],
  'src/engine/inversion/': [DIVIDED],
  'src/kernel/wasm-memory.ts': [{ path: 'test/unit/kernel/memory-growth', tests: '' }],
  'src/http/input/sent-pieces.ts': [http('hostile-clients')],
  'src/http/matching/findings-work.ts': [http('findings-work')],
  'src/http/matching/shared-scans.ts': [http('shared-scans')],
  'src/http/matching/expression-texts.ts': [http('matched-text-facet')],
  'src/http/matching/item-days.ts': [http('matched-texts')],
  'src/http/deadline.ts': [{ path: 'test/unit/http/deadline.test.ts', tests: '' }],
  'src/processes/': [{ path: 'test/unit/processes/', tests: '' }],
  'src/access/allowed-hosts.ts': [http('hosts')],
  'src/access/oidc/': [http('oidc')],
  'src/access/': [ACCESS],
  'src/sources/': [ACCESS],
  'src/bookmarks/visible/followed-log.ts': [CHANGES],
  'src/bookmarks/visible/recent-records.ts': [CHANGES],
  'src/http/changes/presence.ts': [http('presence')],
  'src/http/changes/change-streams.ts': [http('presence')],
  'src/http/routes/changes.ts': [http('presence')],
  'src/http/changes/': [CHANGES],
  'src/content-text/marked-page.ts': [{ path: 'test/unit/content-text/marked-page', tests: '' }],
};
/** The engine's suite that comes first. */
const FIRST = {
  'src/query/ranking/scoring.ts': COUNTED,
  'src/query/phrase/phrase-operator.ts': EXAMINED,
  'src/query/resident/assembly/ranking/gap-lanes.ts': { path: 'test/slow/query/resident/gaps.test.ts', tests: '' },
  'src/query/ranking/best-items.ts': { path: 'test/unit/query/best-items.test.ts', tests: '' },
  'src/query/unordered-ids.ts': { path: 'test/unit/query/item-batches.test.ts', tests: '' },
  'src/query/item-batches.ts': { path: 'test/unit/query/item-batches.test.ts', tests: '' },
  'src/query/resident/ranked': RANKED,
  'src/query/resident/resident': RANKED,
  'src/query/resident/assembly/near.ts': NEAR_LISTS,
  'src/query/resident/assembly/spans.ts': NEAR_LISTS,
  'src/query/resident/assembly/': RANKED,
  'src/query/resident/assembly/batch/': KERNEL,
  'src/query/resident/assembly/position-bits': KERNEL,
  'src/query/resident/assembly/byte-bits': KERNEL,
  'src/query/ranking/best-in-': RANKED,
  'src/query/resident/': KERNEL,
  'src/query/ranking/': RANKING_SMALL,
  'src/engine/postings/frequencies.ts': RANKING_SMALL,
};

export const KEYS = [...Object.keys(OWN), ...Object.keys(FIRST)];

export function suitesOf({ file }) {
  const key = keyOf({ file });
  if (OWN[key] !== undefined) return OWN[key];
  const first = FIRST[key] ?? OPERATORS_SMALL;
  return [first, ...ENGINE.filter((suite) => suite !== first)];
}

/**
 * Returns the key of a file's suites. Returns undefined for a file that is tested by the engine's suites in their usual order.
 */
export function keyOf({ file }) {
  return longestOf(OWN, file) ?? longestOf(FIRST, file);
}

/** Returns the longest key with which a path begins. */
function longestOf(keyed, file) {
  const keys = Object.keys(keyed).filter((key) => file.startsWith(key));
  return keys.sort((a, b) => b.length - a.length)[0];
}
