/** Limits of a report. Beyond a limit, the content continues on the next page, or the page says how much is left out. */

/** Items per page. */
export const PAGE_ITEMS = 50;
/** Maximum pictures per contact sheet. */
export const SHEET_PICTURES = 60;
/** Maximum messages on a page of a conversation, UTF-16 units of a message's text, and people on each side of a message. */
export const CONVERSATION_PAGE_MESSAGES = 200;
export const MESSAGE_TEXT_UNITS_MAX = 4000;
export const MESSAGE_PEOPLE_MAX = 10;
/** Maximum rows per page of any other table. */
export const PAGE_ROWS = 500;

/** Maximum UTF-16 units of a value, and values of a property. */
export const VALUE_UNITS_MAX = 2000;
export const VALUES_MAX = 20;
/** Maximum properties of an item, if all are requested. */
export const CARD_PROPERTIES_MAX = 200;
/** Maximum UTF-16 units of a name in a list. */
export const SHORT_NAME_UNITS = 120;

/** Maximum UTF-16 units of a text in a request. */
export const REPORT_TEXT_UNITS_MAX = 1000;
export const REPORT_BOOKMARKS_MAX = 1000;

/** Maximum bytes of a template, and of its logo. */
export const TEMPLATE_BYTES_MAX = 256 * 1024;
export const TEMPLATE_WORD_UNITS_MAX = 2000;
export const LOGO_BYTES_MAX = 1024 * 1024;
export const TEMPLATES_MAX = 100;

/** Attempts to get a thumbnail or a view from busy processes, and the pause after the first. */
export const BUSY_ATTEMPTS_MAX = 8;
export const BUSY_PAUSE_MS = 250;
