/** All limits of the HTTP interface. Exceeding one yields a clear error. None truncates an answer silently. */

/** A larger body is answered with 413. About two million references. */
export const BODY_BYTES_MAX = 64 * 1024 * 1024;

/** As above, for bodies with a query or a name, which are parsed at once. An array of references may be larger. */
export const QUERY_BODY_BYTES_MAX = 2 * 1024 * 1024;

/** Bodies above this length (UTF-16 units) have limits on nesting, and on the number of brackets, commas and colons. */
export const COUNTED_BODY_UNITS = 64 * 1024;
export const BODY_DEPTH_MAX = 100;
export const BODY_PARTS_MAX = 150_000;
/** Maximum characters of an array element that is read in slices, and of a line in a list of queries. */
export const ELEMENT_UNITS_MAX = 64 * 1024;
/** Members of a body. A longer list may only contain strings. */
export const BODY_MEMBERS_MAX = 1000;

/** As above, for the body of `POST /sources`: an id and a path. */
export const SOURCE_BODY_BYTES_MAX = 64 * 1024;

/** As above, for the body of `POST /session`: a token. */
export const SESSION_BODY_BYTES_MAX = 4096;

/** A larger request head is answered with 431. */
export const HEADER_BYTES_MAX = 1024 * 1024;
/** As above, for the number of headers. A mebibyte could hold 200,000. */
export const HEADERS_MAX = 2000;
/** Characters of `Accept` and `Accept-Encoding` that are parsed. */
export const ACCEPTED_UNITS_MAX = 4096;
/** Parameters in an address. */
export const PARAMETERS_MAX = 1000;

/** Time limits for a client to send its headers, and to send the complete request. After that, it gets 408. */
export const HEADERS_MS_MAX = 20_000;
export const REQUEST_MS_MAX = 300_000;

/** Time that an idle connection is kept open. */
export const KEEP_ALIVE_MS_MAX = 15_000;

/** A client that reads nothing of its answer for this long is disconnected. */
export const STALLED_CLIENT_MS_MAX = 60_000;
/** As above, for a client that reads less than this in this time, although more is available. */
export const SLOW_CLIENT_BYTES_MAX = 512 * 1024;
export const SLOW_CLIENT_MS_MAX = 300_000;

/** Time limit for a search to find its complete answer. After that, the client gets 503 and no partial answer. */
export const SEARCH_MS_MAX = 120_000;

/**
 * Maximum numbers of running and waiting searches. One more is answered with 503 immediately. Each engine process can run at
 * least one heavy search.
 */
export const LIGHT_SEARCH_COUNT_MAX = 16;
export const LIGHT_WAITING_COUNT_MAX = 1024;
export const HEAVY_SEARCH_COUNT_MAX = 2;
export const HEAVY_WAITING_COUNT_MAX = 64;

/** `Retry-After`, in seconds. */
export const RETRY_AFTER_SECONDS = 5;

/** Time that a stopping server gives to running requests before it closes them. */
export const DRAIN_MS_MAX = 20_000;

/**
 * Maximum number of cleanups started in one turn of the event loop, and their time limit. The rest wait for the next turn. Each
 * cleanup triggers further work, which costs more than the cleanup.
 */
export const CLEANUPS_PER_TURN_MAX = 64;
export const CLEANUP_MS_PER_TURN = 2;

/** Maximum number of open connections. One more is closed. */
export const CONNECTION_COUNT_MAX = 10_000;

/** Maximum number of requests waiting on one connection. One more closes it. */
export const PIPELINED_COUNT_MAX = 256;

/**
 * Bodies over this size or of unknown length count as large. The others limit the large bodies that are read at once and that
 * wait. One more is answered with 503 immediately.
 */
export const SMALL_BODY_BYTES_MAX = 1024 * 1024;
export const LARGE_BODY_COUNT_MAX = 4;
/** Maximum number of large bodies of one named user, so that others need not wait for slow uploads. */
export const LARGE_BODY_OWN_COUNT_MAX = 3;
export const LARGE_BODY_WAITING_COUNT_MAX = 64;
/** Total bytes of small bodies read at once. Beyond it, a body is treated as large. Bodies of up to 16 KiB do not count. */
export const SMALL_BODIES_BYTES_MAX = 64 * 1024 * 1024;
/** A large body that receives fewer bytes than this in this time loses its permit and gets 408. Small bodies have more time. */
export const STALLED_BODY_BYTES_MAX = 16 * 1024;
export const STALLED_BODY_MS_MAX = 5_000;
export const STALLED_SMALL_BODY_MS_MAX = 20_000;
/**
 * Framing bytes that a chunked body may have in addition to its own length. A chunk of one byte costs as much as a large one.
 */
export const FRAMING_BYTES_MAX = 64 * 1024;
/** A connection is paused while this much of a body waits for its reader. A chunk of one byte counts as one. */
export const BUFFERED_BODY_BYTES_MAX = 4096;

/** Maximum `limit` of `sort=relevance`: ranked items are kept in memory. */
export const RANKED_COUNT_MAX = 100_000;

/** References of one `POST /records`. */
export const REFERENCES_MAX = 10_000;
/** Characters of its body, without white space: enough for all references with the longest source names. */
export const REFERENCES_UNITS_MAX = 4 * 1024 * 1024;

/** Maximum `limit` of `/hits`, and of the values of a facet. */
export const PAGE_HITS_MAX = 10_000;
/** Facets, filters and sort fields of one request. */
export const SET_PARTS_MAX = 100;
/** Names in `properties` of one request; use `*` for more. */
export const PROPERTIES_MAX = 10_000;
/** Maximum UTF-16 units of a filter. A longer one is refused. */
export const FILTER_UNITS_MAX = 4096;
/** Total length of all filters of a request, which are parsed here. */
export const FILTERS_UNITS_MAX = 32_768;
/** Maximum UTF-16 units of `bbox`. A longer one is refused. */
export const BOX_UNITS_MAX = 1000;
/** Maximum UTF-16 units of the `name` of an export. A longer one is refused. */
export const FILE_NAME_UNITS_MAX = 200;
/** Queries of a list, and hashes. */
export const KEYWORDS_MAX = 100_000;
export const HASHES_MAX = 1_000_000;
/** Maximum number of values of each of `from`, `to`, `cc` and `bcc` that are merged to people, and of people on a page. */
export const PEOPLE_VALUES_MAX = 50_000;
export const PEOPLE_SHOWN_MAX = 1_000;
/** Names listed for a person, and values in the query for a person. */
export const PEOPLE_SPELLINGS_SHOWN_MAX = 20;
export const PEOPLE_QUERY_VALUES_MAX = 100;
/** Maximum UTF-16 units of `contains`. A longer one is refused. */
export const PEOPLE_CONTAINS_UNITS_MAX = 200;
/** Maximum number of mails shown of a thread, the first ones found. */
export const THREAD_MAILS_MAX = 2_000;
/** Maximum number of rounds in which ids named by mails are looked up in all sources. */
export const THREAD_ROUNDS_MAX = 16;
/** Maximum `limit` of rows of a thread. */
export const THREAD_ROWS_MAX = 1_000;
/** Limits for a mail of a thread: people in a field, copies, and characters of a value. */
export const THREAD_PEOPLE_SHOWN_MAX = 100;
export const THREAD_COPIES_SHOWN_MAX = 100;
export const THREAD_VALUE_UNITS_MAX = 1_000;
/** Maximum number of children of a thread's mails that are examined for attachments. */
export const THREAD_CHILDREN_MAX = 10_000;
/** Maximum bytes of a mail's text that is compared with later mails, and of all texts of a thread. */
export const THREAD_TEXT_BYTES_MAX = 2 ** 20;
export const THREAD_TEXTS_BYTES_MAX = 32 * 2 ** 20;
/** Maximum number of words processed while texts of a thread are compared. */
export const THREAD_COMPARED_WORDS_MAX = 64 * 2 ** 20;
/** Maximum number of messages of a conversation that are sorted. */
export const CONVERSATION_MESSAGES_MAX = 1_000_000;
/** Size in bytes of the cache of sorted conversations. A message takes 12. */
export const CONVERSATIONS_KEPT_BYTES_MAX = 24 * 2 ** 20;
/** Maximum `limit` of messages of a conversation. */
export const CONVERSATION_PAGE_MAX = 500;
/** Maximum characters shown of a message's text, and of other values. */
export const CONVERSATION_TEXT_UNITS_MAX = 4_000;
export const CONVERSATION_VALUE_UNITS_MAX = 500;
/**
 * Maximum numbers of attachments shown on a page, of people of a conversation or message, and of files that a message names.
 */
export const CONVERSATION_ATTACHMENTS_MAX = 1_000;
export const CONVERSATION_PEOPLE_SHOWN_MAX = 100;
/** Maximum number of matches in a conversation whose positions are listed. */
export const CONVERSATION_MATCHES_SHOWN_MAX = 10_000;
/** Maximum number of fields of a source that are examined for a message's time or author. */
export const CONVERSATION_FIELDS_MAX = 4;
/** A longer gap between messages is reported. */
export const CONVERSATION_GAP_SECONDS = 24 * 60 * 60;
/** Records of a page per read. */
export const RECORDS_AT_ONCE = 500;
/** Size of the first read, because records may be heavy. */
export const FIRST_RECORDS = 8;
/**
 * A page of records with more weight (`weightOf`) is refused. Records are read or weighed in groups of about the second weight.
 */
export const PAGE_WEIGHT_MAX = 128 * 2 ** 20;
/** Total length of the notes on all items of an answer, in UTF-16 units. */
export const NOTES_UNITS_MAX = 16 * 2 ** 20;
export const WEIGHED_AT_ONCE = 2 ** 20;
/** Total weight of the records of all concurrent answers; a request above it is refused. */
export const HELD_WEIGHT_MAX = 4 * PAGE_WEIGHT_MAX;

/** Maximum `limit` of `/matches`, `snippets` of `/hits` and `context` of `/findings`. */
export const PAGE_MATCHES_MAX = 10_000;
export const SNIPPETS_MAX = 10;
export const CONTEXT_UNITS_MAX = 1000;
/**
 * Cache in bytes of the items found by expressions over texts, so that facets and pages do not read the texts again. An entry
 * counts as 1,024 bytes plus its ids and its expression, so there are at most 65,536.
 */
export const EXPRESSIONS_KEPT_BYTES_MAX = 64 * 2 ** 20;
/**
 * Maximum number of items, and of bytes of their texts, in one matching call to an engine. A longer text is matched in pieces.
 */
export const MATCHED_AT_ONCE = 128;
/** Number of items whose stored texts one engine call scans: in the first call, and at most. */
export const SIFTED_AT_FIRST = 64;
export const SIFTED_AT_ONCE = 4096;
export const MATCHED_BYTES_AT_ONCE = 512 * 1024;
/** Number of texts to read ahead. */
export const TEXTS_READ_AHEAD = 8;

/**
 * Findings that take about a millisecond of processor time. A request may take as long as a search. Grouped findings are sent
 * only after all are counted, so they may take only this fraction of it: fifteen seconds of two minutes.
 */
export const FINDINGS_OF_MS = 160;
export const GROUPED_FINDINGS_PART = 1 / 8;
/** Maximum number of sampled items to estimate findings, and of ids to sample from. */
export const SAMPLED_FINDINGS_ITEMS_MAX = 256;
export const SAMPLED_FROM_IDS_MAX = 4_000_000;

/** Maximum `limit` of `/similar`. */
export const SIMILAR_MAX = 100;
/** Maximum `limit` of `/neardup`, whose texts are all read. */
export const NEAR_DUPLICATES_MAX = 100;
/** Cached text lengths. */
export const MEASURED_TEXTS_MAX = 10_000;

/** Maximum `limit` of `GET /log` and `GET /bookmarks/{bookmark}/log`, because records are read one by one. */
export const LOG_RECORD_COUNT_MAX = 1000;

/** Maximum number of open streams of `GET /changes`, in total and per person. One more gets 503 or 429. */
export const STREAMS_MAX = 1000;
export const STREAMS_OF_PERSON_MAX = 16;
/** Changes that a stream replays on opening, or may lag behind. If there are more, it reports that some are not sent. */
export const REPLAYED_CHANGES_MAX = 10_000;
/** Changes that a stream reads at once. */
export const CHANGES_AT_ONCE = 100;
/** Bytes of an event. Names and other parts of a record are bounded, so that the longest fits. */
export const EVENT_BYTES_MAX = 16 * 1024;
/** Interval of comments in an idle stream: they keep the connection alive, and check that its viewer still has access. */
export const STREAM_COMMENT_MS = 15_000;
/** Maximum number of named viewers of an item. The rest are counted. */
export const PRESENT_NAMES_MAX = 20;
/** Characters of a page's name. */
export const PAGE_NAME_UNITS_MAX = 64;
/** Bytes of events buffered for a slow client. */
export const STREAM_WAITING_BYTES_MAX = 64 * 1024;

/** Maximum `limit` of `GET /suggest`. */
export const SUGGESTION_COUNT_MAX = 1000;

/** Limits for `mark` of a view: number and length of texts. */
export const MARKED_TEXTS_MAX = 40;
export const MARKED_TEXT_UNITS_MAX = 200;

/** Size of a piece of a streamed answer, and of the buffer for a slow client. */
export const PIECE_BYTES = 64 * 1024;
export const WAITING_BYTES_MAX = 256 * 1024;

/** A shorter answer is not compressed: its ten packets take one round trip either way. */
export const COMPRESSED_BYTES_MIN = 14_000;
/** A longer answer is compressed in a thread. For small answers, the thread would cost more than the compression. */
export const COMPRESSED_AT_ONCE_BYTES_MAX = 64 * 1024;
/** Maximum number of streams that are compressed at once. Each has its own window in memory. One more is sent uncompressed. */
export const COMPRESSED_STREAMS_MAX = 64;

/** A query above this length, in UTF-16 units, is parsed in an engine process. */
export const SHORT_QUERY_UNITS_MAX = 4096;

/** As above, for a query with a bookmark, the selection or a source, which only this process knows. */
export const SET_QUERY_UNITS_MAX = 32_768;

/** JSON of a value with more weight (`weightOf`, roughly its characters) is written in pieces. */
export const WHOLE_JSON_WEIGHT_MAX = 256 * 1024;
/** A facet with more values is rendered during writing. */
export const WHOLE_FACET_VALUES_MAX = 500;
/** A record with more properties, or values of one, is rendered during writing. */
export const WHOLE_RECORD_PARTS_MAX = 1000;
