/**
 * Every limit of the HTTP side, in one place. Each has a clear answer when it is exceeded; none cuts an answer short.
 */

/** A body over it is answered 413. About two million references. */
export const bodyBytesMax = 64 * 1024 * 1024;

/** A request line with its headers over it is answered 431. */
export const headerBytesMax = 1024 * 1024;

/** A client has so long to send its headers, and so long to send the whole request; then 408. */
export const headersMsMax = 20_000;
export const requestMsMax = 300_000;

/** An idle connection is kept open so long for the next request. */
export const keepAliveMsMax = 15_000;

/** A client that takes nothing of its answer for so long is cut off. */
export const stalledClientMsMax = 60_000;

/** A search has so long to find its whole answer; then 503, and no part of it. */
export const searchMsMax = 120_000;

/** Searches at work at once, and those that may wait for a place; one more is answered 503 at once. */
export const lightSearchCountMax = 16;
export const lightWaitingCountMax = 1024;
export const heavySearchCountMax = 2;
export const heavyWaitingCountMax = 64;

/** What a client is told to wait before it tries again, in seconds. */
export const retryAfterSeconds = 5;

/** A stopping server gives requests under way so long; then it cuts them off. */
export const drainMsMax = 20_000;

/** Connections open at once; one more is closed. */
export const connectionCountMax = 10_000;

/** Requests that may wait on one connection for the one before them; with one more it is cut off. */
export const pipelinedCountMax = 256;

/**
 * Bodies that may be large, over this size or of a length that is not known beforehand, are read so many at once; others
 * wait, and one more is answered 503 at once.
 */
export const smallBodyBytesMax = 1024 * 1024;
export const largeBodyCountMax = 4;
export const largeBodyWaitingCountMax = 64;
/** A large body that brings less than this in such a time loses its place: 408. */
export const stalledBodyBytesMax = 16 * 1024;
export const stalledBodyMsMax = 5_000;

/** `limit` of `sort=relevance`: ranked items are held in memory. */
export const rankedCountMax = 100_000;

/** `limit` of `GET /log` and `GET /bookmarks/{bookmark}/log`: records are read one by one. */
export const logRecordCountMax = 1000;

/** `limit` of `GET /suggest`. */
export const suggestionCountMax = 1000;

/** Work done between two looks at other requests. */
export const sliceMsMax = 4;

/** Bytes of one piece of a streamed answer, and what may wait for a slow client. */
export const pieceBytes = 64 * 1024;
export const waitingBytesMax = 256 * 1024;
