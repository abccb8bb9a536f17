/**
 * Every limit of the HTTP side, in one place. Each has a clear answer when it is exceeded; none cuts an answer short.
 */

/** A larger body is answered with 413. About two million references. */
export const BODY_BYTES_MAX = 64 * 1024 * 1024;

/** The same for bodies that hold a query or name one thing: they are parsed at once. An array of references may be larger. */
export const QUERY_BODY_BYTES_MAX = 2 * 1024 * 1024;

/** In a longer body (UTF-16 units), how deep it may be nested, and how many brackets, commas and colons it may have. */
export const COUNTED_BODY_UNITS = 64 * 1024;
export const BODY_DEPTH_MAX = 100;
export const BODY_PARTS_MAX = 150_000;
/** Characters of an element of an array that is read in slices, and of a line of a list of queries. */
export const ELEMENT_UNITS_MAX = 64 * 1024;
/** Members of a body; a longer list in it is one of texts. */
export const BODY_MEMBERS_MAX = 1000;

/** The same for the body of `POST /sources`, which is an id and a path. */
export const SOURCE_BODY_BYTES_MAX = 64 * 1024;

/** The same for the body of `POST /session`, which is a token. */
export const SESSION_BODY_BYTES_MAX = 4096;

/** A larger request line with headers is answered with 431. */
export const HEADER_BYTES_MAX = 1024 * 1024;
/** The same for more headers: a mebibyte has room for 200,000 of them. */
export const HEADERS_MAX = 2000;
/** Characters of `Accept` and `Accept-Encoding` that are understood. */
export const ACCEPTED_UNITS_MAX = 4096;
/** Parameters in an address. */
export const PARAMETERS_MAX = 1000;

/** Time for a client to send its headers, and the whole request; then 408. */
export const HEADERS_MS_MAX = 20_000;
export const REQUEST_MS_MAX = 300_000;

/** How long an idle connection is kept open for the next request. */
export const KEEP_ALIVE_MS_MAX = 15_000;
/** A client that closed its side is asked whether it still waits: at once, after this, and from then on every so often. */
export const HALF_OPEN_ASKED_MS = 25;
export const HALF_OPEN_ASKED_AGAIN_MS = 1000;

/** A client that reads nothing of its answer for this long is cut off. */
export const STALLED_CLIENT_MS_MAX = 60_000;
/** The same for one that takes less than this in this time, although there is more all the while. */
export const SLOW_CLIENT_BYTES_MAX = 512 * 1024;
export const SLOW_CLIENT_MS_MAX = 300_000;

/** Time for a search to find its whole answer; then 503, without a partial answer. */
export const SEARCH_MS_MAX = 120_000;

/**
 * Searches that run at once, and those that may wait; one more is answered with 503 at once. As many heavy ones run as there
 * are engine processes, where that is more.
 */
export const LIGHT_SEARCH_COUNT_MAX = 16;
export const LIGHT_WAITING_COUNT_MAX = 1024;
export const HEAVY_SEARCH_COUNT_MAX = 2;
export const HEAVY_WAITING_COUNT_MAX = 64;

/** How long a client is told to wait before it tries again, in seconds. */
export const RETRY_AFTER_SECONDS = 5;

/** Time that a stopping server gives to requests under way; then it cuts them off. */
export const DRAIN_MS_MAX = 20_000;

/**
 * How much of what the ends of connections and answers bring with them is begun in one turn of the event loop, and the time for
 * that; the rest waits for the next. What each sets off follows it, and costs more.
 */
export const ENDINGS_OF_TURN_MAX = 64;
export const ENDINGS_MS_OF_TURN = 2;

/** Connections open at once; one more is closed. */
export const CONNECTION_COUNT_MAX = 10_000;

/** Requests that may wait on one connection for the previous ones; with one more it is cut off. */
export const PIPELINED_COUNT_MAX = 256;

/**
 * Bodies that may be large are those over this size or of unknown length. How many of them are read at once, and how many
 * may wait; one more is answered with 503 at once.
 */
export const SMALL_BODY_BYTES_MAX = 1024 * 1024;
export const LARGE_BODY_COUNT_MAX = 4;
/** One user who has a name reads so many of them: another one does not wait for bodies that come slowly. */
export const LARGE_BODY_OWN_COUNT_MAX = 3;
export const LARGE_BODY_WAITING_COUNT_MAX = 64;
/** Bytes of all smaller bodies that are read at once; one more is read as a large one is. Those of up to 16 KiB do not count. */
export const SMALL_BODIES_BYTES_MAX = 64 * 1024 * 1024;
/** A large body of which less than this arrives in this time loses its place: 408. The same for a smaller one, in more time. */
export const STALLED_BODY_BYTES_MAX = 16 * 1024;
export const STALLED_BODY_MS_MAX = 5_000;
export const STALLED_SMALL_BODY_MS_MAX = 20_000;
/** A body in chunks may have so many bytes around them, and as many as it has itself: a chunk of one byte costs what a large one does. */
export const FRAMING_BYTES_MAX = 64 * 1024;
/** The same where the chunks themselves are counted: a size of one digit and two ends of lines are the least that one has. */
export const CHUNK_FRAME_BYTES = 5;
export const SMALL_CHUNK_FRAMES_BYTES_MAX = 16 * 1024;
/** A connection whose body has come in so many chunks is read no further in this turn of the event loop. */
export const CHUNKS_OF_TURN_MAX = 1000;
/** Chunks of a turn are put together up to this size before they are read. */
export const GATHERED_BYTES_MAX = 4096;

/** Maximum `limit` of `sort=relevance`: ranked items are kept in memory. */
export const RANKED_COUNT_MAX = 100_000;

/** References of one `POST /records`. */
export const REFERENCES_MAX = 10_000;
/** Characters of its body, without white space: so many references with the longest names of sources fit. */
export const REFERENCES_UNITS_MAX = 4 * 1024 * 1024;

/** Maximum `limit` of `/hits`, and of shown values of a facet. */
export const PAGE_HITS_MAX = 10_000;
/** Facets, filters and sort fields of one request. */
export const SET_PARTS_MAX = 100;
/** Names of `properties` of one request: more are `*`. */
export const PROPERTIES_MAX = 10_000;
/** A longer filter is refused, in UTF-16 units. */
export const FILTER_UNITS_MAX = 4096;
/** The same of all filters of a request: they are parsed here. */
export const FILTERS_UNITS_MAX = 32_768;
/** A longer `bbox` is refused, in UTF-16 units. */
export const BOX_UNITS_MAX = 1000;
/** A longer `name` of an export is refused, in UTF-16 units. */
export const FILE_NAME_UNITS_MAX = 200;
/** Queries of a list, and hashes. */
export const KEYWORDS_MAX = 100_000;
export const HASHES_MAX = 1_000_000;
/** Values of `from`, `to`, `cc` and `bcc` each that people are merged from; people of a page. */
export const PEOPLE_VALUES_MAX = 50_000;
export const PEOPLE_SHOWN_MAX = 1_000;
/** Names of a person that are listed, and values that a query for the person names one by one. */
export const PEOPLE_SPELLINGS_SHOWN_MAX = 20;
export const PEOPLE_QUERY_VALUES_MAX = 100;
/** A longer `contains` is refused, in UTF-16 units. */
export const PEOPLE_CONTAINS_UNITS_MAX = 200;
/** Mails of a thread that are shown: of more, these are the first that are found. */
export const THREAD_MAILS_MAX = 2_000;
/** Rounds in which ids that mails name are looked up in all sources. */
export const THREAD_ROUNDS_MAX = 16;
/** Maximum `limit` of rows of a thread. */
export const THREAD_ROWS_MAX = 1_000;
/** Of a mail of a thread: people of a field, copies, and characters of a value. */
export const THREAD_PEOPLE_SHOWN_MAX = 100;
export const THREAD_COPIES_SHOWN_MAX = 100;
export const THREAD_VALUE_UNITS_MAX = 1_000;
/** Items below the mails of a thread that are looked at, to know which mails have attachments. */
export const THREAD_CHILDREN_MAX = 10_000;
/** Bytes of a text that is compared with the mails below it, and of all texts of a thread. */
export const THREAD_TEXT_BYTES_MAX = 2 ** 20;
export const THREAD_TEXTS_BYTES_MAX = 32 * 2 ** 20;
/** Words that are gone through while texts of a thread are compared. */
export const THREAD_COMPARED_WORDS_MAX = 64 * 2 ** 20;
/** Messages of a conversation that are put in order. */
export const CONVERSATION_MESSAGES_MAX = 1_000_000;
/** Bytes of orders of conversations that are kept for the next page: 12 for a message. */
export const CONVERSATIONS_KEPT_BYTES_MAX = 24 * 2 ** 20;
/** Maximum `limit` of messages of a conversation. */
export const CONVERSATION_PAGE_MAX = 500;
/** Characters of the text of a message, and of another value of it, that are shown. */
export const CONVERSATION_TEXT_UNITS_MAX = 4_000;
export const CONVERSATION_VALUE_UNITS_MAX = 500;
/** Files of all messages of a page that are shown, people of a conversation or a message, and files that a message names. */
export const CONVERSATION_ATTACHMENTS_MAX = 1_000;
export const CONVERSATION_PEOPLE_SHOWN_MAX = 100;
/** Matches of a conversation whose places are listed. */
export const CONVERSATION_MATCHES_SHOWN_MAX = 10_000;
/** Fields of a source that may say when a message was written, or who wrote it. */
export const CONVERSATION_FIELDS_MAX = 4;
/** A longer time without a message is reported. */
export const CONVERSATION_GAP_SECONDS = 24 * 60 * 60;
/** Records of a page that are read at once. */
export const RECORDS_AT_ONCE = 500;
/** So many first: they may be heavy. */
export const FIRST_RECORDS = 8;
/** A page of records of more weight (`weightOf`) is refused, and records of about this weight are read or weighed at once. */
export const PAGE_WEIGHT_MAX = 128 * 2 ** 20;
/** Texts of notes of all items of an answer, in UTF-16 units. */
export const NOTES_UNITS_MAX = 16 * 2 ** 20;
export const WEIGHED_AT_ONCE = 2 ** 20;
/** The records of all answers that are made or sent weigh so much together: with more, a request is refused. */
export const HELD_WEIGHT_MAX = 4 * PAGE_WEIGHT_MAX;

/** Maximum `limit` of `/matches`, `snippets` of `/hits` and `context` of `/findings`. */
export const PAGE_MATCHES_MAX = 10_000;
export const SNIPPETS_MAX = 10;
export const CONTEXT_UNITS_MAX = 1000;
/** Bytes of the items that expressions over texts found, which are kept so that facets and pages do not read the texts again. */
export const EXPRESSIONS_KEPT_BYTES_MAX = 64 * 2 ** 20;
/** Items whose texts are matched with one call of an engine, and bytes of such texts: a longer text is matched in pieces. */
export const MATCHED_AT_ONCE = 128;
/** Items whose stored texts an engine process goes through in one call: as many as take some tens of milliseconds. */
export const SIFTED_AT_ONCE = 4096;
export const MATCHED_BYTES_AT_ONCE = 512 * 1024;
/** Texts of the items that follow, which are read meanwhile. */
export const TEXTS_READ_AHEAD = 8;

/**
 * Findings of one request: so many take about a millisecond of a processor, and a request may take the time of a search. Grouped ones, of which
 * nothing can be sent before all are counted, may take this part of it: fifteen seconds of two minutes.
 */
export const FINDINGS_OF_MS = 160;
export const GROUPED_FINDINGS_PART = 1 / 8;
/** Items by which findings are estimated, and ids of a set that these are chosen among. */
export const SAMPLED_FINDINGS_ITEMS_MAX = 256;
export const SAMPLED_FROM_IDS_MAX = 4_000_000;

/** Maximum `limit` of `/similar`. */
export const SIMILAR_MAX = 100;
/** Maximum `limit` of `/neardup`: so many texts are read. */
export const NEAR_DUPLICATES_MAX = 100;
/** Texts whose length is remembered. */
export const MEASURED_TEXTS_MAX = 10_000;

/** `limit` of `GET /log` and `GET /bookmarks/{bookmark}/log`: records are read one by one. */
export const LOG_RECORD_COUNT_MAX = 1000;

/** Streams of `GET /changes` that are open at once, in all and for a person. One more is 503, or 429. */
export const STREAMS_MAX = 1000;
export const STREAMS_OF_PERSON_MAX = 16;
/** Changes that a stream sends of before it was opened, or that it may be behind by. With more, it says that they are not sent. */
export const REPLAYED_CHANGES_MAX = 10_000;
/** Changes that a stream reads at once. */
export const CHANGES_AT_ONCE = 100;
/** Bytes of an event: names and other parts of a record are bounded, so that the longest fits. */
export const EVENT_BYTES_MAX = 16 * 1024;
/** A stream without events has a comment so often: it shows that the connection is there, and that its viewer is still known. */
export const STREAM_COMMENT_MS = 15_000;
/** Names of others at an item; more are counted. */
export const PRESENT_NAMES_MAX = 20;
/** Characters of what a page calls itself. */
export const PAGE_NAME_UNITS_MAX = 64;
/** Bytes of events that wait for a slow client. */
export const STREAM_WAITING_BYTES_MAX = 64 * 1024;

/** Maximum `limit` of `GET /suggest`. */
export const SUGGESTION_COUNT_MAX = 1000;

/** `mark` of a view: so many texts, each so long. */
export const MARKED_TEXTS_MAX = 40;
export const MARKED_TEXT_UNITS_MAX = 200;

/** Size of a piece of a streamed answer, and of what may wait for a slow client. */
export const PIECE_BYTES = 64 * 1024;
export const WAITING_BYTES_MAX = 256 * 1024;

/** A longer query is parsed in an engine process, in UTF-16 units. */
export const SHORT_QUERY_UNITS_MAX = 4096;

/** The same of one that names a bookmark, the selection or a source: those are known here alone. */
export const SET_QUERY_UNITS_MAX = 32_768;

/** JSON of a value of more weight (`weightOf`) is written in pieces: about so many characters. */
export const WHOLE_JSON_WEIGHT_MAX = 256 * 1024;
/** A facet with more values is rendered while it is written. */
export const WHOLE_FACET_VALUES_MAX = 500;
/** A record with more properties, or values of one, is rendered while it is written. */
export const WHOLE_RECORD_PARTS_MAX = 1000;
