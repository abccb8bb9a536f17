/** Reads JSON settings files about access, and checks names for logs. */
import type { z } from 'zod';

export const NAME_BYTES_MAX = 255;

/** Whether a text is a valid user name. */
export function isName(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= NAME_BYTES_MAX && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** Parses the text of a file. Throws an Error whose message follows the file name. */
export function parseSettings<T extends z.ZodType>(schema: T, text: string): z.infer<T> {
  const { data, error } = schema.safeParse(parseJson(text));
  if (error === undefined) return data as z.infer<T>;
  const { path, message } = error.issues[0]!;
  throw new Error(`has a fault at ${path.join('.') || 'its beginning'}: ${message}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`is not JSON: ${(error as Error).message}`);
  }
}
