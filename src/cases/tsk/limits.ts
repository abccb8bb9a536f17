/** Limits of reading disk images through the tools of The Sleuth Kit. */

/** Maximum number of concurrent tools, of readers that wait for one, and the maximum wait. */
export const TOOL_PROCESSES_MAX = 8;
export const TOOL_QUEUE_MAX = 64;
export const TOOL_WAIT_SECONDS_MAX = 30;
/** Address space of a tool. An image is not mapped, but the chunk table of an E01 of terabytes is in memory. */
export const TOOL_MEMORY_KIBIBYTES_MAX = 4 * 1024 * 1024;
/** A tool that writes nothing for this long is ended. A client that reads nothing for this long loses its slot. */
export const TOOL_STALL_SECONDS_MAX = 120;
/** Error messages of a tool are truncated to this length. */
export const TOOL_MESSAGE_UNITS_MAX = 300;

/** Files of one image. */
export const SEGMENTS_MAX = 1000;
/** Extents that are at most this far apart are read in one pass, because starting a tool again costs more. */
export const READ_THROUGH_BYTES = 4 * 1024 * 1024;
/** Maximum number of extent lists that a case caches. An extent takes sixteen bytes. */
export const KEPT_EXTENT_LISTS_MAX = 4;
