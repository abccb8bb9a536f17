/** The fields that every index has or may have, whatever the case: their names, and how properties of the same name avoid a clash. */

/** The field of the extracted text. */
export const CONTENT_FIELD = 'content';
export const ID_FIELD = 'id';
export const PARENT_FIELD = 'parentId';

/** Names that stand for sets of items in a query, not for a field of an index. */
export const SET_FIELDS: ReadonlySet<string> = new Set(['bookmark', 'selected', 'source']);

const TAKEN = new Set([CONTENT_FIELD, ID_FIELD, PARENT_FIELD, ...SET_FIELDS]);

/** The field that a property is searched under: its own name, or `property:name` where queries mean something else by it. */
export function fieldOfProperty(name: string): string {
  return TAKEN.has(name) ? `property:${name}` : name;
}
