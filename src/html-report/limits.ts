/** Bounds of a report. What exceeds one goes on on the next page, or says how much is left out. */

/** Items of a page. */
export const PAGE_ITEMS = 50;
/** Pictures of a contact sheet. */
export const SHEET_PICTURES = 60;
/** Messages of a page of a conversation, UTF-16 units of the text of one, and people at each end of it. */
export const CONVERSATION_PAGE_MESSAGES = 200;
export const MESSAGE_TEXT_UNITS_MAX = 4000;
export const MESSAGE_PEOPLE_MAX = 10;
/** Rows of a page of any other table. */
export const PAGE_ROWS = 500;

/** UTF-16 units of one value, and values of one property. */
export const VALUE_UNITS_MAX = 2000;
export const VALUES_MAX = 20;
/** Properties of an item, if all are asked for. */
export const CARD_PROPERTIES_MAX = 200;
/** Units of a name where it is one of many. */
export const SHORT_NAME_UNITS = 120;

/** Of what a request says. */
export const REPORT_TEXT_UNITS_MAX = 1000;
export const REPORT_BOOKMARKS_MAX = 1000;

/** Of a template folder. */
export const TEMPLATE_BYTES_MAX = 256 * 1024;
export const TEMPLATE_WORD_UNITS_MAX = 2000;
export const LOGO_BYTES_MAX = 1024 * 1024;
export const TEMPLATES_MAX = 100;

/** Attempts at a thumbnail or a view while others keep the processes that make them busy, and the pause after the first. */
export const BUSY_ATTEMPTS_MAX = 8;
export const BUSY_PAUSE_MS = 250;
