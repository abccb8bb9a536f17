/**
 * Every threshold at which the engine chooses another form or another algorithm, in one place. Modules take their constants
 * from here when they are loaded. Users cannot change them. Tests load the engine with other numbers, so that a few items reach
 * every branch. test/support/settings.ts has the minimum of each.
 */

/** Thresholds that determine the bytes of an index. Other numbers make another format, which needs another `version`. */
export interface FormatThresholds {
  /** The version that is written to an index. An index of another version is not opened. */
  readonly version: number;
  /** A block has 2^blockBits document numbers. */
  readonly blockBits: number;
  /**
   * A block is stored as a bitmap if that takes at most this many times as many bytes as gaps. Bitmaps are combined word by
   * word, which is ten times as fast.
   */
  readonly bitmapFavour: number;
  /** A pack has the frequencies of 2^packBits postings. */
  readonly packBits: number;
  /** Approximate number of positions in a group. */
  readonly groupPositions: number;
  /** There are 2^skipBits positions between two skips. */
  readonly skipBits: number;
  /** A posting with fewer positions has no skips. */
  readonly skippedMin: number;
  /**
   * A build collects this many positions of a list, or of a block, before it chooses the order in which they are stored. The
   * positions of further documents are stored in the same order. Readers do not depend on this number.
   */
  readonly heldPositions: number;
  /** Bytes of a stream in one chunk. With its checksums and the header of an LMDB page, a chunk fills two pages. */
  readonly chunkBytes: number;
  /** Bytes of a chunk that share a checksum for small reads. A chunk has at most 31 such sectors. */
  readonly sectorBytes: number;
  /** Bytes of items, and of texts, that are compressed together. Reading one item or text expands a frame. */
  readonly itemFrameBytes: number;
  readonly textFrameBytes: number;
  /** Minimum tokens of texts that are reconstructed together if a case brings only terms. The first of these texts begins a frame. */
  readonly stretchTokens: number;
  /** Terms in a bucket of the dictionary. */
  readonly termsPerBucket: number;
  /** Spellings in a group of a column of whole values. */
  readonly spellingsPerGroup: number;
  /** Lists of up to this many documents store their frequencies with the documents, without blocks. */
  readonly shortListMax: number;
  /** A term of one document with up to this many positions is stored completely in the dictionary. */
  readonly inlinePositionsMax: number;
  /**
   * Terms that are in at least this many documents, and are at least one in `pairedPart` of the field's tokens, form pairs with
   * each other.
   */
  readonly pairedMin: number;
  readonly pairedPart: number;
  /** Number of bit rows for the buckets of a dictionary. Bigrams and trigrams share them. */
  readonly gramRows: number;
  /** A dictionary of fewer buckets has no such rows, because a walk is as fast. */
  readonly gramBucketsMin: number;
}

/** Thresholds that choose between algorithms. Bytes and answers do not depend on them. */
export interface Tuning {
  // Phrases: many documents at once in the kernel.
  /** Fewer candidates are matched one by one. */
  readonly bulkMin: number;
  /** Candidates that the kernel processes together. */
  readonly postingsAtOnce: number;
  /** Total positions of the first term of a phrase in these candidates. */
  readonly startsMax: number;
  /** Bytes of positions that are passed to the kernel at once. */
  readonly bulkBytesMax: number;
  /** A gap of up to this many bytes between two groups of positions is copied with them instead of skipped. */
  readonly joinedBytes: number;
  /** Distinct terms of a phrase that the kernel supports. */
  readonly bulkTermsMax: number;
  /** Number of positions that the kernel decodes before it compares them. */
  readonly readAhead: number;

  // Phrases: one document at a time.
  /** Documents that are intersected and matched together. Bounds the memory for ranks, however many terms a phrase has. */
  readonly candidatesMax: number;
  /** The same number for a phrase with patterns. */
  readonly patternCandidates: number;
  /**
   * Up to this many lookups in a pack add up frequencies one by one. For more lookups, the sums of the whole pack are computed
   * first.
   */
  readonly sparseReads: number;
  /** If the first term of a sloppy phrase has at least this many positions, those up to `firstPosition` are read and compared first. */
  readonly positionsInParts: number;
  readonly firstPosition: number;
  /** Number of arrays of ranks and of positions that are kept for the next phrase. */
  readonly ranksKept: number;
  readonly buffersKept: number;

  // Sets of documents.
  /** Capacity of the sparse form of a set: at least as many documents as a block of gaps or a short list can have. */
  readonly sparseMax: number;
  /** Blocks of fewer documents are merged with a sparse set, others looked up in a bitmap. */
  readonly lookedUpMin: number;
  /**
   * A range of numbers, or an external set, is stored as a list if it has fewer points than a bitmap has words, divided by this
   * number.
   */
  readonly wordsPerPoint: number;
  /** A union fetches lists of more bytes than this block by block. */
  readonly fetchedAtOnce: number;
  /** Number of documents that are collected for one of many bitmaps before they are set in it. */
  readonly gatheredDocs: number;
  readonly blockSetsKept: number;

  // Ranking.
  /** If a query has more terms than this, every document is scored. */
  readonly manyTerms: number;
  /** A set is scored document by document if it has fewer documents than the rarest required term, divided by this number. */
  readonly fewPart: number;
  /**
   * If a block has up to this many postings, all are scored without computing bounds. The first block has a number of its own,
   * because no minimum score is known yet.
   */
  readonly scoredFirst: number;
  readonly scoredAll: number;
  /** A term counts as rare if it has fewer documents than the rarest required term, divided by this number. */
  readonly rarePart: number;
  /**
   * If at least `rankedBits` documents are looked up in a block, a bitmap of the block is made first. If the block is stored as
   * gaps, `rankedShare` times their number must also reach its length in bytes.
   */
  readonly rankedBits: number;
  readonly rankedShare: number;
  /**
   * If the only scored term is in at least this many documents, its best k documents are found during matching, not after it.
   */
  readonly risingFrom: number;
  /** Up to this many optional terms are ranked in the resident kernel. */
  readonly rankedTogether: number;
  /**
   * Bytes of lists and codes that the resident kernel keeps for intersections. Number of documents of the rarest terms that it
   * reads between two yields, and number that it reads at a time for phrases.
   */
  readonly residentBytes: number;
  readonly residentAtOnce: number;
  readonly commonAtOnce: number;
  /** Longer position records are not kept with the lists. Shorter ones are kept as soon as one position is needed. */
  readonly residentPositions: number;
  /** Bytes of consecutive blocks of a list that are copied together: limits for required blocks, and for other blocks. */
  readonly putAtOnce: number;
  readonly putUnasked: number;
  readonly keptAtOnce: number;

  // Columns.
  /**
   * Fewer rows than this are sorted by comparison. Number of slots by which the first rows are separated from the rest. Number
   * of documents between two yields.
   */
  readonly rowsCompared: number;
  readonly rankSlots: number;
  readonly columnDocs: number;
  /** For the events of a set, 32 times this many dates of a field are read at once. */
  readonly dateWordsAtOnce: number;
  /** Number of values that are read, sorted or merged for a natural order between two yields. */
  readonly naturalValues: number;
  /** A field with more groups of documents than this, less than 2^16, is counted value by value. */
  readonly docGroupsMax: number;
  /** How many documents in a field's order may be examined for each requested document, and how many at a time. */
  readonly walkedPerDoc: number;
  readonly docsWalked: number;
  /** If a field has more values than this per document of a set, the first document of a value is looked up in a map. */
  readonly valuesPerDoc: number;
  /** Items in a batch if they have keys of fields, and counts in a batch. */
  readonly keyedAtOnce: number;
  readonly countsAtOnce: number;

  // Plans.
  /** Equal parts of a query are planned once if it has at least this many lists and patterns. */
  readonly comparedParts: number;
  /** Up to this many scored leaves and lists, each is compared with those before it. With more, a map finds equal ones. */
  readonly comparedScorers: number;
  /**
   * Patterns are matched together if one by one they would walk the buckets of a dictionary at least this many times in total.
   */
  readonly jointWalks: number;
  /** An OR of at least this many patterns and ranges is evaluated into one bitmap. */
  readonly unitedLeaves: number;
  /** Maximum number of queries of a list whose patterns and ranges are expanded together. */
  readonly jointQueries: number;

  /** From this many scored patterns and ranges on, their bitmaps are counted together. */
  readonly countedTogether: number;
  /** Up to this many documents of a set in a block are counted one by one, not as a bitmap. */
  readonly countedSingly: number;

  // The dictionary.
  /** Rows of pairs that a lookup reads. Each further row excludes less. */
  readonly gramRowsRead: number;
  /** Rows of pairs are not read for a walk of fewer buckets, which takes no longer than reading them. */
  readonly gramWalkMin: number;
  /** Number of buckets that are walked, and of leaves that are planned, between two yields. */
  readonly bucketsPerSlice: number;
  readonly leavesPerSlice: number;
  /** Number of ids that are returned at once. The ids of a block are decoded together. */
  readonly idsAtOnce: number;
  /** A page of up to this many ids is listed directly. An array for a block takes longer to allocate than a small answer. */
  readonly idsOfPage: number;
  /** If documents are not in order of ids, a bitmap by id may be this many times as large as a bitmap by document. */
  readonly sparseIds: number;
  /**
   * If documents are not in order of ids, a set of fewer than all documents divided by this number is sorted by comparison or
   * radix. A larger set is sorted by a bitmap.
   */
  readonly bitsPerId: number;
  /** Answers with more documents than this are bitmaps, unless a list takes no more memory. */
  readonly listedMax: number;

  // Caches.
  /** Total bytes of chunks that all streams of one reader keep in memory. */
  readonly cacheBytes: number;
  /** Number of chunks that a first read caches for a caller that keeps none of their bytes. */
  readonly passingChunks: number;
  /** Numbers of posting lists, lengths of fields, and locations of terms that a reader caches. */
  readonly listsKept: number;
  readonly lengthsKept: number;
  readonly termsKept: number;
  /** Bytes of columns by document that all indexes of a process keep in memory. */
  readonly columnsKept: number;
  /** Bytes of computed sets and their orders that a process caches. Number of items in the cached beginning of an order. */
  readonly setsKept: number;
  readonly orderBeginning: number;
  /** Number of cached automata, and the largest size at which one stays in the cache. */
  readonly patternsKept: number;
  readonly tableBytesKept: number;

  // Matching inside texts.
  /**
   * In stretches of a text that are shorter than this, all words are tokenized without searching for the requested words first.
   */
  readonly soughtUnits: number;

  // Builds.
  /** Maximum number of tokens of a run, and bytes of its terms. */
  readonly runTokens: number;
  readonly runTermBytes: number;
  /**
   * Minimum number of runs that are merged into a longer one. Approximate number of runs of all threads that are left for the
   * last merge.
   */
  readonly runsMerged: number;
  readonly runsOpened: number;
  /** Bytes of a page of data that every field has, and of data that exists once. */
  readonly fieldPageBytes: number;
  readonly pageBytes: number;
  /** Number of numbers and dates of all fields that are sorted at once. */
  readonly points: number;
  /**
   * Bytes that are buffered before a transaction, bytes that are buffered before a write to a run, and bytes per read from a
   * run.
   */
  readonly batchBytes: number;
  readonly runWriteBytes: number;
  readonly runReadBytes: number;
  /** After this many bytes were written to the file of an index, or read again from it, its pages are unmapped. */
  readonly reopenedBytes: number;
  /** Bytes of a run between two marks, and maximum number of marks. */
  readonly markBytes: number;
  readonly marksMax: number;
  /** Number of occurrences that a run returns at a time. */
  readonly occurrencesAtOnce: number;
  /** Bytes of encoded lists that are sent together. A single record may exceed it. */
  readonly pieceBytes: number;
  /**
   * Maximum occurrences of a term that are sorted by document in memory. If a list is longer, threads decode it once for each
   * stretch of documents. Without threads, it is sorted in runs on disk.
   */
  readonly gatheredMax: number;
  /** Number of occurrences of paired words that are sorted by document at a time, and number of pairs in a run. */
  readonly pairedAtOnce: number;
  readonly pairsInRun: number;
  /** Number of points of a run that are read at a time. */
  readonly pointsRead: number;
  /**
   * Number of occurrences in a run of whole values, including repeats in a document, and bytes of their log. Bytes that are
   * read from a run at once.
   */
  readonly columnOccurrences: number;
  readonly columnBytes: number;
  readonly columnReadBytes: number;
}

export const format: FormatThresholds = {
  version: 13,
  blockBits: 16,
  bitmapFavour: 2,
  packBits: 7,
  groupPositions: 128,
  skipBits: 6,
  skippedMin: 128,
  heldPositions: 1 << 22,
  chunkBytes: 2 * 4096 - 24 - 4 - 8 * 4,
  sectorBytes: 1024,
  itemFrameBytes: 1 << 13,
  textFrameBytes: 1 << 12,
  stretchTokens: 2 ** 19,
  termsPerBucket: 32,
  spellingsPerGroup: 64,
  shortListMax: 64,
  inlinePositionsMax: 8,
  pairedMin: 256,
  pairedPart: 3 << 12,
  gramRows: 512,
  gramBucketsMin: 64,
};

/** Thresholds that decide when a case that grew gets a new part instead of a new index. */
export interface GrowthThresholds {
  /** Whether builds add parts if the caller does not decide. */
  readonly isOn: boolean;
  /**
   * A merge takes one more part from the end as long as that part is smaller than this many times the parts that it has already
   * taken.
   */
  readonly mergedFactor: number;
  /** An addition to an index of this many parts is built together with the parts that a merge would take. */
  readonly partsMax: number;
  /** All additions together have at most this fraction, 1/n, of the size of the first part. */
  readonly additionsPart: number;
  /** At most this fraction, 1/n, of the documents of a part are struck. */
  readonly struckPart: number;
}

export const growth: GrowthThresholds = { isOn: true, mergedFactor: 4, partsMax: 8, additionsPart: 4, struckPart: 4 };

export const tuning: Tuning = {
  bulkMin: 12,
  postingsAtOnce: 256,
  startsMax: 65_536,
  bulkBytesMax: 2 ** 19,
  joinedBytes: 256,
  bulkTermsMax: 8,
  readAhead: 16,

  candidatesMax: 4096,
  patternCandidates: 4096,
  sparseReads: 6,
  positionsInParts: 32,
  firstPosition: 512,
  ranksKept: 16,
  buffersKept: 16,

  sparseMax: 8192,
  lookedUpMin: 64,
  wordsPerPoint: 64,
  fetchedAtOnce: 1 << 16,
  gatheredDocs: 16_384,
  blockSetsKept: 64,

  manyTerms: 24,
  fewPart: 4,
  rarePart: 8,
  scoredFirst: 1024,
  scoredAll: 256,
  rankedBits: 128,
  rankedShare: 8,
  risingFrom: 1 << 16,
  rankedTogether: 5,
  residentBytes: 64 * 2 ** 20,
  residentAtOnce: 1 << 16,
  commonAtOnce: 1 << 12,
  residentPositions: 1 << 18,
  putAtOnce: 1 << 16,
  putUnasked: 1 << 12,
  keptAtOnce: 1 << 13,

  rowsCompared: 128,
  rankSlots: 1 << 16,
  columnDocs: 1 << 16,
  dateWordsAtOnce: 1 << 7,
  naturalValues: 1 << 10,
  docGroupsMax: 65_535,
  walkedPerDoc: 8,
  docsWalked: 2048,
  valuesPerDoc: 16,
  keyedAtOnce: 512,
  countsAtOnce: 1024,

  comparedParts: 8,
  comparedScorers: 24,
  jointWalks: 4,
  unitedLeaves: 128,
  jointQueries: 256,
  countedTogether: 16,
  countedSingly: 512,

  gramRowsRead: 12,
  gramWalkMin: 16,
  bucketsPerSlice: 16,
  leavesPerSlice: 256,
  idsAtOnce: 65_536,
  idsOfPage: 4096,
  sparseIds: 4,
  bitsPerId: 512,
  listedMax: 65_536,

  cacheBytes: 96 * 2 ** 20,
  passingChunks: 128,
  listsKept: 1024,
  lengthsKept: 8,
  termsKept: 4096,
  columnsKept: 256 * 2 ** 20,
  setsKept: 256 * 2 ** 20,
  orderBeginning: 512,
  patternsKept: 64,
  tableBytesKept: 1 << 20,

  soughtUnits: 512,

  runTokens: 4 * 2 ** 20,
  runTermBytes: 40 * 2 ** 20,
  runsMerged: 64,
  runsOpened: 900,
  fieldPageBytes: 256,
  pageBytes: 1 << 16,
  points: 1 << 19,
  batchBytes: 16 * 2 ** 20,
  reopenedBytes: 512 * 2 ** 20,
  runWriteBytes: 1 << 20,
  runReadBytes: 1 << 16,
  markBytes: 1 << 16,
  marksMax: 256,
  occurrencesAtOnce: 1 << 13,
  pieceBytes: 1 << 18,
  gatheredMax: 1 << 20,
  pairedAtOnce: 1 << 22,
  pairsInRun: 1 << 19,
  pointsRead: 1 << 10,
  columnOccurrences: 1 << 17,
  columnBytes: 8 * 2 ** 20,
  columnReadBytes: 1 << 16,
};
