/** Reads members of objects in an export of Slack, of any type. */

export type SlackObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is SlackObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an empty text if it is not text. */
export function textIn(object: SlackObject, name: string): string {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'string' ? value : '';
}

export function objectIn(object: SlackObject, name: string): SlackObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return isObject(value) ? value : {};
}

export function listIn(object: SlackObject, name: string): readonly unknown[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value : [];
}

export function objectsIn(object: SlackObject, name: string): readonly SlackObject[] {
  return listIn(object, name).filter(isObject);
}
