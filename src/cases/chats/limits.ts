/** How much of a hostile chat is read and kept. Everything beyond a limit is reported. */

/** Bytes of a line. The rest of a longer one is left out. */
export const LINE_BYTES_MAX = 1024 * 1024;

/** Units of one message. The rest of a longer one is left out. */
export const MESSAGE_UNITS_MAX = 8 * 1024 * 1024;

/** Units of a sender's name. A line with a longer one counts as having no name. */
export const SENDER_UNITS_MAX = 200;

/** Files that a case can have as conversations. */
export const CHATS_MAX = 1000;

/** Bytes of a JSON file, which is completely in memory: a day of a Slack conversation, or a list of users. */
export const JSON_FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Units of the first line of a message that become its name. */
export const NAME_UNITS_MAX = 120;

/** A batch ends after this many items, or this many units of text. */
export const BATCH_ITEMS_MAX = 256;
export const BATCH_UNITS_MAX = 4 * 1024 * 1024;

/** An id of an item is less than this. */
export const IDS_MAX = 2 ** 31 - 1;
