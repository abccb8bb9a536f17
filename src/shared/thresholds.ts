/**
 * Every threshold at which the engine chooses another form or another algorithm, in one place. Modules take their
 * constants from here when they are loaded. The program cannot set them: tests load the engine with other numbers, so
 * that a few items reach every branch (test/support/settings.ts, which also gives the minimum of each).
 */

/** What determines the bytes of an index. Other numbers are another format and need another `version`. */
export interface FormatThresholds {
  /** The version that is written to an index; an index with another version is not opened. */
  readonly version: number;
  /** A block has 2^blockBits document numbers. */
  readonly blockBits: number;
  /** A bitmap may be this many times as large as gaps, because it is combined word by word, ten times as fast. */
  readonly bitmapFavour: number;
  /** A pack has the frequencies of 2^packBits postings. */
  readonly packBits: number;
  /** Approximate number of positions in a group. */
  readonly groupPositions: number;
  /** Positions from one skip to the next are 2^skipBits. */
  readonly skipBits: number;
  /** A posting with fewer positions has no skips. */
  readonly skippedMin: number;
  /** Bytes of a stream in one chunk: with its checksums and the header of a page of LMDB it fills two pages. */
  readonly chunkBytes: number;
  /** Bytes of a chunk that are checked together where few are wanted; a chunk has at most 31 such sectors. */
  readonly sectorBytes: number;
  /** Bytes of items, and of texts, that are compressed together: whoever wants one of them expands so many. */
  readonly itemFrameBytes: number;
  readonly textFrameBytes: number;
  /** Tokens, at least, of the texts that are put together at once where a case brings terms alone: the first of them begins with a frame. */
  readonly stretchTokens: number;
  /** Terms in a bucket of the dictionary. */
  readonly termsPerBucket: number;
  /** Spellings in a group of a column of whole values. */
  readonly spellingsPerGroup: number;
  /** Lists of up to this many documents store frequencies with the documents and have no blocks. */
  readonly shortListMax: number;
  /** A term of one document with up to this many positions is stored completely in the dictionary. */
  readonly inlinePositionsMax: number;
  /** Words that are followed by each other make pairs where each is in so many documents, and in this part of the tokens of the field. */
  readonly pairedMin: number;
  readonly pairedPart: number;
  /** Number of bit rows for the buckets of a dictionary, which the pairs of code points share. */
  readonly gramRows: number;
  /** A dictionary of fewer buckets has no such rows: walking it is as fast. */
  readonly gramBucketsMin: number;
}

/** What chooses between ways to the same bytes and answers. */
export interface WayThresholds {
  // Phrases, many documents at once in the kernel.
  /** Fewer candidates are matched one by one. */
  readonly bulkMin: number;
  /** Candidates that the kernel processes together. */
  readonly postingsAtOnce: number;
  /** Total positions of the first term of a phrase in them. */
  readonly startsMax: number;
  /** Bytes of positions that the kernel gets at once. */
  readonly bulkBytesMax: number;
  /** Bytes between two groups of positions that are copied with them instead of being left out. */
  readonly joinedBytes: number;
  /** Distinct terms of a phrase that the kernel can process. */
  readonly bulkTermsMax: number;
  /** Up to this many documents are narrowed as an array, more as a bitmap. */
  readonly fewCandidates: number;
  /** Positions that the kernel decodes before it compares them. */
  readonly readAhead: number;

  // Phrases, one document after the other.
  /** Documents that are narrowed and matched together: bounds the memory for ranks, however many terms a phrase has. */
  readonly candidatesMax: number;
  /** The same for a phrase with patterns. */
  readonly patternCandidates: number;
  /** Lookups in a pack that add up frequencies one by one, before the sums of the whole pack are computed. */
  readonly sparseReads: number;
  /** Of so many positions of a sloppy phrase's first term, those up to `firstPosition` are read and compared before the others. */
  readonly positionsInParts: number;
  readonly firstPosition: number;
  /** Arrays of ranks and of positions that are kept for the next phrase. */
  readonly ranksKept: number;
  readonly buffersKept: number;

  // Sets of documents.
  /** Capacity of the sparse form of a set: at least as many documents as a block of gaps or a short list can have. */
  readonly sparseMax: number;
  /** Blocks of fewer documents are merged with a sparse set, others looked up in a bitmap. */
  readonly lookedUpMin: number;
  /** With fewer points than this part of the words of a bitmap, a range of numbers, or a set from outside, is a list. */
  readonly wordsPerPoint: number;
  /** Lists of more bytes are fetched block by block for a union. */
  readonly fetchedAtOnce: number;
  readonly blockSetsKept: number;

  // Ranking.
  /** Terms beyond which every document is scored. */
  readonly manyTerms: number;
  /** Sets of fewer documents than this part of the rarest required term are scored one by one. */
  readonly fewPart: number;
  /** Up to so many postings of a block are all scored, without bounds: of the first block, when nothing is known yet, and of the others. */
  readonly scoredFirst: number;
  readonly scoredAll: number;
  /** A term is rare beside the rarest required one if it has fewer documents than this part. */
  readonly rarePart: number;
  /** Looking up as many documents of a block has a bitmap made, of gaps if it is more than this part of their bytes. */
  readonly rankedBits: number;
  readonly rankedShare: number;
  /** The best documents of a term in fewer documents, and in none of other lists, are found while these are intersected. */
  readonly risingFrom: number;
  /** The best documents that need not have all terms are found in the kernel that keeps lists where there are up to so many terms. */
  readonly rankedTogether: number;
  /**
   * Bytes of lists and codes that the kernel keeps for intersections, and documents of the rarest terms that it looks at between two
   * yields, and at a time for phrases.
   */
  readonly residentBytes: number;
  readonly residentAtOnce: number;
  readonly commonAtOnce: number;
  /** Longer records of positions are not kept with them; up to this length they are kept as soon as one position is wanted. */
  readonly residentPositions: number;
  /** Bytes of consecutive blocks of a list that are put there together: of blocks that are needed, and of any. */
  readonly putAtOnce: number;
  readonly putUnasked: number;
  readonly keptAtOnce: number;

  // Columns.
  /** Fewer rows are ordered by comparison; slots by which the first ones are told from the rest; documents between two yields. */
  readonly rowsCompared: number;
  readonly rankSlots: number;
  readonly columnDocs: number;
  /** Values that are read, sorted or merged for a natural order between two yields. */
  readonly naturalValues: number;
  /** A field of more groups of documents than this, less than 2^16, is counted value by value. */
  readonly docGroupsMax: number;
  /** Documents walked through in the order of a field, for each that an order is to begin with; and at a time. */
  readonly walkedPerDoc: number;
  readonly docsWalked: number;
  /** Where a field has more values than this for each document of a set, the first document of a value is looked up in a map. */
  readonly valuesPerDoc: number;
  /** Items with keys of fields, and counts, in a batch. */
  readonly keyedAtOnce: number;
  readonly countsAtOnce: number;

  // Plans.
  /** Lists and patterns from which on a query's equal parts are planned once. */
  readonly comparedParts: number;
  /** Scored leaves and lists up to which each is compared with those before it; of more, a map finds equal ones. */
  readonly comparedScorers: number;
  /** Patterns are matched together if they would walk the buckets of a dictionary so many times. */
  readonly jointWalks: number;
  /** So many patterns and ranges of a list, if any of them is enough, get one bitmap. */
  readonly unitedLeaves: number;

  /** Patterns and ranges that are scored, from which on their bitmaps are counted together. */
  readonly countedTogether: number;
  /** Documents of a set in a block up to which they are counted one by one, not as a bitmap. */
  readonly countedSingly: number;

  // The dictionary.
  /** Rows of pairs that a lookup reads: each further one excludes less. */
  readonly gramRowsRead: number;
  /** A walk of fewer buckets costs no more than reading rows. */
  readonly gramWalkMin: number;
  /** Buckets walked, and leaves planned, between two yields. */
  readonly bucketsPerSlice: number;
  readonly leavesPerSlice: number;
  /** Ids handed out at once. A block's are decoded together. */
  readonly idsAtOnce: number;
  /** A page of so many ids is listed by itself: an array for a block costs more than all of a small answer. */
  readonly idsOfPage: number;
  /** Where documents are not in order of ids: how many times as large a bitmap by id may be as one of documents. */
  readonly sparseIds: number;
  /** There, fewer documents than this part of all are put in order by comparison or digits, more by a bitmap. */
  readonly bitsPerId: number;
  /** Answers of more documents are bitmaps, unless a list is as small. */
  readonly listedMax: number;

  // Caches.
  /** Total bytes of chunks that all streams of one reader keep in memory. */
  readonly cacheBytes: number;
  /** Chunks that were read for the first time, for a caller who keeps none of their bytes. */
  readonly passingChunks: number;
  /** Posting lists, lengths of fields, and locations of terms that a reader keeps. */
  readonly listsKept: number;
  readonly lengthsKept: number;
  readonly termsKept: number;
  /** Bytes of columns by document that all indexes of a process keep in memory. */
  readonly columnsKept: number;
  /** Bytes of computed sets and their orders that a process keeps, and items that the beginning of an order has. */
  readonly setsKept: number;
  readonly orderBeginning: number;
  /** Number of cached automata, and the largest size at which one stays in the cache. */
  readonly patternsKept: number;
  readonly tableBytesKept: number;

  // Matching inside texts.
  /** In shorter stretches of a text, words are not looked for before it is cut into tokens. */
  readonly soughtUnits: number;

  // Builds.
  /** Tokens, and bytes of terms, of a run. */
  readonly runTokens: number;
  readonly runTermBytes: number;
  /** Runs that are merged into a longer one. */
  readonly runsMerged: number;
  /** Bytes of a page for data of one field, and for data that exists once. */
  readonly fieldPageBytes: number;
  readonly pageBytes: number;
  /** Numbers and dates of all fields that are sorted at once. */
  readonly points: number;
  /** Bytes gathered before a transaction, before a write to a run, and read from one at once. */
  readonly batchBytes: number;
  readonly runWriteBytes: number;
  readonly runReadBytes: number;
  /** Bytes of a run from one mark to the next, and marks in all. */
  readonly markBytes: number;
  readonly marksMax: number;
  /** Occurrences that a run returns at a time. */
  readonly occurrencesAtOnce: number;
  /** Bytes of encoded lists that are sent together; a single record may make them more. */
  readonly pieceBytes: number;
  /**
   * Occurrences of a term that are put in order of documents in memory. A list with more is decoded again for each stretch of documents where threads
   * encode, and goes through runs on disk elsewhere.
   */
  readonly gatheredMax: number;
  /** Occurrences of paired words that are put in order of documents at a time, and pairs in a run. */
  readonly pairedAtOnce: number;
  readonly pairsInRun: number;
  /** Points of a run that are read at a time. */
  readonly pointsRead: number;
  /** Occurrences of a run of whole values, with those that a document has twice, and bytes of their log; bytes read from a run at once. */
  readonly columnOccurrences: number;
  readonly columnBytes: number;
  readonly columnReadBytes: number;
}

export const format: FormatThresholds = {
  version: 12,
  blockBits: 16,
  bitmapFavour: 2,
  packBits: 7,
  groupPositions: 128,
  skipBits: 6,
  skippedMin: 128,
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
  gramRows: 192,
  gramBucketsMin: 64,
};

export const ways: WayThresholds = {
  bulkMin: 12,
  postingsAtOnce: 256,
  startsMax: 65_536,
  bulkBytesMax: 2 ** 19,
  joinedBytes: 256,
  bulkTermsMax: 8,
  fewCandidates: 512,
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
  blockSetsKept: 64,

  manyTerms: 24,
  fewPart: 4,
  rarePart: 8,
  scoredFirst: 1024,
  scoredAll: 256,
  rankedBits: 128,
  rankedShare: 8,
  risingFrom: 1 << 16,
  rankedTogether: 6,
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
  fieldPageBytes: 256,
  pageBytes: 1 << 16,
  points: 1 << 19,
  batchBytes: 16 * 2 ** 20,
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
