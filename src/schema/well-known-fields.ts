/** The fields that every index has or may have, whatever the case: their names, and how properties of the same name avoid a clash. */

/** The field of the extracted text. A property of that name is kept under {@link CONTENT_PROPERTY_FIELD}. */
export const CONTENT_FIELD = 'content';
const CONTENT_PROPERTY_FIELD = 'property:content';
export const ID_FIELD = 'id';
export const PARENT_FIELD = 'parentId';

/** The field that a property is searched under: its own name, except for names of the fields that every item has. */
export function fieldOfProperty(name: string): string {
  if (name === CONTENT_FIELD) return CONTENT_PROPERTY_FIELD;
  return name === ID_FIELD || name === PARENT_FIELD ? `property:${name}` : name;
}
