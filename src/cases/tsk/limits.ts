/** Limits of reading disk images through the tools of The Sleuth Kit. */

/** Tools that run at the same time, and readers that may wait for one of them, and for how long. */
export const TOOL_PROCESSES_MAX = 8;
export const TOOL_QUEUE_MAX = 64;
export const TOOL_WAIT_SECONDS_MAX = 30;
/** Address space of a tool: an image is not mapped, but an E01 of terabytes has a list of its pieces in memory. */
export const TOOL_MEMORY_KIBIBYTES_MAX = 4 * 1024 * 1024;
/** A tool that is silent for this long is ended; a client that takes nothing for this long loses its place. */
export const TOOL_STALL_SECONDS_MAX = 120;
/** What a tool says of a fault is cut here. */
export const TOOL_MESSAGE_UNITS_MAX = 300;

/** Files of one image. */
export const SEGMENTS_MAX = 1000;
/** Extents whose distance is no more than this are read in one go: starting a tool costs more. */
export const READ_THROUGH_BYTES = 4 * 1024 * 1024;
/** Lists of extents that a case keeps: sixteen bytes an extent. */
export const KEPT_EXTENT_LISTS_MAX = 4;
