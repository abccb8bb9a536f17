/** Members of objects in an export of Slack, of any actual type. */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Empty if it is not text. */
export function textIn(object: JsonObject, name: string): string {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === 'string' ? value : '';
}

export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return isObject(value) ? value : {};
}

export function listIn(object: JsonObject, name: string): readonly unknown[] {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return Array.isArray(value) ? value : [];
}

export function objectsIn(object: JsonObject, name: string): readonly JsonObject[] {
  return listIn(object, name).filter(isObject);
}
