/** Makes the clause for items with exactly this value. */

/** Characters that end a name or a word in the query language, or are operators. */
const SPECIAL = /[\s:"()[\]{}\\/+!^~*?<>=@,;&|-]/g;

/** Returns a field name in the spelling of queries. */
export function fieldName(field: string): string {
  return field.replace(SPECIAL, '\\$&');
}

export function clauseFor(field: string, value: string): string {
  return `${fieldName(field)}:="${value.replace(/["\\]/g, '\\$&')}"`;
}
