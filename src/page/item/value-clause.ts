/** The clause that finds the items with exactly this value. */

/** Characters that end a name or a word in the query language, or do something there. */
const SPECIAL = /[\s:"()[\]{}\\/+!^~*?<>=@,;&|-]/g;

/** A field as a query names it. */
export function fieldName(field: string): string {
  return field.replace(SPECIAL, '\\$&');
}

export function clauseFor(field: string, value: string): string {
  return `${fieldName(field)}:="${value.replace(/["\\]/g, '\\$&')}"`;
}
