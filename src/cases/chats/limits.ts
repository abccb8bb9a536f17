/** Limits on reading a hostile chat. Everything beyond a limit is reported. */

/** Maximum bytes of a line. The rest is left out. */
export const LINE_BYTES_MAX = 1024 * 1024;

/** Maximum units of one message. The rest is left out. */
export const MESSAGE_UNITS_MAX = 8 * 1024 * 1024;

/** Maximum units of a sender's name. A line with a longer name counts as a line without a name. */
export const SENDER_UNITS_MAX = 200;

/** Maximum conversation files of a case. */
export const CHATS_MAX = 1000;

/** Maximum bytes of a JSON file, which is read into memory completely: a day of a Slack conversation, or a list of users. */
export const JSON_FILE_BYTES_MAX = 64 * 1024 * 1024;

/** Units of the first line of a message that become its name. */
export const NAME_UNITS_MAX = 120;

/** A batch ends after this many items, or this many units of text. */
export const BATCH_ITEMS_MAX = 256;
export const BATCH_UNITS_MAX = 4 * 1024 * 1024;

/** All item ids are less than this. */
export const IDS_MAX = 2 ** 31 - 1;
